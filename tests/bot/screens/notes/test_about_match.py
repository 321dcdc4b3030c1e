"""Notes about a match: more, log, shuffles, the rules; what they say and what can be pressed under them."""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.ids import ChannelId, UserId
from bot.match.views import MatchView, View
from bot.match.vocabulary import SealingLine
from bot.screens import lobby as lobby_screen
from bot.screens.lessons import help as help_page
from bot.screens.notes import about_match, rules_in_force
from bot.screens.notes.about_match import Facts, Outside
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, LABEL
from cogs.content.controls import Button, Select, Style
from cogs.content.custom_id import Press, Verb
from cogs.presses.house_rules import forms
from cogs.presses.notes import more_rows
from cogs.presses.rules_panel import rows
from engine.rules.options import make_rules
from engine.rules.presets import NAMES, RulesName, name_of, named_rules
from engine.rules.rule_sets import RuleSetId
from tests.support import wording_views
from tests.support.builders import all_rules, random_rules
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, lobby, matches

SANNIN, CLASSIC = make_rules("sannin", {"months": 3}), make_rules("classic")
HOST, NOBODY = UserId(100), UserId(9)


@pytest.fixture(scope="module")
def season() -> MatchView:
    """The end of a match of three."""
    return list(matches(SANNIN, 4))[-1]


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_notes_keep_to_the_limits(rule_set: RuleSetId) -> None:
    """With the longest names and any options no note is too long, empty, or has an unfilled placeholder."""
    rules = random_rules(random.Random(1), rule_set, months=3)
    for view in matches(rules, 1, names=LONG_NAMES, count=rules.seats + 1):
        facts = Facts.of(view, HOST)
        for words in EVERY:
            for note in (about_match.more, about_match.log, about_match.shuffles):
                text = note(words, facts)
                assert 0 < len(text) <= CONTENT
                assert "{" not in text and "}" not in text


def test_the_log_tells_each_end_and_its_awards(season: MatchView) -> None:
    """A line for each deal that ended, a void one without changes; ginmi after the last month."""
    lines = about_match.log(ENGLISH, Facts.of(season, HOST)).split("\n")
    ends = [line for line in lines if line.startswith("**")]
    assert [line.endswith("void**") for line in ends] == [end.winner is None for end in season.ends]
    assert lines[-1].startswith("Ginmi (the ranks settle up): ")


def test_shuffles_has_the_commitments_in_full_and_what_was_revealed_and_more_has_none_of_it() -> None:
    """A person who presses *More* to resign or to read the score does not read six lines of digits first."""
    for view in matches(SANNIN, 4):
        for words in (ENGLISH, JAPANESE):
            facts = Facts.of(view, HOST)
            more, shuffles = about_match.more(words, facts), about_match.shuffles(words, facts)
            assert view.secret_commitment in shuffles and view.secret_commitment not in more
            assert (view.commitment or "") in shuffles and (view.commitment or "`") not in more
            assert "deck 0:" not in more + shuffles and "山札0" not in more + shuffles
            assert not [name for name, value in view.reveal.named() if f" {name} " in more or value in more]
    assert f"deck.0 `{view.reveal.decks[0].cards}`" in shuffles
    assert view.reveal.secret is not None and view.reveal.secret in shuffles


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_only_a_match_that_was_sealed_speaks_of_its_seal(season: MatchView, words: Words) -> None:
    """Both forms of the seal stand there to be compared; a match of version 1 was never sealed."""
    sealed = replace(season, line=SealingLine(1234567, ChannelId(89)))
    old, new = (about_match.shuffles(words, Facts.of(view, HOST)) for view in (season, sealed))
    short = urlsafe_b64encode(bytes.fromhex(season.secret_commitment)).decode()[:43]
    assert all(season.secret_commitment in note for note in (old, new))
    assert short in new and "1234567" in new
    assert short not in old
    seal = words("The bot fixed a secret number before the first card and posted its seal in the channel.")
    assert new.startswith(seal) and seal not in old
    assert len(old.split("\n-#")[0].split("\n")) == 3


def test_only_players_may_resign_and_only_those_who_take_part_move_the_table(season: MatchView) -> None:
    """Under *More* everybody has rules and log, and who has no hand the yaku."""

    def verbs(view: MatchView, user: UserId) -> set[Verb]:
        found = more_rows(ENGLISH, Facts.of(view, user))
        return {one.press.verb for row in found for one in row if isinstance(one.press, Press)}

    playing = next(view for view in matches(SANNIN, 4, count=4) if view.seats)
    seated = {seat.participant.user for seat in playing.seats}
    (watcher,) = [one.user for one in playing.people if one.user not in seated]
    always = {Verb.YAKU, Verb.RULES, Verb.LOG}
    assert watcher is not None
    assert verbs(playing, NOBODY) == always
    assert verbs(playing, watcher) == always | {Verb.BRING_DOWN}
    seats = {Verb.RULES, Verb.LOG, Verb.BRING_DOWN, Verb.ASK_RESIGN}
    assert all(verbs(playing, user) == seats for user in seated if user)
    assert verbs(season, HOST) == always | {Verb.BRING_DOWN}


