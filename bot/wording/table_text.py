"""The text of the public messages: lobby, seat draw, table in play, month's result, result of the match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.i18n import Words
from bot.match.views import LobbyView, MatchView, Rest, View
from bot.match.vocabulary import MadeBy, Status
from bot.wording import (
    alt,
    cards,
    closing,
    description,
    events,
    limits,
    numbers,
    settling,
    verdicts,
    yaku,
)
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import People, by_user
from engine.actions import Phase
from engine.events import Dealt, Drawn, Event, MatchOver, MonthWon, Resigned, Seated
from engine.month_end import MonthEnd
from engine.play.observation import Observation
from engine.rules.options import Rules

DIGITS = 12
"""Of a commitment, on the table; the whole of it is said under *More*."""


def text(words: Words, view: View) -> str:
    """The text of the table message, whatever it shows now."""
    people = People.of(words, view)
    if isinstance(view, LobbyView):
        return limits.fitted(lobby(words, view, people), CONTENT)
    if view.status is Status.ABORTED:
        return words("This match was ended without a result.")
    if view.rest is not None:
        return limits.fitted(resting(words, view, view.rest, people), CONTENT)
    if view.public is None or view.status is Status.OVER:
        return limits.fitted(over(words, view, people), CONTENT)
    return limits.fitted([*playing(words, view, view.public, people), small(words, view)], CONTENT)


def countdown(when: datetime) -> str:
    """A live countdown, drawn by the reader's own client."""
    return f"<t:{int(when.timestamp())}:R>"


def lobby(words: Words, view: LobbyView, people: People) -> list[Part]:
    """Rule set, options, seats, the time left, the commitment of the match's secret."""
    if closing.closed(view):
        return [
            Part(closing.sentence(words, view.ended)),
            Part(f"-# {rule_words.title(words, view.rules)}", 1),
        ]
    changed = rule_words.changed(words, view.rules)
    return [
        Part(words("**Koi-koi: {rules}**", rules=rule_words.title(words, view.rules))),
        Part(rule_words.description(words, view.rules.id), 2),
        Part(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "", 1),
        Part(words("Players: {players}", players=numbers.listing(words, people.names))),
        Part(seats(words, view)),
        Part(invitation(words, view)),
        Part(words("This lobby closes {when}.", when=countdown(view.expires_at))),
        Part(
            words("-# Commitment of this match's secret: {digest}", digest=f"`{view.secret_commitment}`"), 1
        ),
    ]


def seats(words: Words, view: LobbyView) -> str:
    """How many are missing, or that the host may start."""
    free = view.rules.seats - len(view.people)
    if free > 0 and view.invited:
        return words.plural("{n} seat is free.", "{n} seats are free.", free)
    if free > 0:
        return words.plural("{n} seat is free: press Join.", "{n} seats are free: press Join.", free)
    host = by_user(words, view, view.host)
    if len(view.people) > view.rules.seats:
        return words(
            "{player} may start. The draw decides which {n} play; the others watch.",
            player=host,
            n=view.rules.seats,
        )
    return words("All seats are taken: {player} may start.", player=host)


def invitation(words: Words, view: LobbyView) -> str:
    """Who alone may join; empty where everybody may."""
    if not view.awaited:
        return ""
    names = numbers.listing(words, (f"<@{user}>" for user in view.awaited))
    return words("Invited: {players}. Press Accept to play.", players=names)


def nudge(words: Words, view: LobbyView) -> str:
    """The lobby once more, with a mention of the host, who may start."""
    call = words("{host}, all seats are taken: press Start.", host=f"<@{view.host}>")
    return limits.fitted([Part(call), *lobby(words, view, People.of(words, view))], CONTENT)


def playing(words: Words, view: MatchView, seen: Observation, people: People) -> list[Part]:
    """What just happened, whose turn it is, and what the picture's description had no room for."""
    told = happened(words, view, people)
    lines = [Part(line, len(told) - n) for n, line in enumerate(told)]
    asked = [Part(turn(words, view, seen, people)), Part(stakes(words, seen, people), 1)]
    return [*lines, *asked, Part(automatic(words, view)), Part(alt.dropped(words, view), 100)]


