"""Server time: days, months and seasons touch and never overlap, wherever and whatever clocks do."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.records import periods
from bot.records.periods import SeasonKind, Span, season_span
from tests.support.waiting import MOST_SECONDS

CALENDARS = (SeasonKind.MONTHLY, SeasonKind.QUARTERLY)
APIA, KATHMANDU, TOKYO = ZoneInfo("Pacific/Apia"), ZoneInfo("Asia/Kathmandu"), ZoneInfo("Asia/Tokyo")
SANTIAGO, ASUNCION = ZoneInfo("America/Santiago"), ZoneInfo("America/Asuncion")
HAVANA, NEWFOUNDLAND = ZoneInfo("America/Havana"), ZoneInfo("America/St_Johns")
SECOND = timedelta(seconds=1)

kinds = st.sampled_from(CALENDARS)
zones = st.sampled_from([APIA, SANTIAGO, ASUNCION, HAVANA, KATHMANDU, NEWFOUNDLAND]) | st.sampled_from(
    sorted(periods._names())
).map(ZoneInfo)
moments = st.datetimes(datetime(1971, 1, 1), datetime(2199, 1, 1), timezones=st.just(UTC))


def label(kind: SeasonKind, moment: datetime, tz: ZoneInfo) -> str:
    """Return the label of a wall calendar."""
    local = moment.astimezone(tz)
    return f"{local:%Y-%m}" if kind is SeasonKind.MONTHLY else f"{local:%Y}-Q{(local.month + 2) // 3}"


@given(kinds, moments, zones)
@example(SeasonKind.MONTHLY, datetime(2009, 11, 1, 2, 31, tzinfo=UTC), NEWFOUNDLAND)
@example(SeasonKind.MONTHLY, datetime(2009, 11, 1, 2, 29, 59, tzinfo=UTC), NEWFOUNDLAND)
def test_every_moment_lies_in_its_season(kind: SeasonKind, moment: datetime, tz: ZoneInfo) -> None:
    """The season begins before or at the moment, ends after it, and is the same for every moment in it."""
    span = season_span(kind, moment, tz)
    assert span.starts_at <= moment < span.ends_at
    assert span.starts_at.tzinfo is span.ends_at.tzinfo is UTC
    assert season_span(kind, span.starts_at, tz) == span == season_span(kind, span.ends_at - SECOND, tz)
    assert season_span(kind, moment.astimezone(tz), tz) == span


@given(kinds, moments, zones)
def test_seasons_touch_and_ascend(kind: SeasonKind, moment: datetime, tz: ZoneInfo) -> None:
    """One season begins where another ends, with a later label, for as long as six years."""
    spans = [season_span(kind, moment, tz)]
    for _ in range(72 if kind is SeasonKind.MONTHLY else 24):
        spans.append(season_span(kind, spans[-1].ends_at, tz))
    for one, after in pairwise(spans):
        assert one.ends_at == after.starts_at
        assert one.label < after.label
    assert spans[-1].ends_at - spans[0].starts_at > timedelta(days=72 * 30)


@given(kinds, moments, zones)
def test_a_season_is_named_as_the_calendar_says(kind: SeasonKind, moment: datetime, tz: ZoneInfo) -> None:
    """A season's label is the one of its first moment, its last, and every moment's day between them."""
    span = season_span(kind, moment, tz)
    assert span.label == label(kind, span.starts_at, tz)
    # The one night in which midnight comes twice.
    twice = abs(moment - datetime(2009, 11, 1, 2, 30, tzinfo=UTC)) < timedelta(days=93)
    if not twice:
        assert span.label == label(kind, moment, tz) == label(kind, span.ends_at - SECOND, tz)
        before = (span.starts_at - SECOND).astimezone(tz)
        assert before.date() < span.starts_at.astimezone(tz).date() != before.date()


@given(moments, zones)
def test_a_month_is_the_season_of_a_month(moment: datetime, tz: ZoneInfo) -> None:
    """Days and months are those of the calendar; a day's month is the month."""
    assert periods.day(moment, tz) == moment.astimezone(tz).date().isoformat()
    assert periods.day(moment, tz)[:7] == periods.month(moment, tz)


def test_a_season_in_tokyo() -> None:
    """Midnight in Tokyo is three in the afternoon in UTC."""
    moment = datetime(2026, 11, 22, 4, 22, tzinfo=UTC)
    assert season_span(SeasonKind.MONTHLY, moment, TOKYO) == Span(
        "2026-11", datetime(2026, 10, 31, 15, tzinfo=UTC), datetime(2026, 11, 30, 15, tzinfo=UTC)
    )
    assert season_span(SeasonKind.QUARTERLY, moment, TOKYO) == Span(
        "2026-Q4", datetime(2026, 9, 30, 15, tzinfo=UTC), datetime(2026, 12, 31, 15, tzinfo=UTC)
    )
    assert periods.day(datetime(2026, 12, 31, 15, tzinfo=UTC), TOKYO) == "2027-01-01"


