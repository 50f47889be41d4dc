// Tables of the class "sortable": a button in each head sorts by its column, a second press the other way round.
const SORTABLE = document.querySelectorAll("table.sortable");

function valueOf(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.v ?? cell.textContent.trim();
  return text === "" ? null : text;
}

// What has no value comes last, either way; the order before decides between equals.
function compare(a, b, numeric, sign) {
  if (a === null || b === null) {
    return (a === null) - (b === null);
  }
  return sign * (numeric ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true }));
}

function sort(table, head, descending) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [valueOf(row, head.cellIndex), row]);
  const numeric = head.dataset.sort === "number";
  rows.sort(([a], [b]) => compare(a, b, numeric, descending ? -1 : 1));
  body.append(...rows.map(([, row]) => row));
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute("aria-sort");
  }
  head.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

function press(table, head) {
  const now = head.getAttribute("aria-sort");
  const best = head.dataset.first === "ascending" || head.dataset.sort === "text" ? "ascending" : "descending";
  const other = best === "ascending" ? "descending" : "ascending";
  sort(table, head, (now === best ? other : best) === "descending");
}

for (const table of SORTABLE) {
  for (const head of table.tHead.rows[0].cells) {
    if (head.dataset.sort) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => press(table, head));
      head.append(button);
    }
  }
}

// A link into a folded part opens it.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) {
    if (part.tagName === "DETAILS") {
      part.open = true;
    }
  }
}
addEventListener("hashchange", unfold);
unfold();
