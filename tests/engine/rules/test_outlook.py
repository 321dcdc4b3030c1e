"""The outlook of each yaku for somebody, against a search through the captures that are still possible."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from engine.cards.cardset import CardSet
from engine.cards.deck import DECK
from engine.rules.options import Rules, make_rules
from engine.rules.outlook import Outlook, Reach, outlook
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import begun, score
from engine.rules.yaku import CRANE, REPLACES, YAKU, YakuId, rows_in_force
from tests.support.builders import all_rules

ALL = CardSet.of(DECK).mask
MOST_SEARCHED = 10


def one(rules: Rules, yaku: YakuId, captured: str, gone: str = "") -> Outlook:
    """Return the outlook of this yaku for somebody who has captured these letters, and others those."""
    found = outlook(rules, CardSet.parse(captured), CardSet.parse(gone))
    return next(each for each in found if each.yaku is yaku)


def shared(chance: random.Random) -> tuple[CardSet, CardSet]:
    """Return possible captures of somebody and of others."""
    deck = chance.sample(DECK, len(DECK))
    own, away = chance.randrange(0, 22), chance.randrange(0, 22)
    return CardSet.of(deck[:own]), CardSet.of(deck[own : own + away])


def can_be_made(rules: Rules, yaku: YakuId, own: CardSet, away: CardSet) -> bool | None:
    """Whether some further captures make it count; None where there are too many to be tried."""
    cards = 0
    higher = {each.yaku for each in REPLACES if yaku in each.lesser}
    for row in YAKU:
        if row.id is yaku or row.id in higher:
            for shape in row.shapes:
                cards |= shape.whole | shape.few if row.id is not YakuId.MONTH_CARDS else 0
            if row.id is YakuId.MONTH_CARDS and rules.month:
                cards |= row.shapes[rules.month - 1].whole
    free = [*CardSet((cards | CRANE) & ~own.mask & ~away.mask)]
    if len(free) > MOST_SEARCHED:
        return None
    tried = chain.from_iterable(combinations(free, count) for count in range(len(free) + 1))
    return any(yaku in score(rules, own | CardSet.of(more)) for more in tried)


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_what_can_still_be_made_is_what_a_search_finds(rule_set: RuleSetId) -> None:
    """Of random captures by every option: made, open (rained ones too), or neither; no yaku is left out."""
    chance = random.Random(str(rule_set))
    searched = dict.fromkeys(Reach, 0)
    every = [rules for rules in all_rules() if rules.id is rule_set]
    for each_rules in every * (120 // len(every) + 1):
        rules, (own, away) = each_rules.in_month(chance.randint(1, 12)), shared(chance)
        found = outlook(rules, own, away)
        assert [each.yaku for each in found] == list(dict.fromkeys(row.id for row, _ in rows_in_force(rules)))
        made = score(rules, own)
        for each in found:
            assert (each.reach is Reach.MADE) == (each.yaku in made)
            assert each.points == made.get(each.yaku, 0)
            assert (each.by is not None) == (each.reach is Reach.REPLACED)
            if (possible := can_be_made(rules, each.yaku, own, away)) is not None:
                searched[each.reach] += 1
                assert possible == (each.reach in {Reach.MADE, Reach.OPEN, Reach.RAINED}), each
    assert all(searched[each] for each in (Reach.MADE, Reach.OPEN, Reach.REPLACED, Reach.GONE)), searched


@pytest.mark.parametrize("rules", [*all_rules()], ids=lambda rules: f"{rules.id}")
def test_what_is_begun_is_open_and_counted_alike(rules: Rules) -> None:
    """Tables tell what is begun, with the same numbers."""
    chance = random.Random(5)
    for _ in range(30):
        own, away = shared(chance)
        stands = {each.yaku: each for each in outlook(rules, own, away)}
        for yaku, have, need in begun(rules, own, away):
            each = stands[yaku]
            assert (each.reach, each.have, each.need) == (Reach.OPEN, have, need), each
        told = {yaku for yaku, *_ in begun(rules, own, away)}
        rest = {yaku for yaku, each in stands.items() if each.reach is Reach.OPEN and each.have}
        assert told == rest or rules.options.cup == "either"


def test_why_a_yaku_cannot_be_had() -> None:
    """Taken by others; part of a higher one; always a higher one; rain, for now or for good."""
    classic, sannin = make_rules(RuleSetId.CLASSIC), make_rules(RuleSetId.SANNIN)
    assert one(classic, YakuId.INOSHIKACHO, "UY", "k").reach is Reach.GONE
    assert one(classic, YakuId.INOSHIKACHO, "UY").reach is Reach.OPEN
    within = one(classic, YakuId.SANKO, "AIcs")
    assert (within.reach, within.by) == (Reach.REPLACED, YakuId.SHIKO)
    higher = one(classic, YakuId.SHIKO, "AIco")
    assert (higher.reach, higher.by) == (Reach.REPLACED, YakuId.GOKO)
    assert one(sannin, YakuId.HANAMI, "Iq").reach is Reach.RAINED
    assert one(sannin, YakuId.HANAMI, "Iq", "A").reach is Reach.GONE
    assert one(sannin, YakuId.HANAMI, "IqA").reach is Reach.OPEN


def test_a_month_of_four_is_the_nearest_one() -> None:
    """Of twelve ways that which has most, and of which nothing is gone."""
    classic = make_rules(RuleSetId.CLASSIC)
    found = one(classic, YakuId.TESHI, "ABCEF", "D")
    assert (found.whole, found.have, found.need) == (CardSet.parse("EFGH"), 2, 4)
