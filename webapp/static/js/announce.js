// Says aloud, politely, what changed in a part that was swapped: the text marked data-announce in it. The window's title
// follows the part that carries data-title.
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
  const titled = document.querySelector("[data-title]");
  if (titled) document.title = titled.dataset.title;
});
