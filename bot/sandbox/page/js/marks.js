// Small things that many parts draw.

import { h } from "./dom.js";
import { emoji } from "./markdown.js";

/** The small picture of a button or an option; null without one. */
export function emojiOf(data) {
  if (!data) return null;
  return data.id ? emoji(data) : h("span", { class: "unicode-emoji" }, data.name);
}

/** Three dots that say: on its way. */
export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
