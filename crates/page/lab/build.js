// Build: a company, a fleet or a squad, with what is legal as one edits.
import { html, useState } from "./view.js";
import { CopyButton, Sentence } from "./answer.js";
import { useAnswer } from "./ask.js";
import { Bids } from "./bids.js";
import { Keep, buildToml, quoted, useDraft } from "./builds.js";
import { Fleet } from "./fleet.js";
import { Check, Mistake, Select, problem, useForm } from "./form.js";
import { FRAME_MEASURES, Graph, useGraphView } from "./graph.js";
import { useList } from "./names.js";
import { Squad } from "./squad.js";
import { Archetypes, LoadoutField, readFrame } from "./systems.js";

export function BuildTab({ game, rules }) {
  if (game.id === "io") return html`<${Fleet} ...${{ game, rules }} />`;
  if (game.id === "af") return html`<${Squad} ...${{ game, rules }} />`;
  return html`<${Company} ...${{ game, rules }} />`;
}

const WHITES = ["Systems", "+1W", "+2W"];
const PERCENT = { percent: true, range_independent: true };

// One frame: its loadout, and the mistake in it.
function Frame({ at, value, archetypes, rules, chosen, choose, change, remove }) {
  const { answer, error } = useAnswer({ ask: "ra frame", loadout: value.trim() || "-", rules });
  const frame = answer?.data;
  const say = frame && !error ? `${count(frame.systems, "system")}, ${count(frame.hit_points, "hit")}` : undefined;
  return html`<li class=${chosen ? "chosen" : ""} onFocusIn=${choose} onClick=${choose}>
    <${LoadoutField} ...${{ label: `Frame ${at + 1}`, value, archetypes, error, hint: say, split: true }} onChange=${change} />
    <button type="button" class="remove" aria-label=${`Remove frame ${at + 1}`} title="Remove" onClick=${remove}>×</button>
  </li>`;
}

export const count = (n, word) => `${n ?? "?"} ${word}${n === 1 ? "" : "s"}`;

// Is a company legal? The program says it when it would play a battle of the company against itself.
function Legal({ game, draft, rules }) {
  const form = useForm("build.size", { players: "2", size: "skirmish" });
  const { players, size } = form.values;
  const companies = Array.from({ length: Number(players) }, (_, at) => buildToml(game, draft, at === 0 ? draft.name || "Mine" : `Other ${at}`));
  const scenario = `title = "Legality"\ngame = "rapid-attack"\n\n[[study]]\nkind = "games"\nname = "legality"\n`
    + `size = ${quoted(size)}\ncompanies = [${companies.join(", ")}]\ngames = 1\n`;
  const { answer, error, pending } = useAnswer({ ask: "units", scenario, rules, parts: 1 }, 60);
  return html`<div class="legal">
    <div class="bar">
      <${Select} form=${form} name="size" label="Size" options=${[["skirmish", "Skirmish"], ["battle", "Battle"]]} />
      <${Select} form=${form} name="players" label="Players" options=${["2", "3", "4", "5"]} />
    </div>
    <p class=${error ? "verdict bad" : "verdict good"} role="status" aria-busy=${pending}>
      ${error ? problem(error) : answer ? `Legal in a ${size} of ${players} players.` : ""}</p>
  </div>`;
}

