"""A problem: the position as the hand of whoever is asked, its choices, and what is said about them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.config import Settings
from bot.i18n import Words
from bot.match.learning import problem as problems
from bot.match.learning.problem import Choice, Problem, ProblemId, Solved
from bot.screens import hand
from bot.screens.hand import Look, nearness, prospects
from bot.screens.hand.facts import Held
from bot.screens.learning import tip
from bot.screens.public import PublicScene
from bot.wording import buttons, limits
from bot.wording.learning import problem as wording
from bot.wording.limits import CONTENT, Part
from bot.wording.people import People
from engine.actions import Choose, KoiKoi, Play, Player, Shobu
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.yaku import YakuId
from images.scene.hand import HandScene


@dataclass(frozen=True, slots=True)
class Facts:
    """A problem by its number, as somebody sees it who has done so well with those of its rule set."""

    problem: Problem
    which: ProblemId
    seen: Observation
    hand: hand.Facts
    solved: Solved

    @classmethod
    def of(cls, which: ProblemId, name: str, settings: Settings, look: Look, solved: Solved) -> Facts:
        """The facts for somebody of this name. Raises LookupError where there is no such problem."""
        one = problems.numbered(which)
        view = problems.view(one, name, settings)
        seat = view.seats[problems.solver(one)]
        assert seat.observation is not None
        return cls(one, which, seat.observation, hand.Facts.of(view, seat, look), solved)

    @property
    def total(self) -> int:
        """How many problems of these rules there are."""
        return len(problems.problems(self.which.rule_set))

    @property
    def me(self) -> Player:
        """Who is asked."""
        assert self.seen.viewer is not None
        return self.seen.viewer

    @property
    def held(self) -> Held:
        """The cards of whoever is asked."""
        assert self.hand.held is not None
        return self.hand.held

    @property
    def answered(self) -> bool:
        """Whether its reader has answered it."""
        return self.solved.has(self.which.number)

    def numbered(self, choice: Choice) -> tuple[int, Card, CardSet]:
        """A card choice by the number of its button, as on a hand; the card that lands; what it takes."""
        move = choice.move
        if isinstance(move, Choose):
            assert self.seen.flipped is not None
            return 1 + self.seen.legal.index(move), self.seen.flipped, CardSet.of([move.card])
        assert isinstance(move, Play)
        return 1 + list(self.seen.dealt).index(move.card), move.card, self.seen.takes(move)


def text(words: Words, facts: Facts) -> str:
    """The question over the position as a hand tells it; in text mode with the whole table in words."""
    choices = len(facts.problem.choices)
    asked = wording.of_two(words) if choices == 2 else wording.question(words, choices)
    return _over_position(words, facts, [_title(words, facts), asked, *_standing(words, facts)])


def _over_position(words: Words, facts: Facts, lines: list[str]) -> str:
    own = hand.table_in_words if facts.hand.text_mode else hand.text
    told = (*own(words, facts.hand).split("\n"), *hand.opponents_in_words(words, facts.hand))
    parts = [*map(Part, lines), *(Part(line, rank) for rank, line in enumerate(told))]
    return limits.fitted(parts, CONTENT)


def _title(words: Words, facts: Facts) -> str:
    return wording.title(words, *facts.which)


def _standing(words: Words, facts: Facts) -> tuple[str, ...]:
    """How its reader has done, where they have answered anything."""
    done = facts.solved
    if not done.answered:
        return ()
    told = wording.standing(words, streak=done.streak, best=done.best, solved=done.solved, total=facts.total)
    if done.tried >= facts.total:
        return told, wording.all_done(words, facts.total)
    return (told, wording.counts_no_more(words)) if facts.answered else (told,)


def answer(words: Words, facts: Facts, place: int, *, counted: bool) -> str:
    """What came of choosing the one at this place, from 0; `counted`: it was the first answer."""
    one, best = facts.problem, facts.problem.best
    lines = [
        f"{_title(words, facts)} · {wording.verdict(words, right=place == best)}",
        *(said for each in dict.fromkeys((best, place)) if (said := why(words, facts, each))),
        wording.worths(words, facts.seen.rules),
        *(
            wording.worth(words, named(words, facts, each), each.worth, best=n == best, chosen=n == place)
            for n, each in enumerate(one.choices)
        ),
        wording.method(words),
        *_standing_after(words, facts, counted=counted),
    ]
    if facts.hand.text_mode:
        return _over_position(words, facts, lines)
    return limits.fitted([*map(Part, lines)], CONTENT)


def _standing_after(words: Words, facts: Facts, *, counted: bool) -> tuple[str, ...]:
    told = _standing(words, facts)
    if facts.solved.tried >= facts.total:
        return told
    return told[:1] if counted else (*told[:1], wording.counts_no_more(words))


def named(words: Words, facts: Facts, choice: Choice) -> str:
    """A choice in words."""
    if isinstance(choice.move, Shobu | KoiKoi):
        return label(words, facts, choice)
    number, card, taken = facts.numbered(choice)
    if isinstance(choice.move, Choose):
        return wording.target_choice(words, number, choice.move.card)
    return wording.card_choice(words, number, card, taken)


def label(words: Words, facts: Facts, choice: Choice) -> str:
    """A choice on its button, as on a hand."""
    match choice.move:
        case Shobu():
            return buttons.stop(words, facts.seen.stakes[facts.me])
        case KoiKoi():
            return buttons.koikoi(words)
        case Choose(card=target):
            return buttons.target(words, facts.numbered(choice)[0], target)
        case _:
            number, card, taken = facts.numbered(choice)
            takes = choice.move.capture if isinstance(choice.move, Play) else None
            return wording.card_button(words, number, card, takes, matches=len(taken))


def why(words: Words, facts: Facts, place: int) -> str:
    """One sentence about a choice: why it is best; of another one what it gives away, or nothing."""
    choice, people = facts.problem.choices[place], facts.held.course.cast.named(words)
    best = place == facts.problem.best
    if isinstance(choice.move, Shobu | KoiKoi):
        return _of_decision(words, facts, choice, people) if best else ""
    number, card, taken = facts.numbered(choice)
    if taken:
        return _of_capture(words, facts, choice, people) if best else ""
    given = tip.gift(facts.seen, facts.me, card)
    if given is not None and not best:
        other, yaku = given
        return wording.gives(words, facts.seen.rules, number, people.seated(other), yaku)
    return tip.text(words, facts.seen.rules, tip.laying(facts.seen, number, card), people) if best else ""


def _of_capture(words: Words, facts: Facts, choice: Choice, people: People) -> str:
    """What a capture makes, keeps from somebody or brings nearer; else what it takes."""
    number, card, taken = facts.numbered(choice)
    told = tip.taking(facts.seen, facts.me, number, card, taken)
    if not (told.makes or told.needed or told.near):
        (brought,) = prospects.brought(facts.seen, facts.me, card, [told.takes])
        if nearer := nearness.steps(words, facts.seen.rules, brought):
            return wording.brings(words, number, told.takes, nearer)
    return tip.text(words, facts.seen.rules, told, people)


def _of_decision(words: Words, facts: Facts, choice: Choice, people: People) -> str:
    """Why to stop, or why to go on."""
    seen, left = facts.seen, len(facts.seen.hand)
    others = [Player(each) for each in range(seen.rules.seats) if each != facts.me]
    danger = next(((each, yaku) for each in others for yaku in _one_short(seen, each)), None)
    if isinstance(choice.move, Shobu):
        if danger is None:
            return wording.stop_in_time(words, left)
        return wording.stop_in_danger(words, seen.rules, people.seated(danger[0]), danger[1])
    for yaku in _one_short(seen, facts.me):
        return wording.go_on_near(words, seen.rules, yaku)
    return wording.go_on_safe(words, left) if danger is None else wording.go_on_anyhow(words)


def _one_short(seen: Observation, player: Player) -> list[YakuId]:
    """The yaku for which a player lacks one card."""
    return [yaku for yaku, have, need in seen.begun(player) if need - have == 1]


def shared(words: Words, facts: Facts, player: str) -> str:
    """What everybody reads; what the position is, the picture and its description say."""
    choices = len(facts.problem.choices)
    asked = wording.of_two(words) if choices == 2 else wording.question(words, choices)
    lines = (_title(words, facts), f"{wording.shared(words, player)} {asked}")
    return limits.fitted([*map(Part, lines), *map(Part, hand.opponents_in_words(words, facts.hand))], CONTENT)


def alt(words: Words, facts: Facts) -> str:
    """The description of the position's picture."""
    return hand.alt(words, facts.hand)


def scene(words: Words, facts: Facts) -> HandScene | PublicScene:
    """The picture of the position: the hand of whoever is asked."""
    return hand.scene(words, facts.hand)
