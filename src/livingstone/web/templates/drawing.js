"use strict";
// Elements and the small pictures. Texts go in as text nodes, never as markup: names and notes are foreign.

const SVG = "http://www.w3.org/2000/svg";
const STONES = ["black", "white", "clear", "blue", "red"];
const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]];

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function label(x, y, text, attributes = {}) {
  return svg("text", { x, y, "text-anchor": "middle", ...attributes }, String(text));
}

// A tent of a seat around 0,0: its letter in it, and how many where several stand together.
function tent(seat, letter, count, scored) {
  const parts = [svg("path", { d: "M0 -15L15 13H-15ZM0 -15L3 -19M0 -15L-3 -19" }), label(count > 1 ? -3 : 0, 9, letter)];
  if (count > 1) {
    parts.push(svg("circle", { cx: 14, cy: 10, r: 8, class: "badge" }), label(14, 14.3, count, { class: "count" }));
  }
  return svg("g", { class: `tent s${seat}${scored ? " scored" : ""}` }, ...parts);
}

function die(face, held = false) {
  const pips = PIPS[face].map(([a, b]) => svg("circle", { cx: 7 * a, cy: 7 * b, r: 2.5 }));
  return svg("svg", { class: held ? "die held" : "die", viewBox: "-15 -15 30 30", role: "img", "aria-label": face },
    svg("rect", { x: -13, y: -13, width: 26, height: 26, rx: 5 }), ...pips);
}

// Stones by kind with number and colour in words; gems are the last three kinds of stone.
function stones(counts) {
  const first = STONES.length - counts.length;
  const chips = counts.flatMap((count, kind) => count === 0 ? [] : [html("span", { class: "chip" },
    svg("svg", { class: "stone", viewBox: "-10 -11 20 20", "aria-hidden": "true" },
      svg("path", { class: `k${first + kind}`, d: "M0 -9L8 -3 5 8H-5L-8 -3Z" })),
    `${count} ${STONES[first + kind]}`)]);
  return chips.length ? chips : ["none"];
}

function cards(names) {
  return names.length ? names.map((name) => html("span", { class: "cardname" }, name)) : ["none"];
}

function bounds([least, most]) {
  return least === most ? String(least) : `${least}–${most}`;
}
