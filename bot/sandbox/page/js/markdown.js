// Draws the tree of markdown_parse.js as DOM nodes. What an id stands for (a name, a picture, a
// channel) is asked of the `context` that the pane gives.

import { h, icon } from "./dom.js";
import { parse, parseInline } from "./markdown_parse.js";
import { timestamp } from "./timestamps.js";

/** The nodes of a whole message text. `context`: {names, locale, say}. */
export function render(text, context) {
  const tree = parse(text);
  const jumbo = onlyEmoji(tree);
  return tree.map((block) => drawBlock(block, { ...context, jumbo }));
}

/** The nodes of one line: no blocks (labels, descriptions, replies). */
export function renderInline(text, context) {
  return parseInline(text.replaceAll("\n", " ")).map((node) => drawInline(node, context));
}

/** The text of a message without its markup, on one line, for previews. */
export function plain(text, context) {
  return render(text, context)
    .flatMap((block) => (block.matches("ul, ol") ? [...block.children] : [block]))
    .map((block) => block.textContent)
    .join(" ");
}

function drawBlock(block, context) {
  switch (block.type) {
    case "heading":
      return h(`h${block.level + 2}`, { class: `md-h${block.level}` }, draw(block.children, context));
    case "small":
      return h("small", { class: "md-small" }, draw(block.children, context));
    case "quote":
      return h(
        "blockquote",
        { class: "md-quote" },
        block.children.map((child) => drawBlock(child, context)),
      );
    case "fence":
      return h("pre", { class: "md-fence", tabindex: "0" }, h("code", {}, block.text));
    case "list":
      return drawList(block, context);
    default:
      return h("p", { class: "md-p" }, draw(block.children, context));
  }
}

function drawList(block, context) {
  const items = block.items.map((item) =>
    h(
      "li",
      {},
      draw(item.children, context),
      item.blocks.map((child) => drawBlock(child, context)),
    ),
  );
  const properties = { class: "md-list", start: block.ordered ? block.start : null };
  return h(block.ordered ? "ol" : "ul", properties, items);
}

function draw(nodes, context) {
  return nodes.map((node) => drawInline(node, context));
}

const WRAPPED = { bold: "strong", italic: "em", underline: "u", strike: "s" };

function drawInline(node, context) {
  if (node.type in WRAPPED) return h(WRAPPED[node.type], {}, draw(node.children, context));
  switch (node.type) {
    case "text":
      return withEmoji(node.text);
    case "code":
      return h("code", { class: "md-code" }, node.text);
    case "emoji":
      return emoji(node, context.jumbo);
    case "user":
      return userMention(node, context);
    case "role":
      return mention(`@${context.names.role(node.id) ?? context.say("unknownRole")}`);
    case "channel":
      return channelMention(node, context);
    case "command":
      return commandMention(node, context);
    case "everyone":
      return mention(node.text, true);
    case "time":
      return timestamp(node.at, node.style, context.locale);
    case "link":
      return link(node, context);
    case "spoiler":
      return spoiler(node, context);
    default:
      return document.createTextNode("");
  }
}

// Discord draws every emoji itself. Of those that the bot uses, not every machine has a font.
const DRAWN = { "🏆": "trophy", "⚠": "warning", "⏮": "first", "◀": "back", "▶": "next", "⏭": "last" };
const DRAWN_IN_TEXT = /([🏆⚠⏮◀▶⏭]\uFE0F?)/u;

/** One of the emoji that the page draws itself; null for any other. */
export function drawnEmoji(sign) {
  const name = DRAWN[sign.replace("\uFE0F", "")];
  return name ? h("span", { class: "unicode-emoji", role: "img", "aria-label": sign }, icon(name)) : null;
}

function withEmoji(text) {
  const pieces = text.split(DRAWN_IN_TEXT).filter(Boolean);
  if (pieces.length === 1) return drawnEmoji(text) ?? document.createTextNode(text);
  return h("span", {}, ...pieces.map((piece) => drawnEmoji(piece) ?? piece));
}

/** A custom emoji as a picture; its name stands in for a picture that does not load. */
export function emoji({ id, name }, jumbo = false) {
  const text = `:${name}:`;
  const image = h("img", {
    class: jumbo ? "emoji jumbo" : "emoji",
    src: `/emojis/${encodeURIComponent(id)}.png`,
    alt: text,
    title: text,
    draggable: "false",
  });
  image.addEventListener("error", () => image.replaceWith(text), { once: true });
  return image;
}

function mention(text, mine = false) {
  return h("span", { class: mine ? "mention mine" : "mention" }, text);
}

// The message that it stands in opens the user's menu, as with its author's name.
function userMention(node, context) {
  const name = context.names.user(node.id);
  if (!name) return mention(`@${context.say("unknownUser")}`);
  const classes = node.id === context.me ? "mention link-like mine" : "mention link-like";
  return h("button", { class: classes, type: "button", dataset: { user: node.id } }, `@${name}`);
}

function channelMention(node, context) {
  const name = context.names.channel(node.id);
  if (!name) return mention(`#${context.say("unknownChannel")}`);
  const open = () => context.open(node.id);
  return h("button", { class: "mention link-like", type: "button", on: { click: open } }, `#${name}`);
}

// Always the name that stands before the colon, in no language but that. Only a command that is registered,
// under this id and this name, can be pressed; anything else is plain text, which a press would lead nowhere.
function commandMention(node, context) {
  const name = `/${node.name}`;
  const text = h("span", {}, name);
  const use = () => context.useCommand(node.name, node.id);
  const pill = () => h("button", { class: "mention link-like", type: "button", on: { click: use } }, name);
  context.knowsCommand?.(node.name, node.id).then((known) => known && text.replaceWith(pill()));
  return text;
}

const JUMP = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

// A link to a channel or a message of Discord leads there inside the client.
function jump(event, url, context) {
  const [, channel, message] = JUMP.exec(url) ?? [];
  if (!channel || !context.names?.channel(channel)) return;
  event.preventDefault();
  context.jump(channel, message);
}

// Where the address itself stands in the text, clients draw the channel instead, a line instead of three.
function place(node, context) {
  const [, channel, message] = JUMP.exec(node.url) ?? [];
  const name = context.names?.channel(channel);
  const [said] = node.children;
  if (!name || said.text !== node.url) return null;
  return message ? `#${name} › …` : `#${name}`;
}

function link(node, context) {
  const shown = place(node, context);
  const properties = {
    class: shown ? "mention" : null,
    on: { click: (event) => jump(event, node.url, context) },
    href: node.url,
    title: node.title ?? node.url,
    target: "_blank",
    rel: "noopener noreferrer",
  };
  return h("a", properties, shown ?? draw(node.children, context));
}

function spoiler(node, context) {
  const shown = h("span", { class: "spoiler", role: "button", tabindex: "0" }, draw(node.children, context));
  const open = () => shown.classList.add("open");
  shown.addEventListener("click", open, { once: true });
  shown.addEventListener("keydown", (event) => event.key === "Enter" && open());
  return shown;
}

function onlyEmoji(tree) {
  if (tree.length !== 1 || tree[0].type !== "paragraph") return false;
  const nodes = tree[0].children;
  const emojis = nodes.filter((node) => node.type === "emoji").length;
  return emojis > 0 && emojis <= 30 && nodes.every((node) => node.type === "emoji" || !node.text?.trim());
}
