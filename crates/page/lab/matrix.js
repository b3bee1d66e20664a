// All against all: a tournament of builds, as a matrix with ratings and the equilibrium.
import { html, useMemo } from "./view.js";
import { Answer } from "./answer.js";
import { useEntries } from "./builds.js";
import { Intervals } from "./chart.js";
import { Ground, policyOptions } from "./duel.js";
import { Count, Group, SEED, Select, given, useForm } from "./form.js";
import { usePolicies } from "./names.js";
import { Outdated, Progress } from "./progress.js";
import { outdated, useRun } from "./run.js";
import { intervalOf, tablesOf } from "./saved.js";
import { tournament } from "./scenario.js";
import { useStored } from "./store.js";
import { share, shareWithin } from "./table.js";

const SETUP = {
  size: "skirmish", ground: "dense-town", encounter: "patrol", master: "greedy", policy: "tactician", games: 1200, margin: "0.03",
  aim: "ratings", seed: 1,
};
const NUMBERS = { games: { min: 2, max: 1_000_000 }, seed: SEED };
const MARGINS = [["0.1", "± 10 points"], ["0.05", "± 5 points"], ["0.03", "± 3 points"], ["0.02", "± 2 points"]];
const FIRST = {
  ra: ["built:estars-anvil", "built:suns-fang", "built:piercing-eye", "built:close-assault"],
  io: ["built:long-watch", "built:toll-keepers", "built:wasp-nest", "built:salt-runners"],
  af: ["built:M1-SOLDIER", "built:L1-RECON", "built:L2-BRAWLER", "built:H1-VANGUARD"],
};
const AIMS = [["ratings", "Every rating"], ["best", "The best entrant"], ["equilibrium", "The equilibrium"]];

const find = (answer, end) => tablesOf(answer).find(({ name }) => name.endsWith(end));
const place = (table, name) => table.columns.findIndex((column) => column.name === name);

function Entrants({ entries, chosen, setChosen }) {
  const toggle = (id) => setChosen((all) => (all.includes(id) ? all.filter((other) => other !== id) : [...all, id]));
  return html`<fieldset><legend>Entrants</legend><div class="entrants">${entries.map(({ id, title, own, about }) => html`
    <label key=${id} title=${about}><input type="checkbox" checked=${chosen.includes(id)} onChange=${() => toggle(id)} />
      <span>${title}${own && html` <span class="soft">yours</span>`}</span></label>`)}</div></fieldset>`;
}

// From blue (loses) over grey (even) to orange (wins), as in the program's figures.
function tone(value) {
  const ends = value >= 0.5 ? [178, 72, 16] : [33, 102, 172];
  const part = Math.min(1, Math.abs(value - 0.5) * 2.4);
  const mixed = ends.map((end) => Math.round(232 + (end - 232) * part));
  const dark = (mixed[0] * 299 + mixed[1] * 587 + mixed[2] * 114) / 1000 < 135;
  return { background: `rgb(${mixed.join(" ")})`, color: dark ? "#fff" : "#000" };
}

// The matrix as a table: a row beats a column with this share of the points.
function HeatMap({ answer }) {
  const table = find(answer, "-matrix");
  if (!table) return null;
  const [who, against, at] = ["entrant", "against", "points_share"].map((name) => place(table, name));
  if (who < 0 || against < 0 || at < 0) return null;
  const interval = intervalOf(table.columns, at);
  const names = [...new Set(table.rows.map((cells) => cells[who]))];
  const cells = new Map(table.rows.map((row) => [JSON.stringify([row[who], row[against]]), row]));
  const cell = (row, column) => cells.get(JSON.stringify([row, column]));
  return html`<figure class="chart wide"><h3>Who beats whom</h3>
    <p class="note">The share of the points that a row wins against a column, best first.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Who beats whom"><table class="heat">
      <thead><tr><td></td>${names.map((name) => html`<th key=${name} scope="col"><span>${name}</span></th>`)}</tr></thead>
      <tbody>${names.map((row) => html`<tr key=${row}><th scope="row">${row}</th>
        ${names.map((column) => {
          const found = row === column ? null : cell(row, column);
          const value = found?.[at];
          if (typeof value !== "number") return html`<td key=${column} class="empty">–</td>`;
          const range = interval >= 0 && found[interval];
          const title = `${row} against ${column}: ${range ? shareWithin(value, range) : share(value)}`;
          return html`<td key=${column} style=${tone(value)} title=${title}>${share(value)}</td>`;
        })}</tr>`)}</tbody>
    </table></div></figure>`;
}

