"""Any dice: exact distributions of expressions, and of chains of attacks."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from typing import Any

from ._answer import Answer
from ._arguments import Dice as DiceArgument
from ._arguments import Names
from ._ask import answered, ask
from ._errors import MistakeError
from ._table import Table, of_distribution

__all__ = ["Roll", "chain", "roll"]


class Roll:
    """An expression of dice, with its exact distribution. `hitchart.roll` makes one.

    `+`, `-`, `*` and `//` combine independent rolls and whole numbers. Comparisons, also `==` and `!=`, give a roll of
    1 or 0. Its mean is the chance that the comparison holds. Every roll is rolled anew: `r - r` is the difference of
    two rolls, and `r == r` compares two rolls. A roll has no truth value: `if r` and `2 < r < 5` raise `TypeError`.

    >>> import hitchart
    >>> stat = hitchart.roll("4d6kh3")
    >>> stat
    4d6kh3: mean 12.24, 3 to 18, exact
    >>> (stat + 2).mean - stat.mean
    2.0
    >>> round((hitchart.roll("3d6") > hitchart.roll("d20")).pmf[1], 3)
    0.475
    >>> round((hitchart.roll("2d6") == 7).mean, 4)
    0.1667
    >>> round(hitchart.roll("let x = d6 in x > 2 and x < 5").mean, 4)
    0.3333
    """

    def __init__(self, expression: str | int) -> None:
        """Keeps the expression; it is computed when it is needed."""
        self.expression = _text(expression)
        """Expression in the notation of `docs/dice.md`."""

    @cached_property
    def _result(self) -> dict[str, Any]:
        result: dict[str, Any] = ask({"ask": "dice", "expressions": [self.expression]})["data"]["results"][0]
        return result

    @property
    def _is_tuple(self) -> bool:
        return isinstance(self._result["mean"], list)

    @cached_property
    def pmf(self) -> dict[Any, float]:
        """Probability of each outcome, smallest first. Outcomes of a tuple are tuples."""

        def outcome(text: str) -> Any:
            numbers = tuple(int(number) for number in text.split(","))
            return numbers if self._is_tuple else numbers[0]

        return dict(sorted((outcome(text), p) for text, p in self._result["pmf"].items()))

    @property
    def mean(self) -> float | Any:
        """Mean; of a tuple a list of means."""
        mean: float | list[float] = self._result["mean"]
        return mean

    @property
    def sd(self) -> float | Any:
        """Standard deviation; of a tuple a list of them."""
        sd: float | list[float] = self._result["sd"]
        return sd

    @property
    def interval(self) -> None:
        """None, because the distribution is exact."""
        return None

    def at_least(self, least: float) -> float:
        """Returns the probability of `least` or more. Raises `MistakeError` for tuples and NaN."""
        return self._chance("at least", least, operator.ge)

    def at_most(self, most: float) -> float:
        """Returns the probability of `most` or less. Raises `MistakeError` for tuples and NaN."""
        return self._chance("at most", most, operator.le)

    def _chance(self, words: str, limit: float, holds: Callable[[int, float], bool]) -> float:
        if self._is_tuple:
            raise MistakeError(f"`{self.expression}` gives tuples, which have no chance of {words} a number")
        if math.isnan(limit):
            raise MistakeError(f"NaN is no number to be {words}")
        # The sum of all probabilities may exceed 1 by rounding.
        return min(1.0, math.fsum(p for value, p in self.pmf.items() if holds(value, limit)))

    @cached_property
    def table(self) -> Table:
        """Table of the values, their probabilities, and the probabilities of at least each.

        The table of tuples has their numbers as a text, and no probabilities of at least each.
        """
        if self._is_tuple:
            tuples = [[", ".join(map(str, value)), p] for value, p in self.pmf.items()]
            return of_distribution("outcomes", self.expression, tuples, "text")
        # The sum of all probabilities may exceed 1 by rounding.
        at_least = [min(1.0, p) for p in accumulate(reversed(self.pmf.values()))]
        rows = zip(self.pmf, self.pmf.values(), reversed(at_least), strict=True)
        return of_distribution("outcomes", self.expression, list(map(list, rows)))

    def _with(self, sign: str, other: Roll | int) -> Roll:
        return Roll(f"({self.expression}) {sign} ({_text(other)})")

    def __add__(self, other: Roll | int) -> Roll:
        return self._with("+", other)

    def __radd__(self, other: int) -> Roll:
        return Roll(f"{_text(other)} + ({self.expression})")

    def __sub__(self, other: Roll | int) -> Roll:
        return self._with("-", other)

    def __rsub__(self, other: int) -> Roll:
        return Roll(f"{_text(other)} - ({self.expression})")

    def __mul__(self, other: Roll | int) -> Roll:
        return self._with("*", other)

    def __rmul__(self, other: int) -> Roll:
        return Roll(f"{_text(other)} * ({self.expression})")

    def __floordiv__(self, other: Roll | int) -> Roll:
        return self._with("//", other)

    def __neg__(self) -> Roll:
        return Roll(f"-({self.expression})")

    def __lt__(self, other: Roll | int) -> Roll:
        return self._with("<", other)

    def __le__(self, other: Roll | int) -> Roll:
        return self._with("<=", other)

    def __gt__(self, other: Roll | int) -> Roll:
        return self._with(">", other)

    def __ge__(self, other: Roll | int) -> Roll:
        return self._with(">=", other)

    def __eq__(self, other: Roll | int) -> Roll:  # type: ignore[override]
        return self._with("=", other)

    def __ne__(self, other: Roll | int) -> Roll:  # type: ignore[override]
        return self._with("!=", other)

    # `==` gives a roll, so the key of a dictionary is the object itself.
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(
            "a roll has no truth value. The `mean` of a comparison is the chance that it holds; write several"
            ' conditions on one roll as an expression, such as roll("let x = d6 in x > 2 and x < 5")'
        )

    def __str__(self) -> str:
        return self.expression

    def __repr__(self) -> str:
        if self._is_tuple:
            return f"{self.expression}: {len(self.pmf)} outcomes, exact"
        return f"{self.expression}: mean {self.mean:.4g}, {min(self.pmf)} to {max(self.pmf)}, exact"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the table as an Arrow stream in a capsule."""
        return self.table.__arrow_c_stream__(requested_schema)


