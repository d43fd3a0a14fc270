// Says, while somebody chooses what stands, what is still to be chosen. Without it the answer to the form says so.
"use strict";

function tellWhatIsLeft() {
  const told = document.querySelector("[data-choices]");
  if (!told) return;
  const open = [...document.querySelectorAll(".clash")].filter((clash) => !clash.querySelector("input:checked"));
  const names = open.map((clash) => clash.querySelector("legend bdi").textContent);
  const words = names.length ? `${told.dataset.choices} ${names.join(", ")}.` : told.dataset.chosen;
  if (told.textContent !== words) told.textContent = words;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".clash")) tellWhatIsLeft();
});
