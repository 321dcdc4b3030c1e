// One message on screen. `update` redraws only the parts that changed.

import { avatar, displayName, nameColour } from "./avatar.js";
import { components, markPending } from "./components.js";
import { fill, h, icon } from "./dom.js";
import { embed } from "./embeds.js";
import { plain, render } from "./markdown.js";
import { emojiOf, spinner } from "./marks.js";
import { openMessageMenu } from "./message_menu.js";
import { Pictures } from "./pictures.js";
import { messageTime } from "./timestamps.js";
import { openUserMenu } from "./user_menu.js";

export const EPHEMERAL = 64;
export const LOADING = 128;
const REPLY = 19;
const GROUP_MS = 7 * 60_000;

/** Whether `message` begins a new group under `before`. */
export function startsGroup(message, before) {
  if (!before || before.author.id !== message.author.id) return true;
  if (hasContext(message) || message.type === 18 || before.type === 18) return true;
  if ((before.flags & EPHEMERAL) !== (message.flags & EPHEMERAL)) return true;
  return new Date(message.timestamp) - new Date(before.timestamp) > GROUP_MS;
}

const usedCommand = (message) => message.interaction_metadata?.type === 2 && message.type !== REPLY;
const hasContext = (message) => usedCommand(message) || message.type === REPLY;

export class MessageView {
  #keys = new Map();
  #place = null;

  constructor(message, context, first) {
    this.context = context;
    this.pictures = new Pictures(context);
    this.parts = {
      above: h("div", { class: "message-above" }),
      content: h("div", { class: "content message-content" }),
      embeds: h("div"),
      components: h("div", { class: "components" }),
      reactions: h("div"),
      trouble: h("div", { class: "trouble", role: "alert" }),
      foot: h("div"),
    };
    this.element = h("article", { class: "message", dataset: { id: message.id }, tabindex: "-1" });
    this.element.addEventListener("contextmenu", (event) => this.#menu(event));
    this.element.addEventListener("click", (event) => this.#open(event));
    const { above, content, embeds, components: rows, reactions, trouble, foot } = this.parts;
    this.element.append(above, content, this.pictures.element, embeds, rows, reactions, trouble, foot);
    this.element.append(this.#tools());
    this.update(message, first);
  }

  update(message, first = this.first) {
    this.message = message;
    this.first = first;
    const classes = ["message"];
    if (first) classes.push("first");
    if (hasContext(message)) classes.push("has-context");
    if (message.flags & EPHEMERAL) classes.push("ephemeral");
    if (this.context.client.mentionsMe(message)) classes.push("mentions-me");
    this.element.className = classes.join(" ");
    const { author, referenced_message: referenced, interaction_metadata: used } = message;
    this.#part("above", [first, author, referenced?.id, referenced?.content, used, message.timestamp], () =>
      this.#above(),
    );
    this.#part(
      "content",
      [message.content, message.flags & LOADING, message.edited_timestamp !== null, message.type],
      () => this.#content(),
    );
    this.#pictures(message.attachments ?? []);
    this.#part("embeds", message.embeds, () =>
      (message.embeds ?? []).map((data) => embed(data, this.context)),
    );
    this.#components(message.components);
    this.#part("reactions", message.reactions, () => this.#reactions());
    this.#part("foot", [message.flags, message.thread], () => this.#foot());
    this.refreshPresses();
  }

  /** Spinners on its buttons, and the sentence when the last press failed. */
  refreshPresses() {
    const { presses } = this.context.client;
    markPending(this.parts.components, this.message.id, presses);
    const failure = presses.failure(this.message.id);
    this.parts.trouble.hidden = !failure;
    if (this.parts.trouble.textContent !== (failure ?? "")) this.parts.trouble.textContent = failure ?? "";
  }

  #part(name, key, draw) {
    const text = JSON.stringify(key ?? null);
    if (this.#keys.get(name) === text) return;
    this.#keys.set(name, text);
    fill(this.parts[name], draw());
  }

