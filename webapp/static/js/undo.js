// Keeps the button of an undo true while changes are ticked and unticked, and what goes together ticked together. Without
// it the button says that it takes back what is ticked.
"use strict";

// What a person ticked or unticked, and what was shown of it: another look keeps that, where it shows the same.
const decided = new Map();

const allTicks = () => [...document.querySelectorAll("#take-back [data-tick]")];

function saidOf(parts, live) {
  if (parts === 1) return `Take back 1 change${live ? "" : ", not"} on the live site`;
  return `Take back ${parts} changes, ${live || "none"} on the live site`;
}

// The newer changes on the same page that are taken back before this one.
const newerOf = (box) => (box.dataset.afters || "").split(" ");

// An older change on the same page comes back after the newer ones, and not without any of them.
function tickTogether(box) {
  const ticks = allTicks();
  if (box.checked) {
    for (const newer of ticks) {
      if (newer.checked || !newerOf(box).includes(newer.value)) continue;
      newer.checked = true;
      tickTogether(newer);
    }
    return;
  }
  for (const older of ticks) {
    if (!older.checked || !newerOf(older).includes(box.value)) continue;
    older.checked = false;
    tickTogether(older);
  }
}

const shownOf = (box) => box.closest(".step").querySelector("[name=seen]").value;

function remember() {
  for (const box of allTicks()) decided.set(shownOf(box), box.checked);
}

function tickAgain() {
  for (const box of allTicks()) {
    if (decided.has(shownOf(box))) box.checked = decided.get(shownOf(box));
  }
  tellTicked();
}

function tellTicked() {
  const ticks = allTicks();
  const button = document.getElementById("take-back-button");
  if (!button || !ticks.length) return;
  const ticked = ticks.filter((box) => box.checked);
  const live = ticked.filter((box) => box.dataset.live === "yes").length;
  button.hidden = ticked.length === 0;
  button.querySelector("span").textContent = saidOf(ticked.length, live);
  const tally = ticked.length ? `Ticked: ${ticked.length} of ${ticks.length}.` : "Nothing is ticked: tick what to take back.";
  document.getElementById("ticked").textContent = tally;
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-tick]")) return;
  tickTogether(event.target);
  remember();
  tellTicked();
  window.sayso.announce(document.getElementById("ticked").textContent);
});
document.addEventListener("htmx:after:swap", tickAgain);
tellTicked();
