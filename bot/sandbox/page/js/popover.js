// Things that float beside an element or a point: pickers, menus, the lists of selects.

import { h } from "./dom.js";
import { Listbox } from "./listbox.js";

let current = null;
const GAP = 6;

/** Closes what floats. */
export function closePopover() {
  current?.close();
}

/** Closes what floats beside `anchor`; true if there was something (a second press on a picker). */
export function closedAt(anchor) {
  const open = current?.anchor === anchor;
  if (open) current.close();
  return open;
}

/**
 * Lets `content` float beside `anchor` (an element, or {x, y}). It closes on Escape, a press outside, or
 * `close()`; `closed` is called then. Returns {close, element}.
 */
export function openPopover(anchor, content, { closed, width, className = "" } = {}) {
  closePopover();
  const before = document.activeElement;
  const element = h("div", { class: `popover ${className}` }, content);
  const veil = h("div", { class: "popover-veil" });
  document.body.append(veil, element);
  if (width) element.style.width = `${width}px`;
  place(element, anchor);
  anchor.setAttribute?.("aria-expanded", "true");
  const outside = (event) => {
    if (!element.contains(event.target) && !(anchor.contains?.(event.target) ?? false)) handle.close();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    handle.close();
  };
  const again = () => handle.close();
  const handle = {
    element,
    anchor,
    close() {
      if (current !== handle) return;
      current = null;
      document.removeEventListener("pointerdown", outside, true);
      document.removeEventListener("keydown", escape, true);
      window.removeEventListener("resize", again);
      anchor.removeAttribute?.("aria-expanded");
      const hadFocus = element.contains(document.activeElement);
      element.remove();
      veil.remove();
      if (hadFocus && before?.isConnected) before.focus();
      closed?.();
    },
  };
  current = handle;
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", escape, true);
  window.addEventListener("resize", again);
  return handle;
}

function place(element, anchor) {
  const box = anchor.getBoundingClientRect?.() ?? {
    left: anchor.x,
    right: anchor.x,
    top: anchor.y,
    bottom: anchor.y,
  };
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = window.innerHeight - box.bottom - GAP >= height || box.top < window.innerHeight - box.bottom;
  const top = below ? box.bottom + GAP : box.top - GAP - height;
  const left = box.left + width > window.innerWidth - GAP ? box.right - width : box.left;
  element.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  element.style.top = `${Math.max(GAP, Math.min(top, window.innerHeight - height - GAP))}px`;
}

/** A list to choose one thing from, with the keyboard too. */
export function openPicker(anchor, { items, label, pick, width }) {
  if (closedAt(anchor)) return;
  const choose = (item) => {
    handle.close();
    pick(item.value);
  };
  const list = new Listbox({ pick: choose, label, keepFocus: false });
  list.show(items, {
    at: Math.max(
      0,
      items.findIndex((item) => item.selected),
    ),
  });
  const holder = h("div", { tabindex: "-1", class: "picker-list" }, list.element);
  holder.addEventListener("keydown", (event) => {
    if (list.key(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      list.choose();
    }
  });
  const handle = openPopover(anchor, holder, { width });
  holder.focus();
}

/** A menu. Entries: {label, run, danger?, disabled?}, {heading}, or null (left out). */
export function openMenu(anchor, entries, label) {
  if (closedAt(anchor)) return;
  const rows = entries.filter(Boolean).map((entry) => {
    if (entry.heading) return h("div", { class: "menu-heading" }, entry.heading);
    const properties = {
      class: entry.danger ? "menu-row danger" : "menu-row",
      type: "button",
      role: "menuitem",
      disabled: entry.disabled,
      title: entry.title,
    };
    const row = h("button", properties, entry.lead ?? null, h("span", {}, entry.label));
    row.addEventListener("click", () => {
      handle.close();
      entry.run();
    });
    return row;
  });
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label }, rows);
  menu.addEventListener("keydown", (event) => walk(event, menu));
  const handle = openPopover(anchor, menu);
  menu.querySelector("button:not(:disabled)")?.focus();
}

function walk(event, menu) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...menu.querySelectorAll("button:not(:disabled)")];
  const at = rows.indexOf(document.activeElement);
  rows[(at + step + rows.length) % rows.length]?.focus();
}
