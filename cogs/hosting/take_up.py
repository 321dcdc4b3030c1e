"""A press on a match that was set aside takes it up: in a thread where its channel has tables enough."""

from __future__ import annotations

from bot.match.views import MatchView, View
from cogs.hosting.services import Services
from cogs.hosting.start_table import MatchThread
from cogs.messages.answer import Answer
from cogs.platform.discord_errors import DISCORD_ERRORS
from cogs.platform.places import may_open_threads, missing_for_thread


async def taken_up(services: Services, answer: Answer, view: View) -> View:
    """The match after a press of somebody, taken up where it was set aside.

    Where the bot cannot open a thread, the match goes on in its channel: nobody is kept from their own match.
    Raises as `ending.take_up` does.
    """
    if not isinstance(view, MatchView) or not view.waits_for(answer.user):
        return view
    manager, at_table = services.manager, answer.interaction.channel_id == view.place.channel
    if not at_table or not may_open_threads(answer.interaction) or missing_for_thread(answer.interaction):
        return await manager.take_up(view.match, answer.user)
    thread = MatchThread(services, answer)
    try:
        taken = await manager.take_up(view.match, answer.user, thread)
    except DISCORD_ERRORS:
        return await manager.take_up(view.match, answer.user)
    if taken.place.parent is None:
        # Somebody has been faster.
        await thread.give_up()
    return taken
