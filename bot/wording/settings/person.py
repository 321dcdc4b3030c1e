"""The rows of a person's panel, and what is said where an invitation is declined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import Message, Words, mark, mark_within
from bot.ids import UserId
from bot.match.vocabulary import Challenges, Deck
from bot.wording import cards, commands, months, numbers
from bot.wording.settings import values
from engine.cards.deck import Card

TITLE = mark("My settings and data")
LANGUAGE_AND_TIME = mark_within("section of settings", "Language and time")
PROFILE = mark_within("section of settings", "Profile")
DATA = mark_within("section of settings", "My data")
DATA_STANDING = mark("export, privacy, deletion")
DATA_ABOUT = mark("All that is stored about you: as a file, why it is stored, and its deletion.")
LANGUAGE_TITLE = mark_within("setting", "Language")
LANGUAGE_ABOUT = mark("The language of messages that only you see, and of tables that you open.")


def language(words: Words, chosen: str | None) -> str:
    """The language, or that it follows Discord's."""
    return words("same as Discord") if chosen is None else values.language_name(chosen)


def automatic(words: Words) -> tuple[str, str]:
    """The choice of no language: its name, and what it means."""
    return words("Automatic"), words("Same as Discord")


ZONE_ABOUT = mark("Used for quiet hours and for times in your export. Dates in messages follow your device.")
MARKS_TITLE = mark_within("setting", "Month numbers")
MARKS_ABOUT = mark("Whether the cards in your hand show the number of their month. Tables always show it.")


def marks(words: Words, *, on: bool) -> str:
    """Return whether cards wear the numbers, as a value and on the button for it."""
    return words.within("button", "Month numbers") if on else words.within("button", "No month numbers")


DECK_TITLE = mark_within("setting", "Deck")
DECK_ABOUT = mark("The deck of your own hand. Tables and buttons keep the traditional one.")


def deck(words: Words, which: Deck) -> str:
    """Return a deck, as a value and on the button for it."""
    if which is Deck.CLEAR:
        return words.within("button", "Clear deck")
    return words.within("button", "Traditional deck")


TEXT_TITLE = mark_within("setting", "Text mode")
TEXT_ABOUT = mark(
    "Your hand describes the whole table in words, without a picture. Screen readers can read it."
)


def text(words: Words, *, on: bool) -> str:
    """Return whether hands are texts, as a value and on the button for it."""
    return words.within("button", "Words only") if on else words.within("button", "With pictures")


CONFIRM_TITLE = mark_within("setting", "Confirm my plays")
CONFIRM_ABOUT = mark("Whether the bot asks with Play and Back before it plays a card that you press.")


def confirm(words: Words, *, on: bool) -> str:
    """Return whether there is such a question, as a value and on the button for it."""
    return words.within("button", "Ask me first") if on else words.within("button", "Play at once")


FAVOURITE_TITLE = mark_within("setting", "Favourite card")
FAVOURITE_ABOUT = mark("The large card of your profile. Without one, your favourite yaku chooses it.")
NO_FAVOURITE_BUTTON = mark_within("button", "No card")


def favourite(words: Words, card: Card | None) -> str:
    """Return the card."""
    if card is None:
        return words("no favourite card")
    return words("{card} ({month})", card=cards.name(words, card), month=months.name(words, card.month))


def favourite_placeholder(words: Words, first: str, last: str) -> str:
    """Return the placeholder of a select for the cards of some months: `A card, January to June`."""
    return words("A card, {first} to {last}", first=first, last=last)


def one_of_equal(words: Words, card: str, n: int) -> str:
    """A card among others that have the same name: `Pine 2`."""
    return words.within("one of equal cards", "{card} {n}", card=card, n=n)


CHALLENGES_TITLE = mark_within("setting", "Who may invite me")
CHALLENGES_ABOUT = mark("Who can invite you to a match. Nobody is told whom you have blocked.")
BLOCKED_PLACEHOLDER = mark("People you block (none: nobody)")
CHALLENGES: Mapping[Challenges, tuple[Message, Message]] = {
    Challenges.ALL: (
        mark_within("who may invite", "Everybody"),
        mark("Everybody except people you have blocked"),
    ),
    Challenges.NONE: (mark_within("who may invite", "Nobody"), mark("You join open tables only")),
}


def challenges(words: Words, now: Challenges, blocked: Sequence[UserId]) -> str:
    """Return the people who may invite somebody."""
    if now is Challenges.NONE:
        return words("nobody")
    if not blocked:
        return words("everybody")
    if len(blocked) > values.NAMED:
        return words.plural("everybody except {n} person", ("everybody except {n} people"), len(blocked))
    return words(
        "everybody except {players}", players=numbers.listing(words, [f"<@{user}>" for user in blocked])
    )


def challenge_choice(words: Words, each: Challenges) -> tuple[str, str]:
    """A choice: its name, and what it means."""
    name, told = CHALLENGES[each]
    return words.say(name), words.say(told)


def declined(words: Words, host: UserId) -> str:
    """Return the answer to somebody who has declined an invitation."""
    return words("You have declined. {player} has been told at the table.", player=f"<@{host}>")


BLOCK_BUTTON = mark_within("button", "Don't let them ask again")


def blocked(words: Words, host: UserId) -> str:
    """Return the answer after a block."""
    return words(
        "{player} can no longer invite you, and is not told. Undo it in {me}.",
        player=f"<@{host}>",
        me=commands.mention(words, "koikoi me"),
    )


HIDDEN_TITLE = mark_within("setting", "Seen by others")
HIDDEN_ABOUT = mark("Whether others find you in lists, profiles, histories and replays.")


def hidden(words: Words, *, on: bool) -> str:
    """Return whether somebody is hidden, as a value and on the button for it."""
    if on:
        return words.within("button", "Hidden from others")
    return words.within("button", "Seen by others")


EXPORT_BUTTON = mark_within("button", "Export my data")
PRIVACY_BUTTON = mark_within("button", "Privacy")
EXPORTED = mark("This file holds everything that is stored about you. Only you can see it.")
"""Beside the file."""
DELETE_BUTTON = mark_within("button", "Delete my data …")
"""Asks before it deletes anything."""
CONFIRM_DELETION_BUTTON = mark_within("button", "Yes, delete everything")


def delete_question(words: Words, playing: int, lobbies: int) -> str:
    """Return the question before a deletion: what happens, also to matches that go on."""
    parts = [
        words("**Delete everything that is stored about you?**"),
        words(
            "Your Discord id, name, settings, ratings and places in lists are deleted at once. Your "
            "opponents keep your matches, as played against somebody unknown. This cannot be undone. "
            "If you play again, you start anew."
        ),
    ]
    if playing:
        parts.append(
            words.plural(
                "⚠ You are playing {n} match: you resign in it.",
                "⚠ You are playing {n} matches: you resign in all of them.",
                playing,
            )
        )
    if lobbies:
        parts.append(
            words.plural(
                "You leave {n} table that has not begun.",
                "You leave {n} tables that have not begun.",
                lobbies,
            )
        )
    return "\n".join(parts)


DELETED = mark(
    "Everything that was stored about you is deleted. Messages that the bot wrote in "
    "channels stay there until somebody deletes them."
)
