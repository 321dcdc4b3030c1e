"""The review of a finished match: what decisions lost, luck, the costliest moves, the chances to win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.decisions import Missed, PlayersReview
from bot.match.finished import Replay
from bot.match.saying import Kind, Result, luck_before, saying
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


LEAST_LESSON = 1.0
"""Points that a mistake of somebody's first matches has cost at least: a smaller one teaches nothing."""
Costly = tuple[tuple[int, Missed], ...]
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
    learning: bool = False
    """Whether it is one of the reader's first matches: they are told what to try next, and nothing else."""

    @property
    def missed(self) -> tuple[Missed, ...]:
        """The costliest moves, the worst first; in somebody's first matches one of them."""
        players = self.review.players
        found = players[self.player].missed if players else ()
        if not self.learning:
            return found
        return tuple(each for each in found[:1] if each.lost >= LEAST_LESSON or each.first.loses)


def text(words: Words, facts: Facts) -> str:
    """The sentence, whom the cards favoured, and the match; the picture has the rest."""
    return limits.fitted([*_told(words, facts), *_below(words, facts)], CONTENT)


def in_words(words: Words, facts: Facts) -> str:
    """Return the text for somebody who wants no picture: with what it would show."""
    if not facts.review.players or facts.learning:
        return text(words, facts)
    course = speech.style(words).sentence(_course(words, facts, facts.cast.named(words)))
    return limits.fitted([*_told(words, facts), Part(course), *_below(words, facts)], CONTENT)


def _told(words: Words, facts: Facts) -> Iterator[Part]:
    people = facts.cast.named(words)
    if not facts.review.players:
        yield Part(words.say(wording.NOTHING))
        return
    if facts.learning:
        yield Part(f"**{_lesson(words, facts)}**")
        return
    yield Part(f"**{first}**" if (first := said(words, facts, people)) else wording.title(words, facts.rules))
    yield Part(_luck(words, facts, people))


def _lesson(words: Words, facts: Facts) -> str:
    """Say what somebody may try in their next match."""
    if not facts.missed:
        return words.say(wording.ALL_WELL)
    (one,) = facts.missed
    month = months.in_match(words, facts.rules, one.first.month)
    won = facts.end is not None and facts.end.won
    return wording.try_next(words, one.first.best, one.first.made, month, won=won)


def _luck(words: Words, facts: Facts, people: People) -> str:
    """Say whom the cards favoured, the player or the best of the others; empty where they are not known."""
    if facts.end is None:
        return ""
    one, rival = (facts.review.players[each] for each in (facts.player, facts.end.rival))
    player = "" if facts.own else people.seated(facts.player)
    return wording.luck(
        words, facts.rules, round(luck_before(one, rival)), people.seated(facts.end.rival), player
    )


def moves(words: Words, facts: Facts) -> str:
    """The costliest moves of a player."""
    name = facts.cast.named(words).seated(facts.player)
    lines = [wording.costly(words, facts.rules, n, each) for n, each in enumerate(facts.missed, start=1)]
    heading = wording.costliest(words, name, len(facts.missed))
    return limits.fitted([Part(heading), *(Part(each) for each in lines), *_below(words, facts)], CONTENT)


def figures(words: Words, facts: Facts) -> str:
    """A line for each player: the cost of their decisions, koi-koi; how they were judged."""
    people = facts.cast.named(words)
    told = [_player(words, one, people.seated(n)) for n, one in enumerate(facts.review.players)]
    parts = [Part(wording.title(words, facts.rules)), *map(Part, told), Part(words.say(wording.EXPLAINED), 1)]
    return limits.fitted([*parts, *_below(words, facts)], CONTENT)


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


def costly_at(review: Review, player: int, replay: Replay, step: int) -> Costly:
    """Return the player's costly moves that a step of the replay leads to; most steps have none."""
    named = review.players[player].missed if player < len(review.players) else ()
    return tuple(
        (n, each) for n, each in enumerate(named, start=1) if replay.before(each.first.action) == step
    )


def _below(words: Words, facts: Facts) -> Iterator[Part]:
    yield Part(f"-# {history.named(words, facts.match)}", 2)


def _player(words: Words, one: PlayersReview, name: str) -> str:
    """Return somebody's losses, and how they judged koi-koi."""
    well = sum(not each.lost for each in one.calls)
    told = (
        wording.given_away(words, name, one.lost, len(one.decisions)),
        wording.calls(words, well, len(one.calls), sum(each.lost for each in one.calls)),
    )
    return words.within("between notes", " · ").join(told)


def alt(words: Words, facts: Facts) -> str:
    """The curve in words; nothing where there is none."""
    if not facts.review.players or not facts.review.chances or facts.learning:
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
    if not chances or facts.learning:
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
        lines=tuple(lines),
        months=(
            words.say(wording.BEGINNING),
            *(wording.month(words, facts.rules, each.month) for each in chances[1:]),
        ),
        marks=tuple(numbers.percent(words, each) for each in MARKS),
    )
