"""Games, comparisons, sweeps, tournaments, and runs in parts."""

import json
import pickle
import sys
from pathlib import Path

import hitchart
import pytest


def test_play_has_an_interval():
    games = hitchart.play("mirror-five", games=40)
    assert games.line.startswith("tactician beats greedy: wins 95% (83 to 99%, 40 games")
    assert (games.value, games.n) == (0.95, 40)
    assert games.interval == pytest.approx((0.8275, 0.9923), abs=1e-4)
    assert games.name == "mirror-five" and games.title == "Five against the same five: One policy against another"
    assert games.numbers["Games won by tactician"] == "95% (83 to 99%)"
    assert games.warnings and json.loads(games.to_json())["data"]["games"] == 40


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads():
    one, two = (hitchart.play("mirror-five", games=40, seed=7, threads=threads).data for threads in (1, 2))
    assert one == two
    assert one["signature"] != hitchart.play("mirror-five", games=40, seed=8).data["signature"]


def test_missions():
    missions = hitchart.play("af-example-round", games=40)
    assert missions.value == 1.0 and missions.n == 40 and missions.interval[1] == 1.0
    teams = hitchart.play("af-stock-frames", games=10)
    assert teams.value == teams.table[0]["victory"] and teams.n == 10
    orbit = hitchart.play("io-hannover-gate", games=10, policies="tactician,greedy")
    assert orbit.n == 10 and 0 <= orbit.value <= 1


def test_a_replay_is_a_page_and_its_moves():
    replay = hitchart.play("mirror-five", replay=3)
    assert replay.files["replay.html"].lower().startswith("<!doctype html>")
    assert all(json.loads(line) for line in replay.files["replay.jsonl"].splitlines())


def test_a_scenario_of_ones_own(tmp_path):
    scenario = {
        "title": "A duel",
        "game": "rapid-attack",
        "study": [
            {
                "kind": "games",
                "name": "duel",
                "companies": ["scouts", {"name": "Mine", "frames": ["Soldier"] * 4, "rockets": "auto"}],
                "policies": ["greedy", "greedy"],
                "games": 20,
            }
        ],
    }
    file = tmp_path / "duel.toml"
    file.write_text(hitchart._toml.write(scenario))
    played = [hitchart.play(one).data for one in (scenario, file, file.read_text())]
    assert played[0]["signature"] == played[1]["signature"] == played[2]["signature"]
    assert hitchart.run(file)["duel"].n == 20


def test_margins_as_a_dictionary():
    answer = hitchart.compare(
        "rulebook",
        "h01-direct-10",
        scenario="estars-anvil",
        games=20,
        rungs=["greedy"],
        margins={"rounds": 0.5, "win": 0.03},
    )
    assert "--margins rounds=0.5,win=0.03" in answer.command
    assert set(answer.tables["compare-effects"]["metric"]) >= {"win", "rounds"}


def test_fields_as_a_dictionary():
    answer = hitchart.sweep(
        "estars-anvil", {"ranges.direct": [8, 10.5], "rockets.per_company": "2..4:2"}, rungs="greedy", games=20
    )
    assert len(answer.data["rows"]) == 4
    assert "'ranges.direct=8|10.5'" in answer.command and "rockets.per_company=2..4:2" in answer.command
    assert answer.figures


def test_meta_of_rows():
    rows = [{"a": "x, y", "b": "z", "wins": 60, "ties": 5, "losses": 35}]
    answer = hitchart.meta(rows)
    assert {rating["name"] for rating in answer.data["ratings"]} == {"x, y", "z"}
    assert answer.value == max(rating["point"] for rating in answer.data["ratings"])
    assert answer.interval[0] < answer.value < answer.interval[1] and answer.n == 100


