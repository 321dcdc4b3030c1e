"""A match of two in which a card is asked for, and somebody who has no part in it: for bad presses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ids import MatchId
from bot.sandbox.world.model import Message
from cogs.content.custom_id import Verb
from engine.play.observation import Observation, observe
from engine.rules.actions import Play
from tests.support.e2e import forged_presses, shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, one_hand
from tests.support.e2e.scripted_player import Player, act_until, presses
from tests.support.sandbox.messages import PUBLIC_FILES

MATCH = MatchId(1)


@dataclass(frozen=True, slots=True)
class MatchOfTwo:
    """The player to move, the one who waits, and the watchers."""

    here: LoopStage
    mover: Player
    other: Player
    stranger: Player

    @property
    def action_log(self) -> ActionLog:
        """Return the stored rows."""
        return ActionLog(self.here.data)

    def hand(self, player: Player) -> Message:
        """The message that is a player's live hand."""
        rows = [
            row for row in self.action_log.hands() if (row.match, row.user) == (MATCH, int(player.user.id))
        ]
        found = shown_messages.hand_message(self.here.server, rows[0])
        assert found is not None
        return found

    def table(self) -> Message:
        """The public message."""
        return forged_presses.message_of(self.here, self.action_log.tables()[MATCH])

    async def observation(self) -> Observation:
        """Return the view of the player to move."""
        hosted = await self.action_log.hosted(MATCH)
        assert hosted.progress is not None
        return observe(hosted.progress.state, observe(hosted.progress.state, None).to_move[0])

    async def press(
        self,
        player: Player,
        message: Message,
        custom_id: str,
        *,
        values: list[str] | None = None,
        times: int = 1,
    ) -> Message | None:
        """Put a press before the bot; the private message that answers it, if that is a new one."""
        user = forged_presses.user_of(self.here, player.user.id)
        act = forged_presses.pressed(self.here, user, message, custom_id, values=values)
        return forged_presses.answer_of(self.here, await forged_presses.put(self.here, act, times=times))

    def must_be_private(self) -> None:
        """Every hand lives on a message that its own player alone sees, and no public message shows one."""
        for row in self.action_log.hands():
            message = shown_messages.hand_message(self.here.server, row)
            assert message is not None, row
            assert message.audience == row.user
        for message in shown_messages.public_messages(self.here.server).values():
            assert {each.filename for each in message.attachments} <= PUBLIC_FILES


async def begin_match_of_two(here: LoopStage, channel: str = CHANNEL, **options: object) -> MatchOfTwo:
    """Begin one, and play until somebody has a card to play and the screens have settled."""
    players = [await here.player(index) for index in range(2)]
    stranger = await here.player(2)
    await begin(*players, channel=channel, **options)
    for player in players:  # nobody moves, nor opens a choice, before everybody has a hand
        await player.hand_without(Verb.NEXT)

    mover = await until_card(players)
    for player in players:
        await one_hand(here, player)
    await shown_messages.settled(here.server, ActionLog(here.data))
    await here.rest()
    (other,) = {*players} - {mover}
    return MatchOfTwo(here, mover, other, stranger)


async def until_card(players: Sequence[Player]) -> Player:
    """Play until somebody has a card to play; who."""

    def asked() -> list[Player]:
        return [player for player in players if player.hands and asks_for_a_card(player)]

    async def moved() -> bool:
        for player in players:  # a cut, or a card that leaves a choice, comes first
            if asked() or await player.move():
                return True
        return False

    await act_until([player.user for player in players], asked, moved)
    return asked()[0]


def asks_for_a_card(player: Player) -> bool:
    """Whether the hand waits for one of its cards."""
    return any(isinstance(press.move, Play) for press in presses(player.hand, Verb.MOVE))
