// The lineage picture: pan by drag, zoom, moving between neighbours by arrow keys, opening counted nodes in place.
// Everything here is also a link or a scroll bar, so the page works without this file.
import { isTyping, singleKeysAreOn } from "./keys.js";

const STEP = 1.2, SMALLEST = 0.3, LARGEST = 2.5;
const canvasOf = (element) => element?.closest("[data-lineage]") ?? document.querySelector("[data-lineage]");
const svgOf = (canvas) => canvas?.querySelector("[data-lineage-svg]");

function naturalSize(svg) {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  return { width, height };
}

function zoomOf(svg) {
  return Number(svg.getAttribute("width")) / naturalSize(svg).width;
}

function zoom(canvas, wanted, at) {
  const svg = svgOf(canvas);
  if (!svg) return;
  const before = zoomOf(svg), now = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  const { width, height } = naturalSize(svg);
  const x = at?.x ?? canvas.clientWidth / 2, y = at?.y ?? canvas.clientHeight / 2;
  const keepX = (canvas.scrollLeft + x) / before, keepY = (canvas.scrollTop + y) / before;
  svg.setAttribute("width", width * now);
  svg.setAttribute("height", height * now);
  canvas.scrollTo({ left: keepX * now - x, top: keepY * now - y, behavior: "instant" });
  const level = document.querySelector("[data-zoom-level]");
  if (level) level.textContent = `${Math.round(now * 100)} %`;
}

function fit(canvas) {
  const { width, height } = naturalSize(svgOf(canvas));
  zoom(canvas, Math.min(1, canvas.clientWidth / width, canvas.clientHeight / height));
}

function showBase(canvas) {
  const target = canvas.querySelector(".is-found") ?? canvas.querySelector(".is-base");
  if (!target) return;
  const box = target.getBoundingClientRect(), frame = canvas.getBoundingClientRect();
  canvas.scrollBy({
    left: box.left - frame.left - (frame.width - box.width) / 2,
    top: box.top - frame.top - (frame.height - box.height) / 2,
    behavior: "instant",
  });
}

function start() {
  for (const canvas of document.querySelectorAll("[data-lineage]:not([data-started])")) {
    canvas.dataset.started = "";
    showBase(canvas);
  }
  for (const controls of document.querySelectorAll("[data-zoom]")) controls.hidden = !document.querySelector("[data-lineage]");
}

// Pan by drag, with the main button, from the ground or from a node alike.
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const canvas = event.target.closest?.("[data-lineage]");
  if (!canvas || event.button !== 0 || event.pointerType === "touch") return;
  drag = { canvas, x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.moved && Math.hypot(dx, dy) < 4) return;
  drag.moved = true;
  drag.canvas.classList.add("is-dragging");
  drag.canvas.scrollTo({ left: drag.left - dx, top: drag.top - dy, behavior: "instant" });
});
document.addEventListener("pointerup", () => {
  if (!drag) return;
  drag.canvas.classList.remove("is-dragging");
  if (drag.moved) addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); }, { capture: true, once: true });
  drag = null;
});
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-lineage]")) event.preventDefault();
});
document.addEventListener("wheel", (event) => {
  const canvas = event.target.closest?.("[data-lineage]");
  if (!canvas || !event.ctrlKey) return;
  event.preventDefault();
  const frame = canvas.getBoundingClientRect();
  zoom(canvas, zoomOf(svgOf(canvas)) * (event.deltaY < 0 ? STEP : 1 / STEP), { x: event.clientX - frame.left, y: event.clientY - frame.top });
}, { passive: false });

