// The page: which step is shown, as whom, and how it is reached.

const game = JSON.parse(document.getElementById("data").textContent);
const last = game.told.length - 1;
const at = { step: 0, seat: null }; // seat null: everything is shown
const find = (id) => document.getElementById(id);
const board = new Board(find("board"), game);
const chart = new Chart(find("chart"), game);

// What the chosen viewer saw at a step: sentence, table, tents, seats. See replay_data.py.
function view(step) {
  const [text, table, tents, ...seats] = game.views[at.seat === null ? 0 : at.seat + 1][step].map((part) => game.parts[part]);
  return { text, table, tents, seats };
}

function name(seat) {
  return game.names.length ? `${game.letters[seat]} ${game.names[seat]}` : `Seat ${game.letters[seat]}`;
}

function fact(title, children, kind = "") {
  return [html("dt", {}, title), html("dd", { class: kind }, ...children)];
}

function showTable(table) {
  const dice = table.pool.map((face) => die(face));
  if (table.held) dice.push(html("span", { class: "chip" }, die(table.held, true), "in hand"));
  const whose = at.seat === null ? "in the deck" : `not seen by ${game.letters[at.seat]}`;
  find("table").replaceChildren(
    ...fact("dice", dice.length ? dice : ["none"], "dice"),
    ...fact("bag", stones(table.bag)), ...fact("set aside", stones(table.pile)),
    ...fact("discards", cards(table.discards)),
    ...fact(whose, [...(at.seat === null ? [] : [`deck of ${table.deck} and other hands:`]), ...cards(table.unseen)]));
}

function seatPanel(seat, index) {
  const state = seat.forfeited ? "forfeited" : seat.turn ? "on turn" : "";
  const numbers = [["wealth", seat.wealth], ["in hand", bounds(seat.cash)], ["chest", bounds(seat.chest)],
    ["donations", seat.gave], ["tents left", seat.tents], ["last die", seat.die]];
  const hand = seat.hand === null ? [seat.cards === 0 ? "none" : `${seat.cards} hidden`] : cards(seat.hand);
  return html("article", { class: `panel seat s${index}${seat.turn ? " turn" : ""}` },
    html("header", {},
      svg("svg", { viewBox: "-18 -21 36 36", "aria-hidden": "true" }, tent(index, game.letters[index], 1, true)),
      html("h3", {}, html("bdi", {}, name(index)), html("span", { class: "state" }, state)),
      html("span", { class: "vp" }, String(seat.vp), html("small", {}, " VP"))),
    html("dl", { class: "numbers" }, ...numbers.map(([title, value]) =>
      html("div", {}, html("dt", {}, title), html("dd", {}, String(value))))),
    html("dl", { class: "facts" }, ...fact("gems", stones(seat.gems)), ...fact("cards", hand)));
}

// Time is seen by all at the table; a note or an evaluation was told to nobody.
function showTold(told) {
  const own = at.seat === null || told.seat === at.seat;
  const words = [];
  if (told.ms !== undefined) words.push(told.ms < 1000 ? `${Math.round(told.ms)} ms` : `${(told.ms / 1000).toFixed(1)} s`);
  if (own && told.win !== undefined) words.push(`chance to win ${(100 * told.win).toFixed(0)} %`);
  if (own && told.vp !== undefined) words.push(`expects ${told.vp.toFixed(1)} VP`);
  if (own && told.nodes !== undefined) words.push(`${told.nodes} nodes`);
  const note = own && told.note ? told.note : "";
  find("told").textContent = words.join(" · ");
  find("note").textContent = note;
  find("note").hidden = note === "";
  find("beside").hidden = words.length === 0 && note === "";
}

const round = (step) => game.rounds.filter((start) => start <= step).length;

function fillLog() {
  find("log").replaceChildren(...game.told.map((_, step) =>
    html("li", { class: game.rounds.includes(step) ? "roll" : "" },
      html("a", { href: address(step), tabindex: "-1" }, html("span", {}, String(step)), html("span", {}, view(step).text)))));
}

function markLog() {
  const list = find("log");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[at.step];
  item.firstChild.setAttribute("aria-current", "step");
  // Only the list scrolls: scrollIntoView would move the page as well.
  const hidden = item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight;
  if (hidden) list.scrollTop = item.offsetTop - list.clientHeight / 2;
}

function show() {
  const { text, table, tents, seats } = view(at.step);
  find("sentence").textContent = text;
  find("title").textContent = table.title;
  board.show(table.boat, tents, at.step ? view(at.step - 1).tents : tents);
  showTable(table);
  showTold(game.told[at.step]);
  find("seats").replaceChildren(...seats.map(seatPanel));
  find("slider").value = at.step;
  find("slider").setAttribute("aria-valuetext", `step ${at.step} of ${last}: ${text}`);
  find("counter").textContent = `step ${at.step} of ${last}`;
  for (const id of ["first", "back", "round-back"]) find(id).disabled = at.step === 0;
  for (const id of ["last", "forward", "round-forward"]) find(id).disabled = at.step === last;
  if (chart.any) chart.show(at.step, at.seat);
  markLog();
}

function address(step) {
  return `#step=${step}${at.seat === null ? "" : `&seat=${at.seat}`}`;
}

function go(step) {
  at.step = Math.min(last, Math.max(0, step));
  show();
  try {
    history.replaceState(null, "", address(at.step));
  } catch { /* some browsers refuse many changes in a row: the link is then that of an earlier step */ }
}

function see(seat) {
  at.seat = seat;
  find("seat").value = seat === null ? "" : seat;
  fillLog();
}

// #step=12&seat=1; what is missing or out of range is as at the start.
function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const seat = /^[0-9]$/.test(wanted.get("seat") ?? "") ? Number(wanted.get("seat")) : null;
  see(seat !== null && seat < game.letters.length ? seat : null);
  go(/^[0-9]{1,6}$/.test(wanted.get("step") ?? "") ? Number(wanted.get("step")) : 0);
}

const moves = {
  first: () => 0,
  back: () => at.step - 1,
  forward: () => at.step + 1,
  last: () => last,
  "round-back": () => game.rounds.filter((start) => start < at.step).pop() ?? 0,
  "round-forward": () => game.rounds.find((start) => start > at.step) ?? last,
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "round-back", PageDown: "round-forward" };

for (const [id, step] of Object.entries(moves)) find(id).addEventListener("click", () => go(step()));
find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
find("seat").addEventListener("change", (event) => {
  see(event.target.value === "" ? null : Number(event.target.value));
  go(at.step);
});
find("chart").addEventListener("click", (event) => go(chart.stepAt(event.clientX)));
document.addEventListener("keydown", (event) => {
  const id = keys[event.key];
  // Alt with an arrow is the browser's own, and a list of choices needs its keys.
  if (!id || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  go(moves[id]());
});
addEventListener("hashchange", follow);
addEventListener("resize", show);
find("evaluations").hidden = !chart.any;
find("chart-title").textContent = chart.title;
follow();
