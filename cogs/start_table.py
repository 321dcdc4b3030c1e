"""Opening a table: permissions first, then the lobby, or with CPU players the match and its first hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.views import MatchView
from bot.match.vocabulary import CpuLevel, UserId
from bot.service.manager import Manager
from bot.wording import notes
from cogs.failures import say
from cogs.messages.answer import Answer
from cogs.messages.hand_message import HandRequest
from cogs.people import missing_permissions, person_of, place_of
from cogs.presenter import CogPresenter
from engine.rules.options import Rules

TABLE_FIRST = 0.7
"""Seconds that the hand of a match which begins at once waits for its table: less than an acknowledgement."""


class Opening:
    """What `/koikoi play` and `Rematch` share."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._presenter = presenter

    async def open(
        self,
        answer: Answer,
        rules: Rules,
        *,
        invited: Sequence[UserId] = (),
        cpu: CpuLevel | None = None,
    ) -> None:
        """Open a lobby where the interaction was made. Raises UserBusy, ChannelBusy, StorageTrouble."""
        interaction = answer.interaction
        words = self._presenter.languages.pick(interaction.locale.value)
        place = place_of(interaction)
        if place is None:
            await say(answer, notes.guild_only(words))
            return
        if missing := missing_permissions(interaction):
            await say(answer, notes.missing_permissions(words, missing))
            return
        view = await self._manager.open_lobby(place, person_of(interaction), rules, invited=invited, cpu=cpu)
        if isinstance(view, MatchView):
            # The hand is played from, so it stands below the table, at the bottom of the channel.
            await self._presenter.tables.stands(view.match, seconds=TABLE_FIRST)
            await self._presenter.hands.answer(view, answer, HandRequest())
        else:
            await say(answer, notes.opened(words))
        await self._presenter.hands.remember_press(view.match, interaction)
