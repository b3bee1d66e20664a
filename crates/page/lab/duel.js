// Duel: builds play against each other, and one of the games can be watched.
import { html, useId, useMemo } from "./view.js";
import { Answer } from "./answer.js";
import { askLong } from "./ask.js";
import { useEntries } from "./builds.js";
import { Intervals } from "./chart.js";
import { Editor } from "./editor.js";
import { Check, Count, Group, Mistake, SEED, Select, Whole, given, isNumberOf, useForm } from "./form.js";
import { GAMES, isRules, useList, usePolicies } from "./names.js";
import { Outdated, Progress } from "./progress.js";
import { outdated, useRun } from "./run.js";
import { intervalOf, tablesOf, useReference } from "./saved.js";
import { duel } from "./scenario.js";
import { useStored } from "./store.js";

const SETUP = {
  size: "skirmish", ground: "dense-town", encounter: "patrol", master: "greedy", games: 400, swap: false, precision: "", seed: 1,
};
const NUMBERS = { games: { min: 2, max: 1_000_000 }, seed: SEED };
const PRECISIONS = [["", "All games"], ["10", "± 10 points"], ["5", "± 5 points"], ["3", "± 3 points"], ["2", "± 2 points"], ["1", "± 1 point"]];
const SEATS = {
  ra: [{ id: "built:estars-anvil", policy: "tactician" }, { id: "built:suns-fang", policy: "tactician" }],
  io: [{ id: "built:wasp-nest", policy: "tactician" }, { id: "built:toll-keepers", policy: "tactician" }],
  af: [{ id: "built:M1-SOLDIER", policy: "tactician" }, { id: "built:L1-RECON", policy: "tactician" }],
};
const MOST = { ra: 5, io: 4, af: 8 };

export const options = (entries) => entries.map(({ id, title, own }) => [id, own ? `${title} (yours)` : title]);
export const policyOptions = (policies, now) => {
  const names = policies.map(({ name }) => name);
  return names.includes(now) ? names : [now, ...names];
};

function Seats({ game, seats, setSeats, entries, players }) {
  const change = (at, more) => setSeats((all) => all.map((seat, other) => (other === at ? { ...seat, ...more } : seat)));
  // All Aces of a study have the same policy.
  const shared = game.id === "af";
  return html`<ol class="builds">${seats.map((seat, at) => html`<li key=${at}>
      <div class="fields">
        <${Select} form=${{ values: seat, set: (_, id) => change(at, { id }) }} name="id" half=${!shared}
          label=${shared ? `Squad ${at + 1}` : `Player ${at + 1}`} options=${options(entries)} />
        ${!shared && html`<${Select} form=${{ values: seat, set: (_, policy) => change(at, { policy }) }} name="policy" label="Policy" half
          options=${policyOptions(players, seat.policy)} />`}
      </div>
      ${seats.length > (shared ? 1 : 2) && html`<button type="button" class="remove" aria-label=${`Remove player ${at + 1}`}
        onClick=${() => setSeats((all) => all.filter((_, other) => other !== at))}>×</button>`}
    </li>`)}</ol>
    <div class="bar"><button type="button" class="quiet" disabled=${seats.length >= MOST[game.id]}
      onClick=${() => setSeats((all) => [...all, { ...all.at(-1) }])}>${shared ? "Add a squad" : "Add a player"}</button></div>
    ${shared && html`<${Select} form=${{ values: seats[0], set: (_, policy) => setSeats((all) => all.map((seat) => ({ ...seat, policy }))) }}
      name="policy" label="Policy of the Aces" options=${policyOptions(players, seats[0].policy)} />`}`;
}

export function Ground({ game, form }) {
  const grounds = useList(game.id === "ra" ? "battlefields" : null).map(({ name }) => name);
  const encounters = useList(game.id === "af" ? "encounters" : null).map(({ name }) => name);
  const { masters } = usePolicies(game);
  const sizes = game.id === "ra" ? [["skirmish", "Skirmish"], ["battle", "Battle"]] : [["battle", "Battle"], ["major", "Major battle"]];
  const have = (names, now) => (names.includes(now) ? names : [now, ...names]);
  return html`
    ${game.id === "ra" && html`<${Select} form=${form} name="ground" label="Battlefield" options=${have(grounds, form.values.ground)} half />`}
    ${game.id !== "af" && html`<${Select} form=${form} name="size" label="Size" options=${sizes} half=${game.id === "ra"} />`}
    ${game.id === "af" && html`<${Select} form=${form} name="encounter" label="Encounter" options=${have(encounters, form.values.encounter)} half />
      <${Select} form=${form} name="master" label="Game master" options=${policyOptions(masters, form.values.master)} half />`}`;
}

