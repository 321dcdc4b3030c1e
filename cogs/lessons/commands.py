"""`/koikoi help` and `/koikoi yaku`: what the game is, how it is counted, its yaku."""

from __future__ import annotations

from bot.match.views import View
from bot.match.vocabulary import Status
from cogs.hosting.services import Services
from cogs.lessons import sheets
from cogs.lessons.sheets import HERE, About, Sheet, SheetPage, Subject, usual
from cogs.messages.answer import Answer
from engine.rules.presets import RulesName, named_rules


async def own_match(services: Services, answer: Answer, *, elsewhere: bool = False) -> View | None:
    """Return the newest live match of the user in this channel; with `elsewhere`, else in the server.

    Raises StorageError.
    """
    place = answer.place
    if place is None:
        return None
    mine = await services.manager.live_matches(user=answer.user, guild=place.guild)
    here = [view for view in mine if view.place.is_in(place.channel)]
    found = here or (mine if elsewhere else [])
    return max(found, key=lambda view: (view.status is Status.PLAYING, view.match), default=None)


async def show(services: Services, sheet: Sheet, answer: Answer, rules: RulesName | None = None) -> None:
    """Answer with a sheet of rules by their name; None: of one's own match, else of new tables.

    The yaku of a match are those of its month, and it may be played elsewhere on the server.
    """
    view = None
    if rules is None:
        view = await own_match(services, answer, elsewhere=sheet is Sheet.YAKU)
    subject: Subject
    if view is not None:
        subject, about = view.match, About(view.rules, view)
    else:
        subject = rules or HERE
        about = About(named_rules(rules) if rules is not None else await usual(services, answer))
    await answer.note(await sheets.shown(services, answer, SheetPage(sheet, subject), about))
