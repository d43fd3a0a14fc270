// Gives every exact time in the zone that the reader chose or, where none was chosen, in the browser's own, which it
// names. The page already carries it in the chosen zone, or in UTC.
"use strict";

const { lang, dataset } = document.documentElement;
const inFull = new Intl.DateTimeFormat(lang, {
  day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

function tellLocally(root) {
  if (dataset.zone) return;
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const words = inFull.format(new Date(time.dateTime));
    if ("exact" in time.dataset) time.textContent = words;
    else time.title = words;
    time.dataset.local = "";
  }
}

document.addEventListener("htmx:after:swap", () => tellLocally(document));
tellLocally(document);
