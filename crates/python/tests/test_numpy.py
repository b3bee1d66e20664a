"""Numbers of numpy are arguments and values of fields."""

import hitchart
import pytest
from hitchart import _toml, af, chain, io, ra

numpy = pytest.importorskip("numpy")


def test_floats_are_arguments():
    chance = numpy.float64(0.8)
    assert chain(20, hit="4+", against="3/3", chance=chance).line == chain(20, hit="4+", against="3/3", chance=0.8).line
    assert ra.move("Soldier", distance=numpy.float64(8)).line == ra.move("Soldier", distance=8.0).line
    assert io.fuel(dice="2d6", chance=chance).line == io.fuel(dice="2d6", chance=0.8).line
    assert af.round("Shotgun", price=chance).line == af.round("Shotgun", price=0.8).line
    games = hitchart.play("mirror-five", games=numpy.int64(20), precision=numpy.float64(0.4), figures=False)
    assert games.value == hitchart.play("mirror-five", games=20, precision=0.4, figures=False).value


def test_integers_texts_and_truths_are_arguments():
    unit = {"hit": "4+", "damage": "d3", "against": "3/3"}
    spilled = chain(20, spill=True, **unit).line
    assert chain(numpy.int64(20), spill=numpy.True_, **unit).line == spilled
    assert chain(20, spill=numpy.False_, **unit).line == chain(20, **unit).line != spilled
    assert ra.frame(numpy.str_("Soldier")).line == ra.frame("Soldier").line
    assert ra.attack(attack="2d6", range="direct", whites=numpy.int64(0)).line
    assert chain(numpy.array(20), hit="4+").line == chain(20, hit="4+").line


def test_fields_of_rulesets_and_scenarios():
    assert _toml.write({"a": numpy.float64(10), "b": [numpy.float32(0.5)], "c": numpy.int64(3)}) == (
        "a = 10.0\nb = [0.5]\nc = 3\n"
    )
    assert _toml.write({"a": numpy.True_, "b": numpy.str_("x"), "c": numpy.float64("inf")}) == (
        'a = true\nb = "x"\nc = inf\n'
    )
    rules = hitchart.rules("rulebook").with_({"ranges.direct": numpy.float64(10), "cover.default_hits": numpy.int64(3)})
    assert rules.name == "rulebook, ranges.direct = 10.0, cover.default_hits = 3"
    policies = ["random", "random"]
    assert hitchart.play("mirror-five", games=10, policies=policies, rules=rules, figures=False).n == 10


def test_arrays_are_lists():
    assert _toml.write({"a": numpy.array([1, 2]), "b": (0.5, "x"), "c": range(2)}) == 'a = [1, 2]\nb = [0.5, "x"]\nc = [0, 1]\n'
    odds = {"ask": "ra attack", "attack": hitchart.dice("2d6"), "rules": hitchart.rules("rulebook"), "cover_hits": numpy.int64(2)}
    assert hitchart.ask(odds)["line"] == ra.attack(attack="2d6", cover_hits=2).line


def test_values_of_sweeps_and_tournaments():
    values = numpy.linspace(8, 9, 2)
    swept = hitchart.sweep("estars-anvil", {"ranges.direct": values}, rungs="random", games=4, figures=False)
    assert [row["fields"]["ranges.direct"] for row in swept.data["rows"]] == [8.0, 9.0]
    truths = {"spotting.terrain": [numpy.True_, numpy.False_]}
    assert hitchart.sweep("estars-anvil", truths, rungs="random", games=4, figures=False)
    companies = ["scouts", "shield-wall"]
    margin = numpy.float64(0.4)
    assert hitchart.tournament(companies=companies, policies=["random"], games=20, margin=margin, figures=False)
