"""Every button's verb: one row that says who handles it; and why a command may be refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands import TransformerError

from bot.i18n import Languages
from bot.wording import notes
from cogs.commands import why_refused
from cogs.messages.answer import Deferral
from cogs.presses.custom_id import Shape, Verb
from cogs.presses.verbs import VERBS

ENGLISH = Languages.load().pick("en")


def test_every_verb_has_a_row() -> None:
    """And every row a verb: a button that nothing handles cannot be made."""
    assert set(VERBS) == set(Verb)


def test_a_verb_is_its_text_and_knows_what_follows_it() -> None:
    """As custom ids write it."""
    assert Verb("join") is Verb.JOIN
    assert Verb.JOIN.shape is Shape.BARE
    assert {verb for verb in Verb if verb.shape is not Shape.BARE} == {
        Verb.DRAW, Verb.NEXT, Verb.CUT, Verb.CHOOSE, Verb.MOVE, Verb.PICK, Verb.MONTHS,
        Verb.HOUSED,
    }  # fmt: skip


def test_what_comes_in_a_message_of_its_own_is_acknowledged_by_one() -> None:
    """A hand, or a match, that is slow to come is thought about in private. All else leaves what is there.

    A note is there already, maybe, and what is thought about would be a second one.
    """
    notes_of = {verb for verb in Verb if VERBS[verb].deferral_on(private=False) is Deferral.NOTE}
    assert notes_of == {Verb.REMATCH, Verb.HAND, Verb.STAND_IN, Verb.COME_BACK}
    assert VERBS[Verb.HAND].deferral_on(private=True) is Deferral.UPDATE


class Refusing(app_commands.Transformer):
    """A parameter of some type."""

    def __init__(self, kind: discord.AppCommandOptionType) -> None:
        self._kind = kind

    @property
    def type(self) -> discord.AppCommandOptionType:
        return self._kind

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("kind", [discord.AppCommandOptionType.user, discord.AppCommandOptionType.string])
def test_somebody_who_is_not_in_the_server_is_called_so(kind: discord.AppCommandOptionType) -> None:
    """Nothing else that a parameter may be is told as an invitation that went wrong."""
    said = why_refused(ENGLISH, TransformerError("x", kind, Refusing(kind)))
    of_a_person = kind is discord.AppCommandOptionType.user
    assert said == (notes.opponent_not_here(ENGLISH) if of_a_person else ENGLISH.say(notes.UNKNOWN))
    assert said != notes.opponent_is_self(ENGLISH)
