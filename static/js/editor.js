// The editor of a text: helps for Markdown, write and preview, and a draft that this browser keeps.
import { announce } from "./live.js";
import "./mentions.js";

const KEEP_FOR = 14 * 24 * 3600 * 1000;
const keyOf = (guid) => `draft:${guid}`;

function readDraft(guid) {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(guid)) ?? "null");
    return draft && Date.now() - draft.at < KEEP_FOR ? draft : null;
  } catch {
    return null;
  }
}

function keepDraft(guid, draft) {
  try {
    localStorage.setItem(keyOf(guid), JSON.stringify(draft));
  } catch {
    announce("This browser keeps no draft: its storage is full or closed.");
  }
}

const dropDraft = (guid) => localStorage.removeItem(keyOf(guid));

function start(editor) {
  if ("started" in editor.dataset) return;
  editor.dataset.started = "";
  for (const part of editor.querySelectorAll("[data-editor-tabs], [data-editor-helps]")) part.hidden = false;
  for (const part of editor.querySelectorAll("[data-without-script]")) part.hidden = true;
  const field = editor.querySelector("[data-editor-text]");
  field.dataset.saved = field.value;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  if (!("merging" in editor.dataset)) offerDraft(editor, field);
}

function offerDraft(editor, field) {
  const draft = readDraft(editor.dataset.guid);
  if (!draft || draft.text === field.value) return;
  const offer = editor.querySelector("[data-draft]");
  offer.querySelector("[data-draft-time]").textContent = new Date(draft.at).toISOString().slice(0, 16).replace("T", " ") + " UTC";
  offer.hidden = false;
}

// A text that stands was saved or left: what was sent as a draft is no longer one.
function settle() {
  for (const editor of document.querySelectorAll("[data-editor]")) start(editor);
  for (const saved of document.querySelectorAll("[data-saved][data-guid]")) dropDraft(saved.dataset.guid);
  const shown = document.querySelector("#description[data-guid]:not([data-editor], .conflict)");
  const draft = shown && readDraft(shown.dataset.guid);
  if (draft?.sent && Number(shown.dataset.revision) > draft.revision) dropDraft(shown.dataset.guid);
}

let timer = 0;
document.addEventListener("input", (event) => {
  const field = event.target.closest?.("[data-editor-text]");
  if (!field) return;
  const { guid, revision } = field.closest("[data-editor]").dataset;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const isChanged = field.value !== field.dataset.saved;
    if (isChanged) keepDraft(guid, { text: field.value, revision: Number(revision), at: Date.now() });
    else dropDraft(guid);
    field.form.querySelector("[data-draft-kept]").hidden = !isChanged;
  }, 400);
});

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector?.("[data-editor-text]");
  if (!field || field.value === field.dataset.saved) return;
  clearTimeout(timer);
  const { guid, revision } = field.closest("[data-editor]").dataset;
  keepDraft(guid, { text: field.value, revision: Number(revision), at: Date.now(), sent: true });
}, true);

function replaceSelection(field, before, middle, after) {
  const { selectionStart: start, selectionEnd: end } = field;
  field.focus();
  field.setRangeText(before + middle + after, start, end, "end");
  field.setSelectionRange(start + before.length, start + before.length + middle.length);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function help(button, field) {
  const chosen = field.value.slice(field.selectionStart, field.selectionEnd);
  const { wrap, lines, insert } = button.dataset;
  if (wrap) replaceSelection(field, wrap, chosen || (wrap === "`" ? "name" : "text"), wrap);
  if (lines) replaceSelection(field, "", (chosen || "item").split("\n").map((line) => lines + line).join("\n"), "");
  if (insert === "link") replaceSelection(field, "[", chosen || "text", "](https://)");
  if (insert === "table") replaceSelection(field, "\n\n| ", chosen || "column", " | meaning |\n|---|---|\n|  |  |\n");
}

function showPreview(editor, isOn) {
  editor.querySelector("[data-write]").setAttribute("aria-pressed", String(!isOn));
  editor.querySelector("[data-preview]").setAttribute("aria-pressed", String(isOn));
  editor.querySelector("[data-editor-text]").hidden = isOn;
  editor.querySelector("[data-editor-helps]").hidden = isOn;
  editor.querySelector("#description-preview").hidden = !isOn;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button, a");
  const editor = button?.closest("[data-editor]");
  if (button?.dataset.dropsDraft) dropDraft(button.dataset.dropsDraft);
  if (!editor) return;
  const field = editor.querySelector("[data-editor-text]");
  if (button.closest("[data-editor-helps]")) help(button, field);
  if (button.matches("[data-write], [data-preview]")) showPreview(editor, button.matches("[data-preview]"));
  if (button.matches("[data-draft-use]")) {
    field.value = readDraft(editor.dataset.guid)?.text ?? field.value;
    editor.querySelector("[data-draft]").hidden = true;
    field.focus();
  }
  if (button.matches("[data-draft-drop]")) {
    dropDraft(editor.dataset.guid);
    editor.querySelector("[data-draft]").hidden = true;
  }
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.("[data-editor-text]");
  if (!field) return;
  if (event.key === "Escape") field.closest("[data-editor]").querySelector("[data-leave]")?.click();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit(field.form.querySelector("[value=save]"));
});

document.addEventListener("htmx:afterSettle", settle);
settle();
