// Decides with the keyboard: each key presses the button, or follows the link, that the page has anyway. It never
// listens while somebody types, and never together with another key.
"use strict";

const list = document.getElementById("keys-dialog");
const cards = () => [...document.querySelectorAll(".step")];

function isTyping(element) {
  return element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog") !== null;
}

// The card that has the focus; without one, the card that the address names.
function current() {
  return document.activeElement.closest(".step") || document.querySelector(".step:target");
}

// Without either, the first card that is on the screen.
function here() {
  return current() || cards().find((card) => card.getBoundingClientRect().bottom > 0);
}

function goTo(card) {
  if (!card) return;
  for (let fold = card.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "center" });
}

function move(by) {
  const all = cards();
  const from = current();
  goTo(from ? all[all.indexOf(from) + by] : here());
}

function press(part, otherwise) {
  const card = here();
  const control = card && card.querySelector(part);
  if (!control) return window.sayso.announce(otherwise);
  if (!card.contains(document.activeElement)) goTo(card);
  control.click();
}

function ask() {
  const question = here() && here().querySelector(".step__actions .ask");
  if (!question) return window.sayso.announce("You can not ask for a change of this step here.");
  question.open = true;
  question.querySelector("textarea").focus();
}

const keys = {
  j: () => move(1),
  k: () => move(-1),
  o: () => press("a[href^='/steps/']", "There is nothing more to open of this step."),
  a: () => press("[id^='accept-step'] button, .step__actions a.button--yes", "This step can not be accepted here."),
  d: () => press("[id^='drop-step'] button", "This step can not be dropped here."),
  u: () => press("[id^='reopen-step'] button", "Nothing was decided about this step."),
  c: ask,
  "?": () => list && list.showModal(),
};

document.addEventListener("keydown", (event) => {
  const other = event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat;
  const does = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
  if (!does || other || !list || isTyping(event.target)) return;
  event.preventDefault();
  does();
});

document.addEventListener("click", (event) => {
  if (!list || !event.target.closest("[data-keys]")) return;
  event.preventDefault();
  list.showModal();
});
