"""The facts of a hand: its cards by number, the open question, what is at stake, whom it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from bot.ids import MatchId
from bot.match.views import MatchView, Rest, SeatView
from bot.match.vocabulary import Deck, Status
from bot.screens import ending, public
from bot.screens import field as lying
from bot.screens.absence import Absence, Choices
from bot.screens.course import Course
from bot.screens.cut import DEPTHS
from bot.screens.field import Place
from bot.screens.hand import prospects
from bot.screens.hand.match_after import MatchAfter
from bot.screens.hand.prospects import Step
from bot.screens.hand.questions import (
    Answer,
    Blocked,
    ChooseTarget,
    ConfirmPlay,
    CutDeck,
    Decide,
    PlayCard,
    Question,
    Target,
)
from bot.screens.hand.tip import Tip, tip_of
from bot.screens.month import Month
from bot.screens.players import PlayerFacts, made_by, within_reach
from bot.wording.people import Cast
from bot.wording.turns import Turn, turns
from engine.cards.deck import Card
from engine.play.legal import real_choice, target_of
from engine.play.observation import Observation
from engine.play.stopping import no_stop, stop_calculation
from engine.rules.actions import Cut, Declare, Move, Phase, Play, Player, Ready
from engine.rules.points import may_call
from images.scene.hand import MOST_FEW

Emoji = Mapping[Card, str]
"""Cards and their emoji as buttons write them, `<:name:id>`; a card may have none."""
FIRST = Player(0)
"""The player whom the draw makes the dealer of the first month."""


class Notice(Enum):
    """The first line of a hand, about the press that it answers."""

    STALE = "stale"
    RESTING = "resting"
    OVER = "over"
    MOVED_BY_CLOCK = "moved_by_clock"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Look:
    """The choices for the view of a hand.

    `choosing`: a picked card that leaves a choice; `listed`: the list view.
    """

    choosing: Card | None = None
    listed: bool = False
    emoji: Emoji = field(default_factory=dict)
    hint: bool = True
    """Whether signs are explained and, with nothing at stake, every turn has a tip: as in first matches."""
    month_marks: bool = True
    """Whether every card of the picture that is wide enough wears the number of its month."""
    deck: Deck = Deck.STANDARD
    """The drawings on the cards of the picture."""
    text_mode: bool = False
    """Whether words alone tell the table, without a picture."""
    confirms: bool = False
    """Whether a card is shown again before it is played."""
    confirming: Play | None = None
    """A play that was picked and is to be confirmed."""
    alone: bool = False
    """Whether no table lies beside the hand: its picture has the others' captured cards, too."""
    now: datetime | None = None
    """The moment of the view; None: when the latest question was asked."""


PLAIN = Look()
"""The plain view: buttons without emoji, nothing picked."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand; `moves` are the ways to play it now, one for each capture, none while not asked."""

    number: int
    """From 1, in the order of the hand as it was dealt: a card keeps it for the whole month."""
    card: Card
    matches: tuple[Card, ...]
    """The field cards of its month, in index order."""
    moves: tuple[Play, ...]
    brings: tuple[Step, ...] = ()
    """The gain of its capture, where there are so few cards left that the picture has room for it."""

    @property
    def choice(self) -> bool:
        """Whether the player has to say which card it captures."""
        return real_choice(self.moves)


@dataclass(frozen=True, slots=True)
class Around:
    """The table as a move needs it."""

    month: Month
    places: tuple[Place, ...]
    """The two rows of the field, as on the table."""
    stock: int
    me: PlayerFacts
    others: tuple[PlayerFacts, ...]
    """In the order of their turns after the owner's."""

    @classmethod
    def of(cls, cast: Cast, seen: Observation, player: Player) -> Around:
        """Return this player's view of a deal whose cards are dealt."""
        seats = len(cast.seats)
        me, *others = (
            PlayerFacts.of(seen, cast.seats[who], Player(who))
            for who in ((player + turn) % seats for turn in range(seats))
        )
        return cls(Month.of(seen), lying.places(seen), seen.stock, me, tuple(others))

    @property
    def field(self) -> tuple[Card, ...]:
        """The cards of the field as they lie, the upper row first."""
        return tuple(lying.cards(self.places))


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A player's hand in a deal, with the question to them or the player whom they wait for.

    One is equal to itself alone.
    """

    course: Course
    question: Question | None
    """The question to the player; None while they wait."""
    number: int
    """The number by which buttons name the question; while none is asked, a number of no question."""
    phase: Phase
    awaited: tuple[Player, ...]
    """The players who are to move."""
    cards: tuple[HandCard, ...]
    rest: tuple[Card, ...]
    """The hand without the card that was picked."""
    listed: bool
    emoji: Emoji
    month_marks: bool
    deck: Deck
    bound: bool
    blocked: Blocked | None
    since: tuple[Turn, ...]
    """The turns since the player's last move; with their own while they wait or are in the middle of it."""
    hint: bool
    """Whether the signs of the buttons are explained."""
    tip: Tip | None
    """The tip for a beginner about the card that is asked for."""
    confirms: bool
    """Whether a card is shown again before it is played."""
    alone: bool
    """Whether no table lies beside the hand: its picture has the others' captured cards, too."""
    around: Around
    """The table as a move needs it; nothing of it is shown while the deck waits for its cut."""

    @property
    def picking(self) -> Card | None:
        """The card that the player has picked, and that is not played before its capture is chosen."""
        return _picked(self.question)

    @property
    def asks_no_card(self) -> bool:
        """Whether the player is asked for something else than a card of the hand."""
        return not (self.question is None or self.picking or isinstance(self.question, PlayCard))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seats have just been drawn: who deals first (the player themself: `own`)."""

    cast: Cast
    own: bool

    @classmethod
    def of(cls, view: MatchView, player: Player) -> Drawn:
        """Return one player's part of the draw."""
        return cls(Cast.of(view), player == FIRST)