@pytest.mark.parametrize(
    ("tz", "at", "starts_at"),
    [
        # 00:00 to 01:00 did not exist on 1 April 1990 in Havana.
        (HAVANA, datetime(1990, 4, 10, tzinfo=UTC), datetime(1990, 4, 1, 5, tzinfo=UTC)),
        # Nor did it on 1 October 2023 in Asuncion, nor on 8 September 2024 in Santiago.
        (ASUNCION, datetime(2023, 10, 10, tzinfo=UTC), datetime(2023, 10, 1, 4, tzinfo=UTC)),
        (SANTIAGO, datetime(2024, 9, 8, 4, tzinfo=UTC), datetime(2024, 9, 1, 4, tzinfo=UTC)),
        # In Apia 30 December 2011 did not exist: December ends ten hours before the 31st in UTC.
        (APIA, datetime(2012, 1, 10, tzinfo=UTC), datetime(2011, 12, 31, 10, tzinfo=UTC)),
        (APIA, datetime(2011, 12, 10, tzinfo=UTC), datetime(2011, 12, 1, 10, tzinfo=UTC)),
        (KATHMANDU, datetime(2026, 11, 22, tzinfo=UTC), datetime(2026, 10, 31, 18, 15, tzinfo=UTC)),
    ],
)
def test_a_season_begins_at_the_first_moment_of_its_first_day(
    tz: ZoneInfo, at: datetime, starts_at: datetime
) -> None:
    """Also where midnight or a whole day does not exist."""
    assert season_span(SeasonKind.MONTHLY, at, tz).starts_at == starts_at


def test_where_midnight_comes_twice_the_first_one_counts() -> None:
    """Newfoundland's clocks went from 00:01 on 1 November 2009 back to 23:01 on 31 October."""
    first = datetime(2009, 11, 1, 2, 30, tzinfo=UTC)
    assert season_span(SeasonKind.MONTHLY, first, NEWFOUNDLAND).starts_at == first
    assert season_span(SeasonKind.MONTHLY, first - SECOND, NEWFOUNDLAND).label == "2009-10"
    again = first + timedelta(minutes=30)
    assert periods.day(again, NEWFOUNDLAND) == "2009-10-31"
    assert season_span(SeasonKind.MONTHLY, again, NEWFOUNDLAND).label == "2009-11"


def test_no_season_where_they_are_off() -> None:
    """A question for a season is a mistake then."""
    with pytest.raises(ValueError, match="off"):
        season_span(SeasonKind.OFF, datetime(2026, 11, 22, tzinfo=UTC), TOKYO)


@pytest.mark.parametrize(
    ("name", "locale", "key"),
    [
        (None, "ja", "Asia/Tokyo"),
        (None, "ko", "Asia/Seoul"),
        (None, "en-GB", "UTC"),
        (None, "", "UTC"),
        ("Europe/Berlin", "ja", "Europe/Berlin"),
        ("Mars/Olympus_Mons", "ja", "Asia/Tokyo"),
        ("../../etc/passwd", "ko", "Asia/Seoul"),
        ("Factory", "en-US", "UTC"),
    ],
)
def test_the_zone_of_a_server(name: str | None, locale: str, key: str) -> None:
    """The stored one; by the language where there is none, or where it is unknown by now."""
    assert periods.zone(name, locale) == ZoneInfo(key)


@pytest.mark.parametrize(
    "name", ["Asia/Tokyo", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT-9", "Japan"]
)
def test_names_of_zones(name: str) -> None:
    """Old names and zones of the sea are valid too."""
    assert periods.is_zone(name)


WRONG = [
    "",
    "Asia",
    "asia/tokyo",
    "Asia/Tokyo ",
    "Asia/Tokyo/",
    "/etc/localtime",
    "../UTC",
    "./UTC",
    "Asia//Tokyo",
]
WRONG += [
    "a\0b",
    "localtime",
    "posixrules",
    "Factory",
    "tzdata.zi",
    "zone.tab",
    "__init__",
    "\udc80",
    "x" * 5000,
]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_zone(name: str) -> None:
    """Paths, folders, files beside the zones, other spellings: none raises anything."""
    assert not periods.is_zone(name)


@given(st.text())
def test_any_text_has_suggestions_or_none(text: str) -> None:
    """At most as many as Discord shows, each a valid name, none twice; `is_zone` answers for any text."""
    found = periods.suggestions(text)
    assert len(found) == len(set(found)) <= periods.MOST_SUGGESTIONS
    assert all(periods.is_zone(name) for name in found)
    if periods.is_zone(text):
        assert periods.zone(text, "en-US").key == text


@given(st.sampled_from([name for name in sorted(periods._names()) if "/" in name and name[:4] != "Etc/"]))
def test_a_whole_name_is_suggested_first(name: str) -> None:
    """However it is written."""
    assert periods.suggestions(name)[0] == name
    assert periods.suggestions(f" {name.upper().replace('_', ' ')}")[0] == name


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("tok", "Asia/Tokyo"),
        ("東京", "Asia/Tokyo"),
        ("ロンドン", "Europe/London"),
        ("ドイツ", "Europe/Berlin"),
        ("Germany", "Europe/Berlin"),
        ("york", "America/New_York"),
        ("são p", "America/Sao_Paulo"),
        ("us", "America/New_York"),
        ("kolk", "Asia/Kolkata"),
        ("asia/", "Asia/Tokyo"),
        ("utc", "UTC"),
        ("hawaii", "US/Hawaii"),
    ],
)
def test_suggestions_find_cities_and_countries(typed: str, first: str) -> None:
    """By a part of the name, in English or Japanese, common ones before others."""
    assert periods.suggestions(typed)[0] == first


def test_suggestions_before_anything_is_typed() -> None:
    """The common ones, Tokyo before all; and never `Etc/GMT+9`, which is not what it seems."""
    assert periods.suggestions(" ") == list(periods.COMMON)
    assert periods.suggestions("")[0] == "Asia/Tokyo"
    assert len(periods.COMMON) == periods.MOST_SUGGESTIONS
    assert not periods.suggestions("gmt+9")
    assert not periods.suggestions("zzz")


def test_zones_need_no_files_of_the_system() -> None:
    """With an empty search path they come from the package."""
    code = "from bot.records.periods import *; print(zone('Asia/Seoul', 'ja'), suggestions('par')[0])"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONTZPATH": ""},
        check=True,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
    )
    assert ran.stdout.split() == ["Asia/Seoul", "Europe/Paris"]
