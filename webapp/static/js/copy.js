// Shows each copy button (without scripts the text beside it can be selected) and copies when it is pressed.
"use strict";

function offerCopying(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const words = button.querySelector("span");
  const before = words.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    words.textContent = button.dataset.copied;
  } catch {
    words.textContent = "Select it instead";
  }
  window.sayso.announce(words.textContent);
  setTimeout(() => { words.textContent = before; }, 2500);
});

document.addEventListener("htmx:after:swap", () => offerCopying(document));
offerCopying(document);
