"""The lesson of the tutorial: a stacked first month, and the steps in which it is told.

Nothing is stored: a step is named by a button, and its match is made from the script by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache

from bot.config import Settings
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.hosted_match import Entry, HostedMatch
from bot.match.progress import Progress
from bot.match.shuffles import Shuffles
from bot.match.view_builder import build_view
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, JoinNumber, MadeBy, Participant, Place, Status, Version
from engine.cards.deck import DECK, Card, Deck, card
from engine.play.state import new_match
from engine.record.notation import parse_move
from engine.rules.actions import Action, Draw, Player
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import STANDARD

RULES = make_rules(STANDARD, {"months": 3})
LEARNER, CPU = Player(0), Player(1)
"""The learner deals, and so plays first."""
HANDS: Mapping[Player, str] = {LEARNER: "NOWZgmps", CPU: "BFJQbduv"}
FIELD = "ACHSUekl"
STOCK = "XVcfiGjYKr"
"""The cards that are turned up, in order; the learner's and the CPU player's by turns."""


class Step(StrEnum):
    """A step of the lesson, as the custom ids of its buttons name it; in the order in which they come."""

    MONTHS = "months"
    KINDS = "kinds"
    AIM = "aim"
    TAKE = "take"
    FLIP = "flip"
    TWO = "two"
    WHICH = "which"
    LUCK = "luck"
    NONE = "none"
    FOUND = "found"
    YAKU = "yaku"
    DECIDE = "decide"
    WON = "won"
    MORE = "more"
    AGAIN = "again"
    WON_MORE = "wonmore"
    LOST = "lost"


TO_THE_DECISION = tuple(Step)[: tuple(Step).index(Step.DECIDE) + 1]
"""The steps that everybody takes."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of a step, and the answer that it asks for.

    `played`: the moves made by then, as `0 W`: the player and the move. `wanted`: the card to be pressed.
    `picked`: the card that is about to be played, and leaves a choice. `leads`: the step that follows; where
    the learner decides, that of a stop and that of a koi-koi call.
    """

    played: tuple[str, ...]
    leads: tuple[Step, ...] = ()
    wanted: Card | None = None
    picked: Card | None = None


_MONTH = ("0 W", "1 B>A", "0 m>k", "1 F", "0 O", "1 Q", "0 g")
_MORE = (*_MONTH, "0 koikoi", "1 d")
_AGAIN = (*_MORE, "0 Z")
SCENES: Mapping[Step, Scene] = {
    Step.MONTHS: Scene((), (Step.KINDS,)),
    Step.KINDS: Scene((), (Step.AIM,)),
    Step.AIM: Scene((), (Step.TAKE,)),
    Step.TAKE: Scene((), (Step.FLIP,), card("W")),
    Step.FLIP: Scene(_MONTH[:1], (Step.TWO,)),
    Step.TWO: Scene(_MONTH[:2], (Step.WHICH,), card("m")),
    Step.WHICH: Scene(_MONTH[:2], (Step.LUCK,), card("k"), card("m")),
    Step.LUCK: Scene(_MONTH[:3], (Step.NONE,)),
    Step.NONE: Scene(_MONTH[:4], (Step.FOUND,), card("O")),
    Step.FOUND: Scene(_MONTH[:5], (Step.YAKU,)),
    Step.YAKU: Scene(_MONTH[:6], (Step.DECIDE,), card("g")),
    Step.DECIDE: Scene(_MONTH, (Step.WON, Step.MORE)),
    Step.WON: Scene((*_MONTH, "0 shobu")),
    Step.MORE: Scene(_MORE, (Step.AGAIN,), card("Z")),
    Step.AGAIN: Scene(_AGAIN, (Step.WON_MORE, Step.LOST)),
    Step.WON_MORE: Scene((*_AGAIN, "0 shobu")),
    Step.LOST: Scene((*_AGAIN, "0 koikoi", "1 J", "1 shobu")),
}


def before(step: Step) -> Step | None:
    """The step from which one comes to this one; None before the first."""
    return next((each for each, scene in SCENES.items() if step in scene.leads), None)


def deck() -> Deck:
    """The 48 cards as they are dealt, four at a time: the CPU player's, the field's, the learner's, twice."""
    dealt = "".join(
        pile[start : start + 4] for start in (0, 4) for pile in (HANDS[CPU], FIELD, HANDS[LEARNER])
    )
    named = [card(letter) for letter in dealt + STOCK]
    return (*named, *(each for each in DECK if each not in named))


class _Stacked(Shuffles):
    """Every month is dealt from the same deck; the seats are drawn so that the learner deals."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(bytes(32))

    def deck(self, number: int) -> Deck:
        """The cards in order."""
        return deck() if number else DECK


@cache
def _begun() -> Progress:
    """The month as it is dealt."""
    shuffles = _Stacked()
    first = (DECK[0], DECK[4], *(each for each in DECK if each not in {DECK[0], DECK[4]}))
    drawn = (Action(LEARNER, Draw()), Action(CPU, Draw()))
    return Progress(shuffles, new_match(RULES, first, len(drawn))).after(*drawn, made_by=MadeBy.DEFAULT)


@cache
def progress(step: Step) -> Progress:
    """The match at a step, made by the engine from the script's moves."""
    made = _begun()
    for text in SCENES[step].played:
        player, move = text.split()
        action = Action(Player(int(player)), parse_move(move))
        made = made.after(action, made_by=MadeBy.USER if action.player == LEARNER else MadeBy.CPU)
    return made


def rules() -> Rules:
    """Return the rules of the lesson."""
    return RULES


def view(step: Step, name: str, settings: Settings) -> MatchView:
    """The match at a step as its two players see it; the learner is called `name`."""
    entries = (
        Entry(Participant(JoinNumber(0), name, user=NOBODY), seat=LEARNER),
        Entry(Participant(JoinNumber(1), "", cpu=CpuPlayer.EASY), seat=CPU),
    )
    return staged(RULES, entries, progress(step), settings)


NOBODY = UserId(1)
"""The user of a staged match who is asked; a person, but none in particular."""


def staged(rules: Rules, entries: tuple[Entry, ...], progress: Progress, settings: Settings) -> MatchView:
    """The match as far as it has come, as its players see it."""
    hosted = HostedMatch(
        place=Place(GuildId(1), ChannelId(1), ""),
        host=NOBODY,
        rules=rules,
        secret=bytes(32),
        entries=entries,
        invited=(),
        status=Status.PLAYING,
        opened_at=datetime(2026, 1, 1, tzinfo=UTC),
        progress=progress,
    )
    made = build_view(MatchId(0), Version(0), hosted, settings)
    assert isinstance(made, MatchView), "cards have been dealt"
    return made
