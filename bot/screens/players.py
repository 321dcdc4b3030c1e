"""The players of a table: what they hold and have made, and what changes the value of the month for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.i18n import Words
from bot.match.vocabulary import Participant
from bot.screens import parts
from bot.wording import cards, numbers
from bot.wording import yaku as yaku_words
from bot.wording.cards import CUP
from bot.wording.limits import Part, Sentence
from bot.wording.people import Cast, People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.events import LastMove
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.points import may_call
from engine.rules.rule_sets import Cup, Exhausted, RuleSet
from engine.rules.sheet import begun, cards_of
from engine.rules.yaku import YakuId
from images.scene.common import Label, Text
from images.scene.hand import YakuLine
from images.scene.table import Band, Ring, SeatMark, YakuChip

MUST, MONTH, LAST, NUMBERS, STOCK, CAPTURED, YAKU, SCORES, KINDS = range(9)
"""The ranks of a table's description: the highest is left out first where space is short."""
YAKU_CHIPS = 3
LAST_TURNS = 2
"""The most cards in anybody's hand in the last turns of a month."""
"""Of a band: the picture counts finished yaku that it has no room for; the message names them all."""


@dataclass(frozen=True, slots=True)
class Made:
    """A finished yaku: what it is worth and the captured cards that make it."""

    yaku: YakuId
    points: int
    cards: tuple[Card, ...]


def made_by(rules: Rules, held: Mapping[YakuId, int], captured: CardSet) -> tuple[Made, ...]:
    """The finished yaku of one player, the most valuable first."""
    return tuple(
        Made(yaku, points, tuple(cards_of(rules, yaku, captured)))
        for yaku, points in yaku_words.by_points(held)
    )


def yaku_lines(words: Words, rules: Rules, made: tuple[Made, ...], room: int) -> tuple[YakuLine, ...]:
    """Finished yaku as lines of a picture, at most `room`; those that do not fit are one last line."""
    void = tuple(one for one in made if one.yaku is YakuId.KOI_VOID)
    made, room = made[: len(made) - len(void)], room - len(void)
    shown = made if len(made) <= room else made[: room - 1]
    lines = [_yaku_line(words, rules, one) for one in shown]
    if rest := made[len(shown) :]:
        points = numbers.short_points(words, rules, sum(one.points for one in rest))
        lines.append(YakuLine(words.within("picture", "{n} more yaku", n=len(rest)), points, ()))
    return (*lines, *(_yaku_line(words, rules, one) for one in void))


def _yaku_line(words: Words, rules: Rules, one: Made) -> YakuLine:
    return YakuLine(
        yaku_words.name(words, rules, one.yaku),
        numbers.short_points(words, rules, one.points),
        one.cards,
        gloss=yaku_words.gloss(words, one.yaku),
    )


@dataclass(frozen=True, slots=True)
class MonthTerms:
    """The factors of the value of the month in play; all of it off once the match is over."""

    bound: bool = False
    honba: int = 0
    multiplier: int = 1
    """The factor of a stop by the player to move."""
    called_out: bool = False
    """Whether nobody may call koi-koi any more (`koi_limit`)."""
    to_dealer: int = 0
    """The points that the dealer gets soon, as nobody has a yaku; 0 where that is not near."""

    @classmethod
    def of(cls, seen: Observation) -> MonthTerms:
        """The terms of an observation."""
        if seen.phase is Phase.OVER:
            return cls()  # what would hold for a month that is not played
        callers = [may_call(seen.rules, seen.koi, player) for player in range(len(seen.koi))]
        called_out = bool(callers) and not any(callers)
        return cls(seen.bound, seen.honba, seen.multiplier, called_out, _to_dealer(seen))

    def said(self, words: Words) -> tuple[str, ...]:
        """The terms for texts and descriptions; empty where nothing is special."""
        told = []
        if self.bound:
            told.append(words("bound: 3 mon to stop"))
        if self.honba:
            told.append(words("honba {n}", n=self.honba))
        if self.multiplier > 1:
            told.append(words("×{n}", n=self.multiplier))
        if self.called_out:
            told.append(words("no koi-koi is left"))
        if self.to_dealer:
            told.append(words("the dealer gets {n} if nobody makes a yaku", n=self.to_dealer))
        return tuple(told)

    def chips(self, words: Words) -> tuple[Text, ...]:
        """Return the terms as chips of a picture."""
        told: list[Text] = []
        if self.bound:
            told.append(Label(words.within("picture", "Bound: 3 mon"), words.within("picture", "Bound 3")))
        if self.honba:
            told.append(words.within("picture", "Honba {n}", n=self.honba))
        if self.multiplier > 1:
            told.append(words("×{n}", n=self.multiplier))
        if self.to_dealer:
            told.append(dealer_gets(words, self.to_dealer))
        return tuple(told)


def dealer_gets(words: Words, points: int) -> str:
    """Return the chip of what the dealer gets if nobody stops: `Dealer +6`."""
    return words.within("picture", "Dealer +{n}", n=points)


