// Dialogs: a link with data-opens="id" opens the <dialog> instead; one that htmx put in place opens by itself.
// Escape and the browser give the focus back to the opener.
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return false;
  if (!dialog.open) dialog.showModal();
  return true;
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener && !event.ctrlKey && !event.metaKey && openDialog(opener.dataset.opens)) event.preventDefault();
  const closer = event.target.closest("[data-closes]");
  if (closer) {
    closer.closest("dialog")?.close();
    event.preventDefault();
  }
  if (event.target instanceof HTMLDialogElement && event.target.matches(".dialog[open]")) closeOnBackdrop(event);
});

function closeOnBackdrop(event) {
  const box = event.target.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) event.target.close();
}

document.addEventListener("htmx:afterSwap", (event) => {
  const dialog = event.detail.target?.querySelector?.("dialog[data-open-on-load]");
  if (dialog && !dialog.open) dialog.showModal();
});
