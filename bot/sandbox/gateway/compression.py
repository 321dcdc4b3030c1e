"""Transport compression of the gateway: one stream for a connection, flushed after every message."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


class Compressor(Protocol):
    """Turns one message into the bytes of one WebSocket frame."""

    def pack(self, text: str) -> bytes:
        """Compress and flush, so that the frame can be read at once."""


class _Zlib:
    def __init__(self) -> None:
        # A window of 2^13 keeps an idle connection small; any inflater can read it.
        self._stream = zlib.compressobj(6, zlib.DEFLATED, 13, 6)

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class _ZstandardPackage:
    def __init__(self, module: Any) -> None:
        self._module = module
        self._stream = module.ZstdCompressor(level=1).compressobj()

    def pack(self, text: str) -> bytes:
        packed = self._stream.compress(text.encode()) + self._stream.flush(
            self._module.COMPRESSOBJ_FLUSH_BLOCK
        )
        return bytes(packed)


class _ZstandardLibrary:
    def __init__(self, module: Any) -> None:
        self._stream = module.ZstdCompressor(level=1)

    def pack(self, text: str) -> bytes:
        return bytes(self._stream.compress(text.encode(), self._stream.FLUSH_BLOCK))


def make_compressor(name: str | None) -> Compressor | None:
    """The stream that a client asked for; None for plain text, also where this Python has no zstandard.

    Clients read text frames whatever they asked for, so a missing package costs bandwidth only.
    """
    if name == "zlib-stream":
        return _Zlib()
    if name == "zstd-stream":
        return _zstd()
    return None


def _zstd() -> Compressor | None:
    for module_name, kind in (("compression.zstd", _ZstandardLibrary), ("zstandard", _ZstandardPackage)):
        try:
            return kind(importlib.import_module(module_name))
        except ImportError:
            continue
    return None
