// Menus are <details>: one open at a time, closed by Escape or a click elsewhere, focus back on the opener.
const openMenus = () => document.querySelectorAll("details[data-menu][open]");

export function closeMenus(except = null) {
  let closed = false;
  for (const menu of openMenus()) {
    if (menu === except || (except && menu.contains(except))) continue;
    menu.open = false;
    closed = true;
  }
  return closed;
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details[data-menu]")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest("details[data-menu][open]");
  if (closeMenus()) menu?.querySelector("summary")?.focus();
});
