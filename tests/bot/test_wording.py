"""Words by themselves: names, events, errors, commands, labels, sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot import errors
from bot.errors import BotError
from bot.i18n import Words
from bot.screens import lobby as lobby_screen
from bot.screens import news, result
from bot.screens.public import screen_of
from bot.views import LobbyEnd, Status, UserId
from bot.wording import (
    alt,
    notes,
    settling,
    yaku_sheet,
)
from bot.wording import rules as rule_words
from bot.wording.limits import ALT, CONTENT, DESCRIPTION, LABEL, Part, fitted, shortened
from bot.wording.people import People
from engine.actions import Player
from engine.cards import card
from engine.cardset import CardSet
from engine.errors import OptionError
from engine.events import (
    Dealt,
    Drawn,
    Event,
    Extended,
    Flipped,
    Ginmi,
    Kobiki,
    KoiKoiCalled,
    MatchOver,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Resigned,
    Seated,
)
from engine.month_end import Calculation, EndReason, Factor
from engine.rules import OPTIONS, RuleSetId, make_rules
from tests.bot import wording_views
from tests.bot.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, lobby, matches
from tests.builders import all_rules

SANNIN, ISHOKAI, CLASSIC = (make_rules(each) for each in ("sannin", "ishokai", "classic"))
TRIO = People(("A", "B", "C"), (0, 1, 2))
ONE = Player(1)


def test_calculations_follow_the_formula_of_the_rule_set() -> None:
    """Terms and factors stand as the rule set multiplies them."""
    honba = Calculation(12, 39, honba=1, multipliers=((Factor.KOI, 3),))
    assert settling.calculation(JAPANESE, ISHOKAI, honba) == "（12文 ＋ 積み棒1） ×3（こいこい）"
    both = Calculation(8, 32, multipliers=((Factor.SEVEN_DOUBLE, 2), (Factor.KOI, 2)))
    assert settling.calculation(ENGLISH, CLASSIC, both) == "8 points × 2 (7 or more) × 2 (koi-koi)"
    less = Calculation(30, 22, less=8)
    assert settling.calculation(ENGLISH, SANNIN, less) == "30 mon − 8 (second declaration)"
    bonus = Calculation(24, 29, bonus=5)
    assert settling.calculation(ENGLISH, SANNIN, bonus) == "24 mon + goko bonus 5"
    assert not settling.has_factors(Calculation(5, 5))


def every_event() -> Iterator[Event]:
    """One of every kind, and of every reason."""
    taken = CardSet.parse("AB")
    yield Drawn(ONE, card("A"))
    yield Seated((1, 0, 2))
    yield Dealt(3, 4, ONE, bound=False)
    yield Dealt(3, 5, ONE, bound=True)
    for made in (taken, CardSet()):
        yield Played(ONE, card("A"), made)
        yield Flipped(ONE, card("B"), made)
    yield KoiKoiCalled(ONE, 5)
    for by in ("shobu", "exhausted", "hand_yaku", "oyaken", "field_four"):
        yield MonthWon(ONE, by, {"tane": 1} if by in {"shobu", "exhausted"} else {}, (-1, 2, -1), 2)
    for reason in ("hand_yaku", "field_four", "exhausted"):
        yield MonthVoid(reason)
    for reason in ("hand_yaku", "field_four"):
        yield Redealt(reason)
    yield Kobiki(ONE, (-5, 10, -5))
    yield Extended(3)
    yield Ginmi((-6, 18, -12))
    yield Resigned(ONE)
    yield MatchOver((1, 2, 3), (3, 2, 1))


def test_every_event_has_a_line_of_its_own_in_both_languages() -> None:
    """One line for each event, no two reasons alike, none the same in both languages."""
    lines = {
        words.locale: [news.line(words, each, TRIO, SANNIN) for each in every_event()] for words in EVERY
    }
    for told in lines.values():
        assert len(set(told)) == len(told)
        assert all("\n" not in line for line in told)
    assert not set(lines["en"]) & set(lines["ja"])


def test_a_flip_after_a_hand_step_does_not_repeat_the_player() -> None:
    """Played and flipped read as one turn; a flip by itself says whose it is."""
    turn = (Played(ONE, card("C"), CardSet()), Flipped(ONE, card("B"), CardSet()))
    told = news.told_of(ENGLISH, turn, TRIO, SANNIN)
    assert told[0].startswith("B played") and "B" not in told[1].split()
    assert news.told_of(ENGLISH, turn[1:], TRIO, SANNIN)[0].startswith("B turned up")


def error_classes(root: type[BotError] = BotError) -> Iterator[type[BotError]]:
    """Every class of errors of the bot."""
    for each in root.__subclasses__():
        yield each
        yield from error_classes(each)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_error_has_a_sentence(words: Words) -> None:
    """Each code of `bot.errors` is worded, with and without its data."""
    unknown = notes.error(words, BotError())
    for each in error_classes():
        if each.__module__ == errors.__name__:
            assert notes.error(words, each()) != unknown, each.code
    said = {notes.error(words, errors.StorageTrouble(kind=kind)) for kind in notes.STORAGE}
    assert len(said) == len(notes.STORAGE)
    assert "<#5>" in notes.error(words, errors.UserBusy(match=1, channel=5))
    assert "<@9>" in notes.error(words, errors.NotHost(host=9))
    assert "2" in notes.error(words, errors.LobbyNotReady(missing=2))
    assert "`a1`" in notes.unexpected(words, "a1")
    assert "3" in notes.option_error(words, OptionError("options.months", "no", (1, 3, 6)))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_missing_permissions_are_named(words: Words) -> None:
    """The names are those of Discord's settings; unknown ones are shown as they are."""
    said = notes.missing_permissions(words, ["send_messages", "attach_files", "speak"])
    assert words.say(notes.PERMISSIONS["send_messages"]) in said
    assert "`speak`" in said


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_sheets_of_all_rules_fit_and_name_every_yaku(words: Words) -> None:
    """Yaku sheet, its text and the rules fit for every option, and name each yaku in force."""
    for rules in all_rules():
        text, said = yaku_sheet.text(words, rules), alt.yaku_sheet(words, rules)
        assert len(text) <= CONTENT and len(said) <= ALT
        assert len(rule_words.rules_text(words, rules)) <= CONTENT
        for entry in yaku_sheet.entries(words, rules):
            assert entry.full_name in text
            assert 1 <= len(entry.cards) <= yaku_sheet.SAMPLE
        assert all(len(each) <= LABEL for each in rule_words.changed(words, rules))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_option_and_value_has_words(words: Words) -> None:
    """Options and the values that can be chosen are worded, each value of an option differently."""
    for name, spec in OPTIONS.items():
        assert rule_words.option_name(words, name) and rule_words.option_description(words, name)
        for rule_set in RuleSetId:
            allowed = spec.allowed(rule_set)
            assert len({rule_words.value(words, name, each) for each in allowed}) == len(allowed)
            assert len(rule_words.description(words, rule_set)) <= DESCRIPTION


