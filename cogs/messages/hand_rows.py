"""What stands under a hand. Its buttons carry the question they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import MatchId, Status
from bot.wording import buttons
from cogs.presses.controls import Button, Option, Row, Rows, Select, Style
from cogs.presses.custom_id import Press, Verb
from engine.actions import Cut, Declare, KoiKoi, Move, Phase, Play, Ready, Shobu
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.legal import real_choice, target_of
from engine.play.observation import Observation
from engine.record.notation import format_move

Faces = Mapping[Card, str]
"""Cards and their emoji as buttons write them, `<:name:id>`; a card may have none."""

PER_ROW = 4
"""Buttons in a row: a phone shows no more side by side."""
DEPTHS = (12, 24, 36)
"""The cuts that have a button of their own, beside the tap and the random one."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a hand is looked at. `choosing`: a picked card that leaves a choice; `listed`: the list view."""

    choosing: Card | None = None
    listed: bool = False
    faces: Faces = field(default_factory=dict)


def rows(words: Words, view: MatchView, seat: SeatView, look: Look) -> Rows:
    """The rows of a hand."""
    if view.status is not Status.PLAYING:
        return ()
    if view.rest is not None:
        return (_rest(words, view, seat),)
    if seat.observation is None:
        return (_last_row(words, view.match),)
    asked = _Asked(words, view.match, seat.observation, look)
    return *_question(asked), _last_row(words, view.match, *_other_view(asked))


def closed_rows(words: Words, match: MatchId) -> Rows:
    """The row of a hand whose token is about to die."""
    return ((Button(buttons.reopen(words), Press(match, Verb.HAND), Style.MAIN),),)


def plays_of(observation: Observation, card: Card) -> tuple[Move, ...]:
    """The legal ways to play a card: one, or one for each capture."""
    return tuple(move for move in observation.legal if isinstance(move, Play) and move.card is card)


