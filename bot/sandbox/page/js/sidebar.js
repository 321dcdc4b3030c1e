// The channels and threads that the user of the active pane sees.

import { avatar } from "./avatar.js";
import { api } from "./api.js";
import { signOf } from "./client.js";
import { fill, h, icon } from "./dom.js";
import { openMenu } from "./popover.js";
import { wordsFor } from "./words.js";

export class Sidebar {
  constructor({ panes, active, shut }) {
    Object.assign(this, { panes, active, shut, say: wordsFor(navigator.language) });
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
    this.channels.setAttribute("aria-label", this.say("channels"));
    const focused = this.channels.contains(document.activeElement)
      ? document.activeElement.dataset.channel
      : null;
    fill(
      this.channels,
      client.guilds.map((guild) => this.#guild(guild, client)),
      this.#direct(client),
    );
    if (focused) this.channels.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
    this.foot.textContent = this.say("sideFoot");
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
        this.#row(channel, client),
        client.threads(channel.id).map((thread) => this.#row(thread, client)),
      ]);
    return [title, h("h2", {}, this.say("channels")), rows];
  }

  /** Direct messages and groups, and the menu of who has installed the app. */
  #direct(client) {
    const { say } = this;
    const button = h(
      "button",
      { class: "channel app-menu", type: "button", "aria-haspopup": "menu" },
      icon("plus", 18),
      h("span", { class: "name" }, say("appMenu")),
    );
    button.addEventListener("click", () => this.#appMenu(button, client));
    const rows = client.privateChannels().map((channel) => this.#row(channel, client));
    return [h("h2", {}, say("directMessages")), rows, button];
  }

  #appMenu(anchor, client) {
    const { say } = this;
    const { user, installed } = client;
    const act = (label, body, done = () => {}) => ({
      label: say(label),
      run: async () => (await client.attempt(api.control(body))) && done(),
    });
    const [guild] = client.guilds;
    const there = guild?.bot_present;
    const installs = { action: "install", user: user.id, installed: !installed };
    const users = [...client.users.values()].filter((one) => !one.bot).map((one) => one.id);
    const entries = [
      act(installed ? "appUninstall" : "appInstall", installs, () => (client.installed = !installed)),
      act("groupNew", { action: "group", name: say("groupName"), users }),
    ];
    if (guild)
      entries.push(
        act(there ? "botOut" : "botIn", { action: "bot_guild", guild: guild.id, present: !there }),
      );
    openMenu(anchor, [{ heading: say("appMenu") }, ...entries], say("appMenu"));
  }

  #row(channel, client) {
    const sign = signOf(channel);
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
      unread ? h("span", { class: "visually-hidden" }, this.say("hasUnread")) : null,
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
