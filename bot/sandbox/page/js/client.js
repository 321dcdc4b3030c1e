// One user's client: what that user may see, kept true by the push channel. It draws nothing.
//
// Emits: ready, channels, history, created, updated, deleted, interaction, modal, commands, typing,
// unread, connection, trouble, and (for the bar) bot, settings, log.

import { api, listen, Refused } from "./api.js";
import { displayName } from "./avatar.js";
import { Emitter } from "./emitter.js";
import { History, PAGE_SIZE } from "./history.js";
import { Presses } from "./presses.js";
import { wordsFor } from "./words.js";

const THREADS = new Set([10, 11, 12]);
const TEXT = new Set([0, 5]);

const GROUP = 3;

export const isThread = (channel) => THREADS.has(channel?.type);
export const isPrivate = (channel) => Boolean(channel) && !channel.guild_id;

/** The name of the icon before a channel's name. */
export function signOf(channel) {
  if (isPrivate(channel)) return channel.type === GROUP ? "members" : "mail";
  return isThread(channel) ? "thread" : "hash";
}

export class Client extends Emitter {
  user = null;
  locale = "en-US";
  say = wordsFor("en-US");
  users = new Map();
  guilds = [];
  channels = new Map();
  channelId = null;
  unread = new Map();
  connected = false;
  botUser = null;
  unseen = false;
  installed = false;
  onScreen = () => true;
  presses = new Presses(this);
  #histories = new Map();
  #commands = new Map();
  #line = null;

  constructor({ log = false } = {}) {
    super();
    this.log = log;
  }

