"""Replays: one step of a finished match, all hands open, and all steps of a month as an animation.

The facts are the steps themselves (`bot.match.finished`) and how they are looked at; what a match in play has
too, its screens read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.finished import Moment, Replay, ReplayStep
from bot.match.vocabulary import Deck
from bot.screens import cut, field, month, month_result, news, parts, players, seat_draw, table
from bot.screens.cut import Cut
from bot.screens.finished import review
from bot.screens.month import Month
from bot.screens.month_result import Result
from bot.screens.seat_draw import Draw
from bot.screens.table import Table
from bot.wording import cards, limits, months, numbers, settling, speech
from bot.wording import rules as rule_words
from bot.wording.finished import history
from bot.wording.finished import review as wording
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.people import Cast, People
from bot.wording.speech import Described
from engine.play.events import Dealt, KoiKoiCalled
from engine.rules.actions import Phase
from images.scene.lobby import CutScene, SeatDrawScene
from images.scene.result import MonthResultScene
from images.scene.table import OpenHand, ReplayFrame, ReplayScene

HANDS = players.LAST
"""Open hands are what a replay adds to a table: they stay as long as the last move does."""
TURN_MS, DEAL_MS, YAKU_MS, END_MS = 1600, 2400, 3400, 5000
"""The times for which a turn, a fresh deal, a yaku or koi-koi and the end stay in view."""

StepScene = SeatDrawScene | CutScene | MonthResultScene | ReplayFrame


@dataclass(frozen=True, slots=True)
class Facts:
    """A replay, and how it is looked at."""

    replay: Replay
    month_marks: bool = False
    """Whether every card of a picture that is wide enough wears the number of its month."""
    match: MatchId | None = None
    """By whose number it is called, where it is one of the bot's."""
    deck: Deck = Deck.STANDARD
    """The drawings on the cards."""
    costly: review.Costly = ()
    """The moves made at the step on view that the reader's review names."""


def cast_of(replay: Replay) -> Cast:
    """The people of a replay."""
    return Cast(replay.people, replay.order)


def text(words: Words, facts: Facts, number: int) -> str:
    """Step `number` (from 0): what the review names, and what the picture's description had no room for.

    A table and a cut say themselves what happened.
    """
    replay = facts.replay
    step, cast = replay.steps[number], cast_of(replay)
    pictured = step.moment in {Moment.TABLE, Moment.CUT}
    lines = [
        Part(_title(words, replay)),
        *_costly(words, facts),
        Part("" if pictured else caption(words, replay, step, cast.named(words)), 1),
        Part(_described(words, replay, step).left_out, 2),
        Part(_where(words, facts, number)),
    ]
    return limits.fitted(lines, CONTENT)


def in_words(words: Words, facts: Facts, number: int) -> str:
    """Step `number` (from 0) for somebody who wants no picture: a line for all that it would show."""
    replay = facts.replay
    told = _sentences(words, replay, replay.steps[number], cast_of(replay).named(words))
    style, lines = speech.style(words), [Part(_title(words, replay)), *_costly(words, facts)]
    for rank, one in enumerate(told):
        if parts := tuple(part for part in one.parts if part.text):
            lines.append(Part(style.sentence(Sentence(parts, one.head)), rank))
    return limits.fitted([*lines, Part(_where(words, facts, number))], CONTENT)


def _costly(words: Words, facts: Facts) -> Iterator[Part]:
    """Yield the lines of the review on the moves made here, under the heading that names their player."""
    people = cast_of(facts.replay).named(words)
    for n, one in facts.costly:
        yield Part(wording.costliest(words, people.seated(one.first.player), 1))
        yield Part(wording.costly(words, facts.replay.rules, n, one))


def _where(words: Words, facts: Facts, number: int) -> str:
    """The small line below: the month, the step, the match."""
    replay = facts.replay
    count = words("Step {n} of {total}", n=number + 1, total=len(replay.steps))
    told = [part_name(words, replay, number), count]
    if facts.match is not None:
        told.append(history.named(words, facts.match))
    return f"-# {words.within('between notes', ' · ').join(told)}"