  #pictures(attachments) {
    this.pictures.element.hidden = attachments.length === 0;
    this.pictures.update(attachments);
  }

  /** Which of the message's buttons has the focus, or had it before it could not be pressed; else null. */
  get focusedPlace() {
    if (!this.element.contains(document.activeElement)) return null;
    const focused = this.#controls().indexOf(document.activeElement);
    return focused >= 0 ? focused : this.#place;
  }

  /** Gives the focus to the button of a place, as if it had been pressed here. */
  focusAt(place) {
    this.#place = place;
    this.#focusPlace();
  }

  #controls() {
    return [...this.parts.components.querySelectorAll("button, a")];
  }

  #focusPlace() {
    const now = this.#controls();
    const there = now[Math.min(this.#place, now.length - 1)];
    (there && !there.disabled ? there : this.element).focus({ preventScroll: true });
  }

  // The focus stays at the same place when the buttons under it change. While what stands there cannot be
  // pressed the message has it, and gives it back: whoever plays by keyboard is at his cards when his turn comes.
  #components(list) {
    const focused = this.#controls().indexOf(document.activeElement);
    if (focused >= 0) this.#place = focused;
    else if (document.activeElement !== this.element) this.#place = null;
    this.#part("components", list, () => components(list, this.message, this.context));
    this.parts.components.hidden = !list?.length;
    if (this.#place === null || this.parts.components.contains(document.activeElement)) return;
    this.#focusPlace();
  }

  #above() {
    const { message, context, first } = this;
    const user = context.client.userById(message.author.id) ?? message.author;
    const when = messageTime(message.timestamp, context.locale);
    if (!first) return h("span", { class: "gutter-time", "aria-hidden": "true" }, when);
    const name = h(
      "button",
      { class: "author", type: "button", dataset: { user: user.id } },
      displayName(user),
    );
    name.style.setProperty("--who", nameColour(user));
    const disc = avatar(user);
    disc.dataset.user = user.id;
    const tag = message.author.bot ? h("span", { class: "tag" }, context.say("app")) : null;
    return [
      this.#contextLine(),
      disc,
      h(
        "header",
        { class: "message-head" },
        name,
        tag,
        h("time", { class: "when", datetime: message.timestamp }, when),
      ),
    ];
  }

  #contextLine() {
    const { message } = this;
    if (usedCommand(message)) return this.#commandLine(message.interaction_metadata);
    if (message.type === REPLY) return this.#replyLine(message.referenced_message);
    return null;
  }

  #commandLine({ user, name, target_user: target, target_message_id: pointed }) {
    const { say, client } = this.context;
    const known = client.userById(user.id) ?? user;
    const written = target || pointed ? name : `/${name}`;
    return h(
      "div",
      { class: "message-context" },
      avatar(known, "tiny"),
      whoIs(known),
      say("used"),
      h("span", { class: "used" }, name ? written : say("apps")),
    );
  }

  #replyLine(referenced) {
    const { say, client } = this.context;
    if (!referenced) return h("div", { class: "message-context" }, h("i", {}, say("originalGone")));
    const user = client.userById(referenced.author.id) ?? referenced.author;
    const text = plain(referenced.content || "", this.context) || say("noText");
    const jump = () => this.context.scrollTo(referenced.id);
    return h(
      "div",
      { class: "message-context" },
      avatar(user, "tiny"),
      whoIs(user),
      h("button", { class: "excerpt", type: "button", on: { click: jump } }, text),
    );
  }

  #content() {
    const { message, context } = this;
    if (message.flags & LOADING) {
      return h(
        "div",
        { class: "thinking" },
        spinner(),
        context.say("thinking", { name: displayName(message.author) }),
      );
    }
    if (message.type === 18)
      return h("p", { class: "system-line" }, context.say("startedThread", { name: message.content }));
    if (message.type === 6) return h("p", { class: "system-line" }, context.say("pinned"));
    if (message.type === 4)
      return h("p", { class: "system-line" }, context.say("renamed", { name: message.content }));
    const edited = message.edited_timestamp
      ? h(
          "span",
          { class: "edited", title: messageTime(message.edited_timestamp, context.locale) },
          context.say("edited"),
        )
      : null;
    const blocks = message.content ? render(message.content, context) : [];
    if (edited && blocks.at(-1)?.matches?.("p, small")) blocks.at(-1).append(" ", edited);
    else if (edited && message.content) blocks.push(edited);
    return blocks;
  }

  #reactions() {
    const { client } = this.context;
    return h(
      "div",
      { class: "reactions" },
      (this.message.reactions ?? []).map((reaction) =>
        h(
          "button",
          {
            class: reaction.me ? "reaction mine" : "reaction",
            type: "button",
            on: { click: () => client.react(this.message, reaction.emoji) },
          },
          emojiOf(reaction.emoji),
          h("span", {}, String(reaction.count)),
        ),
      ),
    );
  }

  #foot() {
    const { message, context } = this;
    const { say, client } = context;
    const parts = [];
    if (message.thread) {
      const open = () => client.open(message.thread.id);
      const size = h("small", {}, say("messages", { count: message.thread.message_count ?? 0 }));
      parts.push(
        h(
          "button",
          { class: "thread-link", type: "button", on: { click: open } },
          icon("thread", 17),
          message.thread.name,
          size,
        ),
      );
    }
    if (message.flags & EPHEMERAL) {
      const dismiss = h(
        "button",
        { type: "button", class: "dismiss", on: { click: () => client.dismiss(message) } },
        say("dismiss"),
      );
      parts.push(
        h(
          "div",
          { class: "message-foot" },
          icon("eye", 15),
          say("onlyYou"),
          h("span", { "aria-hidden": "true" }, "·"),
          dismiss,
        ),
      );
    }
    return parts;
  }

  #tools() {
    const more = h(
      "button",
      { class: "message-tools", type: "button", "aria-label": this.context.say("moreActions") },
      "•••",
    );
    more.addEventListener("click", (event) => {
      event.stopPropagation();
      openMessageMenu(more, this.message, this.context);
    });
    return more;
  }

  #open(event) {
    const user = event.target.closest?.("[data-user]");
    if (user) openUserMenu(user, user.dataset.user, this.context);
  }

  #menu(event) {
    if (event.target.closest("a, img, input")) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    const user = event.target.closest("[data-user]");
    if (user) openUserMenu(at, user.dataset.user, this.context);
    else openMessageMenu(at, this.message, this.context);
  }
}

function whoIs(user) {
  const name = h("b", { dataset: { user: user.id } }, displayName(user));
  name.style.setProperty("--who", nameColour(user));
  return name;
}
