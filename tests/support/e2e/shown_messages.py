"""The wanted screens, computed from the rows alone, and those that the sandbox shows."""

from __future__ import annotations

import re

from bot.config import Settings
from bot.i18n import Languages
from bot.ids import MatchId, UserId
from bot.match import view_builder
from bot.match.hosted_match import HostedMatch
from bot.match.views import MatchView, View
from bot.match.vocabulary import Version
from bot.sandbox.common.types import Snowflake
from bot.sandbox.server import Server
from bot.sandbox.world.model import Message
from bot.screens.hand import Look
from cogs.content.controls import Rows
from cogs.content.custom_id import format_press
from cogs.content.page_id import PagePress, format_page
from cogs.messages import table_rows
from cogs.messages.hand_rows import hand_content
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.snapshot import Shown, Snapshot, until_alike
from tests.support.sandbox.messages import walk

LANGUAGES = Languages.load()
SETTINGS = Settings(_env_file=None, drawn_seconds=0)
"""The settings of a bot of which a test has changed none that shows; no drawn cards are looked at."""
Seen = tuple[str, str, list[str]]
"""Text, alt text without the time that was left when it was written, custom ids."""
_TIME_LEFT = re.compile(r"time left [^.]*|残り時間[^。]*")


def view_of(match: MatchId, hosted: HostedMatch, settings: Settings = SETTINGS) -> View:
    """A match as the rows make it, for a bot with these settings."""
    return view_builder.build_view(match, Version(1), hosted, settings)


def table_of(view: View) -> Seen:
    """Return the text of a match's public message."""
    face = table_rows.table_content(LANGUAGES.pick(view.place.locale), view)
    return face.content, _timeless(face.alt), _ids(face.rows)


def hand_of(view: View, row: Shown, *, hint: bool = True) -> Seen:
    """Return the text of a hand on which nobody has pressed since a start.

    `hint`: as to a beginner.
    """
    assert isinstance(view, MatchView)
    seat = view.seat_of(UserId(row.user))
    assert seat is not None
    look = Look(hint=hint)
    face = hand_content(LANGUAGES.pick(row.locale), view, seat, look, None)
    return face.content, _timeless(face.alt), _ids(face.rows)


async def settled(server: Server, action_log: ActionLog) -> None:
    """Wait until every live hand and table offers what the rows say."""
    await until_alike(action_log, lambda rows: _unlike(server, rows), every=0.03)


def _unlike(server: Server, rows: Snapshot) -> str | None:
    """The first table or hand that offers something else; None once there is none."""
    views = {match: view_of(match, hosted) for match, hosted in rows.live.items()}
    public = public_messages(server)
    shown = [(public.get(rows.tables.get(match, 0)), table_of(view)) for match, view in views.items()]
    # A hand of a match that has ended shows its end.
    hands = [row for row in rows.hands if row.match in views]
    shown += [(hand_message(server, row), hand_of(views[row.match], row)) for row in hands]
    for message, wanted in shown:
        if message is None or custom_ids(message) != wanted[2]:
            return f"{message and seen(message)} is not {wanted}"
    return None


def seen(message: Message) -> Seen:
    """Return what a message in the sandbox shows."""
    described = [each.description or "" for each in message.attachments]
    return message.content, _timeless("".join(described)), custom_ids(message)


def _timeless(alt: str) -> str:
    return _TIME_LEFT.sub("", alt)


def custom_ids(message: Message) -> list[str]:
    """Return the custom ids of its controls."""
    return [each["custom_id"] for each in walk(message.components) if "custom_id" in each]


def hand_message(server: Server, row: Shown) -> Message | None:
    """The message that a stored hand is edited through; None once it is gone. Public ones are not found."""
    interaction = server.interactions.by_token(server.world.application_id, row.token)
    target = interaction.original_id if row.target == "@original" else Snowflake(int(row.target))
    return None if target is None else server.world.ephemerals.get(target)


def public_messages(server: Server) -> dict[int, Message]:
    """Every message that more than one person can see."""
    channels = server.world.channels.values()
    return {message.id: message for channel in channels for message in channel.messages.values()}


def _ids(rows: Rows) -> list[str]:
    presses = (control.press for row in rows for control in row)
    return [format_page(each) if isinstance(each, PagePress) else format_press(each) for each in presses]
