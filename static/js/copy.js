// Copy buttons: data-copy holds the text, or data-copy-from the id of the element that shows it.
import { announce } from "./live.js";

const SHOWN_FOR = 1500;

async function copy(button) {
  const text = button.dataset.copy ?? document.getElementById(button.dataset.copyFrom)?.textContent ?? "";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce(button.dataset.failed ?? "This browser does not let pages copy. Select the text instead.");
    return;
  }
  button.dataset.copied = "";
  announce(button.dataset.done ?? "Copied");
  setTimeout(() => delete button.dataset.copied, SHOWN_FOR);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (button) {
    copy(button);
    event.preventDefault();
  }
});
