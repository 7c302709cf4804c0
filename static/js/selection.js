// Ticks of a list: data-row-check in rows, data-select-all in the head, data-selected-count shows how many.
// The batch bar appears by CSS; here only counts, ranges, Escape and the sentence for readers.
import { announce } from "./live.js";

let last = null;

function ticksOf(form) {
  return [...form.querySelectorAll("[data-row-check]:not(:disabled)")];
}

function refresh(form) {
  const ticks = ticksOf(form);
  const chosen = ticks.filter((tick) => tick.checked).length;
  for (const count of form.querySelectorAll("[data-selected-count]")) count.textContent = chosen.toLocaleString("en");
  for (const all of form.querySelectorAll("[data-select-all]")) {
    all.checked = chosen > 0 && chosen === ticks.length;
    all.indeterminate = chosen > 0 && chosen < ticks.length;
  }
  const label = form.querySelector("[data-selected-label]")?.dataset.selectedLabel ?? "selected";
  announce(`${chosen} ${label}`);
  form.dispatchEvent(new CustomEvent("selection:change", { bubbles: true, detail: { chosen } }));
}

export function selectRange(tick) {
  const ticks = ticksOf(tick.form);
  const [from, to] = [ticks.indexOf(last), ticks.indexOf(tick)].sort((one, other) => one - other);
  if (from < 0) {
    tick.click();
    return;
  }
  for (const one of ticks.slice(from, to + 1)) one.checked = true;
  last = tick;
  refresh(tick.form);
}

document.addEventListener("click", (event) => {
  const tick = event.target.closest?.("[data-row-check]");
  if (!tick?.form) return;
  if (event.shiftKey && last && last !== tick) selectRange(tick);
  last = tick;
});

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.matches?.("[data-select-all]")) {
    const scope = target.dataset.selectAll ? [...target.form.querySelectorAll(target.dataset.selectAll)] : ticksOf(target.form);
    for (const tick of scope) if (!tick.disabled) tick.checked = target.checked;
    refresh(target.form);
  } else if (target.matches?.("[data-row-check]") && target.form) {
    refresh(target.form);
  }
});

function clear(form) {
  for (const tick of ticksOf(form)) tick.checked = false;
  refresh(form);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-clear-selection]");
  if (button) clear(button.form ?? button.closest("form"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], details[data-menu][open]")) return;
  const form = document.querySelector("form:has([data-row-check]:checked)");
  if (form) clear(form);
});

document.addEventListener("htmx:afterSettle", () => {
  for (const form of document.querySelectorAll("form:has([data-row-check]:checked)")) refresh(form);
});
