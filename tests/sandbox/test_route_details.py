"""Small print of the other routes: commands by id, threads in the archive, overwrites, emojis, faults."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from bot.sandbox.common.types import ChannelType
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.seed import CHANNEL_IDS
from tests.sandbox.clients.raw_bot import RawBot, raw_bot, row
from tests.sandbox.clients.test_discord_py import picture
from tests.sandbox.clients.test_other_clients import grant
from tests.support.sandbox.user import RefusedError


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as started:
        yield started


def command(name: str, **changes: Any) -> dict[str, Any]:
    """A slash command."""
    return {"name": name, "description": "d"} | changes


async def test_a_bulk_write_may_name_commands_by_id(bot: RawBot) -> None:
    """A command that is named by its id is renamed; others by their names, none of them twice."""
    first, second = (await bot.register(command("a"), command("b"))).body
    changed = (await bot.register(command("c", id=first["id"]), command("b"), command("a"))).body
    assert [found["name"] for found in changed] == ["c", "b", "a"]
    assert [found["id"] for found in changed[:2]] == [first["id"], second["id"]]
    assert changed[2]["id"] not in (first["id"], second["id"])
    swapped = (await bot.register(command("b", id=first["id"]), command("c", id=second["id"]))).body
    assert {found["id"]: found["name"] for found in swapped} == {first["id"]: "b", second["id"]: "c"}
    assert (await bot.register(command("d", id="x"))).field_codes() == {"0.id": ["NUMBER_TYPE_COERCE"]}
    unknown = (await bot.register(command("d", id="1"))).body
    assert [found["name"] for found in unknown] == ["d"]


async def test_the_application_is_as_its_owner_has_set_it_up(bot: RawBot) -> None:
    """Install settings as they were set last, flags by the intents; no other field can be set."""
    plain = (await bot.call("GET", "/applications/@me")).body
    await bot.sandbox.control("application", bot_public=False)
    await bot.sandbox.control("application", integration_types_config={"1": {}})
    await bot.sandbox.control("settings", privileged_intents=1 << 1 | 1 << 15)
    changed = (await bot.call("GET", "/applications/@me")).body
    flags = 1 << 15 | 1 << 19
    assert changed == plain | {"integration_types_config": {"1": {}}, "flags": flags, "flags_new": str(flags)}
    with pytest.raises(RefusedError, match="the owner sets bot_public"):
        await bot.sandbox.control("application", id="1")


async def test_the_time_of_answers_can_be_wrong(bot: RawBot) -> None:
    """For a bot that compares it with its machine's."""
    await bot.sandbox.control("settings", date_ahead_seconds=3600)
    told = parsedate_to_datetime((await bot.call("GET", "/users/@me")).headers["Date"])
    assert 3590 < (told - datetime.now(UTC)).total_seconds() <= 3600


@pytest.mark.parametrize("types", [["0"], [99], [True], [0.5], [[]]])
async def test_channel_types_are_known_numbers(bot: RawBot, types: list[Any]) -> None:
    """In options of commands and in selects; kinds that the sandbox lacks are taken."""
    option = {"type": 7, "name": "where", "description": "d"}
    refused = await bot.register(command("a", options=[option | {"channel_types": types}]))
    assert refused.field_codes() == {"0.options.0.channel_types": ["BASE_TYPE_CHOICES"]}
    assert (await bot.register(command("a", options=[option | {"channel_types": [0, 2, 15]}]))).status == 200
    select = {"type": 8, "custom_id": "c"}
    answer = await bot.send(content="x", components=[row(select | {"channel_types": types})])
    assert answer.field_codes() == {"components.0.components.0.channel_types": ["BASE_TYPE_CHOICES"]}
    assert (await bot.send(content="x", components=[row(select | {"channel_types": [13]})])).status == 200


