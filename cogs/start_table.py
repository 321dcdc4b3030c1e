"""Starting a table: permissions first, then the lobby, or with CPU players the match and its first hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.views import MatchView
from bot.match.vocabulary import CpuLevel, MatchClock, UserId
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
    which nobody is invited. `clock`: None is the server's default. Raises UserBusy,
    ChannelBusy, StorageTrouble.
    """
    place = answer.place
    assert place is not None, "where the bot is not, nothing is begun"
    if missing := answer.missing_permissions:
        await say(answer, notes.missing_permissions(answer.words, missing))
        return
    view = await services.manager.open_lobby(
        place, answer.person, rules, invited=invited or {}, cpu=cpu, clock=clock
    )
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
