// The evaluations that bots told beside their moves, as curves by seat over the steps.

const CHART = { width: 1000, height: 140, left: 40, right: 16, top: 10, bottom: 22 };

class Chart {
  constructor(root, game) {
    this.root = root;
    this.last = game.told.length - 1;
    this.game = game;
    this.key = game.told.some((told) => told.win !== undefined) ? "win" : "vp";
    const values = game.told.map((told) => told[this.key]).filter((value) => value !== undefined);
    this.any = values.length > 0;
    this.low = this.key === "win" ? 0 : Math.min(0, ...values);
    this.high = this.key === "win" ? 1 : Math.max(1, ...values);
  }

  get title() {
    return this.key === "win" ? "Chance to win, as each bot told it" : "Points expected, as each bot told it";
  }

  x(step) { return CHART.left + (CHART.width - CHART.left - CHART.right) * step / Math.max(1, this.last); }
  y(value) { return CHART.top + (CHART.height - CHART.top - CHART.bottom) * (this.high - value) / (this.high - this.low); }

  // As wide as it is on the page, so that letters keep their form.
  fit() {
    CHART.width = Math.max(200, Math.round(this.root.getBoundingClientRect().width) || CHART.width);
    this.root.setAttribute("viewBox", `0 0 ${CHART.width} ${CHART.height}`);
  }

  // With a seat only what that seat told: the thoughts of the others were not on the table.
  show(step, observer) {
    this.fit();
    const middle = (this.low + this.high) / 2;
    const name = (value) => this.key === "win" ? `${Math.round(100 * value)} %` : Math.round(value);
    const grid = [this.low, middle, this.high].flatMap((value) => [
      svg("line", { class: "grid", x1: CHART.left, x2: CHART.width - CHART.right, y1: this.y(value), y2: this.y(value) }),
      label(CHART.left - 4, this.y(value) + 4, name(value), { "text-anchor": "end" })]);
    const rounds = this.game.rounds.map((at, round) => label(this.x(at), CHART.height - 6, round + 1));
    const curves = [...this.game.letters].flatMap((letter, seat) =>
      observer === null || observer === seat ? this.curve(letter, seat) : []);
    this.root.replaceChildren(...grid, ...rounds, ...curves,
      svg("line", { class: "now", x1: this.x(step), x2: this.x(step), y1: CHART.top, y2: CHART.height - CHART.bottom }));
    this.root.setAttribute("aria-label", `${this.title}, by rounds; now at step ${step}`);
  }

  curve(letter, seat) {
    const points = this.game.told.flatMap((told, step) =>
      told.seat === seat && told[this.key] !== undefined ? [[this.x(step), this.y(told[this.key])]] : []);
    if (points.length === 0) return [];
    const [x, y] = points[points.length - 1];
    const shape = points.length === 1 ? svg("circle", { class: "dot", cx: x, cy: y, r: 3 })
      : svg("polyline", { class: "curve", points: points.map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ") });
    return [svg("g", { class: `s${seat}` }, shape, label(Math.min(x + 8, CHART.width - 6), y + 4, letter, { class: "curve-name" }))];
  }

  stepAt(clientX) {
    const box = this.root.getBoundingClientRect();
    const share = ((clientX - box.left) / box.width * CHART.width - CHART.left) / (CHART.width - CHART.left - CHART.right);
    return Math.round(share * this.last);
  }
}
