// What a user has sent to the bot and what became of it: spinners, failures, commands on their way.

import { api, Refused } from "./api.js";

const keyOf = (messageId, customId) => `${messageId}\n${customId}`;

export class Presses {
  commands = [];
  #client;
  #pending = new Set();
  #failed = new Map();
  #early = new Map();

  constructor(client) {
    this.#client = client;
  }

  isPending(messageId, customId) {
    return this.#pending.has(keyOf(messageId, customId));
  }

  /** The sentence under a message whose last press went wrong, or null. */
  failure(messageId) {
    return this.#failed.get(messageId) ?? null;
  }

  forget() {
    this.#pending.clear();
    this.#failed.clear();
    this.#early.clear();
    this.commands = [];
  }

  forgetMessage(messageId) {
    this.#failed.delete(messageId);
  }

  /** Presses a button, or picks `values` in a select. */
  async press(message, customId, values) {
    const key = keyOf(message.id, customId);
    if (this.#pending.has(key)) return;
    const { user, locale } = this.#client;
    this.#pending.add(key);
    this.#failed.delete(message.id);
    this.#client.emit("pressed", message.id);
    try {
      const place = { channel: message.channel_id, message: message.id };
      await api.useComponent({ user: user.id, locale, ...place, custom_id: customId, values });
    } catch (error) {
      this.#pending.delete(key);
      this.#failed.set(message.id, this.#sentence(error, "interactionFailed"));
      this.#client.emit("pressed", message.id);
    }
  }

  /** Sends a slash or context command; it is shown as on its way until the bot answers. */
  async command(body, name) {
    const { user, locale, channelId } = this.#client;
    const sent = { name, channelId, user, state: "pending", interaction: null, at: new Date().toISOString() };
    this.commands.push(sent);
    this.#client.emit("sent");
    try {
      const answer = await api.useCommand({ user: user.id, locale, channel: channelId, ...body });
      sent.interaction = answer.interaction;
      const early = this.#early.get(sent.interaction);
      if (early) this.#settleCommand(sent, early);
    } catch (error) {
      sent.state = "failed";
      sent.reason = this.#sentence(error, "noAnswer");
      this.#client.emit("sent");
    }
  }

  dismissCommand(sent) {
    this.commands = this.commands.filter((other) => other !== sent);
    this.#client.emit("sent");
  }

  /** The push channel says what became of an interaction. */
  settle({ id, state, message_id: messageId, custom_id: customId }) {
    if (state === "pending") return;
    const sent = this.commands.find((command) => command.interaction === id);
    if (sent) this.#settleCommand(sent, state);
    else if (this.commands.some((command) => command.interaction === null)) this.#early.set(id, state);
    if (!messageId || !this.#pending.delete(keyOf(messageId, customId))) return;
    if (state === "failed") this.#failed.set(messageId, this.#client.say("interactionFailed"));
    this.#client.emit("pressed", messageId);
  }

  #settleCommand(sent, state) {
    this.#early.delete(sent.interaction);
    if (state === "failed") sent.state = "failed";
    else this.commands = this.commands.filter((other) => other !== sent);
    this.#client.emit("sent");
  }

  #sentence(error, usual) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "offline" || error.code === "failed") return this.#client.say(usual);
    return this.#client.say("requestFailed", { message: error.message });
  }
}
