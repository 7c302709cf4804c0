// A button that was pressed says what it does now (data-busy="Applying"), keeps its width and takes no second press.
const idle = new WeakMap();

function start(button) {
  if (!button || idle.has(button)) return;
  idle.set(button, [...button.childNodes]);
  button.style.minInlineSize = `${button.offsetWidth}px`;
  button.setAttribute("aria-busy", "true");
  button.setAttribute("aria-disabled", "true");
  button.replaceChildren(button.dataset.busy);
}

function stop(button) {
  if (!button || !idle.has(button)) return;
  button.removeAttribute("aria-busy");
  button.removeAttribute("aria-disabled");
  button.replaceChildren(...idle.get(button));
  idle.delete(button);
}

const stopAll = () => document.querySelectorAll("[data-busy][aria-busy=true]").forEach(stop);

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (button?.dataset.busy) {
    setTimeout(() => start(button));
  }
}, true);
document.addEventListener("click", (event) => {
  if (event.target.closest("a[aria-disabled=true]")) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", stopAll);
window.addEventListener("pageshow", (event) => { if (event.persisted) stopAll(); });
