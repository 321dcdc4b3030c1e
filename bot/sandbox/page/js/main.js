// Puts the page together: two panes, each with a user of its own, and the bar over them.

import { api } from "./api.js";
import { Bar } from "./bar.js";
import { Client } from "./client.js";
import { h } from "./dom.js";
import { servedFonts } from "./fonts.js";
import { LogPanel } from "./log_panel.js";
import { openModal } from "./modal.js";
import { Pane } from "./pane.js";
import { Sidebar } from "./sidebar.js";
import { startCounting } from "./timestamps.js";
import { wordsFor } from "./words.js";

const SIDES = ["left", "right"];
const MEMORY = "sandbox-panes";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY)) ?? {};
  } catch {
    return {};
  }
}

// The left pane speaks the browser's language, the right one Japanese, beside that English.
function startingLocale(index, locales) {
  const language = (locale) => locale.split("-")[0];
  const mine =
    locales.find((locale) => locale === navigator.language) ??
    locales.find((locale) => language(locale) === language(navigator.language)) ??
    "en-US";
  return index === 0 ? mine : language(mine) === "ja" ? "en-US" : "ja";
}

class Page {
  constructor(world) {
    this.world = world;
    const shut = () => {
      document.body.classList.remove("side-open");
      this.active.menuButton.focus();
    };
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.body.classList.contains("side-open")) shut();
    });
    const hooks = {
      activated: (pane) => this.activate(pane),
      chosen: () => this.remember(),
      openSide: () => {
        document.body.classList.add("side-open");
        this.sidebar.focus();
      },
    };
    const clients = SIDES.map((side) => new Client({ log: side === "left" }));
    this.panes = SIDES.map((side, index) => new Pane(side, clients[index], world, hooks));
    this.active = this.panes[0];
    const log = new LogPanel(clients[0]);
    const common = { panes: this.panes, active: () => this.active };
    this.sidebar = new Sidebar({ ...common, shut });
    this.bar = new Bar({ ...common, activate: (pane) => this.activate(pane), log });
    log.shut = () => this.bar.logButton.click();
    const veil = h("div", { class: "side-veil", on: { click: shut } });
    const places = [
      this.bar.element,
      this.sidebar.element,
      ...this.panes.map((pane) => pane.element),
      log.element,
      veil,
    ];
    this.element = h("div", { class: "app", dataset: { active: "left" } }, places);
    this.panes.forEach((pane) => this.#wire(pane));
  }

  #wire(pane) {
    const { client } = pane;
    client.on("channels", () => this.remember());
    client.on("modal", (data) => {
      const twin = this.panes.some((other) => other !== pane && other.client.user.id === client.user.id);
      if (!twin || pane === this.active) openModal(data, pane.context);
    });
  }

  start() {
    const memory = remembered();
    const { users, locales } = this.world;
    this.panes.forEach((pane, index) => {
      const known = memory[pane.side] ?? {};
      const user = users.find((one) => one.id === known.user) ?? users[index];
      const locale = locales.includes(known.locale) ? known.locale : startingLocale(index, locales);
      pane.become(user, locale, known.channel ?? null);
    });
    this.activate(this.panes[0], { force: true });
  }

  activate(pane, { force = false } = {}) {
    if (this.active === pane && !force) return;
    this.active = pane;
    this.element.dataset.active = pane.side;
    for (const one of this.panes) one.element.classList.toggle("active", one === pane);
    pane.client.seen();
    this.sidebar.refresh();
    this.bar.refresh();
    if (!force) pane.list.settle();
  }

  remember() {
    if (this.panes.some((pane) => !pane.client.user)) return;
    const memory = this.panes.map(({ side, client }) => [
      side,
      { user: client.user.id, locale: client.locale, channel: client.channelId },
    ]);
    localStorage.setItem(MEMORY, JSON.stringify(Object.fromEntries(memory)));
  }
}

async function start() {
  const [world] = await Promise.all([api.world(), servedFonts()]);
  const say = wordsFor(navigator.language);
  document.documentElement.lang = navigator.language;
  document.title = `${world.guilds[0]?.name ?? ""} – ${say("appTitle")}`;
  const page = new Page(world);
  document.body.replaceChildren(page.element);
  page.start();
  startCounting();
}

// Pictures have absolute addresses on 127.0.0.1, and the page may load its own origin's only.
if (location.hostname === "localhost") location.hostname = "127.0.0.1";
else start();