def _text(value: Roll | str | int) -> str:
    """Returns the expression of a roll, a text or a whole number."""
    if isinstance(value, Roll):
        return value.expression
    if isinstance(value, str):
        return value
    try:
        return str(int(operator.index(value)))
    except TypeError:
        message = f"{value!r} is not an expression of dice; allowed: a text such as `3d6`, a whole number, or a roll"
        raise TypeError(message) from None


def roll(expression: str | int) -> Roll:
    """Returns an expression of dice, in the notation of `docs/dice.md`; a whole number is an expression too.

    Raises `MistakeError`, with the column of the mistake.

    >>> import hitchart
    >>> hitchart.roll("max(2d6, d12)").at_least(10)
    0.375
    """
    made = Roll(expression)
    # A mistake shows here, not where the distribution is used.
    _ = made._result
    return made


def chain(
    attacks: DiceArgument | Roll | int,
    *,
    hit: str | None = None,
    wound: str | None = None,
    step: Names = (),
    save: str | None = None,
    damage: DiceArgument | Roll | int = "1",
    ignore: str | None = None,
    against: str | None = None,
    spill: bool = False,
    chance: float | str | None = None,
    simulate: int | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Answer:
    """Returns the exact damage of attacks that pass steps, and the models that they remove. `value` is the mean damage.

    Args:
        attacks: Number of attacks: a number, dice such as `2d6`, or a roll.
        hit: Step to hit, such as `4+` or `3+ reroll 1`.
        wound: Step to wound.
        step: Further steps after wound, each with its name first, such as `pierce 5+`.
        save: Step that stops the attack if it passes.
        damage: Damage of each attack that gets through: a number, dice or a roll.
        ignore: Step for each point of damage; points that pass it are ignored.
        against: Wounds of each model of the target, such as `3/3/3` or `10x1`.
        spill: Let damage beyond the wounds of a model go on to the next model.
        chance: Chance at which to count the attacks needed to remove all models of `against`; 90% by default.
        simulate: Rolls to simulate beside the exact results.
        seed: Seed of the simulated rolls.
        threads: Number of threads; results do not depend on it.

    >>> import hitchart
    >>> round(hitchart.chain(20, hit="4+", wound="4+", save="5+").value, 4)
    3.3333
    """
    given = {name: value.expression if isinstance(value, Roll) else value for name, value in locals().items()}
    return answered("chain", given, damage="1", seed=1)
