// Menus are <details data-menu>: one open at a time, closed by Escape or a click elsewhere, focus back on the opener.
const FOCUSABLE = ".menu-list :is(a, button)";

export function closeMenus(except = null) {
  const open = [...document.querySelectorAll("details[data-menu][open]")].filter((menu) => menu !== except);
  for (const menu of open) menu.open = false;
  return open.length > 0;
}

function step(menu, by) {
  const entries = [...menu.querySelectorAll(FOCUSABLE)];
  const at = entries.indexOf(document.activeElement);
  entries[(at + by + entries.length) % entries.length]?.focus();
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details[data-menu]")));

document.addEventListener("keydown", (event) => {
  const menu = document.activeElement?.closest("details[data-menu][open]");
  if (!menu) return;
  if (event.key === "Escape") {
    closeMenus();
    menu.querySelector("summary").focus();
    event.preventDefault();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    step(menu, event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
  }
});

document.addEventListener("focusout", (event) => {
  const menu = event.target.closest?.("details[data-menu][open]");
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
