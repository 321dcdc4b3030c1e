// `<t:…>` stamps in the client's language; relative ones count on while they are on the page.

import { h } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** A <time> element for `seconds` since the epoch in one of Discord's styles. */
export function timestamp(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${seconds}:${style}>`);
  const full = new Intl.DateTimeFormat(locale, FORMATS.F).format(date);
  const text =
    style === "R" ? relative(seconds, locale) : new Intl.DateTimeFormat(locale, FORMATS[style]).format(date);
  const element = h("time", { class: "md-time", datetime: date.toISOString(), title: full }, text);
  if (style === "R") {
    element.dataset.relative = String(seconds);
    element.dataset.locale = locale;
  }
  return element;
}

/** "in 9 minutes", "3 seconds ago": the largest unit that fits, rounded towards now. */
export function relative(seconds, locale, now = Date.now() / 1000) {
  const distance = seconds - now;
  const whole = Math.round(Math.abs(distance));
  const [unit, size] = UNITS.find(([, length]) => whole >= length) ?? UNITS.at(-1);
  const count = Math.floor(whole / size);
  const sign = distance < 0 ? -count : count;
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(sign, unit);
}

/** Counts all relative stamps on the page; only text that changed is touched. */
export function startCounting() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(element.dataset.relative), element.dataset.locale);
      if (element.textContent !== text) element.textContent = text;
    }
  }, 500);
}

/** The time shown beside a message's author: "14:03" today, date and time before. */
export function messageTime(iso, locale) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(
    locale,
    today ? FORMATS.t : { dateStyle: "short", timeStyle: "short" },
  ).format(date);
}

/** The title of a day in the list of messages. */
export function dayTitle(iso, locale) {
  return new Intl.DateTimeFormat(locale, FORMATS.D).format(new Date(iso));
}
