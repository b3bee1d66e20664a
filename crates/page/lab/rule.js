// Rule: a ruleset and a text that changes it. Exact differences are computed at once; games are played on request.
import { html, useEffect } from "./view.js";
import { Answer } from "./answer.js";
import { askOnce, useAnswer } from "./ask.js";
import { Intervals } from "./chart.js";
import { Editor } from "./editor.js";
import { Count, Group, Mistake, SEED, Select, given, useForm } from "./form.js";
import { rowsOf, useList, usePolicies, useRulesets } from "./names.js";
import { Outdated, Progress } from "./progress.js";
import { outdated, useRun } from "./run.js";
import { comparison } from "./scenario.js";
import { stored, update, useStored } from "./store.js";

const EXAMPLES = {
  ra: "# Hand-to-hand reaches 2 units.\n[ranges]\nhand_to_hand = 2.0\n",
  io: "# The clock starts earlier.\n[clock]\nstart = 9\n",
  af: "# Snipers roll one die less.\n[catalogue.armaments.\"Sniper Rifle\"]\ndice = 1\n",
};
const example = (game, base) => `extends = "${base}"\nname = "my-rule"\nsummary = ""\n\n${EXAMPLES[game.id]}`;
const textKey = (game) => `rule.text.${game.id}`;

// The rule of this tab, for the other tabs; null if there is none. It has a line break, so it is not taken for a name.
export function ownRule(game) {
  const text = stored(textKey(game), "");
  return text.trim() ? `${text.trimEnd()}\n` : null;
}

// The text that `show rules` answers with.
const shownText = (answer) => (typeof answer.data === "string" ? answer.data : answer.data?.text ?? answer.text ?? "");

function Differences({ base, text }) {
  const { answer, error } = useAnswer(text ? { ask: "rules diff", a: base, b: text } : null, 120);
  const rows = rowsOf(answer);
  if (!text) return html`<p class="none">The changed fields appear here once there is a rule.</p>`;
  if (error || !answer) return html`<p class="none">The changed fields appear here once the rule has no mistake.</p>`;
  if (rows.length === 0) return html`<p class="none">No field differs from ${base}.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Changed fields"><table>
    <thead><tr><th scope="col">Field</th><th scope="col">${base}</th><th scope="col">Your rule</th><td></td></tr></thead>
    <tbody>${rows.map(({ field, a, b, blind }) => html`<tr key=${field}>
      <th scope="row"><code>${field}</code></th><td><code>${String(a)}</code></td><td><code>${String(b)}</code></td>
      <td class="soft">${blind ? "played blind: no policy reacts to it" : ""}</td></tr>`)}</tbody>
  </table></div>`;
}

function Exact({ base, text, valid }) {
  const asked = valid ? { ask: "compare", rules: [base, text], exact: true } : null;
  const { answer, answered, error, pending } = useAnswer(asked, 700, true);
  if (!valid) return null;
  return html`<div aria-busy=${pending}>
    ${pending && html`<p class="soft">Computing the exact numbers …</p>`}
    <${Mistake} error=${error} />
    ${answer && html`<${Answer} answer=${answer} question=${answered} stale=${pending || error !== null} figures=${false} />`}
  </div>`;
}

const points = (value) => {
  const whole = Math.round(100 * value);
  return `${whole > 0 ? "+" : ""}${whole === 0 ? 0 : whole}`;
};
const LOOKS = { moved: "moved", same: "same", undecided: "open" };

// Effects on the numbers that matter: those with a margin, in shares of games.
function Verdicts({ study }) {
  const matters = ({ margin, interval, effect }) => typeof margin === "number" && margin < 1 && interval && Math.abs(effect) <= 1;
  const effects = (study.data?.effects ?? []).filter(matters);
  const rows = effects.slice(0, 10).map((row) => ({
    label: `${row.metric === "win" ? "Wins" : row.metric}${row.of ? ` of ${row.of.replace(/^company |^fleet /, "")}` : ""}`,
    sub: row.study, say: row.verdict, value: row.effect, interval: row.interval, look: LOOKS[row.verdict],
  }));
  const title = rows.length < effects.length ? `The ${rows.length} largest changes, in points` : "Changes, in points";
  return rows.length > 0 && html`<${Intervals} rows=${rows} title=${title} shares=${false} even=${0} write=${points} />`;
}

const SETUP = { matchups: "", games: "2000", rung: "", seed: 1 };
const LIMITS = [["400", "400"], ["2000", "2,000"], ["4000", "4,000"], ["20000", "20,000"]];
const KINDS = ["games", "missions", "tournament", "costs", "marginal", "squads"];
const BUILT_IN = { ra: "compare-rapid-attack", io: "compare-intercept-orbit", af: "compare-apocalypse-frame" };