def test_rules_text_differs_with_the_sanko_option() -> None:
    """Sanko's rule line says whether the rain man may be one of the three."""
    strict = make_rules("classic", {"rain_sanko": False})
    assert "Any three lights." in yaku_sheet.text(ENGLISH, CLASSIC)
    assert "Any three lights." not in yaku_sheet.text(ENGLISH, strict)


def test_texts_are_fitted_by_leaving_out_parts_never_by_cutting_words() -> None:
    """The part of the highest rank goes first, the last of them before the others; rank 0 stays."""
    parts = [Part("one"), Part("two", 2), Part("three", 1), Part("four", 2)]
    assert fitted(parts, 100, " ") == "one two three four"
    assert fitted(parts, 13, " ") == "one two three"
    assert fitted(parts, 12, " ") == "one three"
    assert fitted(parts, 3, " ") == "one"
    assert shortened("some words here", 11) == "some words…"
    assert shortened("some", 4) == "some"


def test_a_lobby_says_seats_options_commitment_and_time_left() -> None:
    """Whoever reads it knows what is played, who is there, what is free, until when, and the commitment."""
    rules = make_rules("league", {"months": 3, "oyaken": 4})
    waiting = lobby(rules, wording_views.people(1))
    text = screen_of(waiting).text(ENGLISH)
    for part in (
        "League",
        "3 months",
        "Oya-ken: 4",
        "Sakura",
        "1 seat is free",
        "<t:",
        waiting.secret_commitment,
    ):
        assert part in text
    full = lobby(rules, wording_views.people(2))
    assert "Sakura may start" in screen_of(full).text(ENGLISH)
    more = lobby(rules, wording_views.people(4))
    assert "the others watch" in screen_of(more).text(ENGLISH)
    assert f"<@{full.host}>" in lobby_screen.nudge(ENGLISH, lobby_screen.Facts.of(full))
    invited = replace(waiting, invited=(UserId(5),))
    assert "<@5>" in screen_of(invited).text(ENGLISH)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_closed_lobbies_say_why_and_offer_no_seat(words: Words) -> None:
    """Message and alt text tell each end by its own sentence; neither speaks of a seat to take."""
    waiting = lobby(CLASSIC, wording_views.people(1))
    open_seats = {words.plural("{n} free seat", "{n} free seats", 1)}
    open_seats.add(words.plural("{n} seat is free: press Join.", "{n} seats are free: press Join.", 1))
    told = set()
    for ended in (*LobbyEnd, None):
        closed = replace(waiting, status=Status.CLOSED, ended=ended)
        why = lobby_screen.why(words, ended)
        assert why in screen_of(closed).text(words)
        described = screen_of(closed).alt(words)
        assert why.rstrip(".。") in described
        assert not any(each in described + screen_of(closed).text(words) for each in open_seats)
        assert ("Sakura" in described) == (ended is not LobbyEnd.LEFT)
        told.add(why)
    assert len(told) == len(LobbyEnd) + 1


