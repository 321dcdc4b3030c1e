"""The strip over the cards of a hand's picture: the table as a move needs it (art-guide section 9.3)."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.screens import field as places
from bot.screens import month, parts, players, time_left
from bot.screens.course import Course
from bot.screens.hand.facts import Held
from bot.screens.hand.questions import ChooseTarget
from bot.screens.players import PlayerFacts
from images.scene.common import Label, Name
from images.scene.hand import Strip
from images.scene.table import Band, Highlight, Ring


def strip(words: Words, held: Held) -> Strip:
    """The table in small; cards that may be captured wear the numbers of their buttons."""
    around, seal = held.around, month.seal(words, held.around.month)
    targets = held.question.targets if isinstance(held.question, ChooseTarget) else ()
    numbers = {each.card: Highlight(Ring.CANDIDATE, str(each.number)) for each in targets}
    you = words.within("picture", "You")
    stock = words.within("picture", "Stock {n}", n=around.stock)
    return Strip(
        month=seal.number,
        heading=parts.joined(seal.heading, f" {seal.progress}"),
        chips=seal.chips,
        stock=Label(stock, str(around.stock)),
        others=tuple(_opponent(words, held.course, each) for each in around.others),
        me=replace(players.band(words, held.course.rules, around.me), name=Name(you, you), hand_count=None),
        field=places.slots(around.places, numbers),
        time=time_left.bar(held.course.time),
    )


def _opponent(words: Words, course: Course, one: PlayerFacts) -> Band:
    """An opponent's line; what they captured is not drawn."""
    return replace(players.band(words, course.rules, one), captured=(), fresh=(), cup_counts=False)
