"""The risks of going on, in words: who is paid if somebody else stops, and if nobody does."""

from __future__ import annotations

from bot.i18n import Words
from bot.screens.hand.prospects import RunOut
from bot.screens.hand.questions import Decide
from bot.screens.players import dealer_gets
from bot.wording import numbers
from bot.wording.people import People
from engine.rules.options import Rules
from engine.rules.rule_sets import Exhausted, KoiLimit, KoiMultiplier


def sentences(words: Words, rules: Rules, asked: Decide, people: People) -> tuple[str, ...]:
    """Return the risks for the message and the description: names in full."""
    if asked.last_turn and rules.rule_set.exhausted is Exhausted.VOID:
        return (
            words(
                "This is the last turn, so the month is void and dealt again, "
                "bound: stopping then needs 3 mon."
            ),
        )
    if rules.seats > 2:
        return (
            words(
                "The first to stop is paid. If nobody stops, the month is void and dealt again, "
                "bound: stopping then needs 3 mon."
            ),
        )
    return (
        *_if_another_makes_one(words, rules, asked, people),
        *_own_factor(words, rules, asked),
        *_if_another_stops(words, rules, asked, people),
        *_no_further_call(words, rules),
        _if_nobody_stops(words, rules, asked, people),
    )


def unpictured(words: Words, rules: Rules, asked: Decide, people: People) -> tuple[str, ...]:
    """Return the effects of the call that the picture has no room for."""
    if rules.seats > 2 or (asked.last_turn and rules.rule_set.exhausted is Exhausted.VOID):
        return sentences(words, rules, asked, people)  # the picture has no room for what bound means
    return (*_own_factor(words, rules, asked), *_no_further_call(words, rules))


def _if_another_makes_one(words: Words, rules: Rules, asked: Decide, people: People) -> tuple[str, ...]:
    """Return the effect of the other player's next yaku, stopped with or not."""
    if not rules.options.koi_void:
        return ()
    other = people.seated(asked.others[0])
    return (
        words("If {player} makes a yaku before you make another, yours are void this month.", player=other),
    )


def _own_factor(words: Words, rules: Rules, asked: Decide) -> tuple[str, ...]:
    """Return the worth of the player's own stop after the call, where only that changes."""
    if rules.options.koi_multiplier is not KoiMultiplier.OWN:
        return ()
    return (words("Your own stop then counts ×{n}.", n=asked.next_factor),)


def _if_another_stops(words: Words, rules: Rules, asked: Decide, people: People) -> tuple[str, ...]:
    """Return the effect of the other player's stop, where that has not been said."""
    other = people.seated(asked.others[0])
    match rules.options.koi_multiplier:
        case KoiMultiplier.OPPONENT | KoiMultiplier.OWN:
            lost = words("If {player} stops first, your yaku are lost and theirs count double.", player=other)
            return (lost,)
        case KoiMultiplier.EACH:
            return (
                words("The month then counts ×{n}, for {player} too.", n=asked.next_factor, player=other),
            )
        case _ if rules.options.koi_void:
            return ()
        case _ if rules.losers_pay:
            return (words("If {player} stops first, your yaku are lost and you pay theirs.", player=other),)
        case _:
            return (words("If {player} stops first, your yaku are lost.", player=other),)


def _no_further_call(words: Words, rules: Rules) -> tuple[str, ...]:
    """Return the effect of the call on further ones (`koi_limit`)."""
    match rules.options.koi_limit:
        case KoiLimit.ONCE:
            return (words("It is the only koi-koi of the month: the next yaku, of either player, ends it."),)
        case KoiLimit.ONCE_EACH:
            return (words("It is your only koi-koi of the month: your next yaku ends it."),)
    return ()


def _if_nobody_stops(words: Words, rules: Rules, asked: Decide, people: People) -> str:
    """Return the effect of the end of the cards on the player."""
    end = asked.run_out
    amount = numbers.points(words, rules, end.points)
    if end.winner is None:
        return words("If nobody stops, nobody scores.")
    if end.how is Exhausted.LAST_MAKER:
        return words("If nobody makes another yaku, you are paid {points}.", points=amount)
    dealer = people.seated(end.winner)
    match (rules.losers_pay, asked.deals):
        case (True, True):
            return words("If nobody stops, you are paid {n} (dealer).", n=end.points)
        case (True, False):
            return words("If nobody stops, you pay {player} {n} (dealer).", player=dealer, n=end.points)
        case (False, True):
            return words("If nobody stops, you score {n} (dealer).", n=end.points)
    return words("If nobody stops, {player} scores {n} (dealer).", player=dealer, n=end.points)


def in_short(words: Words, rules: Rules, asked: Decide) -> tuple[str, ...]:
    """Return the risks for the picture: without names, which may be long."""
    if asked.last_turn and rules.rule_set.exhausted is Exhausted.VOID:
        return (words.within("picture", "Last turn: void, dealt again"),)
    if end_chip(words, rules, asked) is not None:
        return (_stop_in_short(words, rules, asked),)
    return (_stop_in_short(words, rules, asked), _end_in_short(words, rules, asked.run_out))


def end_chip(words: Words, rules: Rules, asked: Decide) -> str | None:
    """Return the chip of what the dealer gets if nobody stops; None where nobody does then."""
    end = asked.run_out
    if rules.seats > 2 or end.how is not Exhausted.OYAKEN or end.winner is None:
        return None
    return dealer_gets(words, end.points)


def _stop_in_short(words: Words, rules: Rules, asked: Decide) -> str:
    if rules.seats > 2:
        return words.within("picture", "The first to stop is paid")
    if rules.options.koi_void:
        return _void_in_short(words, rules, asked)
    match rules.options.koi_multiplier:
        case KoiMultiplier.OPPONENT | KoiMultiplier.OWN:
            return words.within("picture", "Opponent stops: yours lost, theirs ×2")
        case KoiMultiplier.EACH:
            return words.within("picture", "The month counts ×{n} for both", n=asked.next_factor)
        case _ if rules.losers_pay:
            return words.within("picture", "Opponent stops: yours lost, you pay")
        case _:
            return words.within("picture", "Opponent stops: your yaku are lost")


def _void_in_short(words: Words, rules: Rules, asked: Decide) -> str:
    match rules.options.koi_multiplier:
        case KoiMultiplier.OPPONENT | KoiMultiplier.OWN:
            return words.within("picture", "Opponent's yaku: yours void, a stop ×2")
        case KoiMultiplier.EACH:
            return words.within("picture", "Opponent's yaku: yours void; month ×{n}", n=asked.next_factor)
        case _:
            return words.within("picture", "Opponent's yaku: yours are void")


def _end_in_short(words: Words, rules: Rules, end: RunOut) -> str:
    if end.how is Exhausted.VOID:
        return words.within("picture", "Nobody stops: void, dealt again")
    if end.winner is None:
        return words.within("picture", "Nobody stops: nobody scores")
    amount = numbers.short_points(words, rules, end.points)
    return words.within("picture", "No further yaku: you are paid {points}", points=amount)
