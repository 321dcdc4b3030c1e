"""The ids of our buttons and selects: one grammar, `kk<match>:<verb>[:<number>][:<argument>]`.

Buttons on public messages carry no question: the lobby's and the table's carry the match only, `next` the
number of the month's end, `draw` the round of the seat draw. Buttons on a hand carry the question that they
answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self

from bot.ids import GREATEST, MatchId
from engine.cards.deck import Card, card
from engine.errors import NotationError
from engine.record.notation import format_move, parse_move
from engine.rules.actions import Draw, Move, Resign
from engine.rules.rule_sets import RuleSetId
from engine.version import Version

TEMPLATE = r"kk(\d+):(.*)"
"""The pattern of every custom id of this bot; all else is somebody else's, or of another age."""
LONGEST = 100
"""Characters of a custom id, by Discord's limit."""
MOST_PAGES = 999_999
"""The greatest number of a page: what comes before it can be counted, too."""
_NUMBER = re.compile(r"0|[1-9]\d{0,18}", re.ASCII)


class Shape(Enum):
    """The shapes of a verb's arguments."""

    BARE = "nothing"
    NUMBER = "a number"
    PLACE = "a number, and a place of a row"
    MOVE = "a question and a move"
    CARD = "a question and a card"
    RULE_SET = "a rule set"


class Verb(StrEnum):
    """The verbs of presses, as custom ids name them, and the shape of their arguments."""

    shape: Shape

    def __new__(cls, text: str, shape: Shape = Shape.BARE) -> Self:
        """A verb by its text."""
        verb = str.__new__(cls, text)
        verb._value_ = text
        verb.shape = shape
        return verb

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    PLAY_CPU = "cpu"
    """A select: against which CPU players, or which of them goes."""
    CHARACTER = "character", Shape.NUMBER
    """A select on a note: of which level. Number: the place of the character among all, from 0."""
    ACCEPT = "accept"
    DECLINE = "decline"
    BLOCK = "block"
    """Let the host invite somebody who presses no more."""
    RULES = "rules"
    RULE_SET = "set"
    """A select: by which rule set."""
    MONTHS = "months", Shape.NUMBER
    """Number: how many months are played."""
    HOUSE = "house"
    """Open the form of house rules about play and payment."""
    YAKU_RULES = "yakurules"
    """Open the form of house rules about yaku."""
    HOUSED = "housed", Shape.RULE_SET
    """The form of options, filled in; rule set: whose options it offered."""
    CLOCK = "clock"
    """A select: how much time there is for a turn."""
    BEST_OF = "bestof", Shape.NUMBER
    """Number: how many matches the series has, 0 as many as people like."""
    RESET = "reset"
    MARK = "mark"
    """Make the lobby's options the server's default."""
    DRAW = "draw", Shape.PLACE
    """Number: the round of the seat draw; place: which card of the row."""
    HAND = "hand"
    """On a public message: open my hand; on a hand: show it as it is now (reopen, back)."""
    YAKU = "yaku"
    MORE = "more"
    MENU = "menu"
    """On a note: back to what *More* shows."""
    NEXT = "next", Shape.NUMBER
    """Number: which end of the match has been seen."""
    MOVE = "move", Shape.MOVE
    PICK = "pick", Shape.CARD
    """Number: the question; card: one that leaves a choice of capture."""
    CUT = "cut", Shape.NUMBER
    """Number: the question. Cut at a random depth."""
    LIST = "list"
    """Show the hand as a list; as a select, number is the question and the value a move."""
    CHOOSE = "choose", Shape.NUMBER
    PICTURES = "pictures"
    HINT = "hint"
    """Tell the best move, as the CPU player *hard* judges it."""
    BRING_DOWN = "down"
    SHUFFLES = "shuffles"
    UNSEEN = "unseen"
    """Count the cards that the presser has not seen."""
    ASK_RESIGN = "resign"
    """Ask whether to give the match up, or to end it without a result; of a lobby, whether to close it."""
    RESIGN = "resigned"
    END_UNMOVED = "unmoved"
    """Give up a match that is not lost by it, as not everybody has played a card."""
    ABORT = "aborted"
    """Want the match to end without a result, asked before; or close one's lobby."""
    FORCE_ABORT = "force"
    """End a match as a manager of the server."""
    AGREE_ABORT = "agree"
    """On a table and a hand: want what somebody else wants."""
    PLAY_ON = "playon"
    """On a table, a hand, a Note: want nobody's end of the match."""
    ASK_CLAIM = "claim"
    CLAIM = "claimed"
    STAND_IN = "standin"
    """Let a CPU player play for the absent player."""
    COME_BACK = "back"
    CANCEL = "cancel"
    SCORES = "scores"
    """Show the score sheet of a match that is over."""
    REMATCH = "rematch"
    RUNG = "rung", Shape.NUMBER
    """Play the next CPU player on the ladder. Number: its place among all CPU players, from 0."""
    LOG = "log"


