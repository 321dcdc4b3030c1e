"""The shuffles of a finished match: what was checked, what was not, and how anybody checks it themself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.i18n import Words, mark
from bot.ids import MatchId
from bot.wording import limits, numbers, sealing
from bot.wording.limits import CONTENT, Part
from engine.record import match_record, shuffle
from engine.record.match_record import Record
from engine.record.verify import checks, unchecked
from engine.version import Version

RIGHT, WRONG, OPEN = "✓", "✗", "–"
ROOM = 200
"""Characters of the message that are left for what stands above it."""
SHORT = 12
"""Digits of a commitment in the note; the file has them all."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DeckProof:
    """One deck: what was published of it, and whether all of it agrees; None: it could not be checked."""

    number: int
    cards: str | None
    salt: str | None
    commitment: str | None
    agrees: bool | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about the shuffles of a match. `name`: what its files are called.

    `link` leads to the message that sealed the secret, where there is one to be looked up. `day`: of which it
    was the deal, in place of a match; its server's number stands for that message.
    """

    match: MatchId
    name: str
    record: Record
    written: Mapping[str, Any]
    secret: bool | None
    seed: bool | None
    decks: tuple[DeckProof, ...]
    unchecked: tuple[str, ...]
    link: str | None = None
    day: str | None = None

    @classmethod
    def of(
        cls,
        match: MatchId,
        name: str,
        written: Mapping[str, Any],
        link: str | None = None,
        *,
        day: str | None = None,
    ) -> Facts:
        """The facts of a record's JSON. Raises EngineError where it is none."""
        record = match_record.parse(dict(written))
        found: dict[str | int, list[bool]] = {}
        for check in checks(record):
            found.setdefault(check.place if check.deck is None else check.deck, []).append(check.agrees)
        return cls(
            match=match,
            name=name,
            record=record,
            written=written,
            secret=_all(found.get("secret_commitment", ()), 1),
            seed=_all(found.get("seed", ()), 1),
            decks=tuple(_decks(record, found)),
            unchecked=tuple(unchecked(record)),
            link=link,
            day=day,
        )

    @property
    def agrees(self) -> bool:
        """Whether nothing that was checked is wrong."""
        return False not in {self.secret, self.seed, *(deck.agrees for deck in self.decks)}


def _all(compared: Sequence[bool], wanted: int) -> bool | None:
    """Whether all that was compared agrees; None where less was compared than there is to compare."""
    if not all(compared):
        return False
    return True if len(compared) == wanted else None


def _decks(record: Record, found: Mapping[str | int, Sequence[bool]]) -> Iterator[DeckProof]:
    """Every deck that the record names: its cards, its salt and its commitment are to be compared."""
    decks, proof = (record.seat_deck, *record.decks), record.proof
    for number in range(max(len(decks), len(proof.salts), len(proof.commitments))):
        salt, agrees = _at(proof.salts, number), _all(found.get(number, ()), 3)
        digest = _at(proof.commitments, number)
        yield DeckProof(number, _at(decks, number), salt.hex() if salt else None, digest, agrees)


def _at(values: Sequence[T], index: int) -> T | None:
    return values[index] if index < len(values) else None


def text(words: Words, facts: Facts) -> str:
    """The note: what agrees, deck by deck; what was not checked; how to check it without the bot."""
    head = f"**{words('Match {n}: its shuffles', n=facts.match)}**"
    lines = [
        Part(head),
        Part(_verdict(words, facts)),
        Part(f"{_tick(facts.secret)} {words('The secret, and its commitment from before the first card')}"),
        Part(f"{_tick(facts.seed)} {_seed_line(words, facts)}"),
        *(Part(_deck_line(words, deck), 2 + deck.number) for deck in facts.decks),
        Part(
            f"-# {words('Compare the digits with those that *Fair?* showed during the match.')}",
            1,
        ),
        Part(_unchecked(words, facts)),
        Part(words("**To check it without the bot:**")),
        Part(words("1. Save {file} from below.", file=f"`{facts.name}.json`")),
        Part(
            words(
                "2. In the bot's sources {command} computes everything anew, with Python alone.",
                command=f"`python -m engine verify {facts.name}.json`",
            )
        ),
        Part(
            words(
                "3. Or use any tool for SHA-256 and HMAC: {file} says what to type and what the result "
                "must be.",
                file=f"`{facts.name}-shuffles.txt`",
            )
        ),
        Part(f"-# {limit(words, facts.record.version)}", 1),
    ]
    return limits.fitted(lines, CONTENT - ROOM)


def _tick(agrees: bool | None) -> str:
    return OPEN if agrees is None else RIGHT if agrees else WRONG


def _verdict(words: Words, facts: Facts) -> str:
    if not facts.agrees:
        return words("Something does not match: these are not the cards that the bot committed to.")
    if facts.unchecked:
        return words("Everything that could be checked matches, but not everything could be checked.")
    return words("Everything matches: the cards were fixed before anybody saw them, and nobody changed one.")


