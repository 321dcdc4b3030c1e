"""Checks of the application as its owner has set it up in Discord's developer portal."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import parse_qs, urlsplit

import discord
from pydantic import BaseModel, Field, ValidationError

from bot.permissions import FOR_THREADS, INVITED, SCOPES, Permission, invite_link, missing
from bot.wording import notes
from cogs.doctor.lines import Line

PRIVILEGED: Final = {
    "Presence": 1 << 12 | 1 << 13,
    "Server Members": 1 << 14 | 1 << 15,
    "Message Content": 1 << 18 | 1 << 19,
}
"""The application's flags for the privileged intents that its owner has switched on, two for each."""
SERVERS: Final = "0"
PEOPLE: Final = "1"
"""Discord's numbers of the two places where an application can be installed."""
INSTALLATION: Final = "the page Installation of the developer portal"


Bits = Annotated[int, Field(ge=0, lt=1 << 64)]
"""Permissions or flags; larger than any that Discord has named."""


class InstallParams(BaseModel):
    """The scopes and permissions for which Discord's own link asks."""

    scopes: list[str]
    permissions: Bits


class InstallContext(BaseModel):
    """A place where the application can be installed."""

    oauth2_install_params: InstallParams | None = None


class Application(BaseModel):
    """Discord's answer about the application of a token; only what is looked at."""

    id: Bits
    name: str
    flags: Bits = 0
    bot_public: bool = True
    bot_require_code_grant: bool = False
    interactions_endpoint_url: str | None = None
    approximate_guild_count: int = 0
    custom_install_url: str | None = None
    install_params: InstallParams | None = None
    integration_types_config: dict[str, InstallContext | None] | None = None


def application(of: Application) -> Line:
    """Whether commands reach the bot, and everybody may invite it."""
    check = "application"
    if of.interactions_endpoint_url:
        found = "an Interactions Endpoint URL is set: commands go there and not to the bot"
        return Line.error(check, found, "Empty that field on the page General Information of the portal.")
    if of.bot_require_code_grant:
        found = "Requires OAuth2 Code Grant is on: the invite link does not work"
        return Line.error(check, found, "Switch it off on the page Bot of the developer portal.")
    who = "public" if of.bot_public else "private: its owner alone can invite it"
    servers = f"{of.approximate_guild_count} server{'' if of.approximate_guild_count == 1 else 's'}"
    return Line.ok(check, f"{of.name!r}, {of.id}, {who}; in {servers}")


def intents(of: Application) -> Line:
    """Whether no privileged intent is switched on: the bot needs none of them."""
    check = "intents"
    granted = [name for name, bits in PRIVILEGED.items() if of.flags & bits]
    if not granted:
        return Line.ok(check, "no privileged one is on, and none is needed")
    todo = "Switch off all privileged intents on the page Bot of the developer portal."
    return Line.warning(check, f"switched on and not needed: {', '.join(granted)}", todo)


def contexts(of: Application) -> Line:
    """Whether servers and people can install the application."""
    check = "install settings"
    if of.integration_types_config is None:
        found = "Discord does not say where it can be installed"
        return Line.warning(check, found, f"See that both installs are ticked on {INSTALLATION}.")
    if SERVERS not in of.integration_types_config:
        return Line.error(check, "servers cannot install it", f"Tick Guild Install on {INSTALLATION}.")
    if PEOPLE not in of.integration_types_config:
        found = "servers alone can install it, people cannot add it to their account"
        return Line.warning(check, found, f"Tick User Install on {INSTALLATION}.")
    return Line.ok(check, "servers and people can install it")


def invitation(of: Application) -> Line:
    """Whether the link that Discord shows people asks for what the bot needs; ours is in the line."""
    check = "invite link"
    asked, page = _asked(of)
    if asked is None:
        return Line.ok(check, invite_link(of.id))
    lacking, extra = _lacking(asked), _too_many(asked.permissions)
    if not lacking and not extra:
        return Line.ok(check, invite_link(of.id))
    found = [f"lacks {', '.join(lacking)}"] if lacking else []
    found += [f"asks for more than is used: {', '.join(extra)}"] if extra else []
    return Line.warning(check, f"{page} {'; '.join(found)}", f"Choose on {INSTALLATION}: {_wanted()}.")


def _asked(of: Application) -> tuple[InstallParams | None, str]:
    """Return what the link under the application's profile asks for, and its name; None where there is none.

    A link of the owner's that leads elsewhere than to Discord is theirs.
    """
    if of.custom_install_url is not None:
        return _asked_by(of.custom_install_url), "the Custom URL"
    settings = (of.integration_types_config or {}).get(SERVERS)
    asked_by_default = (settings.oauth2_install_params if settings else None) or of.install_params
    return asked_by_default, "Discord's own link"


def _asked_by(link: str) -> InstallParams | None:
    """Return the scopes and permissions that a link asks for; None where it does not say."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if not parts.path.endswith("/oauth2/authorize") or "scope" not in query:
        return None
    asked = {"scopes": query["scope"].split(), "permissions": query.get("permissions", "0")}
    try:
        return InstallParams.model_validate(asked)
    except ValidationError:
        return None


def _lacking(asked: InstallParams) -> list[str]:
    """Return the scopes and permissions that a link lacks."""
    scopes = [f"scope {each}" for each in SCOPES if each not in asked.scopes]
    if discord.Permissions(asked.permissions).administrator:
        return scopes
    return scopes + [portal_name(each) for each in missing(asked.permissions, INVITED)]


def _too_many(permissions: int) -> list[str]:
    """Return the permissions of a link that the bot never uses; threads of its own are a server's choice."""
    extra = permissions & ~FOR_THREADS & ~INVITED
    named = discord.Permissions(extra)
    known = [portal_name(name) for name, granted in named if granted]
    rest = extra & ~discord.Permissions.all().value
    return known + ([f"0x{rest:x}"] if rest else [])


def _wanted() -> str:
    """Return the right choice as the portal names it."""
    named = [
        portal_name(each.name.lower()) for each in Permission if each in INVITED and each.name is not None
    ]
    return f"scopes {' and '.join(SCOPES)}; permissions {', '.join(named)}"


def portal_name(permission: str) -> str:
    """Return the name of a permission as Discord's settings write it."""
    if permission in notes.PERMISSIONS:
        return notes.PERMISSIONS[permission].text
    return permission.replace("_", " ").title()
