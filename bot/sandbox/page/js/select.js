// Select menus: of given options, of users, roles or channels.

import { avatar, displayName } from "./avatar.js";
import { fill, h, icon } from "./dom.js";
import { Listbox } from "./listbox.js";
import { emojiOf, spinner } from "./marks.js";
import { closedAt, openPopover } from "./popover.js";

/** A select menu of a message as an element. */
export function select(data, message, context) {
  const options = choices(data, context);
  const chosen = new Set(options.filter((option) => option.selected).map((option) => option.value));
  const face = h("span", { class: "select-face" });
  const field = h(
    "button",
    {
      class: "select",
      type: "button",
      disabled: data.disabled,
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      dataset: { customId: data.custom_id },
    },
    face,
    spinner(),
    icon("down", 18),
  );
  const show = () => fill(face, summary(options, chosen, data, context));
  const send = (values) => {
    chosen.clear();
    values.forEach((value) => chosen.add(value));
    show();
    context.client.presses.press(message, data.custom_id, values);
  };
  show();
  field.addEventListener(
    "click",
    () => closedAt(field) || open(field, { data, options, chosen, send, context }),
  );
  return h("div", { class: "select-holder" }, field);
}

/** The rows of a select: its options, or the people, roles and channels that fit. */
export function choices(data, context) {
  if (data.type === 3) return data.options.map((option) => fromOption(option));
  const defaults = new Set((data.default_values ?? []).map((value) => value.id));
  const { client } = context;
  const users = client.members().map((user) => ({
    value: user.id,
    text: displayName(user),
    label: displayName(user),
    lead: avatar(user, "small"),
  }));
  const roles = (client.guild?.roles ?? []).map((role) => ({
    value: role.id,
    text: role.name,
    label: `@${role.name}`,
  }));
  const channels = client
    .textChannels(client.guild?.id)
    .filter((channel) => !data.channel_types?.length || data.channel_types.includes(channel.type))
    .map((channel) => ({ value: channel.id, text: channel.name, label: `#${channel.name}` }));
  const rows = { 5: users, 6: roles, 7: [...users, ...roles], 8: channels }[data.type] ?? [];
  return rows.map((row) => ({ ...row, selected: defaults.has(row.value) }));
}

function fromOption(option) {
  return {
    value: option.value,
    text: option.label,
    label: option.label,
    description: option.description,
    lead: emojiOf(option.emoji),
    selected: option.default,
  };
}

function summary(options, chosen, data, context) {
  const picked = options.filter((option) => chosen.has(option.value));
  if (!picked.length)
    return h("span", { class: "placeholder" }, data.placeholder ?? context.say("makeSelection"));
  return picked.map((option) =>
    h("span", { class: "picked" }, option.lead?.cloneNode(true) ?? null, h("span", {}, option.text)),
  );
}

// As in the real client, a choice that is already shown is not sent again; several are sent on closing.
function open(field, { data, options, chosen, send, context }) {
  const { min_values: least = 1, max_values: most = 1 } = data;
  const multiple = most > 1;
  const picked = new Set(chosen);
  let cancelled = false;
  const rows = () => options.map((option) => ({ ...option, selected: picked.has(option.value) }));
  const pick = (item) => {
    if (!multiple) picked.clear();
    if (!picked.delete(item.value) && picked.size < most) picked.add(item.value);
    if (multiple) list.show(rows(), { at: list.at });
    else handle.close();
  };
  const list = new Listbox({ pick, label: data.placeholder ?? context.say("makeSelection"), multiple });
  list.show(rows(), {
    at: Math.max(
      0,
      options.findIndex((option) => picked.has(option.value)),
    ),
  });
  const hint = multiple
    ? h("div", { class: "listbox-hint" }, context.say("chooseUpTo", { min: least, max: most }))
    : null;
  const keys = (event) => {
    if (event.key === "Escape") cancelled = true;
    if (list.key(event)) return;
    if (event.key === "Tab") handle.close();
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    list.choose();
  };
  const closed = () => {
    document.removeEventListener("keydown", keys, true);
    field.setAttribute("aria-expanded", "false");
    const same = picked.size === chosen.size && [...picked].every((value) => chosen.has(value));
    if (!cancelled && !same && picked.size >= least) send([...picked]);
  };
  document.addEventListener("keydown", keys, true);
  const handle = openPopover(field, [hint, list.element].filter(Boolean), {
    closed,
    width: field.offsetWidth,
    className: "select-list",
  });
}
