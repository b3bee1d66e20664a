"""Apocalypse Frame: exact odds of armaments, systems, frames and rounds, and missions against enemies.

>>> from hitchart import af
>>> af.armaments(armor=1, shields=2).table["armament"][:2]
['Assault Rifle', 'Carbine']
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ._answer import Answer
from ._arguments import File, Names, Rules
from ._ask import answered
from ._positions import audit_function, position_function

__all__ = ["armaments", "audit", "duel", "enemies", "frames", "improve", "position", "roll", "round", "systems", "tags"]

Gear: TypeAlias = Literal["stock", "pregen"]
"""List of armaments: of the stock models, or of the sheets of the ready-made frames."""


def armaments(
    *,
    armor: int = 0,
    shields: int = 0,
    cover: bool = False,
    vigor: int = 3,
    with_: Names = (),
    enemies: bool = False,
    gear: Gear = "stock",
    rules: Rules = "v0.3",
) -> Answer:
    """Returns the exact odds and expected Harm of every armament.

    Args:
        armor: Armor of the target.
        shields: Shields of the target.
        cover: The target is in cover, which counts at Far.
        vigor: Vigor of the target, for the chance to remove it.
        with_: Tags to count as in force, of those that depend on a circumstance, such as `Charge` or `Scoped`.
        enemies: Add the chance to remove an enemy of each kind.
        gear: List to use if the book has two.
        rules: Ruleset.

    >>> from hitchart import af
    >>> odds = af.armaments(armor=1)
    >>> max(odds.data["rows"], key=lambda row: row["harm"]["mean"])["name"]
    'Plasma Blade'
    """
    return answered("af armaments", locals(), armor=0, shields=0, vigor=3, gear="stock", rules="v0.3")


def tags(
    armament: str | None = None,
    *,
    best: bool = False,
    armor: int = 0,
    shields: int = 0,
    cover: bool = False,
    vigor: int = 3,
    tension: int = 3,
    gear: Gear = "stock",
    rules: Rules = "v0.3",
) -> Answer:
    """Returns the value of one more tag on every armament.

    Args:
        armament: Armament to list; by default all.
        best: Show only the best tag of each armament.
        armor: Armor of the target.
        shields: Shields of the target.
        cover: The target is in cover, which counts at Far.
        vigor: Vigor of the target, for the chance to remove it.
        tension: Tension at the start of the round.
        gear: List to use if the book has two.
        rules: Ruleset.

    >>> from hitchart import af
    >>> af.tags("Assault Rifle", shields=1, best=True).table["armament"]
    ['Assault Rifle']
    """
    return answered("af tags", locals(), armor=0, shields=0, vigor=3, tension=3, gear="stock", rules="v0.3")


def systems(*, armor: int = 0, shields: int = 0, cover: bool = False, rules: Rules = "v0.3") -> Answer:
    """Returns the expected Harm per Ammo of every system.

    Args:
        armor: Armor of the target.
        shields: Shields of the target.
        cover: The target is in cover, which counts at Far.
        rules: Ruleset.

    >>> from hitchart import af
    >>> len(af.systems(armor=1).table)
    27
    """
    return answered("af systems", locals(), armor=0, shields=0, rules="v0.3")


def duel(
    ace: str,
    enemy: str | None = None,
    *,
    range: Literal["close", "near", "far"] | None = None,
    rounds: int | None = None,
    rules: Rules = "v0.3",
) -> Answer:
    """Returns the exact chances of an Ace in a duel with an enemy.

    `value` is the chance to win of the sentence: against the hardest enemy listed, from the farthest range.

    Each row is an enemy and a range of the start. Both sides play best, without systems.

    Args:
        ace: Frame of the Ace, such as `M1-SOLDIER` or `M1`.
        enemy: Kind of enemy; by default each kind.
        range: Range of the start; by default each range, and far for each kind of enemy.
        rounds: Rounds after which the duel is a draw; without a limit by default.
        rules: Ruleset.

    >>> from hitchart import af
    >>> af.duel("M1", "Drone", range="far").data["starts"][0]["action"]
    'move to Near'
    """
    return answered("af duel", locals(), rules="v0.3")


def enemies(
    kind: str,
    team: Names,
    *,
    victory: float | str = 0.7,
    encounter: File = "siege",
    battles: int = 2,
    policy: str = "tactician",
    master: str = "greedy",
    games: int = 200,
    rules: Rules = "v0.3",
    seed: int = 1,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Finds the most enemies of a kind that a team beats often enough, by simulated missions. `value` is this number.

    Args:
        kind: Kind of enemy, such as `Legionnaire`.
        team: Stock frames of the team, such as `["M1", "L1", "H1"]`.
        victory: Least share of missions that the team is to win, such as 0.7 or `70%`.
        encounter: Encounter with the map: a built-in name, a file, its text, or its content as a dictionary.
        battles: Battles of a mission, one after the other.
        policy: Policy of the Aces.
        master: Game master of the answer; the answer is also given under all others but the searches.
        games: Missions of each number of enemies.
        rules: Ruleset.
        seed: Seed of all random streams.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> from hitchart import af
    >>> fair = af.enemies("Velite", ["M1"], encounter="ambush", battles=1, games=20)
    >>> fair.tables["enemies-bounds"]["gm"]
    ['greedy', 'random', 'gentle', 'ruthless', 'spread']
    """
    return answered(
        "af enemies",
        locals(),
        **{"victory": 0.7, "encounter": "siege", "battles": 2, "policy": "tactician", "master": "greedy", "games": 200},
        rules="v0.3",
        seed=1,
    )


