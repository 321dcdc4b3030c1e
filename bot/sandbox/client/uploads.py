"""Files that a user puts into a modal: each is sent before the modal, which then names it by its id."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from bot.sandbox.checks.components import walk
from bot.sandbox.checks.groups import FILE_UPLOAD
from bot.sandbox.client.acts import find_modal
from bot.sandbox.client.request import UserSide, find_user
from bot.sandbox.common.errors import ApiError, RefusedError, bad_request, out_of_range
from bot.sandbox.common.types import Snowflake
from bot.sandbox.rest.body import save
from bot.sandbox.world.files import Upload
from bot.sandbox.world.media import OCTETS

_CHUNK: Final = 1 << 16


async def take_file(side: UserSide, request: web.Request) -> Snowflake:
    """Keep a file for an open modal, and return its id. A form of another site cannot send that type."""
    if request.content_type != OCTETS:
        raise bad_request(f"Content-Type must be {OCTETS}")
    user = find_user(side.world, request.query.get("user"))
    opener, modal = find_modal(side, user, request.query.get("interaction"))
    if all(each["type"] != FILE_UPLOAD for each in walk(modal["components"])):
        raise out_of_range("this modal takes no files")
    name, files = request.query.get("name") or "unknown", side.world.files
    try:
        path, size = await save(request.content.iter_chunked(_CHUNK), files, side.world.settings)
    except ApiError as error:
        raise RefusedError(413, "too_large", "the file is too large") from error
    kept = files.keep(Upload(0, name, size, path), side.world.ids.next(), opener.channel_id, ephemeral=True)
    opener.files[kept.id] = kept
    if opener.modal is None:  # submitted or closed in the meantime
        side.services.interactions.drop_files(opener)
        raise RefusedError(409, "already_submitted", "this modal is closed")
    return kept.id
