// A picture over the whole page, with its description.

import { h, icon, webAddress } from "./dom.js";

/** Shows `picture` ({url, description?, filename?}) until Escape, its close button, or a press beside it. */
export function openLightbox(picture, say) {
  const shut = h(
    "button",
    { class: "lightbox-close", type: "button", "aria-label": say("close") },
    icon("close", 22),
  );
  const image = h("img", { src: picture.url, alt: picture.description ?? picture.filename ?? "" });
  const original = h(
    "a",
    { href: webAddress(picture.url), target: "_blank", rel: "noopener" },
    icon("external", 16),
    say("openOriginal"),
  );
  const text = picture.description
    ? h(
        "p",
        { class: "lightbox-alt", "aria-label": say("altText") },
        h("b", {}, say("alt")),
        picture.description,
      )
    : null;
  const dialog = h(
    "dialog",
    { class: "lightbox" },
    shut,
    h("div", { class: "lightbox-stage" }, image),
    h("footer", {}, text, original),
  );
  shut.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.classList.contains("lightbox-stage")) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
