"""The end of a month, in words: its title, its reason, the calculation as the rule set makes it, and the
changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark
from bot.wording import cards, months, numbers, yaku
from bot.wording.people import People
from engine.cards.deck import Card
from engine.rules.actions import Player
from engine.rules.month_end import Calculation, EndReason, Factor, MonthEnd
from engine.rules.options import Rules
from engine.rules.points import may_call
from engine.rules.rule_sets import BOUND_MINIMUM

REASONS: Mapping[EndReason, Message] = {
    EndReason.SHOBU: mark("The winner stopped."),
    EndReason.EXHAUSTED: mark("No card is left: the last yaku made wins."),
    EndReason.OYAKEN: mark("Nobody stopped: the dealer takes the oya-ken."),
    EndReason.FIELD_FOUR: mark("All four cards of a month lay on the field: the dealer wins."),
    EndReason.VOID_HAND_YAKU: mark("The highest declarations are equal: nobody scores."),
    EndReason.VOID_FIELD_FOUR: mark("All four cards of a month lay on the field: nobody scores."),
    EndReason.VOID_EXHAUSTED: mark("Nobody stopped: nobody scores."),
    EndReason.REDEAL_FIELD_FOUR: mark("All four cards of a month lay on the field: dealt again."),
    EndReason.REDEAL_FIELD_PAIRS: mark("Four pairs lay on the field: dealt again."),
    EndReason.REDEAL_HAND_YAKU: mark("Both players were dealt a hand yaku: dealt again."),
}

UNWON = mark("Nobody stopped.")
"""The reason of a month that nobody won and that is not dealt again (oya-ken of 0)."""

LAST_TURN = mark("The yaku of the last turn won at once.")
"""The reason of a month that a player won without being asked, since nobody had a card left."""

NO_CALL_LEFT = mark("No koi-koi was left to call: the yaku won at once.")
"""The reason of a month that a player won without being asked (`koi_limit`)."""


def title(words: Words, rules: Rules, end: MonthEnd, people: People) -> str:
    """`March: Sakura wins`, 三月 さくらの勝ち, or that the month is void or dealt again."""
    month = months.in_match(words, rules, end.month)
    if end.winner is not None and not end.calculation.points:
        return words("{month}: nobody scores", month=month)
    if end.winner is not None:
        return words("{month}: {player} wins", month=month, player=people.seated(end.winner))
    if end.reason.is_redeal:
        return words("{month}: dealt again", month=month)
    return words("{month}: void", month=month)


def moment(words: Words, rules: Rules, end: MonthEnd, people: People, card: Card | None) -> str:
    """Return the moment of a grand month: who took which `card` and won, or how else they won.

    `card` is None where no capture of the last turn made the yaku.
    """
    assert end.winner is not None
    winner = people.seated(end.winner)
    if card is not None:
        taken = cards.name(words, card)
        if end.kobiki:
            return words("{player} took the {card} and won the whole season", player=winner, card=taken)
        return words("{player} took the {card} and won", player=winner, card=taken)
    if end.kobiki:
        return words("{player} won the whole season", player=winner)
    if not end.yaku:
        return words("{player} won the month", player=winner)
    best, _ = yaku.by_points(end.yaku)[0]
    made = yaku.name(words, rules, best)
    if end.reason is EndReason.HAND_YAKU:
        return words("{player} was dealt {yaku} and won", player=winner, yaku=made)
    return words("{player} won with {yaku}", player=winner, yaku=made)


def headline(words: Words, rules: Rules, end: MonthEnd, people: People, card: Card | None) -> str:
    """The moment of a grand month, and which month: `August: Sakura took the moon and won`."""
    return words(
        "{month}: {moment}",
        month=months.in_match(words, rules, end.month),
        moment=moment(words, rules, end, people, card),
    )


def reason(words: Words, rules: Rules, end: MonthEnd) -> str:
    """Return the reason why the month ended, in a sentence."""
    if end.reason is EndReason.HAND_YAKU:
        return words("A hand yaku was dealt: {yaku}.", yaku=yaku.explained_summary(words, rules, end.yaku))
    if end.reason is EndReason.OYAKEN and end.won_by is None:
        return words.say(UNWON)
    if end.reason is EndReason.SHOBU and not may_call(rules, end.koi, end.winner or 0):
        return words.say(NO_CALL_LEFT)
    if end.reason is EndReason.SHOBU and not _was_asked(rules, end):
        return words.say(LAST_TURN)
    return words.say(REASONS[end.reason])


def _was_asked(rules: Rules, end: MonthEnd) -> bool:
    """Whether the rules ask after a yaku of the turn with which the month ended."""
    return rules.rule_set.decides_on_last_turn or rules.rule_set.plays_out_stock or any(end.hands)


def consequence(words: Words, end: MonthEnd) -> str:
    """Return the consequence of a void month; empty for other ends."""
    if not end.reason.is_void:
        return ""
    return words("The same month is dealt again, bound: stopping needs {n} mon.", n=BOUND_MINIMUM)


def passes(words: Words, rules: Rules, end: MonthEnd, people: People, reader: Player | None = None) -> str:
    """Return who deals next where the deal passes after an exhausted month (`deal_passes`); else empty.

    Its `reader` is not named.
    """
    ended = end.reason is EndReason.OYAKEN and end.month < rules.months
    if not (rules.options.deal_passes and ended):
        return ""
    dealer = Player(1 - end.dealer)
    return (
        words("You deal next.")
        if dealer == reader
        else words("{player} deals next.", player=people.seated(dealer))
    )


def calculation(words: Words, rules: Rules, made: Calculation) -> str:
    """The factors as the rule set's formula has them: `(12 mon + honba 1) × 3 (koi-koi)`."""
    terms = [numbers.points(words, rules, made.total)]
    if made.less:
        terms.append(words("− {n} (second declaration)", n=made.less))
    if made.bonus:
        terms.append(words("+ goko bonus {n}", n=made.bonus))
    if made.honba:
        terms.append(words("+ honba {n}", n=made.honba))
    factors = [factor(words, which, n) for which, n in made.multipliers]
    total = " ".join(terms)
    if factors and len(terms) > 1:
        total = words("({sum})", sum=total)
    return " ".join([total, *factors])


