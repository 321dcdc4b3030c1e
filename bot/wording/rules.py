"""Rule sets, their options and what the options' values mean."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.match.views import ClockTimes
from bot.match.vocabulary import MatchClock
from bot.wording import numbers
from engine.rules.options import OPTIONS, OptionKind, OptionValue, Rules
from engine.rules.presets import PresetId, RulesName, name_of, preset_of
from engine.rules.rule_sets import RuleSetId

RULE_SETS: Mapping[RuleSetId, tuple[Message, Message]] = {
    RuleSetId.LEAGUE: (
        mark_within("rule set", "Standard"),
        mark(
            "Two players. Hand yaku score at once, no rain man in three lights, many house rules to choose."
        ),
    ),
    RuleSetId.CLASSIC: (
        mark_within("rule set", "Classic"),
        mark("Two players. Four captured cards of a month score 6, the rain man counts for three lights."),
    ),
    RuleSetId.ISHOKAI: (
        mark_within("rule set", "Ishokai"),
        mark("Two players. Every koi-koi call multiplies, the dealer's wins pile up, the loser pays."),
    ),
    RuleSetId.SANNIN: (
        mark_within("rule set", "Sannin"),
        mark("Three players. Many yaku, secret hand yaku, void months, the losers pay."),
    ),
}

PRESETS: Mapping[PresetId, tuple[Message, Message]] = {
    PresetId.NINTENDO: (
        mark_within("rule set", "Nintendo's leaflet"),
        mark("Rules of the leaflet in Nintendo's boxes of cards: sets grow, koi-koi is called once a month."),
    ),
    PresetId.FUDAWIKI: (
        mark_within("rule set", "Fuda Wiki"),
        mark("Rules of the site Fuda Wiki: sets grow, and this month's cards are a yaku."),
    ),
    PresetId.NEWHANAFUDA: (
        mark_within("rule set", "newhanafuda.art"),
        mark("Rules of the site newhanafuda.art: sets are worth 5, every koi-koi call multiplies."),
    ),
    PresetId.FLASH: (
        mark_within("rule set", "Hanafuda Flash"),
        mark("Rules of the game at gamedesign.jp: this month's cards are a yaku, and the loser pays."),
    ),
}
"""The names of presets, and the line that says where each comes from."""

TAGLINES: Mapping[RulesName, Message] = {
    RuleSetId.LEAGUE: mark("Two players: hand yaku and house rules"),
    RuleSetId.CLASSIC: mark("Two players: a captured month scores 6"),
    RuleSetId.ISHOKAI: mark("Two players: every koi-koi multiplies"),
    RuleSetId.SANNIN: mark("Three players: more yaku, losers pay"),
    PresetId.NINTENDO: mark("The leaflet in the box of cards"),
    PresetId.FUDAWIKI: mark("Growing sets, month cards"),
    PresetId.NEWHANAFUDA: mark("Every koi-koi multiplies"),
    PresetId.FLASH: mark("Month cards, the loser pays"),
}
"""Each rule set and preset in a few words, for pictures."""

RULE_CHOICES: Mapping[RulesName, Message] = {
    RuleSetId.LEAGUE: mark_within("value of a parameter", "Standard: 2 players, hand yaku, many house rules"),
    RuleSetId.CLASSIC: mark_within(
        "value of a parameter", "Classic: 2 players, four captured cards of a month score 6"
    ),
    RuleSetId.ISHOKAI: mark_within(
        "value of a parameter", "Ishokai: 2 players, koi-koi multiplies, the loser pays"
    ),
    RuleSetId.SANNIN: mark_within("value of a parameter", "Sannin: 3 players, many yaku, the losers pay"),
    PresetId.NINTENDO: mark_within(
        "value of a parameter", "Nintendo's leaflet: 2 players, sets grow, one koi-koi a month"
    ),
    PresetId.FUDAWIKI: mark_within(
        "value of a parameter", "Fuda Wiki: 2 players, sets grow, month cards are a yaku"
    ),
    PresetId.NEWHANAFUDA: mark_within(
        "value of a parameter", "newhanafuda.art: 2 players, sets of 5, koi-koi multiplies"
    ),
    PresetId.FLASH: mark_within(
        "value of a parameter", "Hanafuda Flash: 2 players, month cards are a yaku, the loser pays"
    ),
}
"""The rule sets and presets for a parameter of a command: on a phone the first words alone are seen."""

CLOCKS: Mapping[MatchClock, tuple[Message, Message]] = {
    MatchClock.LIVE: (
        mark_within("clock", "Live"),
        mark("Minutes for a turn: everybody stays at the table"),
    ),
    MatchClock.SLOW: (mark_within("clock", "Slow"), mark("A turn may take long: play when you have time")),
    MatchClock.OFF: (mark_within("clock", "No clock, unrated"), mark("No time limit")),
}
"""The names of the clocks, and their uses."""

OPTION_TEXTS: Mapping[str, tuple[Message, Message]] = {
    "months": (mark_within("option", "Months"), mark("How many months are played.")),
    "rain_sanko": (
        mark_within("option", "Rain man in sanko"),
        mark("Whether the rain man may be one of the three lights of sanko."),
    ),
    "cup": (
        mark_within("option", "Sake cup"),
        mark("Whether the sake cup counts as an animal and as chaff at once, or as one of the two."),
    ),
    "viewing": (
        mark_within("option", "Viewing yaku"),
        mark("Whether hanami and tsukimi exist."),
    ),
    "teshi": (
        mark_within("option", "Teshi"),
        mark("What all four cards of a month are worth: captured, dealt in the hand, or nothing."),
    ),
    "hand_yaku": (
        mark_within("option", "Hand yaku"),
        mark("Whether four of a month or four pairs in the dealt hand win the month at once."),
    ),
    "field_four": (
        mark_within("option", "Four on the field"),
        mark("What happens when all four cards of a month are dealt to the field."),
    ),
    "seven_double": (
        mark_within("option", "Seven doubles"),
        mark("Whether a total of 7 or more is doubled."),
    ),
    "koi_multiplier": (
        mark_within("option", "Koi-koi multiplier"),
        mark("What koi-koi calls multiply the winner's total by."),
    ),
    "oyaken": (
        mark_within("option", "Oya-ken"),
        mark("What the dealer scores when nobody stopped."),
    ),
    "koi_void": (
        mark_within("option", "Koi-koi at risk"),
        mark(
            "Whether your koi-koi puts your yaku at risk: they are void if the other player makes one next."
        ),
    ),
    "goko_bonus": (
        mark_within("option", "Goko bonus"),
        mark("What each loser pays on top when the winner stops with goko."),
    ),
    "lights": (
        mark_within("option", "Lights"),
        mark("What goko, shiko, ame-shiko and sanko are worth, in this order."),
    ),
    "sets": (
        mark_within("option", "Sets"),
        mark("What akatan, aotan and inoshika are worth, and whether further cards add to them."),
    ),
    "month_cards": (
        mark_within("option", "Month cards"),
        mark("Whether all four cards of the month being played are a yaku worth 4."),
    ),
    "koi_limit": (
        mark_within("option", "Koi-koi limit"),
        mark("How often koi-koi may be called in a month."),
    ),
    "deal_passes": (
        mark_within("option", "Deal passes"),
        mark("Whether the other player deals after a month that nobody stopped."),
    ),
    "losers_pay": (
        mark_within("option", "Loser pays"),
        mark("Whether the loser pays what the winner of a month gets."),
    ),
    "field_lights": (
        mark_within("option", "Lights on the field"),
        mark("Whether two or more lights dealt to the field multiply the month."),
    ),
}
"""Name and description of every option."""

CHOICES: Mapping[tuple[str, str], Message] = {
    ("cup", "both"): mark("animal and chaff at once"),
    ("cup", "either"): mark("animal or chaff"),
    ("teshi", "captured"): mark("when captured"),
    ("teshi", "dealt"): mark("when dealt in the hand"),
    ("teshi", "off"): mark("not a yaku"),
    ("field_four", "redeal"): mark("deal again"),
    ("field_four", "dealer_takes"): mark("the dealer takes them"),
    ("field_four", "dealer_wins"): mark("the dealer wins the month"),
    ("field_four", "void"): mark("the month is void"),
    ("field_four", "redeal_pairs"): mark("deal again with four pairs too"),
    ("koi_multiplier", "none"): mark("none"),
    ("koi_multiplier", "opponent"): mark("×2 if the loser called"),
    ("koi_multiplier", "each"): mark("calls of both + 1"),
    ("koi_multiplier", "own"): mark("winner's calls + 1 (×2 if the loser called)"),
    ("sets", "six"): mark("6-6-5"),
    ("sets", "five"): mark("5 each"),
    ("sets", "growing"): mark("5 each and growing"),
    ("koi_limit", "none"): mark("at will"),
    ("koi_limit", "once_each"): mark("once each"),
    ("koi_limit", "once"): mark("once in all"),
}


def _texts(which: RulesName) -> tuple[Message, Message]:
    return PRESETS[which] if isinstance(which, PresetId) else RULE_SETS[which]


def name(words: Words, which: RulesName) -> str:
    """`Standard`, 標準; `Fuda Wiki`."""
    return words.say(_texts(which)[0])


def called(words: Words, rules: Rules) -> str:
    """Return the name of rules: the preset's as long as everything but the length agrees with it."""
    return name(words, name_of(rules))


