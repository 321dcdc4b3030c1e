"""Profiles: text, description and picture, each complete, within its limits, and saying the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise, product

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.match.vocabulary import CpuPlayer
from bot.opponents.places import rungs
from bot.records.achievements import Achievement
from bot.records.played import Meeting
from bot.records.profiles import Facts, Profile, Rating, Record, Rival, Skills, Versus, profile
from bot.records.skill import Estimate, Skill
from bot.screens.records import profile as screen
from bot.screens.records import profile_rows
from bot.wording import cards, numbers, people
from bot.wording.limits import ALT, CONTENT, LABEL
from bot.wording.records import achievements
from engine.cards.deck import card
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YAKU, YakuId
from images.scene.common import Label, Text
from tests.bot.records.test_achievements import DRAWN, LOST, START, WON, played
from tests.gallery.overflow import NAMES, faults
from tests.support.records import profile_values
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES

CLASSIC, SANNIN = RuleSetId.CLASSIC, RuleSetId.SANNIN
PAIR = (YakuId.INOSHIKACHO, YakuId.SHIKO)
LANGUAGES = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def full(name: str, *, factor: int, earned: int, own: bool = False) -> Profile:
    """A page on which everything stands that there is."""
    matches = [
        played(
            n,
            (WON, DRAWN, LOST)[n % 3],
            rules=SANNIN if n % 2 else CLASSIC,
            net=-7 * factor,
            months=7 * factor,
            months_won=3 * factor,
            points_won=17 * factor,
            best_month=11 * factor,
            calls=5 * factor,
            calls_won=2 * factor,
            met=None if own else Meeting(WON, 9 * factor),
            rating_before=1000.0 + n,
            rating=1011.4 + n,
        )
        for n in range(1, 13)
    ]
    cpu, rating = {(CLASSIC, True): 12 * factor}, {CLASSIC: Rating(1023.4, 6)}
    facts = Facts(
        UserId(1),
        name,
        played=tuple(matches),
        here=rating,
        with_cpu=cpu,
        unfinished=cpu,
        backlog=(99, 5000),
    )
    found = profile(facts, own=own, everywhere=False)
    assert found is not None
    every = tuple((which, START + timedelta(days=n)) for n, which in enumerate(Achievement))
    return replace(found, earned=every[:earned])


@LANGUAGES
@pytest.mark.parametrize("earned", [0, 9, 16])
@pytest.mark.parametrize(("name", "factor"), [("Ann", 1), (LONG_NAMES[0], 10_000)], ids=["short", "long"])
def test_everything_is_told_within_the_limits(words: Words, name: str, factor: int, earned: int) -> None:
    """Every row and every achievement stands in the text and beside the picture."""
    shown = full(name, factor=factor, earned=earned)
    text, said = screen.text(words, shown), screen.alt(words, shown)
    assert len(text) <= CONTENT and len(said) <= ALT
    assert "{" not in text + said
    for row in profile_rows.rows(words, shown, plain=False):
        assert row.label in text and row.value in text and row.note in text
    for row in profile_rows.rows(words, shown):
        assert row.value in said and row.note in said
    for which in Achievement:
        assert achievements.name(words, which) in text
        assert achievements.name(words, which) in said
    for told in (
        profile_rows.with_cpu(words, shown.with_cpu),
        profile_rows.unfinished(words, shown.unfinished),
    ):
        assert told in text and told in said
    sheet = screen.sheet(words, shown)
    assert len(sheet) <= CONTENT
    assert sheet.count(achievements.EARNED) == sheet.count(":D>") == earned
    assert sheet.count(achievements.OPEN) == len(Achievement) - earned


@LANGUAGES
def test_achievements_have_names_and_ways_of_their_own(words: Words) -> None:
    """No two are alike, and none reads like two in a list."""
    names = [achievements.name(words, each) for each in Achievement]
    ways = [achievements.how(words, each) for each in Achievement]
    assert len(set(names)) == len(set(ways)) == len(Achievement)
    joint = numbers.listing(words, ("", "")).strip()
    assert not [each for each in names if joint in each]
    assert len(words.say(screen.ACHIEVEMENTS_BUTTON)) <= LABEL


def test_a_page_reads_as_people_speak() -> None:
    """In both languages, with the numbers where they belong."""
    shown = full("Ann", factor=1, earned=2)
    english = {row.label: f"{row.value} | {row.note}" for row in profile_rows.rows(ENGLISH, shown)}
    assert english == {
        "Rating": "1023 | 6 rated matches",
        "Record": "2 wins | 2 losses, 2 draws · 33.3% won",
        "Net": "−42 points | −7.0 points a match",
        "Months won": "18 | 42.9% of 42 months",
        "Average month": "5.7 points | 11 points at best",
        "Koi-koi calls": "30 | 12 paid off (40.0%)",
        "Winning streak": "1 | 1 at best, all rule sets",
        "You against Ann": "6 wins, 0 losses, +54 points net | by all rule sets 12 wins, 0 losses",
        "Rating over time": "from 1021 to 1023, between 1012 and 1023 | matches 5 to 6",
    }
    japanese = {row.label: f"{row.value}、{row.note}" for row in profile_rows.rows(JAPANESE, shown)}
    assert japanese["戦績"] == "2勝、2敗 2分／勝率33.3%"
    assert japanese["Annとの対戦"] == "6勝 0敗、収支＋54点、全ルール通算12勝 0敗"


@LANGUAGES
def test_what_is_not_there_yet_is_said(words: Words) -> None:
    """No rating, no month won, no call, no meeting: each has its words, and no share of nothing is told."""
    rules = make_rules("sannin")
    assert profile_rows.rating(words, None).note == words("no rated match yet")
    assert "2" in profile_rows.rating(words, Rating(980.0, 2)).note
    empty = Record(losses=1, net=-3)
    assert profile_rows.month(words, rules, empty).note == words("no month won yet")
    assert profile_rows.months(words, empty) == profile_rows.Row(words.within("profile", "Months won"), "0")
    assert profile_rows.calls(words, empty).note == ""
    assert profile_rows.net(words, rules, empty).value.startswith(numbers.MINUS)
    assert "+" not in profile_rows.net(words, rules, Record(wins=100, net=1)).note
    assert profile_rows.with_cpu(words, 0) == profile_rows.unfinished(words, 0) == ""
    stranger = full("Ann", factor=1, earned=0, own=True)
    assert profile_rows.versus(words, stranger).value == words("no match yet")
    assert profile_rows.versus(words, replace(stranger, versus_all=Versus(1, 2, 3))).note.count("3") == 1


@LANGUAGES
def test_who_has_no_page_is_told_how_to_begin(words: Words) -> None:
    """Oneself and others, with matches against CPU players and elsewhere; never of a hidden person."""
    user = UserId(7)
    for own in (True, False):
        left_out = (profile_rows.with_cpu(words, 0), profile_rows.unfinished(words, 3))
        told = screen.nothing(words, user, left_out, own=own, elsewhere=True)
        assert "/koikoi" in told and left_out[1] in told and "3" in told
        assert "\n\n" not in told
        assert left_out[1] in screen.nothing_direct(words, left_out)
        assert ("<@7>" in told) is not own
    assert "<@7>" in screen.hidden(words, user)
    assert "<@7>" in screen.bot(words, user)


def test_a_profile_shows_numbers_cards_and_badges() -> None:
    """Wins large, losses below; the yaku's own cards; badges that are earned and those that are not."""
    shown = profile_values.full(RuleSetId.CLASSIC, "Sakura", PAIR, own=True, amount=41)
    scene = screen.scene(ENGLISH, replace(shown, earned=shown.earned[:3], card=None))
    assert scene.rating == "1580"
    assert scene.rating_note == "Rating · 41 rated matches"
    assert scene.numbers[0].value == "41 wins"
    assert [tile.label for tile in scene.yaku] == ["Favourite yaku", "Rarest yaku"]
    assert set(scene.yaku[0].cards) == set(map(card, "YkU"))
    assert scene.card is card("U"), "the first animal of the favourite yaku"
    earned = [each.name for each in scene.badges if each.earned]
    assert earned == [Achievement.FIRST_WIN, Achievement.GOKO, Achievement.SHIKO]
    assert len(scene.badges) == 16
    assert scene.versus is None


