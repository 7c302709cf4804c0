// The columns of a table: rows that open, texts that are edited in their place, e for the row that has the focus.
import { isTyping, singleKeysAreOn } from "./keys.js";

document.addEventListener("htmx:beforeRequest", (event) => {
  const opener = event.target.closest?.("[data-row-opener]");
  if (!opener) return;
  const row = opener.closest("tr");
  const details = row.nextElementSibling;
  const isOpen = details?.matches(".detail-row") ?? false;
  if (isOpen) {
    details.remove();
    event.preventDefault();
  }
  row.classList.toggle("is-open", !isOpen);
  opener.setAttribute("aria-expanded", String(!isOpen));
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.("[data-cell-text]");
  if (field) {
    const editor = field.closest("[data-cell-editor]");
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      editor.querySelector("[data-cell-save]").click();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      editor.querySelector("[data-cell-leave]").click();
    }
    return;
  }
  if (event.key !== "e" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !singleKeysAreOn()) return;
  const edit = event.target.closest?.("tr")?.querySelector(".text-cell a[hx-get]");
  if (!edit) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  edit.click();
}, true);

// After saving or leaving the focus stays in the row; a field that opens takes it. Not before the new part has settled:
// until then its links would leave the page.
document.addEventListener("htmx:afterSettle", (event) => {
  const cell = event.target.closest?.("td.text");
  if (!cell) return;
  const field = cell.querySelector("[data-cell-text]");
  if (field) {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  } else {
    cell.querySelector("a")?.focus();
  }
});