def description(words: Words, which: RulesName) -> str:
    """Return the line that tells a rule set from the others, or says where a preset comes from."""
    return words.say(_texts(which)[1])


def tagline(words: Words, which: RulesName) -> str:
    """Return the rule set or preset in a few words."""
    return words.say(TAGLINES[which])


def choice(words: Words, which: RulesName) -> str:
    """A rule set or preset to choose, with what it is."""
    return words.say(RULE_CHOICES[which])


def title(words: Words, rules: Rules) -> str:
    """`Standard · 3 months`."""
    months = words.plural("{n} month", "{n} months", rules.months)
    return words("{rules} · {months}", rules=called(words, rules), months=months)


def option_name(words: Words, option: str) -> str:
    """Return the name of an option."""
    return words.say(OPTION_TEXTS[option][0])


def option_description(words: Words, option: str) -> str:
    """Return the description of an option."""
    return words.say(OPTION_TEXTS[option][1])


def value(words: Words, option: str, chosen: OptionValue) -> str:
    """Return the name of an option's value."""
    match OPTIONS[option].kind:
        case OptionKind.SWITCH:
            return words.within("option", "on") if chosen else words.within("option", "off")
        case OptionKind.CHOICE if (option, str(chosen)) in CHOICES:
            return words.say(CHOICES[option, str(chosen)])
        case _:
            return str(chosen)


