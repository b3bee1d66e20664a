// Names that the program knows: policies, companies, rulesets, armaments. Asked once.
import { useEffect, useState } from "./view.js";
import { askOnce } from "./ask.js";

export const GAMES = [
  { id: "ra", system: "rapid-attack", name: "Rapid Attack", rules: "rulebook", build: "company", builds: "companies" },
  { id: "io", system: "intercept-orbit", name: "Intercept Orbit", rules: "intercept-orbit", build: "fleet", builds: "fleets" },
  { id: "af", system: "apocalypse-frame", name: "Apocalypse Frame", rules: "v0.3", build: "squad", builds: "squads" },
];

export const gameOf = (id) => GAMES.find((game) => game.id === id) ?? GAMES[0];

// True for rules of a question that the list of rules can show.
export const isRules = (rules) => rules === undefined || (typeof rules === "string" && rules !== "" && rules !== "own");

// The rows of an answer that is a list.
export function rowsOf(answer) {
  if (!answer?.ok) return [];
  const { data } = answer;
  if (Array.isArray(data)) return data;
  for (const key of ["rows", "ships", "items"]) if (Array.isArray(data?.[key])) return data[key];
  const table = answer.tables?.[0];
  return table ? table.rows.map((cells) => Object.fromEntries(table.columns.map(({ name }, at) => [name, cells[at]]))) : [];
}

// The rows of a list; empty until they are there.
export function useRows(question) {
  const [rows, setRows] = useState([]);
  const key = question === null ? "" : JSON.stringify(question);
  useEffect(() => {
    let left = false;
    if (key === "") setRows([]);
    else askOnce({ ...question, figures: false }).then((answer) => { if (!left) setRows(rowsOf(answer)); });
    return () => { left = true; };
  }, [key]);
  return rows;
}

export const useList = (what) => useRows(what ? { ask: `list ${what}` } : null);

// Rulesets of a game: the built-in ones, then house rules.
export function useRulesets(game) {
  const builtIn = useRows({ ask: "rules list" }).filter(({ system }) => system === game.system);
  const house = useList("house-rules").filter((rule) => rule.game === game.system);
  return { builtIn, house };
}

export function usePolicies(game) {
  const all = useList("policies").filter((policy) => policy.game === game.system);
  return {
    players: all.filter(({ side }) => side !== "game master"),
    masters: all.filter(({ side }) => side === "game master"),
  };
}
