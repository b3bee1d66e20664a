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
        (die == 3, "d6 = 3"),
        (3 == die, "d6 = 3"),
        (die != roll("d8"), "d6 != d8"),
        (die == die, "d6 = d6"),
        ((die > 3) == True, "d6 > 3"),  # noqa: E712
    ]
    for made, text in pairs:
        assert made.pmf == pytest.approx(roll(text).pmf)


def test_a_roll_has_no_truth_value():
    die = roll("d6")
    for ask in (lambda: bool(die), lambda: 2 < die < 5, lambda: not die == 3, lambda: die in [roll("d6")]):
        with pytest.raises(TypeError, match="no truth value"):
            ask()
    assert roll("let x = d6 in x > 2 and x < 5").mean == pytest.approx(1 / 3)


def test_a_roll_is_a_key():
    one, other = roll("d6"), roll("d6")
    assert {one: 1, other: 2}[one] == 1 and len({one, other, one}) == 2


def test_whole_numbers_are_expressions():
    assert str(roll(-1)) == "-1" and roll(-1).pmf == {-1: 1.0}
    assert str(roll(roll("d6"))) == "d6"
    assert (roll("d6") + roll(-1)).pmf == pytest.approx(roll("d6 - 1").pmf)


def test_whole_numbers_of_numpy_are_expressions():
    numpy = pytest.importorskip("numpy")
    three, die = numpy.int64(3), roll("d6")
    assert str(roll(three)) == "3"
    for made, text in [
        (die + three, "d6 + 3"),
        (three + die, "d6 + 3"),
        (three - die, "3 - d6"),
        (die == three, "d6 = 3"),
        (three == die, "d6 = 3"),
        (three != die, "d6 != 3"),
        (three < die, "d6 > 3"),
    ]:
        assert made.pmf == pytest.approx(roll(text).pmf)


@pytest.mark.parametrize("value", [None, 1.5, [6], hitchart.dice("d6")])
def test_what_is_no_expression(value):
    die = roll("d6")
    asks = [lambda: roll(value), lambda: die + value, lambda: value * die, lambda: die == value, lambda: die < value]
    for ask in asks:
        with pytest.raises(TypeError, match="allowed: a text such as `3d6`, a whole number, or a roll"):
            ask()


def test_it_shows_as_a_line_and_a_table():
    assert repr(roll("3d6")) == "3d6: mean 10.5, 3 to 18, exact"
    assert "<table" in roll("3d6")._repr_html_()
    assert roll("d2 - 2").table.rows == [[-1, 0.5, 1.0], [0, 0.5, 0.5]]
    assert roll("(d2, 1)").table.rows == [["1, 1", 0.5], ["2, 1", 0.5]]


def test_a_data_frame_of_a_roll_has_numbers():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(roll("4d6kh3"))
    assert frame.schema == polars.DataFrame(hitchart.dice("2d6").highest).schema
    assert frame.row(-1, named=True) == {"value": 18, "p": pytest.approx(21 / 1296), "p_at_least": pytest.approx(21 / 1296)}


def test_mistakes_have_a_column():
    with pytest.raises(MistakeError, match="column 4"):
        roll("4d6kx3")


def test_a_chain():
    answer = chain(20, hit="4+", wound="4+ reroll 1", save="5+", damage="d3", against="3/3/3")
    assert answer.value == pytest.approx(70 / 9)
    assert answer.data["removed"]["pmf"]["3"] == pytest.approx(answer.data["p_wiped_out"])
    assert hitchart.chain("2d6", hit="4+", step=["pierce 5+"]).data["removed"] is None


def test_a_chance_without_a_target_is_noted():
    assert chain(20, hit="4+", against="3/3/3").command == chain(20, hit="4+", against="3/3/3", chance=None).command
    assert "against" in chain(20, hit="4+", chance=0.5).notes[0]
    assert chain(20, hit="4+").notes == chain(20, hit="4+", against="3", chance=0.5).notes == []


def test_chances_are_at_most_one_and_tuples_have_none():
    for chance in (roll("20d20").at_most(400), (roll("2d20kh1") + 5).at_least(6)):
        assert chance <= 1 and chance == pytest.approx(1)
    for ask in (roll("(d6, d6)").at_least, roll("(d6, d6)").at_most):
        with pytest.raises(MistakeError, match="tuples"):
            ask(3)


def test_a_chain_takes_rolls():
    assert hitchart.chain(roll("2d6"), damage=roll("d3")).line == hitchart.chain("2d6", damage="d3").line
