// The bar on top: the bot's state, its life and death, the rate limits, the log; on a phone, the panes.

import { api } from "./api.js";
import { avatar, displayName } from "./avatar.js";
import { toast } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { openMenu } from "./popover.js";
import { languageName, wordsFor } from "./words.js";

const PROFILES = ["off", "realistic", "hostile"];

export class Bar {
  #bot = null;
  #busy = false;
  #settings = {};

  constructor({ panes, active, activate, log }) {
    Object.assign(this, { panes, active, activate, log });
    this.say = wordsFor(navigator.language);
    const { say } = this;
    this.state = h("div", { class: "bot-state", role: "status" });
    this.kill = this.#button("bolt", "kill", () => this.#control({ action: "bot_kill" }), "danger-text");
    this.restart = this.#button("refresh", "restart", () => this.#control({ action: "bot_restart" }));
    this.start = this.#button("power", "start", () => this.#control({ action: "bot_start" }));
    this.kill.title = say("killTitle");
    this.restart.title = say("restartTitle");
    this.logButton = this.#button("log", "log", () => this.#toggleLog());
    this.logButton.setAttribute("aria-pressed", "false");
    this.gateway = this.#button("globe", "gateway", () => this.#gatewayMenu());
    this.rate = h(
      "select",
      { class: "bar-select", "aria-label": say("rateLimits") },
      PROFILES.map((name) => h("option", { value: name }, say(`rate_${name}`))),
    );
    this.rate.addEventListener("change", () =>
      this.#control({ action: "settings", rate_profile: this.rate.value }),
    );
    this.tabs = h("div", { class: "pane-tabs", role: "tablist" });
    this.more = h(
      "button",
      { class: "icon-button bar-more", type: "button", "aria-label": say("bot") },
      icon("gauge", 22),
    );
    this.more.addEventListener("click", () => this.element.classList.toggle("unfolded"));
    const rate = h(
      "label",
      { class: "bar-rate", title: say("rateLimits") },
      icon("gauge", 17),
      h("span", { class: "bar-word" }, say("rateLimits")),
      this.rate,
    );
    this.tools = h(
      "div",
      { class: "bar-tools" },
      this.state,
      this.start,
      this.restart,
      this.kill,
      h("span", { class: "bar-gap" }),
      rate,
      this.gateway,
      this.logButton,
    );
    const brand = h(
      "div",
      { class: "brand" },
      h("span", { class: "brand-mark", "aria-hidden": "true" }),
      h("b", {}, say("appTitle")),
    );
    this.element = h("header", { class: "bar" }, brand, this.tabs, this.more, this.tools);
    this.#listen();
  }

  #button(sign, word, run, extra = "") {
    const words = h("span", { class: "bar-word" }, this.say(word));
    return h(
      "button",
      { class: `bar-button ${extra}`, type: "button", dataset: { action: word }, on: { click: run } },
      icon(sign, 17),
      words,
    );
  }

  #listen() {
    const [{ client }] = this.panes;
    client.on("bot", (bot) => this.#showBot(bot));
    client.on("settings", (settings) => {
      this.#settings = settings;
      this.rate.value = settings.rate_profile;
    });
    client.on("connection", (up) => up || this.#showBot(null));
    for (const pane of this.panes)
      for (const type of ["ready", "unread"]) pane.client.on(type, () => this.refresh());
  }

  /** Redraws the tabs that stand for the panes on a phone. */
  refresh() {
    const { say } = this;
    fill(
      this.tabs,
      this.panes.map((pane, index) => {
        const { client } = pane;
        const name = displayName(client.user);
        const properties = {
          class: "pane-tab",
          type: "button",
          role: "tab",
          "aria-selected": pane === this.active() ? "true" : "false",
          "aria-label": say("pane", { number: index + 1, name }),
        };
        const unread =
          client.unread.size || client.unseen ? h("i", { class: "dot", title: say("hasUnread") }) : null;
        const tab = h(
          "button",
          properties,
          avatar(client.user, "small"),
          h("span", { class: "name" }, name),
          h("small", {}, languageName(client.locale).slice(0, 3)),
          unread,
        );
        tab.addEventListener("click", () => this.activate(pane));
        return tab;
      }),
    );
  }

  #showBot(bot) {
    this.#bot = bot;
    const { say } = this;
    const running = Boolean(bot?.running);
    const connected = Boolean(bot?.connected);
    const partly = Boolean(bot?.online) && !connected;
    const word = connected ? "botOnline" : partly || running ? "botConnecting" : "botStopped";
    const told = partly ? say("botPartly", { online: bot.online, shards: bot.shards }) : say(word);
    const details = [];
    if (bot?.pid && running) details.push(say("botPid", { pid: bot.pid }));
    else if (bot && !bot.managed) details.push(say("botExternal"));
    else if (bot && bot.exit_code !== null && bot.exit_code !== undefined)
      details.push(say("botExit", { code: bot.exit_code }));
    this.state.className = `bot-state ${word}`;
    this.more.className = `icon-button bar-more ${word}`;
    fill(
      this.state,
      h("i", { class: "dot" }),
      h("span", {}, say("bot"), " ", h("b", {}, told)),
      h("small", {}, details.join(", ")),
    );
    const managed = Boolean(bot?.managed);
    this.kill.disabled = !running || !managed || this.#busy;
    this.restart.disabled = !running || !managed || this.#busy;
    this.restart.hidden = managed && !running;
    this.start.hidden = !managed || running;
    this.start.disabled = this.#busy;
  }

  async #control(body) {
    this.#busy = true;
    this.#showBot(this.#bot);
    try {
      const answer = await api.control(body);
      this.#bot = answer?.bot ?? this.#bot;
    } catch (error) {
      toast(this.say("requestFailed", { message: error.message }));
    } finally {
      this.#busy = false;
      this.#showBot(this.#bot);
    }
  }

  #gatewayMenu() {
    const { say } = this;
    const entry = (word, body) => ({ label: say(word), run: () => this.#control(body) });
    const trouble = (word, ended, name) => {
      const on = this.#settings[name];
      return entry(on ? ended : word, { action: "settings", [name]: !on });
    };
    openMenu(
      this.gateway,
      [
        { heading: say("gateway") },
        entry("gatewayDrop", { action: "gateway_drop" }),
        entry("gatewayReconnect", { action: "gateway_reconnect" }),
        entry("gatewayInvalidResumable", { action: "gateway_invalidate", resumable: true }),
        entry("gatewayInvalid", { action: "gateway_invalidate", resumable: false }),
        trouble("gatewayResumeRefused", "gatewayResumeServed", "resume_refused"),
        trouble("gatewayNeverReady", "gatewayReady", "never_ready"),
        trouble("gatewayRefused", "gatewayServed", "gateway_refused"),
        trouble("restRefused", "restServed", "rest_refused"),
      ],
      say("gateway"),
    );
  }

  #toggleLog() {
    const open = this.log.toggle();
    this.logButton.setAttribute("aria-pressed", String(open));
  }
}