async def test_an_emojis_new_name_must_be_free(bot: RawBot) -> None:
    """Renaming follows the rule of making: one emoji a name, its own included."""
    path = f"/applications/{bot.server.world.application_id}/emojis"
    image = "data:image/png;base64," + base64.b64encode(picture()).decode()
    for name in ("pine", "crane"):
        emoji = (await bot.call("POST", path, {"name": name, "image": image})).body
    own = f"{path}/{emoji['id']}"
    taken = await bot.call("PATCH", own, {"name": "pine"})
    assert taken.field_codes() == {"name": ["APPLICATION_EMOJI_NAME_ALREADY_TAKEN"]}
    assert (await bot.call("PATCH", own, {"name": "crane"})).status == 200


async def private_threads(bot: RawBot, *names: str) -> list[str]:
    """Archived private threads, in this order."""
    channel = f"/channels/{bot.sandbox.channel('hanafuda')}"
    ids = []
    for name in names:
        thread = (await bot.call("POST", f"{channel}/threads", {"name": name})).body
        assert thread["type"] == 12
        ids.append(thread["id"])
    for thread_id in ids[::-1]:
        assert (await bot.call("PATCH", f"/channels/{thread_id}", {"archived": True})).status == 200
    return ids


async def test_the_archive_is_read_page_by_page(bot: RawBot) -> None:
    """By the time of archiving, the latest first, from `before` on; `limit` is 2-100."""
    grant(bot, Permission.CREATE_PRIVATE_THREADS | Permission.MANAGE_THREADS)
    ids = await private_threads(bot, "a", "b", "c", "d", "e")
    channel = f"/channels/{bot.sandbox.channel('hanafuda')}"
    path = f"{channel}/threads/archived/private"
    found: list[str] = []
    query: dict[str, str] = {"limit": "2"}
    for more in (True, True, False):
        page = (await bot.call("GET", path, params=query)).body
        assert page["has_more"] is more
        found += [thread["id"] for thread in page["threads"]]
        query["before"] = page["threads"][-1]["thread_metadata"]["archive_timestamp"]
    assert found == ids
    assert (await bot.call("GET", path, params={"limit": "1"})).field_codes() == {
        "limit": ["NUMBER_TYPE_MIN"]
    }
    state = bot.server.world.channels[int(ids[3])].thread  # type: ignore[index]
    assert state is not None
    state.members.clear()
    joined = f"{channel}/users/@me/threads/archived/private"
    shown = (await bot.call("GET", joined, params={"before": ids[4]})).body["threads"]
    assert [thread["id"] for thread in shown] == [ids[2], ids[1], ids[0]]


