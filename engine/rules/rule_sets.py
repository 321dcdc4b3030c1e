"""The four rule sets as data (rules.md section 6). What the values mean is said at each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from engine.errors import OptionError, show

MOST_PARTICIPANTS = 8
"""The most people in the seat draw (section 2)."""

BOUND_MINIMUM = 3
"""The total that shobu needs in a bound month (section 6, sannin)."""

FIELD_FOUR_POINTS = 6
"""The points of `dealer_wins`, whatever `oyaken` is (section 6, league)."""

SEASON = 3
"""Months of a season, and of an extension (section 6, sannin)."""


class RuleSetId(StrEnum):
    """The four rule sets."""

    CLASSIC = "classic"
    LEAGUE = "league"
    ISHOKAI = "ishokai"
    SANNIN = "sannin"


STANDARD = RuleSetId.LEAGUE
"""The rule set that is played where nobody has chosen one. People know it by this name."""


class Unit(StrEnum):
    """The units of scores (section 4, last line)."""

    POINTS = "points"  # 点
    MON = "mon"  # 文


class Place(Enum):
    """The places of dealt cards; a seat's value is its distance from the dealer in table order.

    The second of two players is the child.
    """

    DEALER = 0
    SECOND = 1
    LAST = 2
    FIELD = -1


class Exhausted(Enum):
    """The rules for an exhausted month."""

    OYAKEN = "oyaken"  # the dealer scores
    LAST_MAKER = "last_maker"  # the last player who made or grew a yaku wins
    VOID = "void"  # nobody scores; the same month again, bound


class Cup(StrEnum):
    """The ways in which the sake cup counts for tane and kasu."""

    BOTH = "both"
    EITHER = "either"


class Teshi(StrEnum):
    """The worth of four of a month in classic: as captures, as a dealt hand, nothing."""

    CAPTURED = "captured"
    DEALT = "dealt"
    OFF = "off"


class FieldFour(StrEnum):
    """The consequences of four of a month on the dealt field; `VOID` is sannin's and no choice."""

    REDEAL = "redeal"
    DEALER_TAKES = "dealer_takes"
    DEALER_WINS = "dealer_wins"
    VOID = "void"
    REDEAL_PAIRS = "redeal_pairs"  # as `REDEAL`, and a field of four months with two cards each too


class KoiMultiplier(StrEnum):
    """The effects of koi-koi calls on a shobu."""

    NONE = "none"
    OPPONENT = "opponent"
    EACH = "each"
    OWN = "own"


class Lights(StrEnum):
    """The worth of goko, shiko, ame-shiko and sanko in this order (section 9.1)."""

    HIGH = "15-10-8-6"
    EVEN = "15-8-7-6"
    LOW = "10-8-7-6"
    LEAFLET = "10-8-7-5"

    @property
    def worth(self) -> tuple[int, ...]:
        """The four values."""
        return tuple(map(int, self.split("-")))


class Sets(StrEnum):
    """The worth of akatan, aotan and inoshikacho, and whether they grow (section 9.2)."""

    SIX = "six"
    FIVE = "five"
    GROWING = "growing"


class KoiLimit(StrEnum):
    """The number of koi-koi calls that a deal allows (section 9.4)."""

    NONE = "none"
    ONCE_EACH = "once_each"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Options:
    """One value for every option (section 7); if a rule set does not offer it, what that set always does."""

    months: int
    rain_sanko: bool
    cup: Cup
    viewing: bool
    teshi: Teshi
    hand_yaku: bool
    field_four: FieldFour
    seven_double: bool
    koi_multiplier: KoiMultiplier
    oyaken: int
    koi_void: bool
    goko_bonus: int
    lights: Lights
    sets: Sets
    month_cards: bool
    koi_limit: KoiLimit
    deal_passes: bool
    losers_pay: bool
    """Whether the winner's points come from the others, each of whom pays them (section 2, Payment)."""
    field_lights: bool


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """The fixed part of a rule set. There is one object for each, in `RULE_SETS`."""

    id: RuleSetId
    seats: int
    unit: Unit
    hand_size: int
    dealing: tuple[tuple[Place, int], ...]
    """The places and numbers of dealt cards, in this order, from the front of the deck."""
    cutter: Place | None
    """The player who cuts, or None."""
    defaults: Options
    ranks_by_points: bool
    """Whether drawn cards of one month rank by kind (section 2; two-player rule sets only)."""
    secret_round: bool
    """Whether hand yaku are declared at will in a secret round, else claimed automatically (section 3)."""
    triggers: bool
    """Whether a yaku must trigger for a decision, else any growth of the total will do (section 5)."""
    rain: bool
    """Whether November voids the cup yaku (section 4, Rain)."""
    honba: bool
    plays_out_stock: bool
    """Whether turns go on with the flip step alone when the hands are empty."""
    decides_on_last_turn: bool
    exhausted: Exhausted
    kobiki: int
    """The payment of each other player for a season won whole; 0: no kobiki, no extension, no ginmi."""

    def __reduce__(self) -> tuple[object, tuple[RuleSetId]]:
        return (rule_set_of, (self.id,))