def _seed_line(words: Words, facts: Facts) -> str:
    if facts.record.version is Version.JOINS:
        return words("The seed, from the secret and the presses with which people joined")
    if facts.link is not None:
        return words(
            "The seed, from the secret and the number of [the line that sealed it]({link})", link=facts.link
        )
    return words("The seed, from the secret and the number of the line that sealed it")


def _deck_line(words: Words, deck: DeckProof) -> str:
    named = words("Deck of the draw for the seats") if deck.number == 0 else words("Deck {n}", n=deck.number)
    digest = "" if deck.commitment is None else f" `{deck.commitment[:SHORT]}`"
    return f"{_tick(deck.agrees)} {named}{digest}"


def _unchecked(words: Words, facts: Facts) -> str:
    if not facts.unchecked:
        return ""
    return words(
        "Not checked: {what}", what=numbers.listing(words, [f"`{each}`" for each in facts.unchecked])
    )


def limit(words: Words, version: Version) -> str:
    """Return the limit of a proof of this version."""
    if version is Version.JOINS:
        return words(
            "This match used the older shuffle. Nobody changed a card, but the bot could have chosen "
            "the numbers that go into it."
        )
    return words(
        "This check cannot show whether a player knew the secret, or which tables were abandoned before."
    )


def file(words: Words, facts: Facts) -> str:
    """The proof as a text: every value in full, what comes of what, and what to type to see it."""
    lines = [
        _heading(words, facts),
        "",
        *_secret_lines(words, facts),
        *_key_lines(words, facts),
        *(line for deck in facts.decks for line in _deck_lines(words, facts, deck)),
    ]
    if facts.unchecked:
        lines += ["", f"not checked: {', '.join(facts.unchecked)}"]
    lines += ["", limit(words, facts.record.version) if facts.day is None else words.say(_LIMIT_OF_DAYS)]
    return "\n".join(lines) + "\n"


def _heading(words: Words, facts: Facts) -> str:
    if facts.day is None:
        return words("Match {n}: its shuffles", n=facts.match)
    return words("Deal of {day}: its shuffles", day=facts.day)


_LIMIT_OF_DAYS = mark(
    "The number in the seed is the server's. This check cannot show whether a player knew the secret."
)
"""The limit of the proof of a deal of the day: it cannot show where the number in its seed comes from."""


def _secret_lines(words: Words, facts: Facts) -> Iterator[str]:
    """Secret, its commitment, and the seed."""
    secret, committed = facts.written.get("secret"), facts.written.get("secret_commitment")
    seed, others = facts.written.get("seed"), _others(facts)
    yield f"[{_tick(facts.secret)}] secret_commitment {committed or OPEN}"
    yield f"    secret {secret or OPEN}"
    if secret and committed:
        yield f"    {words('SHA-256 of the secret is its commitment:')}"
        yield f"    printf %s {secret} | xxd -r -p | sha256sum"
    if committed and facts.record.version is Version.CHOICES and facts.day is None:
        same = words("The same in 43 characters: {digest}", digest=sealing.short(str(committed)))
        yield f"    {same}"
        yield f"    printf %s {committed} | xxd -r -p | base64 | tr /+ _- | tr -d ="
    yield f"[{_tick(facts.seed)}] seed {seed or OPEN}"
    if secret and seed and others is not None:
        yield f"    {words('HMAC-SHA256 of this text, with the secret as its key, is the seed:')}"
        yield f"    {_hmac(str(secret), f'koikoi/{facts.record.version:d}|seed|{others}')}"


def _key_lines(words: Words, facts: Facts) -> Iterator[str]:
    """Yield the keys of the later decks in version 2: the seed, and everybody's draws."""
    seed, draws = facts.written.get("seed"), shuffle.draws_of(facts.record.actions)
    if facts.record.version is Version.JOINS or not seed or len(facts.decks) < 2:
        return
    yield f"    {words('HMAC-SHA256 of all draws, with the seed as its key, is the key of decks 1 and on:')}"
    yield f"    {_hmac(str(seed), f'koikoi/{facts.record.version:d}|draws|{draws}')}"


def _others(facts: Facts) -> str | None:
    """The part of the seed that is not the bot's; None where the record does not hold it."""
    if facts.record.version is Version.JOINS:
        joins = facts.written.get("joins")
        return None if joins is None else ",".join(sorted(joins, key=int))
    return facts.written.get("message")


def _hmac(key: str, message: str) -> str:
    return f"printf %s '{message}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:{key}"


def _deck_lines(words: Words, facts: Facts, deck: DeckProof) -> Iterator[str]:
    """One deck, and how its commitment is computed from salt and cards."""
    yield ""
    yield f"[{_tick(deck.agrees)}] deck {deck.number}: {deck.cards or OPEN}"
    yield f"    salt {deck.salt or OPEN}"
    yield f"    commitment {deck.commitment or OPEN}"
    if deck.cards and deck.salt and deck.commitment:
        yield f"    {words('SHA-256 of salt, colon and cards is the commitment:')}"
        yield f"    printf %s {deck.salt}:{deck.cards} | sha256sum"