def test_tournaments_of_all_games(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nframes = ["Soldier", "Soldier", "RdYBG", "RdYBG"]\nrockets = "auto"\n')
    companies = hitchart.tournament(companies=["scouts", "artillery-park", file], policies=["greedy"], games=60, seed=2)
    assert set(companies.table["entrant"]) == {"Scouts", "Artillery Park", "Mine"}
    assert companies.value == companies.table[0]["points_share"] and companies.interval is not None
    fleets = hitchart.tournament(fleets=["long-watch", "wasp-nest"], policies=["greedy"], games=20)
    assert len(fleets.table) == 2
    teams = hitchart.tournament(teams=["M1", ["L1", "H1"]], policies=["tactician"], encounters="patrol", games=20)
    assert len(teams.table) == 2
    duels = hitchart.tournament(loadouts=["Soldier", "Tank", "Scout"], exact="direct", cover=2)
    assert len(duels.tables["tournament-matrix"]) == 9


def test_a_run_in_parts_equals_a_run():
    whole = hitchart.run("mirror-five", games=40, figures=False)
    units = hitchart.units("mirror-five", games=40, parts=4)
    assert all(unit["run"] == whole.id for unit in units)
    counts = [hitchart.work(json.loads(json.dumps(unit))) for unit in reversed(units)]
    assert hitchart.units("mirror-five", games=40, counts=counts) == []
    parts = hitchart.answer("mirror-five", counts, games=40, figures=False)
    assert parts.complete and parts.to_json().replace('"answer"', '"run"', 1) == whole.to_json()
    assert (whole.title, whole.game, whole.seed) == ("Five against the same five", "rapid-attack", 1)
    assert str(whole).splitlines()[0].startswith("mirror-five: tactician beats greedy")
    with pytest.raises(KeyError, match="no study `x`; the run has mirror-five, seats"):
        whole["x"]


def test_a_report(tmp_path):
    page = hitchart.report("all-loadouts", tmp_path / "report")
    assert page == tmp_path / "report" / "report.html" and page.read_text().lower().startswith("<!doctype html>")
    assert (tmp_path / "report" / "tables" / "all-loadouts.csv").exists()


def test_a_report_from_counts(tmp_path):
    counts = tmp_path / "counts.jsonl"
    units = hitchart.units("mirror-five", games=40, parts=1)
    counts.write_text("".join(f"{json.dumps(hitchart.work(unit))}\n" for unit in units))
    first = hitchart.report("mirror-five", tmp_path / "a", games=40, counts=[counts])
    second = hitchart.report("mirror-five", tmp_path / "b", games=40, threads=1)
    assert first.read_bytes() == second.read_bytes()


def test_a_report_takes_the_options_of_a_run(tmp_path):
    house = hitchart.rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
    study = {"kind": "games", "name": "duel", "companies": ["scouts", "shield-wall"], "games": 1000}
    scenario = {"title": "A duel", "game": "rapid-attack", "study": [study]}
    options = {"rules": house, "games": 40, "policies": ["greedy", "random"], "seed": 3}
    page = hitchart.report(scenario, tmp_path / "out", **options)
    assert "stronger-blues" in page.read_text()
    study = hitchart.run(scenario, **options)["duel"]
    assert study.n == 40 and study.value == hitchart.play(scenario, **options).value
    assert study.summary[0].split(" of 40 games")[0] in page.read_text().replace("&#x27;", "'")


def test_answers_can_be_sent_to_another_process():
    answer, run = hitchart.ra.frame("Soldier"), hitchart.run("all-loadouts", figures=False)
    assert pickle.loads(pickle.dumps(answer)).table.rows == answer.table.rows
    assert pickle.loads(pickle.dumps(run))["all"].line == run["all"].line
    rules = hitchart.rules("rulebook").with_({"ranges.direct": 10})
    assert pickle.loads(pickle.dumps([rules, hitchart.dice("2d6")])) == [rules, hitchart.dice("2d6")]


def test_one_name_stands_for_a_list_of_one_and_tables_are_results():
    result = hitchart.tournament(companies="scouts,shield-wall", policies="greedy", games=20)
    table = result.tables["tournament-games"]
    assert hitchart.meta(table).data["games"] == 20

    class Frame:
        def to_dict(self, orient):
            assert orient == "records"
            return [{"a": "x", "b": "y", "wins": 3, "ties": 0, "losses": 1}]

    assert hitchart.meta(Frame()).data["games"] == 4


SKIRMISH = Path(__file__).parents[3] / "examples" / "skirmish.py"


@pytest.mark.skipif(not SKIRMISH.exists(), reason="the tests are away from the examples")
def test_a_game_that_is_a_program(tmp_path):
    file = tmp_path / "skirmish.toml"
    command = json.dumps([sys.executable, str(SKIRMISH)])
    file.write_text(f'title = "S"\n[game]\ncommand = {command}\n[[study]]\nkind = "games"\nname = "all"\ngames = 40\n')
    games = hitchart.play(file, figures=False)
    low, high = games.interval
    assert low <= games.value == games.data["entrants"][0]["wins"]["point"] <= high and games.n == 40
    with pytest.raises(hitchart.MistakeError, match="programs are not started"):
        hitchart.report(file, tmp_path / "out")
