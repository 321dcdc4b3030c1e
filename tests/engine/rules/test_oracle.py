"""Scoring and deciding again, written from the words of rules.md sections 4 and 5 with sets of letters.

Deliberately naive, and sharing nothing with the engine's tables: where both agree on thousands of captures, a
slip would have to have been made twice.
"""

from __future__ import annotations

import random

import pytest

from engine.cards.cardset import CardSet
from engine.rules.options import OPTIONS, make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import score
from tests.support.builders import may_decide

DECK = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
LIGHTS, ANIMALS, RIBBONS = "AIcos", "EMQUYdgkp", "BFJNRVZhlq"
CHAFF = "".join(letter for letter in DECK if letter not in LIGHTS + ANIMALS + RIBBONS)
NOVEMBER = "opqr"
NAMED = (
    *("AIcos", "AIcs", "AEMdps", "EQUYg", "EMdp", "BFJ", "Vhl", "BFJVhl", "UYk", "Icg", "Ig", "cg"),
    *("NRZ", "AEI", "ABCD", "QRST", "opqr", "stuv", ANIMALS, RIBBONS, CHAFF, CHAFF[:9] + "g", "A", "o", "g"),
)
"""Cards that come together often enough only if they are thrown in together."""


def has(cards: str, captured: set[str]) -> bool:
    return all(letter in captured for letter in cards)


def number(cards: str, captured: set[str]) -> int:
    return sum(letter in captured for letter in cards)


def light_yaku(worth: tuple[int, ...], captured: set[str], *, rain_sanko: bool) -> dict[str, int]:
    goko, shiko, ame_shiko, sanko = worth
    lights = number(LIGHTS, captured)
    if lights == 5:
        return {"goko": goko}
    if lights == 4:
        return {"ame_shiko": ame_shiko} if "o" in captured else {"shiko": shiko}
    if lights == 3 and ("o" not in captured or rain_sanko):
        return {"sanko": sanko}
    return {}


def counted(captured: set[str], *, animal: bool, chaff: bool) -> dict[str, int]:
    """Tane, tan, kasu, with the cup as what is said."""
    animals = number("EMQUYdkp", captured) + ("g" in captured and animal)
    chaffs = number(CHAFF, captured) + ("g" in captured and chaff)
    amounts = {"tane": animals - 4, "tan": number(RIBBONS, captured) - 4, "kasu": chaffs - 9}
    return {yaku: amount for yaku, amount in amounts.items() if amount > 0}


def growing(found: dict[str, int], captured: set[str], *, sets: int, both: int, animals: int) -> None:
    """Sets that grow by one for each further card: they stand in place of tane and tan."""
    ribbons = number(RIBBONS, captured)
    red, blue = has("BFJ", captured), has("Vhl", captured)
    if red and blue:
        found["aka_ao"] = both + ribbons - 6
    elif red:
        found["akatan"] = sets + ribbons - 3
    elif blue:
        found["aotan"] = sets + ribbons - 3
    if red or blue:
        found.pop("tan", None)
    if has("UYk", captured):
        found["inoshikacho"] = sets + animals - 3
        found.pop("tane", None)


def classic_or_league(
    options: dict[str, object], name: str, captured: set[str], month: int
) -> dict[str, int]:
    lights = tuple(map(int, str(options["lights"]).split("-")))
    found = light_yaku(lights, captured, rain_sanko=bool(options["rain_sanko"]))
    values = {"six": (6, 6, 5), "five": (5, 5, 5)}.get(str(options["sets"]), ())
    for yaku, cards, value in zip(
        ("akatan", "aotan", "inoshikacho"), ("BFJ", "Vhl", "UYk"), values, strict=False
    ):
        if has(cards, captured):
            found[yaku] = value
    if options["month_cards"] and has(DECK[4 * month - 4 : 4 * month], captured):
        found["month_cards"] = 4
    if options["viewing"]:
        for yaku, cards in (("hanami", "Ig"), ("tsukimi", "cg")):
            if has(cards, captured):
                found[yaku] = 5
    months = sum(has(DECK[start : start + 4], captured) for start in range(0, 48, 4))
    if name == "classic" and options["teshi"] == "captured" and months:
        found["teshi"] = 6 * months
    if options["cup"] == "both":
        found |= counted(captured, animal=True, chaff=True)
        if options["sets"] == "growing":
            grow(found, captured)
        return found
    as_animal = found | counted(captured, animal=True, chaff=False)
    as_chaff = found | counted(captured, animal=False, chaff=True)
    if options["sets"] == "growing":
        grow(as_animal, captured)
        grow(as_chaff, captured - {"g"})
    return as_chaff if sum(as_chaff.values()) > sum(as_animal.values()) else as_animal


def grow(found: dict[str, int], captured: set[str]) -> None:
    """The sets of `growing`."""
    growing(found, captured, sets=5, both=10, animals=number(ANIMALS, captured))


def ishokai(captured: set[str]) -> dict[str, int]:
    found = light_yaku((12, 10, 8, 6), captured, rain_sanko=False)
    found |= counted(captured, animal=True, chaff=True)
    growing(found, captured, sets=6, both=12, animals=number(ANIMALS, captured))
    return found


