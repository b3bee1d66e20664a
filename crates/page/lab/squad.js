// Build, Apocalypse Frame: a squad of Aces, each in a frame of the book with its own armaments or those of its sheet.
import { html, useId } from "./view.js";
import { Answer } from "./answer.js";
import { useAnswer, useChecked } from "./ask.js";
import { Keep, acesToml, quoted, useDraft, useStock } from "./builds.js";
import { Check, Count, Group, problem, useForm } from "./form.js";
import { useList } from "./names.js";

const TARGET = { armor: 0, shields: 0, cover: false, vigor: 3 };
const NUMBERS = { armor: { max: 30 }, shields: { max: 30 }, vigor: { min: 1, max: 30 } };

function Ace({ at, ace, frames, armaments, change, remove }) {
  const id = useId();
  const set = (slot, text) => {
    const own = [ace.armaments[0] ?? "", ace.armaments[1] ?? ""];
    own[slot] = text;
    change({ ...ace, armaments: own.some(Boolean) ? own : [] });
  };
  return html`<li>
    <div class="field"><label for=${id}>Ace ${at + 1}</label>
      <select id=${id} value=${ace.frame} onChange=${(event) => change({ ...ace, frame: event.currentTarget.value })}>
        ${frames.map((frame) => html`<option key=${frame}>${frame}</option>`)}</select></div>
    <div class="fields">${[0, 1].map((slot) => html`<div class="field half" key=${slot}>
      <label for=${`${id}-${slot}`}>Armament ${slot + 1}</label>
      <input id=${`${id}-${slot}`} type="text" list=${armaments} value=${ace.armaments[slot] ?? ""} placeholder="as on the sheet" maxlength="120"
        autocomplete="off" onInput=${(event) => set(slot, event.currentTarget.value)} /></div>`)}</div>
    <button type="button" class="remove" aria-label=${`Remove Ace ${at + 1}`} title="Remove" onClick=${remove}>×</button>
  </li>`;
}

const scenarioOf = (title, study) => `title = ${quoted(title)}\ngame = "apocalypse-frame"\n\n[[study]]\n${study}`;

export function Squad({ game, rules }) {
  const [draft, setDraft] = useDraft(game);
  const form = useForm("build.target", TARGET, NUMBERS);
  const frames = useStock(game);
  const armaments = [...new Set(useList("armaments").map(({ name }) => name))];
  const { aces } = draft;
  const setAces = (next) => setDraft((was) => ({ ...was, aces: next(was.aces) }));
  const target = `{ ${Object.keys(TARGET).map((name) => `${name} = ${form.values[name]}`).join(", ")} }`;
  const study = `kind = "frames"\nname = "paper"\ntitle = "A round on paper"\naces = ${acesToml(draft)}\ntarget = ${target}\n`;
  const paper = scenarioOf(draft.name, study);
  const legal = scenarioOf("Legality", `kind = "missions"\nname = "legality"\naces = ${acesToml(draft)}\ngames = 1\n`);
  const asked = aces.length > 0 ? { ask: "run", scenario: paper, rules } : null;
  const wrong = form.mistake(Object.keys(NUMBERS));
  const { answer, answered, error } = useChecked(asked, wrong, 60);
  const mission = useAnswer(aces.length > 0 ? { ask: "units", scenario: legal, rules, parts: 1 } : null, 60);
  const fault = (wrong ? null : error) ?? mission.error;
  return html`<div class="sides wide">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label="Squad">
      <datalist id="armaments">${armaments.map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <ol class="builds">${aces.map((ace, index) => html`<${Ace} key=${index} ...${{ at: index, ace, frames, armaments: "armaments" }}
        change=${(next) => setAces((all) => all.map((old, other) => (other === index ? next : old)))}
        remove=${() => setAces((all) => all.filter((_, other) => other !== index))} />`)}</ol>
      <div class="bar"><button type="button" class="quiet" disabled=${aces.length >= 5}
        onClick=${() => setAces((all) => [...all, { frame: frames[0], armaments: [] }])}>Add an Ace</button></div>
      <p class="hint">Tags are added with a plus: Assault Rifle + Critical</p>
      <${Group} title="Target">
        <${Count} form=${form} name="armor" label="Armor" />
        <${Count} form=${form} name="shields" label="Shields" />
        <${Count} form=${form} name="vigor" label="Vigor" />
        <${Check} form=${form} name="cover" label="In cover" hint="Counts at Far" />
      <//>
      <${Keep} ...${{ game, draft, setDraft }} />
    </form>
    <section class="result" aria-label="What the squad can do">
      <h2>Is it legal?</h2>
      <p class=${fault ? "verdict bad" : "verdict good"} role="status">${fault ? problem(fault)
        : aces.length === 0 ? "" : `Legal on a mission: ${aces.length === 1 ? "1 Ace" : `${aces.length} Aces`}.`}</p>
      <h2>A round on paper</h2>
      ${answer && html`<${Answer} answer=${answer} question=${answered} stale=${error !== null} figures=${false} />`}
    </section>
  </div>`;
}
