// The row whose link has the focus is the one in the pane beside; the preview itself is loaded by htmx.
document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.("[data-queue] tbody tr");
  if (!row) return;
  for (const other of row.parentElement.querySelectorAll(".is-selected")) other.classList.remove("is-selected");
  row.classList.add("is-selected");
});
