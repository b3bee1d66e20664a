"""Answers: a sentence, numbers, tables and figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from . import _hitchart
from ._table import Table, Tables


class Figure(NamedTuple):
    """A figure of an answer, drawn by the program."""

    name: str
    title: str
    alt: str
    """Description in words."""
    svg: str
    """The figure as SVG, 960 pixels wide."""
    narrow: str
    """The figure for narrow pages, 360 pixels wide."""

    def _repr_svg_(self) -> str:
        return self.svg


class Answer:
    """The answer to a question.

    It prints as its sentence. A notebook shows the sentence, a figure and the main table. polars, pyarrow, pandas and
    DuckDB read its main table.

    >>> import hitchart
    >>> answer = hitchart.ra.attack(attack="2d6", defense="1d6")
    >>> answer
    2d6, vs 1d6: 0.486 damage (34% hit), exact [rulebook]
    >>> round(answer.value, 3), answer.interval, answer.n
    (0.486, None, None)
    >>> list(answer.tables)
    ['attack', 'distribution']
    """

    def __init__(self, raw: dict[str, Any] | None = None, reply: _hitchart.Reply | None = None) -> None:
        """Creates an answer from its JSON, or from a reply that is read when it is needed."""
        self._reply = reply
        if raw is not None:
            self._raw = raw

    @classmethod
    def of(cls, reply: _hitchart.Reply) -> Answer:
        """Creates an answer from a reply of the program."""
        return cls(None, reply)

    def __reduce__(self) -> tuple[type[Answer], tuple[dict[str, Any]]]:
        """Returns a copy for other processes: the answer as JSON."""
        return type(self), (json.loads(self.to_json()),)

    @cached_property
    def _raw(self) -> dict[str, Any]:
        raw: dict[str, Any] = json.loads(self._reply.json(figures=False)) if self._reply is not None else {}
        return raw

    @property
    def ask(self) -> str:
        """Name of the question, such as `ra attack`; empty for a study of a scenario."""
        return str(self._raw.get("ask", ""))

    @property
    def command(self) -> str:
        """The same question on the command line."""
        return str(self._raw.get("command", ""))

    @property
    def name(self) -> str:
        """Name of the study, if the answer belongs to one."""
        return str(self._raw.get("name") or self.data.get("study") or "")

    @property
    def title(self) -> str:
        """Title of the study, or the question in words."""
        return str(self._raw.get("title") or self._raw.get("question") or "")

    @property
    def summary(self) -> list[str]:
        """The answer in sentences, the most important first."""
        return [sentence for sentence in self._raw.get("summary", []) if sentence]

    @property
    def line(self) -> str:
        """The answer as one sentence to paste, with its source in brackets."""
        return self._reply.line if self._reply is not None else str(self._raw.get("line", ""))

    @property
    def undecided(self) -> str:
        """A sentence on what more games would decide; empty if nothing is undecided."""
        return str(self._raw.get("undecided", ""))

    @property
    def warnings(self) -> list[str]:
        """Warnings, such as too few games for a narrow interval."""
        return list(self._raw.get("warnings") or [])

    @property
    def notes(self) -> list[str]:
        """Remarks on the question, such as arguments without effect."""
        return list(self._raw.get("notes") or [])

    @property
    def numbers(self) -> dict[str, str]:
        """The most important numbers by label, as texts with their intervals."""
        return {number["label"]: number["value"] for number in self._raw.get("numbers", [])}

    @property
    def data(self) -> dict[str, Any]:
        """The answer for programs; `docs/json.md` lists its keys. A list is under `rows`."""
        data = self._raw.get("data")
        if not isinstance(data, dict):
            return {"rows": data or []}
        return {**data, "rows": []} if data.get("rows", ()) is None else data

    @cached_property
    def tables(self) -> Tables:
        """All tables by name."""
        return Tables(self._raw.get("tables", []))

    @property
    def table(self) -> Table:
        """The main table, which is the first.

        Raises `LookupError` if the answer has no table.
        """
        for table in self.tables.values():
            return table
        raise LookupError("this answer has no table")

    @property
    def figures(self) -> list[Figure]:
        """All figures."""
        return [Figure(f["name"], f["title"], f["alt"], f["svg"], f["narrow"]) for f in self._figures]

    @cached_property
    def _figures(self) -> list[dict[str, str]]:
        """Figures as JSON has them; they are drawn when they are needed."""
        figures: list[dict[str, str]] = self._raw.get("figures") or []
        return json.loads(self._reply.figures()) if self._reply is not None else figures

    @property
    def files(self) -> dict[str, str]:
        """Texts of files by name: the page and the moves of a replay."""
        return dict(self._raw.get("files", {}))

    @cached_property
    def _number(self) -> tuple[float | None, tuple[float, float] | None, int | None]:
        """The main number, its interval, and the number of games or samples."""
        if self._reply is not None:
            return self._reply.main
        main: dict[str, Any] = self._raw.get("main") or {}
        interval = main.get("interval")
        return main.get("value"), (interval[0], interval[1]) if interval else None, main.get("n")

    @property
    def value(self) -> float | None:
        """The main number: the share of games that the first entrant wins, the mean damage of an attack, and so on.

        `None` if several numbers have the same rank, as in a comparison, a sweep or a list; read them from the tables.
        """
        return self._number[0]

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval of `value`; `None` if `value` is exact or `None`."""
        return self._number[1]

    @property
    def n(self) -> int | None:
        """Number of games or samples behind `value`, or of all games; `None` if the answer is exact."""
        return self._number[2]

    def to_json(self) -> str:
        """Returns the whole answer as JSON."""
        return json.dumps({**self._raw, "figures": self._figures}, ensure_ascii=False)

    def __str__(self) -> str:
        if self.line or self.summary:
            return self.line or self.summary[0]
        return str(self._raw.get("text") or "\n\n".join(map(str, self.tables.values())))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ._html import of_answer

        return of_answer(self)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the main table as an Arrow stream in a capsule."""
        return self.table.__arrow_c_stream__(requested_schema)


class Run:
    """The answers to all studies of a scenario.

    >>> import hitchart
    >>> run = hitchart.run("all-loadouts", figures=False)
    >>> list(run)
    ['all', 'underbids', 'with-split']
    >>> len(run["all"].table)
    168
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw

    @cached_property
    def studies(self) -> dict[str, Answer]:
        """Answers by the names of the studies. A run that is not complete lacks the studies without enough games."""
        return {study["name"]: Answer(study) for study in self._raw["studies"]}

    def __getitem__(self, name: str) -> Answer:
        """Returns the answer to a study."""
        if name in self.studies:
            return self.studies[name]
        raise KeyError(f"no study `{name}`; the run has {', '.join(self.studies) or 'none'}")

    def __iter__(self) -> Iterator[str]:
        """Iterates over the names of the studies, as `studies` does."""
        return iter(self.studies)

    def __len__(self) -> int:
        return len(self.studies)

    @property
    def notes(self) -> list[str]:
        """Remarks on the run, such as arguments without effect."""
        return list(self._raw.get("notes") or [])

    @property
    def title(self) -> str:
        """Title of the scenario."""
        return str(self._raw["title"])

    @property
    def game(self) -> str:
        """Name of the game, such as `rapid-attack`."""
        return str(self._raw["game"])

    @property
    def rules(self) -> str:
        """Name of the ruleset."""
        return str(self._raw["rules"])

    @property
    def seed(self) -> int:
        """Seed of all random streams."""
        return int(self._raw["seed"])

    @property
    def id(self) -> str:
        """Identifier of the run; units of work and lines of counts repeat it."""
        return str(self._raw["run"])

    @property
    def complete(self) -> bool:
        """False if `hitchart.answer` was given fewer counts than the scenario asks for."""
        return bool(self._raw["complete"])

    @property
    def counts(self) -> dict[str, Any]:
        """Integer results of all simulations by name."""
        counts: dict[str, Any] = self._raw["counts"]
        return counts

    def to_json(self) -> str:
        """Returns all answers and counts as JSON."""
        return json.dumps(self._raw, ensure_ascii=False)

    def __str__(self) -> str:
        return "\n".join(f"{name}: {study}" for name, study in self.studies.items())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ._html import of_run

        return of_run(self)
