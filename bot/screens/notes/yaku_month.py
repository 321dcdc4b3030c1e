"""The yaku of the month that is played, as one player sees them, or as everybody does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.i18n import Words
from bot.wording import cards, months, numbers
from bot.wording import yaku as yaku_words
from bot.wording.people import Cast, People
from engine.cards.cardset import EMPTY, CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules
from engine.rules.outlook import Outlook, Reach, outlook
from engine.rules.yaku import YakuId
from images.scene.common import Text
from images.scene.records import CardState, RowLook

SAMPLE = 5
"""Of more cards than these, those are shown that somebody has, then those that they may get."""
NAMED = 3
"""The most missing cards that are named; of more only their number is."""
PLAYED = {Phase.PLAY, Phase.FLIP, Phase.DECIDE, Phase.READY}
_RANKS = (Reach.GONE, Reach.REPLACED, Reach.RAINED, Reach.OPEN, Reach.MADE)
_ORDER = (CardState.CAPTURED, CardState.HELD, CardState.OUT, CardState.GONE)


@dataclass(frozen=True, slots=True)
class YakuStatus:
    """The state of one yaku in the month."""

    outlook: Outlook
    player: Player | None
    """The nearest player, on the sheet of all; None on one's own, and where nobody has begun it."""
    cards: tuple[Card, ...]
    states: tuple[CardState, ...]
    missing: tuple[Card, ...]
    """The cards that it lacks, where it must be these."""
    held: tuple[Card, ...]
    """Cards in the reader's hand that would bring it nearer."""
    lost: tuple[Card, ...]
    """Cards without which it cannot be, and which others have captured."""
    void: bool = False
    """Whether it is made and counts nothing: all that its player holds is void (`koi_void`)."""

    @property
    def begun(self) -> bool:
        """Whether it can be had, and some of its cards are there."""
        return self.outlook.reach in {Reach.OPEN, Reach.RAINED} and bool(self.outlook.have or self.held)

    @property
    def is_listed(self) -> bool:
        """Whether it has a line of its own in the text: begun, or made."""
        return self.begun or self.outlook.reach is Reach.MADE

    @property
    def is_lost(self) -> bool:
        """Whether it cannot count any more."""
        return self.outlook.reach in {Reach.GONE, Reach.REPLACED}

    @property
    def row_look(self) -> RowLook:
        """Return the look of its row."""
        reach = self.outlook.reach
        if reach is Reach.MADE:
            return RowLook.VOID if self.void else RowLook.MADE
        if self.is_lost:
            return RowLook.LOST
        return RowLook.NEAR if self.outlook.need - self.outlook.have == 1 else RowLook.OPEN


@dataclass(frozen=True, slots=True)
class Month:
    """All yaku in the month that is played."""

    number: int
    """The number of the month in the match."""
    mine: bool
    """Whether it is a player's own sheet, with the cards of their hand."""
    asked: bool
    """Whether yaku of dealt hands may be declared still."""
    cast: Cast
    statuses: Mapping[YakuId, YakuStatus]
    void_losses: tuple[tuple[Player, int], ...] = ()
    """The players with other points besides void yaku, and the points that these take (negative)."""

    @classmethod
    def of(cls, seen: Observation, cast: Cast) -> Month | None:
        """The yaku as somebody who has this observation may know them; None while no cards are played.

        Of others it tells what they have captured, and never what they hold.
        """
        if seen.phase not in PLAYED or not seen.captured:
            return None
        mine = seen.viewer is not None
        players = [seen.viewer] if seen.viewer is not None else [Player(n) for n in range(seen.rules.seats)]
        void = {who for who in players if yaku_words.counts_nothing(seen.yaku[who])}
        found: dict[YakuId, YakuStatus] = {}
        outlooks = [(who, outlook(seen.rules, seen.captured[who], seen.gone(who))) for who in players]
        for those in zip(*(each for _, each in outlooks), strict=True):
            best, who = max(
                ((one, who) for one, (who, _) in zip(those, outlooks, strict=True)),
                key=lambda pair: _nearness(pair[0], void=pair[1] in void),
            )
            found[best.yaku] = _status(seen, best, who, mine=mine, void=who in void)
        less = tuple((who, seen.yaku[who][YakuId.KOI_VOID]) for who in players if _is_less(seen.yaku[who]))
        return cls(seen.month, mine, seen.phase is Phase.READY, cast, found, less)


def _is_less(held: Mapping[YakuId, int]) -> bool:
    """Whether some of these yaku are void, and some are not."""
    return YakuId.KOI_VOID in held and not yaku_words.counts_nothing(held)


def _nearness(one: Outlook, *, void: bool) -> tuple[int, bool, int, int]:
    return _RANKS.index(one.reach), not void, one.have - one.need, one.have


def _status(seen: Observation, one: Outlook, who: Player, *, mine: bool, void: bool) -> YakuStatus:
    own, gone = seen.captured[who], seen.gone(who)
    if not mine and one.reach is Reach.GONE:
        own, gone = EMPTY, own | gone
    hand = seen.hand if mine else EMPTY
    every = one.whole | one.few
    free = every - own - gone
    lacks = one.need - one.have
    states = {each: _state(each, own, hand, gone) for each in every}
    shown = [*one.whole, *(each for each in one.few if each not in one.whole)]
    if len(one.few) > SAMPLE:
        shown = sorted(shown, key=lambda each: _ORDER.index(states[each]))[:SAMPLE]
    return YakuStatus(
        outlook=one,
        player=None if mine or not one.have or one.reach is Reach.GONE else who,
        cards=tuple(shown),
        states=tuple(states[each] for each in shown),
        missing=tuple(free) if len(free) == lacks else (),
        held=tuple(free & hand),
        lost=tuple(one.whole & gone),
        void=void and one.reach is Reach.MADE,
    )