function Column({ answer, end, name, title, shares, even, write }) {
  const table = find(answer, end);
  const at = table ? place(table, name) : -1;
  if (at < 0) return null;
  const interval = intervalOf(table.columns, at);
  const rows = table.rows.filter((cells) => typeof cells[at] === "number")
    .map((cells) => ({ label: cells[0], value: cells[at], interval: interval >= 0 ? cells[interval] : null }));
  return rows.length > 0 && html`<${Intervals} ...${{ rows, title, shares, even, write }} />`;
}

export function MatrixTab({ game, rules }) {
  const entries = useEntries(game);
  const { players } = usePolicies(game);
  const [chosen, setChosen] = useStored(`matrix.${game.id}`, FIRST[game.id]);
  const form = useForm(`matrix.setup.${game.id}`, game.id === "io" ? { ...SETUP, size: "battle" } : SETUP, NUMBERS);
  const run = useRun(`matrix.${game.id}`);
  const { values } = form;
  const known = entries.filter(({ id }) => chosen.includes(id));
  const scenario = useMemo(() => (known.length > 1 ? tournament(game, known, values) : ""), [JSON.stringify(known), JSON.stringify(values)]);
  const asked = { scenario, seed: given(values.seed), rules };
  const ran = run.answered ? { ask: "run", ...run.answered } : null;
  return html`<div class="sides wide">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label="Tournament">
      <${Entrants} ...${{ entries, chosen, setChosen }} />
      <${Group} title="Game">
        <${Ground} ...${{ game, form }} />
        <${Select} form=${form} name="policy" label=${game.id === "af" ? "Policy of the Aces" : "Policy"}
          options=${policyOptions(players, values.policy)} />
      <//>
      <${Group} title="Run">
        <${Select} form=${form} name="aim" label="Aim" half options=${AIMS} />
        <${Select} form=${form} name="margin" label="Precision" half options=${MARGINS} />
        <${Count} form=${form} name="games" label="Games, at most" step=${200} />
        <${Count} form=${form} name="seed" label="Seed" />
      <//>
      <details class="fold"><summary>Scenario</summary><pre class="listing" tabindex="0">${scenario}</pre></details>
    </form>
    <section class="result" aria-label="Result">
      <h2 class="unseen">Result</h2>
      <${Progress} run=${run} label="Play the tournament" disabled=${!scenario || form.mistake(Object.keys(NUMBERS)) !== null}
        start=${() => run.start(asked)} />
      ${!run.answer && !run.running && !run.error && html`<p class="none">${known.length > 1
        ? `${known.length} entrants, ${known.length * (known.length - 1) / 2} matchups. The matrix appears here while the games run.`
        : "Choose at least two entrants. Builds that you keep in Build are listed here too."}</p>`}
      ${scenario && outdated(run, asked) && html`<${Outdated} />`}
      ${run.answer && html`<${Answer} answer=${run.answer} question=${run.running ? null : ran} counts=${run.answer.counts} folded>
        <${HeatMap} answer=${run.answer} />
        <${Column} answer=${run.answer} end="-scores" name="points_share" title="Share of the points against all" shares even=${0.5} />
        <${Column} answer=${run.answer} end="-entrants" name="rating" title="Rating, in Elo points; each interval is of one entrant alone" shares=${false} even=${0}
          write=${(value) => value.toFixed(0)} />
        <${Column} answer=${run.answer} end="-entrants" name="equilibrium" title="Equilibrium: how often a table would choose each" shares />
      <//>`}
    </section>
  </div>`;
}