def test_a_first_match_has_neither_rating_nor_chart() -> None:
    """No number stands for a rating that there is not; a line says when there will be one."""
    scene = screen.scene(ENGLISH, profile_values.first(RuleSetId.CLASSIC))
    assert scene.rating == ""
    assert scene.chart is None
    assert scene.empty == "The rating is drawn here after 5 rated matches."
    assert not any(each.earned for each in scene.badges)


@LANGUAGES
def test_a_provisional_rating_has_no_number(words: Words) -> None:
    """Neither in the words, nor in the picture, nor in its description."""
    shown = replace(profile_values.first(RuleSetId.CLASSIC), rating=Rating(1187.4, 2))
    row = profile_rows.rating(words, shown.rating)
    assert row.value == "" and row.note == words("provisional, {n} of {most} rated matches", n=2, most=5)
    scene = screen.scene(words, shown)
    assert scene.rating == "" and row.note in str(scene.rating_note)
    assert "1187" not in repr(scene) + screen.text(words, shown) + screen.alt(words, shown)
    known = screen.scene(words, replace(shown, rating=Rating(1187.4, 5)))
    assert known.rating == "1187"


def test_somebody_elses_profile_says_how_one_has_played_against_them() -> None:
    """By these rules large, by all rule sets below, where that is more."""
    shown = profile_values.full(RuleSetId.ISHOKAI, "Sakura", PAIR, own=False, amount=3)
    met = screen.scene(ENGLISH, shown).versus
    assert met is not None
    assert (met.label, met.value) == ("You against Sakura", "3 wins, 3 losses, 1 draw, −21 mon net")
    assert met.note == "by all rule sets 6 wins, 6 losses, 1 draw"
    elsewhere = screen.scene(ENGLISH, replace(shown, versus=None)).versus
    assert elsewhere is not None and elsewhere.value == "none by these rules"
    never = screen.scene(ENGLISH, replace(shown, versus=None, versus_all=None)).versus
    assert never is not None and (never.value, never.note) == ("no match yet", "")


