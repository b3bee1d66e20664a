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


def main_number(asked: str, data: Mapping[str, Any], tables: Mapping[str, Any]) -> Number:
    """Returns the main number of an answer; all `None` if the answer has several numbers of the same rank."""
    if "simulated" in data:
        return _estimate(data["simulated"], "mean", "samples")
    if data.get("seats"):
        return _estimate(data["seats"][0]["wins"], "point", "n")
    if isinstance(data.get("victory"), Mapping):
        return _estimate(data["victory"], "point", "n")
    if asked == "ra bid" and data.get("answers"):
        return _estimate(data["answers"][0]["points"], "point", "n")
    if asked == "ra assign":
        return Number(data["best"]["value"] if "best" in data else data["expected"]["best"])
    if asked in _EXACT:
        return Number(_at(data, _EXACT[asked]))
    first = next(iter(tables.values()), None)
    row = first[0] if first is not None and len(first) else {}
    for name in ("victory", "points_share"):
        if f"{name}_interval" in row:
            return Number(row[name], _pair(row[f"{name}_interval"]), row.get("n", row.get("games")))
    return Number(n=data.get("games") or None)


def _estimate(found: Mapping[str, Any], value: str, n: str) -> Number:
    return Number(found[value], _pair(found["interval"]), found[n])


def _pair(interval: list[float] | None) -> tuple[float, float] | None:
    return (interval[0], interval[1]) if interval else None


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
