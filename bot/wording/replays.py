"""Replays in words: the lines under a frame, and what the pictures show."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.match.replays import Moment, Replay, ReplayStep
from bot.wording import cards, description, events, months, numbers, people, settling
from bot.wording.limits import Part, Sentence, open_ended
from bot.wording.people import People

HANDS = description.LAST
"""Open hands are what a replay adds to a table: they stay as long as the last move does."""


def people_of(words: Words, replay: Replay, *, plain: bool) -> People:
    """The people of a replay; `plain` for pictures and their descriptions."""
    names = tuple(people.name(words, one, plain=plain) for one in replay.people)
    return People(names, replay.order)


def caption(words: Words, replay: Replay, step: ReplayStep, who: People) -> str:
    """What happened in a step, in a sentence or two; empty for the beginning."""
    style = description.style(words)
    if step.moment is Moment.CUT:
        return cut(words, step, who)
    if step.end is not None:
        said = [words("{title}.", title=settling.title(words, replay.rules, step.end, who))]
        if any(step.end.deltas):
            said.append(words("Changes: {changes}.", changes=settling.changes(words, who, step.end.deltas)))
        return style.one_after_another(said)
    return style.one_after_another(events.lines(words, step.events, who, replay.rules))


def cut(words: Words, step: ReplayStep, who: People) -> str:
    """Who cut the deck, and where."""
    assert step.at is not None
    player = numbers.listing(words, (who.seated(each) for each in step.seen.to_move))
    if step.at == 0:
        return words("{player} tapped the deck: it stays as it is.", player=player)
    return words.plural(
        "{player} cut the deck after {n} card.",
        "{player} cut the deck after {n} cards.",
        step.at,
        player=player,
    )


def hands(words: Words, step: ReplayStep, who: People) -> tuple[Sentence, ...]:
    """Everybody's cards."""
    return tuple(
        Sentence(
            (Part(cards.listing(words, hand), HANDS),),
            words("Open hand of {player}", player=who.seated(player)),
        )
        for player, hand in enumerate(step.hands)
        if hand
    )


def table(words: Words, replay: Replay, step: ReplayStep, who: People) -> tuple[Sentence, ...]:
    """A frame: what happened (so the last move is not told again), the table, the open hands."""
    told = open_ended(caption(words, replay, step, who))
    shown = description.table(words, replace(step.seen, last=None), who)
    return (Sentence((Part(told),)), *shown, *hands(words, step, who))


def month(words: Words, replay: Replay, deal: int) -> tuple[Sentence, ...]:
    """The animation of a deal: how it was dealt, every turn, and how it ended; later turns go first."""
    who = people_of(words, replay, plain=True)
    steps = replay.of_deal(deal)
    *turns, last = (open_ended(caption(words, replay, step, who)) for step in steps)
    shown = months.in_match(words, replay.rules, steps[0].seen.month)
    head = Sentence((Part(words("Replay of {month}, step by step", month=shown)),))
    told = tuple(Sentence((Part(turn, n),)) for n, turn in enumerate(turns, start=1))
    return (head, *told, Sentence((Part(last),)))
