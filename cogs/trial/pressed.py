"""The questions that need a person, and those that need a wait: a function for each, named as it is."""

from __future__ import annotations

import asyncio
import math
import time
from http import HTTPStatus
from typing import Final

from cogs.platform.raw_client import Json
from cogs.trial.alone import REFUSED, kind_of, sleep_of
from cogs.trial.place import DENIED
from cogs.trial.trial import (
    EPHEMERAL,
    LATER,
    REPLY,
    THINK,
    UPDATE,
    NotAskedError,
    Press,
    Trial,
    button,
    field_of,
    path_of,
    row,
)
from cogs.trial.wire import Answer, wait_of

INSTALLS: Final = {"0": "the server", "1": "the user"}
MOST_INTERVALS: Final = 3.0
MOST_FOLLOW_UPS: Final = 40


async def _put_off(trial: Trial, channel: str = "") -> Press:
    """Return a press that is answered with nothing for now."""
    press = await trial.press(channel)
    (await press.answer(LATER)).demanded()
    return press


def _private(trial: Trial) -> Json:
    return {"content": trial.label, "flags": EPHEMERAL}


async def early_webhook(trial: Trial) -> str:
    press = await trial.press()
    answer = await press.follow({"content": trial.label})
    await press.answer(LATER)
    return answer.said


async def second_answer(trial: Trial) -> str:
    return (await (await _put_off(trial)).answer(LATER)).said


async def late_answer(trial: Trial) -> str:
    press = await trial.press(wish="Press the button: Discord then says that the app did not respond.")
    await asyncio.sleep(trial.patience.late)
    return (await press.answer(LATER)).said


async def answer_type(trial: Trial) -> str:
    return kind_of(_shown(await (await trial.press()).answer(REPLY, {"content": trial.label})))


def _shown(answer: Answer) -> Json:
    """Return the message with which a press was answered."""
    return dict(answer.demanded().body["resource"]["message"])


async def follow_up_type(trial: Trial) -> str:
    return kind_of((await (await _put_off(trial)).follow({"content": trial.label})).demanded().body)


async def shared_limit(trial: Trial) -> str:
    # A new thread is a channel in which none have come yet.
    press = await _put_off(trial, await trial.thread())
    began = time.monotonic()
    for number in range(MOST_FOLLOW_UPS):
        answer = await press.follow(_private(trial), allowed={HTTPStatus.TOO_MANY_REQUESTS})
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            return f"{number} in {round(time.monotonic() - began + wait_of(answer))} s"
        answer.demanded()
    return f"more than {MOST_FOLLOW_UPS}"


async def follow_up_limit(trial: Trial) -> str:
    return (await (await _put_off(trial)).follow({"content": trial.label})).demanded().limit


async def token_edit_limit(trial: Trial) -> str:
    return (await (await _put_off(trial)).edit({"content": trial.label})).demanded().limit


async def token_edit(trial: Trial) -> str:
    press = await _put_off(trial)
    edited = (await press.edit({"content": trial.label})).demanded().body
    return "the pressed message" if edited["id"] == press.told["message"]["id"] else "another message"


async def private_follow_up(trial: Trial) -> str:
    made = (await (await _put_off(trial)).follow(_private(trial))).demanded().body
    return "private" if made["flags"] & EPHEMERAL else "public"


async def private_referenced(trial: Trial) -> str:
    press = await trial.press()
    answered = _shown(await press.answer(REPLY, _private(trial)))
    made = (await press.follow({"content": trial.label})).demanded().body
    reference = made.get("message_reference") or {}
    refers = (
        "it refers to the answer" if reference.get("message_id") == answered["id"] else "it refers elsewhere"
    )
    if "referenced_message" not in made:
        return f"{refers}, referenced_message is absent"
    return f"{refers}, referenced_message is {'null' if made['referenced_message'] is None else 'there'}"


async def removed_thought(trial: Trial) -> str:
    press = await trial.press()
    (await press.answer(THINK, {"flags": EPHEMERAL})).demanded()
    removed = await press.delete()
    return f"{removed.said}, then {(await press.follow(_private(trial))).said}"


async def private_by_channel(trial: Trial) -> str:
    answered = _shown(await (await trial.press()).answer(REPLY, _private(trial)))
    return (await trial.wire.call("GET", path_of(answered), allowed=REFUSED)).said


async def gone_message(trial: Trial) -> str:
    press = await trial.press()
    await trial.wire.demand("DELETE", path_of(press.told["message"]))
    answer = await press.answer(UPDATE, {"content": trial.label})
    await press.answer(REPLY, _private(trial))
    return answer.said


async def archived_answer(trial: Trial) -> str:
    thread = await trial.thread()
    press = await trial.press(thread, f"Press the button in the thread {trial.mark}.")
    await trial.wire.demand("PATCH", thread, {"archived": True})
    changed = await press.answer(UPDATE, {"content": trial.label})
    await press.answer(REPLY, {"content": trial.label})
    return f"{changed.said}, then the thread {await sleep_of(trial, thread)}"


