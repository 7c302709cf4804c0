// One sentence for screen readers, in the polite live region of the frame.
let timer;

export function announce(sentence) {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => { region.textContent = sentence; }, 50);
}
