// Embeds: a coloured card with title, text, fields and a picture.

import { h, webAddress } from "./dom.js";
import { render, renderInline } from "./markdown.js";
import { Picture } from "./pictures.js";
import { messageTime } from "./timestamps.js";

/** One embed as an element. */
export function embed(data, context) {
  const card = h(
    "article",
    { class: "embed" },
    data.author ? h("div", { class: "embed-author" }, data.author.name) : null,
    data.title ? h("div", { class: "embed-title" }, title(data, context)) : null,
    data.description ? h("div", { class: "content" }, render(data.description, context)) : null,
    data.fields?.length
      ? h(
          "div",
          { class: "embed-fields" },
          data.fields.map((field) => drawField(field, context)),
        )
      : null,
    data.image ? drawImage(data.image, context) : null,
    footer(data, context),
  );
  if (data.color !== null && data.color !== undefined) {
    card.style.setProperty("--embed", `#${data.color.toString(16).padStart(6, "0")}`);
  }
  return card;
}

function title(data, context) {
  const words = renderInline(data.title, context);
  return data.url
    ? h("a", { href: webAddress(data.url), target: "_blank", rel: "noopener noreferrer" }, words)
    : words;
}

function drawField(field, context) {
  const place = field.inline ? "embed-field inline" : "embed-field";
  return h(
    "div",
    { class: place },
    h("b", {}, renderInline(field.name, context)),
    h("div", { class: "content" }, render(field.value, context)),
  );
}

function drawImage(image, context) {
  const picture = new Picture(context);
  picture.show(image);
  return picture.element;
}

function footer(data, context) {
  const parts = [
    data.footer?.text,
    data.timestamp ? messageTime(data.timestamp, context.locale) : null,
  ].filter(Boolean);
  return parts.length ? h("div", { class: "embed-footer" }, parts.join(" · ")) : null;
}