// Rows of a table with shares that have intervals: who wins. `even`: the share if all were equal, where it is known. With ties it is
// below one half: an equal part of the games that are won.
function winners(answer, names = ["wins", "victory", "points_share"]) {
  for (const table of tablesOf(answer)) {
    const at = table.columns.findIndex(({ name, kind }) => kind === "number" && names.includes(name));
    const interval = at < 0 ? -1 : intervalOf(table.columns, at);
    if (interval < 0) continue;
    const texts = table.columns.map(({ kind }, n) => (kind === "text" ? n : -1)).filter((n) => n >= 0).slice(0, 2);
    const rows = table.rows.filter((cells) => typeof cells[at] === "number").map((cells) => ({
      label: texts.map((n) => cells[n]).filter(Boolean).join(" · "), value: cells[at], interval: cells[interval],
    }));
    const mean = rows.reduce((sum, { value }) => sum + value / rows.length, 0);
    const even = { wins: table.name.endsWith("-seats") ? mean : undefined, points_share: 0.5 }[table.columns[at].name];
    return { rows, even };
  }
  return { rows: [] };
}

function Winners({ answer, reference, title }) {
  const before = reference ? winners(reference).rows : [];
  const { rows: all, even } = winners(answer);
  const rows = all.slice(0, 40).map((row) => ({ ...row, was: before.find(({ label }) => label === row.label) }));
  return rows.length > 0 && html`<${Intervals} ...${{ rows, title, even }} />`;
}

// The number of games of an answer, for each row of its first table; null if the answer does not say it. The games of a run
// that was stopped are not the first ones.
function playedGames(answer) {
  const [table] = tablesOf(answer);
  const at = table?.columns.findIndex(({ name }) => name === "n") ?? -1;
  return table?.rows[0]?.[at] ?? null;
}

const NO_REPLAY = { run: "", number: 0, row: "1", page: "", error: null, busy: false, of: null };
const NUMBER = { max: 1_000_000_000 };

