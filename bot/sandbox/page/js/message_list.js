// The scrolling list of a channel's messages. It stays at the bottom when it is there, stays where it
// is when the reader has scrolled up, and holds still while one of its buttons is held down.

import { avatar, displayName, nameColour } from "./avatar.js";
import { isPrivate, isThread, signOf } from "./client.js";
import { fill, h, icon } from "./dom.js";
import { Greeting } from "./greeting.js";
import { spinner } from "./marks.js";
import { MessageView, startsGroup } from "./message.js";
import { dayTitle, messageTime } from "./timestamps.js";

const NEAR = 24;
const FAR = 700;
const HOLD_MS = 5000;

export class MessageList {
  #views = new Map();
  #stuck = true;
  #top = 0;
  #fresh = null;
  #held = null;
  #holding = 0;

  constructor(context) {
    this.context = context;
    this.client = context.client;
    this.greeting = new Greeting(context);
    this.inner = h("div", { class: "messages", role: "log" });
    this.sent = h("div", { class: "sent-commands" });
    this.scroller = h("div", { class: "scroller", tabindex: "0" }, this.inner, this.sent);
    this.jump = h("button", { class: "to-bottom", type: "button", hidden: true });
    this.jump.addEventListener("click", () => this.toBottom({ smooth: true }));
    this.element = h("div", { class: "stage" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.settle()).observe(this.inner);
    new ResizeObserver(() => this.settle()).observe(this.scroller);
    this.#listen();
  }

  #listen() {
    const { client } = this;
    client.on("history", () => this.#change(() => this.#redraw()));
    client.on("created", (message) => this.#change(() => this.#add(message)));
    client.on("updated", (message) => this.#change(() => this.#views.get(message.id)?.update(message)));
    client.on("deleted", () => this.#change(() => this.#sync()));
    client.on("pressed", (id) => this.#change(() => this.#views.get(id)?.refreshPresses()));
    client.on("sent", () => this.#change(() => this.#drawSent()));
    this.scroller.addEventListener("pointerdown", ({ target }) => this.#hold(target));
    // Let go only behind the click that follows.
    for (const type of ["pointerup", "pointercancel"])
      window.addEventListener(type, () => setTimeout(() => this.#release()));
  }

  // A button that moves between a finger's coming down and its going up is not clicked: what changes
  // meanwhile waits, though not for a finger that stays.
  #hold(target) {
    if (this.#held || !target.closest("button")) return;
    this.#held = [];
    this.#holding = setTimeout(() => this.#release(), HOLD_MS);
  }

  #change(apply) {
    if (this.#held) this.#held.push(apply);
    else apply();
  }

  #release() {
    if (!this.#held) return;
    clearTimeout(this.#holding);
    const changes = this.#held;
    this.#held = null;
    for (const apply of changes) apply();
    this.settle();
  }

  toBottom({ smooth = false } = {}) {
    this.#stuck = true;
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    this.#marks();
  }

  /** Brings a message into view and lights it up for a moment; false if it is not here. */
  scrollTo(id) {
    const view = this.#views.get(id);
    if (!view) return false;
    this.#stuck = false;
    view.element.scrollIntoView({ block: "center", behavior: "smooth" });
    view.element.classList.add("lit");
    setTimeout(() => view.element.classList.remove("lit"), 1600);
    return true;
  }

  // Another channel or an older page: keep what is in sight in its place.
  #redraw() {
    const { channelId } = this.client;
    const same = this.channelId === channelId && this.generation === this.client.history();
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    if (!same) {
      this.#views.clear();
      this.inner.replaceChildren();
      this.#fresh = null;
      this.#stuck = true;
    }
    this.channelId = channelId;
    this.generation = this.client.history();
    this.#sync();
    if (this.greeting.element.isConnected) this.greeting.refresh();
    this.#drawSent();
    if (same && !this.#stuck) this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    else this.toBottom();
  }

  #add(message) {
    const mine = message.author.id === this.client.user.id;
    if (!this.#stuck && !mine && !this.#fresh) this.#fresh = message.id;
    if (mine) this.#stuck = true;
    this.#sync();
    if (this.#stuck) this.toBottom();
    else this.#marks();
  }

  // Makes the rows the messages' rows, in order, touching only what differs.
  #sync() {
    const { messages } = this.client.history();
    const wanted = this.#rows(messages);
    const alive = new Set(messages.map((message) => message.id));
    let lost = null;
    for (const [id, view] of this.#views) {
      if (alive.has(id)) continue;
      if (view.focusedPlace !== null) lost = view.focusedPlace;
      this.#views.delete(id);
    }
    // Rows that go, go first: a row that is moved over one of them loses its focus.
    const kept = new Set(wanted);
    for (const row of [...this.inner.children]) if (!kept.has(row)) row.remove();
    let cursor = this.inner.firstChild;
    for (const row of wanted) {
      if (row === cursor) cursor = cursor.nextSibling;
      else this.inner.insertBefore(row, cursor);
    }
    if (lost !== null) this.#views.get(messages.findLast(({ components }) => components?.length)?.id)?.focusAt(lost);
  }

  #rows(messages) {
    const history = this.client.history();
    const whole = history.loaded && !history.hasOlder && this.client.channel;
    const rows = whole ? [this.#welcome()] : [];
    if (whole && !messages.length && !isThread(this.client.channel)) rows.push(this.greeting.element);
    messages.forEach((message, index) => {
      const before = messages[index - 1];
      const day = dayTitle(message.timestamp, this.context.locale);
      const newDay = !before || dayTitle(before.timestamp, this.context.locale) !== day;
      if (newDay) rows.push(this.#divider(`day ${day}`, "day", day));
      if (message.id === this.#fresh)
        rows.push(this.#divider("fresh", "day fresh", this.context.say("newMessages")));
      rows.push(this.#view(message, newDay || startsGroup(message, before)).element);
    });
    return rows;
  }

  #view(message, first) {
    const known = this.#views.get(message.id);
    if (known && known.first === first && known.message === message) return known;
    if (known) known.update(message, first);
    else this.#views.set(message.id, new MessageView(message, this.context, first));
    return this.#views.get(message.id);
  }

  // Dividers are kept between two synchronisations, so that nothing jumps.
  #dividers = new Map();

  #divider(key, className, text) {
    if (!this.#dividers.has(key))
      this.#dividers.set(key, h("div", { class: className, role: "separator" }, h("span", {}, text)));
    return this.#dividers.get(key);
  }

  #welcome() {
    const { channel, say } = this.client;
    if (this.welcomed?.id === channel.id && this.welcomed.say === say && this.welcomed.name === channel.name)
      return this.welcomed.element;
    const word = isPrivate(channel) ? "welcomeDirect" : isThread(channel) ? "welcomeThread" : "welcomeLine";
    const line = say(word);
    const badge = h("div", { class: "welcome-badge" }, icon(signOf(channel), 30));
    const element = h(
      "div",
      { class: "welcome" },
      badge,
      h("h2", {}, say("welcome", { name: `${isPrivate(channel) ? "" : "#"}${channel.name}` })),
      h("p", {}, channel.topic || line),
    );
    this.welcomed = { id: channel.id, say, name: channel.name, element };
    return element;
  }

  // Commands that the bot has not answered yet, or will not.
  #drawSent() {
    const here = this.client.presses.commands.filter((sent) => sent.channelId === this.client.channelId);
    fill(
      this.sent,
      here.map((sent) => this.#sentRow(sent)),
    );
    if (here.length) this.toBottom();
  }

  #sentRow(sent) {
    const { say, client } = this.context;
    const who = h("b", {}, displayName(sent.user));
    who.style.setProperty("--who", nameColour(sent.user));
    const line = h(
      "div",
      { class: "message-context" },
      avatar(sent.user, "tiny"),
      who,
      say("used"),
      h("span", { class: "used" }, `/${sent.name}`),
    );
    const when = h("span", { class: "when" }, messageTime(sent.at, this.context.locale));
    const bot = h("span", { class: "author" }, displayName(client.botUser));
    bot.style.setProperty("--who", nameColour(client.botUser));
    const head = h("header", { class: "message-head" }, bot, h("span", { class: "tag" }, say("app")), when);
    const failed = sent.state === "failed";
    const body = failed
      ? h("div", { class: "trouble", role: "alert" }, sent.reason ?? say("noAnswer"))
      : h("div", { class: "thinking" }, spinner(), say("sendingCommand"));
    const dismiss = h(
      "button",
      { type: "button", class: "dismiss", on: { click: () => client.presses.dismissCommand(sent) } },
      say("dismiss"),
    );
    const foot = failed
      ? h("div", { class: "message-foot" }, icon("eye", 15), say("onlyYou"), h("span", {}, "·"), dismiss)
      : null;
    const className = failed ? "message first has-context ephemeral" : "message first has-context";
    return h("article", { class: className }, line, avatar(client.botUser), head, body, foot);
  }

  #scrolled() {
    const { scroller } = this;
    const distance = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    // Only a reader who moves upwards leaves the bottom: growing messages do not.
    if (distance < NEAR) this.#stuck = true;
    else if (scroller.scrollTop < this.#top - 1) this.#stuck = false;
    this.#top = scroller.scrollTop;
    if (this.#stuck) this.#reached();
    if (scroller.scrollTop < FAR && this.client.history().hasOlder) this.client.loadOlder();
    this.#marks(distance);
  }

  // The end is in sight: nothing is unread, and new messages are new no longer.
  #reached() {
    this.client.read();
    if (!this.#fresh || !this.jump.hidden) return;
    this.#fresh = null;
  }

  /** After a change of size: at the bottom, it stays there. */
  settle() {
    if (this.#held) return;
    if (this.#stuck) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#marks();
  }

  #marks(distance = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight) {
    const { say } = this.context;
    const fresh = Boolean(this.#fresh) && !this.#stuck;
    this.jump.hidden = this.#stuck || (!fresh && distance < FAR);
    this.jump.classList.toggle("new", fresh);
    if (this.jump.hidden) return;
    fill(
      this.jump,
      h("span", {}, say(fresh ? "newMessages" : "oldMessages")),
      h("span", { class: "jump-label" }, say("jumpToBottom"), icon("down", 16)),
    );
  }
}