async def locked_answer(trial: Trial) -> str:
    thread = await trial.thread()
    press = await trial.press(thread, f"Press the button in the thread {trial.mark}.")
    await trial.wire.demand("PATCH", thread, {"archived": True, "locked": True})
    answer = await press.answer(REPLY, {"content": trial.label})
    await trial.wire.demand("PATCH", thread, {"archived": False, "locked": False})
    await press.answer(LATER)
    return answer.said


async def answer_rights(trial: Trial) -> str:
    press = await trial.press()
    (await trial.overwrite(trial.place.bot, 1, DENIED.value)).demanded()
    answer = await press.answer(REPLY, {"content": trial.label, "embeds": [{"description": "A trial"}]})
    if answer.status >= HTTPStatus.BAD_REQUEST:
        return answer.said
    return "none" if _shown(answer)["embeds"] else "Embed Links for embeds"


async def size_limit(trial: Trial) -> str:
    return str((await _put_off(trial)).told.get("attachment_size_limit"))


async def press_installs(trial: Trial) -> str:
    return _installs((await _put_off(trial)).told)


def _installs(told: Json) -> str:
    """Return the installations that an interaction names; in direct messages the server is 0."""
    owners = told["authorizing_integration_owners"]
    return " and ".join(
        f"{INSTALLS[kind]}{' 0' if owner == '0' else ''}" for kind, owner in sorted(owners.items())
    )


async def answer_installs(trial: Trial) -> str:
    command = await trial.command("in this channel")
    body = {"content": f"Press the button. {trial.label}", "components": [row(button(trial.mark))]}
    (await command.answer(REPLY, body)).demanded()
    press = await trial.next(lambda told: told["data"].get("custom_id") == trial.mark, "press the button")
    await press.answer(LATER)
    same = press.told["authorizing_integration_owners"] == command.told["authorizing_integration_owners"]
    return "those of the command" if same else _installs(press.told)


async def command_modal(trial: Trial) -> str:
    command = await trial.command("in this channel")
    filled = await trial.filled(command, [field_of("Text", {"type": 4, "style": 1})])
    return str(_shown(await filled.answer(REPLY, {"content": trial.label}))["type"])


async def modal_texts(trial: Trial) -> str:
    options = [{"label": each, "value": each} for each in ("one", "two")]
    fields = [
        field_of("Text", {"type": 4, "style": 1}),
        field_of("Choice", {"type": 3, "options": options}),
        field_of("Person", {"type": 5}),
        field_of("Role", {"type": 6}),
        field_of("Either", {"type": 7}),
    ]
    return await _fields(trial, fields)


async def modal_groups(trial: Trial) -> str:
    options = [{"label": each, "value": each} for each in ("one", "two")]
    box = field_of("Box", {"type": 23})
    del box["component"]["required"]
    fields = [
        field_of("Channel", {"type": 8}),
        field_of("One", {"type": 21, "options": options}),
        field_of("Several", {"type": 22, "min_values": 0, "options": options}),
        box,
    ]
    return await _fields(trial, fields)


async def _fields(trial: Trial, fields: list[Json]) -> str:
    """Return the type of each field of a form that was filled in, and the key of what was written."""
    filled = await trial.filled(await trial.press(wish="Press the button and fill in the form."), fields)
    await filled.answer(LATER)
    parts = [each.get("component", each) for each in filled.told["data"]["components"]]
    return ", ".join(f"{each['type']} {'values' if 'values' in each else 'value'}" for each in parts)


async def modal_file(trial: Trial) -> str:
    press = await trial.press(wish="Press the button and choose any small file: nobody reads it.")
    filled = await trial.filled(press, [field_of("File", {"type": 19, "required": True})])
    await filled.answer(LATER)
    data = filled.told["data"]
    part = data["components"][0]["component"]
    files = [data["resolved"]["attachments"][each] for each in part["values"]]
    private = all(each.get("ephemeral") for each in files)
    return f"{part['type']} values, resolved as {'ephemeral' if private else 'lasting'}"


async def direct_command(trial: Trial) -> str:
    if trial.place.shard.number:
        raise NotAskedError("direct messages come to another shard than this server's")
    command = await trial.command(
        "in a direct message with this bot, after adding it to your account", direct=True
    )
    trial.journal.look(command.told["channel_id"])
    await command.answer(REPLY, {"content": trial.label})
    return f"context {command.told['context']}, {_installs(command.told)}"


async def dead_token(trial: Trial) -> str:
    press = await _put_off(trial)
    trial.tell(
        f"  The token of that press dies in {trial.patience.token / 60:.0f} minutes (Ctrl-C ends the trial)."
    )
    await asyncio.sleep(trial.patience.token)
    return (await press.follow({"content": trial.label})).said


async def silence(trial: Trial) -> str:
    session = trial.session
    assert session is not None
    if session.ended.is_set():
        raise NotAskedError("Discord had ended the session before")
    trial.tell("  Without heartbeats the gateway will end the session in some minutes.")
    intervals = await session.silence(MOST_INTERVALS)
    if intervals is None:
        return f"open after {MOST_INTERVALS:g} intervals"
    return f"{session.code} after {math.floor(intervals * 2) / 2:g} intervals"