document.addEventListener("click", (event) => {
  const canvas = document.querySelector("[data-lineage]");
  if (event.target.closest?.("[data-zoom-in]")) zoom(canvas, zoomOf(svgOf(canvas)) * STEP);
  else if (event.target.closest?.("[data-zoom-out]")) zoom(canvas, zoomOf(svgOf(canvas)) / STEP);
  else if (event.target.closest?.("[data-zoom-fit]")) fit(canvas);
  else {
    const link = event.target.closest?.("a[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (!link.closest("[data-lineage-page]")) return;
    event.preventDefault();
    swap(link.getAttribute("href"), link.closest("[data-guid]")?.dataset.guid);
  }
});

// Opening a counted node or choosing a column loads the same address and takes its picture over.
async function swap(href, guid, { remember = true } = {}) {
  const place = document.querySelector("[data-lineage-page]"), canvas = document.querySelector("[data-lineage]");
  const scroll = canvas && { left: canvas.scrollLeft, top: canvas.scrollTop };
  const scale = canvas ? zoomOf(svgOf(canvas)) : 1;
  const answer = await fetch(href, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-lineage-page]");
  if (!answer.ok || !fresh) return window.location.assign(href);
  place.replaceWith(document.adoptNode(fresh));
  if (remember) history.pushState({ lineage: true }, "", href);
  const now = document.querySelector("[data-lineage]");
  document.addEventListener("htmx:afterSettle", start);
start();
  if (now && scroll) {
    zoom(now, scale);
    now.scrollTo({ ...scroll, behavior: "instant" });
  }
  document.querySelector(`[data-guid="${CSS.escape(guid ?? "")}"] a`)?.focus({ preventScroll: true });
}
window.addEventListener("popstate", (event) => {
  if (document.querySelector("[data-lineage-page]") && event.state?.lineage !== undefined) swap(location.href, null, { remember: false });
});
if (document.querySelector("[data-lineage-page]")) history.replaceState({ lineage: true }, "");

// Edges of the node in focus or under the pointer stand out.
function mark(target, on) {
  const node = target.closest?.("[data-guid]");
  if (!node?.closest("[data-lineage]")) return;
  const guid = CSS.escape(node.dataset.guid);
  for (const edge of node.closest("svg").querySelectorAll(`[data-from="${guid}"], [data-to="${guid}"]`)) edge.classList.toggle("is-near", on);
}
for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])
  document.addEventListener(name, (event) => mark(event.target, on));

// Arrows move to the nearest node in that direction; one-letter keys rest when they are switched off.
const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function neighbour(link, [dx, dy]) {
  const from = link.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const other of link.closest("svg").querySelectorAll("[data-node]")) {
    if (other === link) continue;
    const to = other.getBoundingClientRect();
    const x = to.left + to.width / 2 - from.left - from.width / 2, y = to.top + to.height / 2 - from.top - from.height / 2;
    const ahead = dx * x + dy * y, beside = Math.abs(dy * x + dx * y);
    const joined = dx !== 0 && isJoined(link, other) ? 0.2 : 1;
    if (ahead > 8 && (dx !== 0 || beside < from.width) && (ahead + 2 * beside) * joined < least) [best, least] = [other, (ahead + 2 * beside) * joined];
  }
  return best;
}
function isJoined(one, other) {
  const a = CSS.escape(one.closest("[data-guid]").dataset.guid), b = CSS.escape(other.closest("[data-guid]").dataset.guid);
  return one.closest("svg").querySelector(`[data-from="${a}"][data-to="${b}"], [data-from="${b}"][data-to="${a}"]`) !== null;
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const canvas = event.target.closest?.("[data-lineage]");
  if (!canvas) return;
  const link = event.target.closest("[data-node]");
  if (event.key in SIDES && link) {
    event.preventDefault();
    const next = neighbour(link, SIDES[event.key]);
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return;
  }
  if (!singleKeysAreOn()) return;
  if (event.key === "0") fit(canvas);
  else if (event.key === "+" && link?.matches("[data-expand]")) link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else if (event.key === "c") event.target.closest("[data-guid]")?.querySelector("[data-column]")?.focus();
  else return;
  event.preventDefault();
});

document.addEventListener("htmx:afterSettle", start);
start();
