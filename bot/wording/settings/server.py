"""The rows of the panel of a server: what each decides, how it stands, what its controls say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.i18n import Message, Words, mark, mark_within
from bot.ids import ChannelId, UserId
from bot.match.vocabulary import BarKind, TablePlace
from bot.records.moderation import Change, Ended
from bot.records.periods import SeasonKind
from bot.wording import commands, notes, numbers, rules
from bot.wording.settings import values
from engine.rules.options import Rules
from engine.rules.rule_sets import STANDARD, RuleSetId

TITLE = mark("Settings of this server")


def may_not_manage(words: Words) -> str:
    """Return the answer to somebody who lacks the permission."""
    permission = words.say(notes.PERMISSIONS["manage_guild"])
    return words("Only members with the permission {permission} may do this.", permission=f"*{permission}*")


WHERE = mark_within("section of settings", "Where")
NEW_TABLES = mark_within("section of settings", "New tables")
CLOCK_AND_RATING = mark_within("section of settings", "Clock and rating")
TOLD = mark_within("section of settings", "Calls, hints, pictures")
ARENAS = mark_within("section of settings", "Arenas")
LISTS = mark_within("section of settings", "Lists")
MODERATION = mark_within("section of settings", "Moderation")
ABOUT: Mapping[str, Message] = {
    "channels": mark("The channels where tables may be opened. Choose none for all of them."),
    "place": mark("Where matches are played. A thread keeps the channel quiet."),
    "tables": mark("How many tables stand in one channel before the next one opens in a thread."),
    "language": mark(
        "The language of tables. Messages that only one person sees are in that person's language."
    ),
    "rules": mark("The rule set of a new table when its host names none."),
    "months": mark("How many months a new table plays when its host names no number."),
    "rated": mark("Whether new tables move ratings. They count in the other lists either way."),
    "hints": mark("Tips for beginners, and Hint, which tells the best move, against CPU players alone."),
    "moving": mark("Whether the winning card of a big month moves at the table. Hands always stand still."),
    "call_role": mark(
        "The bot mentions this role once when a table opens. You can choose roles that anybody may mention."
    ),
    "rare_yaku": mark("Four or five lights, or all poetry and blue ribbons: a picture in the channel."),
    "arena_managers": mark("Who may open an arena: everybody who may open tables, or managers alone."),
    "arena_cpu": mark("Whom a player of an arena plays while nobody else is free: a win brings 1 point."),
    "arena_weekly": mark("Opened by the command as one of every week; here it is stopped."),
    "bar_tables": mark("People who may neither open nor join a table here."),
    "bar_lists": mark("People who are in no list here. Their matches from then on count for nobody."),
    "match": mark("Takes a match out of all ratings and lists, or lets it count again."),
    "changes": mark("Who changed what, and when: the last 200 changes."),
}
"""The effects of the settings, at most 100 characters."""


def new_default(words: Words) -> str:
    """Tell a server that its tables play other rules by default, and how to go back."""
    return words(
        "Tables on this server now play **{standard}** if nobody names other rules. Until now they played "
        "**{classic}**, in which four captured cards of a month score 6. A manager can change that back: "
        "{settings}, **{setting}**.",
        standard=rules.name(words, STANDARD),
        classic=rules.name(words, RuleSetId.CLASSIC),
        settings=commands.mention(words, "koikoi settings"),
        setting=values.title(words, "rules"),
    )


CHANNELS_PLACEHOLDER = mark("Choose channels; none: everywhere")


def channels(words: Words, chosen: Sequence[ChannelId], gone: int) -> str:
    """Return the channels where tables are opened; `gone` of the channels that were chosen were deleted."""
    told = values.channels(words, chosen)
    if not gone:
        return told
    lost = words.plural("⚠ {n} chosen channel was deleted", "⚠ {n} chosen channels were deleted", gone)
    return words("{setting} ({warning})", setting=told, warning=lost)


PLACES: Mapping[TablePlace, tuple[Message, Message]] = {
    TablePlace.CHANNEL: (
        mark_within("place of a match", "In the channel"),
        mark("The table stands where it is opened"),
    ),
    TablePlace.THREAD: (
        mark_within("place of a match", "A thread for each match"),
        mark("The result is posted in the channel"),
    ),
}


def place_choice(words: Words, place: TablePlace) -> tuple[str, str]:
    """Return the place of matches: its name, and its meaning."""
    name, told = PLACES[place]
    return words.say(name), words.say(told)


def lacking(words: Words, lacks: Mapping[ChannelId, Sequence[str]]) -> str:
    """Return the bot's missing permissions in the chosen channels, a line for each."""
    lines = []
    for channel, permissions in lacks.items():
        said = (words.say(notes.PERMISSIONS[each]) for each in permissions)
        lines.append(
            words(
                "⚠ Missing permissions in {channel}: {permissions}.",
                channel=f"<#{channel}>",
                permissions=numbers.listing(words, [*said]),
            )
        )
    return "\n".join(lines)


