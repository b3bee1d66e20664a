"""Balance analysis of tabletop mecha games: exact odds, and games between AI players with intervals.

`hitchart.ra` (Rapid Attack), `hitchart.io` (Intercept Orbit) and `hitchart.af` (Apocalypse Frame) mirror the commands
of the program. `play`, `compare`, `sweep`, `tournament` and `meta` study games, and `run` answers a whole scenario.

An answer prints as its sentence. Its tables can be read by polars, pyarrow, pandas and DuckDB:

>>> import hitchart
>>> hitchart.ra.attack("RdRdYB", range="direct", whites=1, target="YYBG", target_whites=1, spot_by="YY", cover_hits=2)
RdRdYB +1W direct, spot YY, vs YYBG +1W in cover 2: 1.38 damage (73% hit, 0.4% destroyed), exact [rulebook]
>>> hitchart.ra.loadouts(sort="durability", top=3).table["loadout"]
['BBGG', 'YBBG', 'YYBB']

A mistake raises `MistakeError` with its place, Ctrl-C raises `KeyboardInterrupt`, and a failure `FailedError`.
"""

from . import af, io, ra
from ._answer import Answer, Figure, Run
from ._ask import ask
from ._dice import Dice, Distribution, dice
from ._errors import FailedError, MistakeError
from ._games import compare, meta, play, sweep
from ._hitchart import __version__
from ._names import listing, names, text
from ._policy import Decision, Policy
from ._roll import Roll, chain, roll
from ._rules import Rules, rules
from ._runs import answer, report, run, units, work
from ._table import Column, Table
from ._tournament import tournament

__all__ = [
    "Answer",
    "Column",
    "Decision",
    "Dice",
    "Distribution",
    "FailedError",
    "Figure",
    "MistakeError",
    "Policy",
    "Roll",
    "Rules",
    "Run",
    "Table",
    "__version__",
    "af",
    "answer",
    "ask",
    "chain",
    "compare",
    "dice",
    "io",
    "listing",
    "meta",
    "names",
    "play",
    "ra",
    "report",
    "roll",
    "rules",
    "run",
    "sweep",
    "text",
    "tournament",
    "units",
    "work",
]
