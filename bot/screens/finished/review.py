"""The review of a finished match: what decisions lost, luck, the costliest moves, the chances to win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.decisions import Decision, PlayersReview
from bot.match.finished import Replay
from bot.match.saying import Kind, Result, saying
from bot.opponents.review import Review
from bot.screens import parts
from bot.wording import limits, months, numbers, speech
from bot.wording import rules as rule_words
from bot.wording.finished import history
from bot.wording.finished import review as wording
from bot.wording.limits import CONTENT, Part, Sentence
from bot.wording.people import Cast, People
from engine.rules.options import Rules
from images.scene.result import ChanceLine, ChancesScene

MARKS = (0.0, 0.5, 1.0)
"""Chances that are written beside the picture's axis."""


Costly = tuple[tuple[int, Decision], ...]
"""Costly moves of one player, each with its number in their review."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A review, and whose costliest moves are named."""

    match: MatchId
    rules: Rules
    cast: Cast
    review: Review
    player: int
    """By table number."""
    end: Result | None = None
    """The end of the match to that player; None where there are no players."""
    own: bool = False
    """Whether that player is the reader."""

    @property
    def costliest(self) -> tuple[Decision, ...]:
        """The moves that lost something, the costliest first."""
        players = self.review.players
        return players[self.player].costliest if players else ()


def text(words: Words, facts: Facts) -> str:
    """A line for each player, the costliest moves of one, and how it was judged."""
    return limits.fitted([*_told(words, facts), *_below(words, facts)], CONTENT)


def in_words(words: Words, facts: Facts) -> str:
    """Return the text for somebody who wants no picture: with what it would show."""
    if not facts.review.players:
        return text(words, facts)
    style = speech.style(words)
    course = style.sentence(_course(words, facts, facts.cast.named(words)))
    return limits.fitted([*_told(words, facts), Part(course), *_below(words, facts)], CONTENT)


def said(words: Words, facts: Facts, people: People) -> str:
    """Return the sentence that the figures allow on the player; empty where they decided nothing."""
    players = facts.review.players
    found = saying(players, facts.player, facts.end) if players and facts.end else None
    if found is None:
        return ""
    player = "" if facts.own else people.seated(facts.player)
    if found.kind is Kind.SOME:
        return wording.some_cost(words, len(found.decisions), player)
    if found.kind is Kind.ONE:
        (one,) = found.decisions
        when = months.in_match(words, facts.rules, one.month)
        return wording.one_cost(words, wording.move(words, one.made), when, player)
    mine, theirs = wording.SAID[found.kind]
    return words.say(mine) if facts.own else words.say(theirs, player=player)


def _told(words: Words, facts: Facts) -> Iterator[Part]:
    """All but the last line: the sentence comes first, then the figures."""
    if first := said(words, facts, facts.cast.named(words)):
        yield Part(f"**{first}**")
    yield Part(wording.title(words, facts.rules))
    players, people = facts.review.players, facts.cast.named(words)
    if not players:
        yield Part(words.say(wording.NOTHING))
        return
    for number, one in enumerate(players):
        yield Part(_player(words, one, people.seated(number)))
    yield Part("\n" + wording.costliest(words, people.seated(facts.player), len(facts.costliest)))
    for n, each in enumerate(facts.costliest, start=1):
        yield Part(costly(words, facts.rules, n, each))


def costly(words: Words, rules: Rules, number: int, one: Decision) -> str:
    """Return the line of a costly move, the `number`th of its player (from 1)."""
    month = months.in_match(words, rules, one.month)
    return wording.costly(words, number, month, one.lost, (one.made, one.best), loses=one.loses)


def costly_at(review: Review, player: int, replay: Replay, step: int) -> Costly:
    """Return the player's costly moves that a step of the replay leads to; most steps have none."""
    named = review.players[player].costliest if player < len(review.players) else ()
    return tuple((n, each) for n, each in enumerate(named, start=1) if replay.before(each.action) == step)


def _below(words: Words, facts: Facts) -> Iterator[Part]:
    if facts.review.players:
        yield Part(words.say(wording.EXPLAINED), 1)
    yield Part(f"-# {history.named(words, facts.match)}", 2)


def _player(words: Words, one: PlayersReview, name: str) -> str:
    """Return somebody's losses, their luck, and how they judged koi-koi."""
    well = sum(not each.lost for each in one.calls)
    told = (
        wording.given_away(words, name, one.lost, len(one.decisions)),
        wording.luck(words, one.luck, one.dealt, one.turned),
        wording.calls(words, well, len(one.calls), sum(each.lost for each in one.calls)),
    )
    return words.within("between notes", " · ").join(told)


def alt(words: Words, facts: Facts) -> str:
    """The curve in words; nothing where there is none."""
    if not facts.review.players or not facts.review.chances:
        return ""
    people = facts.cast.named(words, plain=True)
    first = said(words, facts, people)
    course = speech.said(words, (_course(words, facts, people),))
    return f"{first} {course}".strip()


def _course(words: Words, facts: Facts, people: People) -> Sentence:
    """The chances after every month, in the order of the names; where space is short the middle ones go."""
    names = numbers.listing(words, [people.seated(each) for each in range(len(facts.review.players))])
    told, last = [], len(facts.review.chances) - 1
    for n, each in enumerate(facts.review.chances):
        when = months.in_match(words, facts.rules, each.month) if each.month else words.say(wording.BEGINNING)
        shares = words.within("between scores", " : ").join(
            numbers.percent(words, one) for one in each.shares
        )
        told.append(Part(words("{month} {shares}", month=when, shares=shares), 0 if n in {0, last} else 1))
    return Sentence(tuple(told), words("Chance to win ({players})", players=names))


def scene(words: Words, facts: Facts) -> ChancesScene | None:
    """The picture: the chances to win over the months. None where they are not known."""
    chances = facts.review.chances
    if not chances:
        return None
    lines = (
        ChanceLine(
            parts.name(words, one),
            tuple(each.shares[player] for each in chances),
            numbers.percent(words, chances[-1].shares[player]),
        )
        for player, one in enumerate(facts.cast.seats)
    )
    return ChancesScene(
        title=words.say(wording.CHANCES_TITLE),
        note=rule_words.title(words, facts.rules),
        said=said(words, facts, facts.cast.named(words, plain=True)),
        lines=tuple(lines),
        months=(
            words.say(wording.BEGINNING),
            *(wording.month(words, facts.rules, each.month) for each in chances[1:]),
        ),
        marks=tuple(numbers.percent(words, each) for each in MARKS),
    )
