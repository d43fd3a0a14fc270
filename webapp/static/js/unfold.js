// What unfolds: Escape folds the account menu again, and a question that opens is moved clear of the bar at the foot.
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
