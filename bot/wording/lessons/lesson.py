"""The texts of the tutorial at each of its steps, and after a press on another card than the marked one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.i18n import Message, Words, mark, mark_within
from bot.match.lessons import RULES, TO_THE_DECISION, Step
from bot.wording import buttons, commands
from engine.cards.deck import Kind

MARK = "▶"
"""Stands before the number of the card to be pressed: a sign, not a colour alone."""

TITLES: Mapping[Step, Message] = {
    Step.MONTHS: mark_within("title of a step of the tutorial", "Twelve months"),
    Step.KINDS: mark_within("title of a step of the tutorial", "Four kinds of cards"),
    Step.AIM: mark_within("title of a step of the tutorial", "What you play for"),
    Step.TAKE: mark_within("title of a step of the tutorial", "Take a card"),
    Step.FLIP: mark_within("title of a step of the tutorial", "The second half of a turn"),
    Step.TWO: mark_within("title of a step of the tutorial", "Two to choose from"),
    Step.WHICH: mark_within("title of a step of the tutorial", "Deer or ribbon?"),
    Step.LUCK: mark_within("title of a step of the tutorial", "A lucky card"),
    Step.NONE: mark_within("title of a step of the tutorial", "Nothing matches"),
    Step.FOUND: mark_within("title of a step of the tutorial", "There it is"),
    Step.YAKU: mark_within("title of a step of the tutorial", "The sake cup"),
    Step.DECIDE: mark_within("title of a step of the tutorial", "Koi-koi or stop?"),
    Step.WON: mark_within("title of a step of the tutorial", "You win the month: 5 points"),
    Step.MORE: mark_within("title of a step of the tutorial", "You play on"),
    Step.AGAIN: mark_within("title of a step of the tutorial", "10 points. Once more?"),
    Step.WON_MORE: mark_within("title of a step of the tutorial", "You win the month: 10 points"),
    Step.LOST: mark_within("title of a step of the tutorial", "The CPU wins the month"),
}

_LAST = mark(
    "One more rule: **if nobody stops, the dealer gets {dealer} points.** The table says *Dealer +{dealer}* "
    "in time. Now you know all that you need."
)

TEXTS: Mapping[Step, tuple[Message, ...]] = {
    Step.MONTHS: (
        mark("Welcome! Four minutes, no clock; leave whenever you like."),
        mark(
            "There are 48 cards: twelve months with four cards each, and every month has its plant. The "
            "number on a card is its month: 1 pine, 2 plum, 3 cherry … 12 paulownia. **Same number, same "
            "month**: that is all you need to see."
        ),
        mark(
            "At the bottom are your eight cards; a black number is only a card's place in your hand. Above "
            "them is the **field**, from which you and the CPU take cards."
        ),
    ),
    Step.KINDS: (
        mark("The colour of a card's number tells its kind:"),
        mark("- gold: **light**, one of only five (your 8)"),
        mark("- green: **animal** (7; the sake cup, 5, is one, too)"),
        mark("- red: **ribbon** (1 and 4)"),
        mark("- white: **chaff**, the plant alone (2, 3, 6)"),
        mark("The box beside the field counts by kind what you have taken: nothing yet."),
    ),
    Step.AIM: (
        mark(
            "Certain cards make a **yaku** together, and a yaku scores: ten chaff, five ribbons, three "
            "lights … Two that win often need the **sake cup**, your 5: **moon viewing** with the moon, "
            "**flower viewing** with the cherry curtain. Each is worth 5 points."
        ),
        mark(
            "When you make a yaku, you may end the month and take its points. Boar, deer and butterflies are "
            "one, too. Two of the three lie on the field: let's begin with them!"
        ),
    ),
    Step.TAKE: (
        mark(
            "Play a card: if one of its month lies on the field, you take both. Gold frames show it. Your "
            "**{n}** and the butterflies are of month 6. **Press {mark} {n}.**"
        ),
    ),
    Step.FLIP: (
        mark("You have taken the butterflies: there they are, in the box beside the field."),
        mark(
            "Then, in every turn, **the top card of the stock is turned up** and does the same by itself. It "
            "was another peony; there was none left to take, so it stays on the field. Now the CPU plays."
        ),
    ),
    Step.TWO: (
        mark("The CPU took the crane, and then the peony."),
        mark("Your **{n}**, a maple, fits two cards, but takes only one. **Press {mark} {n}.**"),
    ),
    Step.WHICH: (
        mark(
            "Below each card stands what it brings. With the deer you have two of the three cards: "
            "Inoshika 2/3. **Press {mark} {n}.**"
        ),
    ),
    Step.LUCK: (
        mark(
            "The deer is yours. And from the stock came the moon, which took the pampas: **both are yours, "
            "too.**"
        ),
        mark(
            "Beside your name you see what you are close to: Tsukimi, the moon with the sake cup. You "
            "hold the cup, but only **taken** cards count. To take it, you need a card of month 9 on "
            "the field."
        ),
    ),
    Step.NONE: (
        mark(
            "None of your cards has a partner. Then you lay one on the field, and the CPU may take it. So "
            "give away little: **{n}** is only chaff, and you keep 1 of the same month, which may fetch it "
            "back. **Press {mark} {n}.**"
        ),
    ),
    Step.FOUND: (
        mark(
            "That cost you little. And look what was turned up: **a mum** (chrysanthemum), month 9. Your "
            "sake cup, 5, has been waiting for it!"
        ),
        mark("But first it's the CPU's turn. Will it leave the mum to you?"),
    ),
    Step.YAKU: (mark("The mum is still there. **Press {mark} {n}**: your sake cup takes it!"),),
    Step.DECIDE: (
        mark("**Moon and sake cup: your first yaku!** Now the question that gave the game its name:"),
        mark("**Stop**: the month ends, and you get 5 points."),
        mark(
            "**Koi-Koi** (“come on!”): play on for more. But if the CPU makes a yaku first and stops, you "
            "get nothing. It lacks one ribbon with writing (Akatan 2/3)."
        ),
        mark("Both are good answers. Which is yours?"),
    ),
    Step.WON: (
        mark("Safe and sound. A match has several months, and the most points after the last one win."),
        _LAST,
    ),
    Step.MORE: (
        mark(
            "No yaku for the CPU. And the stock brought **the boar**: your **{n}**, a clover, takes it. "
            "**Boar, deer and butterflies are a yaku.** **Press {mark} {n}.**"
        ),
    ),
    Step.AGAIN: (
        mark("Boar, deer and butterflies are worth 5 points, too: **10 together**."),
        mark(
            "Look at the field before you answer: the CPU still lacks one ribbon with writing, that of "
            "cherry, month 3. And a cherry has just been turned up. **Stop**, or **Koi-Koi** once more?"
        ),
    ),
    Step.WON_MORE: (
        mark(
            "Courage paid: twice what you would have had at first. A match has several months, and "
            "the most points after the last one win."
        ),
        _LAST,
    ),
    Step.LOST: (
        mark(
            "It held the ribbon, took the cherry and stopped: 6 points for the CPU, and your 10 are gone. "
            "**That is the risk of koi-koi**, and it happens to everybody."
        ),
        _LAST,
    ),
}
"""Each line of a step. {n}: the number of the card to be pressed; {dealer}: the dealer's points."""

