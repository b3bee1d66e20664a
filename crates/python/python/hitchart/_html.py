"""Answers as HTML for notebooks. Figures are SVG from the program; every other text is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ._table import _SHOWN

if TYPE_CHECKING:
    from ._answer import Answer, Run
    from ._table import Table

_SMALL = "opacity:.7;font-size:90%;margin:.3em 0"
_CELL = "padding:.15em .7em"


def _paragraph(text: str, style: str = "margin:.3em 0") -> str:
    return f'<p style="{style}">{escape(text)}</p>' if text else ""


def of_table(table: Table) -> str:
    """Returns the first rows of a table, with its title and note."""

    def row(tag: str, cells: Iterable[str]) -> str:
        ends = ["left" if column.kind in ("text", "flag") else "right" for column in table.schema]
        filled = (
            f'<{tag} style="{_CELL};text-align:{end}">{escape(cell)}</{tag}>'
            for cell, end in zip(cells, ends, strict=True)
        )
        return f"<tr>{''.join(filled)}</tr>"

    head = row("th", [column.title for column in table.schema])
    body = "".join(row("td", cells) for cells in table.cells())
    more = f"{len(table) - _SHOWN:,} more rows" if len(table) > _SHOWN else ""
    caption = f'<caption style="text-align:left;font-weight:bold">{escape(table.title)}</caption>'
    return (
        f'<div style="overflow-x:auto"><table style="border-collapse:collapse">{caption}'
        f"<thead>{head}</thead><tbody>{body}</tbody></table></div>"
        f"{_paragraph(more, _SMALL)}{_paragraph(table.note, _SMALL)}"
    )


def of_answer(answer: Answer) -> str:
    """Returns the sentences of an answer, its first figure and its main table."""
    sentences = answer.summary or [str(answer)]
    parts = [_paragraph(sentences[0], "margin:.3em 0;font-weight:bold")]
    parts += [_paragraph(text) for text in [*sentences[1:], answer.undecided]]
    parts += [_paragraph(f"Warning: {text}") for text in answer.warnings]
    parts += [_paragraph(text, _SMALL) for text in answer.notes]
    figures, tables = answer.figures, list(answer.tables.values())
    if figures:
        parts.append(f'<div style="overflow-x:auto">{figures[0].svg}</div>')
    if tables:
        parts.append(of_table(tables[0]))
    if len(tables) > 1:
        parts.append(_paragraph(f"More tables: {', '.join(table.name for table in tables[1:])}", _SMALL))
    if len(figures) > 1:
        parts.append(_paragraph(f"More figures: {', '.join(figure.name for figure in figures[1:])}", _SMALL))
    return f"<div>{''.join(parts)}</div>"


def of_run(run: Run) -> str:
    """Returns the title of a run and the answers to its studies."""
    studies = (
        f'<h4 style="margin:1em 0 .3em">{escape(study.title or name)}</h4>{of_answer(study)}'
        for name, study in run.studies.items()
    )
    return f"<div><h3>{escape(run.title)}</h3>{''.join(studies)}</div>"
