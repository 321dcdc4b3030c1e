// A modal that the bot opens: its fields are checked before they are sent.

import { api, Refused } from "./api.js";
import { frame } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { render } from "./markdown.js";
import { spinner } from "./marks.js";
import { choices } from "./select.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;

/** Shows the modal `data` ({interaction, title, components}) to the user of `context.client`. */
export function openModal(data, context) {
  const { say } = context;
  const within = { ...context, interaction: data.interaction };
  const fields = data.components.map((component) => field(component, within)).filter(Boolean);
  const trouble = h("p", { class: "trouble", role: "alert" });
  const send = h(
    "button",
    { class: "button primary", type: "submit" },
    h("span", { class: "face" }, say("submit")),
    spinner(),
  );
  const cancel = h("button", { class: "button plain", type: "button" }, say("cancel"));
  const body = h(
    "div",
    { class: "modal-body" },
    fields.map((one) => one.element),
    trouble,
  );
  const { dialog, form } = frame({
    title: data.title,
    body,
    actions: [cancel, send],
    say,
    className: "app-modal",
  });
  let sent = false;
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => sent || withdraw(data, context));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const checks = fields.map((one) => one.check());
    if (checks.some((fine) => !fine) || send.classList.contains("pending")) return;
    send.classList.add("pending");
    trouble.textContent = await submit(data, fields, context);
    send.classList.remove("pending");
    sent = trouble.textContent === "";
    if (sent) dialog.close();
  });
  fields.find((one) => one.id)?.focus?.();
}

function withdraw(data, { client }) {
  client.attempt(api.answerModal({ user: client.user.id, interaction: data.interaction, cancel: true }));
}

// The sentence to show, or nothing when the bot has taken the answer.
async function submit(data, fields, { client, say }) {
  const body = { user: client.user.id, locale: client.locale, interaction: data.interaction };
  try {
    const values = fields.filter((one) => one.id).map(async (one) => [one.id, await one.value()]);
    body.values = Object.fromEntries(await Promise.all(values));
    const answer = await api.answerModal(body, { wait: true });
    return answer?.state === "failed" ? say("interactionFailed") : "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return say("requestFailed", { message: error.message });
  }
}

function field(component, context) {
  if (component.type === TEXT_DISPLAY) {
    return { element: h("div", { class: "content" }, render(component.content, context)), check: () => true };
  }
  const inner =
    component.type === LABEL
      ? component.component
      : component.type === ROW
        ? component.components[0]
        : component;
  const label = component.type === LABEL ? component.label : inner.label;
  const make = MAKERS[inner.type] ?? choiceField;
  return make(inner, { label, description: component.description }, context);
}

function wrap(input, { label, description }, required, tag = "label") {
  const problem = h("span", { class: "field-problem", role: "alert" });
  const title = h(
    "span",
    { class: "field-label" },
    label,
    required ? h("i", { "aria-hidden": "true" }, " *") : null,
  );
  const hint = description ? h("span", { class: "field-hint" }, description) : null;
  return { problem, element: h(tag, { class: "field" }, title, hint, input, problem) };
}

function textField(data, words, { say }) {
  const required = data.required !== false;
  const properties = {
    class: "text-field",
    placeholder: data.placeholder,
    maxlength: data.max_length ?? 4000,
    rows: data.style === 2 ? 4 : null,
    dataset: { customId: data.custom_id },
  };
  const input = h(data.style === 2 ? "textarea" : "input", properties);
  input.value = data.value ?? "";
  const { element, problem } = wrap(input, words, required);
  const check = () => {
    const size = [...input.value].length;
    const short = size > 0 && size < (data.min_length ?? 0);
    problem.textContent =
      required && !size ? say("fieldRequired") : short ? say("atLeast", { count: data.min_length }) : "";
    return problem.textContent === "";
  };
  return { id: data.custom_id, element, check, value: () => input.value, focus: () => input.focus() };
}

function choiceField(data, words, context) {
  const required = data.required !== false;
  const options = choices(data, context);
  const multiple = (data.max_values ?? 1) > 1;
  const blank = multiple
    ? null
    : h("option", { value: "" }, data.placeholder ?? context.say("makeSelection"));
  const input = h("select", { class: "text-field", multiple, dataset: { customId: data.custom_id } });
  fill(
    input,
    blank,
    options.map((option) => h("option", { value: option.value, selected: option.selected }, option.text)),
  );
  const { element, problem } = wrap(input, words, required);
  const value = () => [...input.selectedOptions].map((option) => option.value).filter(Boolean);
  const check = () => {
    problem.textContent = required && !value().length ? context.say("fieldRequired") : "";
    return problem.textContent === "";
  };
  return { id: data.custom_id, element, check, value, focus: () => input.focus() };
}

