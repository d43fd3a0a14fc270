// Keeps the focus where the reader was: after a form's answer is swapped in, it returns to the control that
// was pressed or, when that is gone, to the first control of the same step, or else to what the page says now. A form
// that comes back with errors gives it to their summary, and a page that is an answer says first what became of it.
"use strict";

const ANSWERED = "sayso.answered";
let pressed = null;
let newsHadFocus = false;

document.addEventListener("submit", (event) => {
  const place = event.target.closest(".step, .group, .bar");
  const button = event.submitter && event.submitter.id;
  pressed = { element: event.target, button, form: event.target.id, place: place && place.id };
  // What is answered with a file loads no page.
  const loads = !event.target.hasAttribute("hx-post") && !event.target.hasAttribute("data-file");
  const plain = event.target.method === "post" && loads;
  if (plain && !event.defaultPrevented) sessionStorage.setItem(ANSWERED, "yes");
});

function firstControlOf(place) {
  const actions = place.querySelector(".step__actions") || place;
  return actions.querySelector("button, a[href], summary");
}

function focusOnErrors() {
  const errors = document.querySelector("[data-focus]");
  if (errors) errors.focus();
  return errors !== null;
}

// What was said about the wish, or else the page's heading.
function focusOnNews() {
  const news = document.querySelector("#notices .notice, main h1");
  if (!news) return;
  news.tabIndex = -1;
  news.dataset.news = "";
  news.focus({ preventScroll: true });
}

function goBackTo({ button, form, place }) {
  if (focusOnErrors() || document.activeElement !== document.body) return;
  const again = button && document.getElementById(button);
  const same = again || (form && document.querySelector(`#${CSS.escape(form)} button`));
  const around = place && document.getElementById(place);
  const next = same || (around && firstControlOf(around)) || around;
  if (next) next.focus({ preventScroll: true });
  else focusOnNews();
}

document.addEventListener("htmx:before:request", ({ detail }) => {
  if (pressed && detail.ctx.sourceElement === pressed.element) pressed.asked = detail.ctx;
});

document.addEventListener("htmx:after:request", ({ detail }) => {
  if (detail.ctx.hx && detail.ctx.hx.redirect) sessionStorage.setItem(ANSWERED, "yes");
});

document.addEventListener("htmx:before:swap", () => {
  newsHadFocus = document.activeElement.matches("[data-news]");
});

// A part that a page asks for by itself is no answer, unless it took away what was pressed, or what was being read.
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (newsHadFocus && document.activeElement === document.body) focusOnNews();
  if (!pressed || (detail.ctx !== pressed.asked && pressed.element.isConnected)) return;
  const last = pressed;
  pressed = null;
  goBackTo(last);
});

function isAnAnswer() {
  const answered = sessionStorage.getItem(ANSWERED) !== null;
  sessionStorage.removeItem(ANSWERED);
  return answered && document.activeElement === document.body && !location.hash;
}

const answered = isAnAnswer();
if (!focusOnErrors() && answered) focusOnNews();
