"""The questions that requests alone answer: a function for each, named as it is; it returns what came."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from cogs.platform.raw_client import Json
from cogs.trial.samples import GIF, png
from cogs.trial.trial import COMPONENTS_V2, NotAskedError, Trial, button, path_of, picture, row, text
from cogs.trial.wire import Answer

ONE, TWO, THREE = (f"{name}.png" for name in ("one", "two", "three"))
FILE_BYTES: Final = 10 * 1024 * 1024
HOUR: Final = 3600
DISCORD_EPOCH: Final = 1_420_070_400
"""The second from which Discord's ids count."""
NOTICE: Final = 18
"""The type of the message that tells of a new thread."""
SERVER_FAULTS: Final = range(500, 600)
REFUSED: Final = (HTTPStatus.FORBIDDEN,)
"""Statuses that may be the answer to a question."""


async def send_limit(trial: Trial) -> str:
    return await _limit(lambda: trial.try_to_send({}))


async def _limit(ask: Callable[[], Awaitable[Answer]]) -> str:
    """Return the rate limit of a route, asked once more at the beginning of a window."""
    answer = (await ask()).demanded()
    if not answer.begins:
        await asyncio.sleep(answer.reset_after)
        answer = (await ask()).demanded()
    return answer.limit


async def edit_limit(trial: Trial) -> str:
    path = path_of(await trial.send())
    return await _limit(lambda: trial.wire.call("PATCH", path, {"content": f"Edited. {trial.label}"}))


async def delete_limit(trial: Trial) -> str:
    paths = [path_of(await trial.send()) for _ in range(2)]
    return await _limit(lambda: trial.wire.call("DELETE", paths.pop()))


async def read_limit(trial: Trial) -> str:
    path = path_of(await trial.send())
    return await _limit(lambda: trial.wire.call("GET", path))


async def nonce(trial: Trial) -> str:
    body = {"nonce": trial.mark, "enforce_nonce": True}
    first, second = await trial.send(body), await trial.send(body)
    return "the same message" if first["id"] == second["id"] else "two messages"


async def reply(trial: Trial) -> str:
    message = await trial.send()
    return kind_of(await trial.send({"message_reference": {"message_id": message["id"]}}))


def kind_of(message: Json) -> str:
    """Return the type of a message, and whether it refers to another one."""
    return f"{message['type']} {'with' if message.get('message_reference') else 'without'} message_reference"


async def deleted_twice(trial: Trial) -> str:
    path = path_of(await trial.send())
    first, second = [await trial.wire.call("DELETE", path) for _ in range(2)]
    return f"{first.said}, then {second.said}"


async def alt_text(trial: Trial) -> str:
    named = {"attachments": [{"id": 0, "description": "first"}]}
    message = await trial.send(named, [(ONE, png(1))])
    (file,) = (await trial.edit(message, {"content": f"Edited. {trial.label}"}))["attachments"]
    kept = "kept" if file.get("description") == "first" else "lost"
    again = {"attachments": [{"id": file["id"], "description": "second"}]}
    (file,) = (await trial.edit(message, again))["attachments"]
    return f"{kept}, then {'changed' if file.get('description') == 'second' else 'not changed'}"


async def file_kept(trial: Trial) -> str:
    message = await trial.send({}, [(ONE, png(1)), (TWO, png(2))])
    body = {"attachments": [{"id": message["attachments"][0]["id"]}, {"id": 0}]}
    names = _files(await trial.edit(message, body, [(THREE, png(3))]))
    return "the kept one, then the new one" if names == [ONE, THREE] else ", ".join(names)


async def file_replaced(trial: Trial) -> str:
    message = await trial.send({}, [(ONE, png(1))])
    names = _files(await trial.edit(message, {"attachments": [{"id": 0}]}, [(TWO, png(2))]))
    return "the new one alone" if names == [TWO] else ", ".join(names)


def _files(message: Json) -> list[str]:
    return [each["filename"] for each in message["attachments"]]


async def file_name(trial: Trial) -> str:
    return ", ".join(_files(await trial.send({}, [("Kōi Köi λ (1)!.png", png(1))])))


async def uncleaned_name(trial: Trial) -> str:
    body = {"flags": COMPONENTS_V2, "components": [picture("a b.png")]}
    return (await trial.try_to_send(body, [("a b.png", png(1))])).said


async def file_size(trial: Trial) -> str:
    return (await trial.try_to_send({}, [("large.bin", bytes(FILE_BYTES + 1))])).said


async def picture_edited(trial: Trial) -> str:
    body = {"flags": COMPONENTS_V2, "components": [picture(ONE)]}
    message = await trial.send(body, [(ONE, png(1))])
    body = {"components": [picture(TWO), text(trial.label)], "attachments": [{"id": 0}]}
    edited = await trial.edit(message, body, [(TWO, png(2))])
    shown = "the new one" if f"/{TWO}" in edited["components"][0]["items"][0]["media"]["url"] else "another"
    return f"{shown}, {', '.join(_files(edited)) or 'no'} listed attachment"


async def animated(trial: Trial) -> str:
    body = {"flags": COMPONENTS_V2, "components": [picture("moving.gif")]}
    sent = await trial.send(body, [("moving.gif", GIF)])
    shown = (await trial.wire.demand("GET", path_of(sent))).body
    media = shown["components"][0]["items"][0]["media"]
    return f"{media.get('content_type')}, {media.get('width')} x {media.get('height')}"


async def embed_without_file(trial: Trial) -> str:
    embed = {"description": "A picture is missing.", "image": {"url": "attachment://gone.png"}}
    answer = await trial.try_to_send({"embeds": [embed]})
    if answer.status != HTTPStatus.OK:
        return answer.said
    return f"200 {'with' if 'image' in answer.body['embeds'][0] else 'without'} its picture"


