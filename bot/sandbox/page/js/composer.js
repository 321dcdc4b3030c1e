// Where a user writes: plain messages, or slash commands.

import { api } from "./api.js";
import { displayName } from "./avatar.js";
import { isPrivate, isThread } from "./client.js";
import { CommandLine } from "./command_line.js";
import { leaves, matching, named } from "./command_tree.js";
import { fill, h, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

export class Composer {
  #command = null;
  #reply = null;
  #drafts = new Map();
  #channelId = null;

  constructor(context) {
    this.context = context;
    this.client = context.client;
    this.suggestions = new Suggestions();
    this.replying = h("div", { class: "replying", hidden: true });
    this.text = h("textarea", { class: "composer-text", rows: "1", autocomplete: "off" });
    this.slot = h("div", { class: "composer-slot" }, this.text);
    this.sendButton = h("button", { class: "composer-send", type: "button" }, icon("send", 20));
    this.sendButton.addEventListener("pointerdown", (event) => event.preventDefault());
    this.sendButton.addEventListener("click", () => (this.#command ? this.#command.submit() : this.#say()));
    this.commandButton = h("button", { class: "composer-slash", type: "button" }, "/");
    this.commandButton.addEventListener("click", () => this.#startSlash());
    this.box = h("div", { class: "composer-box" }, this.commandButton, this.slot, this.sendButton);
    this.element = h("div", { class: "composer" }, this.suggestions.element, this.replying, this.box);
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusout", () => setTimeout(() => this.#left()));
    this.client.on("channels", () => this.refresh());
    this.client.on("commands", () => this.#command && this.#leave(""));
  }

  /** Fits the composer to the channel on screen and to what the user may do there. */
  refresh() {
    const { client } = this;
    const { channel, say } = client;
    if (client.channelId !== this.#channelId) {
      if (this.#channelId) this.#drafts.set(this.#channelId, this.text.value);
      this.#channelId = client.channelId;
      this.#leave(this.#drafts.get(this.#channelId) ?? "");
      this.#setReply(null);
    }
    const archived = isThread(channel) && channel.thread_metadata?.locked;
    const maySend = Boolean(channel) && channel.can_send !== false && !archived;
    const mayType = maySend || channel?.can_use_commands === true;
    this.text.disabled = !mayType;
    this.commandButton.disabled = !mayType;
    this.sendButton.hidden = !mayType;
    this.text.placeholder = mayType
      ? say("placeholder", { name: `${isPrivate(channel) ? "@" : "#"}${channel.name}` })
      : say(archived ? "archived" : "cannotSend");
    this.text.setAttribute("aria-label", this.text.placeholder);
    this.sendButton.setAttribute("aria-label", say("send"));
    this.commandButton.setAttribute("aria-label", say("commandsTitle"));
  }

  focus() {
    if (this.#command) this.#command.focus();
    else this.text.focus();
  }

  /** Writes into the text at the caret. */
  insert(words) {
    if (this.#command) this.#leave("");
    this.text.setRangeText(words, this.text.selectionStart, this.text.selectionEnd, "end");
    this.text.focus();
    this.#typed();
  }

  replyTo(message) {
    this.#setReply(message);
    this.focus();
  }

  /** The command with this (unlocalised) path and id; undefined where there is none. */
  async mentioned(path, id) {
    const all = leaves(await this.client.commands().catch(() => []));
    return all.find((leaf) => leaf.path === path && leaf.id === id);
  }

  /** Starts the command with this (unlocalised) path and id, if there is one. */
  async startCommand(path, id) {
    const leaf = await this.mentioned(path, id);
    if (leaf) this.#enter(leaf);
  }

  #setReply(message) {
    const { say } = this.client;
    this.#reply = message;
    this.replying.hidden = !message;
    if (!message) return;
    const author = this.client.userById(message.author.id) ?? message.author;
    const stop = h("button", { type: "button", "aria-label": say("cancel") }, icon("close", 16));
    stop.addEventListener("click", () => this.#setReply(null));
    fill(this.replying, h("span", {}, say("replyingTo", { name: displayName(author) })), stop);
  }

  #startSlash() {
    if (this.#command) return this.#leave("");
    this.text.value = "/";
    this.text.focus();
    return this.#typed();
  }

  #typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 180)}px`;
    if (this.text.value.startsWith("/")) this.#suggestCommands();
    else this.suggestions.hide();
  }

  async #suggestCommands() {
    const typed = this.text.value;
    const { say } = this.client;
    const all = leaves(await this.client.commands().catch(() => []));
    if (this.text.value !== typed || this.#command) return;
    const exact = typed.endsWith(" ") ? named(all, typed.slice(1)) : null;
    if (exact) return this.#enter(exact);
    const items = matching(all, typed.slice(1)).map((leaf) => this.#commandRow(leaf));
    const title = typed.length > 1 ? say("commandsMatching", { text: typed.slice(1) }) : say("commandsTitle");
    return this.suggestions.show({
      title,
      items,
      pick: (item) => this.#enter(item.leaf),
      empty: say("noCommands"),
    });
  }

  #commandRow(leaf) {
    const options = leaf.options.map((option) =>
      h("span", { class: option.required ? "option-mark required" : "option-mark" }, option.label),
    );
    const label = [h("b", {}, `/${leaf.label}`), options.slice(0, 4)];
    return { value: leaf.path, leaf, label, description: leaf.description };
  }

  #enter(leaf) {
    const send = (options) => {
      this.#leave("");
      this.client.presses.command({ type: 1, name: leaf.path, options }, leaf.label);
    };
    const tools = {
      context: this.context,
      suggestions: this.suggestions,
      leave: (text) => this.#leave(text, true),
      send,
    };
    this.#command = new CommandLine(leaf, tools);
    this.text.value = "";
    fill(this.slot, this.#command.element);
    this.box.classList.add("command");
    this.#command.focus();
  }

  // Back to plain text.
  #leave(text, focus = this.element.contains(document.activeElement)) {
    this.#command = null;
    this.suggestions.hide();
    this.box.classList.remove("command");
    fill(this.slot, this.text);
    this.text.value = text;
    if (focus) {
      this.text.focus();
      this.#typed();
    }
  }

  // A press elsewhere closes the list; what was written stays.
  #left() {
    if (!this.element.contains(document.activeElement)) this.suggestions.hide();
  }

  #key(event) {
    if (event.isComposing) return;
    if (this.suggestions.open) {
      if (this.suggestions.list.key(event)) return;
      if (event.key === "Escape") {
        event.preventDefault();
        this.suggestions.hide();
        return;
      }
      if ((event.key === "Enter" || event.key === "Tab") && this.suggestions.list.current) {
        event.preventDefault();
        this.suggestions.list.choose();
        return;
      }
    }
    if (event.key === "Escape" && this.#reply) this.#setReply(null);
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.#say();
  }

  async #say() {
    const { client } = this;
    const content = this.text.value.trim();
    if (!content) return;
    if ([...content].length > LONGEST) {
      client.emit("trouble", client.say("tooLong"));
      return;
    }
    const reply = this.#reply;
    this.text.value = "";
    this.#setReply(null);
    this.#typed();
    const body = { user: client.user.id, channel: client.channelId, content, reply_to: reply?.id };
    const sent = await client.attempt(api.say(body));
    if (!sent && !this.text.value) this.text.value = content;
  }
}
