"""The rules of a table through the sandbox: chosen with the command, played by to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage
from tests.support.e2e.scripted_player import play_on, presses
from tests.support.sandbox.messages import selects


async def test_options_are_typed_with_suggestions(tmp_path: Path) -> None:
    """The suggestions for the chosen rule set, in the user's language, open such a table."""
    async with stage(tmp_path) as here:
        host = await here.player(0, "ja")
        path = "koikoi play"
        typed: dict[str, object] = {"rules": "league", "options": "親権"}
        offered = await host.user.autocomplete(path, "options", options=typed, channel=CHANNEL)
        assert {"name": "親権：4", "value": "親権：4"} in offered
        typed["options"] = "親権：4、7点"
        (more,) = await host.user.autocomplete(path, "options", options=typed, channel=CHANNEL)
        assert more["value"] == "親権：4、7点以上は倍：あり"
        sannin: dict[str, object] = {"rules": "sannin", "options": "親権"}
        assert await host.user.autocomplete(path, "options", options=sannin, channel=CHANNEL) == []
        wanted = {"rules": "league", "months": 3, "options": more["value"]}
        await host.user.command(path, channel=CHANNEL, options=wanted)
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert "Seven doubles: on, Oya-ken: 4" in lobby["content"]
        assert "Seven doubles: on; Oya-ken: 4" in lobby["attachments"][0]["description"]
        await here.must_be_clean()


async def test_months_are_those_of_the_chosen_rule_set(tmp_path: Path) -> None:
    """Suggested are its own; another number opens a table of the nearest length, and the host is told."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        path = "koikoi play"
        for rules, typed, expected in (
            ("sannin", "", [3, 6, 12]),
            ("sannin", "1", [12]),
            ("league", "1", [1, 12]),
            ("ishokai", "", [1, 3, 6, 12]),
        ):
            options: dict[str, object] = {"rules": rules, "months": typed}
            offered = await host.user.autocomplete(path, "months", options=options, channel=CHANNEL)
            assert [each["value"] for each in offered] == expected
        said = await host.user.command(path, channel=CHANNEL, options={"rules": "sannin", "months": 1})
        note = await host.user.answer(said)
        assert note["content"] == (
            "In Sannin a match can last 3, 6, 12 months. Your table takes the nearest: 3."
        )
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert "3 months" in lobby["content"]
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(("wanted", "taken"), [(-1, 1), (2, 1), (7, 6), (9, 6), (10, 12), (2**40, 12)])
async def test_a_length_that_does_not_exist_becomes_the_nearest(
    tmp_path: Path, wanted: int, taken: int
) -> None:
    """Of two that are equally near, the shorter; also where house rules are typed."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        for options in ("", "oyaken=4"):
            asked = {"rules": "league", "months": wanted} | ({"options": options} if options else {})
            note = await host.user.answer(
                await host.user.command("koikoi play", channel=CHANNEL, options=asked)
            )
            assert note["content"].endswith(f"the nearest: {taken}.")
            lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.LEAVE)))
            assert f"{taken} month" in lobby["content"]
            await host.tap(lobby, Verb.LEAVE)
            await host.user.wait_update(lobby, lambda m: not presses(m, Verb.LEAVE))
        await here.must_be_clean()


async def test_options_that_do_not_fit_are_explained(tmp_path: Path) -> None:
    """No table opens; a Note names the option and what it can be."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        said = await host.user.command("koikoi play", channel=CHANNEL, options={"options": "oyaken=40"})
        note = await host.user.answer(said)
        assert host.user.ephemerals() == [note]
        assert "**Oya-ken**" in note["content"]
        assert "0–12" in note["content"]
        assert host.user.public() == []
        await here.must_be_clean()


async def test_an_option_that_is_given_twice_is_explained(tmp_path: Path) -> None:
    """Within the text, and as a parameter and in the text; no table opens, in the language of who typed."""
    async with stage(tmp_path) as here:
        for index, (locale, told) in enumerate((("en-US", "twice"), ("ja", "2回"), ("ko", "두 번"))):
            host = await here.player(index, locale)
            for typed in (
                {"rules": "league", "options": "oyaken=4, Oya-ken: 6"},
                {"rules": "league", "months": 3, "options": "months=6"},
            ):
                said = await host.user.command("koikoi play", channel=CHANNEL, options=typed)
                assert told in (await host.user.answer(said))["content"]
            assert host.user.public() == []
        await here.must_be_clean()


async def test_a_match_by_house_rules_is_played_to_its_end(tmp_path: Path) -> None:
    """Every option of the league away from its default: table and rules name them, and the match ends."""
    changed = (
        "rain_sanko=true, cup=either, viewing=false, hand_yaku=false, field_four=dealer_takes, "
        "seven_double=true, koi_multiplier=each, oyaken=0"
    )
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, rules="league", months=1, options=changed)
        table = await players[0].user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        assert "Koi-koi multiplier: calls of both + 1" in table["content"]
        note = await players[0].user.answer(await players[0].tap(table, Verb.MORE))
        told = await players[0].user.answer(await players[0].tap(note, Verb.RULES))
        assert "✎ **Oya-ken: 0** (default: 6)" in told["content"]
        assert selects(told) == []
        await play_on(players)
        await here.must_be_clean()
