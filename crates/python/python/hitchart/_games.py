"""Studies of games: play, compare, sweep, meta and tournaments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ._answer import Answer
from ._arguments import File, Names, Policies, Rules, Weights, number_text, pairs
from ._ask import answered
from ._errors import MistakeError
from ._toml import is_list

FieldValues: TypeAlias = "str | Sequence[object] | range"
"""Values of a field: `6..12`, `6..12:2`, or a list."""


def play(
    scenario: File,
    *,
    study: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    policies: Policies = (),
    swap_seats: bool = False,
    replay: int | None = None,
    row: str | int | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Plays the games of a scenario. `value` is the share of games that the first entrant wins.

    Ctrl-C stops the games, and the finished ones are lost. `hitchart.report` keeps them: call it again with
    `resume=True`.

    Args:
        scenario: Scenario with a study of games: a built-in name, a file, its text, or its content as a dictionary.
        study: Study to play; by default the first study of games.
        games: Number of games; by default that of the study.
        precision: Play until the win rate of each player and policy is within this distance (0.02: 2
            points); `games` is then the limit.
        policies: Policies in the order of the companies, by name or as a `Policy`; by default those of the scenario.
        swap_seats: Let each policy play every seat in turn, on common random numbers.
        replay: Number of one game, from 0. Only this game is played, and `files` has its page and its moves.
        row: With `replay`, in a study with several rows (such as teams): the row, by name or by number from 1.
        rules: Ruleset; by default that of the scenario.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures, which is faster.

    >>> import hitchart
    >>> games = hitchart.play("mirror-five", games=40, policies=["tactician", "greedy"], swap_seats=True)
    >>> games.value, games.n
    (0.95, 40)
    >>> games.tables["mirror-five-seats"]["policy"]
    ['tactician', 'greedy']
    >>> sorted(hitchart.play("mirror-five", replay=3).files)
    ['replay.html', 'replay.jsonl']
    """
    return answered("play", locals())


