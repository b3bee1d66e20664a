"""Distributions of dice equal those of the program, and counts by hand."""

from fractions import Fraction
from itertools import product

import hitchart
import pytest
from hitchart import Dice, MistakeError, dice, io


@pytest.mark.parametrize("text", ["1d6", "3d6", "2d6+1d8", "d4+d20", "5d2"])
def test_distributions_equal_all_rolls(text):
    pool = dice(text)
    rolls = list(product(*(range(1, sides + 1) for sides in pool)))
    for distribution, of in ((pool.highest, max), (pool.total, sum)):
        counts = [of(roll) for roll in rolls]
        expected = {value: Fraction(counts.count(value), len(rolls)) for value in sorted(set(counts))}
        assert {value: p for value, p in distribution.exact.items() if p} == expected
        assert sum(distribution.exact.values()) == 1
        assert distribution.at_least(3) == pytest.approx(sum(float(p) for value, p in expected.items() if value >= 3))


@pytest.mark.parametrize("text", ["3d6", "2d6+1d8", "10d6"])
def test_the_highest_die_is_that_of_the_program(text):
    fuel = io.fuel(dice=text, dodges=0).data["flights"][0]["fuel"]
    pool = dice(text)
    assert pool.highest.mean == pytest.approx(fuel["mean"])
    assert [pool.highest.pmf.get(value, 0.0) for value in range(len(fuel["pmf"]))] == pytest.approx(fuel["pmf"])


def test_moments():
    assert dice("3d6").total.mean == 10.5
    assert dice("3d6").total.sd == pytest.approx((3 * 35 / 12) ** 0.5)
    assert dice("100d20").total.mean == 1050


def test_notation():
    assert str(dice("d8 + 2D6")) == "2d6+1d8" and dice("1d6+1d6") == dice("2d6") and len(dice("")) == 0
    assert dice("").highest.exact == dice("").total.exact == {0: 1}
    assert hash(dice("2d6")) == hash(dice("1d6") + dice("d6"))


@pytest.mark.parametrize("text", ["6", "2d", "d1", "3d21", "0d6", "101d6", "60d6+60d8", "2d6-1d4", "²d6"])
def test_what_is_no_dice(text):
    with pytest.raises(MistakeError):
        dice(text)
    with pytest.raises(MistakeError):
        io.fuel(dice=text)


def test_values_that_are_no_dice():
    for value in (None, 6, b"d6"):
        with pytest.raises(TypeError, match="is not dice; write them as a text, such as `3d6"):
            dice(value)
    for value in (1, "1d6", None):
        with pytest.raises(TypeError, match="cannot be added to a pool; allowed: dice"):
            dice("3d6") + value
    for sides in (0, 1, -6, 21):
        with pytest.raises(MistakeError, match=f"cannot have {sides} sides; allowed: 2 to 20"):
            Dice([6, sides])
    for sides in (6.5, "6", None):
        with pytest.raises(TypeError, match="allowed: whole numbers from 2 to 20"):
            Dice([sides])
    with pytest.raises(MistakeError, match="at most 100"):
        Dice([6] * 101)


def test_sides_of_numpy():
    numpy = pytest.importorskip("numpy")
    assert Dice(numpy.array([8, 6])) == dice("d6+d8") and str(Dice([numpy.int64(6)])) == "1d6"


def test_tables_of_distributions():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(dice("2d6").total)
    assert frame["p"].sum() == pytest.approx(1) and frame["value"].to_list() == list(range(2, 13))
    assert "<table" in dice("2d6").highest._repr_html_()
    assert hitchart.ra.attack(attack=dice("2d6")).data["attack"] == "2d6"