def _state(one: Card, own: CardSet, hand: CardSet, gone: CardSet) -> CardState:
    if one in own:
        return CardState.CAPTURED
    if one in hand:
        return CardState.HELD
    return CardState.GONE if one in gone else CardState.OUT


def title(words: Words, rules: Rules, month: Month) -> str:
    """`Yaku in January`, over the picture and in messages."""
    return words("Yaku in {month}", month=months.in_match(words, rules, month.number))


def reached(words: Words, stand: YakuStatus) -> str:
    """`2/3` on the picture; nothing for what is made or cannot be."""
    if stand.outlook.reach not in {Reach.OPEN, Reach.RAINED}:
        return ""
    return words.within("cards of a yaku", "{n}/{total}", n=stand.outlook.have, total=stand.outlook.need)


def reason(words: Words, rules: Rules, stand: YakuStatus) -> str:
    """Return the reason why a yaku does not count, or not yet; empty where it is as its rule says."""
    match stand.outlook.reach:
        case Reach.MADE if stand.void:
            return words("Void: the opponent made a yaku after it.")
        case Reach.REPLACED if stand.outlook.by is not None:
            higher = yaku_words.name(words, rules, stand.outlook.by)
            return words("{yaku} counts in its place.", yaku=higher)
        case Reach.RAINED:
            return words("Rain: it also needs the crane.")
        case Reach.GONE:
            return _loss(words, stand)
    return ""


def _loss(words: Words, stand: YakuStatus) -> str:
    """Return the cards of a lost yaku that others have captured."""
    if len(stand.lost) > NAMED:
        return words("{n} of its cards are gone.", n=len(stand.lost))
    if stand.lost:
        return words("Gone: {cards}.", cards=cards.listing(words, stand.lost))
    if stand.outlook.few:
        return words("Too few of its cards are left.")
    return words("Rain, and the crane is gone.")


def legend(words: Words, month: Month) -> tuple[tuple[CardState, Text], ...]:
    """Return the names of the cards' states."""
    captured = (CardState.CAPTURED, words.within("cards of a yaku", "Captured"))
    out = (CardState.OUT, words.within("cards of a yaku", "Still open"))
    if not month.mine:
        return captured, out, (CardState.GONE, words.within("cards of a yaku", "Another has it"))
    held = (CardState.HELD, words.within("cards of a yaku", "In hand"))
    return captured, held, out, (CardState.GONE, words.within("cards of a yaku", "Gone"))


def details(words: Words, rules: Rules, stand: YakuStatus, people: People) -> str:
    """Return whose it is, what it lacks, and what of that is in the hand; empty where there is nothing to
    say.
    """
    told = [*_details(words, stand, people)]
    if why := reason(words, rules, stand):
        told.append(why.rstrip(".。"))
    return words.within("between the parts of a sentence", "; ").join(told)


def _details(words: Words, stand: YakuStatus, people: People) -> Iterator[str]:
    if stand.player is not None:
        yield people.seated(stand.player)
    if stand.outlook.reach not in {Reach.OPEN, Reach.RAINED}:
        return
    if stand.missing:
        yield words("needs {cards}", cards=cards.listing(words, stand.missing))
    if stand.held:
        yield words("in hand {cards}", cards=cards.listing(words, stand.held))


def groups(words: Words, rules: Rules, month: Month) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The yaku that have no line of their own in the text, by name: not begun, part of a higher one, gone."""

    def named(wanted: bool, *reaches: Reach) -> tuple[str, ...]:
        return tuple(
            yaku_words.long_name(words, rules, which)
            for which, stand in month.statuses.items()
            if stand.outlook.reach in reaches and stand.begun == wanted
        )

    yield words("Not begun"), named(False, Reach.OPEN, Reach.RAINED)
    yield words("Counted in a higher one"), named(False, Reach.REPLACED)
    yield words("Out of reach"), named(False, Reach.GONE)


def void_loss_lines(words: Words, rules: Rules, month: Month, named: str, people: People) -> Iterator[str]:
    """Yield the points that void yaku take from later ones: `Void (by the opponent's yaku) −6 pts`, with its
    name.
    """
    for who, points in month.void_losses:
        worth = words("{yaku} {points}", yaku=named, points=numbers.short_points(words, rules, points))
        yield with_details(words, worth, "" if month.mine else people.seated(who))


def with_points(words: Words, named: str, stand: YakuStatus, price: str) -> str:
    """A yaku with what it is worth and how far it has come: `Aotan 6 pts, 2 of 3`."""
    if stand.outlook.reach is Reach.MADE:
        return words("{yaku} {points}, made", yaku=named, points=price)
    return words(
        "{yaku} {points}, {n} of {total}",
        yaku=named,
        points=price,
        n=stand.outlook.have,
        total=stand.outlook.need,
    )


def with_details(words: Words, named: str, about: str) -> str:
    """Return the line of a yaku with what there is to say about it."""
    return numbers.bracketed(words, named, about) if about else named
