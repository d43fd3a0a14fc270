// Says aloud, politely, what changed in a part that was swapped: the text marked data-announce in it.
"use strict";

window.sayso = {
  announce(words) {
    const announcer = document.getElementById("announcer");
    if (announcer && announcer.textContent !== words) announcer.textContent = words;
  },
};

document.addEventListener("htmx:after:swap", () => {
  const news = document.querySelector("[data-announce]");
  if (news) window.sayso.announce(news.textContent.trim());
});
