"""The rows of a profile: each thing that a person's page tells, in the same words wherever it is told."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.records.boards import Scope
from bot.records.profiles import Made, Profile, Rating, RatingPoint, Record, Versus
from bot.records.ratings import PROVISIONAL
from bot.records.skill import Skill
from bot.wording import cards, numbers, people
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.records import boards, skills
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import Unit
from engine.rules.yaku import YakuId


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that a profile tells: `Months won`, `12`, `60.0% of 20 months`.

    `value` is empty where there is none yet. `short_note` is for tight places; `yaku` is the one that it is
    about. `said` is the value in a text, where that is another; `meaning` what a picture adds to
    the note if it has room.
    """

    label: str
    value: str
    note: str = ""
    short_note: str = ""
    yaku: YakuId | None = None
    said: str = ""
    meaning: str = ""


def name(words: Words, shown: Profile, *, plain: bool) -> str:
    """Return the name of the person."""
    return people.somebody(words, shown.name, plain=plain)


def about(words: Words, shown: Profile) -> str:
    """`Classic · This server`."""
    scope = words.say(boards.SCOPES[Scope.ALL if shown.everywhere else Scope.SERVER])
    return words.within("between notes", " · ").join((rule_words.name(words, shown.rules), scope))


def rating(words: Words, one: Rating | None) -> Row:
    """The rating, and how many matches lie behind it."""
    label = words.within("profile", "Rating")
    if one is None:
        return Row(label, "", words("no rated match yet"))
    if one.provisional:
        note = words("provisional, {n} of {most} rated matches", n=one.matches, most=PROVISIONAL)
        return Row(label, "", note)
    note = words.plural("{n} rated match", "{n} rated matches", one.matches)
    return Row(label, numbers.number(round(one.value)), note)


def favourite(words: Words, shown: Profile) -> tuple[Row, ...]:
    """The card that they have chosen for their page; nothing where they have not."""
    label = words.within("setting", "Favourite card")
    return () if shown.card is None else (Row(label, cards.name(words, shown.card)),)


def course(words: Words, history: tuple[RatingPoint, ...]) -> Row:
    """Return the row of the chart, of one point or more."""
    ratings = [round(point.rating) for point in history]
    span = words("matches {first} to {last}", first=history[0].match, last=history[-1].match)
    told = words(
        "from {first} to {last}, between {least} and {most}",
        first=ratings[0],
        last=ratings[-1],
        least=min(ratings),
        most=max(ratings),
    )
    return Row(words.within("profile", "Rating over time"), told, span)


def figures(words: Words, shown: Profile) -> tuple[Row, ...]:
    """Return the rows of the picture's tiles of numbers, three a row; nothing without a counted match."""
    if not shown.record.matches:
        return ()
    rules, one = make_rules(shown.rules), shown.record
    first = (record(words, one), net(words, rules, one), months(words, one))
    return (*first, month(words, rules, one), calls(words, one), streak(words, shown))


def made(words: Words, shown: Profile) -> tuple[Row, ...]:
    """The yaku that stand out, which the picture shows with their cards."""
    rules, told = make_rules(shown.rules), list[Row]()
    if shown.favourite is not None:
        told.append(yaku(words, rules, words.within("profile", "Favourite yaku"), shown.favourite))
    if shown.rarest is not None:
        told.append(yaku(words, rules, words.within("profile", "Rarest yaku"), shown.rarest))
    return tuple(told)


def rows(words: Words, shown: Profile, *, plain: bool = True) -> tuple[Row, ...]:
    """Everything but the achievements, in the order of the picture."""
    told = [rating(words, shown.rating), *figures(words, shown), *made(words, shown)]
    told += favourite(words, shown)
    if not shown.own:
        told.append(versus(words, shown, plain=plain))
    if shown.history:
        told.append(course(words, shown.history))
    return tuple(told)


def record(words: Words, one: Record) -> Row:
    """`30 wins`, `9 losses, 1 draw · 75.0% won`."""
    losses = words.plural("{n} loss", "{n} losses", one.losses)
    draws = words.plural("{n} draw", "{n} draws", one.draws)
    rate = words("{rate} won", rate=share(words, one.wins, one.matches))
    both = words.within("between wins, losses and draws", ", ").join((losses, draws))
    between = words.within("between notes", " · ")
    return Row(
        words.within("profile", "Record"),
        words.plural("{n} win", "{n} wins", one.wins),
        between.join((both if one.draws else losses, rate)),
        short_note=rate,
    )


def results(words: Words, wins: int, losses: int, draws: int) -> str:
    """`30 wins, 9 losses, 1 draw`; draws only where there are any."""
    said = [
        words.plural("{n} win", "{n} wins", wins),
        words.plural("{n} loss", "{n} losses", losses),
        *([words.plural("{n} draw", "{n} draws", draws)] if draws else []),
    ]
    return words.within("between wins, losses and draws", ", ").join(said)


def share(words: Words, part: int, whole: int) -> str:
    """`66.7%`, halves up; of nothing it is 0.0%."""
    tenths = (2000 * part + whole) // (2 * whole) if whole else 0
    return words.within("a share", "{n}%", n=f"{tenths / 10:.1f}")


def net(words: Words, rules: Rules, one: Record) -> Row:
    """Return the points won from the others."""
    each = one.net / max(1, one.matches)
    sign = words.within("a gain", "+{n}", n=f"{each:.1f}") if each >= 0.05 else f"{each:.1f}"
    written = sign.replace("-", numbers.MINUS)
    return Row(
        words.within("profile", "Net"),
        boards.amount(words, rules, one.net, signed=True),
        words("{amount} a match", amount=_average(words, rules, written)),
        short_note=words("{amount} a match", amount=written),
    )


