"""One row for each verb: the function that handles it, and how it is acknowledged if that takes long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from cogs.content.custom_id import Press, Verb
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, Deferral
from cogs.presses import absence, ending, hand, notes, rules, table

Handler = Callable[[Services, Answer, Press], Awaitable[None]]
"""Does what a press asks for. May raise what `cogs.messages.failures` has words for."""


@dataclass(frozen=True, slots=True)
class Spec:
    """The handling of a press. `deferral`: how it is acknowledged where its answer takes long."""

    handler: Handler
    deferral: Deferral = Deferral.UPDATE
    on_private: Deferral | None = None
    """The acknowledgement of a press on a private message; None: as on any other."""
    page: bool = False
    """Whether a note that answers it is a page: opened from *More* it leads back there."""
    plays: bool = False
    """Whether it is part of the game: the note that its owner has read goes."""

    def deferral_on(self, *, private: bool) -> Deferral:
        """Return the acknowledgement of a press on a message that its presser alone can see, or on a public
        one.
        """
        return self.on_private if private and self.on_private is not None else self.deferral


VERBS: Mapping[Verb, Spec] = {
    Verb.JOIN: Spec(table.join),
    Verb.LEAVE: Spec(table.leave),
    Verb.START: Spec(table.start, plays=True),
    Verb.PLAY_CPU: Spec(table.play_cpu, plays=True),
    Verb.CHARACTER: Spec(table.play_cpu, plays=True),
    Verb.ACCEPT: Spec(table.join, plays=True),
    Verb.DECLINE: Spec(table.decline),
    Verb.BLOCK: Spec(table.block),
    Verb.RULES: Spec(rules.rules, page=True),
    Verb.RULE_SET: Spec(rules.rule_set, page=True),
    Verb.MONTHS: Spec(rules.months, page=True),
    Verb.YAKU_RULES: Spec(rules.ask_house_rules),
    Verb.HOUSE: Spec(rules.ask_house_rules),
    Verb.HOUSED: Spec(rules.house_rules, page=True),
    Verb.CLOCK: Spec(rules.clock, page=True),
    Verb.BEST_OF: Spec(rules.best_of, page=True),
    Verb.RESET: Spec(rules.reset, page=True),
    Verb.MARK: Spec(rules.mark, page=True),
    Verb.DRAW: Spec(table.draw, plays=True),
    Verb.HAND: Spec(table.my_hand, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.YAKU: Spec(notes.yaku, page=True),
    Verb.MORE: Spec(notes.more),
    Verb.MENU: Spec(notes.more),
    Verb.NEXT: Spec(table.next_month, plays=True),
    Verb.MOVE: Spec(hand.move, plays=True),
    Verb.PICK: Spec(hand.pick),
    Verb.CUT: Spec(hand.cut_anywhere, plays=True),
    Verb.LIST: Spec(hand.as_list),
    Verb.CHOOSE: Spec(hand.choose, plays=True),
    Verb.PICTURES: Spec(hand.as_buttons),
    Verb.HINT: Spec(hand.hint, page=True),
    Verb.BRING_DOWN: Spec(notes.move_down, page=True),
    Verb.SHUFFLES: Spec(notes.shuffles, page=True),
    Verb.UNSEEN: Spec(notes.unseen, page=True),
    Verb.ASK_RESIGN: Spec(ending.ask, page=True),
    Verb.RESIGN: Spec(ending.resign),
    Verb.END_UNMOVED: Spec(ending.resign),
    Verb.ABORT: Spec(ending.abort),
    Verb.FORCE_ABORT: Spec(ending.force),
    Verb.AGREE_ABORT: Spec(ending.agree),
    Verb.PLAY_ON: Spec(ending.play_on),
    Verb.ASK_CLAIM: Spec(absence.ask_claim, page=True),
    Verb.CLAIM: Spec(absence.claim),
    Verb.STAND_IN: Spec(absence.stand_in, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.COME_BACK: Spec(absence.come_back, Deferral.NOTE, on_private=Deferral.UPDATE),
    Verb.CANCEL: Spec(notes.cancel),
    Verb.SCORES: Spec(notes.scores),
    Verb.REMATCH: Spec(notes.rematch, Deferral.NOTE),
    Verb.RUNG: Spec(notes.next_rung, Deferral.NOTE),
    Verb.LOG: Spec(notes.log, page=True),
}
