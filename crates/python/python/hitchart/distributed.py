"""Runs of a scenario on many machines: with Dask, with Ray, or with any function that distributes calls.

A run has stages. Each stage is divided into parts, and `work` counts a part on any machine. Counts are integers that
add up, so the report equals that of `hitchart run`, whichever machine counts which part. Every machine needs this
package in the same version, and no other file.

    from dask.distributed import Client
    from hitchart import distributed

    distributed.run("mirror-five", Client("scheduler:8786"), "report")

`docs/distributed.md` explains the parts, and how to run a scenario on a cluster without Python.
"""

from __future__ import annotations

import importlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from . import _hitchart
from ._answer import Run
from ._arguments import File, Names, Rules
from ._runs import answer, report, units
from ._runs import work as work_on

__all__ = ["run", "run_ray", "run_with", "work"]

Line: TypeAlias = dict[str, Any]
"""A line of counts."""

SHORTEST = 0.5
"""Seconds of a part below which its overhead matters."""

OWN = ("name", "blocks", "cost")
"""Keys in which the units of one study and stage differ."""


def run(
    scenario: File,
    client: Any,
    out: str | os.PathLike[str] | None = None,
    *,
    parts: int | None = None,
    seed: int | None = None,
    games: int | None = None,
    policies: Names = (),
    rules: Rules | None = None,
    samples: int | None = None,
    precision: float | None = None,
    retries: int = 3,
) -> Run | Path:
    """Runs a scenario on a Dask cluster.

    With `out`, this function writes the report into a folder and returns the path of the page, as `hitchart.report`
    does. Without `out`, it returns the answers, as `hitchart.run` does.

    Args:
        scenario: Scenario: a built-in name, a file, its text, or its content as a dictionary. Only this machine reads
            files.
        client: Dask `Client` of the cluster.
        out: Folder of the report.
        parts: Number of parts of a stage, by default 16 for each core of the cluster. A stage with little work has
            fewer.
        seed: Seed of all random streams; by default that of the scenario.
        games: Games of every study of games; by default those of the scenario.
        policies: Policies of every study of games; by default those of the scenario.
        rules: Ruleset; by default that of the scenario.
        samples: Samples of each simulated answer; by default those of the scenario.
        precision: Play until the win rate of each player and policy is within this distance; `games` is then the limit.
        retries: Further attempts for a part that raises an exception. If a worker dies, Dask gives its parts to other
            workers, as often as `distributed.scheduler.allowed-failures` permits.
    """

    def submit_all(tasks: list[bytes]) -> Iterator[list[Line]]:
        futures = client.map(work, tasks, pure=False, retries=retries, batch_size=64)
        try:
            as_completed = importlib.import_module("dask.distributed").as_completed
            for _, lines in as_completed(futures, with_results=True):
                yield lines
        finally:
            client.cancel(futures)

    parts = parts if parts is not None else _default_parts(sum(client.nthreads().values()))
    options = {"seed": seed, "games": games, "policies": policies, "rules": rules, "samples": samples}
    return run_with(scenario, submit_all, out, parts=parts, precision=precision, **options)


def run_ray(
    scenario: File,
    out: str | os.PathLike[str] | None = None,
    *,
    parts: int | None = None,
    retries: int = 3,
    **options: Any,
) -> Run | Path:
    """Runs a scenario on the Ray cluster to which `ray.init` has connected.

    The arguments are those of `run`. A part of a worker that dies counts as an attempt.
    """
    ray = importlib.import_module("ray")

    def submit_all(tasks: list[bytes]) -> Iterator[list[Line]]:
        remote = ray.remote(num_cpus=1, max_retries=retries, retry_exceptions=True)(work)
        waiting = [remote.remote(task) for task in tasks]
        try:
            while waiting:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        finally:
            for task in waiting:
                ray.cancel(task)

    parts = parts if parts is not None else _default_parts(int(ray.cluster_resources().get("CPU", 0)))
    return run_with(scenario, submit_all, out, parts=parts, **options)


