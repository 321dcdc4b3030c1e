"""The answers for one person to a press or a command that leads nowhere: errors and advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from bot.errors import (
    ArenaBusy,
    ArenaFull,
    BotError,
    InvitedLately,
    LobbyNotReady,
    MissingPermissions,
    NotHost,
    NotInThisChannel,
    OtherBusy,
    OtherUnwilling,
    PlannedAlready,
    PostedLately,
    SeatsPromised,
    StorageError,
    StorageErrorKind,
    UserBusy,
)
from bot.i18n import Message, Words, mark, mark_within
from bot.ids import ChannelId, UserId
from bot.match.vocabulary import CpuPlayer, Place
from bot.wording import cards, commands, limits, numbers, people
from bot.wording import rules as rule_words
from bot.wording.calls import link
from engine.cards.deck import Card
from engine.errors import OptionError, OptionTwice
from engine.rules.options import OPTIONS, OptionKind, OptionValue, Rules

PERMISSIONS: Mapping[str, Message] = {
    "view_channel": mark_within("permission", "View Channel"),
    "send_messages": mark_within("permission", "Send Messages"),
    "attach_files": mark_within("permission", "Attach Files"),
    "embed_links": mark_within("permission", "Embed Links"),
    "read_message_history": mark_within("permission", "Read Message History"),
    "create_public_threads": mark_within("permission", "Create Public Threads"),
    "send_messages_in_threads": mark_within("permission", "Send Messages in Threads"),
    "manage_guild": mark_within("permission", "Manage Server"),
}
"""Permissions by their name in code, as Discord's own settings call them."""

STORAGE: Mapping[StorageErrorKind, Message] = {
    StorageErrorKind.LOCKED: mark("The storage is busy just now. Nothing was lost. Please press again."),
    StorageErrorKind.FULL: mark(
        "The bot's disk is full. Nothing was lost. Please tell the operator of the bot."
    ),
    StorageErrorKind.UNWRITABLE: mark(
        "The bot cannot write to its storage. Nothing was lost. Please tell the operator of the bot."
    ),
    StorageErrorKind.DAMAGED: mark("The bot's storage is damaged. Please tell the operator of the bot."),
}
STORAGE_OTHER = mark("The bot could not store this. Nothing was lost. Please press again.")

ERRORS: Mapping[str, Message] = {
    "no_such_match": mark("This match is over or no longer exists. {play} opens a new table."),
    "not_in_match": mark("You do not play here. {play} opens a table of your own."),
    "nobody_away": mark("Nobody is away: the match goes on."),
    "not_invited": mark("This table is for other people. {play} opens a table of your own."),
    "unwelcome": mark("You cannot take a seat at this table. {play} opens a table of your own."),
    "may_not_write": mark("You cannot write there yourself, so the bot does not post there for you."),
    "already_shown": mark("The bot has already shown this to everybody here."),
    "weights_unfit": mark("The bot cannot judge moves by these rules now. Please tell its operator."),
    "not_manager": mark("Only people who can manage this server can do that."),
    "barred": mark("The managers of this server have barred you from its tables. They can tell you more."),
    "lobby_full": mark("This lobby is full: eight people have joined."),
    "already_joined": mark("You have already joined."),
    "not_sealed": mark(
        "The table was not opened, because the bot cannot post its first line here. Is the bot "
        "allowed to write here?"
    ),
    "lobby_over": mark("This lobby has closed, or its match has begun."),
    "channel_busy": mark("There is a table in this channel already. Please use another channel."),
    "arena_over": mark("This arena is over."),
    "not_in_arena": mark("You are not in this arena. Press Join to come in."),
    "deal_seen": mark("You saw this deal before you deleted your data. Tomorrow there is another one."),
    "too_far_ahead": mark("An arena can be planned a week ahead at most, unless it is repeated every week."),
    "removed_from_arena": mark("A manager of the server has removed you from this arena."),
    "not_played_yet": mark("You can see that after you have played this deal, or when its day is over."),
    "match_not_over": mark("This match is not over yet. You can look at it afterwards."),
    "arena_runs": mark("There is a review once the arena is over."),
    "no_finished_match": mark(
        "There is no such match here. You can open your own matches everywhere, others only "
        "where they were played."
    ),
    "illegal_move": mark("That move is not possible here."),
    "too_many_requests": mark("Too many requests just now. Please try again in a minute."),
    "token_refused": mark("Discord does not accept the bot's token."),
}
"""A sentence for every code of `bot.errors` whose class has no fields that it names."""
UNKNOWN = mark("That did not work. Please try again.")


