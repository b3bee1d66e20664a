"""Rapid Attack: exact odds of frames and attacks, and studies of companies and bids.

Loadouts use the notation of the Commander's Handbook, such as `RdYBG` or `RaRaYY+SSR2`, or the name of an archetype,
such as `Soldier`. A damaged frame begins with the white dice it has left, such as `WRdB` or `0WRd`. Ranges are `hand-to-hand`, `direct` and `artillery`.

>>> from hitchart import ra
>>> ra.attack("RdRdYB", range="direct", target="YYBG", cover_hits=2)
RdRdYB direct, vs YYBG in cover 2: 0.451 damage (34% hit, 0.0004% destroyed), exact [rulebook]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ._answer import Answer
from ._arguments import Dice, File, Names, Rules, Weights, pairs
from ._ask import answered
from ._positions import audit_function, position_function

__all__ = [
    "assign",
    "attack",
    "attacks",
    "audit",
    "bid",
    "company",
    "duel",
    "durability",
    "frame",
    "improve",
    "loadouts",
    "move",
    "position",
    "ppa",
]

Range: TypeAlias = Literal["hand-to-hand", "direct", "artillery", "extreme"]
"""Range of an attack; only some house rules have `extreme`."""

Chart: TypeAlias = Literal["hand-to-hand", "open", "cover", "frame-cover", "terrain"]
"""Damage chart of an attack."""


def attack(
    attacker: str | None = None,
    *,
    range: Range | None = None,
    whites: int = 0,
    rockets: int = 0,
    target: str | None = None,
    target_whites: int = 0,
    cover_hits: int | None = None,
    covered_by: str | None = None,
    attack: Dice | None = None,
    defense: Dice | None = None,
    spot: Dice | None = None,
    spot_by: str | None = None,
    spot_whites: int = 0,
    chart: Chart | None = None,
    simulate: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns the exact odds of one attack. `value` is the mean damage.

    Name the attacker and its range, or give its dice with `attack`. The target is likewise a loadout, or dice with
    `defense`.

    Args:
        attacker: Attacking loadout or archetype.
        range: Range of the attack.
        whites: White dice given to the attack.
        rockets: Rockets fired, at direct range only.
        target: Loadout or archetype of the target.
        target_whites: White dice given to the target's defense.
        cover_hits: Hits that the cover absorbs; for the chart `frame-cover`, the hit points of the covering frame.
        covered_by: Loadout or archetype of the frame that covers the target.
        attack: Attack dice, such as `3d6+1d8`; the highest counts.
        defense: Defense dice; the highest counts. Without dice, the defense is 0.
        spot: Dice of the spot on the target.
        spot_by: Loadout or archetype that spots the target.
        spot_whites: White dice given to that spot.
        chart: Damage chart; by default that of range and cover.
        simulate: Number of attacks to simulate too, to compare with the exact answer. `value` stays exact.
        seed: Seed of the simulation.
        threads: Number of threads; results do not depend on it.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> odds = ra.attack(attack="3d6+1d8", spot="1d6", defense="2d6", chart="cover", cover_hits=2)
    >>> odds
    3d6+1d8, spot 1d6, vs 2d6 in cover 2: 1.11 damage (63% hit), exact [rulebook]
    >>> round(odds.data["damage"]["pmf"][0], 4)
    0.3699
    """
    return answered(
        "ra attack", locals(), whites=0, rockets=0, target_whites=0, spot_whites=0, seed=1, rules="rulebook"
    )