def setting(words: Words, option: str, chosen: OptionValue) -> str:
    """`Oya-ken: 4`."""
    return numbers.labelled(words, option_name(words, option), value(words, option, chosen))


def changed(words: Words, rules: Rules) -> tuple[str, ...]:
    """Every option that differs from the rule set's own value, the number of months left out.

    None where the rules are a preset's, whose name says it.
    """
    if preset_of(rules) is not None:
        return ()
    return tuple(
        setting(words, option, chosen) for option, chosen in rules.changed().items() if option != "months"
    )


def clock_name(words: Words, clock: MatchClock) -> str:
    """Return the name of a clock."""
    return words.say(CLOCKS[clock][0])


def clock_about(words: Words, clock: MatchClock) -> str:
    """Return the use of a clock."""
    return words.say(CLOCKS[clock][1])


def clock(words: Words, which: MatchClock, times: ClockTimes) -> str:
    """A clock with its times: `Live (2 min a turn, 5 min spare time in a bank)`."""
    name = clock_name(words, which)
    match which:
        case MatchClock.OFF:
            return name
        case MatchClock.SLOW:
            turn = numbers.duration(words, times.slow_turn)
            return words("{clock} ({turn} a turn)", clock=name, turn=turn)
        case MatchClock.LIVE:
            turn = numbers.duration(words, times.live_turn)
            if not times.live_bank:
                return words("{clock} ({turn} a turn)", clock=name, turn=turn)
            bank = numbers.duration(words, times.live_bank)
            return words("{clock} ({turn} a turn, {bank} to spare)", clock=name, turn=turn, bank=bank)