class BadCustomId(ValueError):  # noqa: N818 - not a fault of ours: a forged one gets a friendly Note
    """A text that no button of this version carries."""


@dataclass(frozen=True, slots=True)
class Press:
    """A decoded press. What follows the verb is there exactly where the verb's shape says so."""

    match: MatchId
    verb: Verb
    number: int | None = None
    move: Move | None = None
    card: Card | None = None
    rule_set: RuleSetId | None = None
    place: int = 0
    """From 0: how many cards of the row lie before the one that is taken. The first is not written."""


def format_press(press: Press) -> str:
    """The custom id of a press: 1 to 100 characters."""
    parts = [f"kk{press.match}", press.verb.value]
    if press.number is not None:
        parts.append(str(press.number))
    if press.move is not None:
        parts.append(format_move(press.move))
    if press.card is not None:
        parts.append(str(press.card))
    if press.rule_set is not None:
        parts.append(press.rule_set.value)
    if press.place:
        parts.append(str(press.place))
    return ":".join(parts)


def parse_press(text: str) -> Press:
    """Read a custom id; `format_press` gives the same text again. Raises BadCustomId on anything else."""
    found = re.fullmatch(TEMPLATE, text) if len(text) <= LONGEST else None
    if found is None:
        raise BadCustomId(text)
    try:
        press = _read(MatchId(number(found[1])), found[2])
    except (ValueError, NotationError) as error:
        raise BadCustomId(text) from error
    if format_press(press) != text:
        raise BadCustomId(text)
    return press


def _read(match: MatchId, rest: str) -> Press:
    name, *arguments = rest.split(":", 2)
    verb = Verb(name)
    match verb.shape, arguments:
        case Shape.BARE, []:
            return Press(match, verb)
        case Shape.NUMBER, [asked]:
            return Press(match, verb, number(asked))
        case Shape.PLACE, [asked, *place]:
            return Press(match, verb, number(asked), place=_place(place))
        case Shape.MOVE, [asked, move]:
            return Press(match, verb, number(asked), move=playable(move))
        case Shape.RULE_SET, [rule_set]:
            return Press(match, verb, rule_set=RuleSetId(rule_set))
        case Shape.CARD, [asked, letter]:
            return Press(match, verb, number(asked), card=card(letter))
    raise ValueError(rest)


def playable(text: str) -> Move:
    """A move that a button of a hand names. Raises BadCustomId, NotationError, ValueError."""
    move = parse_move(text)
    if isinstance(move, Draw | Resign):
        # These have verbs of their own: a draw names its round, resigning is confirmed.
        raise BadCustomId(text)
    return move


def _place(texts: list[str]) -> int:
    """The place in a row of cards that a text names, the first where there is none."""
    return number(texts[0], Version.CHOICES.row - 1) if texts else 0


def number(text: str, most: int = GREATEST, *, least: int = 0) -> int:
    """Return a number of a custom id or a select, written as we write it; a column holds it.

    Raises BadCustomId.
    """
    if _NUMBER.fullmatch(text) is None or not least <= int(text) <= most:
        raise BadCustomId(text)
    return int(text)
