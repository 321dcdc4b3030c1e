"""The text notation of actions and cards (record.md, *Actions*)."""

from __future__ import annotations

import re
from functools import cache

from engine.cards.deck import LETTERS, card
from engine.errors import NotationError, show
from engine.rules.actions import (
    Action,
    Choose,
    Cut,
    Declare,
    Draw,
    KoiKoi,
    Move,
    Play,
    Player,
    Ready,
    Resign,
    Shobu,
)

_NUMBER = r"0|[1-9][0-9]{0,8}"
_ACTION = re.compile(rf"({_NUMBER}) (.+)")
_CUT = re.compile(r"cut:(0|[1-9]|[1-3][0-9]|4[0-7])")
_DRAW = re.compile(r"draw:([1-7])")
_PLAY = re.compile(rf"([{LETTERS}]?)(?:>([{LETTERS}]))?")

_WORDS: dict[str, Move] = {
    "draw": Draw(),
    "ready": Ready(),
    "declare": Declare(),
    "shobu": Shobu(),
    "koikoi": KoiKoi(),
    "resign": Resign(),
}
_WORD_OF = {move: word for word, move in _WORDS.items()}


@cache
def format_move(move: Move) -> str:
    """`draw`, `draw:3`, `cut:5`, `ready`, `declare`, `A`, `A>B`, `>B`, `shobu`, `koikoi`, `resign`."""
    match move:
        case Play(card=played, capture=None):
            return played.letter
        case Play(card=played, capture=capture):
            return f"{played.letter}>{capture}"
        case Choose(card=chosen):
            return f">{chosen.letter}"
        case Draw(place=place) if place:
            return f"draw:{place}"
        case Cut(at=at):
            return f"cut:{at}"
        case _:
            return _WORD_OF[move]


def parse_move(text: str) -> Move:
    """The move that this text stands for. Raises NotationError."""
    if word := _WORDS.get(text):
        return word
    if found := _CUT.fullmatch(text):
        return Cut(int(found[1]))
    if found := _DRAW.fullmatch(text):
        return Draw(int(found[1]))
    found = _PLAY.fullmatch(text)
    if not text or not found:
        raise NotationError("", f"{show(text)} is no move")
    capture = card(found[2]) if found[2] else None
    if found[1]:
        return Play(card(found[1]), capture)
    assert capture is not None
    return Choose(capture)


def format_action(action: Action) -> str:
    """The player's number, one blank, the move."""
    return f"{action.player} {format_move(action.move)}"


def parse_action(text: str) -> Action:
    """The action that this text stands for. Raises NotationError."""
    found = _ACTION.fullmatch(text)
    if not found:
        raise NotationError("", f"{show(text)} is no action")
    return Action(Player(int(found[1])), parse_move(found[2]))