def error(words: Words, trouble: BotError) -> str:
    """An expected error in a sentence that says what to do."""
    match trouble:
        case NotHost(host=host):
            return words("Only the host may do this: {host}.", host=f"<@{host}>")
        case LobbyNotReady(missing=missing):
            return words.plural("{n} seat is still free.", ("{n} seats are still free."), missing)
        case MissingPermissions() | UserBusy() | NotInThisChannel() | ArenaBusy() | PlannedAlready():
            return _elsewhere(words, trouble)
        case (
            OtherBusy() | InvitedLately() | PostedLately() | OtherUnwilling() | SeatsPromised() | ArenaFull()
        ):
            return _not_yet(words, trouble)
        case StorageError(kind=kind):
            return words.say(STORAGE.get(kind, STORAGE_OTHER))
        case _:
            play = commands.mention(words, "koikoi play")
            return words.say(ERRORS.get(trouble.code, UNKNOWN), play=play)


def _elsewhere(
    words: Words, trouble: MissingPermissions | UserBusy | NotInThisChannel | ArenaBusy | PlannedAlready
) -> str:
    """Something that is in another channel, or can be done there."""
    if isinstance(trouble, MissingPermissions):
        return _missing_permissions(words, trouble)
    if isinstance(trouble, NotInThisChannel):
        return _played_in(words, trouble.channels)
    here = f"<#{trouble.channel}>"
    if isinstance(trouble, ArenaBusy):
        return words(
            "An arena of this server runs already: {link}. Open another one when it is over, or plan it.",
            link=here,
        )
    if isinstance(trouble, PlannedAlready):
        return words(
            "You have planned an arena already: {when}, in {channel}. "
            "Members who may manage this server can plan several.",
            when=numbers.moment(trouble.starts_at),
            channel=here,
        )
    return words("You have a table already, in {channel}. Finish that one first.", channel=here)


def _not_yet(
    words: Words,
    trouble: OtherBusy | InvitedLately | PostedLately | OtherUnwilling | SeatsPromised | ArenaFull,
) -> str:
    """Something that can be done later, or with others."""
    if isinstance(trouble, ArenaFull):
        return words("This arena is full: {n} players are in it.", n=trouble.most)
    if isinstance(trouble, OtherUnwilling):
        return words("{player} cannot be invited at present.", player=f"<@{trouble.user}>")
    if isinstance(trouble, SeatsPromised):
        return words(
            "Those rules are for {seats} players, but this table has {people}, counting the people "
            "you have invited. The rules stay as they are.",
            seats=trouble.seats,
            people=trouble.people,
        )
    if isinstance(trouble, OtherBusy):
        other = f"<@{trouble.user}>"
        return words("{player} is already playing a match with this clock on this server.", player=other)
    when = numbers.countdown(trouble.again_at)
    if isinstance(trouble, PostedLately):
        return words("The bot has just posted there for you. It can do so again {when}.", when=when)
    return words("You have just invited somebody. You can invite again {when}.", when=when)


DISCORD_IN_TROUBLE = mark("Discord is not answering the bot just now. Please try again in a minute.")


def unexpected(words: Words, incident: str) -> str:
    """Something broke; the number finds it in the log."""
    return words(
        "Something went wrong on our side; your match is safe. Please try again. (Incident {incident})",
        incident=f"`{incident}`",
    )


def option_error(words: Words, trouble: OptionError) -> str:
    """An option that does not fit: which one, and what would."""
    option = trouble.place.removeprefix("options.")
    if isinstance(trouble, OptionTwice):
        named = rule_words.option_name(words, option)
        return words("{option} is given twice. Write it once.", option=f"**{named}**")
    if option in OPTIONS and not set(trouble.allowed) <= set(OPTIONS):
        named = rule_words.option_name(words, option)
        return words(
            "{option} can be: {values}", option=f"**{named}**", values=_values(words, option, trouble)
        )
    offered = (str(each) for each in trouble.allowed)
    return words(
        "`{option}` cannot be used here. Possible: {values}",
        option=limits.shortened(option.replace("`", ""), limits.OPTION),
        values=numbers.listing(
            words, [rule_words.option_name(words, each) if each in OPTIONS else each for each in offered]
        ),
    )


def _values(words: Words, option: str, trouble: OptionError) -> str:
    allowed = trouble.allowed
    if OPTIONS[option].kind is OptionKind.NUMBER:
        return words.within("from a number to a number", "{first}–{last}", first=allowed[0], last=allowed[-1])
    return numbers.listing(
        words, [rule_words.value(words, option, cast("OptionValue", each)) for each in allowed]
    )


def nearest_months(words: Words, rules: Rules, lengths: Sequence[int]) -> str:
    """Say that a table has another length than was asked for, and which lengths there are."""
    return words(
        "In {rules} a match can last {values} months. Your table takes the nearest: {months}.",
        rules=rule_words.called(words, rules),
        values=numbers.listing(words, [str(each) for each in lengths]),
        months=rules.months,
    )


def _played_in(words: Words, channels: Sequence[ChannelId]) -> str:
    named = numbers.listing(words, [f"<#{channel}>" for channel in channels])
    return words("On this server, koi-koi is played in: {channels}.", channels=named)


