"""A hand without a table beside it, as problems show it: the picture has all, the text is short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.screens import hand
from bot.screens.hand import Facts, Look, match_after
from bot.screens.hand.facts import Held
from bot.screens.hand.match_after import MatchAfter
from bot.screens.hand.questions import Decide
from bot.wording.people import Cast
from engine.rules.actions import Phase, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from images.pictures import painting
from images.scene.common import Label
from images.scene.hand import Decision, HandScene
from tests.bot.screens.hand.test_in_words import missing, seated
from tests.support.wording_views import ENGLISH, EVERY, matches

AFTER = MatchAfter(Player(0), (4, -2, -2), None, 0)
ALONE, IN_WORDS = Look(alone=True, hint=False), Look(alone=True, hint=False, text_mode=True)


def decisions(rule_set: RuleSetId) -> list[tuple[Facts, Facts, Held]]:
    """Every decision of a match, with a picture and in words, as the player who decides sees it."""
    found = []
    for view, seat in seated(rule_set):
        alone, in_words = Facts.of(view, seat, ALONE), Facts.of(view, seat, IN_WORDS)
        if alone.held is not None and isinstance(alone.held.question, Decide):
            found.append((alone, in_words, alone.held))
    assert found
    return found


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_only_a_picture_alone_has_what_the_others_captured(rule_set: RuleSetId) -> None:
    """In the order of their turns; beside a table it has none of it."""
    some = False
    for view, seat in seated(rule_set):
        seen = seat.observation
        if seen is None or seen.phase in {Phase.CUT, Phase.OVER, Phase.SEATS} or not view.seats:
            continue
        alone, beside = (hand.scene(ENGLISH, Facts.of(view, seat, look)) for look in (ALONE, Look()))
        if not isinstance(alone, HandScene):
            continue
        assert isinstance(beside, HandScene)
        seats = len(view.seats)
        others = [seen.captured[(seat.player + turn) % seats] for turn in range(1, seats)]
        assert [{*one.captured} for one in alone.strip.others] == [{*each} for each in others]
        assert not any(one.captured for one in beside.strip.others)
        some = some or all(others)
    assert some


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_text_leaves_to_the_picture_what_that_tells(rule_set: RuleSetId, words: Words) -> None:
    """Neither answer's worth is told; the description has every fact of the table, and the scores after."""
    for alone, in_words, held in decisions(rule_set):
        asked = held.question
        assert isinstance(asked, Decide)
        text, alt = hand.text(words, alone), hand.alt(words, alone)
        long = hand.text(words, in_words)
        after = match_after.sentence(words, asked.after, held.course.cast.named(words))
        assert after in long
        assert after not in text
        assert match_after.standing(words, asked.after, held.course.cast.named(words, plain=True)) in alt
        # A line about koi-koi stays where the picture has no room for all of it.
        lines = [line for line in text.splitlines() if not line.startswith("-# ")]
        assert len(lines) < len(long.splitlines())


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_nothing_of_the_table_is_left_untold(rule_set: RuleSetId) -> None:
    """In the description, or in small print beside it."""
    for view, seat in seated(rule_set):
        facts = Facts.of(view, seat, ALONE)
        told = f"{hand.alt(ENGLISH, facts)}\n{hand.text(ENGLISH, facts)}"
        assert missing(ENGLISH, view, seat, told) == []


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_picture_has_room_for_all_that_it_tells(rule_set: RuleSetId) -> None:
    """Each word of a decision is written, whole: the text no longer has them."""
    for alone, _, _ in decisions(rule_set):
        scene = hand.scene(ENGLISH, alone)
        assert isinstance(scene, HandScene) and isinstance(scene.body, Decision)
        canvas = painting.paint(scene)
        written = " ".join(each.text for each in canvas.placed)
        assert all(str(risk) in written for risk in scene.body.risks)
        assert not any(each.cut and not each.name for each in canvas.placed)
        assert all(each.ink.bottom <= canvas.image.height for each in canvas.placed)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_two_cpu_players_of_one_character_are_told_apart_where_names_are_cut(words: Words) -> None:
    """The numbers stay; a person's name is cut to a few letters."""
    view = next(each for each in matches(make_rules(RuleSetId.SANNIN), 3) if each.seats)
    cpu = CpuPlayer.of(CpuLevel.HARD, Character.EVEN)
    cast = Cast.of(view)
    first, *others = cast.seats
    people = {one.number: replace(one, cpu=cpu, twin=n) for n, one in enumerate(others, start=1)}
    people[first.number] = first
    cast = replace(cast, people=tuple(people[one.number] for one in cast.people))
    short = match_after.in_short(words, AFTER, cast)
    assert isinstance(short, Label)
    assert "1\u00a0−2" in short.short and "2\u00a0−2" in short.short
    assert "…" not in short.short


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Opponent 1", "Opponent 2"), "you\u00a04, Op…1\u00a0−2, Op…2\u00a0−2"),
        (("Sakura", "Kenta"), "you\u00a04, Sa…\u00a0−2, Ke…\u00a0−2"),
        (("Kenta", "Kei"), "you\u00a04, Ke…\u00a0−2, Kei\u00a0−2"),
        (("Keita", "Kenta"), "you\u00a04, Keita\u00a0−2, Kenta\u00a0−2"),
        (("Ken", "Bo"), "you\u00a04, Ken\u00a0−2, Bo\u00a0−2"),
    ],
)
def test_names_that_are_cut_alike_keep_what_tells_them_apart(names: tuple[str, ...], told: str) -> None:
    """The last letter does, or all of them where that is the same, too."""
    view = next(each for each in matches(make_rules(RuleSetId.SANNIN), 3) if each.seats)
    cast = Cast.of(view)
    named = dict(zip([one.number for one in cast.seats[1:]], names, strict=True))
    people = [replace(one, name=named.get(one.number, one.name)) for one in cast.people]
    short = match_after.in_short(ENGLISH, AFTER, replace(cast, people=tuple(people)))
    assert isinstance(short, Label) and short.short == told


def test_what_bound_means_is_told_where_the_picture_has_no_room_for_it() -> None:
    """Three players, and a month that is void: it is dealt again, and stopping then needs more."""
    for alone, _, _ in decisions(RuleSetId.SANNIN):
        assert "bound: stopping then needs 3 mon" in hand.text(ENGLISH, alone)
