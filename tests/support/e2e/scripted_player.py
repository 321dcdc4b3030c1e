"""A scripted person, who sees only what is on their screen and presses only what they see there."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Sequence

from cogs.content.custom_id import Press, Verb, format_press, parse_press
from cogs.content.page_id import is_page
from engine.rules.actions import Cut, Shobu
from tests.support.sandbox.messages import Json, buttons, selects, text_of
from tests.support.sandbox.user import Outcome, SandboxUser, something_new
from tests.support.waiting import until

MOVES = {Verb.MOVE, Verb.PICK, Verb.CUT, Verb.CHOOSE}
DEALT_AGAIN = ("dealt again", "配り直し")
Chooser = Callable[[Sequence[Press]], Press | None]
"""The press of those that are offered; None: none now."""


def never_stopping(found: Sequence[Press]) -> Press:
    """The first of the presses that does not end a month where the match may go on."""
    return next((each for each in found if not isinstance(each.move, Shobu)), found[0])


def match_presses(custom_ids: Iterable[str]) -> list[Press]:
    """Return the presses of controls with these custom ids; those of a page belong to no match."""
    return [parse_press(text) for text in custom_ids if not is_page(text)]


def presses(message: Json, *verbs: Verb) -> list[Press]:
    """Return the presses of a match under a message, of these verbs."""
    controls = [each for each in _controls(message) if not each.get("disabled")]
    found = [parse_press(each["custom_id"]) for each in controls]
    return [press for press in found if not verbs or press.verb in verbs]


def custom_id(message: Json, verb: Verb) -> str:
    """The custom id of the only control with a verb; of a row's cards the first one's."""
    found, *more = [
        each["custom_id"] for each in _controls(message) if parse_press(each["custom_id"]).verb is verb
    ]
    assert verb is Verb.DRAW or not more
    return str(found)


def _controls(message: Json) -> list[Json]:
    """The controls of a message that belong to a match; under *More* there is one of a page, too."""
    return [each for each in (*buttons(message), *selects(message)) if not is_page(each["custom_id"])]


def is_hand(message: Json) -> bool:
    """Whether a message is somebody's hand: private, and with the rows of a hand or its picture."""
    private = bool(message["flags"] & 64)
    verbs = {press.verb for press in presses(message)}
    named = {attachment["filename"] for attachment in message["attachments"]}
    return private and ("hand.png" in named or bool(verbs & {*MOVES, Verb.LIST, Verb.PICTURES}))


def _dealt_again(message: Json) -> bool:
    """Whether a message rests because its deal does not stand."""
    return bool(presses(message, Verb.NEXT)) and any(word in text_of(message) for word in DEALT_AGAIN)


def directly(found: Sequence[Press]) -> Press:
    """A card that can be played with one press: others ask first what they capture."""
    return next(press for press in found if press.verb is not Verb.PICK)