async def test_a_thread_counts_all_its_messages(bot: RawBot) -> None:
    """The count of messages goes on after 50, and falls with a deletion."""
    sent = (await bot.send(content="x")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/threads"
    thread = (await bot.call("POST", path, {"name": "match"})).body["id"]
    last = [(await bot.send(thread, content=str(number))).body["id"] for number in range(52)][-1]
    await bot.call("DELETE", f"/channels/{thread}/messages/{last}")
    shown = (await bot.call("GET", f"/channels/{thread}")).body
    assert (shown["message_count"], shown["total_message_sent"]) == (51, 52)


async def test_channel_fields_that_are_not_served_are_not_passed_over(bot: RawBot) -> None:
    """`nsfw` and `invitable` are written; what a channel here has not is 501 and remembered."""
    grant(bot, Permission.MANAGE_CHANNELS | Permission.CREATE_PRIVATE_THREADS)
    channel = f"/channels/{bot.sandbox.channel('hanafuda')}"
    assert (await bot.call("PATCH", channel, {"nsfw": True, "parent_id": None})).body["nsfw"] is True
    bodies: list[Any] = [{"permission_overwrites": []}, {"type": 5}, {"default_auto_archive_duration": 60}]
    for body in bodies:
        assert (await bot.call("PATCH", channel, body)).status == 501
    thread = (await bot.call("POST", f"{channel}/threads", {"name": "p"})).body["id"]
    changed = (await bot.call("PATCH", f"/channels/{thread}", {"invitable": False})).body
    assert changed["thread_metadata"]["invitable"] is False
    assert len((await bot.sandbox.traffic())["unimplemented"]) == 3


async def test_overwrites_neither_give_nor_take_what_one_has_not(bot: RawBot) -> None:
    """Bits beyond the bot's own are 50013, allowed or denied; strangers cannot have an overwrite."""
    grant(bot, Permission.MANAGE_ROLES)
    channel = f"/channels/{bot.sandbox.channel('hanafuda')}/permissions"
    user = bot.sandbox.users[1]["id"]
    ban, send = str(int(Permission.BAN_MEMBERS)), str(int(Permission.SEND_MESSAGES))
    for body in ({"allow": ban}, {"deny": ban}):
        assert (await bot.call("PUT", f"{channel}/{user}", body | {"type": 1})).code == 50013
    assert (await bot.call("PUT", f"{channel}/{user}", {"type": 1, "deny": send})).status == 204
    for target, kind in ((user, 0), (bot.sandbox.guild, 1), ("1", 1)):
        unknown = await bot.call("PUT", f"{channel}/{target}", {"type": kind, "deny": send})
        assert (unknown.status, unknown.code) == (404, 10009)


async def test_a_429_on_demand_says_when_to_come_back(bot: RawBot) -> None:
    """A fault of status 429 has the body and headers of every 429, so that any client can obey it."""
    route = "/users/@me"
    message = "You are being rate limited."
    await bot.sandbox.control("fault", method="GET", route=route, status=429, count=1, message=message)
    refused = await bot.call("GET", route)
    assert refused.body == {"message": message, "code": 0, "retry_after": 0.5, "global": False}
    assert refused.headers["Retry-After"] == "1"
    assert (await bot.call("GET", route)).status == 200


async def test_what_the_bot_may_do_in_its_guilds(bot: RawBot) -> None:
    """The list of own guilds holds the bot's permissions, and numbers where they are asked for."""
    grant(bot, Permission.BAN_MEMBERS)
    (guild,) = (await bot.call("GET", "/users/@me/guilds?with_counts=true")).body
    wanted = int(Permission.BAN_MEMBERS | Permission.VIEW_CHANNEL)
    assert int(guild["permissions"]) & wanted == wanted
    assert (guild["owner"], guild["approximate_member_count"]) == (False, 6)
    path = f"/guilds/{bot.sandbox.guild}/members/search"
    assert (await bot.call("GET", path)).field_codes() == {"query": ["BASE_TYPE_REQUIRED"]}


async def test_a_token_route_that_is_not_served_needs_no_bot_token(bot: RawBot) -> None:
    """The route is answered 501 and remembered, as every real route that the sandbox lacks."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    await bot.callback(interaction, 4, {"content": "x"})
    url = f"{bot.server.url}/api/v10{bot.webhook(interaction)}"
    async with bot.session.get(url) as answer:
        assert answer.status == 501
    traffic = await bot.sandbox.traffic()
    assert traffic["unimplemented"] == ["GET /webhooks/{webhook_id}/{webhook_token}"]


@pytest.mark.parametrize(
    ("kind", "wanted", "made"),
    [
        (ChannelType.TEXT, 11, 11),
        (ChannelType.TEXT, 10, None),
        (ChannelType.ANNOUNCEMENT, 10, 10),
        (ChannelType.ANNOUNCEMENT, 11, None),
        (ChannelType.ANNOUNCEMENT, 12, None),
        (ChannelType.ANNOUNCEMENT, None, None),
    ],
)
async def test_a_channel_has_threads_of_its_kind_alone(
    bot: RawBot, kind: ChannelType, wanted: int | None, made: int | None
) -> None:
    """One that is on a message is of the kind that all see."""
    channel = bot.server.world.channels[CHANNEL_IDS["hanafuda"]]
    channel.type = kind
    asked = {"name": "match"} if wanted is None else {"name": "match", "type": wanted}
    answer = await bot.call("POST", f"/channels/{channel.id}/threads", asked)
    assert (answer.body["type"] if made else answer.body["code"]) == (made or 50024)
    sent = (await bot.send(str(channel.id), content="a table")).body
    path = f"/channels/{channel.id}/messages/{sent['id']}/threads"
    on_it = (await bot.call("POST", path, {"name": "match"})).body["type"]
    assert on_it == (11 if kind is ChannelType.TEXT else 10)
