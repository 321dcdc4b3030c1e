"""The effect of a stop on the match: the scores after it and, in the last month, the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bot.i18n import Words
from bot.wording import numbers
from bot.wording import people as people_words
from bot.wording.people import Cast, People
from engine.play.observation import Observation
from engine.rules.actions import Player
from images.scene.common import Label, Text

SHORT_NAMES = {2: 9, 3: 3}
"""Letters of a name in the picture, by the number of players, where all names are too long for it."""


class Outcome(Enum):
    """The outcomes of the match for the player who stops in its last month."""

    WON = auto()
    DRAWN = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class MatchAfter:
    """The match after a stop, as the player who decides sees it."""

    player: Player
    scores: tuple[int, ...]
    """By table number; in sannin without ginmi, which changes no rank."""
    outcome: Outcome | None
    """None where months are still to come, or a whole season won would change the scores."""
    needed: int
    """The points beyond a stop that would win the match; 0 unless it is lost or drawn."""

    @classmethod
    def of(cls, seen: Observation, player: Player, stake: int) -> MatchAfter:
        """The match after a stop that brings `stake` from each payer, or once where nobody pays."""
        pays, others = seen.rules.losers_pay, len(seen.scores) - 1
        gain, loss = (stake * others, stake) if pays else (stake, 0)
        scores = tuple(
            score + gain if each == player else score - loss for each, score in enumerate(seen.scores)
        )
        best = max(score for each, score in enumerate(scores) if each != player)
        kobiki = bool(seen.season_wins) and set(seen.season_wins) == {player}
        if seen.month < seen.months or kobiki:
            return cls(player, scores, None, 0)
        lead, step = scores[player] - best, others + 1 if pays else 1
        outcome = Outcome.WON if lead > 0 else Outcome.DRAWN if lead == 0 else Outcome.LOST
        return cls(player, scores, outcome, 0 if lead > 0 else -lead // step + 1)


def standing(words: Words, after: MatchAfter, people: People) -> str:
    """The scores after a stop, by name, one's own first: "you 6, Kenta 12"."""
    others = [(people.seated(each), after.scores[each]) for each in _others(after)]
    return numbers.scores_to_player(words, after.scores[after.player], others)


def in_short(words: Words, after: MatchAfter, cast: Cast) -> Text:
    """The scores after a stop, for the picture: a long name is cut there, never a score."""
    people = cast.named(words, plain=True)
    cut = [(name, after.scores[each]) for each, name in _cut(words, after, cast, people)]
    return Label(
        standing(words, after, people), numbers.scores_to_player(words, after.scores[after.player], cut)
    )


def _cut(words: Words, after: MatchAfter, cast: Cast, people: People) -> Iterator[tuple[Player, str]]:
    """Yield the others' names in few letters, with the last one too where they would be alike without it.

    Names of CPU players are short, and stay whole for their numbers.
    """
    whole = {each: people.seated(each) for each in _others(after) if cast.seats[each].cpu is None}
    most = SHORT_NAMES[len(after.scores)]
    ways = [{each: _shortened(name, most, end) for each, name in whole.items()} for end in (0, 1)]
    cut = next((way for way in ways if len({*way.values()}) == len(way)), whole)
    for each in _others(after):
        one = cast.seats[each]
        yield each, cut[each] if one.cpu is None else people_words.cpu_at_shortest(words, one.cpu, one.twin)


def _shortened(name: str, most: int, end: int) -> str:
    """A name in `most` letters and its last `end` ones, with what is between them left out."""
    return name if len(name) <= most + end else f"{name[: most - 1]}…{name[len(name) - end :]}"


def _others(after: MatchAfter) -> list[Player]:
    return [Player(each) for each in range(len(after.scores)) if each != after.player]


def outcome(words: Words, after: MatchAfter) -> str:
    """Return the outcome of the match after a stop in its last month; empty before."""
    match after.outcome:
        case Outcome.WON:
            return words("you win the match")
        case Outcome.DRAWN:
            return words("the match is drawn")
        case Outcome.LOST:
            return words("the match is lost")
        case None:
            return ""


def sentence(words: Words, after: MatchAfter, people: People) -> str:
    """Scores and outcome after a stop, as a sentence behind what it brings."""
    then, said = standing(words, after, people), outcome(words, after)
    if said:
        return words("Then {scores}: {outcome}.", scores=then, outcome=said)
    return words("Then {scores}.", scores=then)


def going_on(words: Words, after: MatchAfter) -> str:
    """Return the gain that going on would need to win the match; empty where a stop wins it, or months are to
    come.
    """
    return words("{n} more win the match.", n=after.needed) if after.needed else ""
