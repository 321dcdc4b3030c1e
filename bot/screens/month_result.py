"""The result of a month, in place of its table: while the match rests, and when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.series import FIRST, Standing
from bot.match.views import MatchView, Rest
from bot.match.vocabulary import Participant
from bot.screens import absence, course, month_degree, news, parts, players
from bot.screens.absence import Absence
from bot.screens.month_degree import Degree
from bot.screens.players import Made, PlayerFacts, made_by, yaku_lines
from bot.wording import cards, limits, months, numbers, settling, speech, turns
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.people import Cast, People
from bot.wording.speech import Described
from bot.wording.turns import Turn
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.events import Dealt, Event, Flipped, MatchOver, Played, Seated
from engine.rules.actions import Player
from engine.rules.month_end import Calculation, MonthEnd
from engine.rules.options import Rules
from images.scene.common import Label, Text
from images.scene.result import (
    MONTH_RESULT_ROWS,
    Amount,
    Column,
    Grand,
    MonthResultScene,
    Reached,
    Reason,
    ScoreLine,
    WinningMoveScene,
    YakuRow,
)

MOST_CARDS = 10
"""The most cards of a yaku on the picture."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a month, as a match in play and a replay show it."""

    rules: Rules
    cast: Cast
    end: MonthEnd
    made: tuple[Made, ...]
    """The yaku of captures that won it, the most valuable first; empty where it ended in another way."""
    calculation: Calculation | None
    """The calculation of the points; None where nobody won or they are the sum of the yaku."""
    shown: tuple[Card, ...]
    """Cards that say why it ended without such yaku."""
    reached: tuple[PlayerFacts, ...]
    """The progress of everybody, where all cards were played and nobody stopped."""
    last: tuple[Turn, ...]
    """The turn with which it ended; empty where the dealt cards ended it, and in a replay, which shows it."""
    degree: Degree
    """The size of the result."""

    @classmethod
    def of(cls, rules: Rules, cast: Cast, end: MonthEnd, last_turn: Iterable[Event] = ()) -> Result:
        """The result of an end, to which `last_turn` has led."""
        captured = end.captured[end.winner] if end.winner is not None else CardSet()
        counted = end.winner is not None and not end.calculation.is_plain
        seats = [Player(player) for player in range(rules.seats)] if end.reason.played_out else []
        return cls(
            rules=rules,
            cast=cast,
            end=end,
            made=made_by(rules, end.yaku, captured) if end.reason.by_yaku else (),
            calculation=end.calculation if counted else None,
            shown=tuple(end.telling_cards),
            reached=tuple(PlayerFacts.of_end(rules, cast, end, player) for player in seats),
            last=turns.all_turns(last_turn),
            degree=month_degree.degree_of(end),
        )

    @property
    def winning_cards(self) -> CardSet:
        """Return the winner's captures of the last turn."""
        taken = CardSet()
        for turn in self.last:
            for step in turn.steps:
                if turn.player == self.end.winner and isinstance(step, Played | Flipped):
                    taken |= step.captured
        return taken

    def title(self, words: Words, people: People) -> str:
        """Return the end of the month, in a line; of a grand one the winning move."""
        if self.degree is not Degree.GRAND:
            return settling.title(words, self.rules, self.end, people)
        key = month_degree.key_card(self.made, self.winning_cards)
        return settling.headline(words, self.rules, self.end, people, key)


@dataclass(frozen=True, slots=True)
class Facts:
    """The result of the month that is over, while a match rests at it, or has ended with it."""

    match: MatchId
    result: Result
    rest: Rest | None
    """None where the match is over."""
    final: MatchOver | None
    """The scores and places at the match's end; None while it goes on."""
    absence: Absence
    opening: tuple[Event, ...] = ()
    """The beginning of the match, where nobody was shown the cards drawn for the seats."""
    series: Standing = FIRST
    """The standing of the match's series."""

    @classmethod
    def of(cls, view: MatchView, end: MonthEnd) -> Facts:
        """The facts of a view that shows this end."""
        result = Result.of(view.rules.in_month(end.month), Cast.of(view), end, view.last_turn)
        final = next((event for event in view.events if isinstance(event, MatchOver)), None)
        return cls(
            view.match,
            result,
            view.rest,
            None if view.rest else final,
            Absence.of(view),
            _opening(view),
            view.series,
        )


def _opening(view: MatchView) -> tuple[Event, ...]:
    """Return the events of seats and deal of the first month; none where the draw has been looked at.

    A match that has ended as its only deal was dealt never showed it.
    """
    if not any(isinstance(event, Seated) for event in view.events) or (view.draw_seen and view.rest):
        return ()
    return tuple(event for event in view.events if isinstance(event, Seated | Dealt))


