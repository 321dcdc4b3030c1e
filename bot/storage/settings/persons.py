"""People: the one place where a Discord id becomes a number that says nothing, and back."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NewType

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import UserId
from bot.match.vocabulary import Challenges, Deck, Hints, Pings, QuietHours
from bot.storage.database.schema import people
from engine.cards.deck import Card, card

PersonId = NewType("PersonId", int)
NUMBERS = 2**53
"""People's numbers are below this one: every reader of JSON can write them."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """The stored facts about a person, by their number. `time_zone` None: by their language.

    `quiet`: the hours of their day in which nothing calls them; None: there are none.
    """

    id: PersonId
    user: UserId | None
    name: str
    time_zone: str | None
    hidden: bool
    met_at: datetime
    pings: Pings = Pings.SMART
    quiet: QuietHours | None = None
    month_marks: bool = True
    """Whether the cards of their hands wear the numbers of their months."""
    deck: Deck = Deck.STANDARD
    """The drawings on the cards of their hands."""
    hints: Hints = Hints.FIRST
    """The cases in which their hands have tips."""
    language: str | None = None
    """Of what they alone read; None: that of their Discord."""
    challenges: Challenges = Challenges.ALL
    """The people whose invitations they take."""
    text_mode: bool = False
    """Whether their hands are texts without a picture."""
    confirm_plays: bool = False
    """Whether they are asked again before a card of theirs is played."""
    favourite: Card | None = None
    """The card on their profile that they have chosen."""


def new_number() -> PersonId:
    """A number for a person, drawn at random."""
    return PersonId(secrets.randbelow(NUMBERS))


def numbers(tx: Connection, users: Iterable[UserId]) -> dict[UserId, PersonId]:
    """The numbers of users, as far as they are known."""
    query = sa.select(people.c.discord, people.c.id).where(people.c.discord.in_(set(users)))
    return {UserId(row.discord): PersonId(row.id) for row in tx.execute(query)}


def met(tx: Connection, users: Mapping[UserId, str | None], at: datetime) -> dict[UserId, PersonId]:
    """The numbers of users, new ones for those never seen before; names that are given are kept."""
    query = sa.select(people.c.discord, people.c.id, people.c.name).where(people.c.discord.in_(set(users)))
    known = {UserId(row.discord): (PersonId(row.id), row.name) for row in tx.execute(query)}
    for user, (person, name) in known.items():
        if users[user] not in (None, name):
            tx.execute(sa.update(people).where(people.c.id == person).values(name=users[user]))
    found = {user: person for user, (person, _) in known.items()}
    new = [
        {"id": new_number(), "discord": user, "name": name or "", "hidden": False, "met_at": at}
        for user, name in users.items()
        if user not in found
    ]
    if new:
        tx.execute(sa.insert(people), new)
        found |= {UserId(row["discord"]): PersonId(row["id"]) for row in new}  # type: ignore[arg-type]
    return found


def get(tx: Connection, user: UserId) -> PersonRow | None:
    """Return the stored facts about a user."""
    row = tx.execute(sa.select(people).where(people.c.discord == user)).first()
    if row is None:
        return None
    quiet = None if row.quiet_from is None else QuietHours(row.quiet_from, row.quiet_to)
    return PersonRow(
        row.id,
        UserId(row.discord),
        row.name,
        row.time_zone,
        row.hidden,
        row.met_at,
        Pings(row.pings),
        quiet,
        row.month_marks,
        Deck(row.deck),
        Hints(row.hints),
        row.language,
        Challenges(row.challenges),
        row.text_mode,
        row.confirm_plays,
        None if row.favourite is None else card(row.favourite),
    )


def hidden_among(tx: Connection, users: Iterable[UserId]) -> frozenset[UserId]:
    """Return those of some users who have opted out of what others see."""
    query = sa.select(people.c.discord).where(people.c.discord.in_(set(users)) & people.c.hidden)
    return frozenset(UserId(user) for user in tx.execute(query).scalars())


def languages(tx: Connection) -> dict[UserId, str]:
    """The languages of those who have chosen one."""
    chosen = people.c.language.is_not(None) & people.c.discord.is_not(None)
    query = sa.select(people.c.discord, people.c.language).where(chosen)
    return {UserId(row.discord): row.language for row in tx.execute(query)}


def change(tx: Connection, /, user: UserId, name: str, at: datetime, **values: Any) -> None:
    """Change columns of a user, who is met now if not before."""
    numbered = met(tx, {user: name}, at)
    tx.execute(sa.update(people).where(people.c.id == numbered[user]).values(**values))


def number_of(user: UserId) -> sa.ScalarSelect[int]:
    """A user's number, inside a statement; null where nobody knows them."""
    return sa.select(people.c.id).where(people.c.discord == user).scalar_subquery()


def insert_for(table: sa.Table, user: UserId, values: Mapping[str, object]) -> sa.Insert:
    """An insert of a row about a user; `values` by column name, `user` among them left out.

    Nothing is inserted for a user who has deleted themself meanwhile.
    """
    columns = {name: value for name, value in values.items() if name != "user"}
    bound = [sa.literal(value, table.c[name].type) for name, value in columns.items()]
    source = sa.select(people.c.id, *bound).where(people.c.discord == user)
    return sa.insert(table).from_select(["person", *columns], source)
