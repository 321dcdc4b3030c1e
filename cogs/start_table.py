"""Starting a table: permissions first, then the lobby, or with CPU players the match and its first hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import NotInThisChannel
from bot.match.views import MatchView, View
from bot.match.vocabulary import CpuLevel, MatchClock, Place, UserId
from bot.wording import notes
from cogs.failures import say
from cogs.messages.answer import Answer
from cogs.messages.hand_message import HandRequest
from cogs.presenter import Services
from engine.rules.options import Rules

TABLE_FIRST = 0.7
"""Seconds that the hand of a match which begins at once waits for its table: less than `ack_seconds`."""
LOBBY_FIRST = 3.0
"""Seconds that whoever opens a lobby waits for it before they are told that it is still to come."""


async def start_table(  # noqa: PLR0913 - all that a table is started with
    services: Services,
    answer: Answer,
    rules: Rules,
    *,
    invited: Mapping[UserId, str] | None = None,
    cpu: CpuLevel | None = None,
    clock: MatchClock | None = None,
) -> None:
    """Start a table where the interaction was made, for `/koikoi play` and for `Rematch`.

    `invited`: who alone may come, with their names. With `cpu`, CPU players of that level take the seats for
    which nobody is invited. `clock`: None is the server's default. The table speaks the server's language or,
    where it has set none, that of whoever starts it. Raises UserBusy, ChannelBusy, NotInThisChannel, Barred,
    OtherUnwilling, StorageTrouble.
    """
    place = answer.place
    if place is None or (missing := answer.missing_permissions):
        words = answer.words
        why = notes.guild_only(words) if place is None else notes.missing_permissions(words, missing)
        await say(answer, why)
        return
    await must_be_allowed(services, answer, place)
    view = await services.manager.open_lobby(
        place,
        answer.person,
        rules,
        invited=invited or {},
        cpu=cpu,
        clock=clock,
        locale=answer.locale,
    )
    await _shown(services, answer, view)


async def must_be_allowed(services: Services, answer: Answer, place: Place) -> None:
    """Raises NotInThisChannel where the server has its tables in other channels."""
    allowed = (await services.manager.servers.row(place.guild)).channels
    if allowed and answer.here.isdisjoint(allowed):
        raise NotInThisChannel(allowed)


async def _shown(services: Services, answer: Answer, view: View) -> None:
    """Wait for the table, and answer with the hand of a match that has begun."""
    presenter = services.presenter
    if isinstance(view, MatchView):
        # The hand is played from, so it stands below the table, at the bottom of the channel.
        await presenter.tables.stands(view.match, seconds=TABLE_FIRST)
        await presenter.hands.answer(view, answer, HandRequest())
        await presenter.hands.remember_press(view.match, answer)
    else:
        await answer.acknowledge()
        # Before anything that Discord may refuse: by it the host's hand comes by itself.
        await presenter.hands.remember_press(view.match, answer)
        if await presenter.tables.stands(view.match, seconds=LOBBY_FIRST):
            # The lobby says all there is to say: the command is answered by its coming.
            await answer.vanish()
        else:
            await say(answer, notes.table_to_come(answer.words))
