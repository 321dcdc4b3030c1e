"""Application emojis: small pictures that the bot may use anywhere."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.common.errors import FieldErrors, api_error, field_error
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.media import OCTETS, sniff_bytes
from bot.sandbox.world.model import Emoji
from bot.sandbox.world.objects import emoji_json

ROUTES: Final = Routes()
_MOST: Final = 2000
_MAX_BYTES: Final = 256 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_DATA_URL: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif);base64,(?P<data>.*)", re.DOTALL)


def _check_application(call: Call) -> None:
    if call.id("application_id") != call.world.application_id:
        raise api_error(20012)


def _find(call: Call) -> Emoji:
    _check_application(call)
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise api_error(10014)
    return emoji


def _read_name(node: Node) -> str:
    name = node.string("name", 32, low=2, required=True) or ""
    if name and not _NAME.fullmatch(name):
        node.fail("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    return name


def _read_image(node: Node) -> bytes:
    if not node.required("image"):
        return b""
    found = _DATA_URL.fullmatch(str(node.data["image"]))
    try:
        picture = base64.b64decode(found["data"], validate=True) if found else b""
    except binascii.Error:
        picture = b""
    if sniff_bytes(picture[:64]).content_type == OCTETS:
        node.fail("image", "IMAGE_INVALID", "Invalid image data")
    return picture


def _refuse_taken(call: Call, name: str, own: Emoji | None = None) -> None:
    if any(emoji.name == name and emoji is not own for emoji in call.world.emojis.values()):
        code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        raise field_error(("name",), code, "An emoji with this name already exists")


@ROUTES.add("GET", "/applications/{application_id}/emojis")
async def list_emojis(call: Call) -> Reply:
    """All emojis of the application."""
    _check_application(call)
    return Reply(200, {"items": [emoji_json(call.world, emoji) for emoji in call.world.emojis.values()]})


@ROUTES.add("GET", "/applications/{application_id}/emojis/{emoji_id}")
async def get_emoji(call: Call) -> Reply:
    """One emoji."""
    return Reply(200, emoji_json(call.world, _find(call)))


@ROUTES.add("POST", "/applications/{application_id}/emojis")
async def create_emoji(call: Call) -> Reply:
    """A new emoji from a data URL of at most 256 KiB."""
    _check_application(call)
    errors = FieldErrors()
    node = Node((await call.body()).object, errors)
    name, picture = _read_name(node), _read_image(node)
    errors.raise_if_any()
    if len(call.world.emojis) >= _MOST:
        raise api_error(30008)
    if len(picture) > _MAX_BYTES:
        raise api_error(50138)
    _refuse_taken(call, name)
    path = call.world.files.new_path()
    path.write_bytes(picture)
    emoji = Emoji(call.world.ids.next(), name, path, sniff_bytes(picture[:64]).content_type == "image/gif")
    call.world.emojis[emoji.id] = emoji
    return Reply(201, emoji_json(call.world, emoji))


@ROUTES.add("PATCH", "/applications/{application_id}/emojis/{emoji_id}")
async def rename_emoji(call: Call) -> Reply:
    """Another name for an emoji."""
    emoji = _find(call)
    errors = FieldErrors()
    name = _read_name(Node((await call.body()).object, errors))
    errors.raise_if_any()
    _refuse_taken(call, name, emoji)
    emoji.name = name
    return Reply(200, emoji_json(call.world, emoji))


@ROUTES.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
async def delete_emoji(call: Call) -> Reply:
    """Remove an emoji and its picture."""
    emoji = _find(call)
    del call.world.emojis[emoji.id]
    emoji.path.unlink(missing_ok=True)
    return EMPTY