OTHERS: Mapping[Step, Message] = {
    Step.TAKE: mark("{other} would take a maple, and soon will. First the butterflies, with {n}."),
    Step.WHICH: mark("The ribbon is not bad, but with the deer you have two of three. Take {n}."),
    Step.YAKU: mark("{other} would fetch your wisteria back. But {n} makes a yaku."),
    Step.MORE: mark("{other} would fetch your wisteria back. But {n} makes a yaku."),
}
"""The reasons why the marked card is better than another one that matches."""


def title(words: Words, step: Step) -> str:
    """The heading of a step, with its number where everybody comes by."""
    said = words.say(TITLES[step])
    if step not in TO_THE_DECISION:
        return f"**{said}**"
    n, total = TO_THE_DECISION.index(step) + 1, len(TO_THE_DECISION)
    return words("**{n}/{total} · {title}**", n=n, total=total, title=said)


def lines(words: Words, step: Step, number: int | None) -> tuple[str, ...]:
    """Return the lines of a step. `number`: that of the card to be pressed."""
    values = {"n": number, "mark": MARK, "dealer": RULES.options.oyaken}
    return tuple(words.say(each, **values) for each in TEXTS[step])


@dataclass(frozen=True, slots=True)
class Other:
    """A card that was pressed in place of the marked one, by the number of its button."""

    number: int
    kind: Kind
    matches: bool


def better(words: Words, step: Step, number: int, other: Other) -> str:
    """Return the reason why the card `number` is better than the one that was pressed."""
    if step is Step.NONE:
        return _too_good(words, number, other.number, other.kind)
    if other.matches and step in OTHERS:
        return words.say(OTHERS[step], n=number, other=other.number)
    return words("{other} finds no card of its month on the field. {n} does.", other=other.number, n=number)


def _too_good(words: Words, number: int, other: int, kind: Kind) -> str:
    """Return the reason why another card than chaff is not laid on the field."""
    if kind is Kind.LIGHT:
        return words("{other} is one of the five lights: too good a present. Lay {n}.", other=other, n=number)
    if kind is Kind.ANIMAL:
        return words(
            "{other} is an animal: the CPU would like it. Lay {n}, which is chaff.", other=other, n=number
        )
    return words(
        "{other} is a ribbon: the CPU would like it. Lay {n}, which is chaff.", other=other, n=number
    )


def what_next(words: Words) -> str:
    """Return the next steps at the tutorial's end."""
    return words(
        "**And now?** *{button}* begins a match of three months at once; {play} opens a table for people. "
        "{rules} and {yaku} are there whenever you need them.",
        button=words.say(buttons.PLAY_CPU),
        play=commands.mention(words, "koikoi play"),
        rules=commands.mention(words, "koikoi help"),
        yaku=commands.mention(words, "koikoi yaku"),
    )


def left(words: Words) -> str:
    """Words for somebody who has left the tutorial before its end."""
    return words(
        "You have left the tutorial. Continue or start over whenever you like: {tutorial}",
        tutorial=commands.mention(words, "koikoi help"),
    )


OFFER_BUTTON = mark_within("button", "How to play")
HELP_BUTTON = mark_within("button of a first hand, which opens the tutorial", "Help")
"""Short label for a hand and a lobby, which have no room for more."""

NEXT_BUTTON = mark_within("button of the tutorial", "Next")
BACK_BUTTON = mark_within("button of the tutorial", "Back")
LEAVE_BUTTON = mark_within("button of the tutorial", "Leave")
GO_ON_BUTTON = mark_within("button of the tutorial", "Go on")
OTHER_BUTTON = mark_within("button of the tutorial", "Try the other way")
"""Answer the question of the tutorial in the other way."""

AGAIN_BUTTON = mark_within("button of the tutorial", "From the start")


def marked(label: str) -> str:
    """The label of the card to be pressed."""
    return f"{MARK} {label}"