// Games of both rulesets on common random numbers. A comparison answers at its end: so a short one comes first.
function ByGames({ game, base, text, valid }) {
  const form = useForm(`rule.games.${game.id}`, SETUP, { seed: SEED });
  const run = useRun(`rule.${game.id}`);
  const { players } = usePolicies(game);
  const scenarios = useList("scenarios").filter((row) => row.game === game.system
    && String(row.study_kinds).split(/,\s*/).some((kind) => KINDS.includes(kind)));
  const { matchups, rung, seed } = form.values;
  const limit = Number(form.values.games);
  const step = (games) => ({ scenario: comparison(game, base, text, { matchups: matchups || BUILT_IN[game.id], rung, games }), seed: given(seed) });
  const start = () => run.start([100, 400, 2000].filter((n) => n < limit / 2).concat(limit).map(step));
  const study = run.answer?.studies?.[0];
  const ran = run.answered ? { ask: "run", ...run.answered } : null;
  return html`<div class="bygames">
    <${Group} title="What is played">
      <${Select} form=${form} name="matchups" label="Who plays" options=${[["", "Built-in matchups"], ...scenarios.map(({ name }) => [name, name])]} />
      <${Select} form=${form} name="games" label="Games, at most" half options=${LIMITS} />
      <${Select} form=${form} name="rung" label="Policy" half options=${[["", "As in the scenario"], ...new Set(players.map(({ name }) => name))]} />
      <${Count} form=${form} name="seed" label="Seed" />
    <//>
    <${Progress} run=${run} label="Compare by games" disabled=${!valid || form.mistake(["seed"]) !== null} start=${start} />
    ${outdated(run, step(limit)) && html`<${Outdated} />`}
    ${study && html`<${Answer} answer=${run.answer} question=${run.running ? null : ran} counts=${run.answer.counts} folded>
      <${Verdicts} study=${study} /><//>`}
  </div>`;
}

export function RuleTab({ game }) {
  const { builtIn, house } = useRulesets(game);
  const [base, setBase] = useStored(`rule.base.${game.id}`, game.rules);
  const [kept, setKept] = useStored(textKey(game), null);
  // An emptied editor stays empty; the example is for readers who have not written anything.
  const written = typeof kept === "string" ? kept : example(game, base);
  useEffect(() => update(textKey(game), null, (was) => (typeof was === "string" ? was : written)), []);
  const text = written.trim() ? `${written.trimEnd()}\n` : "";
  const check = useAnswer(text ? { ask: "rules check", rules: text } : null, 120);
  const open = async (name) => {
    const answer = name ? await askOnce({ ask: "show rules", rules: name, figures: false }) : null;
    setKept(answer?.ok ? shownText(answer) || example(game, base) : example(game, base));
  };
  const names = builtIn.length > 0 ? builtIn.map(({ name }) => name) : [game.rules];
  const valid = check.error === null && check.answer !== null;
  return html`<div class="sides even">
    <section class="form" aria-label="Rule">
      <div class="fields">
        <${Select} form=${{ values: { base }, set: (_, value) => setBase(value) }} name="base" label="Compared with" half options=${names} />
        <${Select} form=${{ values: { open: "-" }, set: (_, value) => open(value) }} name="open" label="Open" half
          options=${[["-", "…"], ["", "The example"], ...house.map(({ name }) => [name, name])]} />
      </div>
      <${Editor} label="Your rule: only what it changes" value=${written} error=${check.error} onChange=${setKept} />
      <p class=${`verdict ${valid ? "good" : ""}`} role="status">
        ${!text && "The editor is empty: there is no rule. Write one, or open one above."}
        ${valid && "No mistake. Choose “rule of the Rule tab” above to use it in the other tabs."}</p>
      <details class="fold"><summary>All fields of ${base}</summary><${AllFields} base=${base} /></details>
    </section>
    <section class="result" aria-label="What differs">
      <h2>What differs</h2>
      <${Differences} base=${base} text=${text} />
      <h2>Exact numbers</h2>
      <${Exact} base=${base} text=${text} valid=${valid} />
      <h2>By games</h2>
      <${ByGames} ...${{ game, base, text, valid }} />
    </section>
  </div>`;
}

// The whole ruleset, to look up names and values.
function AllFields({ base }) {
  const { answer } = useAnswer({ ask: "rules show", rules: base });
  if (!answer) return null;
  const text = shownText(answer) || (answer.data ? JSON.stringify(answer.data, null, 2) : "");
  return html`<pre class="listing" tabindex="0">${text}</pre>`;
}
