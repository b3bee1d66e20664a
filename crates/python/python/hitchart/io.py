"""Intercept Orbit: exact odds of ships, attacks and boarding.

A ship is `C:` and 4 systems for a capital ship, or `F:` and 3 for a frigate, such as `C:RpRaBY`. A fleet is a list of
ships and the colour of its ace, such as `C:RpRaBY F:RaBK; ace=red`.

>>> from hitchart import io
>>> io.ram(speed=5)
Mean hits of a ram at speed 5 on a target of kind ship: 1.67 on the rammer, 2.5 on the target, exact [intercept-orbit]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ._answer import Answer
from ._arguments import Dice, File, Names, Rules
from ._ask import answered
from ._positions import audit_function, position_function

__all__ = ["attack", "audit", "board", "duel", "durability", "fleet", "fuel", "position", "ppa", "ram", "ships"]

Band: TypeAlias = Literal["dogfight", "point-defense", "assault", "support"]
"""Band of a weapon."""


def fleet(
    fleet: File,
    *,
    against: Sequence[File] | str = (),
    hvas: int | None = None,
    major: bool = False,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns the dice, companies, cost in points and expected results of a fleet.

    Args:
        fleet: Fleet in one line, a built-in name, a file, its text, or its content as a dictionary.
        against: Up to three fleets to compare with.
        hvas: High value assets of each fleet; by default that of the number of players.
        major: Play a major battle, which allows more assets.
        rules: Ruleset.

    >>> from hitchart import io
    >>> list(io.fleet("C:RpRaBY C:RsRsKK F:RaBK; ace=red", hvas=3).tables)
    ['assets', 'sizes', 'graph']
    """
    return answered("io fleet", locals(), rules="intercept-orbit")