async def component_without_file(trial: Trial) -> str:
    return (await trial.try_to_send({"flags": COMPONENTS_V2, "components": [picture("gone.png")]})).said


async def embed_file_dropped(trial: Trial) -> str:
    embed = {"description": "A picture.", "image": {"url": f"attachment://{ONE}"}}
    message = await trial.send({"embeds": [embed]}, [(ONE, png(1))])
    edited = await trial.edit(message, {"embeds": [{"description": "No picture."}]})
    return "a listed attachment" if _files(edited) == [ONE] else "no attachment"


async def six_rows(trial: Trial) -> str:
    rows = [row(button(f"{trial.mark}:{number}")) for number in range(6)]
    return (await trial.try_to_send({"components": rows})).said


async def premium_button(trial: Trial) -> str:
    sold = {"type": 2, "style": 6, "sku_id": trial.place.application}
    return (await trial.try_to_send({"components": [row(sold)]})).said


async def wrong_place(trial: Trial) -> str:
    line = {"type": 4, "custom_id": trial.mark, "style": 1, "label": "Text"}
    return (await trial.try_to_send({"components": [row(line)]})).said


async def few_options(trial: Trial) -> str:
    options = [{"label": "One", "value": "one"}]
    select = {"type": 3, "custom_id": trial.mark, "max_values": 2, "options": options}
    return (await trial.try_to_send({"components": [row(select)]})).said


async def same_custom_id(trial: Trial) -> str:
    return (await trial.try_to_send({"components": [row(button(trial.mark), button(trial.mark))]})).said


async def same_component_id(trial: Trial) -> str:
    buttons = [button(f"{trial.mark}:{number}", id=7) for number in range(2)]
    return (await trial.try_to_send({"components": [row(*buttons)]})).said


async def unknown_attachment(trial: Trial) -> str:
    return (await trial.try_to_send({"attachments": [{"id": "7"}]})).said


async def same_option(trial: Trial) -> str:
    option = {"type": 3, "name": "same", "description": "An option"}
    return await _command(trial, [option, option])


async def same_choice(trial: Trial) -> str:
    choices = [{"name": "same", "value": value} for value in ("one", "two")]
    return await _command(trial, [{"type": 3, "name": "one", "description": "An option", "choices": choices}])


async def _command(trial: Trial, options: list[Json]) -> str:
    """Return the answer to a new command of the server; one that is taken is removed like a message."""
    path = f"/applications/{trial.place.application}/guilds/{trial.place.guild}/commands"
    body = {"name": trial.mark, "description": "A trial", "options": options}
    answer = await trial.wire.call("POST", path, body, allowed=REFUSED)
    if answer.status < HTTPStatus.BAD_REQUEST:
        trial.journal.made(f"{path}/{answer.body['id']}")
    return answer.said


async def long_text(trial: Trial) -> str:
    # Three bytes a sign: more than the bytes that Discord bears, and fewer signs than it forbids.
    body = {"flags": COMPONENTS_V2, "components": [text("\u2015" * 3390)]}
    return (await trial.try_to_send(body, allowed=SERVER_FAULTS)).said


async def old_edit(trial: Trial) -> str:
    before = int((time.time() - HOUR - DISCORD_EPOCH) * 1000) << 22
    told = await trial.wire.demand("GET", f"{trial.channel}/messages?limit=100&before={before}")
    for message in told.body:
        named = any(message[each] for each in ("mentions", "mention_roles", "mention_everyone"))
        own = message["author"]["id"] == trial.place.bot and "webhook_id" not in message
        if own and message["content"] and not named:
            body = {"content": message["content"], "allowed_mentions": {"parse": []}}
            return (await trial.wire.call("PATCH", path_of(message), body, allowed=REFUSED)).said
    raise NotAskedError("no text of the bot that is older than an hour is among the latest messages there")


async def nobody_overwritten(trial: Trial) -> str:
    # Nobody has the id of a message.
    return (await trial.overwrite((await trial.send())["id"], 1)).said


async def system_reply(trial: Trial) -> str:
    trial.need_threads()
    made = await trial.wire.demand("POST", f"{trial.channel}/threads", {"name": trial.mark, "type": 11})
    trial.journal.made(f"/channels/{made.body['id']}")
    told = await trial.wire.demand("GET", f"{trial.channel}/messages?limit=20")
    for message in told.body:
        if message["type"] == NOTICE and message["content"] == trial.mark:
            trial.keep(message)
            body = {"message_reference": {"message_id": message["id"]}}
            return (await trial.try_to_send(body, allowed=REFUSED)).said
    return "no message of the system tells of a new thread"


async def archived_edit(trial: Trial) -> str:
    thread = await trial.thread()
    message = await trial.send(channel=thread)
    await trial.wire.demand("PATCH", thread, {"archived": True})
    body = {"content": f"Edited. {trial.label}"}
    return (await trial.wire.call("PATCH", path_of(message), body, allowed=REFUSED)).said


async def archived_post(trial: Trial) -> str:
    thread = await trial.thread()
    await trial.wire.demand("PATCH", thread, {"archived": True})
    answer = await trial.try_to_send({}, channel=thread, allowed=REFUSED)
    return f"{answer.said}, the thread {await sleep_of(trial, thread)}"


async def sleep_of(trial: Trial, thread: str) -> str:
    """Return whether a thread is awake."""
    state = (await trial.wire.demand("GET", thread)).body["thread_metadata"]
    return "is archived" if state["archived"] else "is awake"
