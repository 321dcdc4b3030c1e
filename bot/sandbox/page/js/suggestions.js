// The panel over the composer: commands, options, choices.

import { fill, h } from "./dom.js";
import { Listbox } from "./listbox.js";

export class Suggestions {
  #pick = null;

  constructor() {
    this.list = new Listbox({ pick: (item) => this.#pick?.(item), label: "" });
    this.title = h("div", { class: "suggestions-title" });
    this.element = h("div", { class: "suggestions", hidden: true }, this.title, this.list.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /** Shows rows under a title; `pick` is called for the chosen one. */
  show({ title, note, items, pick, at = 0, empty = "" }) {
    this.#pick = pick;
    this.element.hidden = false;
    fill(this.title, h("b", {}, title), note ? h("span", {}, note) : null);
    this.list.show(items, { at, empty });
  }

  hide() {
    this.element.hidden = true;
    this.list.show([]);
  }
}
