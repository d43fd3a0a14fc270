// What unfolds: Escape folds the account menu again, a question that opens is moved clear of the bar at the foot, and a
// step in a folded group that can not run any more comes into view.
"use strict";

document.addEventListener("keydown", (event) => {
  const menu = document.querySelector(".menu[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("toggle", (event) => {
  const question = event.target;
  if (!question.open || !question.matches(".ask") || question.closest(".bar")) return;
  // Only when the page was drawn: before that, the browser's own keeping of the place would take it back.
  const clear = () => question.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(clear));
}, true);

let hindered = new Set();

// Once for each: whoever folds the group again wants it folded.
function unfoldHindered() {
  const cards = [...document.querySelectorAll(".fold__body > .steps > .step--hindered")];
  for (const card of cards) {
    if (!hindered.has(card.id)) card.closest(".fold").open = true;
  }
  hindered = new Set(cards.map((card) => card.id));
}

document.addEventListener("htmx:after:swap", unfoldHindered);