def sannin(captured: set[str]) -> dict[str, int]:
    found = light_yaku((24, 16, 9, 6), captured, rain_sanko=False)
    found |= counted(captured, animal=True, chaff=True)
    for yaku, cards, value in (
        ("otori", "AEMdps", 18),
        ("goun", "EQUYg", 15),
        ("akatan", "BFJ", 7),
        ("aotan", "Vhl", 7),
        ("inoshikacho", "UYk", 6),
        ("kusa", "NRZ", 5),
        ("omote_sugawara", "AEI", 4),
    ):
        if has(cards, captured):
            found[yaku] = value
    if has("EMdp", captured) and "otori" not in found:
        found["kotori"] = 7
    return found if rains(captured) else found | cup_yaku(captured)


def rains(captured: set[str]) -> bool:
    return number(NOVEMBER, captured) > 0 and "A" not in captured


def cup_yaku(captured: set[str]) -> dict[str, int]:
    """Sannin's, whatever the weather."""
    if has("Icg", captured):
        return {"teppo": 6}
    return {yaku: 2 for yaku, cards in (("hanami", "Ig"), ("tsukimi", "cg")) if has(cards, captured)}


def worth(name: str, options: dict[str, object], captured: set[str], month: int) -> dict[str, int]:
    if name == "ishokai":
        return ishokai(captured)
    return sannin(captured) if name == "sannin" else classic_or_league(options, name, captured, month)


def captures(chance: random.Random) -> set[str]:
    """Random cards, with some of those that belong together."""
    found = set(chance.sample(DECK, chance.choice((0, 2, 5, 12, 20, 30))))
    for _ in range(chance.randrange(4)):
        cards = chance.choice(NAMED)
        found |= set(chance.sample(cards, max(1, len(cards) - chance.choice((0, 0, 0, 1, 2)))))
    return found


def random_options(chance: random.Random, name: RuleSetId) -> dict[str, object]:
    """A value for every option that the rule set offers."""
    return {each: chance.choice(spec.allowed(name)) for each, spec in OPTIONS.items() if spec.allowed(name)}


def as_set(captured: set[str]) -> CardSet:
    return CardSet.parse("".join(captured))


@pytest.mark.outside
@pytest.mark.parametrize("name", RuleSetId)
def test_captures_are_worth_what_the_page_says(name: RuleSetId) -> None:
    """Random captures under random options: the same yaku, the same values."""
    chance = random.Random(f"oracle/{name}")
    met: set[str] = set()
    for _ in range(2000):
        options, captured, month = random_options(chance, name), captures(chance), chance.randint(1, 12)
        rules, expected = make_rules(name, options).in_month(month), worth(name, options, captured, month)
        assert dict(score(rules, as_set(captured))) == expected, (options, captured, month)
        met |= expected.keys()
    assert len(met) == {"classic": 15, "league": 14, "ishokai": 11, "sannin": 18}[name]


def sannin_triggers(before: set[str], after_hand: set[str], after_flip: set[str]) -> bool:
    """Section 5: whether some yaku triggers."""
    had, now = sannin(before), sannin(after_flip)
    for yaku in now.keys() - {"teppo", "hanami", "tsukimi"}:
        nine_and_cup = yaku == "kasu" and "g" in after_flip and number(CHAFF, after_flip) == 9
        if now[yaku] > had.get(yaku, 0) and not nine_and_cup:
            return True
    for cards in ("Icg", "Ig", "cg"):
        for start, end in ((before, after_hand), (after_hand, after_flip)):
            completed = has(cards, end) and not has(cards, start)
            if completed and not rains(end) and not rains(after_flip):
                return True
    return False


def test_decisions_come_when_the_page_says() -> None:
    """Random turns, bound or not: two players decide if the total rose, three if a yaku triggers."""
    chance = random.Random("oracle/decide")
    under = [(name, random_options(chance, name)) for name in RuleSetId for _ in range(6)]
    yes = 0
    for _ in range(6000):
        (name, options), bound = chance.choice(under), chance.random() < 0.3
        month = chance.randint(1, 12)
        before = captures(chance) if chance.random() < 0.9 else set()
        rest = [letter for letter in DECK if letter not in before]
        after_hand = before | set(chance.sample(rest, min(len(rest), chance.choice((0, 2, 4)))))
        after_flip = after_hand | set(chance.sample(rest, min(len(rest), chance.choice((0, 2, 4)))))
        total = sum(worth(name, options, after_flip, month).values())
        if name == "sannin":
            expected = sannin_triggers(before, after_hand, after_flip) and (not bound or total >= 3)
        else:
            bound = False
            expected = total > sum(worth(name, options, before, month).values())
        masks = [as_set(each).mask for each in (before, after_hand, after_flip)]
        decides = may_decide(make_rules(name, options).in_month(month), *masks, bound=bound)
        assert decides == expected, (name, options, before, after_hand, after_flip, bound)
        yes += expected
    assert 1000 < yes < 5000
