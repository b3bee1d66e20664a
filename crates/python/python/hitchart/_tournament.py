"""Tournaments of given builds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from . import _toml
from ._answer import Answer
from ._arguments import File, Names, Rules, listed, plain
from ._errors import MistakeError
from ._policy import Policy
from ._runs import run

WrittenPolicy: TypeAlias = "str | Mapping[str, Any] | Policy"
"""A policy by name, its settings as in a scenario, or an own policy."""


def tournament(
    *,
    companies: File | Iterable[File] = (),
    loadouts: Names = (),
    template: File | None = None,
    replaces: Sequence[int] = (),
    fleets: File | Iterable[File] = (),
    teams: Iterable[Names | Mapping[str, Any]] = (),
    policies: WrittenPolicy | Iterable[WrittenPolicy] = (),
    field: File | Iterable[File] = (),
    size: str | None = None,
    battlefield: File | None = None,
    encounters: Names = (),
    gm_policy: WrittenPolicy | None = None,
    exact: Literal["hand-to-hand", "direct", "artillery"] | None = None,
    cover: int | None = None,
    format: Literal["round-robin", "swiss", "gauntlet"] | None = None,
    aim: Literal["ratings", "best", "equilibrium"] | None = None,
    games: int | None = None,
    margin: float | None = None,
    rounds: int | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
    threads: int | None = None,
    figures: bool = True,
) -> Answer:
    """Plays builds against each other, and finds who is best. `value` is the share of points of the first in the table.

    Give `companies` or `loadouts` (Rapid Attack), `fleets` (Intercept Orbit) or `teams` (Apocalypse Frame).
    `docs/tournaments.md` explains formats, aims and when play stops.

    Args:
        companies: Companies that enter: built-in names, files, or their content as dictionaries.
        loadouts: Loadouts or archetypes that enter in an otherwise equal company; `archetypes` stands for all 35.
        template: Company that the loadouts enter in.
        replaces: Numbers of the frames of the template that a loadout replaces, from 1; the first by default.
        fleets: Fleets that enter: built-in names, files, or their content as dictionaries.
        teams: Teams that enter: stock frames such as `["M1", "L1"]` or `M1,L1`, or dictionaries with `aces` and `name`.
        policies: Policies; each build enters once with each of them. By default those of the builds.
        field: Companies or fleets that all entrants meet in a gauntlet.
        size: Size of the battle, such as `skirmish`.
        battlefield: Battlefield of Rapid Attack.
        encounters: Encounters of Apocalypse Frame; `patrol` by default.
        gm_policy: Policy of the game master; `greedy` by default.
        exact: Exact duels of the `loadouts` at this range instead of games.
        cover: Hits that the cover of both absorbs in exact duels.
        format: Pairing of the entrants; `round-robin` by default.
        aim: Question that games are spent on; `ratings` by default.
        games: Limit of all games; 100 per matchup by default.
        margin: Precision at which play stops, as a share of points; 0.03 by default.
        rounds: Rounds of a Swiss tournament.
        rules: Ruleset; by default that of the game.
        seed: Seed of all random streams; 1 by default.
        threads: Number of threads; results do not depend on it.
        figures: False to draw no figures.

    >>> import hitchart
    >>> companies = ["close-assault", "scouts", "shield-wall"]
    >>> result = hitchart.tournament(companies=companies, policies=["greedy"], games=60)
    >>> sorted(result.tables["tournament-scores"]["entrant"])
    ['Close Assault', 'Scouts', 'Shield Wall']
    """
    keys = {**locals()}
    for one in ("seed", "rules", "threads", "figures"):
        del keys[one]
    study = {"kind": "tournament", "name": "tournament", **_study(keys)}
    scenario = {"title": "Tournament", "game": _game(study), "seed": seed, "study": [study]}
    return run(scenario, rules=rules, threads=threads, figures=figures)["tournament"]


def _study(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the keys of a tournament as a scenario has them, without those that are not set."""
    keys = {**given, "loadouts": listed(given["loadouts"]), "encounters": listed(given["encounters"])}
    for several in ("companies", "fleets", "field"):
        keys[several] = [_file(one) for one in _files(given[several])]
    for one in ("template", "battlefield"):
        keys[one] = given[one] and _file(given[one])
    keys["teams"] = [team if isinstance(team, Mapping) else {"aces": listed(team)} for team in given["teams"]]
    keys["replaces"] = list(given["replaces"])
    keys["ace_policies" if keys["teams"] else "policies"] = _policies(keys.pop("policies"))
    # A number of numpy cannot be compared with a list.
    is_empty = {key: isinstance(value, list) and not value for key, value in keys.items()}
    return {key: value for key, value in keys.items() if value is not None and not is_empty[key]}


def _files(given: File | Iterable[File]) -> Iterable[File]:
    """Returns one file or several as several: names are separated by commas."""
    if isinstance(given, str) and "\n" not in given:
        return listed(given)
    return [given] if isinstance(given, (str, os.PathLike, Mapping)) else given


def _policies(given: WrittenPolicy | Iterable[WrittenPolicy]) -> list[WrittenPolicy]:
    """Returns one policy or several as a list: names are separated by commas."""
    if isinstance(given, Mapping):
        return [given]
    return listed(given) if isinstance(given, (str, Policy)) else list(given)


def _game(study: Mapping[str, Any]) -> str:
    """Returns the game that the entrants belong to."""
    games = {
        "rapid-attack": ("companies", "loadouts"),
        "intercept-orbit": ("fleets",),
        "apocalypse-frame": ("teams",),
    }
    found = [game for game, keys in games.items() if any(key in study for key in keys)]
    if len(found) != 1:
        raise MistakeError("a tournament needs entrants of one game: `companies`, `loadouts`, `fleets` or `teams`")
    return found[0]


def _file(name: File) -> Any:
    """Returns a file as a scenario has it: a built-in name, or the content of a file or text."""
    if isinstance(name, Mapping):
        return name
    text = str(plain(name))
    if "\n" in text:
        return _toml.read(text)
    if isinstance(name, os.PathLike) or Path(text).is_file():
        return _toml.read_file(text)
    return text