def part_name(words: Words, replay: Replay, number: int) -> str:
    """The part of the match that a step is of: the month, or before the first one the seat draw."""
    start = max(each for each in replay.starts if each <= number)
    if start == 0:
        return words.within("part of a match", "Seat draw")
    seen = next(step.seen for step in replay.steps[start:] if step.moment is not Moment.CUT)
    return months.in_match(words, replay.rules, seen.month)


def part_end(words: Words, replay: Replay, start: int) -> str:
    """Return the end of the part that begins with step `start`, in a few words; empty where there is none."""
    last = min((each for each in replay.starts if each > start), default=len(replay.steps)) - 1
    step = replay.steps[last]
    if step.end is None:
        return ""
    return settling.title(words, replay.rules, step.end, cast_of(replay).named(words, plain=True))


def month_text(words: Words, facts: Facts, deal: int) -> str:
    """Return the text beside the animation of deal `deal` (from 1): the month, and its end."""
    replay = facts.replay
    steps, people = replay.of_deal(deal), cast_of(replay).named(words)
    lines = [
        Part(_title(words, replay)),
        Part(months.in_match(words, replay.rules, steps[0].seen.month)),
        Part(caption(words, replay, steps[-1], people), 1),
    ]
    return limits.fitted(lines, CONTENT)


def _title(words: Words, replay: Replay) -> str:
    return words("**Replay: {rules}**", rules=rule_words.title(words, replay.rules))


def caption(words: Words, replay: Replay, step: ReplayStep, who: People) -> str:
    """Return the events of a step, in a sentence or two; empty for the beginning."""
    style = speech.style(words)
    if step.moment is Moment.CUT:
        return _cut(words, step, who)
    if step.end is not None:
        said = [words("{title}.", title=settling.title(words, replay.rules, step.end, who))]
        if any(step.end.deltas):
            said.append(words("Changes: {changes}.", changes=settling.changes(words, who, step.end.deltas)))
        return style.one_after_another(said)
    return style.one_after_another(news.told_of(words, step.events, who, replay.rules))


def _cut(words: Words, step: ReplayStep, who: People) -> str:
    """Return the player who cut the deck, and the place."""
    assert step.at is not None
    player = numbers.listing(words, [who.seated(each) for each in step.seen.to_move])
    if step.at == 0:
        return words("{player} tapped the deck: it stays as it is.", player=player)
    return words.plural(
        "{player} cut the deck after {n} card.",
        "{player} cut the deck after {n} cards.",
        step.at,
        player=player,
    )


def alt(words: Words, facts: Facts, number: int) -> str:
    """The picture of step `number` (from 0)."""
    return _described(words, facts.replay, facts.replay.steps[number]).alt


def _described(words: Words, replay: Replay, step: ReplayStep) -> Described:
    return speech.described(words, cast_of(replay), partial(_sentences, words, replay, step))


def _sentences(words: Words, replay: Replay, step: ReplayStep, who: People) -> tuple[Sentence, ...]:
    cast = cast_of(replay)
    match step.moment:
        case Moment.DRAW:
            return seat_draw.sentences(words, Draw.of(cast, step.seen), who)
        case Moment.CUT:
            told = open_ended(_cut(words, step, who))
            return (month.sentence(words, Month.of(step.seen)), Sentence((Part(told),)))
        case Moment.TABLE:
            return _frame_in_words(words, replay, step, who)
        case Moment.RESULT:
            assert step.end is not None
            return month_result.sentences(words, Result.of(replay.rules, cast, step.end), who)


