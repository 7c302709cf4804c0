// "@" and two letters in a text offer entities; the chosen one becomes a Markdown link to its page.
import { announce } from "./live.js";

const MENTION = /(?:^|[\s(])@([\p{L}\p{N}_.-]{2,60})$/u;
const PAUSE = 150;
let timer = 0;
let request = null;

const partsOf = (field) => {
  const box = field.closest("[data-mentions]");
  return { box, list: box.querySelector("[role=listbox]") };
};

function wordBefore(field) {
  return field.value.slice(0, field.selectionStart).match(MENTION)?.[1] ?? "";
}

function close(field) {
  const { list } = partsOf(field);
  list.hidden = true;
  list.replaceChildren();
  field.removeAttribute("aria-activedescendant");
}

async function offer(field) {
  const { box, list } = partsOf(field);
  const word = wordBefore(field);
  request?.abort();
  if (!word) return close(field);
  request = new AbortController();
  try {
    const answer = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(word)}`, { signal: request.signal });
    const found = answer.ok ? await answer.json() : [];
    show(field, list, Array.isArray(found) ? found : found.results ?? []);
  } catch (error) {
    if (error.name !== "AbortError") close(field);
  }
  return undefined;
}

function show(field, list, found) {
  if (found.length === 0) return close(field);
  list.replaceChildren(...found.map((one, index) => entry(one, index)));
  list.hidden = false;
  choose(field, list, 0);
  announce(`${found.length} entities`);
  return undefined;
}

function entry(one, index) {
  const item = document.createElement("li");
  item.id = `mention-${index}`;
  item.setAttribute("role", "option");
  const place = (one.path ?? []).slice(1).join(".");
  item.dataset.label = place ? `${place}.${one.name}` : one.name;
  item.dataset.href = `/entity/${one.guid}`;
  const name = document.createElement("span");
  name.className = "mono";
  name.textContent = item.dataset.label;
  const type = document.createElement("span");
  type.className = "text-3";
  type.textContent = one.typeName;
  item.append(name, type);
  return item;
}

function choose(field, list, index) {
  const items = [...list.children];
  const at = (index + items.length) % items.length;
  items.forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
  field.setAttribute("aria-activedescendant", items[at].id);
}

function insert(field, item) {
  const word = wordBefore(field);
  const end = field.selectionStart;
  const label = item.dataset.label.replace(/[[\]\\]/g, "\\$&");
  field.setRangeText(`[${label}](${item.dataset.href})`, end - word.length - 1, end, "end");
  close(field);
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const isField = (target) => target.matches?.("[data-editor-text]") && target.closest("[data-mentions]");

document.addEventListener("input", (event) => {
  if (!isField(event.target)) return;
  clearTimeout(timer);
  timer = setTimeout(() => offer(event.target), PAUSE);
});

document.addEventListener("keydown", (event) => {
  if (!isField(event.target)) return;
  const { list } = partsOf(event.target);
  if (list.hidden) return;
  const items = [...list.children];
  const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(event.target, list, at + (event.key === "ArrowDown" ? 1 : -1));
  else if (event.key === "Enter" || event.key === "Tab") insert(event.target, items[at]);
  else if (event.key === "Escape") close(event.target);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("mousedown", (event) => {
  const item = event.target.closest?.(".mention-list [role=option]");
  if (!item) return;
  event.preventDefault();
  insert(item.closest("[data-mentions]").querySelector("[data-editor-text]"), item);
});

document.addEventListener("focusout", (event) => {
  if (isField(event.target)) close(event.target);
});