def happened(words: Words, view: MatchView, people: People) -> tuple[str, ...]:
    """The latest events. When the seats are drawn, all cards of the draw, whoever drew last.

    In the secret round an answer is no event: the deal stays told, so that nobody's hand changes.
    """
    seen = view.public
    latest: tuple[Event, ...] = view.events
    if seen is not None and seen.phase is Phase.READY and not latest:
        assert seen.dealer is not None
        latest = (Dealt(seen.month, seen.deal, seen.dealer, seen.bound),)
    if seen is not None and round_passed(seen) and not latest:
        return (words("Nobody declared a hand yaku: the month is played."),)
    late = for_the_late(words, view, people)
    if seen is None or not any(isinstance(event, Seated) for event in latest):
        return (*late, *events.lines(words, latest, people, view.rules))
    drawn = (
        words("{player} ({cards})", player=people.joined(number), cards=cards.listing(words, those))
        for number, those in enumerate(seen.drawn)
    )
    told = tuple(event for event in view.events if not isinstance(event, Drawn))
    draw = words("The draw: {drawn}.", drawn=numbers.listing(words, drawn))
    return (*late, draw, *events.lines(words, told, people, view.rules))


def for_the_late(words: Words, view: MatchView, people: People) -> tuple[str, ...]:
    """That the bot drew cards, or tapped the deck, because time ran out."""
    if view.made_by is not MadeBy.CLOCK or not view.events:
        return ()
    late = [people.joined(event.player) for event in view.events if isinstance(event, Drawn)]
    if late:
        return (words("Time ran out: the bot drew for {players}.", players=numbers.listing(words, late)),)
    return (words("Time ran out: the bot tapped the deck."),)


def round_passed(seen: Observation) -> bool:
    """Whether the secret round has just gone by: cards are to be played, and none has been."""
    return seen.rules.rule_set.secret_round and seen.phase is Phase.PLAY and seen.last is None


def stakes(words: Words, seen: Observation, people: People) -> str:
    """What changes the value of this month: bound, honba, koi-koi calls; empty where nothing does."""
    calls = (
        words("koi-koi {player} ×{n}", player=people.seated(player), n=n)
        for player, n in enumerate(seen.koi)
        if n
    )
    told = numbers.listing(words, (*description.chips(words, seen), *calls))
    return words("This month: {marks}.", marks=told) if told else ""


def turn(words: Words, view: MatchView, seen: Observation, people: People) -> str:
    """Who is asked for what."""
    if seen.phase is Phase.SEATS:
        return drawing(words, seen, people)
    names = numbers.listing(words, (f"**{people.seated(each)}**" for each in seen.to_move))
    match seen.phase:
        case Phase.CUT:
            return words("{player} cuts the deck.", player=names)
        case Phase.READY:
            return words("Hands are checked for hand yaku. Still to answer: {players}", players=names)
        case Phase.FLIP if seen.flipped:
            card, targets = cards.name(words, seen.flipped), description.targets_of(seen, seen.flipped)
            said = numbers.either(words, (cards.name(words, each) for each in targets))
            return words(
                "From the stock came {card}: {player} chooses {cards}.", card=card, player=names, cards=said
            )
        case Phase.DECIDE:
            held = yaku.summary(words, seen.rules, seen.yaku[seen.to_move[0]])
            return words("{player} has {yaku}: koi-koi or stop?", player=names, yaku=held)
        case _:
            return words("{player} to play.", player=names)


def drawing(words: Words, seen: Observation, people: People) -> str:
    """The draw for the seats: whoever is still to draw."""
    names = numbers.listing(words, (f"**{people.joined(each)}**" for each in seen.to_move))
    if seen.draw_round > 1:
        return words("Equal cards: draw again, {players}.", players=names)
    return words(
        "Draw for the seats: the earliest month deals first. Still to draw: {players}", players=names
    )


def automatic(words: Words, view: MatchView) -> str:
    """When the bot goes on by itself, and how; empty where it does not."""
    if view.deadline is None or view.public is None:
        return ""
    when = countdown(view.deadline)
    if view.public.phase is Phase.CUT:
        return words("If nobody cuts, the bot taps the deck {when}.", when=when)
    return words("For whoever has not drawn, the bot draws {when}.", when=when)


def small(words: Words, view: MatchView) -> Part:
    """The last line: rules, changed options, number of the deck and the head of its commitment."""
    said = [rule_words.title(words, view.rules), *rule_words.changed(words, view.rules)]
    if view.public is not None and view.commitment is not None:
        digest, deal = f"`{view.commitment[:DIGITS]}`", view.public.deal
        seats = words("seat deck: {digest}", digest=digest)
        said.append(words("deck {n}: {digest}", n=deal, digest=digest) if deal else seats)
    return Part("-# " + words.within("between notes", " · ").join(said))


