"""The main number of an answer, with its interval and its number of games or samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Number(NamedTuple):
    """The main number of an answer. Exact numbers have neither interval nor `n`."""

    value: float | None = None
    interval: tuple[float, float] | None = None
    n: int | None = None


_EXACT: dict[str, tuple[str | int, ...]] = {
    "ra attack": ("damage", "mean"),
    "ra durability": ("attrition", "mean_attacks"),
    "io attack": ("damage", "mean"),
    "io board": ("p_capture",),
    "io ram": ("target", "mean"),
    "io durability": ("durability", -1, "mean_attacks"),
    "af round": ("value",),
}
"""Paths of the main number in the data of exact answers."""

_FIRST_ROW = {
    "ra improve": "gain",
    "af enemies": "best",
    "play": "victory",
    "missions": "victory",
    "tournament": "points_share",
}
"""Columns of the main number in the first row of the main table, by question or kind of study."""


def main_number(question: str, data: Mapping[str, Any], tables: Mapping[str, Any]) -> Number:
    """Returns the main number of an answer; `value` is `None` if the answer has several numbers of the same rank.

    `question` is the question, or the kind of a study.
    """
    if question in _EXACT and "simulated" not in data:
        return Number(_at(data, _EXACT[question]))
    if question == "ra assign":
        return Number(data["best"]["value"] if "best" in data else data["expected"]["best"])
    found, value, n = _found(question, data)
    if found:
        return Number(found[value], _pair(found.get("interval")), found.get(n, data.get("games")))
    first = next(iter(tables.values()), None)
    row = first[0] if first is not None and len(first) else {}
    column = _FIRST_ROW.get(question)
    if column in row:
        return Number(row[column], _pair(row.get(f"{column}_interval")), row.get("n", row.get("games")))
    return Number(n=data.get("games") or None)


def _found(question: str, data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str, str]:
    """Returns the estimate in the data of an answer, and the keys of its value and its number of games or samples."""
    if "simulated" in data:
        return data["simulated"], "mean", "samples"
    if data.get("seats"):
        return data["seats"][0]["wins"], "point", "n"
    if isinstance(data.get("victory"), Mapping):
        return data["victory"], "point", "n"
    if question == "ra bid" and data.get("answers"):
        return data["answers"][0]["points"], "point", "n"
    if question == "meta" and data.get("ratings"):
        return max(data["ratings"], key=lambda rating: rating["point"]), "point", "n"
    return {}, "", ""


def _pair(interval: list[float] | None) -> tuple[float, float] | None:
    return (interval[0], interval[1]) if interval else None


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
