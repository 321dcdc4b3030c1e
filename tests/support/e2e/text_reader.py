"""A scripted person who sees no picture and no custom id: only texts, descriptions and labels of buttons.

They read as a screen reader does, and play what they have read: the card with the best capture, the way to
capture that is named first, stop as soon as it brings something.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.sandbox.messages import Json, buttons
from tests.support.sandbox.user import SandboxUser

Label = str | tuple[str, ...]
"""The beginning of a button's label; of several, any will do."""
PLACES: Label = tuple("12345678")
"""The cards of the row from which the seats are drawn; a slower player finds some taken."""


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a language that the person knows; patterns are searched in the text."""

    locale: str
    free_seat: str
    may_start: str
    draw: str
    """The players who are still to draw, after the colon."""
    cut: str
    secret: str
    """The words that a hand has no hand yaku: its reader has nothing to do."""
    declare: str
    turn: str
    capture: str
    """In the description: the captures that are possible, group 1."""
    decide: str
    stop: str
    """In the description: what stopping brings, group 1."""
    stop_label: str
    """On the button: what stopping brings, group 1."""
    rest: str
    """The players who are waited for, group 1."""
    over: str
    card: str
    """One card of the described hand: its number, its name, what it matches or nothing."""
    join: str
    start: str
    hand: str
    tap: str
    yaku: str
    declare_button: str
    stop_button: str
    koikoi: str
    you: str
    """The word by which a hand calls its reader."""
    next: tuple[str, ...]
    """The beginnings of the labels that end a rest."""
    precious: tuple[str, ...]
    """The cards worth more than chaff, the best last."""


ENGLISH = Language(
    locale="en-US",
    free_seat=r"free: press Join",
    may_start=r"(\S+) may start",
    draw=r"(?:Still to draw: |draw again, )(.+)",
    cut=r"\*\*Cut the deck\*\*",
    secret=r"\*\*Hand yaku\?\*\*",
    declare=r"\*\*You hold the hand yaku",
    turn=r"\*\*Your turn",
    capture=r"may capture: ([^.]+)\.",
    decide=r"\*\*Koi-koi or stop\?\*\*",
    stop=r"Stop now for (\d+)",
    stop_label=r"Stop \(\+(\d+)",
    rest=r"[Ww]aiting for (.+?)\. (?:It|The bot)",
    you="you",
    over=r"wins the match!|A draw between",
    card=r"(\d) ([^();:.]+) \((?:no match|matches ([^)]+))\)",
    join="Join",
    start="Start",
    hand="My hand",
    tap="Tap",
    yaku="Yaku",
    declare_button="Declare",
    stop_button="Stop",
    koikoi="Koi-Koi",
    next=("Next", "Deal again"),
    precious=("red", "blue", "poem", "deer", "sake cup", "crane", "curtain", "moon", "phoenix"),
)
JAPANESE = Language(
    locale="ja",
    free_seat="「参加」を押してください",
    may_start=r"(.+)が開始できます",
    draw=r"(?:まだの人|もう一度めくります)：(.+)",
    cut=r"山札を切ってください",
    secret=r"手役の確認中です。",
    declare=r"\*\*手役.+があります",
    turn=r"あなたの番です",
    capture=r"取れる札：([^。]+)。",
    decide=r"こいこい？ それとも勝負？",
    stop=r"勝負なら(\d+)",
    stop_label=r"勝負（＋(\d+)",
    rest=r"(?:次の月へ：|配り直し：|続きます。)(.+?)(?:の番)?を待っています",
    you="あなた",
    over=r"の勝利！|の引き分け。",
    card=r"(\d) ([^（）、]+)（(?:合う札なし|合う札：([^）]+))）",
    join="参加",
    start="開始",
    hand="手札",
    tap="叩く",
    yaku="役",
    declare_button="宣言",
    stop_button="勝負",
    koikoi="こいこい",
    next=("次の", "配り直す"),
    precious=("短", "鹿", "盃", "鶴", "幕", "月", "鳳凰"),
)


class Reader:
    """A user of the sandbox who plays by ear."""

    def __init__(self, user: SandboxUser, language: Language, *, text_mode: bool = False) -> None:
        """`text_mode`: their hands have no picture, and so no description."""
        self.user = user
        self._text_mode = text_mode
        self.pressed: list[str] = []
        """The labels that they pressed."""
        self._language = language

    @property
    def over(self) -> bool:
        """Whether they have read the result."""
        return any(re.search(self._language.over, _text(each)) for each in self.user.public())

    async def turn(self) -> bool:
        """Read what is there; press one button if something is asked of them."""
        wish = self._wish()
        if wish is None:
            return False
        message, label = wish
        found = [
            each
            for each in buttons(message)
            if str(each["label"]).startswith(label) and not each.get("disabled")
        ]
        if not found or await self.user.attempt(message, found[0]["custom_id"]) is None:
            return False
        self.pressed.append(str(found[0]["label"]))
        return True

    def _wish(self) -> tuple[Json, Label] | None:
        """The message and how the label begins that they want to press."""
        hands = [each for each in self.user.ephemerals() if self._is_hand(each)]
        if hands and (label := self._on_hand(hands[-1])) is not None:
            return hands[-1], label
        tables = [each for each in self.user.public() if each["components"]]
        if tables and (label := self._on_table(tables[-1], holding=bool(hands))) is not None:
            return tables[-1], label
        return None

    def _is_hand(self, message: Json) -> bool:
        """Whether a private message is a hand: it has a picture or, in text mode, the row of a hand."""
        if not self._text_mode:
            return bool(message["attachments"])
        return any(each["label"] == self._language.yaku for each in buttons(message))

    def _described(self, message: Json) -> str:
        """Return the text of the hand: the description of its picture or, in text mode, the message."""
        if self._text_mode:
            return _text(message).replace("*", "")
        return str(message["attachments"][0]["description"])

    def _on_table(self, message: Json, *, holding: bool) -> Label | None:
        knows, text, me = self._language, _text(message), self.user.name
        if re.search(knows.free_seat, text):
            return None if me in text else knows.join
        if _says(knows.may_start, text, me):
            return knows.start
        if _says(knows.draw, text, me):
            return PLACES
        if _says(knows.rest, text, me):
            return knows.next
        return None if holding else knows.hand

    def _on_hand(self, message: Json) -> Label | None:
        knows, text = self._language, _text(message)
        described = self._described(message)
        answers: tuple[tuple[str, Callable[[], str | None]], ...] = (
            (knows.cut, lambda: knows.tap),
            (knows.declare, lambda: self._declare(message)),
            (knows.secret, lambda: None),
            (knows.decide, lambda: self._decide(message, described)),
            (knows.turn, lambda: self._card(described)),
        )
        for question, answer in answers:
            if re.search(question, text):
                return answer()
        if found := re.search(knows.capture, described):
            return found[1].split(" ", 1)[0]
        return knows.next if _says(knows.rest, text, knows.you) else None

    def _declare(self, message: Json) -> str | None:
        named = (str(each["label"]) for each in buttons(message))
        return next((label for label in named if self._language.declare_button in label), None)

    def _decide(self, message: Json, described: str) -> str:
        """Stop for two or more; for less go on, once."""
        knows = self._language
        if self._text_mode:
            described = " ".join(str(each["label"]) for each in buttons(message))
        brings = re.search(knows.stop_label if self._text_mode else knows.stop, described)
        assert brings, described
        bold = int(brings[1]) < 2 and self.pressed.count(knows.koikoi) == 0
        return knows.koikoi if bold else knows.stop_button

    def _card(self, described: str) -> str:
        """The number of the card that captures best."""
        cards = re.findall(self._language.card, described)
        assert cards, described

        def worth(card: tuple[str, str, str]) -> tuple[bool, int]:
            _, name, matches = card
            ranks = [n for n, word in enumerate(self._language.precious) if word in name + matches]
            return bool(matches), max(ranks, default=-1)

        return str(max(cards, key=worth)[0])


def _text(message: Json) -> str:
    """Return the text without the marks that keep names from becoming markdown."""
    return str(message["content"]).replace("\\", "")


def _says(pattern: str, text: str, name: str) -> bool:
    """Whether a pattern is found that names somebody."""
    found = re.search(pattern, text)
    return found is not None and name in found[1]
