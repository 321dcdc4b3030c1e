// One option of a slash command while it is being filled in: a chip with a name and a value.

import { api } from "./api.js";
import { avatar, displayName } from "./avatar.js";
import { h } from "./dom.js";

export const OPTION = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
};
const NUMBERS = new Set([OPTION.integer, OPTION.number]);
const SHOWN = 25;

export class OptionField {
  constructor(option, context, others) {
    this.option = option;
    this.context = context;
    this.others = others;
    this.chosen = null;
    this.input = h("input", {
      class: "option-input",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": `${option.label}: ${option.text}`,
      dataset: { option: option.name },
    });
    this.element = h(
      "label",
      { class: "option-chip" },
      h("span", { class: "option-name" }, option.label),
      this.input,
    );
    this.input.addEventListener("input", () => {
      this.chosen = null;
      this.fit();
      this.element.classList.remove("wrong");
    });
    this.fit();
  }

  get text() {
    return this.input.value;
  }

  /** Takes a suggestion. */
  take(item) {
    this.chosen = { value: item.value, text: item.text };
    this.input.value = item.text;
    this.element.classList.remove("wrong");
    this.fit();
  }

  /** Makes the input as wide as its text; a full-width character counts for two. */
  fit() {
    const width = [...this.input.value].reduce(
      (sum, sign) => sum + (sign.codePointAt(0) > 0x2e7f ? 2 : 1),
      0,
    );
    this.input.size = Math.max(4, Math.min(width + 1, 36));
  }

  /** What may be chosen now, as rows for a list; null where anything may be typed. */
  async suggestions() {
    const { option } = this;
    if (option.autocomplete) return this.#asked();
    const all = this.#fixed();
    if (!all) return null;
    const text = this.chosen ? "" : this.text.trim().toLowerCase();
    return all.filter((item) => item.search.includes(text)).slice(0, SHOWN);
  }

  #fixed() {
    const { option, context } = this;
    const { client, say } = context;
    const row = (text, value, extra = {}) => ({
      label: text,
      text,
      value,
      search: `${text} ${value}`.toLowerCase(),
      selected: this.chosen?.value === value,
      ...extra,
    });
    if (option.choices) return option.choices.map((choice) => row(choice.label, choice.value));
    const people = () =>
      client
        .members()
        .map((user) =>
          row(displayName(user), user.id, {
            lead: avatar(user, "small"),
            aside: user.username,
            search: `${displayName(user)} ${user.username}`.toLowerCase(),
          }),
        );
    const roles = () =>
      (client.guild?.roles ?? []).map((role) => row(role.name, role.id, { aside: say("roleMember") }));
    switch (option.type) {
      case OPTION.boolean:
        return [row(say("yes"), true), row(say("no"), false)];
      case OPTION.user:
        return people();
      case OPTION.role:
        return roles();
      case OPTION.mentionable:
        return [...people(), ...roles()];
      case OPTION.channel:
        return client.textChannels(client.guild?.id).map((channel) => row(`#${channel.name}`, channel.id));
      default:
        return null;
    }
  }

  async #asked() {
    const { client } = this.context;
    const options = { ...this.others(), [this.option.name]: this.chosen ? "" : this.text };
    const body = {
      user: client.user.id,
      locale: client.locale,
      channel: client.channelId,
      name: this.path,
      options,
      focused: this.option.name,
    };
    const { choices } = await api.autocomplete(body);
    return choices.map((choice) => ({
      label: choice.name,
      text: choice.name,
      value: choice.value,
      selected: this.chosen?.value === choice.value,
    }));
  }

  /** {value} if what is there can be sent, {problem} (a sentence) if not, {} if it is empty and may be. */
  async result() {
    const { option, context } = this;
    const text = this.text.trim();
    if (this.chosen) return { value: this.chosen.value };
    if (!text) return option.required ? { problem: context.say("fieldRequired") } : {};
    const fixed = this.#fixed();
    if (fixed) {
      const same = fixed.find(
        (item) => item.text.toLowerCase() === text.toLowerCase() || String(item.value) === text,
      );
      return same ? { value: same.value } : { problem: context.say("fieldInvalid") };
    }
    return NUMBERS.has(option.type) ? this.#number(text) : { value: this.text };
  }

  #number(text) {
    const { option, context } = this;
    const value = Number(text);
    const { min_value: min = -Infinity, max_value: max = Infinity } = option;
    const whole = option.type === OPTION.number || Number.isInteger(value);
    if (Number.isFinite(value) && whole && value >= min && value <= max) return { value };
    return {
      problem: context.say("fieldNumber", {
        min: min === -Infinity ? "−∞" : min,
        max: max === Infinity ? "∞" : max,
      }),
    };
  }
}
