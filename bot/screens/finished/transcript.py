"""The log of a finished match as a text: to be read, pasted, and looked up in its record.

Every move stands in words and, in brackets, as the record writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.i18n import Words
from bot.match.finished import Moment, Replay, ReplayStep
from bot.screens import news
from bot.screens.finished import replay as replay_screen
from bot.wording import cards, months, numbers, settling, yaku
from bot.wording import rules as rule_words
from bot.wording.people import People
from engine.cards.deck import format_cards
from engine.play.events import Dealt, MatchOver
from engine.record.match_record import Record
from engine.record.notation import format_action
from engine.rules.actions import Action, Declare, Phase


@dataclass(frozen=True, slots=True)
class Facts:
    """A match that is over, and when it was played as far as that is known."""

    record: Record
    replay: Replay
    started_at: datetime | None = None
    ended_at: datetime | None = None


def text(words: Words, facts: Facts) -> str:
    """The whole log; lines end with a newline, the last one too."""
    people = replay_screen.cast_of(facts.replay).named(words, plain=True)
    lines = [*_head(words, facts, people), *_course(words, facts, people), *_proof(words, facts.record)]
    return "\n".join(lines) + "\n"


def _head(words: Words, facts: Facts, people: People) -> Iterator[str]:
    """Yield the kind, the date, the players and the end of the match."""
    replay = facts.replay
    yield words("Koi-koi: {rules}", rules=rule_words.title(words, replay.rules))
    if changed := rule_words.changed(words, replay.rules):
        yield words("Options: {options}", options=numbers.listing(words, changed))
    times = [_time(at) for at in (facts.started_at, facts.ended_at) if at is not None]
    if times:
        yield words("Played: {times}", times=" – ".join(times))
    seated = [people.seated(player) for player in range(len(replay.order))]
    yield words("Players: {players}", players=numbers.listing(words, seated or people.names))
    watching = [name for number, name in enumerate(people.names) if seated and number not in replay.order]
    if watching:
        yield words("Watching: {players}", players=numbers.listing(words, watching))
    final = next((event for event in replay.steps[-1].events if isinstance(event, MatchOver)), None)
    if final is not None:
        for place, player, score in news.ranked(words, replay.rules, people, final.scores, final.ranking):
            yield f"  {words('{place}. {player} {score}', place=place, player=player, score=score)}"
    else:
        yield words("It ended without a result.")
    yield words("In brackets: the move in the notation of the record.")


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _course(words: Words, facts: Facts, people: People) -> Iterator[str]:
    """Every step, under a heading for the draw and for each deal."""
    replay = facts.replay
    yield from ("", f"== {words('The draw for the seats')} ==")
    cut: list[str] = []
    for step in replay.steps:
        yield from _answers(words, step.actions[:-1], people)
        told = _told(words, replay, step, people)
        if step.moment is Moment.CUT:
            cut = told  # of the deal that comes of it
        elif any(isinstance(event, Dealt) for event in step.events):
            yield from ("", f"== {_deal(words, replay, step)} ==", *cut, *told)
            yield from _dealt(words, step, people)
            cut = []
        elif step.end is not None:
            yield from _ended(words, replay, step, people)
        else:
            yield from told
    shown = sum(len(step.actions) for step in replay.steps)
    yield from _answers(words, facts.record.actions[shown:], people)


def _answers(words: Words, silent: Iterable[Action], people: People) -> Iterator[str]:
    """Yield the answers of the secret round, which nobody saw as they were given."""
    for action in silent:
        name = people.seated(action.player)
        if isinstance(action.move, Declare):
            told = words("{player} declared a hand yaku.", player=name)
        else:
            told = words("{player} declared no hand yaku.", player=name)
        yield f"{told} [{format_action(action)}]"


def _written(step: ReplayStep) -> str:
    """The action that a step begins, as the record writes it; empty for a step that only follows."""
    return f"[{format_action(step.actions[-1])}]" if step.actions else ""


def _deal(words: Words, replay: Replay, step: ReplayStep) -> str:
    month = months.in_match(words, replay.rules, step.seen.month)
    return words("{month}, deck {n}", month=month, n=step.seen.deal)


def _told(words: Words, replay: Replay, step: ReplayStep, people: People) -> list[str]:
    """A step in words, with the action that it begins; a yaku that was made, in a line of its own."""
    told = replay_screen.caption(words, replay, step, people)
    lines = [" ".join(part for part in (told, _written(step)) if part)]
    if step.seen.phase is Phase.DECIDE and step.seen.to_move:
        held = step.seen.yaku[step.seen.to_move[0]]
        made = yaku.explained_summary(words, replay.rules, held)
        lines.append(f"  {words('Yaku: {yaku}.', yaku=made)}")
    return [line for line in lines if line]


def _dealt(words: Words, step: ReplayStep, people: People) -> Iterator[str]:
    """All hands, and the field."""
    for player, hand in enumerate(step.hands):
        head = words("Hand of {player}", player=people.seated(player))
        yield f"  {head}: {cards.listing(words, hand)} [{format_cards(hand)}]"
    if step.seen.field:
        listed = cards.listing(words, step.seen.field)
        yield f"  {words('Field')}: {listed} [{format_cards(step.seen.field)}]"


def _ended(words: Words, replay: Replay, step: ReplayStep, people: People) -> Iterator[str]:
    """Yield the end of a deal, the calculation, the scores, and what ended with it."""
    end, rules = step.end, replay.rules
    assert end is not None
    title = settling.title(words, rules, end, people)
    yield " ".join(part for part in (f"-> {title}", _written(step)) if part)
    for line in settling.lines(words, rules, end, people):
        yield f"   {line}"
    if any(end.deltas):
        yield f"   {words('Changes: {changes}.', changes=settling.changes(words, people, end.deltas))}"
    standing = settling.standing(words, rules, people, end.standing)
    yield f"   {words('Scores: {scores}', scores=standing)}"
    for event in step.events:
        if isinstance(event, MatchOver):
            yield f"   {news.line(words, event, people, rules)}"


def _proof(words: Words, record: Record) -> Iterator[str]:
    """Yield the values that check the shuffles, as far as the record holds them; names as the record has
    them.
    """
    proof = record.proof
    yield from ("", f"== {words('Shuffles')} ==")
    for name, value in (
        ("secret_commitment", proof.secret_commitment),
        ("secret", proof.secret and proof.secret.hex()),
        ("seed", proof.seed and proof.seed.hex()),
    ):
        if value is not None:
            yield f"{name} {value}"
    for number, deck in enumerate((record.seat_deck, *record.decks)):
        yield f"deck {number}: {deck}"
        if number < len(proof.salts) and (salt := proof.salts[number]) is not None:
            yield f"  salt {salt.hex()}"
        if number < len(proof.commitments) and (digest := proof.commitments[number]) is not None:
            yield f"  commitment {digest}"