def _to_dealer(seen: Observation) -> int:
    """Return the dealer's points of a month that is about to end without a yaku; else 0."""
    rules = seen.rules
    if rules.rule_set.exhausted is not Exhausted.OYAKEN or seen.dealer is None or not seen.hand_counts:
        return 0
    ends = max(seen.hand_counts) <= LAST_TURNS and not any(any(each.values()) for each in seen.yaku)
    return rules.options.oyaken if ends else 0


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player at the table, as everybody sees them."""

    player: Player
    participant: Participant
    score: int
    hand_count: int
    koi: int
    """Koi-koi calls of this deal."""
    called_last: bool
    """Whether the latest of several players' calls was theirs."""
    active: bool
    """Whether they are to move."""
    captured: CardSet
    cup_counts: bool
    """Whether the sake cup, if captured, is chaff besides being an animal."""
    held: Mapping[YakuId, int]
    """Finished yaku and their points, in the order of the rules."""
    begun: tuple[tuple[YakuId, int, int], ...]
    """Yaku that the cards they lack would make: (yaku, cards had, cards needed), fewest missing first."""
    fresh: tuple[tuple[Card, Ring], ...]
    """The captures of the last move, with the ring of the step that took each."""
    open_hand: CardSet
    """A hand that a hand yaku laid open; else empty."""
    from_dealer: int | None
    """Seats after the dealer's, from 0; None where nobody deals."""

    @classmethod
    def of(cls, seen: Observation, participant: Participant, who: Player) -> PlayerFacts:
        """The facts of one player of a public observation."""
        shown = seen.shown_hands[who] if who < len(seen.shown_hands) else None
        return cls(
            player=who,
            participant=participant,
            score=seen.scores[who],
            hand_count=seen.hand_counts[who],
            koi=seen.koi[who],
            called_last=seen.last_caller == who and sum(map(bool, seen.koi)) > 1,
            active=who in seen.to_move,
            captured=seen.captured[who],
            cup_counts=seen.rules.options.cup is Cup.BOTH,
            held=seen.yaku[who],
            begun=seen.begun(who),
            fresh=_fresh(seen, who),
            open_hand=shown or CardSet(),
            from_dealer=None if seen.dealer is None else (who - seen.dealer) % seen.rules.seats,
        )

    @classmethod
    def of_end(cls, rules: Rules, cast: Cast, end: MonthEnd, who: Player) -> PlayerFacts:
        """The facts of one player as a deal left them; begun is also what others have taken cards of."""
        captured, rules = end.captured[who], rules.in_month(end.month)
        return cls(
            player=who,
            participant=cast.seats[who],
            score=end.standing[who],
            hand_count=len(end.hands[who]),
            koi=end.koi[who],
            called_last=False,
            active=False,
            captured=captured,
            cup_counts=rules.options.cup is Cup.BOTH,
            held=end.held(rules, who),
            begun=begun(rules, captured, CardSet()),
            fresh=(),
            open_hand=CardSet(),
            from_dealer=(who - end.dealer) % rules.seats,
        )

    @property
    def nearest(self) -> tuple[tuple[YakuId, int, int], ...]:
        """The yaku that are near; where none is and none is made, the one that lacks the fewest cards."""
        return self.near or (() if self.held else self.begun[:1])

    @property
    def near(self) -> tuple[tuple[YakuId, int, int], ...]:
        """Return the begun yaku that lack one card, or that lack two and have more than half."""
        return within_reach(self.begun)


def within_reach(begun: tuple[tuple[YakuId, int, int], ...]) -> tuple[tuple[YakuId, int, int], ...]:
    """Return the begun yaku that lack one card, or that lack two and have more than half."""
    return tuple(
        (yaku, have, need)
        for yaku, have, need in begun
        if need - have == 1 or (need - have == 2 and 2 * have > need)
    )


def _fresh(seen: Observation, who: Player) -> tuple[tuple[Card, Ring], ...]:
    if seen.last is None or seen.last.player != who:
        return ()
    rings: dict[Card, Ring] = {}
    for _, captured, ring in steps(seen.last):
        for card in captured:
            rings.setdefault(card, ring)
    return tuple((card, ring) for card, ring in sorted(rings.items()) if card in seen.captured[who])


def steps(last: LastMove) -> tuple[tuple[Card | None, CardSet, Ring], ...]:
    """The two steps of a turn: the card laid (None if there was none), what it captured, its ring."""
    return (
        (last.played, last.played_captured, Ring.PLAYED),
        (last.flipped, last.flipped_captured, Ring.FLIPPED),
    )


