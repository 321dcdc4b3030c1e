// What the page itself says in a channel without messages: what to type, and a button that types it.

import { leaves } from "./command_tree.js";
import { fill, h, icon } from "./dom.js";

/** What bots call the command that teaches, for whoever meets what it does for the first time. */
const TEACHES = "tutorial";

export class Greeting {
  #asked = 0;

  constructor(context) {
    this.context = context;
    this.element = h("aside", { class: "greeting", hidden: true });
    context.client.on("commands", () => this.refresh());
  }

  /** Names the bot's first command in this channel, and the one that teaches; is hidden where there is none. */
  async refresh() {
    const { client, say } = this.context;
    this.#asked += 1;
    const mine = this.#asked;
    const all = leaves(await client.commands().catch(() => []));
    // Another channel or language may have been asked about meanwhile.
    if (mine !== this.#asked) return;
    const [first] = all;
    this.element.hidden = !first;
    if (!first) return;
    const teacher = all.find((leaf) => leaf !== first && leaf.path.split(" ").at(-1) === TEACHES);
    fill(
      this.element,
      h("p", { class: "greeting-who" }, icon("down", 15), say("greetWho")),
      this.#line("greetType", first),
      this.#button(first),
      ...(teacher ? [this.#line("greetLearn", teacher), this.#button(teacher)] : []),
    );
  }

  #line(key, leaf) {
    const [before, after] = this.context.say(key, { command: "\n" }).split("\n");
    return h("p", {}, before, h("kbd", {}, `/${leaf.label}`), after);
  }

  #button(leaf) {
    const { say, useCommand } = this.context;
    return h(
      "button",
      { type: "button", class: "greeting-button", on: { click: () => useCommand(leaf.path, leaf.id) } },
      say("greetButton", { command: `/${leaf.label}` }),
    );
  }
}
