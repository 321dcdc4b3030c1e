"""The terms of an arena in the button under its preview."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.records import periods
from bot.wording import arena_pages as pages
from cogs.arenas.terms import Terms, read
from cogs.content.custom_id import BadCustomId
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from engine.rules.presets import NAMES

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LENGTHS, MATCHES = tuple(pages.LENGTHS), tuple(pages.MATCH_LENGTHS)


def test_terms_come_back_as_they_were_in_every_zone() -> None:
    """Every name of a zone and of rules fits a custom id, whose signs are few."""
    every = sorted(name for name in available_timezones() if periods.is_zone(name))
    for number, name in enumerate(every):
        rules = (None, *NAMES)[number % (len(NAMES) + 1)]
        at = (NOW + timedelta(minutes=number + 1)).astimezone(ZoneInfo(name))
        terms = Terms(
            rules, MATCHES[number % 2], LENGTHS[number % 4], at, at_once=False, weekly=number % 3 == 0
        )
        found = read(parse_page(format_page(terms.press())), NOW)
        assert found == terms and str(found.starts_at.tzinfo) in {name, "UTC"}, name


def test_an_arena_at_once_begins_when_it_is_opened() -> None:
    """Also one whose hour has passed before somebody pressed."""
    later = NOW + timedelta(minutes=9)
    terms = Terms(None, 3, 60, NOW, at_once=True, weekly=False)
    assert read(terms.press(), later).starts_at == later and terms.starts_at.tzinfo is UTC
    planned = Terms(None, 3, 60, NOW + timedelta(minutes=5), at_once=False, weekly=False)
    assert read(planned.press(), later).at_once


@pytest.mark.parametrize(
    "state",
    [
        (),
        ("marked", "3", "60", "0", "UTC"),
        ("marked", "2", "60", "0", "UTC", "once"),
        ("marked", "3", "61", "0", "UTC", "once"),
        ("house", "3", "60", "0", "UTC", "once"),
        ("marked", "3", "60", "-1", "UTC", "once"),
        ("marked", "3", "60", "999999999999999", "UTC", "once"),
        ("marked", "3", "60", "0", "..--etc--passwd", "once"),
        ("marked", "3", "60", "0", "UTC", "daily"),
    ],
)
def test_a_forged_button_is_none_of_ours(state: tuple[str, ...]) -> None:
    with pytest.raises(BadCustomId):
        read(PagePress(Page.ARENA, "open", state), NOW)