def text(words: Words, facts: Facts) -> str:
    """Return the last turn, the title, the next step, and the sentences without room in the description.

    The beginning of the match comes first, where it was not shown.
    """
    result, people = facts.result, facts.result.cast.named(words)
    last = [*map(Part, turns.lines(words, result.last, people))]
    title = Part(f"**{result.title(words, people)}**")
    lines = [
        *map(Part, _beginning(words, facts, people)),
        *((title, *last) if result.degree is Degree.GRAND else (*last, title)),
        Part(settling.passes(words, result.rules, result.end, people)),
        *_next(words, facts, people),
        *map(Part, absence.lines(words, facts.absence, people)),
        Part(_described(words, result).left_out, 100),
        course.small(words, result.rules, facts.series, result.cast),
    ]
    return limits.fitted(lines, CONTENT)


def _beginning(words: Words, facts: Facts, people: People) -> Iterator[str]:
    """Yield the dealer and the watchers; nothing where that has been shown."""
    if not facts.opening:
        return
    yield from news.told_of(words, facts.opening, people, facts.result.rules)
    cast = facts.result.cast
    seated = {one.number for one in cast.seats}
    watching = [people.joined(one.number) for one in cast.people if one.number not in seated]
    if watching:
        yield words("Watching: {players}", players=numbers.listing(words, watching))


def to_player(words: Words, facts: Facts, player: Player) -> tuple[Part, ...]:
    """Return what the month means for one player, for their hand, without their name."""
    result, people = facts.result, facts.result.cast.named(words)
    return (
        *map(Part, turns.lines(words, turns.seen_by(result.last, player), people)),
        Part(_outcome(words, result, player, people)),
        Part(settling.kobiki(words, people, *result.end.kobiki) if result.end.kobiki else "", 1),
        Part(words.say(settling.EXTENDED) if result.end.extended else "", 1),
        Part(settling.payments(words, people, result.end), 1),
        Part(settling.passes(words, result.rules, result.end, people, reader=player)),
        *_next(words, facts, people, result.cast.seats[player]),
        *map(Part, absence.lines(words, facts.absence, people)),
    )


def _outcome(words: Words, result: Result, player: Player, people: People) -> str:
    """Return the winner, and the meaning for one player."""
    rules, end = result.rules, result.end
    if end.winner == player and end.deltas[player] > 0:
        return words(
            "**{month}: you win {points}**: {standing}.",
            month=months.in_match(words, rules, end.month),
            points=numbers.points(words, rules, end.deltas[player]),
            standing=_standing(words, result, player, people),
        )
    title = settling.title(words, rules, end, people)
    return words("**{title}.** {meaning}", title=title, meaning=_meaning(words, result, player, people))


def _meaning(words: Words, result: Result, player: Player, people: People) -> str:
    """Return one player's gain of a month, and the standing then."""
    rules, end = result.rules, result.end
    delta, standing = end.deltas[player], _standing(words, result, player, people)
    if end.winner is None or not any(end.deltas):
        if len(end.ginmi_scores) > 2:
            return words("You stand at {score}.", score=_own_score(words, result, player))
        return words("It stands {standing}.", standing=standing)
    amount = numbers.points(words, rules, abs(delta) or end.deltas[end.winner])
    if delta > 0:
        return words("You won {points}: {standing}.", points=amount, standing=standing)
    if delta < 0:
        return words("You lost {points}: {standing}.", points=amount, standing=standing)
    if rules.months == 1:
        return settling.payment(words, rules, end, people)
    winner = people.seated(end.winner)
    return words("{player} scores {points}: {standing}.", player=winner, points=amount, standing=standing)


def _standing(words: Words, result: Result, player: Player, people: People) -> str:
    """Return the scores of two by name, one's own first; of three, one's own alone.

    The changes by ginmi follow in another part.
    """
    reached = result.end.ginmi_scores
    if len(reached) > 2:
        return words("now {score}", score=_own_score(words, result, player))
    other = 1 - player
    return numbers.scores_to_player(words, reached[player], [(people.seated(other), reached[other])])


def _own_score(words: Words, result: Result, player: Player) -> str:
    """Return what one player has by now."""
    return numbers.short_points(words, result.rules, result.end.ginmi_scores[player])


