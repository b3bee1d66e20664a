"""Runs on clusters: a report equals that of a run on one machine, also if a worker dies."""

import filecmp
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import hitchart
import pytest
from hitchart import distributed

TOURNAMENT = """
title = "Three companies"
game = "rapid-attack"
seed = 5

[[study]]
kind = "tournament"
name = "three"
companies = ["mirror-five", "shield-wall", "estars-anvil"]
policies = ["greedy"]
games = 120
"""

ORACLE = """
title = "Companies in equilibrium"
game = "rapid-attack"
seed = 14

[[study]]
kind = "double-oracle"
name = "oracle"
field = ["estars-anvil", "shield-wall"]
frames = [5, 5]
systems = [20, 20]
margin = 0.1
rounds = 1
games = 40
search_games = 40
test_games = 40

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-five", "mirror-five"]
policies = ["greedy", "greedy"]
games = 64
"""


def assert_same(report, reference):
    """Two reports have the same files, except for times and their hashes."""
    files = [{str(file.relative_to(top)) for file in top.rglob("*") if file.is_file()} for top in (report, reference)]
    assert files[0] == files[1]
    same = sorted(files[0] - {"provenance.json", "SHA256SUMS"})
    assert len(same) > 5
    assert filecmp.cmpfiles(report, reference, same, shallow=False)[1:] == ([], [])


