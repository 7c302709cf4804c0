// Keys of the whole product. One-letter keys rest inside fields, and when the person switched them off.
// A control says its own key with data-key="a"; g and a letter go to a section.
import { openDialog } from "./dialogs.js";
import { closeMenus } from "./menus.js";

const SECTIONS = { h: "/", s: "/search", p: "/proposals", r: "/ranger", c: "/coverage", l: "/glossary", t: "/trace" };
const WAIT_FOR_LETTER = 1200;
let goPressedAt = 0;

export function isTyping(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;
}

export function singleKeysAreOn() {
  return document.body.dataset.singleKeys !== "off" && !document.querySelector("dialog[open]");
}

function focusSearch() {
  const box = [...document.querySelectorAll("[data-search-input]")].find((input) => input.offsetParent !== null);
  if (!box) return false;
  box.focus();
  box.select();
  return true;
}

function turn(direction) {
  const tabs = [...document.querySelectorAll("[data-tabs] a")];
  const at = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
  const next = tabs[at + direction] ?? document.querySelector(direction > 0 ? "a[rel=next]" : "a[rel=prev]");
  next?.click();
  return next !== undefined && next !== null;
}

function pressControl(key) {
  const control = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => one.offsetParent !== null);
  if (!control || control.getAttribute("aria-disabled") === "true") return false;
  if (control.matches("input, textarea, select")) control.focus();
  else control.click();
  return true;
}

function act(event) {
  const { key } = event;
  if (Date.now() - goPressedAt < WAIT_FOR_LETTER) {
    goPressedAt = 0;
    if (!(key in SECTIONS)) return false;
    window.location.assign(SECTIONS[key]);
    return true;
  }
  if (key === "g") {
    goPressedAt = Date.now();
    return true;
  }
  if (key === "/") return focusSearch();
  if (key === "?") return openDialog("help");
  if (key === "[" || key === "]") return turn(key === "]" ? 1 : -1);
  return /^[a-z0-9+]$/.test(key) && pressControl(key);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    closeMenus();
    const toggle = document.querySelector("details.menu-toggle[open]");
    if (toggle) {
      toggle.open = false;
      toggle.querySelector("summary").focus();
    }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "/" && event.target instanceof Element && event.target.matches("[data-search-input]") && event.target.value === "") {
    // The box has the focus already: the key that goes there is no part of what is looked for.
    event.preventDefault();
    return;
  }
  if (isTyping(event.target) || !singleKeysAreOn()) return;
  if (act(event)) event.preventDefault();
});
