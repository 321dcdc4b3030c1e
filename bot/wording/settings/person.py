"""The rows of a person's panel about language and invitations, and what is said where one is declined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import Challenges, UserId
from bot.wording import cards, commands, months, numbers
from bot.wording.settings import values
from engine.cards.deck import Card

CHALLENGES: Mapping[Challenges, tuple[Message, Message]] = {
    Challenges.ALL: (
        mark_within("who may invite", "Everybody"),
        mark("Everybody except people you have blocked"),
    ),
    Challenges.NONE: (mark_within("who may invite", "Nobody"), mark("You join open tables only")),
}


LANGUAGE_TITLE = mark_within("setting", "Language")
LANGUAGE_ABOUT = mark("The language of messages that only you see, and of tables that you open.")


def language(words: Words, chosen: str | None) -> str:
    """The language, or that it follows Discord's."""
    return words("same as Discord") if chosen is None else values.language_name(chosen)


def automatic(words: Words) -> tuple[str, str]:
    """The choice of no language: its name, and what it means."""
    return words("Automatic"), words("Same as Discord")


CHALLENGES_TITLE = mark_within("setting", "Who may invite me")
CHALLENGES_ABOUT = mark("Who can invite you to a match. Nobody is told whom you have blocked.")


def challenges(words: Words, now: Challenges, blocked: Sequence[UserId]) -> str:
    """Return the people who may invite somebody."""
    if now is Challenges.NONE:
        return words("nobody")
    if not blocked:
        return words("everybody")
    if len(blocked) > values.NAMED:
        return words.plural("everybody except {n} person", ("everybody except {n} people"), len(blocked))
    return words(
        "everybody except {players}", players=numbers.listing(words, (f"<@{user}>" for user in blocked))
    )


def challenge_choice(words: Words, each: Challenges) -> tuple[str, str]:
    """A choice: its name, and what it means."""
    name, told = CHALLENGES[each]
    return words.say(name), words.say(told)


FAVOURITE_TITLE = mark_within("setting", "Favourite card")
FAVOURITE_ABOUT = mark("The large card of your profile. Without one, your favourite yaku chooses it.")


def favourite(words: Words, card: Card | None) -> str:
    """Which card it is."""
    if card is None:
        return words.within("favourite card", "none")
    return words("{card} ({month})", card=cards.name(words, card), month=months.name(words, card.month))


def favourite_placeholder(words: Words, first: str, last: str) -> str:
    """Return the placeholder of a select for the cards of some months: `A card, January to June`."""
    return words("A card, {first} to {last}", first=first, last=last)


def one_of_equal(words: Words, card: str, n: int) -> str:
    """A card among others that have the same name: `Pine 2`."""
    return words.within("one of equal cards", "{card} {n}", card=card, n=n)


NO_FAVOURITE_BUTTON = mark_within("button", "No card")
BLOCKED_PLACEHOLDER = mark("People you block (none: nobody)")


def declined(words: Words, host: UserId) -> str:
    """To somebody who has declined an invitation."""
    return words("You have declined. {player} has been told at the table.", player=f"<@{host}>")


BLOCK_BUTTON = mark_within("button", "Don't let them ask again")


def blocked(words: Words, host: UserId) -> str:
    """After that."""
    return words(
        "{player} can no longer invite you, and is not told. Undo it in {me}.",
        player=f"<@{host}>",
        me=commands.mention(words, "koikoi me"),
    )