@dataclass(frozen=True, slots=True)
class Facts:
    """The content of a hand, in text and picture."""

    match: MatchId
    player: Player
    notice: Notice | None
    playing: bool
    """Whether the match goes on."""
    pause: Rest | None
    """The rest between two months, which ends when everybody agrees."""
    agreed: bool
    """Whether this player has agreed."""
    held: Held | None
    """None while no cards may be shown: the match rests, or is over."""
    public: public.AnyScreen | None
    """The public screen, where the hand shows nothing of its own in its text or in its picture."""
    ending: ending.Facts
    """Whether somebody wants the match to end without a result."""
    own_picture: bool
    """Whether the picture is one of the player's cards; else it is the public one."""
    choices: Choices
    """The buttons for the player because somebody is away, maybe they themself."""
    stood_in: bool
    """Whether a CPU player plays for them."""
    drawn: Drawn | None
    """While everybody looks at the cards that were drawn for the seats: who deals."""
    text_mode: bool
    """Whether words alone tell the table, without a picture."""

    @classmethod
    def of(cls, view: MatchView, seat: SeatView, look: Look = PLAIN, notice: Notice | None = None) -> Facts:
        """The facts of the hand of one seat."""
        seen, playing = seat.observation, view.status is Status.PLAYING
        if view.shows_draw:
            seen = None
        own_picture = seen is not None and seen.phase not in {Phase.CUT, Phase.OVER}
        covered = not (playing and own_picture)
        return cls(
            match=view.match,
            player=seat.player,
            notice=notice,
            playing=playing,
            pause=view.rest,
            agreed=view.rest is not None and seat.participant.number in view.rest.agreed,
            held=None if seen is None else _held(view, seat.player, seen, look),
            public=_covering(view, look) if covered else None,
            ending=ending.Facts.of(view),
            own_picture=own_picture,
            choices=Absence.of(view).choices(view, seat),
            stood_in=seat.stand_in is not None,
            drawn=Drawn.of(view, seat.player) if view.shows_draw else None,
            text_mode=look.text_mode,
        )


def _covering(view: MatchView, look: Look) -> public.AnyScreen:
    """Return the public screen, with the cards as this player wants to see them."""
    return public.screen_of(view, month_marks=look.month_marks, deck=look.deck, now=look.now)


def _held(view: MatchView, player: Player, seen: Observation, look: Look) -> Held:
    question = _question(view, seen, player, look) if player in seen.to_move else None
    picked = question.card if isinstance(question, ChooseTarget) else _picked(question)
    choices = question.targets if isinstance(question, ChooseTarget) else ()
    of_a_card = isinstance(question, PlayCard | ChooseTarget)
    course = Course.of(view, look.now)
    tips = look.hint and not view.at_stake
    return Held(
        course=course,
        question=question,
        number=seen.n if seen.question is None else seen.question,
        phase=seen.phase,
        awaited=seen.to_move,
        cards=tuple(
            _hand_card(seen, player, number, card)
            for number, card in enumerate(seen.dealt, start=1)
            if card in seen.hand
        ),
        rest=tuple(card for card in seen.hand if card is not picked),
        listed=look.listed,
        emoji=look.emoji,
        month_marks=look.month_marks,
        deck=look.deck,
        bound=seen.bound,
        blocked=_blocked(seen, player),
        since=turns(view.told, player, own=not isinstance(question, PlayCard)),
        hint=look.hint,
        tip=tip_of(seen, player, [each.move for each in choices]) if tips and of_a_card else None,
        confirms=look.confirms,
        alone=look.alone,
        around=Around.of(course.cast, seen, player),
    )