def _frame_in_words(words: Words, replay: Replay, step: ReplayStep, who: People) -> tuple[Sentence, ...]:
    """A frame: what happened (so the last move is not told again), the table, the open hands."""
    told = open_ended(caption(words, replay, step, who))
    shown = replace(Table.of(cast_of(replay), step.seen), last=None)
    hands = (
        Sentence(
            (Part(cards.listing(words, hand), HANDS),),
            words("Open hand of {player}", player=who.seated(player)),
        )
        for player, hand in enumerate(step.hands)
        if hand
    )
    return (Sentence((Part(told),)), *table.sentences(words, shown, who), *hands)


def month_alt(words: Words, facts: Facts, deal: int) -> str:
    """The animation of deal `deal` (from 1): how it was dealt, every turn, and how it ended.

    Where space is short the later turns go first.
    """
    replay = facts.replay
    who, steps = cast_of(replay).named(words, plain=True), replay.of_deal(deal)
    *turns, last = (open_ended(caption(words, replay, step, who)) for step in steps)
    shown = months.in_match(words, replay.rules, steps[0].seen.month)
    head = Sentence((Part(words("Replay of {month}, step by step", month=shown)),))
    told = tuple(Sentence((Part(turn, n),)) for n, turn in enumerate(turns, start=1))
    return speech.said(words, (head, *told, Sentence((Part(last),))))


def scene(words: Words, facts: Facts, number: int) -> StepScene:
    """The picture of step `number` (from 0)."""
    made = parts.with_deck(_scene(words, facts.replay, facts.replay.steps[number]), facts.deck)
    return parts.with_month_marks(made) if facts.month_marks else made


def _scene(words: Words, replay: Replay, step: ReplayStep) -> StepScene:
    cast = cast_of(replay)
    match step.moment:
        case Moment.DRAW:
            return seat_draw.picture(words, Draw.of(cast, step.seen))
        case Moment.CUT:
            done = _cut(words, step, cast.named(words, plain=True))
            return cut.picture(words, Cut.of(cast, step.seen), at=step.at, done=done)
        case Moment.TABLE:
            return frame(words, replay, step, _most_places(replay.of_deal(step.seen.deal)))
        case Moment.RESULT:
            assert step.end is not None
            return month_result.picture(words, Result.of(replay.rules, cast, step.end))


def month_scene(words: Words, facts: Facts, deal: int) -> ReplayScene:
    """Deal number `deal` (from 1) from the first card to the result. Raises ValueError for no such deal."""
    replay = facts.replay
    steps = replay.of_deal(deal)
    if not steps:
        raise ValueError(f"no deal {deal}")
    room = _most_places(steps)
    made = ReplayScene(tuple(frame(words, replay, each, room) for each in steps))
    return parts.with_month_marks(made) if facts.month_marks else made


def _most_places(steps: Iterable[ReplayStep]) -> int:
    """Return the greatest number of places on the field: frames of a month that follow each other show cards
    alike.
    """
    return max((len(step.seen.slots) for step in steps), default=0)


def frame(words: Words, replay: Replay, step: ReplayStep, places: int) -> ReplayFrame:
    """The table of a step, what happened, and everybody's hand; in the animation the end is one too.

    The field has room for `places` cards.
    """
    cast = cast_of(replay)
    shown = replace(Table.of(cast, step.seen), field=field.places(step.seen, places))
    return ReplayFrame(
        table=replace(table.picture(words, shown), steady=True),
        caption=caption(words, replay, step, cast.named(words, plain=True)),
        hands=tuple(
            OpenHand(parts.name(words, one), tuple(hand))
            for one, hand in zip(cast.seats, step.hands, strict=True)
        ),
        milliseconds=_duration(step),
    )


def _duration(step: ReplayStep) -> int:
    if step.moment is Moment.RESULT:
        return END_MS
    if step.seen.phase is Phase.DECIDE or any(isinstance(event, KoiKoiCalled) for event in step.events):
        return YAKU_MS
    return DEAL_MS if any(isinstance(event, Dealt) for event in step.events) else TURN_MS