ALL_THERE = mark("✓ I have all the permissions I need there.")
"""The bot has every permission it needs in the chosen channels."""
USUAL = mark("Default")
"""The choice that sets no number."""


def opener(words: Words) -> tuple[str, str]:
    """The choice of no language: its name, and what it means."""
    return words("Automatic"), words("The host's language")


def rare_yaku(words: Words, *, on: bool) -> str:
    """Return whether the channel is told of rare yaku, as a value and on the button for it."""
    return words.within("button", "Tell rare yaku") if on else words.within("button", "No rare yaku")


def arena_weekly(words: Words, following: datetime | None) -> str:
    """Tell when the next weekly arena begins; None: there is none."""
    if following is None:
        return words("no weekly arena")
    return words("weekly, next {when}", when=numbers.moment(following))


STOP_WEEKLY = mark_within("button", "Stop it")


def moving(words: Words, *, on: bool) -> str:
    """Return whether the winning card of a grand month moves, as a value and on the button for it."""
    return words.within("button", "Moving pictures") if on else words.within("button", "Still pictures")


DEFAULTS_TITLE = mark_within("setting", "Default rules")
DEFAULTS_ABOUT = mark(
    "The options that new tables begin with. Set them in an open table: Rules, then Server default."
)


def clear_button(words: Words, rule_set: RuleSetId) -> str:
    """Return the label of the button that goes back to a rule set's own options."""
    return words.within("button", "Clear: {rules}", rules=rules.name(words, rule_set))


MARK_BUTTON = mark_within("button", "Server default")
"""Makes the options of an open table the server's default."""


def marked(words: Words, now: Rules) -> str:
    """Return the answer after a change of the default."""
    name = rules.called(words, now)
    length = words.plural("{n} month", "{n} months", now.months)
    return words(
        "New tables of {rules} begin with: {options}",
        rules=name,
        options=numbers.listing(words, (length, *rules.changed(words, now))),
    )


CLOCK_TITLE = mark_within("setting", "Clock")
CLOCK_ABOUT = mark("The time for a turn that new tables begin with. Their host may choose another clock.")


def rated(words: Words, *, on: bool) -> str:
    """Return whether new tables are rated, as a value and on the button for it."""
    return words.within("button", "Rated") if on else words.within("button", "Unrated")


def hints(words: Words, *, on: bool) -> str:
    """Return whether there are tips and hints, as a value and on the button for it."""
    return words.within("button", "Tips and hints") if on else words.within("button", "No hints")


SEASON_TITLE = mark_within("setting", "Seasons")
SEASON_ABOUT = mark("A change takes effect when the current season ends, or at once if there is none.")


