"""One player's hand (art-guide section 9.3): numbered cells, or the open choice, or the decision."""

from __future__ import annotations

from bot.i18n import Words
from bot.views import MatchView, SeatView
from bot.wording import description, numbers, settling
from bot.wording import yaku as yaku_words
from bot.wording.people import People
from bot.screens import parts as common
from engine.actions import Declare
from engine.cards import Card
from engine.observation import Observation
from engine.phase import Phase
from engine.settle import counted_calls, shobu_calculation
from engine.yaku import cards_of
from engine.yaku_ids import YakuId
from images.scene import Choice, Decision, HandCell, HandGrid, HandScene, Target, Text, YakuLine
from images.scene import Words as Forms

DECISION_LINES = 6


def hand(
    words: Words, view: MatchView, seat: SeatView, seen: Observation, choosing: Card | None
) -> HandScene:
    """The hand as the phase needs it; `choosing` is a card that two field cards match, not yet played."""
    asked = seat.player in seen.to_move
    if asked and choosing is not None:
        return choice(words, seen, choosing, flipped=False)
    if asked and seen.phase is Phase.FLIP and seen.flipped is not None:
        return choice(words, seen, seen.flipped, flipped=True)
    if asked and seen.phase is Phase.DECIDE:
        return decision(words, seat, seen)
    return grid(words, view, seat, seen)


def grid(words: Words, view: MatchView, seat: SeatView, seen: Observation) -> HandScene:
    """The cards in button order, each with what it matches."""
    cells = tuple(HandCell(card, description.targets_of(seen, card)) for card in seen.hand)
    matching = sum(bool(cell.matches) for cell in cells)
    playable = seen.phase is Phase.PLAY and seat.player in seen.to_move
    return HandScene(
        title=words.within("picture", "Your hand"),
        hint=hint(words, view, seat, seen),
        body=HandGrid(
            cells=cells,
            field_word=words.within("picture", "Field"),
            no_match=words.within("picture", "No match"),
            playable=playable,
            places=seen.rules.rule_set.hand_size,
        ),
        chip=words.within("picture", "{n} with a match", n=matching) if cells else None,
    )


def hint(words: Words, view: MatchView, seat: SeatView, seen: Observation) -> Text:
    """The quiet line beside the title."""
    if seat.player in seen.to_move:
        if seen.phase is Phase.READY:
            declares = any(isinstance(move, Declare) for move in seen.legal)
            return words.within("picture", "A hand yaku!") if declares else words.within("picture", "Ready?")
        return words.within("picture", "Play a card by its number")
    people = People.of(words, view, plain=True)
    names = numbers.listing(words, (people.seated(each) for each in seen.to_move))
    return Forms(words("Waiting for {players}.", players=names), words.within("picture", "Not your turn"))


def choice(words: Words, seen: Observation, card: Card, *, flipped: bool) -> HandScene:
    """Which of two field cards is captured; the numbers are those of the buttons."""
    targets = description.targets_of(seen, card)
    return HandScene(
        title=words.within("picture", "Your choice"),
        hint=words.within("picture", "Take which card?"),
        body=Choice(
            card=card,
            word=words.within("picture", "Flipped") if flipped else words.within("picture", "You play"),
            targets=tuple(Target(each, str(n)) for n, each in enumerate(targets, start=1)),
            or_word=words.within("picture", "or"),
            rest=tuple(each for each in seen.hand if each is not card),
            rest_word=words.within("picture", "Rest of the hand"),
            flipped=flipped,
        ),
    )


def decision(words: Words, seat: SeatView, seen: Observation) -> HandScene:
    """The yaku made, and what stopping is worth."""
    stake = seen.stakes[seat.player]
    return HandScene(
        title=words.within("picture", "A yaku!"),
        hint=words.within("picture", "Koi-koi or stop?"),
        body=Decision(
            yaku=yaku_lines(words, seat, seen),
            total_word=words.within("picture", "Stop now for"),
            total=numbers.short_points(words, seen.rules, stake),
            calculation=calculation(words, seat, seen),
            rest=tuple(seen.hand),
            rest_word=words.within("picture", "Rest of the hand"),
        ),
    )


def yaku_lines(words: Words, seat: SeatView, seen: Observation) -> tuple[YakuLine, ...]:
    """The most valuable first; what does not fit is one last line."""
    held, rules = yaku_words.by_points(seen.yaku[seat.player]), seen.rules
    shown = held if len(held) <= DECISION_LINES else held[: DECISION_LINES - 1]
    lines = [_line(words, seat, seen, *each) for each in shown]
    if rest := held[len(shown) :]:
        points = numbers.short_points(words, rules, sum(n for _, n in rest))
        lines.append(YakuLine(words.within("picture", "{n} more yaku", n=len(rest)), points, ()))
    return tuple(lines)


def _line(words: Words, seat: SeatView, seen: Observation, yaku: YakuId, points: int) -> YakuLine:
    return YakuLine(
        common.yaku_name(words, seen.rules, yaku),
        numbers.short_points(words, seen.rules, points),
        tuple(cards_of(seen.rules, yaku, seen.captured[seat.player])),
    )


def calculation(words: Words, seat: SeatView, seen: Observation) -> Text | None:
    """The factors of a stop, where more than the sum of the yaku counts."""
    calls = counted_calls(seen.rules, seen.koi, seat.player)
    made = shobu_calculation(seen.rules, seen.yaku[seat.player], honba=seen.honba, calls=calls)
    return settling.calculation(words, seen.rules, made) if settling.has_factors(made) else None
