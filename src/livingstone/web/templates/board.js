// The board: land and river once, then tents and boat at every step.

const CELL = { width: 64, height: 48 };
const LEFT = 74;
const TOP = 20;
// How many tents fit into a space, across and down, and how large they then are.
const FITS = [[1, 1, 1.2], [2, 1, 0.98], [3, 2, 0.66], [5, 2, 0.42]];

class Board {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.riverTop = TOP + game.rows * CELL.height;
    const width = LEFT + game.columns * CELL.width + 8;
    root.setAttribute("viewBox", `0 0 ${width} ${this.riverTop + 88}`);
    root.style.minWidth = `${game.columns * 2.1}rem`;
    root.append(...this.land(), ...this.river());
    this.boat = svg("g", { class: "boat-shape" },
      svg("path", { class: "hull", d: "M-27 3H27L21 14H-21Z" }),
      svg("path", { class: "cabin", d: "M-16 3V-5H11V3Z" }), svg("path", { class: "funnel", d: "M-4 -5V-14H3V-5Z" }));
    this.tents = svg("g");
    root.append(this.boat, this.tents);
  }

  x(column) { return LEFT + column * CELL.width; }
  y(row) { return TOP + (this.game.rows - 1 - row) * CELL.height; } // row 1 lies nearest the river

  land() {
    const parts = [label(20, 13, "bonus", { class: "faint heading" }), label(60, 13, "row", { class: "faint heading" })];
    this.cells = [];
    for (let row = 0; row < this.game.rows; row++) {
      const middle = this.y(row) + CELL.height / 2 + 5;
      parts.push(label(20, middle, this.game.bonus[row], { class: "faint number" }), label(60, middle, row + 1, { "font-weight": "bold", class: "number" }));
      for (let column = 0; column < this.game.columns; column++) {
        const cell = svg("rect", { x: this.x(column) + 1.5, y: this.y(row) + 1.5, width: CELL.width - 3, height: CELL.height - 3, rx: 5 });
        this.cells.push({ cell, column, other: (row + column) % 2 });
        parts.push(cell);
      }
    }
    return parts;
  }

  river() {
    const parts = [svg("rect", { x: LEFT, y: this.riverTop + 2, width: this.game.columns * CELL.width, height: 36, rx: 7, class: "river" })];
    for (let wave = 0; wave < this.game.columns * 2; wave++) {
      parts.push(svg("path", { class: "wave", d: `M${LEFT + 6 + wave * CELL.width / 2} ${this.riverTop + 13 + 14 * (wave % 2)}q5 -6 10 0t10 0` }));
    }
    const under = this.riverTop + 54;
    parts.push(label(LEFT - 8, under, "column", { class: "faint heading", "text-anchor": "end" }),
      label(LEFT - 8, under + 22, "cost", { class: "faint heading", "text-anchor": "end" }));
    this.numbers = this.game.cost.map((cost, column) => {
      const x = this.x(column) + CELL.width / 2;
      const number = label(x, under, column + 1, { class: "number" });
      parts.push(number, svg("circle", { class: "coin", cx: x, cy: under + 18, r: 11 }), label(x, under + 23, cost, { class: "coin-text", "font-size": 14 }));
      return number;
    });
    return parts;
  }

  // Tents as [column, row, seat, number, scored]; spaces that differ from those before are framed.
  show(boat, tents, before) {
    for (const { cell, column, other } of this.cells) {
      cell.setAttribute("class", `cell${other ? " other" : ""}${column === boat ? " boat" : ""}`);
    }
    this.numbers.forEach((number, column) => number.setAttribute("font-weight", column === boat ? "bold" : "normal"));
    this.boat.setAttribute("transform", `translate(${this.x(boat) + CELL.width / 2} ${this.riverTop + 22})`);
    const spaces = this.spaces(tents);
    const earlier = this.spaces(before);
    this.tents.replaceChildren(
      ...[...spaces].flatMap(([place, standing]) => this.space(place, standing)),
      ...[...new Set([...spaces.keys(), ...earlier.keys()])]
        .filter((place) => count(spaces.get(place)) !== count(earlier.get(place))).map((place) => this.frame(place)));
    this.root.setAttribute("aria-label", this.words(boat, spaces));
    // Where a wide board scrolls within its frame, the boat stays in sight.
    const frame = this.root.parentElement;
    frame.scrollLeft = frame.scrollWidth * this.x(boat) / this.x(this.game.columns) - frame.clientWidth / 2;
  }

  spaces(tents) {
    const spaces = new Map();
    for (const [column, row, seat, number, scored] of tents) {
      const place = `${column} ${row}`;
      if (!spaces.has(place)) spaces.set(place, []);
      if (scored) spaces.get(place).push({ seat, number: scored, scored: true });
      if (number > scored) spaces.get(place).push({ seat, number: number - scored, scored: false });
    }
    return spaces;
  }

  space(place, standing) {
    const [column, row] = place.split(" ").map(Number);
    const [across, most, scale] = FITS.find(([a, d]) => a * d >= standing.length);
    const down = standing.length <= across ? 1 : most;
    return standing.map(({ seat, number, scored }, index) => {
      const x = this.x(column) + CELL.width * (index % across + 0.5) / across;
      const y = this.y(row) + CELL.height * (Math.floor(index / across) + 0.5) / down;
      const drawn = tent(seat, this.game.letters[seat], number, scored);
      drawn.setAttribute("transform", `translate(${x} ${y + 2 * scale}) scale(${scale})`);
      return drawn;
    });
  }

  frame(place) {
    const [column, row] = place.split(" ").map(Number);
    return svg("rect", { class: "changed", x: this.x(column) + 2, y: this.y(row) + 2, width: CELL.width - 4, height: CELL.height - 4, rx: 5 });
  }

  words(boat, spaces) {
    const tents = [...spaces].map(([place, standing]) => {
      const [column, row] = place.split(" ").map(Number);
      const who = standing.map(({ seat, number, scored }) => `${number} of ${this.game.letters[seat]}${scored ? "" : " not yet scored"}`);
      return `column ${column + 1} row ${row + 1}: ${who.join(", ")}`;
    });
    return `Board, boat on column ${boat + 1}. Tents: ${tents.join("; ") || "none"}.`;
  }
}

function count(standing = []) {
  return standing.reduce((sum, { number }) => sum + number, 0);
}
