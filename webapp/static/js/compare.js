// A comparison with the site that is still on its way when somebody decides is given up, for its answer would show the
// page as it was before the decision. It is asked for again once the decision is shown.
"use strict";

let comparing = null;
let givenUp = false;

document.addEventListener("htmx:before:request", (event) => {
  if (event.target.id === "check") comparing = event.target;
});

document.addEventListener("htmx:after:request", (event) => {
  if (event.target === comparing) comparing = null;
});

document.addEventListener("submit", (event) => {
  if (!comparing || event.target === comparing) return;
  window.htmx.trigger(comparing, "htmx:abort");
  comparing = null;
  givenUp = true;
}, true);

document.addEventListener("htmx:after:swap", () => {
  const check = document.getElementById("check");
  if (!givenUp || !check) return;
  givenUp = false;
  window.htmx.trigger(check, "submit");
});
