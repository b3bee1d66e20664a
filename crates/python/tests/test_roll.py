"""Expressions of dice and chains of attacks."""

import hitchart
import pytest
from hitchart import MistakeError, chain, roll


def test_distributions_are_those_of_the_program():
    assert roll("4d6kh3").pmf[18] == pytest.approx(21 / 1296)
    assert list(roll("d6 - d6").pmf) == list(range(-5, 6))
    assert roll("3d6").mean == pytest.approx(10.5) and roll("3d6").interval is None
    assert roll("2d20kh1").at_least(15) + roll("2d20kh1").at_most(14) == pytest.approx(1)
    assert roll("let x = d6 in (x, 7 - x)").pmf[(1, 6)] == pytest.approx(1 / 6)


def test_operators_build_expressions():
    die = roll("d6")
    pairs = [
        (die + die, "2d6"),
        (die - 1, "d{0..5}"),
        (10 - die, "d{4..9}"),
        (2 * die, "2 * d6"),
        (die * die, "d6 * d6"),
        (-die, "d{-6..-1}"),
        (die // 2, "floor(d6 / 2)"),
        (die >= 5, "d6 >= 5"),
        (die < roll("d8"), "d6 < d8"),
    ]
    for made, text in pairs:
        assert made.pmf == pytest.approx(roll(text).pmf)


def test_it_shows_as_a_line_and_a_table():
    assert repr(roll("3d6")) == "3d6: mean 10.5, 3 to 18, exact"
    assert "<table" in roll("3d6")._repr_html_()
    assert roll("3d6").table["outcomes"][0] == "3"


def test_mistakes_have_a_column():
    with pytest.raises(MistakeError, match="column 4"):
        roll("4d6kx3")


def test_a_chain():
    answer = chain(20, hit="4+", wound="4+ reroll 1", save="5+", damage="d3", against="3/3/3")
    assert answer.value == pytest.approx(70 / 9)
    assert answer.data["removed"]["pmf"]["3"] == pytest.approx(answer.data["p_wiped_out"])
    assert hitchart.chain("2d6", hit="4+", step=["pierce 5+"]).data["removed"] is None