def until(condition, what):
    """Waits for a condition."""
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def dask():
    distributed_module = pytest.importorskip("dask.distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed_module.LocalCluster(**options) as cluster, distributed_module.Client(cluster) as client:
        yield client


def test_a_killed_worker_of_dask_changes_nothing(dask, tmp_path):
    tasks = dask.cluster.scheduler.tasks
    workers = dask.run(os.getpid)
    seen = {}

    def states():
        return [task.state for task in list(tasks.values())]

    def kill_one():
        until(lambda: states().count("memory") >= 2, "counts")
        address, pid = next(iter(workers.items()))
        os.kill(pid, signal.SIGKILL)
        seen["states"] = states()
        until(lambda: address not in dask.cluster.scheduler.workers, "loss of the worker")
        seen["left"] = states()

    killer = threading.Thread(target=kill_one)
    killer.start()
    page = distributed.run("mirror-five", dask, tmp_path / "dask", parts=16)
    killer.join()
    assert page == tmp_path / "dask" / "report.html"
    assert "processing" in seen["states"] and len(seen["left"]) == len(seen["states"]), "parts were left"
    assert not set(dask.run(os.getpid).values()) >= set(workers.values()), "a worker died"
    hitchart.report("mirror-five", tmp_path / "plain")
    assert_same(tmp_path / "dask", tmp_path / "plain")


@pytest.mark.parametrize("scenario", [TOURNAMENT, ORACLE], ids=["tournament", "double-oracle"])
def test_stages_follow_from_counts(dask, tmp_path, scenario):
    distributed.run(scenario, dask, tmp_path / "dask", parts=2)
    hitchart.report(scenario, tmp_path / "plain")
    assert_same(tmp_path / "dask", tmp_path / "plain")


def test_a_run_without_a_folder_returns_the_answers(dask):
    options = {"games": 64, "seed": 3, "policies": ["greedy", "random"], "rules": "h01-direct-10"}
    run = distributed.run("mirror-five", dask, parts=3, **options)
    assert run.counts == hitchart.run("mirror-five", **options).counts
    assert run.seed == 3 and run.complete and run.studies["seats"].n == 64


def test_a_mistake_is_found_before_any_part_is_sent():
    with pytest.raises(hitchart.MistakeError, match="mirror-fiv"):
        distributed.run("mirror-fiv", None, parts=4)
    with pytest.raises(hitchart.MistakeError, match="nobody"):
        distributed.run("mirror-five", None, parts=4, policies=["nobody", "greedy"])
    with pytest.raises(ValueError, match="parts"):
        distributed.run("mirror-five", None, parts=0)


def test_a_killed_worker_of_ray_changes_nothing(tmp_path):
    ray = pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    killed = []

    def kill_one():
        def busy():
            children = psutil.Process().children(recursive=True)
            return [child for child in children if child.name().startswith("ray::work")]

        until(busy, "worker")
        time.sleep(1)
        victim = busy()[0]
        victim.kill()
        killed.append(victim.pid)

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        distributed.run_ray("mirror-five", tmp_path / "ray", parts=16)
    finally:
        killer.join()
        ray.shutdown()
    assert killed
    hitchart.report("mirror-five", tmp_path / "plain")
    assert_same(tmp_path / "ray", tmp_path / "plain")


def test_an_executor_is_a_cluster(tmp_path):
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        distributed.run_with(
            "mirror-five", lambda parts: executor.map(distributed.work, parts), tmp_path / "pool", games=96
        )
    hitchart.report("mirror-five", tmp_path / "plain", games=96)
    assert_same(tmp_path / "pool", tmp_path / "plain")


def test_lost_counts_are_asked_for_again():
    stages = []

    def submit_all(parts):
        stages.append(len(parts))
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
            return list(executor.map(distributed.work, parts[:-1] if len(stages) == 1 else parts))

    run = distributed.run_with("mirror-five", submit_all, parts=4, games=128)
    assert stages[1] >= 1 and run.complete
    with pytest.raises(RuntimeError, match="no part"):
        distributed.run_with("mirror-five", lambda parts: [])


def test_another_version_does_not_count():
    parts = []

    def submit_all(some):
        parts.extend(some)
        return []

    with pytest.raises(RuntimeError):
        distributed.run_with("mirror-five", submit_all, parts=2)
    task = json.loads(distributed.zlib.decompress(parts[0]))
    task["hitchart"] = "0.0.0"
    with pytest.raises(RuntimeError, match="has hitchart"):
        distributed.work(distributed.zlib.compress(json.dumps(task).encode()))


def units(costs, blocks=10, study="study"):
    """Units of one study with these costs."""
    return [
        {"study": {"name": study}, "name": f"{study}/{n}", "blocks": {"start": 0, "end": blocks}, "cost": cost}
        for n, cost in enumerate(costs)
    ]


@pytest.mark.parametrize(
    ("costs", "parts", "expected"),
    [
        ([100.0], 4, 4),  # a large simulation is cut
        ([100.0], 64, 10),  # but not smaller than a block
        ([1.0] * 100, 4, 4),  # small simulations are put together
        ([60.0, 20.0, 20.0], 5, 6),  # about the same cost, up to a block
        ([0.1] * 10, 64, 2),  # no part is shorter than it should be
        ([0.0], 64, 1),
    ],
)
def test_parts_cost_the_same(costs, parts, expected):
    divided = distributed._divide(units(costs), parts)
    tasks = [json.loads(distributed.zlib.decompress(part)) for part in divided]
    assert len(tasks) == expected
    blocks = [
        (piece["name"], block)
        for task in tasks
        for piece in task["pieces"]
        for block in range(piece["blocks"]["start"], piece["blocks"]["end"])
    ]
    assert sorted(blocks) == sorted((f"study/{n}", block) for n in range(len(costs)) for block in range(10))


def test_parts_belong_to_one_study():
    divided = distributed._divide(units([1.0, 8.0]) + units([3.0], study="other"), 3)
    tasks = [json.loads(distributed.zlib.decompress(part)) for part in divided]
    assert len(tasks) == 4
    assert all(piece["name"].startswith(task["shared"]["study"]["name"]) for task in tasks for piece in task["pieces"])


PAGE = Path(__file__).parents[3] / "docs" / "distributed.md"


@pytest.mark.skipif(not PAGE.exists(), reason="needs the documentation")
def test_the_example_of_the_page_runs(tmp_path, monkeypatch):
    pytest.importorskip("dask.distributed")
    [example] = [text for text in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if "Client" in text]
    monkeypatch.chdir(tmp_path)
    Path("example.py").write_text(example)
    subprocess.run([sys.executable, "example.py"], check=True)
    hitchart.report("mirror-five", tmp_path / "plain")
    assert_same(tmp_path / "report", tmp_path / "plain")