def season(words: Words, chosen: SeasonKind, running: SeasonKind | None, ends_at: datetime | None) -> str:
    """Return the seasons, and the end of the running one."""
    kind = words.say(values.SEASONS[chosen][0])
    if ends_at is None:
        return kind
    ends = date(ends_at)
    if chosen is running:
        return words("{kind}; the current season ends on {date}", kind=kind, date=ends)
    return words("{kind} from {date}; the current season runs until then", kind=kind, date=ends)


def date(moment: datetime) -> str:
    """A day as Discord shows it to each reader."""
    return f"<t:{round(moment.timestamp())}:D>"


ZONE_ABOUT = mark("When days, months and seasons begin in this server's lists.")
SHARES_TITLE = mark_within("setting", "Lists of all servers")
SHARES_ABOUT = mark("Whether this server's results count in the lists of all servers.")


def shares(words: Words, *, on: bool) -> str:
    """Return whether a server's results are in them, as a value and on the button for it."""
    return words.within("button", "Share results") if on else words.within("button", "Own lists alone")


PEOPLE_PLACEHOLDER = mark("Choose people; none: nobody")


def barred(words: Words, kind: BarKind, users: Sequence[UserId]) -> str:
    """Return the people who are kept from tables, or from lists."""
    if len(users) > values.NAMED:
        people = words.plural("{n} person", "{n} people", len(users))
    else:
        people = numbers.listing(words, [f"<@{user}>" for user in users]) if users else words("nobody")
    if kind is BarKind.TABLES:
        return words("barred: {people}", people=people)
    return words("left out: {people}", people=people)


LAST_BUTTON = mark_within("button", "Last match in this channel")
NUMBER_BUTTON = mark_within("button", "By number …")


def matches(words: Words, number: int) -> str:
    """Return the number of matches that are left out of the lists."""
    return words.plural("{n} match left out", "{n} matches left out", number)


def number_form(words: Words) -> tuple[str, str, str]:
    """The form in which a match is named: title, label, example."""
    return words.within("setting", "Matches left out"), words("Number of the match"), "128"


NO_SUCH_MATCH = mark("There is no such finished match on this server.")


def match(words: Words, found: Ended) -> str:
    """A match that was found, and whether it counts."""
    names = numbers.listing(words, [name or words("somebody who left") for name in found.people])
    told = words("**Match {n}** ({players}, {date})", n=found.match, players=names, date=_day(found))
    if found.marked:
        return words("{match}: left out of ratings and lists.", match=told)
    if not found.counts:
        return words("{match}: does not count in any case.", match=told)
    return words("{match}: counts.", match=told)


def _day(found: Ended) -> str:
    return f"<t:{round(found.ended_at.timestamp())}:d>"


LEAVE_OUT_BUTTON = mark_within("button", "Leave it out")
"""Take a match out of the lists."""
COUNT_BUTTON = mark_within("button", "Let it count")
CHANGES_TITLE = mark_within("setting", "Changes")
NO_CHANGES = mark("Nobody has changed anything yet.")


def changes(words: Words, number: int) -> str:
    """Return the number of changes that are kept."""
    return words.plural("{n} change", "{n} changes", number) if number else words("none")


def change(words: Words, one: Change) -> str:
    """A change on a line: when, who, what, from what to what."""
    by = words("a player who deleted their data") if one.by is None else f"<@{one.by}>"
    what = values.title(words, one.what)
    if one.what in {"bar_tables", "bar_lists"}:
        about = words("a player who deleted their data") if one.about is None else f"<@{one.about}>"
        what = words("{setting}, {player}", setting=what, player=about)
    return words(
        "- {when} {player}\n  **{setting}:** {old} → {new}",
        when=values.day(one.at),
        player=by,
        setting=what,
        old=values.in_words(words, one.what, one.old),
        new=values.in_words(words, one.what, one.new),
    )


def page(words: Words, number: int, pages: int) -> str:
    """Return the number of the page."""
    return words("Page {page} of {pages}", page=number, pages=pages)