// One game of the batch, played again and shown in a separate page: its scripts cannot reach this page. It stays, under `key`, while
// the reader looks at another part of the page, until another run answers.
function Replay({ id: key, asked, games, rows }) {
  const id = useId();
  const run = JSON.stringify(asked);
  const [kept, keep] = useStored(key, NO_REPLAY);
  const state = kept.run === run ? kept : { ...NO_REPLAY, run };
  const { number, row } = state;
  const setState = (more) => keep((was) => ({ ...(was.run === run ? was : { ...NO_REPLAY, run }), ...more }));
  const beyond = games !== null && Number(number) >= games;
  const show = async () => {
    setState({ busy: true, error: null });
    const answer = await askLong({ ...asked, ask: "play", replay: number, ...(rows.length > 1 ? { row } : {}) });
    const page = (answer.files ?? answer.data?.files)?.["replay.html"] ?? "";
    setState(answer.ok ? { page, busy: false, of: number } : { page: "", error: answer.error, busy: false, of: null });
  };
  const save = () => {
    const address = URL.createObjectURL(new Blob([state.page], { type: "text/html" }));
    const anchor = Object.assign(document.createElement("a"), { href: address, download: `replay-${state.of}.html` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  return html`<div class="replay">
    <div class="bar">
      ${rows.length > 1 && html`<select class="auto" aria-label="Squad" value=${row} onChange=${(event) => setState({ row: event.currentTarget.value })}>
        ${rows.map((title, at) => html`<option key=${at} value=${String(at + 1)}>${title}</option>`)}</select>`}
      <label class="soft" for=${id}>Game</label>
      <${Whole} id=${id} class="small" value=${number} range=${NUMBER} set=${(next) => setState({ number: next })} />
      <button type="button" class="quiet" disabled=${state.busy || !isNumberOf(number, NUMBER) || beyond} onClick=${show}>${state.busy ? "Playing …" : "Show the replay"}</button>
      ${state.page && html`<button type="button" class="quiet" onClick=${save}>Save as a file</button>`}
      <span class=${beyond || !isNumberOf(number, NUMBER) ? "mistake" : "soft"} role="status">Games are counted from 0${games === null ? ""
        : ` to ${games - 1}: this run has ${games}${rows.length > 1 ? " of each squad" : ""}`}.</span>
    </div>
    <${Mistake} error=${state.error} />
    ${state.page && html`<iframe title=${`Replay of game ${state.of}`} sandbox="allow-scripts" srcdoc=${state.page}></iframe>`}
  </div>`;
}

// The form of a run of a scenario that a link brings, and under `left` the arguments for which it has no field; null for other
// questions.
export function duelForm({ ask, version, figures, scenario, rules, precision, ...rest }, seed) {
  const game = ask === "run" && typeof scenario === "string" && GAMES.find(({ system }) => scenario.includes(`game = "${system}"`));
  if (!game) return null;
  const [goal] = PRECISIONS.find(([percent]) => Number(percent) / 100 === Number(precision ?? 0)) ?? [];
  // The page does not send the usual rules, so the rules of the scenario would take their place.
  const lost = rules === game.rules && /^\s*rules\s*=/m.test(scenario);
  const left = [...Object.keys(rest), ...(goal === undefined ? ["precision"] : []), ...(lost || !isRules(rules) ? ["rules"] : [])];
  return { game: game.id, tab: "duel", key: `duel.${game.id}`, values: { seed: seed ?? "", precision: goal }, scenario, rules, left };
}

export function DuelTab({ game, rules }) {
  const entries = useEntries(game);
  const { players } = usePolicies(game);
  const [seats, setSeats] = useStored(`duel.seats.${game.id}`, SEATS[game.id]);
  const form = useForm(`duel.${game.id}`, game.id === "io" ? { ...SETUP, size: "battle" } : SETUP, NUMBERS);
  const [own, setOwn] = useStored(`duel.text.${game.id}`, null);
  const edited = typeof own === "string";
  const run = useRun(`duel.${game.id}`);
  const [squads, setSquads] = useStored(`page.squads.${game.id}`, []);
  const { values } = form;
  const entryOf = (seat) => entries.find(({ id }) => id === seat.id);
  const known = seats.map((seat) => ({ entry: entryOf(seat), policy: seat.policy })).filter(({ entry }) => entry);
  const written = useMemo(() => (known.length > 0 ? duel(game, known, values) : ""), [JSON.stringify(known), JSON.stringify(values)]);
  const scenario = edited ? own : written;
  const precision = Number(values.precision) / 100;
  const asked = { scenario, seed: given(values.seed), rules, ...(precision > 0 ? { precision } : {}) };
  const ran = run.answered ? { ask: "run", ...run.answered } : null;
  const reference = useReference(ran);
  const start = () => {
    setSquads(game.id === "af" && !edited ? known.map(({ entry }) => entry.title) : []);
    run.start(asked);
  };
  return html`<div class="sides wide">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label="Duel">
      ${edited ? html`<p class="warning">${own.trim() ? "The scenario is edited by hand, so the choices here have no effect."
            : "The scenario is empty, so there is nothing to play."}
          <button type="button" class="quiet" onClick=${() => setOwn(undefined)}>Go back to the choices</button></p>`
        : html`<${Seats} ...${{ game, seats, setSeats, entries, players }} />
          <${Group} title="Game"><${Ground} ...${{ game, form }} />
            <${Count} form=${form} name="games" label="Games" step=${100} />
            ${game.id !== "af" && html`<${Check} form=${form} name="swap" label="Swap seats"
              hint="Each policy plays every side, with the same dice" />`}
          <//>`}
      <${Group} title="Run">
        <${Count} form=${form} name="seed" label="Seed" />
        <${Select} form=${form} name="precision" label="Precision" half hint="Games end once every win rate is this precise"
          options=${PRECISIONS} />
      <//>
      <details class="fold"><summary>Scenario</summary>
        <${Editor} label="Edit it, and the choices above have no effect" rows=${14} value=${scenario} onChange=${setOwn}
          error=${run.error?.line && run.error.file !== "ruleset" ? run.error : null} /></details>
    </form>
    <section class="result" aria-label="Result">
      <h2 class="unseen">Result</h2>
      <${Progress} run=${run} label=${game.id === "af" ? "Play the missions" : "Play the games"}
        disabled=${!scenario.trim() || form.mistake(edited ? ["seed"] : ["games", "seed"]) !== null} start=${start} />
      ${!run.answer && !run.running && !run.error && html`<p class="none">Choose who plays, and start. The result appears here
        while the games run.</p>`}
      ${run.answer && html`
        ${scenario && outdated(run, asked) && html`<${Outdated} />`}
        <${Answer} answer=${run.answer} question=${run.running ? null : ran} counts=${run.answer.counts} folded>
          <${Winners} answer=${run.answer} reference=${reference} title=${game.id === "af" ? "Missions won" : "Games won"} />
        <//>
        ${!run.running && html`<h2>Watch a game</h2><${Replay} id=${`page.replay.${game.id}`} asked=${{ ...run.answered, precision: undefined }}
          games=${run.complete ? playedGames(run.answer) : null} rows=${squads} />`}`}
    </section>
  </div>`;
}