def attack(
    attack: Dice,
    *,
    band: Band,
    target: Literal["ship", "company"],
    spot: Dice | None = None,
    ace_spot: Dice | None = None,
    defense: Dice | None = None,
    cover: bool = False,
    cover_hits: int | None = None,
    red_ace: bool = False,
    simulate: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns the exact odds of one attack. `value` is the mean damage.

    Args:
        attack: Attack dice, of which the highest counts, such as `2d6+1d8`.
        band: Band of the weapon.
        target: Kind of target.
        spot: Dice of the spot on the target; the highest counts.
        ace_spot: Dice that a yellow ace adds to the spot, such as `1d8`.
        defense: Defense dice; the highest counts. Without dice, the defense is 0.
        cover: The target is in lasting cover: a ship, or the screen of two defenses or of a blue ace.
        cover_hits: Hits that destroy the cover of the target; debris takes 1.
        red_ace: A red ace attacks: up to assault band, with the chart against companies, and ignoring cover.
        simulate: Number of attacks to simulate too, to compare with the exact answer. `value` stays exact.
        seed: Seed of the simulation.
        threads: Number of threads; results do not depend on it.
        rules: Ruleset.

    >>> from hitchart import io
    >>> io.attack("2d6+1d8", spot="1d6", defense="2d6", band="assault", target="ship", cover=True)
    2d6+1d8 at assault band, spot 1d6, vs ship with 2d6 in lasting cover: 1.55 damage (75% hit), exact [intercept-orbit]
    """
    return answered("io attack", locals(), seed=1, rules="intercept-orbit")


def board(
    companies: int,
    *,
    ace: bool = False,
    owner_companies: int = 0,
    owner_ace: bool = False,
    reds: Dice | None = None,
    second: str | int | None = None,
    third: str | int | None = None,
    aid: str | None = None,
    hit: Names = (),
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns the odds of a boarding action. `value` is the chance that the first boarder takes the ship.

    Players on the ship are `owner`, `first` (the boarder of `companies`), `second` and `third`.

    Args:
        companies: Companies of the boarder.
        ace: The boarder's ace leads one of them.
        owner_companies: Companies of the ship's owner.
        owner_ace: The owner's ace leads one of them.
        reds: Red dice of the ship's point defense, such as `2d6`.
        second: Companies of a second boarder, such as `1` or `1+ace`.
        third: Companies of a third boarder.
        aid: Player that gives its dice to another, such as `second=first`; the helper cannot take the ship.
        hit: Players whose dice hit the companies of another, such as `owner=second`.
        rules: Ruleset.

    >>> from hitchart import io
    >>> round(io.board(companies=2, ace=True, owner_companies=1, reds="2d6").value, 4)
    0.8426
    """
    return answered("io board", locals(), owner_companies=0, rules="intercept-orbit")


def ram(speed: int, *, target: Literal["ship", "hva", "debris"] = "ship", rules: Rules = "intercept-orbit") -> Answer:
    """Returns the hits on both sides of a collision. `value` is the mean number of hits on the target.

    Args:
        speed: Units that the rammer would have moved; in a chain of collisions, the clicks left.
        target: Target of the collision; high value assets and debris take no damage.
        rules: Ruleset.

    >>> from hitchart import io
    >>> io.ram(5).value
    2.5
    """
    return answered("io ram", locals(), target="ship", rules="intercept-orbit")


def ppa(
    ships: Sequence[int],
    companies: Sequence[int],
    systems: Sequence[int],
    *,
    hvas: Sequence[int] | int | None = None,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns points per asset, starting scores and seats for given numbers of ships, companies and systems.

    Args:
        ships: Ships of each fleet: 2 to 4 numbers.
        companies: Companies of each fleet.
        systems: Shipboard systems of each fleet, including catapults; a weapon for two bands counts as one.
        hvas: High value assets of each fleet, or one number for all; by default that of the number of players.
        rules: Ruleset.

    >>> from hitchart import io
    >>> io.ppa(ships=[4, 3], companies=[2, 3], systems=[15, 10], hvas=3).table["score"]
    [36, 54]
    """
    return answered("io ppa", locals(), rules="intercept-orbit")


def durability(
    asset: str,
    *,
    attack: Dice | None = None,
    spot: Dice | None = None,
    band: Band | None = None,
    cover: bool = False,
    attacks: int = 12,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns how many attacks a ship or company survives, with repair in between.

    `value` is the mean number of the attack that destroys it, with repair.

    Args:
        asset: Ship such as `C:RpRaBY`, `company`, or a company led by an ace, such as `company+blue`.
        attack: Dice of each attack; by default the typical attack of the ruleset.
        spot: Dice of the spot on each attack; by default the typical spot of the ruleset.
        band: Band of the attacks; by default the typical band of the ruleset for ships or for companies.
        cover: The target is in lasting cover.
        attacks: Number of attacks to list.
        rules: Ruleset.

    >>> from hitchart import io
    >>> round(io.durability("C:RpRaBY").value, 2)
    4.17
    """
    return answered("io durability", locals(), attacks=12, rules="intercept-orbit")


def fuel(
    *,
    dice: Dice | None = None,
    dodges: int | None = None,
    chance: float = 1.0,
    rounds: int = 6,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns the number of rounds that a company flies on its fuel, with and without dodges.

    Args:
        dice: Black and white dice, of which the highest is the fuel; by default those of one catapult, and of two.
        dodges: Hits in a round that the company may dodge; by default 0, 1 and 2.
        chance: Chance of each of these hits.
        rounds: Number of rounds to list.
        rules: Ruleset.

    >>> from hitchart import io
    >>> round(io.fuel(dice="3d6", dodges=0).data["flights"][0]["mean_rounds"], 2)
    4.96
    """
    return answered("io fuel", locals(), chance=1.0, rounds=6, rules="intercept-orbit")


def duel(
    a: str,
    b: str | None = None,
    *,
    band: Band | None = None,
    first: Literal["a", "b"] | None = None,
    rounds: int | None = None,
    rule: Literal["greedy", "exchange"] | None = None,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Returns the exact chances of a duel of ships under best play.

    `value` is the first chance of the sentence: that of `a` from the assault band, or from the only band listed, with
    `a` first if both may act first.

    Bands stand for positions. Each row is a band of the start and the ship that may act first.

    Args:
        a: First ship, such as `C:RpRaBY`.
        b: Second ship; by default one like the first.
        band: Band of the start; by default each band.
        first: Ship that may act first in each round; by default each of them.
        rounds: Rounds after which the duel is a draw; without a limit by default.
        rule: Rule of choice whose loss against best play is also computed.
        rules: Ruleset.

    >>> from hitchart import io
    >>> io.duel("F:RaRaB", "F:BBY", band="assault", first="a", rounds=2).data["ships"]
    ['F:RaRaB', 'F:BBY']
    """
    return answered("io duel", locals(), rules="intercept-orbit")


def ships(
    *,
    class_: Literal["capital", "frigate"] | None = None,
    where: Names = (),
    sort: str | None = None,
    pareto: bool = False,
    top: int | None = None,
    whites: int = 0,
    split: bool = False,
    rules: Rules = "intercept-orbit",
) -> Answer:
    """Lists all legal ships, filtered and ranked.

    Conditions and `sort` use these fields: `systems`, `frigate` (1 or 0), `point_defense`, `assault`, `support`,
    `defense`, `spotting`, `speed`, `fuel`, `catapults`, `durability`, and numbers of systems: `Rp`, `Ra`, `Rs`, `Rp/a`,
    `Rp/s`, `Ra/s`, `B`, `Y`, `K`.

    Args:
        class_: Class of the ships; by default both.
        where: Conditions that every ship meets, such as `assault >= 1.5`.
        sort: Field to sort by, largest first.
        pareto: Keep only the Pareto front of these ships.
        top: Number of ships to list.
        whites: White dice added to each measure.
        split: Include split weapons: weapons for two bands.
        rules: Ruleset.

    >>> from hitchart import io
    >>> ships = io.ships(where=["assault >= 2", "B >= 1"], sort="durability", top=10).table
    >>> len(ships)
    10
    """
    return answered("io ships", locals(), whites=0, rules="intercept-orbit")


position = position_function("io")
audit = audit_function("io")
