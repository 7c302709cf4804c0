// j and k move between the rows of a table (or list) with data-rows, o opens, x selects, Shift x a range.
// The focus goes to the row's own link or tick, so that readers and Enter work as always.
import { isTyping, singleKeysAreOn } from "./keys.js";
import { selectRange } from "./selection.js";

const ROW = "tr:not(.detail-row, .group-row), li, [data-row]";

function rowsOf(list) {
  const body = list.tBodies ? list.querySelectorAll("tbody > tr") : list.querySelectorAll(":scope > li, :scope > [data-row]");
  return [...body].filter((row) => row.matches(ROW) && entryOf(row) && row.offsetParent !== null);
}

function entryOf(row) {
  return row.querySelector("[data-row-link]") ?? row.querySelector("a[href], summary, button, input");
}

function current() {
  const row = document.activeElement?.closest("[data-rows] :is(tr, li, [data-row])");
  return row ? { row, list: row.closest("[data-rows]") } : { row: null, list: document.querySelector("[data-rows]") };
}

function move(by) {
  const { row, list } = current();
  if (!list) return false;
  const rows = rowsOf(list);
  const next = row ? rows[rows.indexOf(row) + by] : rows[by > 0 ? 0 : rows.length - 1];
  const entry = next && entryOf(next);
  if (!entry) return false;
  entry.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

function select(isRange) {
  const { row } = current();
  const tick = row?.querySelector("[data-row-check]");
  if (!tick || tick.disabled) return false;
  if (isRange) selectRange(tick);
  else tick.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || !singleKeysAreOn()) return;
  const acts = {
    j: () => move(1),
    k: () => move(-1),
    x: () => select(false),
    X: () => select(true),
    o: () => { const entry = current().row && entryOf(current().row); entry?.click(); return Boolean(entry); },
  };
  if (acts[event.key]?.()) event.preventDefault();
});