def _next(words: Words, facts: Facts, people: People, reader: Participant | None = None) -> Iterator[Part]:
    """Yield who still has to agree before the match goes on, and when it does without them; or how it ended.

    Its `reader` is not named. The only month of two has told the end of the match.
    """
    rules = facts.result.rules
    if facts.final is not None and (rules.months > 1 or rules.seats > 2):
        yield Part(news.line(words, facts.final, people, rules))
    rest = facts.rest
    if rest is None:
        return
    own = None if reader is None else reader.number
    when = numbers.countdown(rest.until) if rest.until else ""
    you = words.within("for whom a match waits", "you")
    names = numbers.listing(
        words, [you if each == own else f"**{people.joined(each)}**" for each in rest.waiting_for]
    )
    if rest.more:
        asked = words.plural("{n} more result to come.", ("{n} more results to come."), rest.more)
        waiting = words("Waiting for {players}.", players=names) if names else ""
        until = words("The bot continues {when}.", when=when) if when else ""
    else:
        asked = ""
        waiting = _awaited(words, rest, names) if names else ""
        until = words("It begins automatically {when}.", when=when) if when else ""
    yield Part(speech.style(words).one_after_another((asked, waiting, until)))


def _awaited(words: Words, rest: Rest, names: str) -> str:
    """Return the players for whom the match waits, after the text of the button."""
    if rest.end.dealt_again:
        return words("Deal again: waiting for {players}.", players=names)
    return words("Next month: waiting for {players}.", players=names)


def alt(words: Words, facts: Facts) -> str:
    """Return the last turn, the end of the month, the changes, the scores, and the hands laid open."""
    return _described(words, facts.result).alt


def _described(words: Words, result: Result) -> Described:
    return speech.described(words, result.cast, partial(sentences, words, result))


def sentences(words: Words, result: Result, people: People) -> tuple[Sentence, ...]:
    """Return the picture in sentences, after the last turn; the title of a grand month comes first."""
    rules, end = result.rules, result.end
    told = settling.course(words, rules, end, people)
    last = [Sentence((Part(open_ended(line), 2),)) for line in turns.lines(words, result.last, people)]
    title = Sentence((Part(result.title(words, people)),))
    return (
        *((title, *last) if result.degree is Degree.GRAND else (*last, title)),
        *(Sentence((Part(open_ended(line), rank),)) for rank, line in enumerate(told, start=1)),
        _changed_in_words(words, end, people),
        *(Sentence((Part(open_ended(line), 1),)) for line in settling.awards(words, end, people)),
        Sentence((Part(open_ended(settling.payments(words, people, end)), 1),)),
        Sentence((Part(settling.standing(words, rules, people, end.standing)),), words("Scores")),
        *(_reached_in_words(words, rules, one, people) for one in result.reached),
        *(_open_hand(words, end, people, player) for player in end.shown),
    )


def _changed_in_words(words: Words, end: MonthEnd, people: People) -> Sentence:
    """Return the changes of the scores; empty where there are none, as on the picture."""
    if not any(end.deltas):
        return Sentence(())
    return Sentence((Part(settling.changes(words, people, end.deltas), 1),), words("Changes"))


def _reached_in_words(words: Words, rules: Rules, one: PlayerFacts, people: People) -> Sentence:
    held = words("yaku {yaku}", yaku=yaku_words.summary(words, rules, one.held)) if one.held else ""
    parts = (
        Part(held, 3),
        Part(players.near_ones(words, rules, one.nearest), 3),
        Part(cards.by_month(words, one.captured), 4),
        Part(cards.by_kind(words, one.captured, cup_counts=one.cup_counts), 5),
    )
    return Sentence(parts, words.within("head of a sentence", "{player}", player=people.seated(one.player)))


def _open_hand(words: Words, end: MonthEnd, people: People, player: int) -> Sentence:
    head = words("Open hand of {player}", player=people.seated(player))
    return Sentence((Part(cards.listing(words, end.hands[player]), 1),), head)


def scene(words: Words, facts: Facts) -> MonthResultScene:
    """The picture of the result."""
    return picture(words, facts.result)


def moving(scene: MonthResultScene) -> WinningMoveScene | None:
    """Return the winning capture of a grand month as an animation; None where none won the month."""
    return WinningMoveScene(scene) if scene.grand is not None and scene.grand.fresh else None


