// The channels and threads that the user of the active pane sees.

import { avatar } from "./avatar.js";
import { fill, h, icon } from "./dom.js";

export class Sidebar {
  constructor({ panes, active, shut }) {
    Object.assign(this, { panes, active, shut });
    this.head = h("div", { class: "server-heads" });
    this.channels = h("nav", { class: "channels" });
    this.foot = h("div", { class: "side-foot" });
    this.element = h("aside", { class: "side" }, this.channels, this.foot);
    for (const pane of panes)
      for (const type of ["channels", "unread", "ready"]) pane.client.on(type, () => this.refresh());
  }

  refresh() {
    const { client } = this.active();
    if (!client.user) return;
    this.channels.setAttribute("aria-label", client.say("channels"));
    const focused = this.channels.contains(document.activeElement)
      ? document.activeElement.dataset.channel
      : null;
    fill(
      this.channels,
      client.guilds.map((guild) => this.#guild(guild, client)),
    );
    if (focused) this.channels.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
    this.foot.textContent = client.say("sideFoot");
  }

  /** Puts the focus on the channel that is open. */
  focus() {
    this.channels.querySelector("[aria-current]")?.focus();
  }

  #guild(guild, client) {
    const initial = [...guild.name][0];
    const title = h(
      "div",
      { class: "server-name" },
      h("span", { class: "server-badge", "aria-hidden": "true" }, initial),
      h("span", { class: "name" }, guild.name),
    );
    const rows = client
      .textChannels(guild.id)
      .map((channel) => [
        this.#row(channel, client, "hash"),
        client.threads(channel.id).map((thread) => this.#row(thread, client, "thread")),
      ]);
    return [title, h("h2", {}, client.say("channels")), rows];
  }

  #row(channel, client, sign) {
    const here = this.panes.filter((pane) => pane.client.channelId === channel.id && pane.client.user);
    const unread = client.unread.get(channel.id);
    const classes = ["channel", sign === "thread" ? "thread-entry" : "", unread ? "unread" : ""].join(" ");
    const row = h(
      "button",
      {
        class: classes,
        type: "button",
        "aria-current": client.channelId === channel.id ? "true" : null,
        dataset: { channel: channel.id },
      },
      icon(sign, 18),
      h("span", { class: "name" }, channel.name),
      unread ? h("span", { class: "visually-hidden" }, client.say("hasUnread")) : null,
      unread?.mentions ? h("span", { class: "mention-count" }, String(unread.mentions)) : null,
      h(
        "span",
        { class: "here" },
        here.map((pane) => avatar(pane.client.user, "tiny")),
      ),
    );
    row.addEventListener("click", () => {
      client.open(channel.id);
      this.shut();
    });
    return row;
  }
}
