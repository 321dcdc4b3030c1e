// Pictures and files of a message. A picture that replaces another is shown only once it has loaded,
// so that a table edited in place never flickers.

import { fill, h, icon, webAddress } from "./dom.js";
import { openLightbox } from "./lightbox.js";

const isPicture = (attachment) => Boolean(attachment.content_type?.startsWith("image/"));

/** The pictures and files of one message, updated in place. */
export class Pictures {
  #slots = [];
  #files = h("div");
  #grid = h("div", { class: "pictures" });

  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "attachments" }, this.#grid, this.#files);
  }

  update(attachments) {
    const pictures = attachments.filter(isPicture);
    while (this.#slots.length > pictures.length) this.#slots.pop().element.remove();
    pictures.forEach((picture, index) => {
      if (this.#slots[index]) this.#slots[index].show(picture);
      else this.#add(picture);
    });
    this.#grid.hidden = pictures.length === 0;
    this.#grid.classList.toggle("many", pictures.length > 1);
    const others = attachments.filter((attachment) => !isPicture(attachment));
    this.#files.replaceChildren(...others.map(fileCard));
  }

  #add(picture) {
    const slot = new Picture(this.context);
    slot.show(picture);
    this.#slots.push(slot);
    this.#grid.append(slot.element);
  }
}

/** One picture: {url, description?, width?, height?, filename?}. */
export class Picture {
  #shown = null;
  #wanted = null;

  constructor(context) {
    this.context = context;
    this.image = h("img", { alt: "", decoding: "async" });
    this.badge = h("button", {
      class: "alt-badge",
      type: "button",
      "aria-label": context.say("openPicture"),
    });
    this.element = h("figure", { class: "picture" }, this.image, this.badge);
    // The picture stays a picture to a screen reader; the badge is the button for the keyboard.
    const open = () => openLightbox(this.#wanted, context.say);
    this.image.addEventListener("click", open);
    this.badge.addEventListener("click", open);
    this.image.addEventListener("error", () => this.element.classList.add("broken"));
    this.element.dataset.trouble = context.say("pictureFailed");
  }

  show(picture) {
    this.#wanted = picture;
    if (!this.#shown) return this.#apply(picture);
    if (this.#shown.url === picture.url) return this.#describe(picture);
    const next = new Image();
    next.src = picture.url;
    const ready = () => this.#wanted === picture && this.#apply(picture);
    return next.decode().then(ready, ready);
  }

  #apply(picture) {
    this.#shown = picture;
    this.element.classList.remove("broken");
    if (picture.width && picture.height) {
      this.image.width = picture.width;
      this.image.height = picture.height;
    }
    this.image.src = picture.url;
    this.#describe(picture);
  }

  #describe(picture) {
    const text = picture.description ?? "";
    this.image.alt = text || picture.filename || "";
    this.image.title = text;
    this.badge.title = text;
    fill(this.badge, text ? this.context.say("alt") : icon("image", 14));
  }
}

function fileCard(attachment) {
  const size = `${Math.max(1, Math.round(attachment.size / 1024)).toLocaleString()} KB`;
  const link = h(
    "a",
    { href: webAddress(attachment.url), target: "_blank", rel: "noopener", download: attachment.filename },
    attachment.filename,
  );
  return h("div", { class: "attached-file" }, icon("file", 26), h("div", {}, link, h("small", {}, size)));
}
