"""A problem: the position as the hand of the player to move, its choices, and what is said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.config import Settings
from bot.i18n import Words
from bot.match import problems
from bot.match.problems import Choice, ProblemId, Solved
from bot.match.views import MatchView
from bot.screens import hand
from bot.screens.hand import Look
from bot.screens.hand.facts import Held
from bot.screens.lessons import reasons
from bot.screens.lessons.reasons import Reason
from bot.screens.public import PublicScene
from bot.wording import buttons, limits
from bot.wording import problems as wording
from bot.wording.limits import CONTENT, Part
from engine.cards.cardset import EMPTY, CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Choose, KoiKoi, Move, Play, Player, Shobu
from engine.rules.options import Rules
from images.scene.hand import HandScene


@dataclass(frozen=True, slots=True)
class Option:
    """A choice: `card` comes to the field and takes `taken`; neither where it is to stop or to go on."""

    move: Move
    worth: float
    number: int
    """Of its button, as on a hand; 0 for a decision."""
    card: Card | None
    taken: CardSet
    stake: int
    """The worth of a stop."""
    reason: Reason | None
    """The reason why it is best; of another one what it gives away."""
    payers: int = 1
    """The number of others who pay for a stop, each its worth."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position with its choices, as the player sees it who is to move."""

    rules: Rules
    choices: tuple[Option, ...]
    best: int
    """The place of the best choice, from 0."""
    hand: hand.Facts

    @classmethod
    def seen_by(
        cls, view: MatchView, me: Player, choices: Sequence[Choice], best: int, look: Look
    ) -> Position:
        """The position of a player in a match, who has these choices."""
        seat, look = view.seats[me], replace(look, alone=True)
        seen = seat.observation
        assert seen is not None
        options = tuple(
            _option(seen, me, each.move, each.worth, best=place == best) for place, each in enumerate(choices)
        )
        return Position(view.rules, options, best, hand.Facts.of(view, seat, look))

    @property
    def held(self) -> Held:
        """The cards of the player to move."""
        assert self.hand.held is not None
        return self.hand.held


@dataclass(frozen=True, slots=True)
class Facts(Position):
    """A problem by its number, as somebody sees it who has done so well with those of its rule set."""

    which: ProblemId
    solved: Solved

    @classmethod
    def of(cls, which: ProblemId, name: str, settings: Settings, look: Look, solved: Solved) -> Facts:
        """The facts for somebody of this name. Raises LookupError where there is no such problem."""
        one = problems.numbered(which)
        view, me = problems.view(one, name, settings), problems.solver(one)
        at = Position.seen_by(view, me, one.choices, one.best, look)
        return cls(at.rules, at.choices, at.best, at.hand, which, solved)

    @property
    def total(self) -> int:
        """Return the number of problems of these rules."""
        return len(problems.problems(self.which.rule_set))

    @property
    def answered(self) -> bool:
        """Whether its reader has answered it."""
        return self.solved.has(self.which.number)


def _option(seen: Observation, me: Player, move: Move, worth: float, *, best: bool) -> Option:
    """The facts of one choice."""
    if isinstance(move, Shobu | KoiKoi):
        stops = isinstance(move, Shobu)
        why = reasons.of_decision(seen, me, stops=stops) if best else None
        stake, payers = seen.stakes[me] if stops else 0, len(seen.scores) - 1
        return Option(move, worth, 0, None, EMPTY, stake, why, payers)
    number, card, taken = _played(seen, move)
    return Option(move, worth, number, card, taken, 0, _reason(seen, me, (number, card, taken), best=best))


def _played(seen: Observation, move: Move) -> tuple[int, Card, CardSet]:
    """The number of a card choice's button, the card that comes to the field, and what it takes."""
    if isinstance(move, Choose):
        assert seen.flipped is not None
        return 1 + seen.legal.index(move), seen.flipped, CardSet.of([move.card])
    assert isinstance(move, Play)
    return 1 + list(seen.dealt).index(move.card), move.card, seen.takes(move)


def _reason(seen: Observation, me: Player, played: tuple[int, Card, CardSet], *, best: bool) -> Reason | None:
    number, card, taken = played
    if not best:
        return None if taken else reasons.of_gift(seen, me, number, card)
    if taken:
        return reasons.of_capture(seen, me, number, card, taken)
    return reasons.of_laying(seen, number, card)


