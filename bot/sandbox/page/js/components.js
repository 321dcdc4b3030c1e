// Buttons, selects, and the layout components that hold them.

import { h, icon, webAddress } from "./dom.js";
import { render } from "./markdown.js";
import { emojiOf, spinner } from "./marks.js";
import { Picture } from "./pictures.js";
import { select } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** The elements for a message's components. */
export function components(list, message, context) {
  return (list ?? []).map((component) => draw(component, message, context));
}

function draw(component, message, context) {
  return (DRAWERS[component.type] ?? nothing)(component, message, context);
}

const nothing = () => null;

const DRAWERS = {
  1: (row, message, context) =>
    h("div", { class: "action-row" }, components(row.components, message, context)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: (section, message, context) =>
    h(
      "div",
      { class: "v2-section" },
      h("div", { class: "v2-texts" }, components(section.components, message, context)),
      draw(section.accessory, message, context),
    ),
  10: (text, _, context) => h("div", { class: "content" }, render(text.content, context)),
  11: (thumbnail, _, context) => h("div", { class: "v2-thumbnail" }, mediaItem(thumbnail, context)),
  12: (gallery, _, context) =>
    h(
      "div",
      { class: gallery.items.length > 1 ? "pictures many" : "pictures" },
      gallery.items.map((item) => mediaItem(item, context)),
    ),
  13: (file) =>
    h(
      "div",
      { class: "attached-file" },
      icon("file", 26),
      h("a", { href: webAddress(file.file.url), target: "_blank", rel: "noopener" }, file.name ?? ""),
    ),
  14: (line) =>
    h("hr", {
      class: `v2-separator ${line.divider === false ? "bare" : ""} ${line.spacing === 2 ? "wide" : ""}`,
    }),
  17: container,
};

function container(data, message, context) {
  const element = h("div", { class: "v2-container" }, components(data.components, message, context));
  if (data.accent_color)
    element.style.borderLeftColor = `#${data.accent_color.toString(16).padStart(6, "0")}`;
  return element;
}

function mediaItem(item, context) {
  const picture = new Picture(context);
  picture.show({ ...item.media, description: item.description });
  return picture.element;
}

function button(data, message, context) {
  const style = STYLES[data.style] ?? "secondary";
  const inside = [emojiOf(data.emoji), data.label ? h("span", { class: "label" }, data.label) : null];
  if (data.style === 5) {
    const properties = {
      class: "button link",
      href: webAddress(data.url),
      target: "_blank",
      rel: "noopener noreferrer",
    };
    return h("a", properties, inside, icon("external", 15));
  }
  const { presses } = context.client;
  const pending = presses.isPending(message.id, data.custom_id);
  const element = h(
    "button",
    {
      class: `button ${style} ${pending ? "pending" : ""}`,
      type: "button",
      disabled: data.disabled,
      "aria-busy": pending ? "true" : null,
      "aria-label": data.label ? null : (data.emoji?.name ?? null),
      dataset: { customId: data.custom_id },
    },
    h("span", { class: "face" }, inside),
    spinner(),
  );
  element.addEventListener("click", () => presses.press(message, data.custom_id));
  return element;
}

/** Marks which of a message's buttons and selects are on their way. */
export function markPending(element, messageId, presses) {
  for (const control of element.querySelectorAll("[data-custom-id]")) {
    const pending = presses.isPending(messageId, control.dataset.customId);
    control.classList.toggle("pending", pending);
    if (pending) control.setAttribute("aria-busy", "true");
    else control.removeAttribute("aria-busy");
  }
}