def resting(words: Words, view: MatchView, rest: Rest, people: People) -> list[Part]:
    """A month's result while the match rests."""
    return [*ended(words, view, people), Part(next_month(words, view, rest, people)), small(words, view)]


def ended(words: Words, view: MatchView, people: People) -> list[Part]:
    """The last end shown: title, why, calculation, scores."""
    end = view.ends[-1]
    told = settling.lines(words, view.rules, end, people)
    scores = words("Scores: {scores}", scores=settling.standing(words, view.rules, people, view.scores))
    title = f"**{settling.title(words, view.rules, end, people)}**"
    return [Part(title), *(Part(line, 1) for line in told), Part(scores)]


def next_month(words: Words, view: MatchView, rest: Rest, people: People) -> str:
    """Who still has to agree before the match goes on."""
    names = numbers.listing(words, (f"**{people.joined(each)}**" for each in rest.waiting_for))
    when = countdown(rest.until) if rest.until else ""
    if rest.more:
        asked = words.plural("{n} more result follows.", "{n} more results follow.", rest.more)
        waiting = words("Waiting for {players}.", players=names) if names else ""
        until = words("The bot goes on by itself {when}.", when=when) if when else ""
    else:
        asked = ""
        waiting = awaited(words, rest, names) if names else ""
        until = words("It begins by itself {when}.", when=when) if when else ""
    return description.style(words).one_after_another((asked, waiting, until))


def awaited(words: Words, rest: Rest, names: str) -> str:
    """For whom the match waits, after what the button says."""
    if settling.dealt_again(rest.end):
        return words("Deal again: waiting for {players}.", players=names)
    return words("Next month: waiting for {players}.", players=names)


def over(words: Words, view: MatchView, people: People) -> list[Part]:
    """The last state of a table whose match is over."""
    told = []
    for event, line in zip(view.events, events.lines(words, view.events, people, view.rules), strict=True):
        told.append(line)
        if isinstance(event, MonthWon):
            told += last_month(words, view.rules, view.ends[-1], people)
    return [
        *(Part(line, len(told) - n) for n, line in enumerate(told)),
        Part(alt.dropped(words, view), 100),
        small(words, view),
    ]


def last_month(words: Words, rules: Rules, end: MonthEnd, people: People) -> Iterator[str]:
    """The last month has no result of its own: the hands shown, and what made it dear, are told here."""
    for player in end.shown:
        hand = cards.listing(words, end.hands[player])
        yield words("Open hand of {player}: {cards}.", player=people.seated(player), cards=hand)
    if settling.has_factors(end.calculation):
        yield words("Calculation: {terms}.", terms=settling.calculation(words, rules, end.calculation))


def result(words: Words, view: MatchView) -> str:
    """The message that stays: who won, every place, how the shuffles can be checked."""
    people = People.of(words, view)
    final = next((event for event in view.events if isinstance(event, MatchOver)), None)
    ranking = final.ranking if final else (view.public.ranking if view.public else None)
    parts = [Part(words("**Koi-koi: {rules}**", rules=rule_words.title(words, view.rules)))]
    if ranking:
        # Why a match ended early, and why whoever leads may have lost it.
        gone = [event for event in view.events if isinstance(event, Resigned)]
        parts += [Part(line) for line in events.lines(words, gone, people, view.rules)]
        parts.append(Part(verdict(words, people, ranking)))
        scores = final.scores if final else view.scores
        parts += [
            # Bold: a line that begins with a number and a stop would be a list, counted by Discord.
            Part(words("**{place}.** {player} {score}", place=place, player=player, score=score))
            for place, player, score in events.ranked(words, view.rules, people, scores, ranking)
        ]
    if view.verdict is not None and (moved := verdicts.line(words, view.verdict, people)):
        parts.append(Part(moved))
    changed = rule_words.changed(words, view.rules)
    parts.append(
        Part(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "", 1)
    )
    if secret := view.reveal.secret:
        parts.append(Part(words("-# Secret of the shuffles: {secret}", secret=f"`{secret}`"), 2))
    return limits.fitted(parts, CONTENT)


def verdict(words: Words, people: People, ranking: tuple[int, ...]) -> str:
    """Who won the match, or that it is a draw."""
    first = [people.seated(player) for player, place in enumerate(ranking) if place == 1]
    if len(first) == 1:
        return words("**{player} wins the match!**", player=first[0])
    return words("**A draw between {players}.**", players=numbers.listing(words, first))
