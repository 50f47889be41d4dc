// The review: the curve of win chances with its marks, and a board for each of the worst moments.

const game = JSON.parse(document.getElementById("data").textContent);
const CURVE = { height: 240, left: 44, right: 30, top: 14, bottom: 26 };

class Curve {
  constructor(root) {
    this.root = root;
    this.width = 1000;
  }

  x(step) { return CURVE.left + (this.width - CURVE.left - CURVE.right) * step / Math.max(1, game.steps); }
  y(win) { return CURVE.top + (CURVE.height - CURVE.top - CURVE.bottom) * (1 - win); }

  // As wide as it is on the page, so that letters keep their form.
  show() {
    this.width = Math.max(260, Math.round(this.root.parentElement.clientWidth) || this.width);
    this.root.setAttribute("viewBox", `0 0 ${this.width} ${CURVE.height}`);
    this.root.replaceChildren(...this.grid(), ...[...game.letters].flatMap((_, seat) => this.line(seat)), ...this.marks());
    this.root.setAttribute("aria-label", "Win chances by step; the largest losses are listed below as the worst moments");
  }

  grid() {
    const lines = [0, 0.25, 0.5, 0.75, 1].flatMap((win) => [
      svg("line", { class: "grid", x1: CURVE.left, x2: this.width - CURVE.right, y1: this.y(win), y2: this.y(win) }),
      label(CURVE.left - 5, this.y(win) + 4, `${100 * win} %`, { "text-anchor": "end" })]);
    return [...lines, ...game.rounds.flatMap((step, round) => [
      svg("line", { class: "grid", x1: this.x(step), x2: this.x(step), y1: this.y(0), y2: this.y(0) + 5 }),
      label(this.x(step), CURVE.height - 6, round + 1)])];
  }

  line(seat) {
    if (game.curve.length === 0) return [];
    const points = game.curve.map(([step, win]) => `${this.x(step).toFixed(1)},${this.y(win[seat]).toFixed(1)}`);
    return [svg("g", { class: `s${seat}` }, svg("polyline", { class: "curve", points: points.join(" ") }))];
  }

  // The curve is measured at events of chance; between two of them it is drawn as a straight line.
  win(step, seat) {
    const after = game.curve.find(([at]) => at >= step) ?? game.curve[game.curve.length - 1];
    const before = game.curve.findLast(([at]) => at <= step) ?? after;
    const part = after[0] > before[0] ? (step - before[0]) / (after[0] - before[0]) : 0;
    return before[1][seat] + part * (after[1][seat] - before[1][seat]);
  }

  marks() {
    return [...game.marks].reverse().flatMap(({ step, seat, grade, shown }) => {
      if (game.curve.length === 0) return [];
      const [x, y] = [this.x(step), this.y(this.win(step, seat))];
      const title = svg("title", {}, `${game.letters[seat]}, step ${step}: ${grade}`);
      if (shown === null) return [svg("circle", { class: `mark s${seat}`, cx: x, cy: y, r: 4 }, title)];
      return [svg("a", { href: `#moment-${shown + 1}` }, svg("g", { class: `mark numbered s${seat}` }, title,
        svg("circle", { cx: x, cy: y, r: 9 }), label(x, y + 4, shown + 1)))];
    });
  }
}

function fact(title, children, kind = "") {
  return [html("dt", {}, title), html("dd", { class: kind }, ...children)];
}

function showMoment(article, moment) {
  const board = new Board(article.querySelector(".board"), game);
  board.show(moment.boat, moment.tents, moment.tents);
  const dice = moment.pool.map((face) => die(face));
  if (moment.held) dice.push(html("span", { class: "chip" }, die(moment.held, true), "in hand"));
  article.querySelector(".facts").replaceChildren(
    ...fact("dice", dice.length ? dice : ["none"], "dice"),
    ...fact("hand", cards(moment.hand)), ...fact("gems", stones(moment.gems)),
    ...fact("coins", [`${moment.coins[0]} in hand, ${moment.coins[1]} donated`]),
    ...fact("VP", [moment.vp.map((vp, seat) => `${game.letters[seat]} ${vp}`).join(", ")]));
}

const curve = new Curve(document.getElementById("curve"));
document.querySelectorAll(".moment").forEach((article, place) => showMoment(article, game.moments[place]));
curve.show();
addEventListener("resize", () => curve.show());
