// Keeps "in 3 hours" true while a page lies open, and shows the warning of the last hour when that begins.
"use strict";

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

function inWords(seconds) {
  if (seconds <= 0) return "now";
  if (seconds < MINUTE) return "in less than a minute";
  const [size, noun] = seconds < HOUR ? [MINUTE, "minute"] : seconds < 2 * DAY ? [HOUR, "hour"] : [DAY, "day"];
  const number = Math.floor(seconds / size);
  return `in ${number} ${noun}${number === 1 ? "" : "s"}`;
}

function secondsTo(moment) {
  return (new Date(moment) - Date.now()) / 1000;
}

function countDown() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const words = inWords(secondsTo(time.dateTime));
    if (time.textContent !== words) time.textContent = words;
  }
  for (const warning of document.querySelectorAll("[data-last-hour][hidden]")) {
    if (secondsTo(warning.dataset.lastHour) > HOUR) continue;
    warning.hidden = false;
    window.sayso.announce(warning.textContent.trim());
  }
}

setInterval(countDown, 20_000);