class Player:
    """A user of the sandbox who plays, by `chance` where a test does not say how."""

    def __init__(self, user: SandboxUser, chance: random.Random | None = None) -> None:
        self.user = user
        self.chance = chance or random.Random()
        self.taps = 0
        self._drawn: set[tuple[int, int | None]] = set()
        """Matches and rounds in which they have drawn for their seat."""

    @property
    def hands(self) -> list[Json]:
        """The hands on the screen, oldest first."""
        return [message for message in self.user.ephemerals() if is_hand(message)]

    @property
    def hand(self) -> Json:
        """The newest hand on the screen."""
        return self.hands[-1]

    async def hand_with(self, *verbs: Verb) -> Json:
        """Wait until a hand offers one of these verbs."""
        return await self._dealt(lambda m: is_hand(m) and bool(presses(m, *verbs)))

    async def hand_without(self, verb: Verb) -> Json:
        """Wait until there is a hand that does not offer this verb."""
        return await self._dealt(lambda m: is_hand(m) and not presses(m, verb))

    async def _dealt(self, wanted: Callable[[Json], bool]) -> Json:
        """Wait for a hand; before it a card is drawn, and one deal in a hundred has to be dealt again."""

        def asks(message: Json) -> bool:
            return wanted(message) or _dealt_again(message) or bool(self._row(message))

        while not wanted(found := await self.user.wait_for(asks)):
            if self._row(found):
                await self._draw(found)
            else:
                await self.attempt(found, Verb.NEXT)  # somebody else may be faster
        return found

    async def draw_seat(self, channel: str | None = None) -> None:
        """Draw for a seat until the seats are known, where nobody else is awaited."""
        table = await self.user.wait_for(lambda m: bool(self._row(m)), channel=channel)
        while self._row(table):
            await self._draw(table)
            table = await self.user.wait_update(
                table["id"], lambda m: bool(self._row(m)) or not presses(m, Verb.DRAW)
            )

    def _row(self, message: Json) -> list[Press]:
        """The cards of a row from which this player has not drawn yet."""
        return [each for each in presses(message, Verb.DRAW) if (each.match, each.number) not in self._drawn]

    async def _draw(self, message: Json) -> None:
        """Draw a card by chance."""
        press = self.chance.choice(self._row(message))
        self._drawn.add((press.match, press.number))
        self.taps += 1
        if await self.user.attempt(message, format_press(press)) is None:  # somebody else has taken it
            self._drawn.discard((press.match, press.number))

    async def tap(self, message: Json, verb: Verb) -> Outcome:
        """Press the only button with a verb; of a row the first card."""
        self.taps += 1
        self._drawn |= {(press.match, press.number) for press in presses(message, verb) if verb is Verb.DRAW}
        return await self.user.press(message, custom_id=custom_id(message, verb))

    async def attempt(self, message: Json, verb: Verb) -> bool:
        """Press the only button with a verb; False where it has changed or gone since the look."""
        self.taps += 1
        return await self.user.attempt(message, custom_id(message, verb)) is not None

    async def tap_offered(self, verb: Verb, channel: str | None = None) -> Outcome:
        """Press the only button with a verb as soon as a message offers it."""

        def offered() -> tuple[Json, str] | None:
            found = (each for each in reversed(self.user.messages(channel)) if presses(each, verb))
            return next(((each, custom_id(each, verb)) for each in found), None)

        self.taps += 1
        return await self.user.press_offered(offered, verb.value)

    async def move(self, choose: Chooser | None = None, *, months: bool = True) -> bool:
        """Press something on the hand that moves the match on; False where it offers nothing to choose.

        With `months` switched off the next month is left to others.
        """
        for table in filter(self._row, self.user.public()):
            await self._draw(table)
            return True
        if not self.hands:
            return False
        found = presses(self.hand, *MOVES, *([Verb.NEXT] if months else []))
        if not found:
            return False
        press = (choose or self._choose)(found)
        if press is None:
            return False
        self.taps += 1
        values = None
        if press.verb is Verb.CHOOSE:
            (select,) = selects(self.hand)
            values = [self.chance.choice(select["options"])["value"]]
        return await self.user.attempt(self.hand, format_press(press), values=values) is not None

    def _choose(self, found: Sequence[Press]) -> Press:
        """By chance; but a deck is tapped and not cut, so that the deal stays the one that a test knows."""
        tap = [press for press in found if press.move == Cut(0)]
        return self.chance.choice(tap or found)


async def mover_of(players: Sequence[Player]) -> tuple[Player, Player]:
    """Return the player who is asked for a card, and the other one."""
    for player in players:
        await player.hand_without(Verb.NEXT)
    first, second = players
    return (first, second) if presses(first.hand, *MOVES) else (second, first)


def is_over(player: Player, channel: str | None = None) -> bool:
    """Whether the match's result stands in the channel (in any, where none is named)."""
    return any(presses(message, Verb.REMATCH) for message in player.user.public(channel))


async def play_on(
    players: Sequence[Player],
    *,
    choose: Chooser | None = None,
    channel: str | None = None,
) -> None:
    """Everybody presses whatever their hand offers until the result is there."""
    await play_until(players, lambda: is_over(players[0], channel), choose=choose)


async def play_turn(player: Player) -> None:
    """Press until the player's hand asks for nothing more: a card may ask further, for what it captures."""
    await play_until([player], lambda: not presses(player.hand, *MOVES), choose=never_stopping, months=False)


async def all_play_a_card(players: Sequence[Player]) -> None:
    """Two players make all moves of a turn, one after the other."""
    for player in await mover_of(players):
        await player.user.wait_until(lambda: bool(presses(player.hand, *MOVES)))  # noqa: B023
        await play_turn(player)


async def until_rest(players: Sequence[Player]) -> None:
    """Play to the end of the month."""
    await play_until(
        players,
        lambda: any(player.hands and presses(player.hand, Verb.NEXT) for player in players),
        months=False,
    )


async def play_until(
    players: Sequence[Player],
    holds: Callable[[], bool],
    *,
    choose: Chooser | None = None,
    months: bool = True,
) -> None:
    """Everybody presses whatever their hand offers until something holds; see `Player.move`."""

    async def moved() -> bool:
        return any([await player.move(choose, months=months) for player in players])

    await act_until([player.user for player in players], holds, moved)


async def act_until(
    users: Sequence[SandboxUser], holds: Callable[[], object], act: Callable[[], Awaitable[bool]]
) -> None:
    """Act until something holds; wait for news of these people where an act has done nothing."""

    async def done() -> bool:
        seen = [len(user.events) for user in users]
        if holds():
            return True
        if not await act():
            await something_new(users, seen)
        return False

    await until(done, why=lambda: f"never: {holds}", moving=users[0].moving, every=0)
