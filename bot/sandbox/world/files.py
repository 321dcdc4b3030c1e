"""Uploaded files: on disk, behind signed addresses, gone as soon as no message shows them."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote

from bot.sandbox.common import stand_ins
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.media import sniff
from bot.sandbox.world.model import Attachment

_LINK_SECONDS, _NEARLY_OVER_SECONDS = 24 * 3600, 3600


@dataclass(slots=True)
class Upload:
    """A file of a request, already on disk, not yet part of a message."""

    index: int
    filename: str
    size: int
    path: Path
    description: str | None = None


def clean_filename(name: str) -> str:
    """A file name as Discord keeps it: ASCII letters, digits, `_`, `.`, `-` (observed)."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    ascii_name = ascii_name.replace("/", " ").replace("\\", " ")
    cleaned = re.sub(stand_ins.FILE_NAME, "", "_".join(ascii_name.split())).strip("._")
    return cleaned or "unknown"


class FileStore:
    """A folder of files. Nothing is kept in memory: a page of pictures costs the process nothing."""

    def __init__(self, folder: Path, base_url: str = "") -> None:
        self.folder = folder
        self.base_url = base_url
        self._secret = secrets.token_bytes(32)
        self._count = 0

    def new_path(self) -> Path:
        """A path for a file that comes in."""
        self._count += 1
        return self.folder / f"upload-{self._count}"

    def keep(
        self, upload: Upload, attachment_id: Snowflake, channel_id: Snowflake, *, ephemeral: bool
    ) -> Attachment:
        """Make an attachment of an upload."""
        path = self.folder / str(attachment_id)
        upload.path.rename(path)
        media = sniff(path)
        name = clean_filename(upload.filename)
        return Attachment(
            attachment_id,
            name,
            upload.size,
            media.content_type,
            path,
            self._url(channel_id, attachment_id, name),
            upload.description,
            media.width,
            media.height,
            ephemeral,
        )

    def drop(self, attachment: Attachment) -> None:
        """Forget a file that no message shows any more."""
        attachment.path.unlink(missing_ok=True)

    def renew(self, attachment: Attachment) -> None:
        """Give an attachment a new address if the old one is nearly over."""
        path, _, query = attachment.url.removeprefix(self.base_url).partition("?")
        if int(parse_qs(query)["ex"][0], 16) - time.time() < _NEARLY_OVER_SECONDS:
            attachment.url = self._signed(path)

    def _url(self, channel_id: Snowflake, attachment_id: Snowflake, name: str) -> str:
        return self._signed(f"/attachments/{channel_id}/{attachment_id}/{quote(name)}")

    def _signed(self, path: str) -> str:
        issued = int(time.time())
        expires = issued + _LINK_SECONDS
        signature = self._signature(path, f"{expires:x}")
        return f"{self.base_url}{path}?ex={expires:x}&is={issued:x}&hm={signature}&"

    def allows(self, path: str, expires: str, signature: str) -> bool:
        """Whether an address was made here and still holds. Ephemeral files have no other guard."""
        try:
            alive = int(expires, 16) > time.time()
        except ValueError:
            return False
        expected = self._signature(path, expires)
        return alive and hmac.compare_digest(expected.encode(), signature.encode())

    def _signature(self, path: str, expires: str) -> str:
        return hmac.new(self._secret, f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()
