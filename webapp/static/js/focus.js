// Keeps the focus where the reader was: after a swap it returns to the control that was pressed, or, when
// that is gone, to the first control of the same step. A form that came back with errors gets it first.
"use strict";

let remembered = null;

document.addEventListener("htmx:before:swap", () => {
  const held = document.activeElement;
  const place = held && held.closest(".step, .bar, [id]");
  if (!place || held === document.body) return;
  const form = held.closest("form");
  remembered = { control: held.id || (form && form.id), place: held.closest(".step, .bar")?.id || place.id };
});

function firstControlOf(place) {
  const actions = place.querySelector(".step__actions") || place;
  return actions.querySelector("button, a[href], summary, input:not([type=hidden])");
}

document.addEventListener("htmx:after:swap", () => {
  const errors = document.querySelector("[data-focus]");
  if (errors) {
    errors.focus();
    return;
  }
  if (!remembered || document.activeElement !== document.body) return;
  const kept = remembered.control && document.getElementById(remembered.control);
  const place = document.getElementById(remembered.place);
  const next = kept ? kept.querySelector("button") || kept : place && firstControlOf(place);
  if (next) next.focus({ preventScroll: true });
});

const errors = document.querySelector("[data-focus]");
if (errors) errors.focus();