def test_ones_own_page_names_those_met_most() -> None:
    """In its text, with their markdown escaped; nothing where nobody has been met."""
    page = profile_values.first(CLASSIC)
    assert "Head to head" not in screen.head(ENGLISH, page) + screen.text(ENGLISH, page)
    kenta = Rival(UserId(8), "Kenta_", here=True, matches=9, wins=5, losses=3)
    rivals = (kenta, replace(kenta, name="Mio", wins=2, losses=2))
    for told in (screen.head, screen.text):
        assert "**Head to head**: Kenta\\_ 5 : 3, Mio 2 : 2" in told(ENGLISH, replace(page, rivals=rivals))


def test_skill_is_told_as_an_estimate() -> None:
    """With both intervals, beside the picture and in the text; for the season too, where that is another."""
    skill = Skill(9, 1240, Estimate(0.214, 0.041), Estimate(0.42, 0.31))
    page = replace(profile_values.first(RuleSetId.CLASSIC), skills=Skills(skill, skill))
    said = (
        "**Skill, an estimate**: +0.4 ± 0.3 points a month without luck, "
        "0.21 ± 0.04 points lost a decision, 1240 decisions"
    )
    season = replace(page, skills=Skills(skill, skill._replace(decisions=300)))
    for told in (screen.text, screen.head):
        assert said in told(ENGLISH, page).splitlines()
        assert "this season" not in told(ENGLISH, page)
        assert "**Skill this season, an estimate**" in told(ENGLISH, season) and "300" in told(
            ENGLISH, season
        )
        assert "Skill" not in told(ENGLISH, replace(page, skills=Skills()))


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_picture_says_what_the_words_say(words: Words) -> None:
    """Every number of every tile, the rating, the meetings, the chart's note, badges, what is left out."""
    pages = [profile_values.first(RuleSetId.SANNIN), profile_values.first(RuleSetId.LEAGUE, own=False)]
    for rules, amount, own in product(RuleSetId, (3, 41, 1234), (False, True)):
        pair = (YakuId.TANE, YakuId.GOKO)
        pages.append(profile_values.full(rules, LONG_NAMES[0], pair, own=own, amount=amount))
    for shown in pages:
        scene = screen.scene(words, shown)
        text, described = screen.text(words, shown), screen.alt(words, shown)
        told = [scene.subtitle, scene.rating, scene.badges_title]
        tiles = (*scene.numbers, *scene.yaku)
        told += [tile.label for tile in tiles]
        told += [part for tile in tiles for part in plainly(tile.note).split(" · ")]
        told += [tile.value for tile in tiles if tile.value != "–"]
        told += [] if scene.chart is None else [scene.chart.title, scene.chart.span]
        told += [] if scene.versus is None else [scene.versus.value, scene.versus.note]
        for part in map(plainly, told):
            assert part in text and part in described
        for part in map(plainly, scene.footer):
            assert part in text and (part in described) != (part in screen.head(words, shown))
        for which in Achievement:
            assert achievements.name(words, which) in described


