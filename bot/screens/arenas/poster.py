"""The end of an arena: the message with the poster of its podium."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.arenas.standing import Row
from bot.screens.arenas.standing import Facts, named
from bot.wording import arenas as wording
from bot.wording import limits, people, speech
from bot.wording import rules as rule_words
from bot.wording.finished import history
from bot.wording.limits import CONTENT, Part, Sentence
from engine.cards.deck import DECK
from images.scene.arenas import ArenaPosterScene, ArenaRow, PodiumStep
from images.scene.common import Label

STEPS = 3
OTHERS = 6
"""People below the podium, on the poster alone."""


def text(words: Words, facts: Facts) -> str:
    """Return the podium, and how many people and matches there were."""
    rows = _ranked(facts)
    names = [people.somebody(words, row.name) for row in facts.first]
    lines = [
        Part(f"**{wording.title(words, facts.arena.rules)}**"),
        Part(f"**{wording.winners(words, names, rows[0].points if rows else 0)}**"),
        *(Part(_line(words, row, plain=False), 1 + n) for n, row in enumerate(rows[1:STEPS])),
        Part(_about(words, facts)),
    ]
    return limits.fitted(lines, CONTENT)


def line(words: Words, facts: Facts) -> str:
    """Return an arena in a line of a list: `27 Nov 2026 · Classic · 1 month · 24 players · Sakura 31`."""
    arena, joint = facts.arena, words.within("between notes", " · ")
    names = [people.somebody(words, row.name) for row in facts.first]
    won = wording.won_by(words, names, facts.first[0].points) if names else ""
    size = wording.size(words, len(facts.rows))
    told = (_day(words, facts), rule_words.title(words, arena.rules), size, won)
    return joint.join(filter(None, told))


def alt(words: Words, facts: Facts) -> str:
    """Return the poster in words; where space is short the last places go first."""
    rows = _ranked(facts)[: STEPS + OTHERS]
    arena = facts.arena
    title = (wording.title(words, arena.rules), _day(words, facts))
    told = tuple(Part(_line(words, row, plain=True), n) for n, row in enumerate(rows))
    empty = Sentence((Part(limits.open_ended(wording.winners(words, (), 0))),))
    return speech.said(
        words,
        (
            Sentence(tuple(map(Part, title))),
            Sentence(told, words.within("head of a description", "Podium")) if told else empty,
            Sentence((Part(_about(words, facts, plain=True)),)),
        ),
    )


def _ranked(facts: Facts) -> tuple[Row, ...]:
    """Return everybody who has a point, by place."""
    return tuple(row for row in facts.rows if row.points > 0)


def _line(words: Words, row: Row, *, plain: bool) -> str:
    """`1. Sakura: 31 points, 14 wins`; in a message the place is bold."""
    name, told = people.somebody(words, row.name, plain=plain), _result(words, row)
    if plain:
        return words("{place}. {player}: {values}", place=row.place, player=name, values=told)
    return words("**{place}** {player}: {values}", place=row.place, player=name, values=told)


def _result(words: Words, row: Row) -> str:
    joint = words.within("between the items of a list", ", ")
    return joint.join((wording.points(words, row.points), wording.wins(words, row.wins)))


def _day(words: Words, facts: Facts) -> str:
    return history.day(words, facts.arena.starts_at, facts.zone)


def _about(words: Words, facts: Facts, *, plain: bool = False) -> str:
    """`24 players · 61 matches · longest streak: Kenta 6`."""
    joint = words.within("between notes", " · ")
    return joint.join(filter(None, (_size(words, facts), _streak(words, facts, plain=plain))))


def _size(words: Words, facts: Facts) -> str:
    joint = words.within("between notes", " · ")
    counted = (wording.size(words, len(facts.rows)), wording.matches(words, facts.finished))
    return joint.join(counted)


def _streak(words: Words, facts: Facts, *, plain: bool) -> str:
    """Return the longest streak where one person alone has it, and it is one."""
    most = max((row.best for row in facts.rows), default=0)
    best = [row for row in facts.rows if row.best == most]
    if most < 2 or len(best) > 1:
        return ""
    return wording.best_streak(words, people.somebody(words, best[0].name, plain=plain), most)


def scene(words: Words, facts: Facts) -> ArenaPosterScene:
    """Return the poster."""
    arena, rows = facts.arena, _ranked(facts)
    size = _size(words, facts)
    joint = words.within("between notes", " · ")
    months = words.plural("{n} month", "{n} months", arena.rules.months)
    return ArenaPosterScene(
        title=words.within("picture", "Arena"),
        rules=rule_words.called(words, arena.rules),
        day=joint.join((months, _day(words, facts))),
        month=facts.month,
        cards=tuple(card for card in DECK if card.month == facts.month)[:STEPS],
        seal=words.say(wording.WON) if len(facts.first) == 1 else "",
        podium=tuple(_step(words, row) for row in rows[:STEPS]),
        others=tuple(_other(words, row) for row in rows[STEPS : STEPS + OTHERS]),
        facts=Label(_about(words, facts, plain=True), size),
        empty=limits.open_ended(wording.winners(words, (), 0)),
    )


def _step(words: Words, row: Row) -> PodiumStep:
    return PodiumStep(
        row.place, named(words, row), wording.points(words, row.points), wording.wins(words, row.wins)
    )


def _other(words: Words, row: Row) -> ArenaRow:
    return ArenaRow(str(row.place), named(words, row), str(row.points), str(row.wins))