def text(words: Words, facts: Facts) -> str:
    """The question over the position as a hand tells it; in text mode with the whole table in words."""
    choices = len(facts.choices)
    asked = words.say(wording.OF_TWO) if choices == 2 else wording.question(words, choices)
    return over_position(words, facts, [_title(words, facts), asked, *_standing(words, facts)])


def over_position(words: Words, facts: Position, lines: list[str]) -> str:
    """Lines over the position as a hand tells it; in text mode with the whole table in words."""
    own = hand.table_in_words if facts.hand.text_mode else hand.text
    told = own(words, facts.hand).split("\n")
    parts = [*map(Part, lines), *(Part(line, rank) for rank, line in enumerate(told))]
    return limits.fitted(parts, CONTENT)


def _title(words: Words, facts: Facts) -> str:
    return wording.title(words, *facts.which)


def _standing(words: Words, facts: Facts) -> tuple[str, ...]:
    """Return the reader's results, where they have answered anything."""
    done = facts.solved
    if not done.answered:
        return ()
    told = wording.standing(words, streak=done.streak, best=done.best, solved=done.solved, total=facts.total)
    if done.tried >= facts.total:
        return told, wording.all_done(words, facts.total)
    return (told, words.say(wording.COUNTS_NO_MORE)) if facts.answered else (told,)


def answer(words: Words, facts: Facts, place: int, *, counted: bool) -> str:
    """Return the result of choosing the answer at this place, from 0; `counted`: it was the first answer."""
    best = facts.best
    lines = [
        wording.answered(words, _title(words, facts), right=place == best),
        *(said for each in dict.fromkeys((best, place)) if (said := why(words, facts, each))),
        wording.worths(words, facts.rules),
        *(
            wording.worth(words, named(words, each), each.worth, best=n == best, chosen=n == place)
            for n, each in enumerate(facts.choices)
        ),
        *_standing_after(words, facts, counted=counted),
    ]
    if facts.hand.text_mode:
        return over_position(words, facts, lines)
    return limits.fitted([*map(Part, lines)], CONTENT)


def _standing_after(words: Words, facts: Facts, *, counted: bool) -> tuple[str, ...]:
    told = _standing(words, facts)
    if facts.solved.tried >= facts.total:
        return told
    return told[:1] if counted else (*told[:1], words.say(wording.COUNTS_NO_MORE))


def named(words: Words, choice: Option) -> str:
    """A choice in words."""
    if choice.card is None:
        return label(words, choice)
    if isinstance(choice.move, Choose):
        return wording.target_choice(words, choice.number, choice.move.card)
    return wording.card_choice(words, choice.number, choice.card, choice.taken)


def label(words: Words, choice: Option) -> str:
    """A choice on its button, as on a hand."""
    match choice.move:
        case Shobu():
            return buttons.stop(words, choice.stake, choice.payers)
        case Choose(card=target):
            return buttons.target(words, choice.number, target)
        case Play(card=card, capture=takes):
            return wording.card_button(words, choice.number, card, takes, matches=len(choice.taken))
        case _:
            return words.say(buttons.KOIKOI)


def why(words: Words, facts: Position, place: int) -> str:
    """One sentence about a choice: why it is best; of another one what it gives away, or nothing."""
    reason = facts.choices[place].reason
    if reason is None:
        return ""
    return reasons.text(words, facts.rules, reason, facts.held.course.cast.named(words))


def shared(words: Words, facts: Facts, player: str) -> str:
    """Return the text for everybody; the picture and its description tell the position.

    Cards to choose from are not counted: their buttons are seen only by those who solve it.
    """
    asked = [wording.shared(words, player)]
    if any(isinstance(each.move, KoiKoi) for each in facts.choices):
        asked.append(words.say(wording.OF_TWO))
    lines = (_title(words, facts), " ".join(asked))
    return limits.fitted([*map(Part, lines), *hand.left_out(words, facts.hand)], CONTENT)


def shared_answer(words: Words, facts: Facts, player: str, *, right: bool) -> str:
    """One line on how somebody's first answer went, which gives no answer away."""
    number, rule_set, streak = facts.which.number, facts.which.rule_set, facts.solved.streak
    return wording.shared_answer(words, player, rule_set, number, streak=streak if right else None)


def alt(words: Words, facts: Position) -> str:
    """The description of the position's picture."""
    return hand.alt(words, facts.hand)


def scene(words: Words, facts: Position) -> HandScene | PublicScene:
    """The picture of the position: the hand of the player to move."""
    return hand.scene(words, facts.hand)
