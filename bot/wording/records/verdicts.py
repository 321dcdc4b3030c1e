"""The effects of a finished match on ratings, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark
from bot.match.verdict import LEAST_MONTHS, MOST_A_DAY, RatingMove, Unrated, Verdict
from bot.records.ratings import PROVISIONAL
from bot.wording import numbers
from bot.wording.people import People

REASONS: Mapping[Unrated, Message] = {
    Unrated.ABORTED: mark("Unrated: the match was ended without a result."),
    Unrated.CPU: mark("Unrated: a CPU player took part."),
    Unrated.ABSENT: mark("Unrated: not everybody played a card."),
    Unrated.OFTEN: mark("Unrated: only {most} matches a day between the same people count."),
    Unrated.STAND_IN: mark("Unrated: a CPU player played for an absent player."),
    Unrated.UNCLOCKED: mark("Unrated: the match had no clock."),
    Unrated.SHORT: mark("Unrated: rated matches have {least} months or more."),
    Unrated.OPTIONS: mark("Unrated: it had house rules that are not this server's default."),
    Unrated.CASUAL: mark("Unrated: this server's tables are not rated."),
    Unrated.MARKED: mark("Unrated: the managers of this server have left this match out."),
    Unrated.BARRED: mark("Unrated: this match does not count on this server."),
}


def reason(words: Words, why: Unrated) -> str:
    """Return the reason why a match moved no rating, in a sentence."""
    return words.say(REASONS[why], most=MOST_A_DAY, least=LEAST_MONTHS)


def line(words: Words, verdict: Verdict, people: People) -> str:
    """`Rating: Sakura 1017 (+17), Kenta: provisional, 1 of 5`, or why there is none; empty if not known."""
    if verdict.unrated is not None:
        return reason(words, verdict.unrated)
    if not any(verdict.ratings):
        return ""
    moved = []
    # Who gained the most comes first, as among the places above.
    known = [(seat, rating) for seat, rating in enumerate(verdict.ratings) if rating is not None]
    for seat, rating in sorted(known, key=lambda one: one[1].before - one[1].after):
        player = people.seated(seat)
        if rating.matches <= PROVISIONAL:
            moved.append(
                words(
                    "{player} (provisional, {n} of {most})", player=player, n=rating.matches, most=PROVISIONAL
                )
            )
        else:
            now, change = round(rating.after), numbers.signed(words, gain(rating))
            moved.append(words("{player} {rating} ({change})", player=player, rating=now, change=change))
    return words("Rating: {ratings}", ratings=numbers.listing(words, moved))


def cost(words: Words, verdict: Verdict, seat: int) -> str:
    """Say what giving a match up would cost a player in points, or why it costs none; empty if not known.

    No number is told while a rating is provisional.
    """
    rating = verdict.ratings[seat] if verdict.ratings else None
    if verdict.unrated is not None:
        return reason(words, verdict.unrated)
    if rating is None:
        return ""
    if rating.matches <= PROVISIONAL:
        return words("It moves your rating, which is provisional.")
    points = -gain(rating)
    if points <= 0:
        return words("It costs you no rating points.")
    return words.plural("It costs you {n} rating point.", "It costs you {n} rating points.", points)


def paid(words: Words, verdict: Verdict, seat: int) -> str:
    """Say what giving a match up has cost a player, as `cost` does before."""
    rating = verdict.ratings[seat] if verdict.ratings else None
    if verdict.unrated is not None:
        return reason(words, verdict.unrated)
    if rating is None:
        return ""
    if rating.matches <= PROVISIONAL:
        return words(
            "Your rating is provisional, {n} of {most} rated matches.", n=rating.matches, most=PROVISIONAL
        )
    points, now = max(0, -gain(rating)), round(rating.after)
    return words.plural(
        "It cost you {n} rating point. Your rating is {rating} now.",
        "It cost you {n} rating points. Your rating is {rating} now.",
        points,
        rating=now,
    )


def gain(rating: RatingMove) -> int:
    """Return what a match brought in shown points, negative where it cost some."""
    return round(rating.after) - round(rating.before)