def plainly(text: Text) -> str:
    """The long form, without its full stop."""
    return (text.text if isinstance(text, Label) else text).rstrip(".。")


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_no_text_overflows_on_profiles(words: Words) -> None:
    """Every yaku of every rule set, the widest names, four-digit numbers, one's own and another's."""
    found = []
    for rule_set in RuleSetId:
        rules = make_rules(rule_set)
        offered = [row.id for row in YAKU if row.worth.get(rules.id)]
        for n, pair in enumerate(pairwise([*offered, offered[0]])):
            name, amount = NAMES[n % len(NAMES)], (1, 12, 345, 1234)[n % 4]
            shown = profile_values.full(rule_set, name, pair, own=n % 2 == 0, amount=amount)
            found += list(faults(screen.scene(words, shown)))
    for rule_set, own in product(RuleSetId, (True, False)):
        shown = profile_values.first(rule_set, own=own)
        found += list(faults(screen.scene(words, replace(shown, user=UserId(8)))))
    assert found == []


@LANGUAGES
def test_the_card_that_was_chosen_is_shown_and_told(words: Words) -> None:
    """The card stands large, whatever the favourite yaku is; text and description name it."""
    shown = profile_values.full(RuleSetId.CLASSIC, "Sakura", PAIR, own=True, amount=41)
    assert shown.card is not None and screen.scene(words, shown).card is shown.card
    for said in (screen.text(words, shown), screen.alt(words, shown)):
        assert cards.name(words, shown.card) in said
    nothing = replace(shown, card=None, favourite=None, rarest=None)
    assert screen.scene(words, nothing).card is None


@LANGUAGES
def test_seals_stand_in_picture_text_description_and_sheet(words: Words) -> None:
    """By level and name; without a counted match they are all that is told, and no number of a record."""
    have = (CpuPlayer.EASY, CpuPlayer.MASTER_CAREFUL)
    shown = replace(profile_values.first(RuleSetId.CLASSIC), seals=have, record=Record(), choices=())
    said = achievements.seal_names(words, have)
    for told in (screen.text(words, shown), screen.alt(words, shown), screen.sheet(words, shown)):
        assert achievements.seals_number(words, 2) in told and said in told
    scene = screen.scene(words, shown)
    there = {str(seal) for group in scene.seals for seal, earned in group.seals if earned}
    assert there == set(have) and sum(len(group.seals) for group in scene.seals) == 12
    assert (scene.numbers, scene.yaku) == ((), ())
    assert list(faults(scene)) == []
    none = screen.text(words, replace(shown, seals=()))
    assert achievements.seals_number(words, 0) in none and achievements.seal_names(words, ()) in none


@LANGUAGES
def test_how_near_an_achievement_is_stands_in_text_sheet_and_description(words: Words) -> None:
    """A countable achievement shows its progress until it is earned; an earned one does not."""
    shown = replace(
        profile_values.first(RuleSetId.CLASSIC), near=((Achievement.FIVE_IN_A_ROW, 3, 5),), earned=()
    )
    for said in (screen.text(words, shown), screen.alt(words, shown), screen.sheet(words, shown)):
        assert said.count("3/5") == 1
    near = {each.name: each.near for each in screen.scene(words, shown).badges if each.near}
    assert near == {"five_in_a_row": "3/5"}


@LANGUAGES
def test_the_next_seal_is_named_until_all_are_there(words: Words) -> None:
    """In the text, in the description, and above the picture of one's own page, which has no room for it."""
    ladder = rungs(RuleSetId.CLASSIC)
    for own in (True, False):
        shown = replace(profile_values.first(RuleSetId.CLASSIC, own=own), seals=ladder[:3])
        following = achievements.next_seal(words, shown.seals, shown.rules)
        assert people.cpu_with_rung(words, ladder[3], RuleSetId.CLASSIC) in following
        assert following in screen.text(words, shown) and following in screen.alt(words, shown)
        assert (following in screen.head(words, shown)) is own
    assert not achievements.next_seal(words, ladder, RuleSetId.CLASSIC)
