"""The rows of how somebody is called: when a message mentions them, and the hours in which none does."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.vocabulary import Pings, QuietHours
from bot.records import periods
from bot.service.persons import Persons
from bot.wording.settings import notifications
from cogs.content.controls import Button, Option, Rows, Select
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said
from cogs.settings.person.own import Own

HOURS = tuple(hour * 60 for hour in range(24))
"""The times of a day that are offered, in minutes."""
USUAL = QuietHours(22 * 60, 8 * 60)
"""The quiet hours whose other end is used where only one has been chosen."""


class PingsRow(PanelRow[Own]):
    """The row in which somebody chooses when they are called."""

    name = "pings"
    title = notifications.TITLE
    about = notifications.ABOUT

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def standing(self, words: Words, state: Own) -> str:
        """The choice, and what it means."""
        return notifications.standing(words, state.pings)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A select of the four choices."""
        options = []
        for each in Pings:
            name, told = notifications.choice(words, each)
            options.append(Option(name, each.value, told, chosen=each is state.pings))
        return ((Select(words.say(notifications.PLACEHOLDER), put.chosen(), tuple(options)),),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice."""
        if wanted in set(Pings):
            await self._persons.set_pings(answer.user, answer.person.name, Pings(wanted))
        return Said()


class QuietRow(PanelRow[Own]):
    """The row of the hours in which nobody calls them."""

    name = "quiet"
    title = notifications.QUIET_TITLE
    about = notifications.QUIET_ABOUT
    FROM, TO, NONE = "from", "to", "none"

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def standing(self, words: Words, state: Own) -> str:
        """The hours, and the zone that they are of."""
        return notifications.quiet(words, state.quiet, periods.zone(state.time_zone, state.locale).key)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A select of beginnings, one of ends, each without the hour of the other; a button to have none."""
        now = state.quiet
        start, end = (None, None) if now is None else (now.start, now.end)
        begins = tuple(
            Option(notifications.quiet_from(words, each), str(each), "", chosen=each == start)
            for each in HOURS
            if each != end
        )
        ends = tuple(
            Option(notifications.quiet_to(words, each), str(each), "", chosen=each == end)
            for each in HOURS
            if each != start
        )
        none = Button(words.say(notifications.NO_QUIET_BUTTON), put.to(self.NONE), disabled=now is None)
        return (
            (Select(words.say(notifications.QUIET_FROM_PLACEHOLDER), put.to(self.FROM), begins),),
            (Select(words.say(notifications.QUIET_TO_PLACEHOLDER), put.to(self.TO), ends),),
            (none,),
        )

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the hours; where only one end has been chosen, the other is the usual one."""
        now, chosen = state.quiet or USUAL, _hour(answer.chosen)
        if wanted == self.NONE:
            await self._persons.set_quiet(answer.user, answer.person.name, None)
        elif wanted in {self.FROM, self.TO} and chosen is not None:
            hours = QuietHours(chosen, now.end) if wanted == self.FROM else QuietHours(now.start, chosen)
            if hours.start == hours.end:  # the usual other end: two hours that are the same are none
                hours = QuietHours(hours.start, (hours.end + 60) % (24 * 60))
            await self._persons.set_quiet(answer.user, answer.person.name, hours)
        return Said()


def _hour(value: str | None) -> int | None:
    """The minutes of a day that a select gave; None for what it does not offer."""
    return next((each for each in HOURS if str(each) == value), None)
