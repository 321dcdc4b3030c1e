// People have no pictures here: a disc in their own colour with the first letter of their name.

import { h } from "./dom.js";

const FALLBACK = ["#5a6dd3", "#be553e", "#2b8362", "#9a5bb5", "#926f23", "#397c9f"];

/** The name that is shown for a user. */
export function displayName(user) {
  return user?.global_name ?? user?.username ?? "?";
}

/** A user's colour; users from elsewhere get one by their id. */
export function colourOf(user) {
  if (/^#[0-9a-f]{6}$/i.test(user?.color ?? "")) return user.color;
  return FALLBACK[Number(String(user?.id ?? "0").slice(-4)) % FALLBACK.length];
}

/** The same colour, light enough to be read as a name on the dark ground. */
export function nameColour(user) {
  return `color-mix(in oklab, ${colourOf(user)} 55%, white)`;
}

/** The disc. `size`: "", "small" or "tiny". */
export function avatar(user, size = "") {
  const letter = [...displayName(user)][0]?.toUpperCase() ?? "?";
  const disc = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, letter);
  disc.style.setProperty("--avatar", colourOf(user));
  return disc;
}
