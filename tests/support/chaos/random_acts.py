"""The possible next acts of somebody, as values that hypothesis can make: likely ones, and wild ones."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from bot.match.vocabulary import CpuPlayer
from cogs.content.custom_id import LONGEST, Shape, Verb
from engine.cards.deck import DECK
from engine.record.notation import format_move
from engine.rules.rule_sets import RuleSetId
from tests.support.strategies import moves

PEOPLE = 5
CHANNELS = ("hanafuda", "tea-room", "quiet")


@dataclass(frozen=True, slots=True)
class Tap:
    """Somebody presses something that their screen offers; the numbers choose among what is there then."""

    who: int
    control: int
    option: int


@dataclass(frozen=True, slots=True)
class Forgery:
    """Somebody's press on any message, theirs or not, with a custom id that need not stand there."""

    who: int
    message: int
    custom_id: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command with its options; `opponents` and `channel` are numbers of people and channels."""

    who: int
    name: str
    channel: int
    rules: str
    months: int
    cpu: str | None
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chatter:
    """Somebody writes something under a table."""

    who: int
    channel: int


@dataclass(frozen=True, slots=True)
class Vanish:
    """A message goes: one's own private one is dismissed, or the owner deletes a public one."""

    who: int
    message: int


Act = Tap | Forgery | Command | Chatter | Vanish
Script = list[list[Act]]
"""Acts that happen one group after another; those of a group at once."""

_who = st.integers(0, PEOPLE - 1)
_any = st.integers(0, 999)
_texts = st.one_of(
    st.text(max_size=20), st.from_regex(r"kk[0-9]{1,20}:[a-z]{1,9}(:[0-9]{1,20})?(:.{0,9})?", fullmatch=True)
)


@st.composite
def custom_ids(draw: st.DrawFn) -> str:
    """Mostly of our own grammar."""
    if draw(st.integers(0, 9)) == 0:
        return draw(_texts)[:LONGEST]
    verb, match, number = (
        draw(st.sampled_from(list(Verb))),
        draw(st.integers(0, 12)),
        draw(st.integers(0, 60)),
    )
    match verb.shape:
        case Shape.NUMBER:
            return f"kk{match}:{verb}:{number}"
        case Shape.MOVE:
            return f"kk{match}:{verb}:{number}:{format_move(draw(moves))}"
        case Shape.CARD:
            return f"kk{match}:{verb}:{number}:{draw(st.sampled_from(DECK))}"
        case Shape.RULE_SET:
            return f"kk{match}:{verb}:{draw(st.sampled_from(['league', 'sannin', 'x']))}"
        case _:
            return f"kk{match}:{verb}"


values = st.one_of(moves.map(format_move), st.text(max_size=8), st.integers(0, 99).map(str))
taps = st.builds(Tap, _who, _any, _any)
forgeries = st.builds(Forgery, _who, _any, custom_ids(), st.none() | values)
commands = st.builds(
    Command,
    _who,
    st.sampled_from(["play", "play", "play", "arena", "games", "resign"]),
    st.integers(0, len(CHANNELS) - 1),
    st.sampled_from([each.value for each in RuleSetId]),
    st.sampled_from([1, 3, 3, 12]),
    st.none() | st.sampled_from([each.value for each in CpuPlayer]),
    st.lists(_who, max_size=2).map(tuple),
)
acts: st.SearchStrategy[Act] = st.integers(0, 99).flatmap(
    lambda n: (
        taps
        if n < 70
        else forgeries
        if n < 84
        else commands
        if n < 94
        else st.builds(Chatter, _who, st.integers(0, 1))
        if n < 97
        else st.builds(Vanish, _who, _any)
    )
)
scripts: st.SearchStrategy[Script] = st.lists(
    st.lists(acts, min_size=1, max_size=6), min_size=15, max_size=30
)