function Company({ game, rules }) {
  const [draft, setDraft] = useDraft(game);
  const [chosen, setChosen] = useState(0);
  const archetypes = useList("archetypes");
  const { view, controls } = useGraphView();
  const frames = draft.frames;
  const at = Math.min(chosen, frames.length - 1);
  const setFrames = (next) => setDraft((was) => ({ ...was, frames: next(was.frames) }));
  const whole = useAnswer(frames.length > 0 ? { ask: "ra company", loadouts: frames.map((text) => text.trim() || "-"), ...PERCENT, rules } : null);
  const one = useAnswer(frames.length > 0 ? { ask: "ra frame", loadout: frames[at].trim() || "-", ...PERCENT, rules } : null);
  const systems = frames.map((text) => systemsIn(text, archetypes));
  const known = systems.every((n) => n !== null) ? systems.reduce((sum, n) => sum + n, 0) : null;
  const shown = (name) => archetypes.find((one_) => one_.name.toLowerCase() === name.trim().toLowerCase());
  const titleOf = (text) => (shown(text) ? `${shown(text).name} (${shown(text).loadout})` : text || "-");
  return html`<div class="sides wide">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label="Company">
      <${Archetypes} archetypes=${archetypes} />
      <ol class="builds">${frames.map((value, index) => html`<${Frame} key=${index} ...${{ at: index, value, archetypes, rules }}
        chosen=${index === at} choose=${() => setChosen(index)}
        change=${(text) => setFrames((all) => all.map((old, other) => (other === index ? text : old)))}
        remove=${() => setFrames((all) => all.filter((_, other) => other !== index))} />`)}</ol>
      <div class="bar">
        <button type="button" class="quiet" disabled=${frames.length >= 8}
          onClick=${() => { setFrames((all) => [...all, "RdYBG"]); setChosen(frames.length); }}>Add a frame</button>
        <span class="soft">${count(frames.length, "frame")}, ${known === null ? "?" : known} systems</span>
      </div>
      <${Check} form=${{ values: draft, set: (name, value) => setDraft((was) => ({ ...was, [name]: value })) }} name="auto"
        label="Distribute rockets" hint="Or write them at a loadout: RdYBG+SSR2" />
      <${Keep} ...${{ game, draft, setDraft }} />
    </form>
    <section class="result" aria-label="What the company can do">
      ${frames.length > 0 && html`<h2>Is it legal?</h2><${Legal} ...${{ game, draft, rules }} />`}
      <h2>What it can do</h2>
      ${whole.answer && html`<${Sentence} line=${whole.answer.line} stale=${whole.error !== null} />`}
      ${controls}
      <div class="graphs">
        ${one.answer && html`<${Graph} title=${`Frame ${at + 1}: ${titleOf(frames[at] ?? "")}`} measures=${FRAME_MEASURES}
          values=${frameValues(one.answer)} shares=${frameShares(one.answer)} ...${{ whites: WHITES, view }} />`}
        ${whole.answer && html`<${Graph} title="All frames together" measures=${FRAME_MEASURES} values=${companyValues(whole.answer)}
          shares=${companyShares(whole.answer)} whites=${["Systems", "+ W"]} view=${view} />`}
      </div>
      <p class="note">Damage, highest die, units moved: expected values, exact. Durability: by the formula of the Handbook. W: white dice, the
        pale parts of the bars. The scale ends at the best legal loadout of the ruleset, with
        white dice; for all frames, at as many of them.</p>
      <${Mistake} error=${whole.error && !frames.some((text) => bad(text, whole.error)) ? whole.error : null} />
      <${CopyButton} text=${tomlFile(draft)} label="Copy as a file" />
      <h2>Points and seats</h2>
      <${Bids} ...${{ game, rules, own: known === null ? null : { frames: frames.length, systems: known } }} />
    </section>
  </div>`;
}

// A mistake in one loadout shows at its frame, not twice.
const bad = (text, error) => (error.problem ?? error.message ?? "").includes(`\`${text.trim()}\``);

// A company as a file that the command line reads.
function tomlFile({ name, frames, auto }) {
  return `name = ${quoted(name)}\nframes = [${frames.map(quoted).join(", ")}]\n${auto ? "rockets = \"auto\"\n" : ""}`;
}

function systemsIn(text, archetypes) {
  const name = text.replace(/\+.*$/, "").trim().toLowerCase();
  const found = archetypes.find((one) => one.name.toLowerCase() === name);
  return readFrame(found ? found.loadout : text)?.systems.length ?? null;
}

function frameValues(answer) {
  const graph = answer.data?.graph ?? {};
  return Object.fromEntries(Object.entries(graph).map(([id, { sys, plus_1w, plus_2w }]) => [id, [sys, plus_1w ?? null, plus_2w ?? null]]));
}

// The program has the percentages of a frame in its table only.
function frameShares(answer) {
  const table = answer.tables?.find(({ name }) => name === "frame-graph");
  const at = (name) => table?.columns.findIndex((column) => column.name === name) ?? -1;
  const places = ["sys_percent", "plus_1w_percent", "plus_2w_percent"].map(at);
  return Object.fromEntries((table?.rows ?? []).map((cells) => [cells[at("measure")], places.map((place) => share(cells[place]))]));
}

const share = (percent) => (typeof percent === "number" ? percent / 100 : null);

const companyRows = (answer) => (answer.data?.rows ?? []).filter(({ frame }) => frame === undefined || frame === "company");
const companyValues = (answer) => Object.fromEntries(companyRows(answer).map(({ measure, sys, plus_w }) => [measure, [sys, plus_w]]));
const companyShares = (answer) => Object.fromEntries(companyRows(answer)
  .map((row) => [row.measure, [share(row.sys_percent), share(row.plus_w_percent)]]));
