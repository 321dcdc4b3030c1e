"""What every picture shows, in words for a player who cannot see it: at most 1,024 characters, plain text."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.replays import Moment, Replay
from bot.match.views import LobbyView, MatchView, SeatView, View
from bot.match.vocabulary import LobbyEnd
from bot.records.boards import Leaderboard
from bot.records.profiles import Profile, RatingChart
from bot.wording import (
    boards,
    cards,
    charts,
    closing,
    description,
    numbers,
    profiles,
    replays,
    score_rows,
    seats,
    settling,
    yaku,
)
from bot.wording import rules as rule_words
from bot.wording import yaku_sheet as sheets
from bot.wording.limits import ALT, Part, Sentence, open_ended, spoken
from bot.wording.people import People
from engine.actions import Phase
from engine.cards.deck import Card
from engine.month_end import MonthEnd
from engine.play.observation import Observation
from engine.rules.options import Rules


def table(words: Words, view: View) -> str:
    """The picture of the table message, whatever it shows now."""
    return _said(words, public(words, view))


def dropped(words: Words, view: View) -> str:
    """What the description of a table had no room for; the message says it instead. Names are escaped."""
    return _dropped(words, public(words, view), public(words, view, plain=False))


def _dropped(words: Words, plain: tuple[Sentence, ...], escaped: tuple[Sentence, ...]) -> str:
    style = description.style(words)
    _, left_out = spoken(plain, ALT, style)
    lost = {(one.head, part.text) for one in left_out for part in one.parts}
    kept = []
    for one, said in zip(plain, escaped, strict=True):
        parts = tuple(q for p, q in zip(one.parts, said.parts, strict=True) if (one.head, p.text) in lost)
        if parts:
            kept.append(Sentence(parts, said.head))
    return style.text(kept)


def public(words: Words, view: View, *, plain: bool = True) -> tuple[Sentence, ...]:
    """The sentences for the picture of the table message."""
    people = People.of(words, view, plain=plain)
    if isinstance(view, LobbyView):
        return lobby(words, view, people)
    if view.rest is not None:
        return ended(words, view.rules, view.rest.end, people)
    if view.public is None:
        return scores(words, view, people)
    match view.public.phase:
        case Phase.SEATS:
            return seat_draw(words, view.public, people)
        case Phase.CUT:
            return cut(words, view.public, people)
        case _:
            return description.table(words, view.public, people)


def lobby(words: Words, view: LobbyView, people: People) -> tuple[Sentence, ...]:
    """The lobby: what is played and who is there, or who was when it closed."""
    if closing.closed(view):
        return closed_lobby(words, view, people)
    free = max(0, view.rules.seats - len(view.people))
    changed = tuple(Part(each, 2) for each in rule_words.changed(words, view.rules))
    return (
        Sentence((Part(rule_words.title(words, view.rules)), *changed)),
        Sentence(tuple(Part(each, 1) for each in people.names), words("Taking part")),
        Sentence(
            (Part(words.plural("{n} free seat", "{n} free seats", free) if free else words("No free seat")),)
        ),
    )


def closed_lobby(words: Words, view: LobbyView, people: People) -> tuple[Sentence, ...]:
    """A lobby that ended without a match: nothing in it is free any more."""
    there = () if view.ended is LobbyEnd.LEFT else people.names
    return (
        Sentence((Part(rule_words.title(words, view.rules)),)),
        Sentence((Part(open_ended(closing.sentence(words, view.ended))),)),
        Sentence(tuple(Part(each, 1) for each in there), words("Had joined")),
    )


def seat_draw(words: Words, seen: Observation, people: People) -> tuple[Sentence, ...]:
    """The draw for seats: who drew what, who still has to, and the places that are clear."""
    drawn = (
        Part(words("{player}: {cards}", player=people.joined(number), cards=cards.listing(words, those)), 1)
        for number, those in enumerate(seen.drawn)
        if those
    )
    waiting = tuple(Part(people.joined(number)) for number in seen.to_move) if seen.order is None else ()
    placed = (
        Part(
            words("{player}: {place}", player=people.joined(n), place=seats.place(words, seen.rules, rank)), 2
        )
        for n, rank in enumerate(seen.draw_places)
        if rank is not None
    )
    return (
        Sentence((Part(words("Draw for the seats, round {n}", n=seen.draw_round)),)),
        Sentence(tuple(drawn), words("Drawn")),
        Sentence(waiting, words("Still to draw")),
        Sentence(tuple(placed), words("Places")),
    )


def cut(words: Words, seen: Observation, people: People) -> tuple[Sentence, ...]:
    """The deck before the deal, waiting to be cut."""
    cutter = numbers.listing(words, (people.seated(each) for each in seen.to_move))
    return (
        description.month(words, seen),
        Sentence((Part(words("The shuffled deck; {player} cuts", player=cutter)),)),
        _scores(words, seen.rules, seen.scores, people),
    )


def replay_step(words: Words, replay: Replay, number: int) -> str:
    """The picture of step `number` (from 0) of a replay."""
    return _said(words, _step(words, replay, number))


def replay_dropped(words: Words, replay: Replay, number: int) -> str:
    """What the description of a step had no room for; the message says it instead. Names are escaped."""
    return _dropped(words, _step(words, replay, number), _step(words, replay, number, plain=False))


def _step(words: Words, replay: Replay, number: int, *, plain: bool = True) -> tuple[Sentence, ...]:
    step = replay.steps[number]
    people = replays.people_of(words, replay, plain=plain)
    match step.moment:
        case Moment.DRAW:
            return seat_draw(words, step.seen, people)
        case Moment.CUT:
            told = open_ended(replays.cut(words, step, people))
            return (description.month(words, step.seen), Sentence((Part(told),)))
        case Moment.TABLE:
            return replays.table(words, replay, step, people)
        case Moment.RESULT:
            assert step.end is not None
            return ended(words, replay.rules, step.end, people)


def replay_month(words: Words, replay: Replay, deal: int) -> str:
    """The animation of deal `deal` (from 1)."""
    return _said(words, replays.month(words, replay, deal))


def leaderboard(words: Words, board: Leaderboard) -> str:
    """The picture of a leaderboard."""
    return _said(words, boards.board(words, board))


def profile(words: Words, shown: Profile) -> str:
    """The picture of a profile."""
    return _said(words, profiles.spoken(words, shown))


def rating_chart(words: Words, chart: RatingChart) -> str:
    """The picture of ratings over time."""
    return _said(words, charts.chart(words, chart))


def ended(words: Words, rules: Rules, end: MonthEnd, people: People) -> tuple[Sentence, ...]:
    """The result of a month."""
    told = settling.course(words, rules, end, people)
    awards = settling.awards(words, end, people)
    return (
        Sentence((Part(settling.title(words, rules, end, people)),)),
        *(Sentence((Part(open_ended(line), rank),)) for rank, line in enumerate(told, start=1)),
        Sentence((Part(settling.changes(words, people, end.deltas), 1),), words("Changes")),
        _scores(words, rules, end.scores, people),
        *(Sentence((Part(open_ended(line), 1),)) for line in awards),
        *(_open_hand(words, end, people, number) for number in end.shown),
    )


def _open_hand(words: Words, end: MonthEnd, people: People, who: int) -> Sentence:
    head = words("Open hand of {player}", player=people.seated(who))
    return Sentence((Part(cards.listing(words, end.hands[who]), 1),), head)


def _scores(words: Words, rules: Rules, after: tuple[int, ...], people: People) -> Sentence:
    return Sentence((Part(settling.standing(words, rules, people, after)),), words("Scores"))


def month_result(words: Words, view: MatchView, end: MonthEnd | None = None) -> str:
    """The picture of a month's result; the last one shown unless another is named."""
    shown = end or (view.rest.end if view.rest else view.ends[-1])
    return _said(words, ended(words, view.rules, shown, People.of(words, view, plain=True)))