def factor(words: Words, which: Factor, n: int) -> str:
    """Return a factor and its reason."""
    match which:
        case Factor.SEVEN_DOUBLE:
            return words("× {n} (7 or more)", n=n)
        case Factor.KOI:
            return words("× {n} (koi-koi)", n=n)
        case Factor.FIELD_LIGHTS:
            return words("× {n} (lights on the field)", n=n)


def payment(words: Words, rules: Rules, end: MonthEnd, people: People) -> str:
    """Return the winner's gain, and who pays it; empty where nobody won."""
    if end.winner is None or not end.calculation.points:
        return ""
    winner = people.seated(end.winner)
    amount = numbers.points(words, rules, end.calculation.points)
    if not rules.losers_pay:
        return words("{player} scores {points}.", player=winner, points=amount)
    if rules.seats == 2:
        loser = people.seated(1 - end.winner)
        return words("{loser} pays {player} {points}.", loser=loser, player=winner, points=amount)
    return words("Each of the others pays {player} {points}.", player=winner, points=amount)


def lines(words: Words, rules: Rules, end: MonthEnd, people: People) -> tuple[str, ...]:
    """Everything about the end of a month but its title and the scores, one sentence a line."""
    return (*course(words, rules, end, people), *awards(words, end, people))


def course(words: Words, rules: Rules, end: MonthEnd, people: People) -> tuple[str, ...]:
    """Return the lines without the awards, which come on top of the month's own scores."""
    told = [reason(words, rules, end)]
    if end.yaku and end.reason is not EndReason.HAND_YAKU:
        told.append(words("Yaku: {yaku}.", yaku=yaku.explained_summary(words, rules, end.yaku)))
    if end.winner is not None and not end.calculation.is_plain:
        told.append(words("Calculation: {terms}.", terms=calculation(words, rules, end.calculation)))
    told.append(payment(words, rules, end, people))
    told.append(consequence(words, end))
    told.append(passes(words, rules, end, people))
    return tuple(line for line in told if line)


