"""One row for each verb: the function that handles it, and how it is acknowledged if that takes long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from cogs.messages.answer import Answer, Deferral
from cogs.presenter import Services
from cogs.presses import absence, ending, hand, notes, rules, table
from cogs.presses.custom_id import Press, Verb

Handler = Callable[[Services, Answer, Press], Awaitable[None]]
"""Does what a press asks for. May raise what `cogs.failures` has words for."""


@dataclass(frozen=True, slots=True)
class Spec:
    """How a press is handled. `deferral`: how it is acknowledged where its answer takes long."""

    handler: Handler
    deferral: Deferral = Deferral.UPDATE
    on_private: Deferral | None = None
    """How a press on a private message is acknowledged; None: as on any other."""

    def deferral_on(self, *, private: bool) -> Deferral:
        """How a press is acknowledged on a message that its presser alone can see, or on a public one."""
        return self.on_private if private and self.on_private is not None else self.deferral


VERBS: Mapping[Verb, Spec] = {
    Verb.JOIN: Spec(table.join),
    Verb.LEAVE: Spec(table.leave),
    Verb.START: Spec(table.start),
    Verb.ADD_CPU: Spec(table.add_cpu),
    Verb.ACCEPT: Spec(table.join),
    Verb.DECLINE: Spec(table.decline),
    Verb.RULES: Spec(rules.rules, Deferral.NOTE),
    Verb.OPTION: Spec(rules.option),
    Verb.VALUE: Spec(rules.value),
    Verb.CLOCK: Spec(rules.clock),
    Verb.RESET: Spec(rules.reset),
    Verb.MARK: Spec(rules.mark),
    Verb.DRAW: Spec(table.draw),
    Verb.HAND: Spec(table.my_hand, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.YAKU: Spec(notes.yaku, Deferral.NOTE),
    Verb.MORE: Spec(notes.more, Deferral.NOTE),
    Verb.NEXT: Spec(table.next_month),
    Verb.MOVE: Spec(hand.move),
    Verb.PICK: Spec(hand.pick),
    Verb.CUT: Spec(hand.cut_anywhere),
    Verb.LIST: Spec(hand.as_list),
    Verb.CHOOSE: Spec(hand.choose),
    Verb.PICTURES: Spec(hand.as_buttons),
    Verb.BRING_DOWN: Spec(notes.move_down),
    Verb.SHUFFLES: Spec(notes.shuffles, Deferral.NOTE),
    Verb.UNSEEN: Spec(notes.unseen, Deferral.NOTE),
    Verb.ASK_RESIGN: Spec(notes.ask_resign),
    Verb.RESIGN: Spec(notes.resign),
    Verb.END_UNMOVED: Spec(notes.resign),
    Verb.ASK_ABORT: Spec(ending.ask),
    Verb.ABORT: Spec(ending.abort),
    Verb.FORCE_ABORT: Spec(ending.force),
    Verb.AGREE_ABORT: Spec(ending.agree),
    Verb.PLAY_ON: Spec(ending.play_on),
    Verb.ASK_CLAIM: Spec(absence.ask_claim, Deferral.NOTE),
    Verb.CLAIM: Spec(absence.claim),
    Verb.STAND_IN: Spec(absence.stand_in, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.COME_BACK: Spec(absence.come_back, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.CANCEL: Spec(notes.cancel),
    Verb.REMATCH: Spec(notes.rematch, Deferral.NOTE),
    Verb.LOG: Spec(notes.log, Deferral.NOTE),
}