  /** Becomes `user` with `locale`; everything seen before is forgotten, as on a reload. */
  become(user, locale, channelId) {
    this.#line?.close();
    Object.assign(this, { user, locale, channelId, connected: false });
    this.say = wordsFor(locale);
    this.#forget();
    const lost = () => {
      this.connected = false;
      this.emit("connection", false);
    };
    this.#line = listen(
      { user: user.id, locale, log: this.log },
      (type, data) => this.#receive(type, data),
      lost,
    );
  }

  #forget() {
    this.#histories.clear();
    this.#commands.clear();
    this.unread.clear();
    this.presses.forget();
  }

  // ---- names

  userById(id) {
    return this.users.get(id);
  }

  names = {
    user: (id) => (this.users.has(id) ? displayName(this.users.get(id)) : undefined),
    role: (id) => this.guilds.flatMap((guild) => guild.roles ?? []).find((role) => role.id === id)?.name,
    channel: (id) => this.channels.get(id)?.name,
  };

  /** Text channels of a guild by position; threads of a channel, newest first. */
  textChannels(guildId) {
    const here = [...this.channels.values()].filter(
      (channel) => channel.guild_id === guildId && TEXT.has(channel.type),
    );
    return here.sort((one, other) => one.position - other.position);
  }

  /** Direct messages and groups, the oldest first. */
  privateChannels() {
    const mine = [...this.channels.values()].filter(isPrivate);
    return mine.sort((one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1));
  }

  threads(channelId) {
    return [...this.channels.values()].filter(
      (channel) => isThread(channel) && channel.parent_id === channelId && !channel.thread_metadata?.archived,
    );
  }

  get channel() {
    return this.channels.get(this.channelId) ?? null;
  }

  get guild() {
    if (isPrivate(this.channel)) return null;
    return this.guilds.find((guild) => guild.id === this.channel?.guild_id) ?? this.guilds[0] ?? null;
  }

  members() {
    const there = isPrivate(this.channel) ? this.channel.recipients.map((user) => user.id) : null;
    const ids = there ?? this.guild?.member_ids ?? [...this.users.keys()];
    return ids.map((id) => this.users.get(id)).filter(Boolean);
  }

  // ---- messages

  history(channelId = this.channelId) {
    if (!this.#histories.has(channelId)) this.#histories.set(channelId, new History());
    return this.#histories.get(channelId);
  }

  /** Shows a channel, and fetches its messages the first time. */
  async open(channelId) {
    if (!this.channels.has(channelId)) return;
    this.channelId = channelId;
    this.emit("channels");
    this.emit("history");
    this.read();
    if (!this.history().loaded) await this.loadOlder();
  }

  async loadOlder() {
    const { channelId, user } = this;
    const history = this.history();
    if (!channelId || history.loading) return;
    history.loading = true;
    const before = history.loaded ? history.messages[0]?.id : undefined;
    const page = await this.attempt(api.messages(channelId, { user: user.id, before, limit: PAGE_SIZE }));
    history.loading = false;
    if (!page) return;
    page.messages.forEach((message) => this.#learn(message));
    history.putPage(page.messages);
    if (this.channelId === channelId && this.user === user) this.emit("history");
  }

  /** The channel on screen has been read to its end. */
  read() {
    if (this.unread.delete(this.channelId)) this.emit("unread");
  }

  mentionsMe(message) {
    if (message.author?.id === this.user.id) return false;
    return Boolean(message.mention_everyone || message.mentions?.some((user) => user.id === this.user.id));
  }

  #learn(message) {
    const seen = [message.author, ...(message.mentions ?? []), message.interaction_metadata?.user];
    for (const user of seen) if (user && !this.users.has(user.id)) this.users.set(user.id, user);
    if (message.thread && !this.channels.has(message.thread.id))
      this.channels.set(message.thread.id, message.thread);
  }

  react(message, emoji) {
    const named = emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name;
    const place = { channel: message.channel_id, message: message.id };
    return this.attempt(api.react({ user: this.user.id, ...place, emoji: named }));
  }

  dismiss(message) {
    return this.attempt(api.dismiss({ user: this.user.id, message: message.id }));
  }

  deleteMessage(message) {
    return this.attempt(api.deleteMessage(message.channel_id, message.id, this.user.id));
  }

  async createThread(name, message) {
    const place = { channel: message.channel_id, message: message.id };
    const thread = await this.attempt(api.createThread({ user: this.user.id, ...place, name }));
    if (!thread) return;
    this.#putChannel(thread);
    this.open(thread.id);
  }

  /** Waits for a request; a refusal is emitted as `trouble` with a sentence, and gives undefined. */
  async attempt(request) {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.emit("trouble", this.say("requestFailed", { message: error.message }));
      return undefined;
    }
  }

  // ---- commands

  /** What this user may use here; asked once for each channel until the bot changes its commands. */
  commands() {
    const { channelId, locale, user } = this;
    if (!this.#commands.has(channelId)) {
      const asked = api
        .commands({ user: user.id, locale, channel: channelId })
        .then((answer) => answer.commands);
      asked.catch(() => this.#commands.delete(channelId));
      this.#commands.set(channelId, asked);
    }
    return this.#commands.get(channelId);
  }

  // ---- the push channel

  #receive(type, data) {
    this.#handlers[type]?.(data);
  }

  #handlers = {
    hello: (data) => this.#hello(data),
    message_create: (message) => this.#created(message),
    message_update: (message) => this.#updated(message),
    message_delete: ({ id, channel_id: channelId }) => {
      this.history(channelId).drop(id);
      this.presses.forgetMessage(id);
      if (channelId === this.channelId) this.emit("deleted", id);
    },
    channel_create: (channel) => this.#putChannel(channel),
    channel_update: (channel) => this.#putChannel(channel),
    channel_delete: ({ id }) => this.#dropChannel(id),
    thread_create: (channel) => this.#putChannel(channel),
    thread_update: (channel) => this.#putChannel(channel),
    thread_delete: ({ id }) => this.#dropChannel(id),
    guild_update: (guild) => this.#putGuild(guild),
    guild_create: (guild) => this.#putGuild(guild),
    guild_delete: ({ id }) => this.#dropGuild(id),
    commands: () => {
      this.#commands.clear();
      this.emit("commands");
    },
    interaction: (data) => {
      this.presses.settle(data);
      this.emit("interaction", data);
    },
    modal: (data) => this.emit("modal", data),
    typing: (data) => this.emit("typing", data),
    bot: (data) => this.emit("bot", data),
    settings: (data) => this.emit("settings", data),
    log: ({ lines }) => this.emit("log", lines),
  };

  #hello(data) {
    this.#forget();
    this.connected = true;
    this.guilds = data.guilds;
    this.botUser = data.bot_user;
    this.users = new Map([...data.users, data.bot_user].map((user) => [user.id, user]));
    this.installed = data.user.installed;
    const channels = [...data.guilds.flatMap((guild) => guild.channels), ...data.private_channels];
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    if (!this.channels.has(this.channelId)) this.channelId = this.#firstChannel();
    this.emit("connection", true);
    this.emit("ready");
    this.emit("bot", data.bot);
    this.emit("settings", data.settings);
    this.emit("channels");
    this.emit("history");
    if (this.channelId) this.loadOlder();
  }

  #firstChannel() {
    for (const guild of this.guilds) {
      const [first] = this.textChannels(guild.id);
      if (first) return first.id;
    }
    return null;
  }

  #created(message) {
    this.#learn(message);
    this.#noticed(message);
    const isNew = this.history(message.channel_id).put(message);
    if (!isNew) return this.#updated(message);
    const mine = message.author?.id === this.user.id;
    if (message.channel_id !== this.channelId && !mine) this.#markUnread(message);
    if (message.channel_id === this.channelId) this.emit("created", message);
    return undefined;
  }

  // A client that is not on screen (the other pane of a phone) notes that something came.
  #noticed(message) {
    if (this.onScreen() || message.author?.id === this.user.id) return;
    this.unseen = true;
    this.emit("unread");
  }

  /** The client is on screen again. */
  seen() {
    if (!this.unseen) return;
    this.unseen = false;
    this.emit("unread");
  }

  #markUnread(message) {
    const before = this.unread.get(message.channel_id) ?? { mentions: 0 };
    this.unread.set(message.channel_id, { mentions: before.mentions + (this.mentionsMe(message) ? 1 : 0) });
    this.emit("unread");
  }

  #updated(message) {
    this.#learn(message);
    this.history(message.channel_id).change(message);
    if (message.channel_id === this.channelId) this.emit("updated", message);
  }

  #putChannel(channel) {
    this.channels.set(channel.id, channel);
    this.#commands.delete(channel.id);
    if (!this.channelId) this.open(this.#firstChannel());
    else this.emit("channels");
  }

  #dropChannel(id) {
    const parent = this.channels.get(id)?.parent_id;
    this.channels.delete(id);
    this.#histories.delete(id);
    this.unread.delete(id);
    if (this.channelId !== id) return this.emit("channels");
    this.channelId = null;
    const next = this.channels.has(parent) ? parent : this.#firstChannel();
    if (next) return this.open(next);
    this.emit("channels");
    return this.emit("history");
  }

  #putGuild(guild) {
    const at = this.guilds.findIndex((known) => known.id === guild.id);
    const merged = { ...this.guilds[at], ...guild };
    if (at >= 0) this.guilds[at] = merged;
    else this.guilds.push(merged);
    for (const channel of guild.channels ?? []) this.channels.set(channel.id, channel);
    this.emit("channels");
  }

  #dropGuild(id) {
    this.guilds = this.guilds.filter((guild) => guild.id !== id);
    for (const channel of [...this.channels.values()])
      if (channel.guild_id === id) this.#dropChannel(channel.id);
    this.emit("channels");
  }
}
