"""Files for the browser: the page, the fonts, attachments and emojis. All are streamed from disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.world.media import OCTETS, sniff
from bot.sandbox.world.state import World

PAGE: Final = Path(__file__).parent / "page"
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_FILE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
_DAY: Final = 24 * 3600


class Static:
    """Handlers for everything that is a file."""

    def __init__(self, world: World, fonts: Mapping[str, Path]) -> None:
        self._world = world
        self._fonts = fonts

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page's files."""
        return [
            web.get("/", self.index),
            web.get("/page/{version}/{path:.+}", self.page),
            web.get("/fonts/{name}", self.font),
            web.get("/attachments/{channel}/{attachment}/{name}", self.attachment),
            web.get("/emojis/{file}", self.emoji),
        ]

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page; it names its scripts and styles by their version, so that a browser keeps them.

        It also names the languages for which there is a file of words.
        """
        text = (PAGE / "index.html").read_text(encoding="utf-8")
        text = text.replace("{languages}", " ".join(_languages()))
        return web.Response(
            text=text.replace('"/page/', f'"/page/{_version()}/'),
            content_type="text/html",
            headers={"Cache-Control": "no-cache", "Content-Security-Policy": PAGE_POLICY},
        )

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page's scripts and styles, and nothing above its folder, as they are now."""
        path = (PAGE / request.match_info["path"]).resolve()
        if not path.is_relative_to(PAGE.resolve()) or path.suffix not in _TYPES:
            raise web.HTTPNotFound
        return _serve(path, f"public, max-age={_DAY}, immutable")

    async def font(self, request: web.Request) -> web.StreamResponse:
        """A font that the caller of the sandbox named."""
        path = self._fonts.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound
        return _serve(path, f"public, max-age={_DAY}")

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        """An uploaded file, for those who have its signed address. Only pictures are shown in place."""
        expires, signature = request.query.get("ex", ""), request.query.get("hm", "")
        number = parse_snowflake(request.match_info["attachment"])
        path = self._world.files.folder / str(number)
        allowed = self._world.files.allows(request.rel_url.raw_path, expires, signature)
        if number is None or not allowed or not path.is_file():
            raise web.HTTPNotFound
        media = sniff(path)
        headers = {
            "Content-Type": media.content_type,
            "Content-Security-Policy": _FILE_POLICY,
            "Cache-Control": f"private, max-age={_DAY}",
        }
        if media.content_type == OCTETS:
            headers["Content-Disposition"] = "attachment"
        return web.FileResponse(path, headers=headers)

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        """An application emoji's picture, whatever ending was asked for."""
        number = parse_snowflake(request.match_info["file"].split(".")[0])
        emoji = None if number is None else self._world.emojis.get(number)
        if emoji is None or not emoji.path.is_file():
            raise web.HTTPNotFound
        headers = {
            "Content-Type": sniff(emoji.path).content_type,
            "Content-Security-Policy": _FILE_POLICY,
            "Cache-Control": f"public, max-age={_DAY}",
        }
        return web.FileResponse(emoji.path, headers=headers)


def _version() -> str:
    """Return the version of the page's files: another one as soon as somebody changes one of them."""
    return f"{max(path.stat().st_mtime_ns for path in PAGE.rglob('*')):x}"


def _languages() -> list[str]:
    """The languages that the page itself speaks, by their files of words."""
    return sorted(path.stem.removeprefix("words_") for path in PAGE.glob("js/words_*.js"))


def _serve(path: Path, caching: str) -> web.StreamResponse:
    if not path.is_file():
        raise web.HTTPNotFound
    headers = {
        "Content-Type": _TYPES.get(path.suffix.lower(), OCTETS),
        "Cache-Control": caching,
        "Content-Security-Policy": PAGE_POLICY,
    }
    return web.FileResponse(path, headers=headers)
