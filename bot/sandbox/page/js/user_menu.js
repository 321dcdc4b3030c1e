// A user's card with the apps' user commands (Challenge …).

import { avatar, displayName } from "./avatar.js";
import { h } from "./dom.js";
import { openMenu } from "./popover.js";

const USER_COMMAND = 2;

/** Opens a user's menu at `anchor` (an element or a point). */
export async function openUserMenu(anchor, userId, context) {
  const { client, say } = context;
  const user = client.userById(userId);
  if (!user) return;
  const commands = (await client.commands().catch(() => [])).filter(
    (command) => command.type === USER_COMMAND,
  );
  const apps = commands.map((command) => ({
    label: command.localized_name ?? command.name,
    run: () =>
      client.presses.command({ type: USER_COMMAND, name: command.name, target: userId }, command.name),
  }));
  const card = h(
    "span",
    { class: "user-card" },
    avatar(user, "small"),
    h("span", {}, h("b", {}, displayName(user)), h("small", {}, user.username)),
  );
  openMenu(
    anchor,
    [
      { heading: card },
      { label: say("mention"), run: () => context.insert(`<@${userId}> `) },
      { label: say("copyId"), run: () => navigator.clipboard?.writeText(userId) },
      { heading: apps.length ? say("apps") : say("noApps") },
      ...apps,
    ],
    displayName(user),
  );
}
