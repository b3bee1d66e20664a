"""Tables of answers: rows, text, HTML, and Arrow streams for data frames."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, overload

from . import _hitchart

_SHOWN = 20


class Column(NamedTuple):
    """A column of a table."""

    name: str
    """Name in data frames."""
    title: str
    """Title for people."""
    kind: str
    """Kind of the values: `text`, `flag`, `count`, `number` or `interval`."""
    decimals: int | None
    """Decimals to show, of numbers and intervals."""


class Table:
    """A table of an answer.

    Iteration yields a dictionary for each row. polars, pyarrow, pandas and DuckDB read the table, because it
    has `__arrow_c_stream__`. There an interval has two columns, ending in `_low` and `_high`.

    >>> import hitchart
    >>> table = hitchart.io.ram(speed=5).table
    >>> table.columns
    ['value', 'rammer', 'rammed']
    >>> next(iter(table))["value"], len(table)
    (0, 6)
    """

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw
        self.schema = [Column(c["name"], c["title"], c["kind"], c.get("decimals")) for c in raw["columns"]]

    @property
    def name(self) -> str:
        """Name of the table, as its file is called in a report."""
        return str(self._raw["name"])

    @property
    def title(self) -> str:
        """Title of the table."""
        return str(self._raw["title"])

    @property
    def note(self) -> str:
        """Explanation of the columns."""
        return str(self._raw.get("note") or "")

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return [column.name for column in self.schema]

    @property
    def rows(self) -> list[list[Any]]:
        """Rows as lists. An interval is a list of its two ends, and a missing value is `None`."""
        rows: list[list[Any]] = self._raw["rows"]
        return rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        names = self.columns
        return (dict(zip(names, row, strict=True)) for row in self.rows)

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> list[dict[str, Any]]: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    def __getitem__(self, key: int | slice | str) -> dict[str, Any] | list[Any]:
        """Returns a row by its number, rows by a slice, or the values of a column by its name."""
        if isinstance(key, slice):
            return list(self)[key]
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"no column `{key}`; the table `{self.name}` has {', '.join(self.columns)}")
            place = self.columns.index(key)
            return [row[place] for row in self.rows]
        return dict(zip(self.columns, self.rows[key], strict=True))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the table as an Arrow stream in a capsule. The schema of the table is used in any case."""
        return _hitchart.arrow_stream(json.dumps({"columns": self._raw["columns"], "rows": self.rows}))

    def cells(self, limit: int = _SHOWN) -> list[list[str]]:
        """Returns the first rows as texts, with the decimals of their columns."""
        return [
            [shown(cell, column) for cell, column in zip(row, self.schema, strict=True)] for row in self.rows[:limit]
        ]

    def __str__(self) -> str:
        cells = [[column.title for column in self.schema], *self.cells()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [self.title] if self.title else []
        for row in cells:
            texts = (_aligned(text, width, c.kind) for text, width, c in zip(row, widths, self.schema, strict=True))
            lines.append("  ".join(texts).rstrip())
        more = len(self) - _SHOWN
        return "\n".join(lines + ([f"… {more} more rows"] if more > 0 else []))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ._html import of_table

        return of_table(self)


def shown(cell: Any, column: Column) -> str:
    """Returns a cell as text for people."""
    match cell:
        case None:
            return "–"
        case bool():
            return "yes" if cell else "no"
        case [low, high]:
            return f"{shown(low, column)} to {shown(high, column)}"
        case float():
            return f"{cell:.{column.decimals}f}" if column.decimals is not None else f"{cell:g}"
        case _:
            return str(cell)


def _aligned(text: str, width: int, kind: str) -> str:
    return text.ljust(width) if kind in ("text", "flag") else text.rjust(width)


def of_distribution(name: str, title: str, rows: list[list[Any]], kind: str = "count") -> Table:
    """Returns a table of values of a kind, their probabilities and, if the rows have them, those of at least each."""
    columns = [("value", "Value", kind), ("p", "P", "number"), ("p_at_least", "P(at least)", "number")]
    of_rows = [
        {"name": name, "title": title, "kind": kind, "decimals": 6 if kind == "number" else None}
        for name, title, kind in columns[: len(rows[0])]
    ]
    return Table({"name": name, "title": title, "columns": of_rows, "rows": rows})


class Tables(Mapping[str, Table]):
    """The tables of an answer by name, in their order."""

    def __init__(self, raw: list[Mapping[str, Any]]) -> None:
        self._by_name = {table["name"]: Table(table) for table in raw}

    def __getitem__(self, name: str) -> Table:
        if name in self._by_name:
            return self._by_name[name]
        raise KeyError(f"no table `{name}`; the answer has {', '.join(self._by_name) or 'none'}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __repr__(self) -> str:
        return f"Tables({', '.join(f'{name}: {len(table)} rows' for name, table in self._by_name.items())})"