// Lines with a circle or a box before each; of circles one is chosen.
function groupField(data, words, { say }) {
  const single = data.type === RADIO_GROUP;
  const required = data.required !== false;
  const lines = data.options.map((option) => line(option, single ? "radio" : "checkbox", data.custom_id));
  const group = h(
    "div",
    { class: "group", role: single ? "radiogroup" : "group", "aria-label": words.label },
    lines.map((one) => one.element),
  );
  const { element, problem } = wrap(group, words, required, "div");
  const chosen = () => lines.filter((one) => one.input.checked).map((one) => one.input.value);
  const check = () => {
    const count = chosen().length;
    const few = count < (single ? 1 : data.min_values) && (required || count > 0);
    const many = !single && count > data.max_values;
    problem.textContent = few
      ? say("fieldRequired")
      : many
        ? say("atMost", { count: data.max_values })
        : "";
    return problem.textContent === "";
  };
  const value = () => (single ? (chosen()[0] ?? null) : chosen());
  return { id: data.custom_id, element, check, value };
}

function checkboxField(data, words) {
  const { element: box, input } = line({ label: words.label, value: "", default: data.default }, "checkbox");
  const hint = words.description ? h("span", { class: "field-hint" }, words.description) : null;
  const element = h("div", { class: "field" }, box, hint);
  return { id: data.custom_id, element, check: () => true, value: () => input.checked };
}

// Files are chosen, shown with their names, and taken away again; they are sent with the modal.
function fileField(data, words, { client, interaction, say }) {
  const required = data.required !== false;
  const multiple = data.max_values > 1;
  const chosen = new Map(); // each file with its id, once it is sent
  const input = h("input", {
    class: "file-input",
    type: "file",
    multiple,
    "aria-label": words.label,
    dataset: { customId: data.custom_id },
  });
  const list = h("ul", { class: "file-list" });
  const button = h("label", { class: "file-button" }, icon("plus", 18), say("chooseFiles"), input);
  const { element, problem } = wrap(h("div", { class: "group" }, list, button), words, required, "div");
  const show = () => {
    problem.textContent = "";
    fill(
      list,
      [...chosen.keys()].map((file) => fileLine(file, say, () => chosen.delete(file) && show())),
    );
  };
  input.addEventListener("change", () => {
    if (!multiple) chosen.clear();
    for (const file of input.files) chosen.set(file, null);
    input.value = ""; // the same file can be chosen again after it was taken away
    show();
  });
  const check = () => {
    const count = chosen.size;
    const few = count < data.min_values && (required || count > 0);
    problem.textContent = few
      ? data.min_values > 1
        ? say("fewFiles", { count: data.min_values })
        : say("fieldRequired")
      : count > data.max_values
        ? say("atMost", { count: data.max_values })
        : "";
    return problem.textContent === "";
  };
  const send = async (file) => {
    if (chosen.get(file) === null) {
      const answer = await api.upload({ user: client.user.id, interaction, name: file.name }, file);
      chosen.set(file, answer.id);
    }
    return chosen.get(file);
  };
  const value = () => Promise.all([...chosen.keys()].map(send));
  return { id: data.custom_id, element, check, value, focus: () => input.focus() };
}

function fileLine(file, say, remove) {
  const label = say("removeFile", { name: file.name });
  const cross = h("button", { class: "file-remove", type: "button", "aria-label": label }, icon("close", 18));
  cross.addEventListener("click", remove);
  return h("li", { class: "file-line" }, h("span", { class: "file-name" }, file.name), cross);
}

function line(option, type, name) {
  const input = h("input", { type, name: name ?? null, value: option.value });
  input.checked = option.default === true;
  const about = option.description ? h("span", { class: "field-hint" }, option.description) : null;
  const element = h("label", { class: "group-line" }, input, h("span", {}, option.label, about));
  return { element, input };
}

const MAKERS = {
  [TEXT_INPUT]: textField,
  [FILE_UPLOAD]: fileField,
  [RADIO_GROUP]: groupField,
  [CHECKBOX_GROUP]: groupField,
  [CHECKBOX]: checkboxField,
};
