// Small things that many parts draw.

import { h, icon } from "./dom.js";
import { emoji } from "./markdown.js";

// Discord draws every emoji itself; of those that the bot's buttons have, not every machine has a font.
const ARROWS = { "⏮": "first", "◀": "back", "▶": "next", "⏭": "last" };

/** The small picture of a button or an option; null without one. */
export function emojiOf(data) {
  if (!data) return null;
  if (data.id) return emoji(data);
  const arrow = ARROWS[data.name.replace("\uFE0F", "")];
  return h("span", { class: "unicode-emoji" }, arrow ? icon(arrow) : data.name);
}

/** Three dots that say: on its way. */
export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
