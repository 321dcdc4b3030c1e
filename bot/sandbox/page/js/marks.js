// Small things that many parts draw.

import { h } from "./dom.js";
import { drawnEmoji, emoji } from "./markdown.js";


/** The small picture of a button or an option; null without one. */
export function emojiOf(data) {
  if (!data) return null;
  if (data.id) return emoji(data);
  return drawnEmoji(data.name) ?? h("span", { class: "unicode-emoji" }, data.name);
}

/** Three dots that say: on its way. */
export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