_D, _S, _L, _F = Place.DEALER, Place.SECOND, Place.LAST, Place.FIELD

_CLASSIC = RuleSet(
    id=RuleSetId.CLASSIC,
    seats=2,
    unit=Unit.POINTS,
    hand_size=8,
    dealing=((_S, 4), (_F, 4), (_D, 4), (_S, 4), (_F, 4), (_D, 4)),
    cutter=None,
    defaults=Options(
        months=12,
        rain_sanko=True,
        cup=Cup.EITHER,
        viewing=True,
        teshi=Teshi.CAPTURED,
        hand_yaku=False,
        # Ruling (section 6, classic): four on the field is dealt again, same dealer.
        field_four=FieldFour.REDEAL,
        seven_double=False,
        koi_multiplier=KoiMultiplier.NONE,
        oyaken=6,
        koi_void=False,
        goko_bonus=0,
        lights=Lights.HIGH,
        sets=Sets.SIX,
        month_cards=False,
        koi_limit=KoiLimit.NONE,
        deal_passes=False,
        losers_pay=False,
        field_lights=False,
    ),
    ranks_by_points=True,
    secret_round=False,
    triggers=False,
    rain=False,
    honba=False,
    plays_out_stock=False,
    decides_on_last_turn=False,
    exhausted=Exhausted.OYAKEN,
    kobiki=0,
)

_LEAGUE = replace(
    _CLASSIC,
    id=RuleSetId.LEAGUE,
    defaults=replace(_CLASSIC.defaults, rain_sanko=False, cup=Cup.BOTH, teshi=Teshi.OFF, hand_yaku=True),
)

_ISHOKAI = RuleSet(
    id=RuleSetId.ISHOKAI,
    seats=2,
    unit=Unit.MON,
    hand_size=8,
    dealing=((_S, 4), (_D, 4), (_F, 4), (_S, 4), (_D, 4), (_F, 4)),
    cutter=Place.SECOND,
    defaults=Options(
        months=12,
        rain_sanko=False,
        cup=Cup.BOTH,
        viewing=False,
        teshi=Teshi.OFF,
        hand_yaku=True,
        # Ruling (section 6, ishokai): four on the field is dealt again.
        field_four=FieldFour.REDEAL,
        seven_double=False,
        # (total + honba) x (koi count + 1): the calls of both count.
        koi_multiplier=KoiMultiplier.EACH,
        oyaken=0,
        koi_void=False,
        goko_bonus=0,
        lights=Lights.HIGH,
        sets=Sets.GROWING,
        month_cards=False,
        koi_limit=KoiLimit.NONE,
        deal_passes=False,
        # Ruling (section 2, Payment): the loser pays, for a hand yaku too.
        losers_pay=True,
        field_lights=False,
    ),
    ranks_by_points=True,
    secret_round=False,
    triggers=False,
    rain=False,
    honba=True,
    plays_out_stock=True,
    decides_on_last_turn=False,
    exhausted=Exhausted.LAST_MAKER,
    kobiki=0,
)

_SANNIN = RuleSet(
    id=RuleSetId.SANNIN,
    seats=3,
    unit=Unit.MON,
    hand_size=7,
    dealing=((_S, 4), (_L, 4), (_D, 4), (_F, 3), (_S, 3), (_L, 3), (_D, 3), (_F, 3)),
    cutter=Place.SECOND,
    defaults=Options(
        months=12,
        rain_sanko=False,
        cup=Cup.BOTH,
        viewing=True,
        teshi=Teshi.OFF,
        hand_yaku=True,
        field_four=FieldFour.VOID,
        seven_double=False,
        koi_multiplier=KoiMultiplier.NONE,
        oyaken=0,
        koi_void=False,
        goko_bonus=0,
        lights=Lights.HIGH,
        sets=Sets.SIX,
        month_cards=False,
        koi_limit=KoiLimit.NONE,
        deal_passes=False,
        losers_pay=True,
        field_lights=False,
    ),
    ranks_by_points=False,
    secret_round=True,
    triggers=True,
    rain=True,
    honba=False,
    plays_out_stock=False,
    decides_on_last_turn=True,
    exhausted=Exhausted.VOID,
    kobiki=5,
)

RULE_SETS: Mapping[RuleSetId, RuleSet] = {each.id: each for each in (_LEAGUE, _CLASSIC, _ISHOKAI, _SANNIN)}
"""The rule sets in the order in which people are offered them."""


def rule_set_of(name: str) -> RuleSet:
    """The rule set of this id. Raises OptionError with place `rules`."""
    try:
        return RULE_SETS[RuleSetId(name)]
    except ValueError:
        raise OptionError("rules", f"unknown rule set {show(name)}", RULE_SETS) from None
