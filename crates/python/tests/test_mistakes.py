"""Mistakes raise errors that name their place."""

import hitchart
import pytest
from hitchart import MistakeError, ra

def mistake(ask):
    with pytest.raises(MistakeError) as found:
        ask()
    return found.value


def test_a_mistyped_key_of_a_scenario_has_its_place():
    scenario = """title = "Two frames"
game = "rapid-attack"

[[study]]
kind = "attacks"
name = "odds"
atackers = ["Soldier"]
"""
    error = mistake(lambda: hitchart.run(scenario))
    assert (error.line, error.column, error.file) == (7, 1, "scenario")
    assert error.help == "did you mean `attackers`?"
    assert error.problem.startswith("unknown key `atackers`")
    assert 'atackers = ["Soldier"]' in str(error) and not str(error).startswith("error:")
    assert isinstance(error, ValueError)


def test_a_mistake_in_a_file_names_the_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "rulebook"\n[ranges]\ndirekt = 10\n')
    for ask in (lambda: ra.frame("Soldier", rules=file), lambda: hitchart.rules(file)):
        error = mistake(ask)
        assert (error.line, error.column, error.file) == (3, 1, "house.toml")
        assert error.help == "did you mean `direct`?"


def test_the_argument_at_fault():
    assert mistake(lambda: ra.attack(attack="2d6", range="diret")).argument == "range"
    assert mistake(lambda: ra.attack("Soldier")).argument == "range"
    assert mistake(lambda: ra.attack(attack="2d6", cover_hits=1000)).argument == "cover_hits"
    assert mistake(lambda: hitchart.names("companys")).help == "did you mean `companies`?"


def test_an_unknown_name_has_the_nearest():
    assert "Soldier" in mistake(lambda: ra.frame("Soldjer")).help
    assert "mirror-five" in str(mistake(lambda: hitchart.play("miror-five")))


def test_an_unknown_question():
    assert "ra frame" in str(mistake(lambda: hitchart.ask({"ask": "ra fram"})))
    assert mistake(lambda: hitchart.ask({"ask": "ra frame", "loadot": "Soldier"})).help == "did you mean `loadout`?"


def test_values_that_are_no_arguments():
    assert mistake(lambda: hitchart.io.fuel(chance=float("nan"))).argument == "chance"
    assert mistake(lambda: ra.ppa([5, float("inf")], [20, 16])).argument == "frames"
    too_large = mistake(lambda: hitchart.run("mirror-five", seed=2**64))
    assert too_large.argument == "seed" and str(2**64) in str(too_large)
    with pytest.raises(TypeError, match="not object"):
        ra.attack(attack=object())
    endless: list = []
    endless.append(endless)
    assert "nested" in str(mistake(lambda: hitchart.ask({"ask": "ra frame", "loadout": endless})))


def test_a_mistake_in_a_report(tmp_path):
    error = mistake(lambda: hitchart.report({"title": "x", "game": "rapid-attack", "study": [{"kind": "x"}]}, tmp_path))
    assert error.line is not None


def test_a_report_that_cannot_be_written(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(hitchart.FailedError):
        hitchart.report("all-loadouts", blocked)


def test_counts_of_another_run():
    counts = [hitchart.work(hitchart.units("mirror-five", games=40, parts=1)[0])]
    assert "another run" in str(mistake(lambda: hitchart.answer("mirror-five", counts, games=80)))


def test_entrants_of_two_games():
    assert "one game" in str(mistake(lambda: hitchart.tournament(companies=["scouts"], fleets=["wasp-nest"])))


def test_numbers_of_a_run_have_the_bounds_of_the_command_line():
    wrong = {"games": [0, 10**9 + 1, -1, 1.5], "samples": [0], "threads": [0, -1, 5000], "seed": [-1], "precision": [2]}
    for argument, values in wrong.items():
        for value in values:
            for ask in (hitchart.run, hitchart.units):
                assert mistake(lambda: ask("mirror-five", **{argument: value})).argument == argument
    assert mistake(lambda: hitchart.units("mirror-five", parts=0)).argument == "parts"
    assert mistake(lambda: hitchart.work({})).argument == "unit"
    assert mistake(lambda: hitchart.answer("mirror-five", [5])).argument == "counts"


def test_a_report_with_a_wrong_number_writes_nothing(tmp_path):
    for argument, value in {"threads": 0, "precision": float("nan"), "seed": 2**64}.items():
        wrong = {argument: value}
        assert mistake(lambda: hitchart.report("mirror-five", tmp_path / "out", **wrong)).argument == argument
    assert not (tmp_path / "out").exists()


def test_false_is_no_number():
    assert mistake(lambda: hitchart.play("mirror-five", games=False)).argument == "games"
    assert "false" in str(mistake(lambda: hitchart.play("mirror-five", games=4, seed=False)))


def test_values_of_wrong_types_have_a_hint():
    with pytest.raises(TypeError, match="hitchart.dice"):
        ra.attack(attack=hitchart.roll("2d6"))
    with pytest.raises(TypeError, match="not bytes"):
        ra.frame(b"RdB")
    with pytest.raises(TypeError, match="not set"):
        hitchart.play("mirror-five", games=4, policies={"greedy", "random"})
    with pytest.raises(TypeError, match="a question is a dictionary"):
        hitchart.ask("ra attack")
    with pytest.raises(TypeError, match="named by texts"):
        hitchart.rules("rulebook").with_({5: 1})
    assert "`ranges.direct`" in str(mistake(lambda: hitchart.sweep("mirror-five", {"ranges.direct": 8})))
    assert mistake(lambda: hitchart.meta([])).argument == "results"
    with pytest.raises(TypeError, match="not NoneType"):
        hitchart.rules("rulebook").with_(None)
    assert "extends" in str(mistake(lambda: hitchart.rules("rulebook").with_({"extends": "handbook"})))
    assert "`ranges.direct`" in str(mistake(lambda: hitchart.sweep("mirror-five", {"ranges.direct": {8, 9}})))
    for chances in (hitchart.roll("2d6"), hitchart.dice("2d6").total):
        assert "NaN" in str(mistake(lambda: chances.at_least(float("nan"))))
    assert "no values" in str(mistake(lambda: hitchart.sweep("mirror-five", {"ranges.direct": []})))
    assert "without an entry" in str(mistake(lambda: ra.assign("Soldier", range="direct", weights={})))