def frames(*, armor: int = 0, shields: int = 0, cover: bool = False, vigor: int = 3, rules: Rules = "v0.3") -> Answer:
    """Returns the expected results of the stock frames in one round.

    Args:
        armor: Armor of the target.
        shields: Shields of the target.
        cover: The target is in cover, which counts at Far.
        vigor: Vigor of the target, for the chance to remove it.
        rules: Ruleset.

    >>> from hitchart import af
    >>> af.frames(vigor=5).table["frame"][0]
    'L2-BRAWLER'
    """
    return answered("af frames", locals(), armor=0, shields=0, vigor=3, rules="v0.3")


def improve(
    squad: File,
    *,
    encounter: Names = (),
    policy: str | None = None,
    master: str | None = None,
    ace: int | None = None,
    changes: Names = (),
    materials: int | None = None,
    ban: Names = (),
    require: Names = (),
    games: int | None = None,
    test: int | None = None,
    measure: Literal["frames", "victory"] | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Finds the best single and double changes of a squad's gear, by simulated missions.

    `value` is the gain in share of points of the best change, tested on fresh seeds.

    Args:
        squad: Frames such as `M1,L1`, or a scenario whose first study with `aces` has the squad.
        encounter: Encounters, met in turn; by default that of the scenario, or `patrol`.
        policy: Policy of the Aces; by default that of the scenario, or `tactician`.
        master: Policy of the game master; by default that of the scenario, or `greedy`.
        ace: Number of the only Ace that changes, from 1.
        changes: Kinds of changes: `armaments`, `tags`, `systems`, `system-tags`, `attributes`, `upgrades`, `traits`,
            `frames`; the first five by default.
        materials: Most Materials that all changes together may cost.
        ban: Names that no change may add, such as `Shotgun`.
        require: Names that at least one Ace must have after the changes.
        games: Total missions of the race of single changes; 40,000 by default. The race of double changes has half as
            many.
        test: Missions to test each of the best changes with, on fresh seeds; 4,000 by default.
        measure: Points of a mission: with `frames`, a mission won without frame damage is a point, and one won with frame
            damage half a point; with `victory`, a won mission is a point. By default that of the scenario, or `frames`.
        rules: Ruleset; by default that of the scenario.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> from hitchart import af
    >>> better = af.improve("M1", changes=["armaments"], games=100, test=20)
    >>> list(better.tables)[:2]
    ['improve-tested', 'improve-opponents']
    """
    return answered("af improve", locals())


def roll(*dice: int, rules: Rules = "v0.3") -> Answer:
    """Returns the exact odds of attribute rolls, and of frame damage.

    Args:
        dice: Numbers of dice; by default 0 to 3, the dice of attributes.
        rules: Ruleset.

    >>> from hitchart import af
    >>> [f"{chance:.3f}" for chance in af.roll(0, 1, 2, 3).table["p_full"]]
    ['0.111', '0.333', '0.556', '0.704']
    """
    return answered("af roll", {**locals(), "dice": list(dice)}, rules="v0.3")


def round(
    *armaments: str,
    armor: int = 0,
    shields: int = 0,
    cover: bool = False,
    vigor: int = 3,
    tension: int = 3,
    max_tension: int | None = None,
    aim: Literal["harm", "removal", "removals"] = "harm",
    price: float = 0.0,
    with_: Names = (),
    enemies: bool = False,
    rules: Rules = "v0.3",
) -> Answer:
    """Returns the expected results of a round with some armaments, with the best use of Tension.

    `value` is the expected value of `aim`.

    Args:
        armaments: 1 to 3 armaments, with tags added as in `Assault Rifle + Hot`.
        armor: Armor of the target.
        shields: Shields of the target.
        cover: The target is in cover, which counts at Far.
        vigor: Vigor of the target, for the chance to remove it.
        tension: Tension at the start of the turn.
        max_tension: Maximum Tension, for the tag Focused; by default 3 more than at the start.
        aim: Value that the policy maximises: expected Harm, the chance to remove one enemy, or the expected number of
            enemies removed one after the other.
        price: Value of avoiding a consequence, in units of `aim`.
        with_: Tags to count as in force, of those that depend on a circumstance outside the round.
        enemies: Add the chance to remove an enemy of each kind.
        rules: Ruleset.

    >>> from hitchart import af
    >>> af.round("Plasma Blade", tension=3).data["reroll_rules"][0]["armament"]
    'Plasma Blade'
    """
    return answered("af round", locals(), armor=0, shields=0, vigor=3, tension=3, aim="harm", price=0.0, rules="v0.3")


position = position_function("af")
audit = audit_function("af")
