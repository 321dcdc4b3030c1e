"""Names: of cards, yaku, months, people, commands and buttons."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import catalogues
from bot.i18n import Words
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.wording import (
    buttons,
    cards,
    commands,
    months,
    notes,
    numbers,
    openings,
    own_matches,
    people,
    yaku,
)
from bot.wording.limits import LABEL, OPTION
from bot.wording.people import Cast, Naming
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Kind, card
from engine.rules.options import make_rules
from engine.rules.yaku import YakuId
from tests.support import wording_views
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE

SANNIN, ISHOKAI, CLASSIC = (make_rules(each) for each in ("sannin", "ishokai", "classic"))

CANONICAL = """
鶴 松赤短 松カス 松カス 鶯 梅赤短 梅カス 梅カス 幕 桜赤短 桜カス 桜カス 不如帰 藤短 藤カス 藤カス
八橋 菖蒲短 菖蒲カス 菖蒲カス 蝶 牡丹青短 牡丹カス 牡丹カス 猪 萩短 萩カス 萩カス 月 雁 すすきカス すすきカス
盃 菊青短 菊カス 菊カス 鹿 紅葉青短 紅葉カス 紅葉カス 小野道風 燕 柳短 柳カス 鳳凰 桐カス 桐カス 桐カス
"""


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_names_stand_in_one_table(words: Words) -> None:
    """No other text of the catalogue, plants excepted, names a ribbon or chaff; none is a kind's letter."""
    assert {words.say(each) for month in cards.NAMES for each in month} == {
        cards.name(words, each) for each in DECK
    }
    plain = [each for each in DECK if each.kind in {Kind.RIBBON, Kind.CHAFF}]
    table = {cards.name(words, each).casefold() for each in plain}
    table -= {months.plant(words, each).casefold() for each in range(1, 13)}
    for message in catalogues.read(words.locale):
        said = message.string if isinstance(message.string, str) else ""
        if message.context != "a card":
            assert said.casefold() not in table, message.id
            assert message.context != "letter of a kind"


def test_cards_have_their_japanese_names() -> None:
    """All 48 names, in index order."""
    assert [cards.name(JAPANESE, each) for each in DECK] == CANONICAL.split()


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_only_cards_that_play_the_same_share_a_name(words: Words) -> None:
    """Two cards have one name, on a button too, if and only if both are plain chaff of one month."""
    for one in DECK:
        for other in DECK:
            if one is not other:
                same = cards.alike(one, other)
                assert (cards.name(words, one) == cards.name(words, other)) == same
                assert (cards.label(words, one) == cards.label(words, other)) == same


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_card_buttons_are_short(words: Words) -> None:
    """Number, name and sign stay within 20 characters: four buttons stand in a row on a phone."""
    for each in DECK:
        assert len(buttons.card(words, 8, each, matches=1)) <= 20


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_button_has_the_name_of_the_text(words: Words) -> None:
    """Somebody who reads that the cuckoo matches finds the cuckoo on a button, but for its first letter."""
    for each in DECK:
        assert cards.label(words, each).casefold() == cards.name(words, each).casefold()
        assert cards.label(words, each) in buttons.card(words, 8, each, matches=1)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_captured_cards_can_be_told_from_what_is_said_of_them(words: Words) -> None:
    """Every way to hold cards of a month is said differently, but for the drawing of equal chaff."""
    said = dict[str, object]()
    for month in range(1, 13):
        of_month = [each for each in DECK if each.month == month]
        for count in range(1, 5):
            for held in itertools.combinations(of_month, count):
                known = sorted("" if each.kind is Kind.CHAFF else each.letter for each in held)
                told = cards.by_month(words, CardSet.of(held))
                assert said.setdefault(told, (month, known)) == (month, known)


def test_captured_cards_are_said_by_month_and_by_kind() -> None:
    """Every card with its month, equal ones counted; then how many of each kind, chaff with the cup."""
    held = CardSet.parse("IAYkMFJVhZgijopr")
    assert cards.by_month(ENGLISH, held) == (
        "captured crane, plum poem, curtain + cherry poem, cuckoo, peony blue, boar + clover red, "
        "sake cup + mum blue + 2 mum, deer, rain man + swallow + storm"
    )
    assert cards.by_month(JAPANESE, CardSet.parse("ACDr")) == "取り札：鶴・松カス2枚、柳カス"
    assert cards.by_month(ENGLISH, CardSet()) == ""
    assert cards.by_kind(ENGLISH, held, cup_counts=False) == "lights 3, animals 5, ribbons 5, chaff 3"
    assert cards.by_kind(JAPANESE, held, cup_counts=True) == "光3、タネ5、短冊5、カス3＋盃"
    assert cards.listing(ENGLISH, (card("C"), card("D"), card("A"))) == "2 pine, crane"