def test_lobbies_with_the_longest_names_fit() -> None:
    """Eight people with names full of markdown fit into message and alt text."""
    for words in EVERY:
        crowded = lobby(CLASSIC, wording_views.people(8, LONG_NAMES))
        assert len(lobby_screen.nudge(words, lobby_screen.Facts.of(crowded))) <= CONTENT
        assert len(screen_of(crowded).alt(words)) <= ALT


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_end_of_a_month_is_told(words: Words) -> None:
    """Each reason has its title and its sentence; void months say what follows."""
    end = next(view.rest.end for view in matches(SANNIN, 3) if view.rest)
    lines = set()
    for reason in EndReason:
        winner = None if reason in settling.VOID | settling.REDEALT else ONE
        told = replace(end, reason=reason, winner=winner, yaku={}, kobiki=(ONE, (-5, 10, -5)), extended=True)
        lines.add(settling.lines(words, SANNIN, told, TRIO))
        assert settling.title(words, SANNIN, told, TRIO)
        assert bool(settling.consequence(words, told)) == (reason in settling.VOID)
    assert len(lines) == len(EndReason)


def test_strangers_are_told_what_they_may_do() -> None:
    """A watcher of a lobby may join, of a match may watch, of a finished one may open a new one."""
    views = list(matches(make_rules("classic", {"months": 1}), 2))
    assert "Join" in notes.stranger(ENGLISH, lobby(CLASSIC, wording_views.people(1)))
    assert "watching" in notes.stranger(ENGLISH, views[1])
    assert "over" in notes.stranger(ENGLISH, views[-1])
    assert "others" in notes.stranger(
        ENGLISH, replace(lobby(CLASSIC, wording_views.people(1)), invited=(UserId(1),))
    )


def test_results_name_winner_places_and_secret() -> None:
    """The result message says who won, everybody's place and score, and the secret of the shuffles."""
    for rules in (CLASSIC, ISHOKAI, SANNIN):
        last = list(matches(make_rules(rules.id, {"months": 3}), 6))[-1]
        text = result.text(ENGLISH, result.Facts.of(last))
        assert "wins the match" in text or "draw" in text
        assert all(one.name in text for one in last.people)
        assert last.reveal["secret"] in text
        assert len(text) <= CONTENT
    aborted = replace(last, status=Status.ABORTED)
    assert "without a result" in screen_of(aborted).text(ENGLISH)


def test_someone_who_left_has_a_name_too() -> None:
    """A host who is no longer there is named all the same."""
    full = lobby(CLASSIC, wording_views.people(2))
    assert "somebody who left may start" in screen_of(replace(full, host=UserId(777))).text(ENGLISH)
