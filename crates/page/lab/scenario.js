// Text of scenarios: duels of builds, comparisons of rules, and tournaments.
import { list, quoted } from "./builds.js";

const head = (game, title) => `title = ${quoted(title)}\ngame = ${quoted(game.system)}\n`;
const lines = (pairs) => pairs.filter(([, value]) => value !== null && value !== undefined)
  .map(([key, value]) => `${key} = ${value}\n`).join("");

// Entrants that are named several times: built-in ones number themselves, own ones need names of their own.
function apart(entries) {
  const seen = new Map();
  return entries.map((entry) => {
    const n = (seen.get(entry.id) ?? 0) + 1;
    seen.set(entry.id, n);
    if (n === 1 || !entry.toml.startsWith("{")) return entry.toml;
    return entry.toml.replace(/^\{ name = "(?:[^"\\]|\\.)*"/, `{ name = ${quoted(`${entry.title} ${n}`)}`);
  });
}

// `seats`: { entry, policy } for each player; `setup`: seed, size, ground, encounter, master, games, swap.
export function duel(game, seats, setup) {
  const entries = seats.map(({ entry }) => entry);
  const title = [...new Set(entries.map((entry) => entry.title))].join(" against ");
  const policies = list(seats.map(({ policy }) => quoted(policy)));
  const seed = lines([["seed", setup.seed === "" ? null : setup.seed]]);
  if (game.id === "af") {
    const kind = entries.length > 1 ? "squads" : "missions";
    const aces = entries[0].toml.match(/aces = (\[.*\]) \}$/)?.[1];
    return head(game, `${title} on a mission`) + seed + "\n[[study]]\n" + lines([
      ["kind", quoted(kind)], ["name", quoted("mission")], ["title", quoted("Missions")],
      ...(kind === "squads" ? [["squads", list(apart(entries))], ["then", "[]"]] : [["aces", aces]]),
      ["encounter", quoted(setup.encounter)], ["policies", list([quoted(seats[0].policy), quoted(setup.master)])], ["games", setup.games],
    ]);
  }
  return head(game, title) + seed + "\n[[study]]\n" + lines([
    ["kind", quoted("games")], ["name", quoted("duel")], ["title", quoted("Duel")], ["size", quoted(setup.size)],
    ["battlefield", game.id === "ra" ? quoted(setup.ground) : null],
    [game.builds, list(apart(entries))], ["policies", policies],
    ["swap_seats", setup.swap ? "true" : null], ["games", setup.games],
  ]);
}

// A ruleset against a text that changes it, on common random numbers. `matchups`: a scenario with the games.
export function comparison(game, base, text, { matchups, rung, games }) {
  return head(game, "What a rule changes") + `rules = ${quoted(base)}\n\n[[study]]\n` + lines([
    ["kind", quoted("compare")], ["name", quoted("rule")], ["title", quoted("Rulesets compared")], ["rules", list([quoted(text)])],
    ["scenario", quoted(matchups)], ["rungs", rung ? list([quoted(rung)]) : null], ["games", games],
  ]);
}

export function tournament(game, entries, setup) {
  const common = [["kind", quoted("tournament")], ["name", quoted("all")], ["title", quoted("All against all")]];
  const ends = [["aim", quoted(setup.aim)], ["games", setup.games], ["margin", setup.margin]];
  if (game.id === "af") {
    const teams = list(entries.map(({ toml }) => toml));
    return head(game, "All against all") + "\n[[study]]\n" + lines([
      ...common, ["teams", teams], ["ace_policies", list([quoted(setup.policy)])], ["encounters", list([quoted(setup.encounter)])],
      ["gm_policy", quoted(setup.master)], ...ends,
    ]);
  }
  return head(game, "All against all") + "\n[[study]]\n" + lines([
    ...common, ["size", quoted(setup.size)], ["battlefield", game.id === "ra" ? quoted(setup.ground) : null],
    [game.builds, list(entries.map(({ toml }) => toml))], ["policies", list([quoted(setup.policy)])], ...ends,
  ]);
}
