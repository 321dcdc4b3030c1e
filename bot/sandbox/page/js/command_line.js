// A slash command being written: its name, chips for its options, and a place to find more options.
//
// Keys: Tab and Enter take a suggestion, Enter with nothing to take sends, arrows move in the list,
// Backspace in an empty chip removes it, Escape closes the list, then leaves the command.

import { h } from "./dom.js";
import { OptionField } from "./option_field.js";

const ASK_AFTER_MS = 180;

export class CommandLine {
  fields = [];
  #asked = 0;

  /** `command` is a leaf of command_tree.js; `leave(text)` goes back to plain text; `send(options)` sends. */
  constructor(command, { context, suggestions, leave, send }) {
    Object.assign(this, { command, context, suggestions, leave, send });
    this.tail = h("input", {
      class: "option-tail",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": context.say("optionsTitle"),
    });
    this.problem = h("div", { class: "command-problem", role: "alert" });
    this.name = h("span", { class: "command-name" }, `/${command.label}`);
    this.line = h("div", { class: "command-line" }, this.name, this.tail);
    this.element = h("div", { class: "command-box" }, this.line, this.problem);
    this.tail.addEventListener("input", () => this.#tailTyped());
    this.tail.addEventListener("focus", () => this.#suggestOptions());
    this.tail.addEventListener("keydown", (event) => this.#tailKey(event));
    this.line.addEventListener("click", (event) => event.target === this.line && this.tail.focus());
    for (const option of command.options) if (option.required) this.#add(option);
  }

  focus() {
    (this.fields.find((field) => !field.text)?.input ?? this.tail).focus();
  }

  // ---- options still to choose

  #unused() {
    return this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  #suggestOptions() {
    const text = this.tail.value.trim().toLowerCase();
    const fits = this.#unused().filter(
      (option) => option.label.toLowerCase().startsWith(text) || option.name.startsWith(text),
    );
    if (!fits.length && !text) return this.suggestions.hide();
    const { say } = this.context;
    const items = fits.map((option) => ({
      value: option.name,
      option,
      label: option.label,
      description: option.text,
      aside: say("optional"),
    }));
    const pick = (item) => this.#take(item.option);
    return this.suggestions.show({
      title: say("optionsTitle"),
      note: this.command.description,
      items,
      pick,
      at: text ? 0 : -1,
      empty: say("noChoices"),
    });
  }

  #tailTyped() {
    const typed = /^(\S+?)[:：]\s*$/.exec(this.tail.value)?.[1]?.toLowerCase();
    const option =
      typed && this.#unused().find((one) => one.label.toLowerCase() === typed || one.name === typed);
    if (option) this.#take(option);
    else this.#suggestOptions();
  }

  #take(option) {
    this.tail.value = "";
    this.#add(option).input.focus();
  }

  #add(option) {
    const field = new OptionField(option, this.context, () => this.#partial(field));
    field.path = this.command.path;
    field.input.addEventListener("focus", () => this.#suggestValues(field));
    field.input.addEventListener("input", () => this.#suggestValues(field));
    field.input.addEventListener("keydown", (event) => this.#fieldKey(event, field));
    this.fields.push(field);
    this.line.insertBefore(field.element, this.tail);
    return field;
  }

  #remove(field) {
    this.fields = this.fields.filter((one) => one !== field);
    field.element.remove();
  }

  #partial(without) {
    const filled = this.fields.filter((field) => field !== without && field.text.trim());
    return Object.fromEntries(filled.map((field) => [field.option.name, field.chosen?.value ?? field.text]));
  }

  // ---- values of one option

  async #suggestValues(field) {
    const turn = (this.#asked += 1);
    const { say } = this.context;
    const frame = {
      title: field.option.label,
      note: field.option.text,
      pick: (item) => this.#settle(field, item),
    };
    if (field.option.autocomplete) {
      this.suggestions.show({ ...frame, items: [], empty: say("loadingChoices") });
      await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS));
      if (turn !== this.#asked) return;
    }
    let items = null;
    let empty = say("noChoices");
    try {
      items = await field.suggestions();
    } catch {
      items = [];
      empty = say("choicesFailed");
    }
    if (turn !== this.#asked || document.activeElement !== field.input) return;
    const at = Math.max(0, items?.findIndex((item) => item.selected) ?? 0);
    if (items) this.suggestions.show({ ...frame, items, at, empty });
    else this.suggestions.show({ ...frame, items: [], empty: field.option.text });
  }

  #settle(field, item) {
    field.take(item);
    this.problem.textContent = "";
    this.#after(field);
  }

  #after(field) {
    const next = this.fields.slice(this.fields.indexOf(field) + 1).find((one) => !one.text);
    (next?.input ?? this.tail).focus();
  }

  // ---- keys

  #fieldKey(event, field) {
    if (event.isComposing || this.suggestions.list.key(event)) return;
    const { input } = field;
    const place = this.fields.indexOf(field);
    const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const atEnd = input.selectionStart === input.value.length;
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      event.preventDefault();
      this.#confirm(field, event.key);
    } else if (event.key === "Tab" || (event.key === "ArrowLeft" && atStart)) {
      event.preventDefault();
      (this.fields[place - 1]?.input ?? input).focus();
    } else if (event.key === "ArrowRight" && atEnd) {
      event.preventDefault();
      (this.fields[place + 1]?.input ?? this.tail).focus();
    } else if (event.key === "Backspace" && !input.value) {
      event.preventDefault();
      if (!field.option.required) this.#remove(field);
      if (field.option.required && !place) this.#back();
      else (this.fields[field.option.required ? place - 1 : -1]?.input ?? this.tail).focus();
    } else this.#otherKey(event);
  }

  #confirm(field, key) {
    const { list, open } = this.suggestions;
    const unsettled = !field.chosen || list.current?.value !== field.chosen.value;
    const wants = open && list.current && unsettled && (field.text || key === "Tab" || !field.chosen);
    if (wants) list.choose();
    else if (key === "Tab") this.#after(field);
    else this.submit();
  }

  #tailKey(event) {
    if (event.isComposing || this.suggestions.list.key(event)) return;
    const { list } = this.suggestions;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!list.choose() && !this.tail.value) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && list.items.length) {
      event.preventDefault();
      if (list.at < 0) list.move(1);
      list.choose();
    } else if ((event.key === "Backspace" || event.key === "ArrowLeft") && !this.tail.value) {
      event.preventDefault();
      const last = this.fields.at(-1);
      if (last) last.input.focus();
      else if (event.key === "Backspace") this.#back();
    } else this.#otherKey(event);
  }

  #otherKey(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (this.suggestions.open) this.suggestions.hide();
    else this.leave("");
  }

  #back() {
    this.leave(`/${this.command.label}`);
  }

  /** Checks every chip and sends; the first that cannot be sent gets the focus. */
  async submit() {
    const options = {};
    for (const field of this.fields) {
      const { value, problem } = await field.result();
      if (problem) {
        field.element.classList.add("wrong");
        field.input.focus();
        this.problem.textContent = `${field.option.label}: ${problem}`;
        return;
      }
      if (value !== undefined) options[field.option.name] = value;
    }
    this.send(options);
  }
}
