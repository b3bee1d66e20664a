"""Scenarios: whole runs, reports, and units of work that can be counted anywhere."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _hitchart
from ._answer import Run
from ._arguments import File, Names, Policies, Rules, listed, refuse_own
from ._ask import arguments, as_json, ask, reply_to
from ._errors import FailedError, MistakeError, raise_for
from ._policy import policies_in


def run(
    scenario: File,
    *,
    seed: int | None = None,
    samples: int | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    policies: Policies = (),
    precision: float | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Run:
    """Answers all studies of a scenario.

    Args:
        scenario: Scenario: a built-in name, a file, its text, or its content as a dictionary. Only a file can name
            other files. Only a dictionary can have a `Policy` in place of the name of a policy.
        seed: Seed of all random streams; by default that of the scenario.
        samples: Samples of each simulated answer; by default those of the scenario.
        rules: Ruleset; by default that of the scenario.
        games: Games of every study of games; by default those of the scenario.
        policies: Policies of every study of games, by name or as a `Policy`; by default those of the scenario.
        precision: Play until the win rate of each player and policy is within this distance; `games` is then the limit.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> study = {"kind": "durability", "name": "stands", "frames": ["Soldier", "Assault"], "cover_hits": 2}
    >>> run = hitchart.run({"title": "Two frames", "game": "rapid-attack", "study": [study]}, samples=1000)
    >>> sorted(set(run.studies["stands"].table["frame"]))
    ['Assault', 'Soldier']
    """
    given = {**locals(), "policies": listed(policies)}  # an iterator is read once
    own = policies_in([scenario, given["policies"]])
    return Run(json.loads(reply_to(_question("run", given), own).json(figures=True)))


def report(
    scenario: File,
    out: str | os.PathLike[str],
    *,
    seed: int | None = None,
    samples: int | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    policies: Names = (),
    precision: float | None = None,
    threads: int | None = None,
    resume: bool = False,
    counts: Iterable[str | os.PathLike[str]] = (),
) -> Path:
    """Answers a scenario, writes its report into a folder, and returns the path of the page.

    Only the command line writes the report of a scenario whose game or players are programs; `run` answers it.

    Args:
        scenario: Scenario: a built-in name, a file, its text, or its content as a dictionary.
        out: Folder of the report.
        seed: Seed of all random streams; by default that of the scenario.
        samples: Samples of each simulated answer; by default those of the scenario.
        rules: Ruleset; by default that of the scenario.
        games: Games of every study of games; by default those of the scenario.
        policies: Policies of every study of games; by default those of the scenario.
        precision: Play until the win rate of each player and policy is within this distance; `games` is then the limit.
        threads: Number of threads; results do not depend on it.
        resume: Continue an unfinished run into the same folder.
        counts: Files with counts to reuse, such as lines of `hitchart.work`.

    >>> import hitchart, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> hitchart.report("all-loadouts", folder.name).name
    'report.html'
    """
    given = {"scenario": scenario, "seed": seed, "samples": samples, "rules": rules, "games": games}
    question = _question("units", {**given, "policies": policies, "precision": precision, "threads": threads})
    del question["figures"], question["ask"]
    files = [os.fspath(file) for file in counts]
    try:
        return Path(_hitchart.write_report(question, as_json, os.fspath(out), resume, files))
    except MistakeError:
        raise
    except ValueError as error:
        raise_for(json.loads(str(error))["error"])
        raise
    except RuntimeError as error:
        raise FailedError(str(error).removeprefix("error: ")) from None


def units(
    scenario: File,
    *,
    counts: Sequence[Mapping[str, Any]] = (),
    parts: int = 64,
    seed: int | None = None,
    samples: int | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    policies: Names = (),
    precision: float | None = None,
    threads: int | None = None,
) -> list[dict[str, Any]]:
    """Returns the units of work that remain, as dictionaries that any machine can count with `work`.

    A study may ask for more work after the first counts. So ask again with all counts, until nothing remains.

    Args:
        scenario: Scenario, as for `run`.
        counts: Lines of counts so far.
        parts: Units for each simulation.
        seed: Seed of all random streams; by default that of the scenario.
        samples: Samples of each simulated answer; by default those of the scenario.
        rules: Ruleset; by default that of the scenario.
        games: Games of every study of games; by default those of the scenario.
        policies: Policies of every study of games; by default those of the scenario.
        precision: Play until the win rate of each player and policy is within this distance; `games` is then the limit.
        threads: Number of threads; it changes no unit.

    >>> import hitchart
    >>> counts = []
    >>> while remaining := hitchart.units("mirror-five", games=40, counts=counts, parts=2):
    ...     counts += [hitchart.work(unit) for unit in remaining]
    >>> hitchart.answer("mirror-five", counts, games=40).studies["mirror-five"].n
    40
    """
    question = _question("units", locals())
    del question["figures"]
    units: list[dict[str, Any]] = ask({**question, "counts": list(counts), "parts": parts})["units"]
    return units


def work(unit: Mapping[str, Any]) -> dict[str, Any]:
    """Counts a unit of work, and returns its line of counts.

    >>> import hitchart
    >>> unit = hitchart.units("mirror-five", games=40, parts=2)[0]
    >>> hitchart.work(unit)["name"]
    'mirror-five'
    """
    counts: dict[str, Any] = ask({"ask": "work", "unit": dict(unit)})["counts"]
    return counts


def answer(
    scenario: File,
    counts: Sequence[Mapping[str, Any]],
    *,
    seed: int | None = None,
    samples: int | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    policies: Names = (),
    precision: float | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Run:
    """Answers the studies of a scenario from counts, with the options of `units`.

    If counts are missing, studies of games answer from the games that are there, and `complete` is false.

    Args:
        scenario: Scenario, as for `units`.
        counts: Lines of counts, in any order.
        seed: Seed of all random streams; by default that of the scenario.
        samples: Samples of each simulated answer; by default those of the scenario.
        rules: Ruleset; by default that of the scenario.
        games: Games of every study of games; by default those of the scenario.
        policies: Policies of every study of games; by default those of the scenario.
        precision: Play until the win rate of each player and policy is within this distance; `games` is then the limit.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> one = hitchart.work(hitchart.units("mirror-five", games=40, parts=2)[0])
    >>> some = hitchart.answer("mirror-five", [one], games=40)
    >>> some.complete, some.studies["mirror-five"].n
    (False, 20)
    """
    return Run(ask({**_question("answer", locals()), "counts": list(counts)}))


def _question(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a question about a scenario, without counts."""
    given = {key: value for key, value in given.items() if key not in ("counts", "parts")}
    given["policies"] = listed(given["policies"])
    if name != "run":
        refuse_own(given["policies"], "policies")
    return {"ask": name, "figures": given.get("figures", True), **arguments(given, {})}
