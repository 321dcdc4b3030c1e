"""CPU players: legal, the same for the same sight, and not foolish."""

from __future__ import annotations

import random

import pytest

from bot import opponents
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents import greedy
from bot.opponents.worth import missing, worth
from engine.cards.cardset import EMPTY, CardSet
from engine.cards.deck import DECK, card
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, new_match
from engine.rules.actions import Action, Declare, KoiKoi, Move, Phase, Play, Player, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import SeededDecks, play_random, random_rules

EVEN = {CpuPlayer(each) for each in CpuLevel}


def play_out(
    state: MatchState, decks: SeededDecks, cpus: list[CpuPlayer | None], chance: random.Random
) -> MatchState:
    """Play a match to its end: CPU players where one is given by table number, else random moves."""
    while movers := to_move(state):
        player = movers[0]
        cpu = cpus[player] if state.order else None
        if cpu is None:
            move: Move = chance.choice(legal_moves(state, player))
        else:
            move = opponents.choose(cpu, observe(state, player))
            assert move in legal_moves(state, player)
        state = apply(state, Action(player, move), decks).state
    return state


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", list(RuleSetId))
@pytest.mark.parametrize("cpu", list(CpuPlayer))
def test_cpu_players_make_legal_moves(rule_set: RuleSetId, cpu: CpuPlayer) -> None:
    """In whole matches of random rules every choice is legal."""
    for seed in range(1 if cpu not in EVEN or cpu is CpuPlayer.MASTER else 4):
        chance, decks = random.Random(seed), SeededDecks(seed)
        rules = random_rules(chance, rule_set, months=3)
        state = play_out(new_match(rules, decks(0)), decks, [cpu] * rules.seats, chance)
        assert state.phase == "over"


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_normal_player_beats_random_moves(rule_set: RuleSetId) -> None:
    """Against random players the greedy one wins most matches, whatever its seat."""
    rules, wins, played = make_rules(rule_set, {"months": 3}), 0, 20
    for seed in range(played):
        chance, decks = random.Random(seed), SeededDecks(seed)
        cpus: list[CpuPlayer | None] = [None] * rules.seats
        seat = seed % rules.seats
        cpus[seat] = CpuPlayer.NORMAL
        scores = play_out(new_match(rules, decks(0)), decks, cpus, chance).scores
        wins += scores[seat] == max(scores)
    assert wins >= (0.6 if rules.seats == 3 else 0.75) * played


def test_the_normal_player_beats_the_easy_one() -> None:
    """Over forty matches of classic the better level scores more."""
    rules, margin = make_rules("classic", {"months": 3}), 0
    for seed in range(40):
        decks, seat = SeededDecks(seed), seed % 2
        cpus: list[CpuPlayer | None] = [CpuPlayer.EASY, CpuPlayer.EASY]
        cpus[seat] = CpuPlayer.NORMAL
        scores = play_out(new_match(rules, decks(0)), decks, cpus, random.Random(seed)).scores
        margin += scores[seat] - scores[1 - seat]
    assert margin > 0


@pytest.mark.parametrize("cpu", list(CpuPlayer))
def test_what_cannot_be_seen_does_not_change_the_choice(cpu: CpuPlayer) -> None:
    """Equal observations give equal moves: hidden cards and chance have no part in it."""
    rules, decks = make_rules("classic"), SeededDecks(7)
    state = new_match(rules, decks(0))
    while state.n < 6:
        player = to_move(state)[0]
        state = apply(state, Action(player, legal_moves(state, player)[0]), decks).state
    seen = observe(state, to_move(state)[0])
    assert len({opponents.choose(cpu, seen) for _ in range(5)}) == 1


def seen_by_first(field: str, hand: str, own: str = "", theirs: str = "") -> Observation:
    """A turn of classic with these cards, as its player sees it."""
    rules, decks = make_rules("classic"), SeededDecks(1)
    state = new_match(rules, decks(0))
    while state.order is None:
        player = to_move(state)[0]
        state = apply(state, Action(player, legal_moves(state, player)[0]), decks).state
    base = observe(state, Player(0))
    cards = CardSet.parse(hand)
    moves = []
    for each in cards:
        found = CardSet.parse(field).of_month(each.month)
        moves += [Play(each, target) for target in found] if len(found) == 2 else [Play(each)]
    return _replaced(
        base,
        hand=cards,
        slots=tuple(card(letter) for letter in field),
        captured=(CardSet.parse(own), CardSet.parse(theirs)),
        legal=tuple(moves),
    )


