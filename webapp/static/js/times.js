// Gives every exact time in the reader's own zone and words; the page already carries it in UTC.
"use strict";

const inFull = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });

function tellLocally(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const words = inFull.format(new Date(time.dateTime));
    if ("exact" in time.dataset) time.textContent = words;
    else time.title = words;
    time.dataset.local = "";
  }
}

document.addEventListener("htmx:after:swap", () => tellLocally(document));
tellLocally(document);