ALL = [*itertools.product((CLASSIC, make_rules("league"), ISHOKAI, SANNIN), YakuId)]


def test_yaku_are_named_as_the_sheet_of_the_rule_set_names_them() -> None:
    """花見で一杯 in classic and league, 花見酒 in sannin; くっつき in the league, 喰付 in ishokai."""
    league = make_rules("league")
    assert yaku.name(JAPANESE, CLASSIC, YakuId.HANAMI) == "花見で一杯"
    assert yaku.name(JAPANESE, league, YakuId.TSUKIMI) == "月見で一杯"
    assert yaku.name(JAPANESE, SANNIN, YakuId.HANAMI) == "花見酒"
    assert yaku.name(JAPANESE, league, YakuId.KUTTSUKI) == "くっつき"
    assert yaku.name(JAPANESE, ISHOKAI, YakuId.KUTTSUKI) == "喰付"
    assert yaku.name(JAPANESE, CLASSIC, YakuId.AME_SHIKO) == "雨入り四光"
    assert yaku.name(ENGLISH, CLASSIC, YakuId.HANAMI) == yaku.name(ENGLISH, SANNIN, YakuId.HANAMI) == "Hanami"
    assert yaku.long_name(ENGLISH, CLASSIC, YakuId.HANAMI) == "Hanami de ippai"
    assert yaku.long_name(ENGLISH, SANNIN, YakuId.HANAMI) == "Hanami-zake"
    assert all(
        yaku.long_name(JAPANESE, rules, each) == yaku.name(JAPANESE, rules, each) for rules, each in ALL
    )