def _replaced(base: Observation, **changes: object) -> Observation:
    fields = {name: getattr(base, name) for name in base.__dataclass_fields__}
    return Observation(**{**fields, **changes})


@pytest.mark.parametrize(
    ("field", "hand", "own", "theirs", "best"),
    [
        ("AKe", "CLf", "", "", "C"),  # the crane, not the plain chaff
        ("gKe", "iLf", "c", "", "i"),  # the cup completes the moon
        ("IKh", "Jjt", "", "g", "J"),  # the curtain, before the cup's owner takes it
        ("UKR", "WTL", "Yk", "", "W"),  # the butterflies complete the boar and the deer
    ],
)
def test_it_takes_what_matters(field: str, hand: str, own: str, theirs: str, best: str) -> None:
    """The CPU player captures lights, completes yaku, and takes what an opponent needs."""
    move = greedy.choose(seen_by_first(field, hand, own, theirs))
    assert isinstance(move, Play)
    assert move.card.letter == best


def test_it_lays_down_harmless_cards() -> None:
    """With nothing to capture it lays down chaff of a month that nobody else can take, not a light."""
    move = greedy.choose(seen_by_first("KLJ", "AcsD", own="", theirs="BC"))
    assert isinstance(move, Play)
    assert move.card.letter == "D"


def test_it_declares_a_hand_yaku() -> None:
    """A hand yaku is worth more than a secret."""
    base = seen_by_first("KLJ", "A")
    assert greedy.choose(_replaced(base, legal=(Declare(),))) == Declare()


def deciding(hand: str, own: str, theirs: str, stake: int) -> Observation:
    base = seen_by_first("KL", hand, own, theirs)
    return _replaced(base, legal=(Shobu(), KoiKoi()), stakes=(stake, 0), totals=(stake, 0), last_turn=False)


@pytest.mark.parametrize(
    ("hand", "own", "theirs", "stake", "goes_on"),
    [
        ("AEMQU", "gI", "t", 5, True),  # early, another card from the moon, the opponent has nothing
        ("A", "gI", "t", 5, False),  # no time left
        ("AEMQU", "gI", "BFc", 5, False),  # the opponent lacks one ribbon
        ("AEMQU", "gIAs", "t", 11, False),  # enough
    ],
)
def test_it_weighs_koi_koi(hand: str, own: str, theirs: str, stake: int, goes_on: bool) -> None:
    """The CPU player goes on with time and little to lose; it stops if others are near or the win is good."""
    assert greedy.choose(deciding(hand, own, theirs, stake)) == (KoiKoi() if goes_on else Shobu())


def test_worth_knows_what_is_out_of_reach() -> None:
    """A yaku whose cards others hold is worth nothing, and nobody is near it."""
    rules = make_rules("classic")
    boar = CardSet.parse("Yk")
    assert worth(rules, boar, EMPTY) > worth(rules, boar, CardSet.parse("U"))
    assert missing(rules, boar, EMPTY) == 1
    assert missing(rules, boar, CardSet.parse("U")) > 1
    assert missing(rules, EMPTY, CardSet.of(DECK)) == 48


def test_a_yaku_that_is_rained_off_for_good_is_not_near() -> None:
    """Sannin: a November card, and the crane at somebody else: nothing with the cup is hoped for."""
    rules = make_rules("sannin")
    own, gone = CardSet.parse("Iqr"), CardSet.parse("A")
    assert missing(rules, own, EMPTY) == 1
    assert missing(rules, own, gone) > 1
    hope = worth(rules, own, gone) - worth(rules, CardSet.parse("qr"), gone)
    assert hope < worth(rules, CardSet.parse("I"), gone) - worth(rules, EMPTY, gone)


def test_at_risk_they_stop_for_less() -> None:
    """With `koi_void` koi-koi is riskier: of the same moments fewer are called."""
    asked = [
        step.state
        for seed in range(12)
        for step in play_random(make_rules("league"), seed, koikoi=0.0).steps
        if step.state.phase is Phase.DECIDE
    ]
    calls = {at_risk: sum(map(_goes_on, asked, [at_risk] * len(asked))) for at_risk in (False, True)}
    assert 0 < calls[True] < calls[False]


def _goes_on(state: MatchState, at_risk: bool) -> bool:
    rules = make_rules("league", {"koi_void": at_risk})
    seen = observe(state._replace(rules=rules), to_move(state)[0])
    return opponents.choose(CpuPlayer.NORMAL, seen) == KoiKoi()
