// The search box as a combobox: suggestions come as HTML from data-suggest-url, arrows choose, Enter without a
// choice searches. Without a script it is a plain form.
import { announce } from "./live.js";

const PAUSE = 120;
const LONGEST = 200;
let timer;
let request = null;

function panelOf(form) {
  let panel = form.querySelector(".suggestions");
  if (!panel) {
    panel = document.createElement("div");
    panel.className = "suggestions";
    panel.id = `${form.querySelector("[data-search-input]").id}-suggestions`;
    panel.hidden = true;
    form.append(panel);
  }
  return panel;
}

function close(form) {
  const panel = form.querySelector(".suggestions");
  const input = form.querySelector("[data-search-input]");
  clearTimeout(timer);
  request?.abort();
  if (panel) panel.hidden = true;
  if (input.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function optionsOf(form) {
  return [...form.querySelectorAll(".suggestions [role=option]")];
}

function choose(form, by) {
  const options = optionsOf(form);
  if (!options.length) return;
  const input = form.querySelector("[data-search-input]");
  const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const next = at + by < -1 ? options.length - 1 : at + by;
  options.forEach((option, index) => {
    option.id ||= `${input.id}-option-${index}`;
    option.setAttribute("aria-selected", String(index === next));
  });
  if (options[next]) {
    input.setAttribute("aria-activedescendant", options[next].id);
    options[next].scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

async function suggest(form) {
  const input = form.querySelector("[data-search-input]");
  const text = input.value.trim().slice(0, LONGEST);
  request?.abort();
  request = new AbortController();
  const panel = panelOf(form);
  try {
    const answer = await fetch(`${form.dataset.suggestUrl}?q=${encodeURIComponent(text)}`, {
      headers: { Accept: "text/html" }, signal: request.signal, credentials: "same-origin",
    });
    if (!answer.ok || input !== document.activeElement) return close(form);
    panel.innerHTML = await answer.text();
  } catch (error) {
    if (error.name !== "AbortError") close(form);
    return;
  }
  const count = optionsOf(form).length;
  panel.hidden = panel.textContent.trim() === "";
  panel.querySelector("[role=listbox]")?.setAttribute("id", `${input.id}-list`);
  input.setAttribute("aria-controls", `${input.id}-list`);
  input.setAttribute("aria-expanded", String(!panel.hidden));
  optionsOf(form).forEach((option) => { if (!option.hasAttribute("aria-selected")) option.setAttribute("aria-selected", "false"); });
  announce(panel.querySelector("[data-sentence]")?.dataset.sentence ?? `${count} suggestions`);
}

function prepare(input) {
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  if (!input.hasAttribute("aria-expanded")) input.setAttribute("aria-expanded", "false");
}

const formOf = (target) => target.closest?.("form[data-suggest-url]");

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-search-input]")) prepare(event.target);
});
document.addEventListener("input", (event) => {
  const form = event.target.matches("[data-search-input]") && formOf(event.target);
  if (!form) return;
  clearTimeout(timer);
  if (event.target.value.trim() === "") close(form);
  else timer = setTimeout(() => suggest(form), PAUSE);
});
document.addEventListener("keydown", (event) => {
  const form = event.target.matches?.("[data-search-input]") && formOf(event.target);
  if (!form) return;
  const chosen = form.querySelector(".suggestions:not([hidden]) [role=option][aria-selected=true]");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(form, event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && chosen) (chosen.querySelector("a[href]") ?? chosen).click();
  else if (event.key === "Escape") {
    if (event.target.getAttribute("aria-expanded") === "true") close(form);
    else event.target.blur();
  } else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  const option = event.target.closest(".suggestions [role=option]");
  if (option && !event.target.closest("a")) window.location.assign(option.querySelector("a")?.href ?? option.dataset.href);
  for (const form of document.querySelectorAll("form[data-suggest-url]")) if (!form.contains(event.target)) close(form);
});
document.addEventListener("focusout", (event) => {
  const form = formOf(event.target);
  if (form && event.relatedTarget && !form.contains(event.relatedTarget)) close(form);
});
