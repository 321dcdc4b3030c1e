// Dialogs of the page itself.

import { h, icon } from "./dom.js";

/** A framed <dialog> with a title; `body` and `actions` are nodes. It leaves the page when closed. */
export function frame({ title, body, actions, say, className = "" }) {
  const shut = h(
    "button",
    { class: "dialog-close", type: "button", "aria-label": say("close") },
    icon("close", 20),
  );
  const heading = h("h2", {}, title);
  const form = h(
    "form",
    { method: "dialog", class: "dialog-form", novalidate: true },
    h("header", {}, heading, shut),
    body,
    h("footer", {}, actions),
  );
  const dialog = h("dialog", { class: `dialog ${className}`, "aria-label": title }, form);
  shut.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, form };
}

/** Asks for one line of text; null if it was not given. */
export function askForText({ title, label, submit, say }) {
  const input = h("input", { class: "text-field", maxlength: "100", required: true, autofocus: true });
  const actions = [
    h("button", { class: "button plain", type: "button", dataset: { cancel: "" } }, say("cancel")),
    h("button", { class: "button primary", type: "submit" }, submit),
  ];
  const body = h("label", { class: "field" }, h("span", { class: "field-label" }, label), input);
  return new Promise((resolve) => {
    const { dialog, form } = frame({ title, body, actions, say });
    let answer = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = input.value.trim();
      if (answer) dialog.close();
    });
    form.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(answer || null));
  });
}

/** Says something in passing, at the foot of the page. */
export function toast(text) {
  let holder = document.querySelector(".toasts");
  if (!holder) {
    holder = h("div", { class: "toasts", role: "status" });
    document.body.append(holder);
  }
  const line = h("div", { class: "toast" }, text);
  holder.append(line);
  setTimeout(() => line.remove(), 5000);
}
