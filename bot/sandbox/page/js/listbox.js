// A list of choices with one highlighted: pickers, selects and the composer's suggestions.

import { fill, h, icon } from "./dom.js";

let count = 0;

/**
 * Items: {label (string or nodes), description?, aside?, lead? (node), value, selected?, disabled?, heading?}.
 * A heading is a title between items. `pick(item)` is called for a choice.
 */
export class Listbox {
  items = [];
  at = -1;

  constructor({ pick, label, multiple = false, keepFocus = true }) {
    this.pick = pick;
    this.multiple = multiple;
    this.id = `listbox-${(count += 1)}`;
    this.element = h("div", {
      class: "listbox",
      id: this.id,
      role: "listbox",
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
    });
    // The field that the list belongs to keeps the focus.
    if (keepFocus) this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Shows `items`; `empty` is said where there is none. `at` is highlighted (-1: nothing). */
  show(items, { at = 0, empty = "" } = {}) {
    this.items = items;
    const rows = items.map((item, index) => this.#row(item, index));
    fill(this.element, rows.length ? rows : h("div", { class: "listbox-empty" }, empty));
    this.highlight(
      this.#usable(at) ? at : items.findIndex((_, index) => at >= 0 && this.#usable(index)),
      true,
    );
  }

  get current() {
    return this.items[this.at] ?? null;
  }

  highlight(index, scroll = true) {
    this.at = index;
    [...this.element.children].forEach((row, place) => row.classList.toggle("highlighted", place === index));
    const row = this.element.children[index];
    if (scroll && row && index >= 0) row.scrollIntoView?.({ block: "nearest" });
  }

  /** The id of the highlighted row, for aria-activedescendant. */
  get activeId() {
    return this.at >= 0 ? `${this.id}-${this.at}` : null;
  }

  move(step) {
    const size = this.items.length;
    if (!this.items.some((_, index) => this.#usable(index))) return;
    let next = this.at < 0 && step < 0 ? size : this.at;
    do next = (next + step + size) % size;
    while (!this.#usable(next));
    this.highlight(next);
  }

  /** Chooses the highlighted item; false if there is none. */
  choose() {
    if (!this.current || !this.#usable(this.at)) return false;
    this.pick(this.current);
    return true;
  }

  /** Arrow keys, Home and End; true if the key was one of them. */
  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return false;
    event.preventDefault();
    this.move(steps[event.key]);
    return true;
  }

  #usable(index) {
    const item = this.items[index];
    return Boolean(item) && !item.heading && !item.disabled;
  }

  #row(item, index) {
    if (item.heading) return h("div", { class: "listbox-heading", role: "presentation" }, item.heading);
    const row = h(
      "div",
      {
        class: "listbox-row",
        id: `${this.id}-${index}`,
        role: "option",
        "aria-selected": item.selected ? "true" : "false",
        "aria-disabled": item.disabled ? "true" : null,
        dataset: { value: item.value ?? "" },
      },
      item.lead ?? null,
      h(
        "span",
        { class: "listbox-text" },
        h("span", { class: "listbox-label" }, item.label),
        item.description ? h("small", {}, item.description) : null,
      ),
      item.aside ? h("span", { class: "listbox-aside" }, item.aside) : null,
      item.selected ? icon("check", 18) : null,
    );
    row.addEventListener(
      "pointermove",
      () => this.at !== index && this.#usable(index) && this.highlight(index, false),
    );
    row.addEventListener("click", () => {
      if (!this.#usable(index)) return;
      this.highlight(index, false);
      this.choose();
    });
    return row;
  }
}