ROOT = Path(__file__).resolve().parents[3]
LONG = [*yaku.LONG_NAMES.values(), *yaku.CUP_LONG_NAMES.values()]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_yaku_have_one_name_outside_their_pages(words: Words) -> None:
    """No other text of the catalogue has a name in full, and only the modules of the pages ask for one."""
    names = {*map(words.say, LONG)} - {yaku.name(words, *each) for each in ALL}
    assert bool(names) == (words is not JAPANESE)
    keys = {(each.text, each.context) for each in LONG}
    for message in catalogues.read(words.locale):
        said = str(message.string)
        if (message.id, message.context) not in keys:
            assert not [each for each in names if each.casefold() in said.casefold()], message.id
    sources = (path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py"))
    asking = {path.stem for path in sources if "long_name(" in path.read_text(encoding="utf-8")}
    assert asking == {"yaku", "yaku_month", "yaku_sheet"}


def test_names_are_explained_in_english_and_stand_alone_in_japanese() -> None:
    """With the meaning in brackets or alone; a Japanese name says it all,
    but 手四, which other players know as the dealt hand alone, and 無効."""
    assert yaku.explained(ENGLISH, CLASSIC, YakuId.SANKO) == "Sanko (three lights)"
    assert yaku.gloss(ENGLISH, YakuId.INOSHIKACHO) == "boar, deer, butterflies"
    for rules, each in ALL:
        named, meaning = yaku.name(ENGLISH, rules, each), yaku.gloss(ENGLISH, each)
        assert yaku.explained(ENGLISH, rules, each) == f"{named} ({meaning})"
        alone = yaku.name(JAPANESE, rules, each)
        meaning = {YakuId.TESHI: "同じ月の4枚", YakuId.KOI_VOID: "相手の役"}.get(each, "")
        assert yaku.gloss(JAPANESE, each) == meaning
        assert yaku.explained(JAPANESE, rules, each) == (f"{alone}（{meaning}）" if meaning else alone)


def test_units_and_signs() -> None:
    """Points in classic, mon in ishokai; a real minus; the Japanese plus is full-width."""
    assert numbers.points(ENGLISH, CLASSIC, 1) == "1 point"
    assert numbers.points(ENGLISH, CLASSIC, -12) == "−12 points"
    assert numbers.points(JAPANESE, CLASSIC, 7) == "7点"
    assert numbers.points(JAPANESE, ISHOKAI, -7) == "−7文"
    assert numbers.signed(JAPANESE, 26) == "＋26"
    assert numbers.signed(ENGLISH, -26) == "−26"
    assert numbers.signed(ENGLISH, 0) == "0"


def test_months_of_an_extension_are_named_again() -> None:
    """The 13th month is January again, with January's plant."""
    assert months.in_match(JAPANESE, make_rules("classic"), 3) == "三月"
    for planned in (3, 6, 12):
        rules = make_rules("sannin", {"months": planned})
        told = [months.in_match(ENGLISH, rules, planned + n) for n in range(1, 7)]
        assert told == [f"{month} again" for month in ("January", "February", "March")] * 2
    assert months.plant(JAPANESE, months.calendar(make_rules("sannin"), 15)) == "桜"
    assert months.name(JAPANESE, 3) == "三月"
    assert months.subtitle(ENGLISH, 3) == "Cherry"


def test_names_are_cleaned_and_escaped() -> None:
    """Markdown in a name is shown, not obeyed; control characters go; an empty name gets a number."""
    one = wording_views.people(1, ("*a_b*\n\u202e`x`",))[0]
    assert people.name(ENGLISH, one, plain=True) == "*a_b* `x`"
    assert people.name(ENGLISH, one) == r"\*a\_b\* \`x\`"
    assert people.name(ENGLISH, replace(one, name="\u200b ")) == "Player 1"


def test_cpu_players_are_called_by_character_and_level() -> None:
    """No two have one name; those who are equal at a table are numbered; an old match has even ones."""
    one = replace(wording_views.people(1)[0], user=None, cpu=CpuPlayer.HARD_BOLD)
    two = replace(one, cpu=CpuPlayer("easy"), twin=2)
    assert people.name(ENGLISH, one, plain=True, naming=Naming.LEVEL) == "CPU Tora (hard)"
    assert people.name(JAPANESE, one, plain=True, naming=Naming.LEVEL) == "CPUトラ（むずかしい）"
    assert people.name(JAPANESE, two, plain=True, naming=Naming.LEVEL) == "CPUハト2（やさしい）"
    for words in EVERY:
        assert len({people.cpu(words, each) for each in CpuPlayer}) == len(CpuPlayer)


def test_a_sentence_says_the_name_alone() -> None:
    """The mark tells a CPU player from a person: in lists, and where somebody at the table has its name."""
    ann, cpu = wording_views.people(2)
    cpu = replace(cpu, user=None, cpu=CpuPlayer.HARD_BOLD)
    assert people.name(ENGLISH, cpu) == "Tora"
    assert people.marked(ENGLISH, cpu) == "CPU Tora"
    assert Cast((ann, cpu)).named(ENGLISH).joined(1) == "Tora"
    assert Cast((replace(ann, name="TORA"), cpu)).named(ENGLISH).names == ("TORA", "CPU Tora")


def test_korean_honours_people_alone() -> None:
    """A CPU player's name has no 님 behind it, and the particle that its last sound wants."""
    korean = next(words for words in EVERY if words.locale == "ko")
    sora, cpu = wording_views.people(2)
    names = Cast((sora, replace(cpu, user=None, cpu=CpuPlayer.EASY))).named(korean)
    assert korean("{player} resigned.", player=names.joined(0)).endswith(" 님이 기권했습니다.")
    assert korean("{player} resigned.", player=names.joined(1)) == "하토가 기권했습니다."
    third = replace(cpu, user=None, cpu=CpuPlayer.EASY, twin=3)
    assert korean("{player} resigned.", player=people.name(korean, third)) == "하토 3이 기권했습니다."
    assert korean("**{player} wins the match!**", player=names.joined(1)) == "**하토의 승리!**"


NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_commands_are_named_as_discord_allows(words: Words) -> None:
    """Names are lower case without spaces, at most 32 long and unique; descriptions at most 100 long."""
    paths = [path for path in commands.COMMANDS if " " in path]
    names = [commands.command_name(words, commands.COMMANDS[path].name) for path in paths]
    parameters = [commands.command_name(words, each.name) for each in commands.PARAMETERS.values()]
    for group in (names, parameters):
        assert len(set(group)) == len(group)
        for each in group:
            assert NAME.fullmatch(each) and each == each.lower() and len(each) <= 32
    for text in (*commands.COMMANDS.values(), *commands.PARAMETERS.values()):
        assert 1 <= len(commands.description(words, text.description)) <= 100
    assert all(len(commands.menu_name(words, each)) <= 32 for each in commands.CONTEXT_MENUS.values())


def test_texts_that_are_not_ours_are_left_alone() -> None:
    """The translator may ask for any text; what is no command of ours stays as it is."""
    assert commands.command_name(JAPANESE, "something") == "something"
    assert commands.description(JAPANESE, "Something else") == "Something else"
    assert commands.menu_name(JAPANESE, "Other") == "Other"
    assert commands.menu_name(JAPANESE, "Koi-Koi profile") == "こいこいの成績"


PLAIN_LABELS = (
    buttons.JOIN, buttons.LEAVE, buttons.START, buttons.RULES, buttons.ACCEPT,
    buttons.DECLINE, buttons.MY_HAND, buttons.YAKU, buttons.MORE, buttons.DRAW, buttons.TAP,
    buttons.CUT_RANDOM, buttons.NOTHING, buttons.BACK, buttons.KOIKOI, buttons.NEXT_MONTH,
    buttons.DEAL_AGAIN, buttons.NEXT_RESULT, buttons.REOPEN, buttons.REMATCH, buttons.REPLAY, buttons.LOG,
    buttons.LIST_VIEW, buttons.PICTURE_VIEW, buttons.RESIGN, buttons.CANCEL,
    buttons.MY_TABLE, buttons.SHUFFLES,
)  # fmt: skip


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_labels_are_short_and_differ(words: Words) -> None:
    """No two buttons have one label; all fit a phone; yaku and points are in the ones that name them."""
    labels = [words.say(label) for label in PLAIN_LABELS]
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 16
    declared = buttons.declare(words, SANNIN, YakuId.ICHI_NI_SHI, 30)
    assert "30" in declared and len(declared) <= LABEL
    assert "7" in buttons.stop(words, 7)
    assert "12" in buttons.cut(words, 12)
    assert len(words.say(buttons.LIST_PLACEHOLDER)) <= 150


def test_the_longest_list_option_fits() -> None:
    """A card that two or three field cards match is described within a select's 100 characters, in full."""
    for words in EVERY:
        for each in DECK:
            same = [other for other in DECK if other.month == each.month and other is not each]
            for targets in (same, *itertools.combinations(same, 2)):
                told = buttons.list_option(words, 8, each, targets)
                assert max(map(len, told)) <= OPTION
                assert cards.listing(words, targets) in told[1]


def test_a_list_option_says_that_of_two_cards_one_is_captured() -> None:
    """One and three are captured whole; of two that play alike it is one."""
    crane, ribbon, *chaff = (each for each in DECK if each.month == 1)
    told = [
        buttons.list_option(ENGLISH, 1, crane, targets)[1]
        for targets in ((ribbon,), chaff, (ribbon, *chaff), ())
    ]
    assert told == [
        "captures pine poem",
        "captures one of 2 pine",
        "captures pine poem, 2 pine",
        "no match: goes to the field",
    ]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_list_marks_what_matches_as_the_buttons_do(words: Words) -> None:
    """The text above a hand is the same for both views: it speaks of numbers and of the sign."""
    crane, chaff = card("A"), card("C")
    for field, says in (((chaff,), f"3{buttons.MATCHING}"), ((), "3")):
        label, _ = buttons.list_option(words, 3, crane, field)
        button = buttons.card(words, 3, crane, matches=len(field))
        assert label.split()[0] == button.split()[0] == says


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_cpu_players_say_how_they_play(words: Words) -> None:
    """A line each level of even ones has, and each other character, which the menu has room for."""
    told = {people.cpu_manner(words, each) for each in CpuPlayer}
    assert len(told) == len(CpuLevel) + len(Character) - 1
    assert all(0 < len(each) <= OPTION for each in told)
    lines = {people.level_choice(words, each) for each in CpuLevel}
    lines |= {people.cpu_again(words, each) for each in CpuPlayer}
    assert len(lines) == len(CpuLevel) + len(CpuPlayer) and all(0 < len(each) <= OPTION for each in lines)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("chosen", ["🌸🎴", "\u3164", "\u202e\x85", ""])
def test_a_name_of_which_nothing_is_left_is_told_by_a_word(words: Words, chosen: str) -> None:
    """People, servers and channels: no sentence, link or thread has a hole where the name would be."""
    assert people.somebody(words, chosen) == words("somebody")
    assert notes.thread_name(words, chosen) == words("Koi-koi: {player}", player=words("somebody"))
    assert (
        own_matches.place(words, "https://x", chosen or "🌸", chosen) == f"· [{words('a server')}](https://x)"
    )
    assert words("a server") in openings.announcement(words, chosen, CLASSIC, 1, "https://x")


def test_names_of_places_stand_in_a_link_without_markdown() -> None:
    """Of a server and its channel, each with what is left of its name."""
    said = own_matches.place(ENGLISH, "https://x", "[Tea] 🌸 house", "tea_room 🍵")
    assert said == r"· [\[Tea\] house \#tea\_room](https://x)"