def open_choice(seen: Observation | None, look: Look) -> Card | None:
    """The card that was picked, as long as it leaves a choice: the match may have moved on meanwhile."""
    if seen is None or look.choosing is None:
        return None
    return look.choosing if real_choice(plays_of(seen, look.choosing)) else None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the rows of a question are made from."""

    words: Words
    match: MatchId
    seen: Observation
    look: Look

    def move(self, move: Move) -> Press:
        return Press(self.match, Verb.MOVE, self.seen.question, move=move)

    @property
    def number(self) -> int:
        """The question; where nothing is asked, a number that no question has, for what is disabled."""
        return self.seen.n if self.seen.question is None else self.seen.question


def _question(asked: _Asked) -> Rows:
    seen, choosing = asked.seen, open_choice(asked.seen, asked.look)
    if seen.legal and seen.phase in _ASKING:
        return _ASKING[seen.phase](asked)
    if choosing is not None:
        back = Button(buttons.back(asked.words), Press(asked.match, Verb.HAND))
        return ((*_targets(asked, plays_of(seen, choosing)), back),)
    if not seen.hand:
        return ()
    return _list(asked) if asked.look.listed else _cards(asked)


def _rest(words: Words, view: MatchView, seat: SeatView) -> Row:
    assert view.rest is not None
    agreed = seat.participant.number in view.rest.agreed
    press = Press(view.match, Verb.NEXT, view.rest.number)
    label = buttons.go_on(words, view.rest)
    yaku = Button(buttons.yaku(words), Press(view.match, Verb.YAKU))
    more = Button(buttons.more(words), Press(view.match, Verb.MORE))
    return (Button(label, press, Style.GO, disabled=agreed), yaku, more)


def _last_row(words: Words, match: MatchId, *between: Button | Select) -> Row:
    yaku = Button(buttons.yaku(words), Press(match, Verb.YAKU))
    return (yaku, *between, Button(buttons.more(words), Press(match, Verb.MORE)))


def _other_view(asked: _Asked) -> Row:
    """Buttons or list: only where cards of the hand can be shown both ways."""
    seen, words = asked.seen, asked.words
    if not seen.hand or (seen.legal and seen.phase in _ASKING):
        return ()
    if asked.look.listed:
        return (Button(buttons.picture_view(words), Press(asked.match, Verb.PICTURES)),)
    return (Button(buttons.list_view(words), Press(asked.match, Verb.LIST)),)


def _cut(asked: _Asked) -> Rows:
    words = asked.words
    depths = tuple(
        Button(buttons.cut(words, at), asked.move(Cut(at))) for at in DEPTHS if Cut(at) in asked.seen.legal
    )
    tap = Button(buttons.tap(words), asked.move(Cut(0)), Style.MAIN)
    anywhere = Button(buttons.cut_random(words), Press(asked.match, Verb.CUT, asked.number))
    return (tap, anywhere), depths


def _ready(asked: _Asked) -> Rows:
    row: list[Button] = []
    for move in asked.seen.legal:
        if isinstance(move, Ready):
            row.append(Button(buttons.ready(asked.words), asked.move(move), Style.MAIN))
        elif isinstance(move, Declare):
            yaku, points = next(iter(asked.seen.hand_yaku.items()))
            label = buttons.declare(asked.words, asked.seen.rules, yaku, points)
            row.append(Button(label, asked.move(move), Style.GO))
    return (tuple(row),)


def _decision(asked: _Asked) -> Rows:
    row: list[Button] = []
    for move in reversed(asked.seen.legal):
        if isinstance(move, KoiKoi):
            row.append(Button(buttons.koikoi(asked.words), asked.move(move), Style.MAIN))
        elif isinstance(move, Shobu) and asked.seen.viewer is not None:
            label = buttons.stop(asked.words, asked.seen.stakes[asked.seen.viewer])
            row.append(Button(label, asked.move(move), Style.GO))
    return (tuple(row),)


def _flip(asked: _Asked) -> Rows:
    return (_targets(asked, asked.seen.legal),)


def _targets(asked: _Asked, moves: tuple[Move, ...]) -> Row:
    row: list[Button] = []
    for number, move in enumerate(moves, start=1):
        if (target := target_of(move)) is not None:
            label, emoji = buttons.target(asked.words, number, target), asked.look.faces.get(target)
            row.append(Button(label, asked.move(move), Style.MAIN, emoji=emoji))
    return tuple(row)


def _cards(asked: _Asked) -> Rows:
    """One button for each card, in the order and with the numbers of the picture."""
    mine = bool(asked.seen.legal)
    row = []
    for number, card in enumerate(asked.seen.hand, start=1):
        matching = len(asked.seen.field.of_month(card.month))
        label = buttons.card(asked.words, number, card, matches=matching)
        style = Style.MAIN if mine and matching else Style.PLAIN
        row.append(
            Button(label, _play(asked, card), style, disabled=not mine, emoji=asked.look.faces.get(card))
        )
    return tuple(tuple(row[start : start + PER_ROW]) for start in range(0, len(row), PER_ROW))


def _play(asked: _Asked, card: Card) -> Press:
    moves = plays_of(asked.seen, card)
    if not moves or real_choice(moves):
        return Press(asked.match, Verb.PICK, asked.number, card=card)
    return asked.move(moves[0])


def _list(asked: _Asked) -> Rows:
    """The hand as a select, one line for each capture between different cards (at most 16)."""
    options = []
    for number, card in enumerate(asked.seen.hand, start=1):
        moves: tuple[Move, ...] = plays_of(asked.seen, card) or (Play(card),)
        choice = real_choice(moves)
        for move in moves if choice else moves[:1]:
            target = target_of(move) if choice else None
            taken = CardSet.of((target,)) if target else asked.seen.field.of_month(card.month)
            label, description = buttons.list_option(asked.words, number, card, taken)
            options.append(Option(label, format_move(move), description))
    press = Press(asked.match, Verb.CHOOSE, asked.number)
    placeholder = buttons.list_placeholder(asked.words)
    return ((Select(placeholder, press, tuple(options), disabled=not asked.seen.legal),),)


_ASKING: dict[Phase, Callable[[_Asked], Rows]] = {
    Phase.CUT: _cut,
    Phase.READY: _ready,
    Phase.FLIP: _flip,
    Phase.DECIDE: _decision,
}
"""What is asked in place of a card."""