def attacks(
    *attackers: str,
    range: Range,
    whites: int = 0,
    spot_whites: int = 0,
    spot: Dice | None = None,
    no_spots: bool = False,
    target: str | None = None,
    target_whites: int = 0,
    defense: Dice | None = None,
    chart: Chart | None = None,
    cover_hits: int | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns the exact odds of several attacks on one target. `value` is the mean damage of all attacks.

    After its attack each frame spots the target, and the next one adds the spot. The target rolls its defense once.

    Args:
        attackers: Loadouts or archetypes of the attackers, in order.
        range: Range of all attacks.
        whites: White dice given to each attack.
        spot_whites: White dice given to each spot.
        spot: Dice of a spot on the target before the first attack.
        no_spots: No frame spots the target after its attack.
        target: Loadout or archetype of the target.
        target_whites: White dice given to the target's defense.
        defense: Defense dice; the highest counts. Without dice, the defense is 0.
        chart: Damage chart; by default that of range and cover.
        cover_hits: Hits that the cover absorbs, over all attacks.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> together = ra.attacks("RdY", "RdY", range="direct", spot_whites=1)
    >>> [round(damage, 3) for damage in together.table["damage"]]
    [1.491, 4.472]
    """
    given = {**locals(), "attackers": list(attackers)}
    return answered("ra attacks", given, whites=0, spot_whites=0, target_whites=0, rules="rulebook")


def move(
    loadout: str,
    *,
    whites: int = 0,
    distance: float | None = None,
    range: Range | None = None,
    enemy: str | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns the chances to move a distance, and the rounds until ranges are reached. `value` is the mean movement.

    The frame moves straight ahead once a round. The enemy does not move, and fires after each of these moves.

    Args:
        loadout: Loadout such as `RdYBG`, or an archetype such as `Soldier`.
        whites: White dice given to the movement each round.
        distance: Distance of the enemy in ruler units, for the rounds until it is in range.
        range: Range to reach; by default each range of the frame's weapons.
        enemy: Loadout or archetype of the enemy; without it, the enemy can fire at any distance.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> approach = ra.move("RdG", distance=10, range="direct")
    >>> round(approach.table["rounds"][0], 4)
    1.1667
    """
    return answered("ra move", locals(), whites=0, rules="rulebook")


def frame(
    loadout: str, *, percent: bool = False, range_independent: bool = False, rules: Rules = "rulebook"
) -> Answer:
    """Returns the frame graph of a loadout: its expected results at each action.

    Args:
        loadout: Loadout such as `RdYBG`, or an archetype such as `Soldier`.
        percent: Show the graph also in percent of the highest value of any legal loadout.
        range_independent: Take 100% for each range separately.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> graph = ra.frame("RdYBG").table
    >>> graph["measure"]
    ['Rh', 'Rd', 'Ra', 'Y', 'B', 'G', 'D']
    >>> [round(value, 4) for value in graph[1].values() if isinstance(value, float)]
    [1.4907, 1.6528, 1.7482, 1.49, 1.65, 1.75]
    """
    return answered("ra frame", locals(), rules="rulebook")


def company(
    *loadouts: str | File, percent: bool = False, range_independent: bool = False, rules: Rules = "rulebook"
) -> Answer:
    """Returns the company graph: the frame graphs of several loadouts, added up.

    Args:
        loadouts: Loadouts or archetypes, one for each frame; or one company: a built-in name, a file, its text or its
            content.
        percent: Show the graph also in percent of the best legal loadouts.
        range_independent: Take 100% for each range separately.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> ra.company("Soldier", "RdYBB", "RaRaYY").table["measure"]
    ['Rh', 'Rd', 'Ra', 'Y', 'B', 'G', 'D']
    """
    return answered("ra company", locals(), rules="rulebook")


def loadouts(
    *,
    where: Names = (),
    sort: str | None = None,
    pareto: bool = False,
    top: int | None = None,
    whites: int = 0,
    split: bool = False,
    environment: bool = False,
    rockets: bool = False,
    rules: Rules = "rulebook",
) -> Answer:
    """Lists all legal loadouts, filtered and ranked.

    Conditions and `sort` use these fields: `systems`, `rockets`, `hand_to_hand`, `direct`, `artillery`, `defense`,
    `movement`, `spotting`, `durability`, and numbers of systems: `Rh`, `Rd`, `Ra`, `Rh/d`, `Rh/a`, `Rd/a`, `Y`, `B`,
    `G`, `E`.

    Args:
        where: Conditions that every loadout meets, such as `direct >= 1.5`.
        sort: Field to sort by, largest first.
        pareto: Keep only the Pareto front of these loadouts.
        top: Number of loadouts to list.
        whites: White dice added to each measure.
        split: Include split weapons.
        environment: Include environmental systems.
        rockets: Include rockets, from 0 to the maximum of a frame.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> best = ra.loadouts(where=["direct >= 1.5", "systems <= 3"], whites=1, sort="durability", top=3)
    >>> best.table["loadout"]
    ['RdBB', 'RdBG', 'RdYB']
    """
    return answered("ra loadouts", locals(), whites=0, rules="rulebook")


def duel(
    a: str,
    b: str,
    *,
    range: Range | None = None,
    first: Literal["a", "b"] | None = None,
    cover: int = 0,
    rounds: int | None = None,
    rule: Literal["greedy", "exchange"] | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns the exact chances of a duel under best play.

    `value` is the first chance of the sentence: that of `a` from direct range, or from the only range listed, with `a`
    first if both may act first.

    Ranges stand for positions. Each row is a range of the start and the frame that may act first.

    Args:
        a: First loadout or archetype.
        b: Second loadout or archetype.
        range: Range of the start; by default each range.
        first: Frame that may act first in each round; by default each of them.
        cover: Hits that the cover of each frame absorbs.
        rounds: Rounds after which the duel is a draw; without a limit by default.
        rule: Rule of choice whose loss against best play is also computed.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> ra.duel("Rd", "Rh", range="direct", first="a").data["starts"][0]["action"]
    'direct'
    """
    return answered("ra duel", locals(), cover=0, rules="rulebook")


def durability(
    loadout: str,
    *,
    whites: int = 0,
    attack: Dice | None = None,
    spot: Dice | None = None,
    chart: Chart | None = None,
    cover_hits: int | None = None,
    objective: Weights = "survive=1",
    attacks: int = 12,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns how many attacks a frame survives, and the best order to lose its systems.

    `value` is the mean number of the attack that destroys it, with systems lost in the best order.

    Args:
        loadout: Loadout such as `RdYBG`, or an archetype such as `Soldier`.
        whites: White dice given to the defense.
        attack: Dice of each attack; by default the typical attack of the ruleset.
        spot: Dice of the spot on each attack; by default the typical spot of the ruleset.
        chart: Damage chart; by default `open`, or `cover` with `cover_hits`.
        cover_hits: Hits that the cover of the frame absorbs, over all attacks.
        objective: Aims in the choice of the system to lose, with weights, such as `{"survive": 1, "direct": 0.5}`.
        attacks: Number of attacks to list.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> durability = ra.durability("RdYBG", whites=1, cover_hits=2)
    >>> round(durability.value, 3), durability.data["best_order"]["order"]
    (4.825, 'G, Y, Rd, B, W, W')
    """
    given = {**locals(), "objective": pairs(objective)}
    return answered("ra durability", given, whites=0, objective="survive=1", attacks=12, rules="rulebook")


def assign(
    loadout: str,
    range: Range,
    *,
    roll: str | None = None,
    target_defense: int = 0,
    rockets: int = 0,
    gap: float = 0.0,
    weights: Weights | None = None,
    chart: Chart | None = None,
    cover_hits: int | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns the best assignment of rolled dice, or the value of a turn before the roll.

    An assignment is worth `damage` times the expected damage to the target, minus `defense` times the expected damage
    of a typical attack on the chosen defense, plus `spot` and `move` times the pips of spot and movement.

    Args:
        loadout: Loadout such as `RdYBG`, or an archetype such as `Soldier`.
        range: Range of the attack.
        roll: Roll to assign, such as `W5 W3 R2 R6 Y4 B1 G3`.
        target_defense: Defense of the target.
        rockets: Rockets fired with the attack.
        gap: Units that the frame must move before its attack, because the target is out of range.
        weights: Weight of each effect; by default 1 for `damage` and `defense`, 1/3 for `spot`, 0 for `move`. An effect
            without a weight counts nothing.
        chart: Damage chart; by default that of range and cover.
        cover_hits: Hits that the cover of the target absorbs.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> best = ra.assign("RdYBG", "direct", target_defense=3, roll="W5 W3 R2 R6 Y4 B1 G3")
    >>> print(best.line.split(":")[0])
    Attack with the red 6, defend with the white 5, spot with the yellow 4, move with the green 3
    >>> round(best.value, 2)
    1.17
    """
    given = {**locals(), "weights": pairs(weights)}
    return answered("ra assign", given, target_defense=0, rockets=0, gap=0.0, rules="rulebook")


def improve(
    company: File,
    *,
    field: File = "field",
    keep_bid: bool = False,
    ban: Names = (),
    require: Names = (),
    games: int | None = None,
    test: int | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Finds the best single and double changes of a company against other companies, by games.

    `value` is the gain in share of points of the best single change, tested on fresh seeds.

    Args:
        company: Company: a built-in name, a file, its text, or its content as a dictionary.
        field: Scenario with the companies that it meets.
        keep_bid: Only changes that keep the numbers of frames and systems.
        ban: Systems that no change may add, such as `Rh/d`.
        require: Systems of which at least one must stay; `SSR` is a rocket.
        games: Total games of the race of single changes; 60,000 by default. The race of double changes has half as
            many.
        test: Games to test each of the best changes with, on fresh seeds; 4,000 by default.
        rules: Ruleset; by default that of the scenario.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> from hitchart import ra
    >>> better = ra.improve("close-assault", games=100, test=20)
    >>> list(better.tables)[:2]
    ['improve-tested', 'improve-opponents']
    """
    return answered("ra improve", locals(), field="field")


def bid(
    against: str,
    *,
    players: int = 2,
    games: int | None = None,
    companies: int | None = None,
    build_games: int | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Returns the best answers to a bid of frames and systems. `value` is the share of points of the best one.

    The answers come from stored games between two players by the rulebook, unless you set `games` or more `players`.

    Args:
        against: Bid to answer: frames and systems, such as `5/20`.
        players: Players at the table; with 3 or more, all opponents make the same bid and the games are played now.
        games: New games to play for each pair of bids, instead of the stored ones.
        companies: Companies to optimise independently for each bid, with `games`; 6 by default.
        build_games: Games to optimise the companies of each bid with, with `games`; 12,000 by default.
        rules: Ruleset; by default that of the scenario.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> from hitchart import ra
    >>> bids = ra.bid("5/20")
    >>> bids.tables["bid-answers"]["own_bid"][:3]
    ['5/19', '6/18', '5/18']
    >>> bids.value, bids.n
    (0.7725, 600)
    """
    return answered("ra bid", locals(), players=2)


def ppa(
    frames: Sequence[int],
    systems: Sequence[int],
    *,
    stations: Sequence[int] | int | None = None,
    rules: Rules = "rulebook",
) -> Answer:
    """Returns points per asset, starting scores and seats for given numbers of frames and systems.

    Args:
        frames: Frames of each company: 2 to 5 numbers.
        systems: Systems of each company; a split weapon counts as one, and rockets do not count.
        stations: Stations of each company, or one number for all; by default that of the number of players.
        rules: Ruleset.

    >>> from hitchart import ra
    >>> ra.ppa([5, 4, 4], [20, 16, 15], stations=2).table["ppa"]
    [3, 6, 7]
    """
    return answered("ra ppa", locals(), rules="rulebook")


position = position_function("ra")
audit = audit_function("ra")
