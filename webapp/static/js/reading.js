// Goes from change to change of a step with the keys n and p. The same places have links at the head of the changes.
"use strict";

function isForText(element) {
  return element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog") !== null;
}

function goToChange(by) {
  const all = [...document.querySelectorAll("[id^='change-']")];
  if (!all.length) return;
  const at = all.indexOf(document.activeElement.closest("[id^='change-']"));
  const next = at < 0 ? all[by > 0 ? 0 : all.length - 1] : all[at + by];
  if (!next) {
    window.sayso.announce(by > 0 ? "This was the last change." : "This was the first change.");
    return;
  }
  for (let fold = next.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "center" });
}

document.addEventListener("keydown", (event) => {
  const other = event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
  const by = { n: 1, p: -1 }[event.key];
  if (!by || other || isForText(event.target)) return;
  goToChange(by);
});
