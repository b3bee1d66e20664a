"""Dice: exact distributions of the highest die and of the total of a pool."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._errors import MistakeError
from ._table import Table, of_distribution

if TYPE_CHECKING:
    from fractions import Fraction

_TERM = re.compile(r"\s*([0-9]*)\s*[dD]\s*([0-9]+)\s*")
_SIDES = range(2, 21)
_MOST_DICE = 100


class Distribution:
    """An exact distribution of a whole number.

    polars, pyarrow, pandas and DuckDB read its table.

    >>> import hitchart
    >>> best = hitchart.dice("2d6").highest
    >>> best.exact[6]
    Fraction(11, 36)
    >>> best.at_least(5)
    0.5555555555555556
    """

    def __init__(self, name: str, exact: dict[int, Fraction]) -> None:
        self.name = name
        self.exact = exact
        """Probability of each value as a fraction."""

    @property
    def pmf(self) -> dict[int, float]:
        """Probability of each value."""
        return {value: float(p) for value, p in self.exact.items()}

    @property
    def mean(self) -> float:
        """Mean."""
        return float(sum(value * p for value, p in self.exact.items()))

    @property
    def sd(self) -> float:
        """Standard deviation."""
        mean = sum(value * p for value, p in self.exact.items())
        variance = float(sum((value - mean) ** 2 * p for value, p in self.exact.items()))
        return math.sqrt(variance)

    def at_least(self, least: float) -> float:
        """Returns the probability of `least` or more. Raises `MistakeError` for NaN."""
        if math.isnan(least):
            raise MistakeError("NaN is no number to be at least")
        return float(sum(p for value, p in self.exact.items() if value >= least))

    @cached_property
    def table(self) -> Table:
        """Table of the values, their probabilities, and the probabilities of at least each."""
        rows = [[value, float(p), self.at_least(value)] for value, p in self.exact.items()]
        return of_distribution("distribution", self.name, rows)

    def __repr__(self) -> str:
        return f"{self.name}: mean {self.mean:.4g}, {min(self.exact)} to {max(self.exact)}, exact"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the table as an Arrow stream in a capsule."""
        return self.table.__arrow_c_stream__(requested_schema)


class Dice:
    """A pool of dice, to be given to any question that takes dice. `hitchart.dice` makes one.

    >>> import hitchart
    >>> pool = hitchart.dice("2d6") + hitchart.dice("1d8")
    >>> pool
    Dice('2d6+1d8')
    >>> hitchart.ra.attack(attack=pool, defense="1d6").line
    '2d6+1d8, vs 1d6: 0.769 damage (49% hit), exact [rulebook]'
    """

    def __init__(self, sides: Iterable[int]) -> None:
        """Keeps the number of sides of each die, 2 to 20."""
        self.sides = tuple(sorted(map(_sides, sides)))
        """Number of sides of each die, the smallest first."""
        if len(self.sides) > _MOST_DICE:
            raise MistakeError(f"the pool has {len(self.sides)} dice; allowed: at most {_MOST_DICE}")

    @cached_property
    def highest(self) -> Distribution:
        """Distribution of the highest die; 0 without dice."""
        from fractions import Fraction

        def at_most(value: int) -> Fraction:
            result = Fraction(1)
            for sides in self.sides:
                result *= Fraction(min(value, sides), sides)
            return result

        most = max(self.sides, default=0)
        exact = {value: at_most(value) - at_most(value - 1) for value in range(1, most + 1)}
        return Distribution(f"Highest of {self}", exact or {0: Fraction(1)})

    @cached_property
    def total(self) -> Distribution:
        """Distribution of the sum of all dice; 0 without dice."""
        from fractions import Fraction

        ways, rolls = {0: 1}, 1
        for sides in self.sides:
            rolls *= sides
            more: dict[int, int] = {}
            for value, count in ways.items():
                for pips in range(1, sides + 1):
                    more[value + pips] = more.get(value + pips, 0) + count
            ways = more
        return Distribution(f"Total of {self}", {value: Fraction(count, rolls) for value, count in ways.items()})

    def as_argument(self) -> str:
        """Returns the dice as a text."""
        return str(self)

    def as_toml(self) -> str:
        """Returns the dice as a text, for a scenario."""
        return str(self)

    def __add__(self, other: Dice) -> Dice:
        if not isinstance(other, Dice):
            raise TypeError(
                f"{other!r} cannot be added to a pool; allowed: dice, such as `hitchart.dice(\"1d8\")`."
                " `hitchart.roll` adds dice and numbers"
            )
        return Dice([*self.sides, *other.sides])

    def __len__(self) -> int:
        return len(self.sides)

    def __iter__(self) -> Iterator[int]:
        return iter(self.sides)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Dice) and self.sides == other.sides

    def __hash__(self) -> int:
        return hash(self.sides)

    def __str__(self) -> str:
        return "+".join(f"{self.sides.count(sides)}d{sides}" for sides in dict.fromkeys(self.sides))

    def __repr__(self) -> str:
        return f"Dice({str(self)!r})"


def _sides(sides: Any) -> int:
    """Returns the number of sides of a die as an integer."""
    try:
        number = operator.index(sides)
    except TypeError:
        raise TypeError(f"a die cannot have {sides!r} sides; allowed: whole numbers from 2 to 20") from None
    if number not in _SIDES:
        raise MistakeError(f"a die cannot have {number} sides; allowed: 2 to 20")
    return number


def dice(text: str) -> Dice:
    """Returns a pool of dice: up to 100 dice of 2 to 20 sides.

    >>> import hitchart
    >>> pool = hitchart.dice("3d6+1d8")
    >>> pool.highest
    Highest of 3d6+1d8: mean 5.808, 1 to 8, exact
    >>> pool.total.mean
    15.0
    """
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not dice; write them as a text, such as `3d6+1d8`")
    sides: list[int] = []
    for term in text.split("+") if text.strip() else []:
        found = _TERM.fullmatch(term)
        if not found:
            raise MistakeError(f"`{term.strip()}` is not dice; write them as `3d6+1d8`")
        count, size = int(found[1] or 1), int(found[2])
        if size not in _SIDES:
            raise MistakeError(f"`{term.strip()}` has dice with {size} sides; allowed: 2 to 20")
        if not 1 <= count <= _MOST_DICE:
            raise MistakeError(f"`{term.strip()}` has {count} dice; allowed: 1 to {_MOST_DICE}")
        sides += [size] * count
    return Dice(sides)