def compare(
    *rules: Rules,
    field: Names = (),
    scenario: File | None = None,
    exact: bool = False,
    study: Names = (),
    games: int = 4000,
    margins: Weights | None = None,
    relative_precision: float = 0.5,
    rungs: Policies = (),
    confirm: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Compares rulesets by exact numbers, and by games on common random numbers.

    Args:
        rules: Rulesets; each of the others is compared with the first. With `field`, one is enough.
        field: Changes to compare with the first ruleset, such as `"ranges.direct=10"` or
            `"study.battlefield=open-plain"`.
        scenario: Scenario with the games, tournaments, costs or marginal studies to play under each ruleset; by default
            built-in matchups.
        exact: Compare only exact numbers, and play no games.
        study: Studies to play; by default all that can be compared.
        games: Limit of games per study, change, rung and ruleset. Play stops earlier once every verdict is clear and
            precise enough.
        margins: Largest change of a metric to ignore, such as `{"win": 0.03}`; names the metrics that matter.
        relative_precision: Play until the half-width of each effect that matters and moved is at most this part of the
            effect.
        rungs: Policies to repeat the games with, by name or as a `Policy`: one for all seats, or names of one per seat
            joined by `+`.
        confirm: Repeat the games with `deep` too, the search with sixteen times the playouts, to confirm the verdicts.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> changes = hitchart.compare("rulebook", "h01-direct-10", scenario="estars-anvil", games=40, rungs="greedy")
    >>> set(changes.tables["compare-verdicts"]["ruleset"])
    {'h01-direct-10'}
    """
    given = {**locals(), "margins": pairs(margins)}
    return answered("compare", given, games=4000, relative_precision=0.5)


def sweep(
    scenario: File,
    field: Names | Mapping[str, FieldValues],
    *,
    design: Literal["grid", "latin", "morris", "sobol"] = "grid",
    points: int | None = None,
    games: int | None = None,
    study: Names = (),
    rungs: Policies = (),
    metrics: Names = (),
    target: str | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Varies fields of the rules or of the studies: shows their effects, finds which matter, or reaches a target.

    Args:
        scenario: Scenario with studies of games; its ruleset is the one that is changed.
        field: Fields of the ruleset and their values, such as `{"ranges.direct": range(6, 13)}` or
            `ranges.direct=6..12`.
        design: Selection of the combinations of values: all of them, a Latin hypercube, trajectories that change one
            field at a time (Morris), or matrices for Sobol indices.
        points: Number of points (latin), trajectories (morris) or rows (sobol); by default 40, 10 or 64.
        games: Games per point, study and rung; with `target` the limit of them.
        study: Studies to play; by default all studies of games.
        rungs: Policies to repeat the games with, by name or as a `Policy`: one for all seats, or names of one per seat
            joined by `+`.
        metrics: Metrics in the tables, or `all`; `data` always contains all.
        target: Condition that the nearest ruleset must meet, such as `defender wins 50%` or `rounds <= 6`.
        rules: Ruleset; by default that of the scenario.
        seed: Seed of all random streams; by default that of the scenario.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> swept = hitchart.sweep("estars-anvil", {"ranges.direct": range(7, 10)}, rungs="greedy", games=20)
    >>> [row["fields"]["ranges.direct"] for row in swept.data["rows"]]
    [7.0, 8.0, 9.0]
    """
    fields = [_values(path, values) for path, values in field.items()] if isinstance(field, Mapping) else field
    return answered("sweep", {**locals(), "fields": None, "field": fields}, design="grid")


def _values(path: str, values: FieldValues) -> str:
    """Returns a field and its values as the program reads them: `ranges.direct=6|8`."""
    if isinstance(values, str):
        return f"{path}={values}"
    if not is_list(values):
        problem = f"`{path}` has the values {values!r}; allowed: several values, such as `6..12` or [6, 8]"
        raise MistakeError(problem, {"argument": "field"})
    listed = [_value(value) for value in values]
    if not listed:
        raise MistakeError(f"`{path}` has no values to sweep", {"argument": "field"})
    return f"{path}={'|'.join(listed)}"


def _value(value: Any) -> str:
    value = value.item() if hasattr(value, "item") else value
    return str(value).lower() if isinstance(value, bool) else number_text(value)


Results: TypeAlias = "str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Iterable[Sequence[Any]]"
"""Results of games: a built-in name, a file, its text, a data frame, or rows with `a`, `b`, `wins`, `ties`, `losses`."""

_RESULT = ("a", "b", "wins", "ties", "losses")


def meta(
    results: Results, *, seed: int = 1, resamples: int = 500, threads: int | None = None, figures: bool = True
) -> Answer:
    """Analyses results of any game: ratings, equilibrium, dominated entrants and cycles.

    `value` is the highest rating.

    Args:
        results: Rows with the keys `a`, `b`, `wins`, `ties`, `losses`, or in this order; the table `tournament-games`
            of a tournament; a data frame of polars or pandas; or a file of comma-separated values with these columns.
        seed: Seed of the resamples.
        resamples: Bootstrap resamples for the intervals.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> rows = [("rock", "scissors", 70, 0, 30), ("scissors", "paper", 70, 0, 30), ("paper", "rock", 70, 0, 30)]
    >>> [round(entrant["share"], 2) for entrant in hitchart.meta(rows).data["nash"]]
    [0.33, 0.33, 0.33]
    """
    given = {**locals(), "results": _csv(results)}
    return answered("meta", given, seed=1, resamples=500)


def _csv(results: Results) -> str | os.PathLike[str]:
    """Returns rows of results as comma-separated values."""
    if isinstance(results, (str, os.PathLike)):
        return results
    import csv
    from io import StringIO

    rows = list(_rows(results))
    if not rows:
        problem = "there are no results; allowed: one row for each matchup, of two or more entrants"
        raise MistakeError(problem, {"argument": "results"})
    keys = list(rows[0]) if rows and isinstance(rows[0], Mapping) else list(_RESULT)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(keys)
    for row in rows:
        cells = [row.get(key) for key in keys] if isinstance(row, Mapping) else row
        # A column of a data frame with a missing value has its whole numbers as 70.0.
        writer.writerow([number_text(cell) if isinstance(cell, float) else cell for cell in cells])
    return out.getvalue()


def _rows(results: Any) -> Any:
    """Returns the rows of a data frame of polars or pandas, or the results themselves."""
    if hasattr(results, "to_dicts"):
        return results.to_dicts()
    return results.to_dict("records") if hasattr(results, "to_dict") else results
