// Keeps the focus where the reader was: after a form's answer is swapped in, it returns to the control that
// was pressed or, when that is gone, to the first control of the same step. A form that comes back with
// errors gives it to their summary.
"use strict";

let pressed = null;

document.addEventListener("submit", (event) => {
  const place = event.target.closest(".step, .group, .bar, main");
  const button = event.submitter && event.submitter.id;
  pressed = { button, form: event.target.id, place: place && place.id };
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

document.addEventListener("htmx:after:swap", () => {
  if (!pressed) return;
  const { button, form, place } = pressed;
  pressed = null;
  if (focusOnErrors() || document.activeElement !== document.body) return;
  const again = button && document.getElementById(button);
  const same = again || (form && document.querySelector(`#${CSS.escape(form)} button`));
  const around = place && document.getElementById(place);
  const next = same || (around && firstControlOf(around)) || around;
  if (next) next.focus({ preventScroll: true });
});

focusOnErrors();