def awards(words: Words, end: MonthEnd, people: People) -> tuple[str, ...]:
    """Kobiki, extension and ginmi, where the end of this month brought them."""
    told = []
    if end.kobiki:
        told.append(kobiki(words, people, *end.kobiki))
    if end.extended:
        told.append(words.say(EXTENDED))
    if end.ginmi:
        told.append(ginmi(words, people, end.ginmi))
    return tuple(told)


EXTENDED = mark("All three are equal: the match goes on for a season.")
"""All three players are equal after the last month."""


def kobiki(words: Words, people: People, player: int, deltas: tuple[int, ...]) -> str:
    """One player won a whole season."""
    name = people.seated(player)
    return words(
        "Kobiki (bonus for a season): {player} won every month of it ({changes}).",
        player=name,
        changes=changes(words, people, deltas),
    )


def ginmi(words: Words, people: People, deltas: tuple[int, ...]) -> str:
    """The settling between the ranks."""
    return words("Ginmi (the ranks settle up): {changes}.", changes=changes(words, people, deltas))


def payments(words: Words, people: People, end: MonthEnd) -> str:
    """Return the calculation of the ginmi: who is paid, how much, by whom; empty where there is none."""
    if end.ginmi is None:
        return ""
    order, scores = _ranked(end)
    first, second, third = (people.seated(player) for player in order)
    gained, paid, last = (abs(end.ginmi[player]) for player in order)
    if scores[0] == scores[1]:
        return words(
            "{first} and {second} are first together: {third} pays {n} mon to each.",
            **{"first": first, "second": second, "third": third, "n": gained},
        )
    if scores[1] == scores[2]:
        return words(
            "{second} and {third} are second together: each pays {first} {n} mon.",
            **{"first": first, "second": second, "third": third, "n": paid},
        )
    return words(
        "{first} is paid {n} mon by {second}, the second, and {m} mon by {third}, the third.",
        **{"first": first, "second": second, "third": third, "n": paid, "m": last},
    )


def payments_in_short(words: Words, end: MonthEnd) -> str:
    """Return what ginmi pays, without names."""
    if end.ginmi is None:
        return ""
    order, scores = _ranked(end)
    gained, paid, last = (abs(end.ginmi[player]) for player in order)
    if scores[0] == scores[1]:
        return words("Two are first together: the third pays {n} mon to each.", n=gained)
    if scores[1] == scores[2]:
        return words("Two are second together: each pays the first {n} mon.", n=paid)
    return words("The first is paid {n} mon by the second and {m} mon by the third.", n=paid, m=last)


def _ranked(end: MonthEnd) -> tuple[list[int], list[int]]:
    """The players before the ginmi, the first first, and their scores."""
    scores = end.ginmi_scores
    order = sorted(range(len(scores)), key=lambda player: -scores[player])
    return order, [scores[player] for player in order]


def changes(words: Words, people: People, deltas: tuple[int, ...]) -> str:
    """Every player's change: `Sakura +26, Kenta −26`."""
    said = (
        words("{player} {change}", player=people.seated(player), change=numbers.signed(words, delta))
        for player, delta in enumerate(deltas)
    )
    return numbers.listing(words, [*said])


def standing(words: Words, rules: Rules, people: People, scores: tuple[int, ...]) -> str:
    """Every player's score, in table order."""
    said = (
        words(
            "{player}\u00a0{score}",
            player=people.seated(player),
            score=numbers.short_points(words, rules, score),
        )
        for player, score in enumerate(scores)
    )
    return numbers.listing(words, [*said])
