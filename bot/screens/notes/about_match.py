"""The notes about a match: *More*, *Log* and *Fair?*, and what may be pressed under *More*."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.verdict import MOST_A_DAY
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Status
from bot.screens.absence import Absence, Choices
from bot.wording import calls, commands, limits, sealing, settling, speech
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast, People
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck in play by its number (0: the seat deck), and its commitment of 64 hex digits."""

    number: int
    commitment: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a match for one person."""

    match: MatchId
    rules: Rules
    cast: Cast
    scores: tuple[int, ...]
    """By table number; empty before the seats are drawn."""
    ends: tuple[MonthEnd, ...]
    """The ends of months shown so far."""
    secret: str
    """The commitment of the match's secret: 64 hex digits."""
    line: str | None
    """The address of the sealing line; None in version 1."""
    deck: Deck | None
    """The deck in play; None while the match rests."""
    reveal: tuple[tuple[str, str], ...]
    """Names and values that check the shuffles and may be told by now, the newest first."""
    takes_part: bool
    """Whether the reader takes part, watchers of the draw included."""
    may_end: bool
    """Whether they may give it up, or want it to end without a result: also while the seats are drawn."""
    choices: Choices
    """The buttons for them because somebody is away."""

    @classmethod
    def of(cls, view: MatchView, user: UserId) -> Facts:
        """The facts for this user."""
        deck, takes_part, seat = None, view.participant_of(user) is not None, view.seat_of(user)
        if view.commitment is not None and view.public is not None:
            deck = Deck(view.public.deal, view.commitment)
        return cls(
            match=view.match,
            rules=view.rules,
            cast=Cast.of(view),
            scores=view.scores if view.seats else (),
            ends=view.ends,
            secret=view.secret_commitment,
            line=None if view.line is None else calls.link_to_line(view.place, view.line),
            deck=deck,
            reveal=tuple(view.reveal.named()),
            takes_part=takes_part,
            may_end=view.status is Status.PLAYING and view.plays(user),
            choices=Absence.of(view).choices(view, seat),
        )


def more(words: Words, facts: Facts) -> str:
    """The *More* note: rules, scores, the last month; the commitments are under *Fair?*."""
    people = facts.cast.named(words)
    parts = [Part(f"**{rule_words.title(words, facts.rules)}**")]
    parts += [Part(f"- {each}", 2) for each in rule_words.changed(words, facts.rules)]
    if facts.cast.order:
        standing = settling.standing(words, facts.rules, people, facts.scores)
        parts.append(Part(words("Scores: {scores}", scores=standing)))
    if facts.ends:
        parts.append(Part(_last_month(words, facts, people), 1))
    if all(one.cpu is None for one in facts.cast.people):
        parts.append(Part(_often(words), 2))
    return limits.fitted(parts, CONTENT)


def _often(words: Words) -> str:
    """Return the rule for matches of the same people, in a sentence."""
    return words(
        "-# Only {n} matches a day between the same people count. The more often two people meet "
        "in a season, the less their matches move ratings.",
        n=MOST_A_DAY,
    )


def _last_month(words: Words, facts: Facts, people: People) -> str:
    """The last month's end in a line or two."""
    end = facts.ends[-1]
    told = speech.style(words).one_after_another(settling.lines(words, facts.rules, end, people))
    return f"**{settling.title(words, facts.rules, end, people)}**\n{told}"


def _commitments(words: Words, facts: Facts) -> tuple[str, ...]:
    """Return the commitments of the match's secret, in both forms of its seal, and of the deck in play, in
    full.
    """
    told = [words("Commitment of the match's secret: {digest}", digest=f"`{facts.secret}`")]
    if facts.line is not None:
        told.append(words("The same in 43 characters: {digest}", digest=f"`{sealing.short(facts.secret)}`"))
    if facts.deck is None:
        return tuple(told)
    digest = f"`{facts.deck.commitment}`"
    if not facts.deck.number:
        return (*told, words("Commitment of the seat deck: {digest}", digest=digest))
    return (*told, words("Commitment of deck {n}: {digest}", n=facts.deck.number, digest=digest))


def _proven(words: Words, facts: Facts) -> tuple[str, str, str]:
    """Return the proof by the shuffles, in three sentences.

    A match of version 1 has no seal and no picked cards.
    """
    later = words(
        "After the match the bot reveals the secret, so anybody can check that no card was changed."
    )
    if facts.line is None:
        return (
            words(
                "The bot fixed a secret number before the first card and showed its commitment in the lobby."
            ),
            words("The numbers of the presses with which people joined go into every shuffle."),
            later,
        )
    return (
        words("The bot fixed a secret number before the first card and posted its seal in the channel."),
        words("The seal's message id and the cards that players picked go into every shuffle."),
        later,
    )


def shuffles(words: Words, facts: Facts) -> str:
    """The *Fair?* note: what is proven, in three sentences; every digit that may be told by now."""
    parts = [Part("\n".join(_proven(words, facts)))]
    if facts.line is not None:
        parts.append(Part(words("[The seal of this match]({link})", link=facts.line)))
    parts += [Part(f"-# {each}") for each in _commitments(words, facts)]
    parts += [Part(f"-# {name} `{value}`", n) for n, (name, value) in enumerate(facts.reveal, start=1)]
    return limits.fitted(parts, CONTENT)


def log(words: Words, facts: Facts) -> str:
    """Every month that has ended, one a line; the oldest go first where space is short."""
    people = facts.cast.named(words)
    parts = [
        Part(
            "\n".join((_log_line(words, facts.rules, end, people), *settling.awards(words, end, people))),
            len(facts.ends) - n,
        )
        for n, end in enumerate(facts.ends)
    ]
    return limits.fitted(parts, CONTENT) or words("No month has ended yet.")


def _log_line(words: Words, rules: Rules, end: MonthEnd, people: People) -> str:
    """One end of a month: who won and what changed; that it was void or dealt again changed nothing."""
    title = f"**{settling.title(words, rules, end, people)}**"
    return title if end.won_by is None else f"{title} {settling.changes(words, people, end.deltas)}"


class Outside(Enum):
    """The relations of an outsider to a match."""

    MAY_JOIN = auto()
    NOT_INVITED = auto()
    WATCHES = auto()
    TOO_LATE = auto()

    @classmethod
    def of(cls, view: View) -> Outside:
        """Return the outsider's relation to the match of a view."""
        if isinstance(view, LobbyView):
            return cls.MAY_JOIN if view.status is Status.LOBBY and not view.invited else cls.NOT_INVITED
        return cls.WATCHES if view.status is Status.PLAYING else cls.TOO_LATE


def stranger(words: Words, standing: Outside) -> str:
    """Return the answer to somebody who pressed a button of a match in which they have no part."""
    play = commands.mention(words, "koikoi play")
    match standing:
        case Outside.MAY_JOIN:
            return words("You have not joined yet: press Join.")
        case Outside.NOT_INVITED:
            return words("This table is for other people. {play} opens a table of your own.", play=play)
        case Outside.WATCHES:
            return words(
                "You are watching: the table shows all there is to see.\n"
                "- To play next, press Join when a lobby opens here, or ask to be invited.\n"
                "- {play} opens a table of your own: now in another channel, here once this match is over.",
                play=play,
            )
        case Outside.TOO_LATE:
            return words(
                "This match is over. Only its players can ask to play on. {play} opens a new table.",
                play=play,
            )