def score_sheet(words: Words, view: MatchView) -> str:
    """The picture of the score sheet."""
    return _said(words, scores(words, view, People.of(words, view, plain=True)))


def scores(words: Words, view: MatchView, people: People) -> tuple[Sentence, ...]:
    """The score sheet, month by month; where space is short the earliest months go first."""
    made = score_rows.rows(view)
    rows = tuple(Part(score_rows.spoken(words, view.rules, row), len(made) - n) for n, row in enumerate(made))
    return (
        Sentence((Part(words("Score sheet, {rules}", rules=rule_words.title(words, view.rules))),)),
        Sentence(tuple(Part(people.seated(each), 0) for each in range(len(view.seats))), words("Players")),
        Sentence(rows),
        _scores(words, view.rules, view.scores, people),
    )


def hand(words: Words, view: MatchView, seat: SeatView, *, choosing: Card | None = None) -> str:
    """The picture of a hand: it goes to its owner only."""
    seen = seat.observation
    if seen is None or seen.phase in {Phase.CUT, Phase.OVER}:
        return table(words, view)
    if choosing is not None:
        return _said(words, (_choice(words, seen, choosing), _rest(words, seen, choosing)))
    if seat.player in seen.to_move and seen.phase is Phase.FLIP and seen.flipped:
        return _said(words, (description.waiting_flip(words, seen), _rest(words, seen, None)))
    if seat.player in seen.to_move and seen.phase is Phase.DECIDE:
        held = tuple(
            Part(yaku.worth(words, seen.rules, *one)) for one in yaku.by_points(seen.yaku[seat.player])
        )
        stop = words(
            "Stop now for {points}", points=numbers.points(words, seen.rules, seen.stakes[seat.player])
        )
        yaku_made = Sentence(held, words("Your yaku"))
        return _said(words, (yaku_made, Sentence((Part(stop),)), _rest(words, seen, None)))
    return _said(words, (_numbered_hand(words, seen),))


def _choice(words: Words, seen: Observation, card: Card) -> Sentence:
    numbered = description.numbered(words, description.targets_of(seen, card))
    return Sentence((Part(numbered),), words("With {card} you may capture", card=cards.name(words, card)))


def _rest(words: Words, seen: Observation, without: Card | None) -> Sentence:
    left = [each for each in seen.hand if each is not without]
    return Sentence((Part(cards.listing(words, left), 1),) if left else (), words("Your hand"))


def _numbered_hand(words: Words, seen: Observation) -> Sentence:
    if not seen.hand:
        return Sentence((Part(words("Your hand is empty")),))
    return Sentence(
        tuple(Part(_card_line(words, seen, n, one)) for n, one in enumerate(seen.hand, start=1)),
        words("Your hand"),
    )


def _card_line(words: Words, seen: Observation, n: int, one: Card) -> str:
    card, targets = cards.name(words, one), description.targets_of(seen, one)
    if not targets:
        return words("{n} {card} (no match)", n=n, card=card)
    return words("{n} {card} (matches {cards})", n=n, card=card, cards=cards.listing(words, targets))


def yaku_sheet(words: Words, rules: Rules) -> str:
    """The picture of the yaku sheet."""
    entries = tuple(
        Part(f"{entry.full_name} {entry.points}", n) for n, entry in enumerate(sheets.entries(words, rules))
    )
    return _said(words, (Sentence(entries, words("Yaku, {rules}", rules=rule_words.name(words, rules.id))),))


def _said(words: Words, sentences: tuple[Sentence, ...]) -> str:
    text, _ = spoken(sentences, ALT, description.style(words))
    return text
