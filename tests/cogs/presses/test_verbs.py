"""Every button's verb: one row that says who handles it; and why a command may be refused."""

from __future__ import annotations

from bot.i18n import Languages
from cogs.content.custom_id import Shape, Verb
from cogs.messages.answer import Deferral
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
        Verb.DRAW, Verb.NEXT, Verb.CUT, Verb.CHOOSE, Verb.MOVE, Verb.PICK, Verb.MONTHS, Verb.BEST_OF,
        Verb.HOUSED, Verb.CHARACTER, Verb.RUNG,
    }  # fmt: skip


def test_what_comes_in_a_message_of_its_own_is_acknowledged_by_one() -> None:
    """A hand, or a match, that is slow to come is thought about in private. All else leaves what is there.

    A note is there already, maybe, and what is thought about would be a second one.
    """
    notes_of = {verb for verb in Verb if VERBS[verb].deferral_on(private=False) is Deferral.NOTE}
    assert notes_of == {Verb.REMATCH, Verb.RUNG, Verb.HAND, Verb.STAND_IN, Verb.COME_BACK}
    assert VERBS[Verb.HAND].deferral_on(private=True) is Deferral.UPDATE
