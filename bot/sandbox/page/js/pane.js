// One of the two panes: a user's client with its head, messages and composer.

import { avatar, colourOf, displayName } from "./avatar.js";
import { signOf } from "./client.js";
import { Composer } from "./composer.js";
import { api } from "./api.js";
import { toast } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { MessageList } from "./message_list.js";
import { openPicker } from "./popover.js";
import { languageName, speaks } from "./words.js";

const TYPING_MS = 9000;

export class Pane {
  #typing = new Map();

  /** `side` is "left" or "right"; `world` the answer of /client/world; `openSide` shows the channels (phone). */
  constructor(side, client, world, { activated, chosen, openSide }) {
    Object.assign(this, { side, client, world, chosen });
    this.context = this.#context();
    this.menuButton = h("button", { class: "menu-button icon-button", type: "button" }, icon("menu", 22));
    this.menuButton.addEventListener("click", openSide);
    this.title = h("div", { class: "pane-title" });
    this.userButton = h("button", { class: "picker user", type: "button", "aria-haspopup": "listbox" });
    this.languageButton = h("button", {
      class: "picker language",
      type: "button",
      "aria-haspopup": "listbox",
    });
    this.head = h(
      "header",
      { class: "pane-head" },
      this.menuButton,
      this.title,
      this.languageButton,
      this.userButton,
    );
    this.connection = h("div", { class: "connection", role: "status", hidden: true });
    this.stopped = h("div", { class: "stopped", role: "status", hidden: true });
    this.list = new MessageList(this.context);
    this.composer = new Composer(this.context);
    this.typingLine = h("div", { class: "typing", role: "status" });
    this.element = h(
      "section",
      { class: `pane ${side}` },
      this.head,
      this.connection,
      this.list.element,
      this.stopped,
      this.composer.element,
      this.typingLine,
    );
    this.element.addEventListener("pointerdown", () => activated(this), true);
    this.element.addEventListener("focusin", () => activated(this));
    this.userButton.addEventListener("click", () => this.#pickUser());
    this.languageButton.addEventListener("click", () => this.#pickLanguage());
    client.onScreen = () => this.element.offsetParent !== null;
    this.#listen();
  }

  // What the views of this pane need to know and do.
  #context() {
    const { client } = this;
    return {
      client,
      names: client.names,
      get me() {
        return client.user?.id;
      },
      get locale() {
        return client.locale;
      },
      say: (key, values) => client.say(key, values),
      open: (id) => client.open(id),
      jump: async (channel, message) => {
        if (channel !== client.channelId) await client.open(channel);
        if (message) this.list.scrollTo(message);
      },
      knowsCommand: async (path, id) => Boolean(await this.composer.mentioned(path, id)),
      useCommand: (path, id) => this.composer.startCommand(path, id),
      reply: (message) => this.composer.replyTo(message),
      insert: (words) => this.composer.insert(words),
      scrollTo: (id) => this.list.scrollTo(id),
    };
  }

  #listen() {
    const { client } = this;
    client.on("ready", () => this.refresh());
    client.on("channels", () => this.refresh());
    client.on("connection", (up) => {
      this.connection.hidden = up;
      this.connection.textContent = client.say("reconnecting");
    });
    client.on("bot", (bot) => this.#showBot(bot));
    client.on("trouble", (sentence) => toast(sentence));
    client.on("typing", ({ channel_id: channel, user_id: user }) => this.#typed(channel, user));
    client.on("created", (message) => this.#typed(message.channel_id, message.author.id, 0));
  }

  refresh() {
    const { client } = this;
    const { channel, user, say } = client;
    this.element.lang = client.locale;
    this.element.style.setProperty("--accent", colourOf(user));
    this.element.setAttribute(
      "aria-label",
      say("pane", { number: this.side === "left" ? 1 : 2, name: displayName(user) }),
    );
    this.menuButton.setAttribute("aria-label", say("openChannels"));
    fill(
      this.title,
      channel
        ? [icon(signOf(channel), 20), h("span", { class: "name" }, channel.name)]
        : null,
    );
    const person = h("span", { class: "picker-name" }, displayName(user));
    fill(this.userButton, avatar(user, "small"), person, icon("down", 15));
    this.userButton.setAttribute("aria-label", say("youAre", { name: displayName(user) }));
    fill(this.languageButton, icon("globe", 16), client.locale.split("-")[0].toUpperCase());
    this.languageButton.setAttribute("aria-label", say("language", { name: languageName(client.locale) }));
  }

  // Without its bot a pane looks as ever, and nothing in it answers: it says so, and starts the bot again.
  #showBot(bot) {
    const { say } = this.client;
    this.stopped.hidden = !bot || bot.running || Boolean(bot.online);
    if (this.stopped.hidden) return this.stopped.replaceChildren();
    const start = h("button", { type: "button", class: "start-bot" }, say("botStart"));
    start.addEventListener("click", async () => {
      start.disabled = true;
      await this.client.attempt(api.control({ action: "bot_start" }));
      start.disabled = false;
    });
    return fill(this.stopped, h("span", {}, say("botGone")), bot.managed ? start : null);
  }

  #pickUser() {
    const items = this.world.users.map((user) => ({
      value: user.id,
      label: displayName(user),
      aside: user.username,
      lead: avatar(user, "small"),
      selected: user.id === this.client.user.id,
    }));
    const pick = (id) =>
      this.become(
        this.world.users.find((user) => user.id === id),
        this.client.locale,
      );
    openPicker(this.userButton, { items, label: this.client.say("members"), pick, width: 260 });
  }

  #pickLanguage() {
    // The languages that the page itself speaks come first.
    const locales = [...this.world.locales].sort((one, other) => speaks(other) - speaks(one));
    const items = locales.map((locale) => ({
      value: locale,
      label: languageName(locale),
      aside: locale,
      selected: locale === this.client.locale,
    }));
    openPicker(this.languageButton, {
      items,
      label: this.client.say("languages"),
      pick: (locale) => this.become(this.client.user, locale),
      width: 280,
    });
  }

  /** Shows another user or another language. */
  become(user, locale, channelId = this.client.channelId) {
    this.client.become(user, locale, channelId);
    this.refresh();
    this.chosen(this);
  }

  #typed(channel, user, until = Date.now() + TYPING_MS) {
    this.#typing.set(`${channel} ${user}`, until);
    this.#drawTyping();
    if (until) setTimeout(() => this.#drawTyping(), TYPING_MS + 50);
  }

  #drawTyping() {
    const { client } = this;
    const now = Date.now();
    const names = [...this.#typing]
      .filter(([key, until]) => until > now && key.startsWith(`${client.channelId} `))
      .map(([key]) => client.names.user(key.split(" ")[1]))
      .filter((name) => name && name !== displayName(client.user));
    this.typingLine.textContent = names.length ? client.say("typing", { name: names.join(", ") }) : "";
  }
}
