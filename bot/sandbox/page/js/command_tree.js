// Slash commands as a person picks them: each subcommand is a line of its own.

const SLASH = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

const shownName = (thing) => thing.localized_name ?? thing.name;
const shownDescription = (thing) => thing.localized_description ?? thing.description;

/**
 * The leaves of all slash commands: {id, path, label, description, options}; `id` is the whole command's,
 * `label` is in the client's language.
 */
export function leaves(commands) {
  return commands
    .filter((command) => (command.type ?? SLASH) === SLASH)
    .flatMap((command) => walk(command, [], []).map((leaf) => ({ id: command.id, ...leaf })));
}

function walk(node, path, labels) {
  const names = [...path, node.name];
  const shown = [...labels, shownName(node)];
  const nested = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (nested.length) return nested.flatMap((child) => walk(child, names, shown));
  const options = (node.options ?? []).map(describe);
  return [{ path: names.join(" "), label: shown.join(" "), description: shownDescription(node), options }];
}

function describe(option) {
  const choices = option.choices?.map((choice) => ({
    value: choice.value,
    label: choice.localized_name ?? choice.name,
  }));
  return {
    ...option,
    label: shownName(option),
    text: shownDescription(option),
    choices: choices?.length ? choices : null,
  };
}

/** The leaves that a text typed after "/" may mean: those that begin with it first. */
export function matching(all, typed) {
  const text = typed.trim().toLowerCase();
  const begins = all.filter(
    (leaf) => leaf.label.toLowerCase().startsWith(text) || leaf.path.startsWith(text),
  );
  const holds = all.filter(
    (leaf) => !begins.includes(leaf) && `${leaf.label} ${leaf.path}`.toLowerCase().includes(text),
  );
  return [...begins, ...holds];
}

/** The leaf that is named in full, or null. */
export function named(all, typed) {
  const text = typed.trim().toLowerCase();
  return all.find((leaf) => leaf.label.toLowerCase() === text || leaf.path === text) ?? null;
}