def run_with(
    scenario: File,
    submit_all: Callable[[list[bytes]], Iterable[list[Line]]],
    out: str | os.PathLike[str] | None = None,
    *,
    parts: int = 64,
    **options: Any,
) -> Run | Path:
    """Runs a scenario with a function that distributes calls.

    `submit_all` receives the parts of a stage. It calls `work` on each part, on any machine, and yields the results in
    any order. The other arguments are those of `run`. An executor of `concurrent.futures` needs one line:

        distributed.run_with("mirror-five", lambda parts: executor.map(distributed.work, parts), "report")
    """
    if parts < 1:
        raise ValueError(f"parts: {parts}; allowed: at least 1")
    lines: list[Line] = []
    while remaining := units(scenario, counts=lines, parts=1, **options):
        counted = len(lines)
        for of_part in submit_all(_divide(remaining, parts)):
            lines += of_part
        if len(lines) == counted:
            raise RuntimeError("no part returned counts")
    if out is None:
        return answer(scenario, lines, **options)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "counts.jsonl")
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        return report(scenario, out, counts=[file], **options)


def work(part: bytes) -> list[Line]:
    """Counts a part, and returns its lines of counts.

    The process counts on one thread, unless the environment variable `RAYON_NUM_THREADS` says otherwise.
    """
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    task = json.loads(zlib.decompress(part))
    if task["hitchart"] != _hitchart.__version__:
        raise RuntimeError(f"this worker has hitchart {_hitchart.__version__}, but the run has {task['hitchart']}")
    return [work_on({**task["shared"], **piece}) for piece in task["pieces"]]


def _default_parts(cores: int) -> int:
    """Returns the number of parts for a cluster; one that has no workers yet counts as four cores."""
    return 16 * (cores or 4)


def _divide(units: list[dict[str, Any]], parts: int) -> list[bytes]:
    """Divides the units of a stage into about `parts` parts of the same cost, the most expensive first.

    All pieces of a part belong to one study, so the part contains what they share only once.
    """
    share = sum(map(_cost, units)) / parts
    if all("cost" in unit for unit in units):
        share = max(share, SHORTEST)
    studies: dict[str, list[dict[str, Any]]] = {}
    for unit in units:
        studies.setdefault(unit["study"]["name"], []).append(unit)
    divided: list[tuple[float, bytes]] = []
    for of_study in studies.values():
        shared = {key: value for key, value in of_study[0].items() if key not in OWN}
        for cost, pieces in _pieces(of_study, share):
            text = json.dumps({"hitchart": _hitchart.__version__, "shared": shared, "pieces": pieces})
            divided.append((cost, zlib.compress(text.encode(), level=1)))
    return [part for _, part in sorted(divided, key=lambda costly: -costly[0])]


def _pieces(units: list[dict[str, Any]], share: float) -> Iterator[tuple[float, list[dict[str, Any]]]]:
    """Yields consecutive blocks of the units as lists of pieces that cost about `share`, each with its cost."""
    cost, pieces = 0.0, []
    for unit in units:
        start, end = unit["blocks"]["start"], unit["blocks"]["end"]
        of_block = _cost(unit) / (end - start)
        while start < end:
            until = min(end, start + max(1, round((share - cost) / of_block)))
            pieces.append({"name": unit["name"], "blocks": {"start": start, "end": until}})
            cost += of_block * (until - start)
            start = until
            if cost > share - of_block / 2:
                yield cost, pieces
                cost, pieces = 0.0, []
    if pieces:
        yield cost, pieces


def _cost(unit: dict[str, Any]) -> float:
    """Returns the estimated seconds of a unit, or its number of blocks if it has no estimate."""
    blocks = unit["blocks"]
    return max(1e-9, float(unit.get("cost", blocks["end"] - blocks["start"])))