def _missing_permissions(words: Words, trouble: MissingPermissions) -> str:
    """Return the bot's missing permissions in a channel, named as Discord's settings name them."""
    said = (
        words.say(PERMISSIONS[each]) if each in PERMISSIONS else f"`{each}`" for each in trouble.permissions
    )
    lines = [
        words(
            "I can't play in this channel. Missing permissions: {permissions}.",
            permissions=numbers.listing(words, [*said]),
        )
    ]
    if trouble.instead is not None:
        lines.append(_played_in(words, (trouble.instead,)))
    return "\n".join(lines)


def old_button(words: Words) -> str:
    """A button of an older version of the bot, or one that nobody knows."""
    games = commands.mention(words, "koikoi games")
    return words("This button belongs to an older message. {games} shows your hand and table.", games=games)


STALE = mark("That was already answered. This is the current state.")
"""Reply to a press on a question that is answered already."""

FOREIGN_BUTTON = mark("This button is meant for somebody else.")


def no_match_here(words: Words) -> str:
    """No match of this user in this channel or server."""
    play = commands.mention(words, "koikoi play")
    return words("You have no match here. {play} opens a table.", play=play)


NO_HAND = mark("You have no hand right now.")
TABLE_TO_COME = mark("Your table is open. It will be shown here as soon as Discord lets me post it.")
"""The table is open, but its message is not in the channel yet."""


def table_elsewhere(words: Words, place: Place) -> str:
    """Return where a table was opened that does not stand here: in a thread, or in direct messages."""
    where = link(place, None) if place.guild is None else f"<#{place.channel}>"
    return words("Your table is here: {channel}", channel=where)


def thread_name(words: Words, host: str) -> str:
    """Return the name of a match's thread."""
    return words("Koi-koi: {player}", player=people.somebody(words, host, plain=True))


TABLE_MOVED = mark("The table is at the bottom of the channel again.")


def table_out_of_reach(words: Words, channel: ChannelId) -> str:
    """The table's channel is another one, and the bot may not write there any more."""
    return words("Your table is in {channel}, but I may not post there any more.", channel=f"<#{channel}>")


def drawn_already(words: Words, card: Card) -> str:
    """Return the answer to somebody who draws for the seats again, while others still have to draw."""
    return words(
        "You have drawn already: {card}. The others are still to draw.", card=cards.name(words, card)
    )


def beaten_already(words: Words, cpu: CpuPlayer) -> str:
    """Return the answer to who presses for a rung of the ladder that lies behind them."""
    return words("You have beaten {cpu} already.", cpu=people.escaped(people.cpu(words, cpu)))


def resigned(words: Words, paid: str = "") -> str:
    """Return the text after a resignation; `paid`: a sentence on what it has done to their rating."""
    told = words("You have resigned. The match counts as a loss for you.")
    return f"{told}\n{paid}" if paid else told


def claim_question(words: Words, *, winnable: bool) -> str:
    """Return the question before a claim of the win, or where there is none yet of the match's end."""
    if not winnable:
        return words(
            "Not everybody has played a card yet, so there is no win to claim. End this match without a "
            "result? It counts nowhere."
        )
    return words("Claim the win? The match ends and counts as a loss for the absent player.")


def claimed(words: Words, *, alone: bool, winnable: bool) -> str:
    """Return the text after a claim; `alone`: nobody else has to agree."""
    if not winnable:
        return words("You want to end this match. Your other opponent must agree, too.")
    if alone:
        return words("You have claimed the win.")
    return words("You have claimed the win. Your other opponent must agree, too.")


OPPONENT_IS_BOT = mark("Bots cannot be invited. To play against the bot, choose a CPU level.")


def opponent_sees_nothing(words: Words, user: UserId) -> str:
    """An invitation of somebody who does not see the channel."""
    return words(
        ("{player} cannot see this channel. Invite them in one that you can both see."), player=f"<@{user}>"
    )


OPPONENT_IS_SELF = mark("Please invite somebody else: not yourself, and nobody twice.")
OPPONENT_NOT_HERE = mark("Only people who are on this server can be invited.")


def opponents_wrong_number(words: Words, seats: int) -> str:
    """More invited than seats."""
    return words("This rule set has {n} seats.", n=seats)


def elsewhere(words: Words, link: str) -> str:
    """Return the answer where the bot is not: in a group, in another's direct messages, on a server without
    it.
    """
    return words(
        "I cannot play here: [invite me to a server](<{link}>), or play with me in direct messages.",
        link=link,
    )


ON_SERVERS = mark("This command works only on a server. Please use it there.")


def no_invitations_here(words: Words) -> str:
    """Return the answer to somebody who invites others in direct messages."""
    play = commands.mention(words, "koikoi play")
    return words(
        "In direct messages you play against CPU players; to invite somebody, use {play} on a server.",
        play=play,
    )


OWN_PROFILE = mark("In direct messages I show only your own record. On a server you can see others'.")
"""Reply to a request for another player's record in direct messages."""