def picture(words: Words, result: Result) -> MonthResultScene:
    """Return the winner's yaku, or the reason for none and everybody's progress; then the scores."""
    rules, end = result.rules, result.end
    won = end.winner is not None and bool(end.calculation.points)
    made = settling.calculation(words, rules, result.calculation) if result.calculation else None
    people = result.cast.named(words, plain=True)
    return MonthResultScene(
        month=months.calendar(rules, end.month),
        title=result.title(words, people),
        rows=_rows(words, result),
        columns=_columns(words, result, won=won),
        lines=tuple(_lines(words, result)),
        reason=None if end.reason.by_yaku else _reason(words, result),
        reached=tuple(_reached(words, rules, one) for one in result.reached),
        calculation=made,
        total_word=_total_word(words, rules) if won else None,
        total=numbers.short_points(words, rules, end.calculation.points) if won else None,
        note=_note(words, end, people),
        small=result.degree is Degree.SMALL,
        grand=_grand(words, result, people) if result.degree is Degree.GRAND else None,
    )


def _grand(words: Words, result: Result, people: People) -> Grand:
    """The winning move and its cards."""
    rules, end, taken = result.rules, result.end, result.winning_cards
    fan = month_degree.fan(result.made, result.shown, end, taken)
    return Grand(
        headline=settling.moment(words, rules, end, people, month_degree.key_card(result.made, taken)),
        subtitle=months.in_match(words, rules, end.month),
        fan=fan,
        fresh=tuple(card for card in fan if card in taken),
    )


def _total_word(words: Words, rules: Rules) -> str:
    """Return the word for the large number."""
    if rules.losers_pay and rules.seats > 2:
        return words.within("picture", "from each")
    return words("Total")


def _rows(words: Words, result: Result) -> tuple[YakuRow, ...]:
    """Return the winner's yaku; the rest is one last row. The captures of the last turn are always shown."""
    fresh, rows = result.winning_cards, []
    for one in yaku_lines(words, result.rules, result.made, MONTH_RESULT_ROWS):
        new = tuple(card for card in one.cards if card in fresh)
        shown = one.cards
        if len(shown) > MOST_CARDS:
            old = [card for card in one.cards if card not in fresh]
            shown = tuple(sorted((*old[: MOST_CARDS - len(new)], *new)))
        rows.append(YakuRow(one.name, shown, one.points, new, one.gloss))
    return tuple(rows)


def _reason(words: Words, result: Result) -> Reason:
    """Return the reason why the month ended without yaku of captures."""
    return Reason(
        settling.reason(words, result.rules, result.end),
        cards=result.shown,
        note=settling.consequence(words, result.end) or None,
    )


def _reached(words: Words, rules: Rules, one: PlayerFacts) -> Reached:
    """Return the progress of one player."""
    chips = players.chips(words, rules, one, one.nearest)
    return Reached(parts.name(words, one.participant), chips, tuple(one.captured))


def _columns(words: Words, result: Result, *, won: bool) -> tuple[Column, ...]:
    """The players; the winner has the seal, which is a picture more than a word."""
    seal = words.within("seal of who has won a month, on its result", "won")
    return tuple(
        Column(parts.name(words, one), seal if won and player == result.end.winner else None)
        for player, one in enumerate(result.cast.seats)
    )


def _lines(words: Words, result: Result) -> Iterator[ScoreLine]:
    """Yield the changes by the month and its awards, and the scores that follow."""
    end, rules = result.end, result.rules
    if any(end.deltas):
        yield ScoreLine(words.within("picture", "This month"), _changes(words, end.deltas))
    if end.kobiki:
        yield ScoreLine(parts.kobiki(words), _changes(words, end.kobiki[1]))
    if end.ginmi:
        yield ScoreLine(words("Subtotal"), _scores(words, rules, end.ginmi_scores))
        yield ScoreLine(parts.ginmi(words), _changes(words, end.ginmi))
    label = words.within("picture", "Score")
    yield ScoreLine(label, _scores(words, rules, end.standing), total=True)


def _changes(words: Words, deltas: Iterable[int]) -> tuple[Amount, ...]:
    nothing = words.within("no change of a score", "–")
    return tuple(
        Amount(numbers.signed(words, delta) if delta else nothing, parts.gain(delta)) for delta in deltas
    )


def _scores(words: Words, rules: Rules, scores: Iterable[int]) -> tuple[Amount, ...]:
    return tuple(
        Amount(Label(numbers.short_points(words, rules, each), numbers.number(each))) for each in scores
    )


def _note(words: Words, end: MonthEnd, people: People) -> Text | None:
    """Return the note for what the numbers do not say: how ginmi goes, that the match goes on."""
    if end.extended:
        return words.say(settling.EXTENDED)
    if not end.ginmi:
        return None
    return Label(settling.payments(words, people, end), settling.payments_in_short(words, end))
