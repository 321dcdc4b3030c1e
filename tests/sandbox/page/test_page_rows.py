"""The bot's own rows of buttons on a phone: with the words of every language each stands in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from bot.i18n import LOCALES, Languages, Words
from bot.ids import NOBODY, MatchId
from bot.match.finished import replay
from bot.match.vocabulary import NoResult, Status
from bot.opponents.review import review as look_back
from bot.screens import result
from bot.screens.finished import replay as replay_screen
from bot.screens.finished import review as review_screen
from bot.screens.hand import Facts, Look
from bot.screens.notes import about_match
from bot.screens.public import screen_of
from bot.service.servers import MONTHS
from bot.wording.people import Cast
from cogs.content.controls import Button, Row, Rows
from cogs.content.post import Post
from cogs.content.replay_state import Origin, ReplayState
from cogs.content.review_state import Action
from cogs.finished import replay_content
from cogs.finished import review as review_page
from cogs.messages import hand_rows, table_rows
from cogs.presses.notes import more_rows
from cogs.presses.rules_panel import Viewer, panel
from engine.record.match_record import parse
from engine.rules.actions import Phase
from engine.rules.options import OPTIONS, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.sandbox.page.page_acts import show
from tests.support import wording_views
from tests.support.builders import play_random
from tests.support.random_walks import walk

pytestmark = pytest.mark.browser

WORDED = """(row, labels) => {
  const [first] = row.querySelectorAll(".button");
  row.replaceChildren(...labels.map((text) => {
    const button = first.cloneNode(true);
    button.querySelector(".emoji")?.remove();
    button.querySelector(".label").textContent = text;
    return button;
  }));
  return new Set([...row.children].map((button) => Math.round(button.getBoundingClientRect().top))).size;
}"""
"""Buttons with these labels, without emoji: in how many lines they stand."""


def lobbies(words: Words) -> Iterator[Row]:
    """Under an open table, empty, filled and with somebody awaited."""
    host, guest = wording_views.people(2)
    rules = make_rules(RuleSetId.CLASSIC)
    for here in ((host,), (host, guest)):
        yield from _buttons(table_rows.rows(words, screen_of(wording_views.lobby(rules, here))))
    awaited = wording_views.lobby(rules, (host,))
    awaited = replace(awaited, invited=tuple(one.user for one in (guest,) if one.user is not None))
    yield from _buttons(table_rows.rows(words, screen_of(awaited)))


def lengths(words: Words) -> Iterator[Row]:
    """The lengths under the rules of a table, each of them chosen."""
    host = wording_views.people(1)[0]
    assert host.user is not None
    for rule_set in RuleSetId:
        for months in OPTIONS["months"].allowed(rule_set):
            rules = make_rules(rule_set, {"months": months})
            view = replace(wording_views.lobby(rules, (host,)), host=host.user)
            yield _buttons(panel(words, view, Viewer(host.user, manages=False)).rows)[0]


def below_hands(words: Words) -> Iterator[Row]:
    """The last row of a hand that is asked for a card: both views."""
    for view in walk(RuleSetId.CLASSIC, 1, months=MONTHS):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase is not Phase.PLAY or not seen.legal:
                continue
            casual = replace(view, rated=False)
            for listed in (False, True):
                shown = Facts.of(casual, seat, Look(listed=listed, text_mode=True))
                yield _buttons(hand_rows.rows(words, shown))[-1]
            return


def under_more(words: Words) -> Iterator[Row]:
    """Under *More* of somebody who plays, with and without a hint."""
    view = next(view for view in walk(RuleSetId.CLASSIC, 1, months=MONTHS) if view.seats)
    facts = about_match.Facts.of(view, view.seats[0].participant.user or NOBODY)
    for advised in (False, True):
        yield from _buttons(more_rows(words, facts, advised=advised))


def below_results(words: Words) -> Iterator[Row]:
    """Under the result of a match, and where one has ended without."""
    *_, last = wording_views.matches(make_rules(RuleSetId.CLASSIC, {"months": 3}), 1)
    yield from _buttons(table_rows.result_rows(words, result.Facts.of(last)))
    aborted = replace(last, status=Status.ABORTED, no_result=NoResult.UNMOVED)
    yield from _buttons(table_rows.rows(words, screen_of(aborted)))


def below_replays(words: Words) -> Iterator[Row]:
    """Under a replay that was opened from a history and may be shown to everybody."""
    rules = make_rules(RuleSetId.CLASSIC, {"months": 3})
    played = play_random(rules, 1)
    shown = replay(parse(played.record()), wording_views.people(played.participants))
    facts = replay_screen.Facts(shown, match=MatchId(1))
    state = ReplayState(MatchId(1), 3, Origin(NOBODY, 0))
    yield from _buttons(replay_content.private(words, facts, state, post=Post.OFFERED).rows)


def below_reviews(words: Words) -> Iterator[Row]:
    """Under a review, its moves, its figures, and one of somebody's first matches."""
    rules = make_rules(RuleSetId.CLASSIC, {"months": 3})
    played = play_random(rules, 1)
    record = parse(played.record())
    shown = replay(record, wording_views.people(played.participants))
    facts = review_screen.Facts(MatchId(1), rules, Cast(shown.people, shown.order), look_back(record), 0)
    for action in (Action.SHOW, Action.MOVES, Action.FIGURES):
        yield from _buttons(review_page.content(words, facts, shown, action).rows)
    first = replace(facts, learning=True)
    yield from _buttons(review_page.content(words, first, shown, Action.SHOW).rows)


def _buttons(rows: Rows) -> list[Row]:
    return [row for row in rows if all(isinstance(each, Button) for each in row)]


@pytest.mark.parametrize(
    "rows", [lobbies, lengths, below_hands, under_more, below_results, below_replays, below_reviews]
)
def test_each_row_stands_in_one_line_on_a_phone(
    open_page: Callable[..., Page], rows: Callable[[Words], Iterator[Row]]
) -> None:
    """At 390 px, in every language."""
    row = show(open_page(phone=True)).locator(".action-row").first
    wrapped, seen = [], 0
    languages = Languages.load()
    for locale in LOCALES:
        for each in rows(languages.pick(locale)):
            labels = [control.label or control.emoji for control in each if isinstance(control, Button)]
            seen += len(labels) > 2
            if row.evaluate(WORDED, labels) > 1:
                wrapped.append(labels)
    assert seen and not wrapped