def _hand_card(seen: Observation, player: Player, number: int, card: Card) -> HandCard:
    matches = tuple(seen.matches(card))
    few = len(seen.hand) <= MOST_FEW
    brings = prospects.played(seen, player, card, matches) if few else ()
    return HandCard(number, card, matches, plays_of(seen, card), brings)


def _picked(asked: Question | None) -> Card | None:
    """The card of the hand that a question is about."""
    if isinstance(asked, ConfirmPlay):
        return asked.card
    return asked.card if isinstance(asked, ChooseTarget) and not asked.flipped else None


def _question(view: MatchView, seen: Observation, player: Player, look: Look) -> Question:
    match seen.phase:
        case Phase.CUT:
            return CutDeck(tuple(depth for depth in DEPTHS if Cut(depth) in seen.legal))
        case Phase.FLIP if seen.flipped is not None:
            return _choose(seen, player, seen.flipped, seen.legal)
        case Phase.DECIDE:
            return _decide(seen, player)
        case _ if (asked := _of_a_card(seen, player, look)) is not None:
            return asked
        case Phase.READY:
            declares = any(isinstance(move, Declare) for move in seen.legal)
            return Answer(seen.hand_yaku if declares else {}, Ready() in seen.legal, opens(seen))
        case _:
            return PlayCard(seen.last_turn, may_call(seen.rules, seen.koi, player))


def _of_a_card(seen: Observation, player: Player, look: Look) -> ChooseTarget | ConfirmPlay | None:
    """Return the question about a card that was picked; None where none was, or it cannot be played so."""
    if look.choosing is not None and leaves_choice(seen, look.choosing):
        return _choose(seen, player, look.choosing, plays_of(seen, look.choosing))
    if look.confirming is not None and look.confirming in plays_of(seen, look.confirming.card):
        move = look.confirming
        number = 1 + tuple(seen.dealt).index(move.card)
        taken = tuple(seen.takes(move))
        return ConfirmPlay(number, move.card, taken, prospects.played(seen, player, move.card, taken), move)
    return None


def _decide(seen: Observation, player: Player) -> Decide:
    made, stake = made_by(seen.rules, seen.yaku[player], seen.captured[player]), seen.stakes[player]
    return Decide(
        made=made,
        stake=stake,
        calculation=None if stake == seen.totals[player] else stop_calculation(seen, player),
        next_factor=prospects.next_factor(seen, player),
        near=prospects.near(seen, player, within_reach(seen.begun(player))),
        run_out=prospects.run_out(seen, player),
        after=MatchAfter.of(seen, player, stake),
        deals=seen.dealer == player,
        last_turn=seen.last_turn,
        others=tuple(Player(each) for each in range(seen.rules.seats) if each != player),
        moves=tuple(reversed(seen.legal)),
    )


def _blocked(seen: Observation, player: Player) -> Blocked | None:
    why = no_stop(seen, player)
    return None if why is None else Blocked(seen.yaku[player], why)


def _choose(seen: Observation, player: Player, card: Card, moves: tuple[Move, ...]) -> ChooseTarget:
    """The field cards that moves with `card` name, numbered in the moves' order."""
    aims = [(number, target, move) for number, move in enumerate(moves, 1) if (target := target_of(move))]
    brought = prospects.brought(seen, player, card, [target for _, target, _ in aims])
    targets = tuple(Target(*aim, brings) for aim, brings in zip(aims, brought, strict=True))
    return ChooseTarget(card, flipped=card is seen.flipped, targets=targets)


def plays_of(seen: Observation, card: Card) -> tuple[Play, ...]:
    """The legal ways to play a card: one, or one for each capture; none while it is not asked for."""
    if opens(seen):
        lying = tuple(seen.matches(card))
        return tuple(Play(card, each) for each in lying) if len(lying) == 2 else (Play(card),)
    return tuple(move for move in seen.legal if isinstance(move, Play) and move.card is card)


def opens(seen: Observation) -> bool:
    """Whether the viewer's first card ends the check for hand yaku: they deal, all others have answered."""
    last = seen.phase is Phase.READY and seen.question is not None
    return last and seen.viewer == seen.dealer and seen.to_move == (seen.viewer,)


def leaves_choice(seen: Observation, card: Card) -> bool:
    """Whether the player can play this card now and has to say which card it captures."""
    return real_choice(plays_of(seen, card))