def sentence(words: Words, rules: Rules, one: PlayerFacts, people: People, *, near: bool = True) -> Sentence:
    """One player in a description: captured cards by month and kind, yaku, score, cards in hand, calls.

    `near`: also what they are near.
    """
    score = numbers.short_points(words, rules, one.score)
    held = words("yaku {yaku}", yaku=yaku_words.summary(words, rules, one.held)) if one.held else ""
    hand = words("open hand {cards}", cards=cards.listing(words, one.open_hand)) if one.open_hand else ""
    parts = (
        Part(cards.by_month(words, one.captured), CAPTURED),
        Part(cards.by_kind(words, one.captured, cup_counts=one.cup_counts), KINDS),
        Part(held, YAKU),
        Part(near_ones(words, rules, one.near) if near else "", YAKU),
        Part(words("score {points}", points=score), SCORES),
        Part(words("hand {n}", n=one.hand_count), NUMBERS),
        Part(_calls(words, one), NUMBERS),
        Part(hand, YAKU),
    )
    return Sentence(parts, words.within("head of a sentence", "{player}", player=people.seated(one.player)))


def _calls(words: Words, one: PlayerFacts) -> str:
    """Return the number of their koi-koi calls, and whether theirs was the last."""
    if not one.koi:
        return ""
    told = words.plural("called koi-koi {n} time", "called koi-koi {n} times", one.koi)
    return words("{calls}, the latest", calls=told) if one.called_last else told


def near_ones(words: Words, rules: Rules, begun: tuple[tuple[YakuId, int, int], ...]) -> str:
    """Yaku that are begun, for a description: (yaku, cards had, cards needed); empty where there are none."""
    told = [reached(words, yaku_words.name(words, rules, which), have, need) for which, have, need in begun]
    return words("near {yaku}", yaku=numbers.listing(words, told)) if told else ""


def reached(words: Words, named: str, have: int, need: int) -> str:
    """Return the progress of a yaku: `Inoshika 2 of 3`."""
    return words("{yaku} {n} of {total}", yaku=named, n=have, total=need)


def _calls_chip(words: Words, calls: int) -> Text:
    """Return the number of somebody's calls, for the picture."""
    return Label(words.within("picture", "Koi-koi {n}", n=calls), words.within("picture", "Koi {n}", n=calls))


def band(words: Words, rules: Rules, one: PlayerFacts) -> Band:
    """Return the player as a strip of the picture."""
    return Band(
        name=parts.name(words, one.participant),
        score=numbers.short_points(words, rules, one.score),
        hand_count=one.hand_count,
        active=one.active,
        seat_mark=seat_mark(words, rules.rule_set, one.from_dealer),
        koi=_calls_chip(words, one.koi) if one.koi else None,
        yaku=chips(words, rules, one, one.near),
        captured=tuple(one.captured),
        fresh=one.fresh,
        cup_counts=one.cup_counts and CUP in one.captured,
    )


def seat_mark(words: Words, rule_set: RuleSet, from_dealer: int | None) -> SeatMark | None:
    """Return the mark of the dealer; with three players each seat's name (rules.md section 6, sannin)."""
    if from_dealer is None:
        return None
    if rule_set.seats == 2:
        return SeatMark(words.within("seat of two", "Dealer")) if from_dealer == 0 else None
    said = (
        words.within("seat of three", "Dealer"),
        words.within("seat of three", "2nd"),
        words.within("seat of three", "3rd"),
    )
    return SeatMark(said[from_dealer], dealer=from_dealer == 0)


def chips(
    words: Words, rules: Rules, one: PlayerFacts, begun: tuple[tuple[YakuId, int, int], ...]
) -> tuple[YakuChip, ...]:
    """Every finished yaku, the highest first; then, where there is room, those that are `begun`.

    Where all of them are void they are struck through; where some of them are, that comes first.
    """
    nothing = yaku_words.counts_nothing(one.held)
    finished = [
        replace(made_chip(words, rules, yaku, n), void=nothing)
        for yaku, n in yaku_words.by_points(one.held)
        if n > 0
    ]
    if YakuId.KOI_VOID in one.held and not nothing:
        void = made_chip(words, rules, YakuId.KOI_VOID, one.held[YakuId.KOI_VOID])
        finished.insert(0, replace(void, finished=False))
    unfinished = [begun_chip(words, rules, *each) for each in begun]
    return (*finished, *unfinished[: max(0, YAKU_CHIPS - len(finished))])


@lru_cache(maxsize=1024)
def made_chip(words: Words, rules: Rules, yaku: YakuId, points: int) -> YakuChip:
    """A finished yaku with its points."""
    return _chip(words, rules, yaku, numbers.short_points(words, rules, points), finished=True)


@lru_cache(maxsize=1024)
def begun_chip(words: Words, rules: Rules, yaku: YakuId, have: int, need: int) -> YakuChip:
    """A yaku that is begun: how many cards of how many."""
    chip = _chip(words, rules, yaku, f"{have}/{need}", finished=False)
    return replace(chip, near=need - have == 1)


def _chip(words: Words, rules: Rules, yaku: YakuId, tail: str, *, finished: bool) -> YakuChip:
    return YakuChip(f"{yaku_words.name(words, rules, yaku)} {tail}", finished=finished)