def months(words: Words, one: Record) -> Row:
    """Return the number of won months, and the person's share in them."""
    note = words.plural(
        "{rate} of {n} month",
        "{rate} of {n} months",
        one.months,
        rate=(rate := share(words, one.months_won, one.months)),
    )
    label = words.within("profile", "Months won")
    if not one.months:
        return Row(label, str(one.months_won))
    return Row(label, str(one.months_won), note, short_note=rate)


def month(words: Words, rules: Rules, one: Record) -> Row:
    """Return the worth of a won month."""
    label = words.within("profile", "Average month")
    if one.average is None:
        return Row(label, "", words("no month won yet"))
    return Row(
        label,
        _average(words, rules, f"{one.average:.1f}"),
        words("{points} at best", points=boards.amount(words, rules, one.best_month)),
    )


def _average(words: Words, rules: Rules, written: str) -> str:
    """An amount that need not be whole: `5.5 points`."""
    if rules.rule_set.unit is Unit.POINTS:
        return words.plural("{n} point", "{n} points", 2, n=written)
    return words.within("amount of money", "{n} mon", n=written)


def calls(words: Words, one: Record) -> Row:
    """Koi-koi calls, and those in months that their caller won."""
    label = words.within("profile", "Koi-koi calls")
    if not one.calls:
        return Row(label, str(one.calls))
    rate = share(words, one.calls_won, one.calls)
    note = words("{n} paid off ({rate})", n=one.calls_won, rate=rate)
    return Row(label, str(one.calls), note, short_note=words("{rate} paid off", rate=rate))


def skill(words: Words, shown: Profile) -> tuple[Row, ...]:
    """Return the estimates of skill, in all matches and in the season's; nothing where there is none."""
    told, (one, season) = list[Row](), shown.skills
    if one is not None:
        told.append(_skill(words, shown, words.within("profile", "Skill, an estimate"), one))
    if season is not None and season != one:
        label = words.within("profile", "Skill this season, an estimate")
        told.append(_skill(words, shown, label, season))
    return tuple(told)


def _skill(words: Words, shown: Profile, label: str, one: Skill) -> Row:
    rules = make_rules(shown.rules)
    unit = numbers.unit(words, rules)
    gain = words("{estimate} {unit} a month without luck", estimate=skills.gain(words, one), unit=unit)
    lost = words("{estimate} {unit} lost a decision", estimate=skills.lost(words, one), unit=unit)
    return Row(label, gain, numbers.listing(words, (lost, skills.decisions(words, one))))


def streak(words: Words, shown: Profile) -> Row:
    """Wins one after another, by all rule sets."""
    best = words("{n} at best", n=shown.streak.best)
    note = words("{best}, all rule sets", best=best) if len(shown.choices) > 1 else best
    return Row(words.within("profile", "Winning streak"), str(shown.streak.current), note, short_note=best)


def yaku(words: Words, rules: Rules, label: str, made: Made) -> Row:
    """A yaku, and how often it was scored."""
    return Row(
        label,
        yaku_words.name(words, rules, made.yaku),
        words.plural("{n} time", "{n} times", made.times),
        said=yaku_words.explained(words, rules, made.yaku),
        meaning=yaku_words.gloss(words, made.yaku),
        yaku=made.yaku,
    )


def versus(words: Words, shown: Profile, *, plain: bool = True) -> Row:
    """Return the reader's wins and losses against the person; the note is on all rule sets."""
    label = words("You against {player}", player=name(words, shown, plain=plain))
    if shown.versus is None and shown.versus_all is None:
        return Row(label, words("no match yet"))
    said = words("none by these rules")
    if shown.versus is not None:
        amount = boards.amount(words, make_rules(shown.rules), shown.versus.net, signed=True)
        said = words("{results}, {net} net", results=_met(words, shown.versus), net=amount)
    if shown.versus_all is None:
        return Row(label, said)
    return Row(label, said, words("by all rule sets {results}", results=_met(words, shown.versus_all)))


def rivals(words: Words, shown: Profile, *, plain: bool = True) -> Row | None:
    """Build the row `Head to head: Kenta 5 : 3, Mio 2 : 2`; None where there is nobody to name."""
    if not shown.rivals:
        return None
    each = (
        words(
            "{player} {wins} : {losses}",
            player=people.somebody(words, one.name, plain=plain),
            wins=one.wins,
            losses=one.losses,
        )
        for one in shown.rivals
    )
    return Row(words("Head to head"), numbers.listing(words, [*each]))


def _met(words: Words, one: Versus) -> str:
    return results(words, one.wins, one.losses, one.draws)


def with_cpu(words: Words, number: int) -> str:
    """Return the note on the matches that a record leaves out; empty where there is none."""
    if not number:
        return ""
    return words.plural(
        "{n} match with CPU players is not counted here.",
        "{n} matches with CPU players are not counted here.",
        number,
    )


def unfinished(words: Words, number: int) -> str:
    """Return the note on matches that somebody opened and nobody won or lost; empty without any."""
    if not number:
        return ""
    return words.plural(
        "{n} opened match ended without a result.",
        "{n} opened matches ended without a result.",
        number,
    )


def left_out(words: Words, shown: Profile) -> tuple[str, ...]:
    """Sentences about what the numbers leave out."""
    told = [with_cpu(words, shown.with_cpu), unfinished(words, shown.unfinished)]
    if shown.backlog is not None:
        done, total = shown.backlog
        told.append(words("{done} of {total} older matches are counted so far.", done=done, total=total))
    return tuple(each for each in told if each)
