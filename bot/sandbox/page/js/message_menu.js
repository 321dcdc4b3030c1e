// What can be done with a message: reply, thread, copy, apps, delete.

import { askForText } from "./dialogs.js";
import { openMenu } from "./popover.js";

const MESSAGE_COMMAND = 3;
const EPHEMERAL = 64;

/** Opens a message's menu at `anchor` (an element or a point). */
export async function openMessageMenu(anchor, message, context) {
  const { client, say } = context;
  const hidden = Boolean(message.flags & EPHEMERAL);
  const commands = (await client.commands().catch(() => [])).filter(
    (command) => command.type === MESSAGE_COMMAND,
  );
  const mayDelete = message.author.id === client.user.id || client.channel?.can_manage;
  const apps = commands.map((command) => ({
    label: command.localized_name ?? command.name,
    run: () =>
      client.presses.command({ type: MESSAGE_COMMAND, name: command.name, target: message.id }, command.name),
  }));
  openMenu(
    anchor,
    [
      hidden ? null : { label: say("reply"), run: () => context.reply(message) },
      !hidden && client.channel?.can_create_threads && !message.thread
        ? { label: say("createThread"), run: () => startThread(message, context) }
        : null,
      { label: say("copyText"), run: () => navigator.clipboard?.writeText(message.content) },
      { label: say("copyId"), run: () => navigator.clipboard?.writeText(message.id) },
      apps.length && !hidden ? { heading: say("apps") } : null,
      ...(hidden ? [] : apps),
      hidden ? { label: say("dismiss"), run: () => client.dismiss(message) } : null,
      mayDelete && !hidden
        ? { label: say("deleteMessage"), danger: true, run: () => client.deleteMessage(message) }
        : null,
    ],
    say("moreActions"),
  );
}

async function startThread(message, { client, say }) {
  const name = await askForText({
    title: say("createThread"),
    label: say("threadName"),
    submit: say("create"),
    say,
  });
  if (name) client.createThread(name, message);
}
