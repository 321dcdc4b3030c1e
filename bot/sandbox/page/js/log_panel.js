// The bot's log, line by line, as the sandbox reads it.

import { api } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { wordsFor } from "./words.js";

const KEPT = 1000;
// Colours for a terminal.
const ESCAPES = /\u001b\[[0-9;]*m/g;
const LOUD = [
  [/\b(critical|error|traceback|exception)\b/i, "error"],
  [/\bwarn(ing)?\b/i, "warning"],
  [/\bdebug\b/i, "debug"],
];

export class LogPanel {
  #last = 0;

  constructor(client) {
    const say = wordsFor(navigator.language);
    this.lines = h("div", { class: "log-lines", role: "log", tabindex: "0" });
    this.empty = h("p", { class: "log-empty" }, say("logEmpty"));
    this.filter = h("input", {
      class: "log-filter",
      type: "search",
      placeholder: say("filterLog"),
      "aria-label": say("filterLog"),
    });
    this.follow = h("input", { type: "checkbox", checked: true });
    const clear = h("button", { class: "bar-button", type: "button" }, say("clear"));
    const shut = h(
      "button",
      { class: "icon-button", type: "button", "aria-label": say("close") },
      icon("close", 18),
    );
    const follow = h("label", { class: "log-follow" }, this.follow, say("follow"));
    const head = h("header", {}, h("b", {}, say("log")), this.filter, follow, clear, shut);
    this.element = h(
      "section",
      { class: "log", hidden: true, "aria-label": say("log") },
      head,
      this.empty,
      this.lines,
    );
    this.filter.addEventListener("input", () => this.#sift());
    clear.addEventListener("click", () => this.#clear());
    shut.addEventListener("click", () => this.shut?.());
    client.on("log", (lines) => this.add(lines));
    client.on("connection", (up) => up && this.#catchUp(client));
  }

  /** Opens or closes the panel; true if it is open now. */
  toggle() {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.lines.scrollTop = this.lines.scrollHeight;
    return !this.element.hidden;
  }

  async #catchUp(client) {
    const answer = await client.attempt(api.log(this.#last));
    if (!answer) return;
    // A sandbox that was started anew counts from the beginning.
    this.add(answer.lines);
  }

  add(lines) {
    const fresh = lines.filter((line) => line.n > this.#last);
    if (!fresh.length) return;
    this.#last = fresh.at(-1).n;
    this.lines.append(...fresh.map((line) => this.#row(line)));
    while (this.lines.childElementCount > KEPT) this.lines.firstChild.remove();
    this.empty.hidden = true;
    if (this.follow.checked) this.lines.scrollTop = this.lines.scrollHeight;
  }

  #row({ at, stream, text: raw }) {
    const text = raw.replace(ESCAPES, "");
    const loud = LOUD.find(([pattern]) => pattern.test(text))?.[1] ?? "";
    const time = new Date(at * 1000).toLocaleTimeString([], { hour12: false });
    const row = h("div", { class: `log-line ${stream} ${loud}` }, h("time", {}, time), h("span", {}, text));
    row.hidden = !this.#fits(row);
    return row;
  }

  #fits(row) {
    return row.textContent.toLowerCase().includes(this.filter.value.trim().toLowerCase());
  }

  #sift() {
    for (const row of this.lines.children) row.hidden = !this.#fits(row);
  }

  #clear() {
    fill(this.lines);
    this.empty.hidden = false;
  }
}
