"""Reads the body of a request: JSON, or a form with `payload_json` and files, which go straight to disk."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, web

from bot.sandbox.common.errors import FieldErrors, api_error
from bot.sandbox.common.incoming import parse_json
from bot.sandbox.common.settings import Settings
from bot.sandbox.common.types import JsonObject
from bot.sandbox.world.files import FileStore, Upload

_FILE_FIELD: Final = re.compile(r"files?\[(\d+)\]|file(\d*)")
_CHUNK: Final = 1 << 16
_TYPES: Final = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(slots=True)
class Body:
    """The body of a request."""

    data: Any = None
    uploads: list[Upload] = field(default_factory=list)

    @property
    def object(self) -> JsonObject:
        """The data as an object; anything else is a form error."""
        if isinstance(self.data, dict):
            return self.data
        errors = FieldErrors()
        errors.add((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        errors.raise_if_any()
        return {}

    def discard(self) -> None:
        """Remove the files that became part of nothing."""
        for upload in self.uploads:
            upload.path.unlink(missing_ok=True)


async def read_body(request: web.Request, files: FileStore, settings: Settings) -> Body:
    """The body of a request; raises 40005, 50109 or 50035."""
    if request.content_length is not None and request.content_length > settings.request_bytes:
        raise api_error(40005)
    if not request.can_read_body:
        return Body({})
    kind = request.content_type
    if kind == "multipart/form-data":
        return await _read_multipart(request, files, settings)
    raw = await _read_all(request, settings.request_bytes)
    if kind == "application/json":
        return Body(_parse(raw))
    if kind == "application/x-www-form-urlencoded":
        return Body(_form_data(_form_fields(raw)))
    errors = FieldErrors()
    shown = ", ".join(_TYPES)
    errors.add((), "CONTENT_TYPE_INVALID", f'Expected "Content-Type" header to be one of {{{shown}}}.')
    errors.raise_if_any()
    return Body({})


def _refuse_over(size: int, limit: int) -> None:
    if size > limit:
        raise api_error(40005)


def _parse(raw: bytes) -> Any:
    if not raw:
        return {}
    try:
        return parse_json(raw)
    except ValueError as error:
        raise api_error(50109) from error


def _form_fields(raw: bytes) -> dict[str, bytes]:
    # latin-1 keeps every byte as it is: whether it is UTF-8 is for the reader of the value to say.
    fields = parse_qsl(raw.decode("latin-1"), keep_blank_values=True, encoding="latin-1")
    return {name: value.encode("latin-1") for name, value in fields}


def _form_data(fields: dict[str, bytes]) -> Any:
    """Return the data of a form: `payload_json`, or without it plain fields such as `content`."""
    if "payload_json" in fields:
        return _parse(fields["payload_json"])
    try:
        data: JsonObject = {name: value.decode() for name, value in fields.items()}
    except UnicodeDecodeError as error:
        raise api_error(50109) from error
    if data.get("tts") in ("true", "false"):
        data["tts"] = data["tts"] == "true"
    return data


async def _read_all(request: web.Request, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for chunk in request.content.iter_chunked(_CHUNK):
        size += len(chunk)
        _refuse_over(size, limit)
        parts.append(chunk)
    return b"".join(parts)


async def _read_multipart(request: web.Request, files: FileStore, settings: Settings) -> Body:
    # aiohttp's client_max_size does not hold for multipart streams: count here.
    body = Body({})
    total = 0
    fields: dict[str, bytes] = {}
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            name = part.name or ""
            if _FILE_FIELD.fullmatch(name):
                upload = await _store(part, files, settings)
                body.uploads.append(upload)
                total += upload.size
            elif name == "payload_json" or not part.filename:
                fields[name] = bytes(await part.read(decode=True))
                total += len(fields[name])
            _refuse_over(total, settings.request_bytes)
        body.data = _form_data(fields)
    except ValueError as error:
        body.discard()
        raise api_error(50109) from error
    except BaseException:
        body.discard()
        raise
    return body


async def _store(part: BodyPartReader, files: FileStore, settings: Settings) -> Upload:
    found = _FILE_FIELD.fullmatch(part.name or "")
    index = int((found.group(1) or found.group(2) or "0") if found else "0")
    path, size = await save(_chunks(part), files, settings)
    return Upload(index, part.filename or "unknown", size, path)


async def _chunks(part: BodyPartReader) -> AsyncIterator[bytes]:
    while chunk := await part.read_chunk(_CHUNK):
        yield chunk


async def save(chunks: AsyncIterable[bytes], files: FileStore, settings: Settings) -> tuple[Path, int]:
    """Return the path of a file that comes in, and its size. Raises 40005 for one that is too large."""
    path = files.new_path()
    size = 0
    try:
        with path.open("wb") as target:
            async for chunk in chunks:
                size += len(chunk)
                _refuse_over(size, settings.attachment_bytes)
                target.write(chunk)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path, size
