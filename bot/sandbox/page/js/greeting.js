// What the page itself says in a channel without messages: what to type, and a button that types it.

import { leaves } from "./command_tree.js";
import { fill, h, icon } from "./dom.js";

export class Greeting {
  #asked = 0;

  constructor(context) {
    this.context = context;
    this.element = h("aside", { class: "greeting", hidden: true });
    context.client.on("commands", () => this.refresh());
  }

  /** Names the first command of the bot in this channel; is hidden where there is none. */
  async refresh() {
    const { client, say, useCommand } = this.context;
    this.#asked += 1;
    const mine = this.#asked;
    const [first] = leaves(await client.commands().catch(() => []));
    // Another channel or language may have been asked about meanwhile.
    if (mine !== this.#asked) return;
    this.element.hidden = !first;
    if (!first) return;
    const command = `/${first.label}`;
    const before = say("greetType", { command: "\n" }).split("\n");
    const type = h(
      "button",
      { type: "button", class: "greeting-button", on: { click: () => useCommand(first.path, first.id) } },
      say("greetButton", { command }),
    );
    fill(
      this.element,
      h("p", { class: "greeting-who" }, icon("down", 15), say("greetWho")),
      h("p", {}, before[0], h("kbd", {}, command), before[1]),
      type,
    );
  }
}
