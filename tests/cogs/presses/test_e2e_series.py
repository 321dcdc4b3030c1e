"""A series through the sandbox: chosen in the lobby, told at each table, carried on by *Next match*."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.ids import MatchId, UserId
from bot.wording import people
from cogs.content.custom_id import Press, Verb, format_press
from tests.support.e2e.e2e_stage import LoopStage, stage
from tests.support.e2e.lobbies import lobby_of, open_lobby, rules_panel
from tests.support.e2e.scripted_player import MOVES, Player, play_turn, presses
from tests.support.sandbox.messages import Json, buttons


async def lost_by(here: LoopStage, quitter: Player, players: Sequence[Player], match: MatchId) -> Json:
    """Play until each has played a card; then one gives the match up. The result."""
    client = here.bot.client
    assert client is not None
    for _ in range(4):
        await quitter.user.wait_until(lambda: any(presses(one.hand, *MOVES) for one in players if one.hands))
        await play_turn(next(one for one in players if one.hands and presses(one.hand, *MOVES)))
        await here.rest()
    await client.manager.resign(match, UserId(int(quitter.user.id)))
    return await quitter.user.wait_for(
        lambda m: [press.match for press in presses(m, Verb.REMATCH)] == [match] and "series" in m["content"]
    )


async def test_the_best_of_three_from_the_lobby_to_its_end(tmp_path: Path) -> None:
    """Two matches given up are enough; readers of lobby, table or result know how it stands."""
    async with stage(tmp_path) as here:
        players = host, guest = [await here.player(index) for index in range(2)]
        first, second = (people.escaped(player.user.name) for player in players)
        await open_lobby(host, opponent=guest.user.id, months=3)
        panel = await rules_panel(host)
        best_of = Press(MatchId(1), Verb.BEST_OF, 3)
        await host.user.press(panel, custom_id=format_press(best_of))
        await host.user.wait_update(panel, lambda m: "✓ Best of 3" in [each["label"] for each in buttons(m)])
        lobby = await guest.user.wait_for(lambda m: "Best of 3: 2 wins end it." in m["content"])
        assert "Best of 3" in lobby["attachments"][0]["description"]
        await guest.tap(lobby, Verb.ACCEPT)
        for match in (1, 2):
            await asyncio.gather(*(player.draw_seat() for player in players))
            result = await lost_by(here, guest, players, MatchId(match))
            if match == 1:
                assert [each["label"] for each in buttons(result)][:2] == ["Review", "Next match"]
                assert f"Best of 3: {first} 1 : 0 {second}" in result["content"]
                await guest.tap(result, Verb.REMATCH)
                waiting = await lobby_of(host)
                assert f"Best of 3, match 2: {first} 1 : 0 {second}" in waiting["content"]
                await host.tap(result, Verb.REMATCH)
        assert f"**{first} wins the series 2 : 0!**" in result["content"]
        assert [each["label"] for each in buttons(result)][:2] == ["Review", "New series"]
        await here.must_be_clean()
