// Chat markdown to a tree. Pure: no DOM, so that the grammar can be read and tested on its own.
// Block nodes: paragraph, heading, small, quote, list, fence. Inline nodes: see RULES below.

const BULLET = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/** The blocks of a message's text: an array of {type, ...}. */
export function parse(text) {
  return blocks(text.split("\n"), false);
}

function blocks(lines, quoted) {
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const rest = lines.slice(at);
    const found = fence(rest) ?? (quoted ? null : quote(rest)) ?? heading(rest) ?? list(rest);
    if (found) {
      out.push(found.node);
      at += found.taken;
      continue;
    }
    const last = out.at(-1);
    if (last?.type === "paragraph") last.lines.push(lines[at]);
    else out.push({ type: "paragraph", lines: [lines[at]] });
    at += 1;
  }
  return out.map(closeParagraph).filter((block) => block.type !== "paragraph" || block.children.length);
}

function closeParagraph(block, index, all) {
  if (block.type !== "paragraph") return block;
  // A heading, a list or a quote ends its own line: one empty line after it is not drawn twice.
  const lines = [...block.lines];
  if (index > 0 && lines[0] === "" && lines.length > 1) lines.shift();
  if (index < all.length - 1 && lines.at(-1) === "") lines.pop();
  return { type: "paragraph", children: parseInline(lines.join("\n")) };
}

function fence(lines) {
  const open = /^```([\w+-]*)$/.exec(lines[0]) ?? /^```()/.exec(lines[0]);
  if (!open) return null;
  const oneLine = /^```(.+?)```$/.exec(lines[0]);
  if (oneLine) return { node: { type: "fence", language: "", text: oneLine[1] }, taken: 1 };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd().endsWith("```"));
  if (end < 0) return null;
  const first = open[1] || lines[0] === "```" ? [] : [lines[0].slice(3)];
  const body = [...first, ...lines.slice(1, end), lines[end].trimEnd().slice(0, -3)];
  if (body.at(-1) === "") body.pop();
  return { node: { type: "fence", language: open[1], text: body.join("\n") }, taken: end + 1 };
}

function quote(lines) {
  if (lines[0].startsWith(">>> ")) {
    const body = [lines[0].slice(4), ...lines.slice(1)];
    return { node: { type: "quote", children: blocks(body, true) }, taken: lines.length };
  }
  const end = lines.findIndex((line) => !line.startsWith("> "));
  const taken = end < 0 ? lines.length : end;
  if (!taken) return null;
  const body = lines.slice(0, taken).map((line) => line.slice(2));
  return { node: { type: "quote", children: blocks(body, true) }, taken };
}

function heading(lines) {
  const small = /^-# +(\S.*)$/.exec(lines[0]);
  if (small) return { node: { type: "small", children: parseInline(small[1]) }, taken: 1 };
  const found = /^(#{1,3}) +(\S.*)$/.exec(lines[0]);
  if (!found) return null;
  return { node: { type: "heading", level: found[1].length, children: parseInline(found[2]) }, taken: 1 };
}

function list(lines) {
  const first = BULLET.exec(lines[0]);
  if (!first) return null;
  const depth = first[1].length;
  const node = {
    type: "list",
    ordered: /\d/.test(first[2]),
    start: Number.parseInt(first[2], 10) || 1,
    items: [],
  };
  let at = 0;
  while (at < lines.length) {
    const bullet = BULLET.exec(lines[at]);
    if (bullet && bullet[1].length > depth && node.items.length) {
      const nested = list(lines.slice(at));
      node.items.at(-1).blocks.push(nested.node);
      at += nested.taken;
    } else if (bullet && bullet[1].length === depth && /\d/.test(bullet[2]) === node.ordered) {
      node.items.push({ children: parseInline(bullet[3]), blocks: [] });
      at += 1;
    } else break;
  }
  return { node, taken: at };
}

const inside = (type) => (found) => ({ type, children: parseInline(found[1]) });

// Tried in this order at each place; the first that fits wins.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (found) => ({ type: "text", text: found[1] })],
  [
    /^(`+)(?!`)([^]*?[^`])\1(?!`)/,
    (found) => ({ type: "code", text: found[2].replace(/^ (.*\S.*) $/s, "$1") }),
  ],
  [/^<a?:(\w{2,32}):(\d{1,20})>/, (found) => ({ type: "emoji", name: found[1], id: found[2] })],
  [/^<@!?(\d{1,20})>/, (found) => ({ type: "user", id: found[1] })],
  [/^<@&(\d{1,20})>/, (found) => ({ type: "role", id: found[1] })],
  [/^<#(\d{1,20})>/, (found) => ({ type: "channel", id: found[1] })],
  [
    /^<\/([-_\p{L}\p{N} ]{1,98}):(\d{1,20})>/u,
    (found) => ({ type: "command", name: found[1], id: found[2] }),
  ],
  [
    /^<t:(-?\d{1,12})(?::([tTdDfFsSR]))?>/,
    (found) => ({ type: "time", at: Number(found[1]), style: found[2] ?? "f" }),
  ],
  [/^@(everyone|here)\b/, (found) => ({ type: "everyone", text: found[0] })],
  [
    /^\[((?:\\.|[^[\]\\]|\[[^\]]*\])+)\]\(<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)>?(?: +"([^"]*)")?\)/,
    (found) => ({ type: "link", url: found[2], title: found[3], children: parseInline(found[1]) }),
  ],
  [/^<(https?:\/\/[^\s<>]+)>/, (found) => plainLink(found[1])],
  [
    /^https?:\/\/[^\s<>|\u3000-\u303f\uff00-\uff0f]*[^\s<>|\u3000-\u303f\uff00-\uff0f.,:;"'\])*_~]/,
    (found) => plainLink(found[0]),
  ],
  [/^\*\*\*(?=\S)([^]*?\S)\*\*\*(?!\*)/, (found) => ({ type: "bold", children: [inside("italic")(found)] })],
  [/^\*\*(?=\S)([^]*?[^\s*])\*\*(?!\*)/, inside("bold")],
  [/^\*\*(?=\S)([^]*?\S)\*\*(?!\*)/, inside("bold")],
  [/^__(?=\S)([^]*?\S)__(?!_)/, inside("underline")],
  [/^~~(?=\S)([^]*?\S)~~/, inside("strike")],
  [/^\|\|([^]+?)\|\|/, inside("spoiler")],
  [/^\*(?=[^\s*])((?:\*\*|[^*])*?[^\s*])\*(?!\*)/, inside("italic")],
  [/^_(?=\S)((?:__|[^_])*?\S)_(?![\p{L}\p{N}_])/u, inside("italic")],
];
// Latin words are taken whole (snake_case is not emphasis), other text up to the next sign that may start a rule.
const PLAIN = /^(?:`+|[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)*|[^\\`<@[h*_~|A-Za-z0-9]+|[^])/u;

function plainLink(url) {
  return { type: "link", url, children: [{ type: "text", text: url }] };
}

/** The inline nodes of a text; neighbouring plain text is one node. */
export function parseInline(text) {
  const out = [];
  let rest = text;
  while (rest) {
    const [length, node] = step(rest);
    const last = out.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else out.push(node);
    rest = rest.slice(length);
  }
  return out;
}

function step(rest) {
  for (const [pattern, make] of RULES) {
    const found = pattern.exec(rest);
    if (found) return [found[0].length, make(found)];
  }
  const text = PLAIN.exec(rest)[0];
  return [text.length, { type: "text", text }];
}