def test_how_ratings_move_is_told_where_no_cpu_player_takes_part() -> None:
    """With one the match is unrated, and the sentence would be about nothing."""
    view = next(view for view in matches(CLASSIC, 4) if view.seats)
    facts = Facts.of(view, HOST)
    with_cpu = replace(facts, cast=replace(facts.cast, people=wording_views.people(2, cpus=1)))
    told = [("move ratings" in about_match.more(ENGLISH, each)) for each in (facts, with_cpu)]
    assert told == [True, False]


def test_strangers_are_told_what_they_may_do() -> None:
    """A watcher of a lobby may join, of a match may watch, of a finished one may open a new one."""
    views = list(matches(make_rules("classic", {"months": 1}), 2))
    waiting = lobby(CLASSIC, wording_views.people(1))
    invited = replace(waiting, invited=(UserId(1),))
    told: dict[Outside, tuple[View, str]] = {
        Outside.MAY_JOIN: (waiting, "Join"),
        Outside.WATCHES: (views[1], "watching"),
        Outside.TOO_LATE: (views[-1], "over"),
        Outside.NOT_INVITED: (invited, "other people"),
    }
    assert set(told) == set(Outside)
    for standing, (view, word) in told.items():
        assert Outside.of(view) is standing
        assert word in about_match.stranger(ENGLISH, standing)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_and_selects_show_the_same_options(words: Words) -> None:
    """Every option stands in the note as it stands in the select; changed ones are marked; all of it fits."""
    for rules in all_rules():
        view = lobby(rules, wording_views.people(1))
        facts = rules_in_force.Facts.of(view, HOST, manages=True)
        text = rules_in_force.text(words, facts)
        assert len(text) <= CONTENT
        assert {one.name for one in facts.options if one.changed} == set(rules.changed())
        house = {*rules.changed()} - {"months"}
        assert text.count("✎") == len(house)
        (rule_sets,), months, (clocks,), series, last = rows(words, facts)
        assert isinstance(clocks, Select) and isinstance(rule_sets, Select)
        assert [each.value for each in rule_sets.options if each.chosen] == [name_of(rules)]
        lengths = [each.label for each in months if isinstance(each, Button) and each.style is Style.MAIN]
        assert lengths == [buttons.months(words, rules.months, chosen=True)]
        chosen = [each.label for each in series if isinstance(each, Button) and each.style is Style.MAIN]
        assert chosen == [buttons.best_of(words, None, chosen=True)]
        assert [rule_words.clock_name(words, view.clock) in one.label for one in clocks.options if one.chosen]
        told = [one for one in facts.options if one.name != "months"]
        table = rules_in_force.every_option(words, rules)
        assert all(rule_words.setting(words, one.name, one.value) in table for one in told)
        assert all(rule_words.setting(words, one.name, one.value) in text for one in told if one.changed)
        assert rule_words.title(words, rules) in text
        assert [isinstance(each, Button) and each.disabled for each in last] == [
            *(False for _ in forms(rules.id)),
            *(not house, False, False),
        ]
        assert all(len(each) <= LABEL for each in rule_words.changed(words, rules))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_rules_do_not_pay_a_dealer_nothing(words: Words) -> None:
    """With an oya-ken of 0 nobody scores if nobody stops; the text leaves the dealer's points out."""
    for points in (0, 4):
        rules = make_rules("league", {"oyaken": points})
        facts = rules_in_force.Facts.of(lobby(rules, wording_views.people(1)), HOST, manages=False)
        text = rules_in_force.text(words, facts)
        assert (words.say(rules_in_force.DEALER_SCORES, n=points) in text) is bool(points)
        assert (words.say(rules_in_force.NOBODY_SCORES) in text) is not bool(points)


def test_a_stranger_is_told_that_a_rematch_is_not_theirs() -> None:
    """Under a result anybody can press; a table of their own is one press away."""
    told = about_match.stranger(ENGLISH, Outside.TOO_LATE)
    assert "Only its players" in told and "/koikoi play" in told


def test_only_the_host_of_an_open_lobby_changes_options() -> None:
    """Others read; who manages the server may mark the default; once the match has begun nobody may."""
    view = lobby(CLASSIC, wording_views.people(1))
    begun = next(iter(matches(CLASSIC, 1)))
    (every,) = rows(ENGLISH, rules_in_force.Facts.of(view, NOBODY, manages=False))
    assert len(rows(ENGLISH, rules_in_force.Facts.of(view, NOBODY, manages=True))) == 1
    assert len(rows(ENGLISH, rules_in_force.Facts.of(view, HOST, manages=False))) == 5
    assert rows(ENGLISH, rules_in_force.Facts.of(begun, HOST, manages=True)) == (every,)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("name", NAMES)
def test_rules_are_told_as_what_they_are_called(words: Words, name: RulesName) -> None:
    """A preset's table, note and sheet have its own line, and no line of the rule set that it is made of."""
    rules, about = named_rules(name), rule_words.description(words, name)
    view = lobby(rules, wording_views.people(1))
    facts = rules_in_force.Facts.of(view, HOST, manages=False)
    texts = (rules_in_force.text(words, facts), help_page.text(words, help_page.Facts(rules)))
    others = {rule_words.description(words, each) for each in NAMES} - {about}
    assert about in texts[0]
    for text in texts:
        assert not [each for each in others if each in text]
    scene = lobby_screen.scene(words, lobby_screen.Facts.of(view))
    assert scene.subtitle == rule_words.tagline(words, name)
