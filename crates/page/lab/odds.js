// Odds: exact answers to attacks, boardings and armaments, as one types.
import { html, useMemo } from "./view.js";
import { Answer, Sentence } from "./answer.js";
import { useChecked } from "./ask.js";
import { Distribution } from "./chart.js";
import { Check, Choice, Count, Group, Mistake, Select, Text, isNumberOf, question, useForm } from "./form.js";
import { isRules, rowsOf, useList } from "./names.js";
import { lineOf, useReference } from "./saved.js";
import { useStored } from "./store.js";
import { LoadoutField } from "./systems.js";

const pmfs = (data, parts) => parts.filter(([name]) => data?.[name]?.pmf)
  .map(([name, title]) => ({ name, title, values: data[name].pmf }));

// Form at the left, answer at the right.
// `answered`: the question of the answer, which stays while the form has a mistake.
function Sides({ children, title, about, answered, answer, error, pending, shown, chart }) {
  const reference = useReference(answered);
  return html`<div class="sides">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label=${title}>
      ${children}
      <${Mistake} ...${{ error, shown }} />
    </form>
    ${answer && html`<${Sentence} line=${lineOf(answer)} stale=${error !== null} />`}
    <section class="result" aria-label="Answer" aria-busy=${pending}>
      <h2 class="unseen">Answer</h2>
      ${answer
        ? html`<${Answer} ...${{ answer, question: answered, stale: error !== null, figures: false, sentence: false }}>
            ${chart?.(answer, reference)}<//>`
        : html`<p class="none">${error ? "There is no answer yet: the form has a mistake." : about}</p>`}
    </section>
  </div>`;
}

// The distributions of a reference, from its tables.
function referenceSeries(reference, series) {
  const table = reference?.tables.find(({ name }) => name.endsWith("distribution"));
  if (!table) return undefined;
  return series.map(({ name }) => {
    const at = table.columns.findIndex((column) => column.name === name);
    return { name, values: at < 0 ? [] : table.rows.map((row) => row[at] ?? 0) };
  });
}

// The mistake of a form: a number that is out of its range, or an empty field that the reader has chosen: without it, the question
// would be another one. `names`: the number fields that the form shows. `fields`: { name, chosen, value, problem }.
function mistakeOf(form, names, fields = []) {
  const empty = fields.find(({ chosen, value }) => chosen && String(value).trim() === "");
  return form.mistake(names) ?? (empty ? { argument: empty.name, problem: empty.problem } : null);
}

const LOADOUT = "Enter a loadout, or - for none.";
const DICE = "Enter dice, such as 1d6.";

const RANGES = [["hand-to-hand", "Hand-to-hand"], ["direct", "Direct"], ["artillery", "Artillery"]];
const CHARTS = [["", "By range and cover"], ["hand-to-hand", "Hand-to-hand"], ["open", "Open"], ["cover", "Cover"],
  ["frame-cover", "Cover of a frame"], ["terrain", "Terrain"]];
const ATTACK = {
  by: "loadout", attacker: "RdRdYB", attack: "2d6+1d8", range: "direct", whites: 0, rockets: 0, on: "loadout", target: "YYBG",
  defense: "1d6", target_whites: 0, spotting: "none", spot: "1d6", spot_by: "Soldier", spot_whites: 0, shelter: "terrain",
  cover_hits: 2, covered_by: "Soldier", chart: "",
};

const DIE = { max: 9 };
const ATTACK_NUMBERS = { whites: DIE, rockets: DIE, target_whites: DIE, spot_whites: DIE, cover_hits: { max: 40 } };

// The number fields that the form of an attack shows.
const attackNumbers = ({ by, on, range, shelter, spotting }) => [
  ...(by === "loadout" ? ["whites"] : []), ...(by === "loadout" && range === "direct" ? ["rockets"] : []),
  ...(on === "loadout" ? ["target_whites"] : []), ...(shelter === "terrain" ? ["cover_hits"] : []),
  ...(spotting === "loadout" ? ["spot_whites"] : []),
];

function attackQuestion(form, rules) {
  const by = form.by === "loadout";
  const on = form.on === "loadout";
  return question("ra attack", {
    ...(by ? { attacker: form.attacker || "-", whites: form.whites } : { attack: form.attack }),
    range: form.range,
    rockets: by && form.range === "direct" ? form.rockets : 0,
    ...(on ? { target: form.target || "-", target_whites: form.target_whites } : { defense: form.defense }),
    ...(form.spotting === "dice" ? { spot: form.spot } : {}),
    ...(form.spotting === "loadout" ? { spot_by: form.spot_by, spot_whites: form.spot_whites } : {}),
    ...(form.shelter === "terrain" ? { cover_hits: form.cover_hits } : {}),
    ...(form.shelter === "frame" ? { covered_by: form.covered_by } : {}),
    chart: form.chart,
    rules,
  });
}

const DAMAGE = [["damage", "Damage"], ["cover", "Hits on cover"], ["absorbed", "Hits absorbed"], ["damage_dice", "Damage dice"]];

function chartOf(answer, reference) {
  const series = pmfs(answer.data, DAMAGE);
  if (series.length === 0) return null;
  return html`<${Distribution} series=${series} was=${referenceSeries(reference, series)} title="How likely each result is" />`;
}

const attackFields = ({ by, attack, shelter, spotting, covered_by, spot, spot_by }) => [
  { name: "attack", chosen: by === "dice", value: attack, problem: DICE },
  { name: "covered_by", chosen: shelter === "frame", value: covered_by, problem: LOADOUT },
  { name: "spot", chosen: spotting === "dice", value: spot, problem: DICE },
  { name: "spot_by", chosen: spotting === "loadout", value: spot_by, problem: LOADOUT },
];

function Attack({ rules, archetypes }) {
  const form = useForm("odds.ra", ATTACK, ATTACK_NUMBERS);
  const { values, set } = form;
  const asked = attackQuestion(values, rules);
  const fields = attackFields(values);
  const { answer, answered, error, pending } = useChecked(asked, mistakeOf(form, attackNumbers(values), fields));
  const field = { form, error };
  const at = (name) => (error?.argument === name ? error : null);
  const loadout = (name, label) => html`<${LoadoutField} ...${{ label, archetypes, value: values[name], error: at(name) }}
    onChange=${(value) => set(name, value)} />`;
  const shown = [...Object.keys(asked), values.by === "dice" ? "attack" : "attacker", ...attackNumbers(values), values.on === "dice" ? "defense" : "target",
    ...fields.filter(({ chosen }) => chosen).map(({ name }) => name), "range"];
  return html`<${Sides} ...${{ title: "Attack", answered, answer, error, pending, shown, chart: chartOf, about: "The odds appear here." }}>
    <${Group} title="Attack">
      <${Choice} ...${field} name="by" bare label="Written as" options=${[["loadout", "Loadout"], ["dice", "Dice"]]} />
      ${values.by === "loadout" ? loadout("attacker", "Attacker")
        : html`<${Text} ...${field} name="attack" label="Attack dice" mono hint="Such as 3d6+1d8; the highest counts" />`}
      <${Choice} ...${field} name="range" label="Range" options=${RANGES} />
      ${values.by === "loadout" && html`<${Count} ...${field} name="whites" label="White dice" />`}
      ${values.by === "loadout" && values.range === "direct" && html`<${Count} ...${field} name="rockets" label="Rockets fired" />`}
    <//>
    <${Group} title="Target">
      <${Choice} ...${field} name="on" bare label="Written as" options=${[["loadout", "Loadout"], ["dice", "Dice"]]} />
      ${values.on === "loadout" ? loadout("target", "Target")
        : html`<${Text} ...${field} name="defense" label="Defense dice" mono hint="The highest counts; without dice, the defense is 0" />`}
      ${values.on === "loadout" && html`<${Count} ...${field} name="target_whites" label="White dice" />`}
      <${Choice} ...${field} name="shelter" label="Cover" options=${[["none", "None"], ["terrain", "Terrain"], ["frame", "A frame"]]} />
      ${values.shelter === "terrain" && html`<${Count} ...${field} name="cover_hits" label="Hits it takes" />`}
      ${values.shelter === "frame" && loadout("covered_by", "Frame that covers the target")}
      <${Select} ...${field} name="chart" label="Damage chart" options=${CHARTS} />
    <//>
    <${Group} title="Spot">
      <${Choice} ...${field} name="spotting" bare label="Spot" options=${[["none", "None"], ["loadout", "By a frame"], ["dice", "Dice"]]} />
      ${values.spotting === "dice" && html`<${Text} ...${field} name="spot" label="Spot dice" mono />`}
      ${values.spotting === "loadout" && html`${loadout("spot_by", "Frame that spots")}
        <${Count} ...${field} name="spot_whites" label="White dice for the spot" />`}
    <//>
  <//>`;
}

const ORBIT = {
  attack: "2d6+1d8", spot: "1d6", ace_spot: "", defense: "2d6", band: "assault", target: "ship", shelter: "cover", cover_hits: 1, red_ace: false,
};
const ORBIT_NUMBERS = { cover_hits: { min: 1, max: 40 } };
const BANDS = [["dogfight", "Dogfight"], ["point-defense", "Point defense"], ["assault", "Assault"], ["support", "Support"]];
const TARGETS = [["ship", "Ship"], ["company", "Company"]];

function orbitQuestion({ shelter, cover_hits, ...rest }, rules) {
  return question("io attack", { ...rest, cover: shelter === "cover", cover_hits: shelter === "hits" ? cover_hits : 0, rules });
}

function OrbitAttack({ rules }) {
  const form = useForm("odds.io", ORBIT, ORBIT_NUMBERS);
  const { shelter, attack } = form.values;
  const asked = orbitQuestion(form.values, rules);
  const dice = { name: "attack", chosen: true, value: attack, problem: DICE };
  const { answer, answered, error, pending } = useChecked(asked, mistakeOf(form, shelter === "hits" ? ["cover_hits"] : [], [dice]));
  const field = { form, error };
  const shown = Object.keys(ORBIT);
  return html`<${Sides} ...${{ title: "Attack", answered, answer, error, pending, shown, chart: chartOf, about: "The odds appear here." }}>
    <${Group} title="Attack">
      <${Text} ...${field} name="attack" label="Attack dice" mono hint="The highest counts; a white die is a d6" />
      <${Select} ...${field} name="band" label="Band" options=${BANDS} />
      <${Text} ...${field} name="spot" label="Spot dice" mono />
      <${Text} ...${field} name="ace_spot" label="Dice of a yellow ace" mono placeholder="1d8" />
      <${Check} ...${field} name="red_ace" label="A red ace attacks" hint="Up to assault band; uses the chart against companies, and ignores cover" />
    <//>
    <${Group} title="Target">
      <${Choice} ...${field} name="target" label="Target" options=${TARGETS} />
      <${Text} ...${field} name="defense" label="Defense dice" mono hint="Without dice, the defense is 0" />
      <${Choice} ...${field} name="shelter" label="Cover" options=${[["none", "None"], ["cover", "Lasting"], ["hits", "Some hits"]]} />
      ${shelter === "hits" && html`<${Count} ...${field} name="cover_hits" label="Hits that destroy the cover" />`}
    <//>
  <//>`;
}

const BOARDING = { companies: 2, ace: true, owner_companies: 1, owner_ace: false, reds: "2d6", second: "", third: "", aid: "", hit: "" };
const BOARDING_NUMBERS = { companies: { min: 1, max: 12 }, owner_companies: { max: 12 } };

const PARTIES = { owner: "the owner", first: "the boarder", second: "the second boarder", third: "the third boarder" };

function boardingChart(answer) {
  const series = (answer.data?.players ?? []).filter(({ damage }) => damage?.pmf)
    .map(({ party, damage }) => ({ name: party, title: `Damage to ${PARTIES[party] ?? party}`, values: damage.pmf }));
  return series.length > 0 && html`<${Distribution} series=${series} title="How much damage each side takes" />`;
}

function boardingQuestion({ hit, ...rest }, rules) {
  return question("io board", { ...rest, hit: hit.split(/[\s,]+/).filter(Boolean), rules });
}

function Boarding({ rules }) {
  const form = useForm("odds.board", BOARDING, BOARDING_NUMBERS);
  const asked = boardingQuestion(form.values, rules);
  const { answer, answered, error, pending } = useChecked(asked, mistakeOf(form, Object.keys(BOARDING_NUMBERS)));
  const field = { form, error };
  const shown = Object.keys(BOARDING);
  return html`<${Sides} ...${{ title: "Boarding", answered, answer, error, pending, shown, chart: boardingChart, about: "The odds appear here." }}>
    <${Group} title="Boarder">
      <${Count} ...${field} name="companies" label="Companies" />
      <${Check} ...${field} name="ace" label="The ace leads one of them" />
    <//>
    <${Group} title="Owner of the ship">
      <${Count} ...${field} name="owner_companies" label="Companies" />
      <${Check} ...${field} name="owner_ace" label="The ace leads one of them" />
      <${Text} ...${field} name="reds" label="Red dice of point defense" mono placeholder="2d6" />
    <//>
    <${Group} title="More boarders">
      <${Text} ...${field} name="second" label="Second boarder" mono placeholder="1+ace" />
      <${Text} ...${field} name="third" label="Third boarder" mono placeholder="2" />
      <${Text} ...${field} name="aid" label="Who helps whom" mono placeholder="second=first" />
      <${Text} ...${field} name="hit" label="Who hits whom" mono placeholder="owner=second" hint="Several, with commas between them" />
    <//>
  <//>`;
}

const GEARS = [["stock", "Stock models"], ["pregen", "Ready-made sheets"]];
const ARMAMENTS = { gear: "stock", armor: 0, shields: 0, cover: false, vigor: 3, with: "", enemies: false };
const ARMAMENTS_NUMBERS = { armor: { max: 30 }, shields: { max: 30 }, vigor: { min: 1, max: 30 } };

function armamentsQuestion(values, rules) {
  const tags = values.with.split(",").map((tag) => tag.trim()).filter(Boolean);
  return question("af armaments", { ...values, with: tags, rules });
}

function Armaments({ rules }) {
  const form = useForm("odds.af", ARMAMENTS, ARMAMENTS_NUMBERS);
  const [name, setName] = useStored("odds.af.armament", "");
  const asked = armamentsQuestion(form.values, rules);
  const { answer, answered, error, pending } = useChecked(asked, mistakeOf(form, Object.keys(ARMAMENTS_NUMBERS)));
  const field = { form, error };
  const rows = useMemo(() => rowsOf(answer).filter(({ harm }) => harm?.pmf), [answer]);
  const chart = () => {
    const row = rows.find((one) => one.name === name) ?? rows[0];
    if (!row) return null;
    const series = [{ name: "harm", title: "Harm", values: row.harm.pmf }];
    return html`<div class="field inline"><label for="armament">Armament</label>
      <select id="armament" value=${row.name} onChange=${(event) => setName(event.currentTarget.value)}>
        ${rows.map((one) => html`<option key=${one.name}>${one.name}</option>`)}</select>
      <span class="soft">fails ${Math.round(100 * row.p_failure)}%, provokes a consequence ${Math.round(100 * row.p_consequence)}%</span></div>
      <${Distribution} series=${series} title=${`Harm of one attack: ${row.name}`} />`;
  };
  const shown = Object.keys(ARMAMENTS);
  return html`<${Sides} ...${{ title: "Armaments", answered, answer, error, pending, shown, chart, about: "The odds appear here." }}>
    <${Group} title="Target">
      <${Count} ...${field} name="armor" label="Armor" />
      <${Count} ...${field} name="shields" label="Shields" />
      <${Count} ...${field} name="vigor" label="Vigor" />
      <${Check} ...${field} name="cover" label="In cover" hint="Counts at Far" />
    <//>
    <${Group} title="Armaments">
      <${Choice} ...${field} name="gear" label="List" options=${GEARS} />
      <${Text} ...${field} name="with" label="Tags in force" placeholder="Charge, Scoped" 
        hint="Tags that depend on a circumstance, with commas between them" />
      <${Check} ...${field} name="enemies" label="Chance to remove each kind of enemy" />
    <//>
  <//>`;
}

// The forms. `empty`: values of a form for arguments that a question does not have; `options`: the values that a field offers;
// `modes`: values of fields that choose between others.
const FORMS = {
  "ra attack": {
    game: "ra", key: "odds.ra", defaults: ATTACK, numbers: ATTACK_NUMBERS, asked: attackQuestion, options: { range: RANGES, chart: CHARTS },
    empty: { range: "", cover_hits: 0, defense: "" },
    modes: (q) => ({
      by: q.attack ? "dice" : "loadout", on: q.target ? "loadout" : "dice",
      spotting: q.spot_by ? "loadout" : q.spot ? "dice" : "none", shelter: q.covered_by ? "frame" : q.cover_hits ? "terrain" : "none",
    }),
  },
  "io attack": {
    game: "io", key: "odds.io", defaults: ORBIT, numbers: ORBIT_NUMBERS, asked: orbitQuestion, options: { band: BANDS, target: TARGETS },
    empty: { attack: "", spot: "", defense: "", band: "", target: "", cover_hits: 0 },
    modes: (q) => ({ shelter: q.cover_hits ? "hits" : q.cover ? "cover" : "none" }),
  },
  "io board": {
    game: "io", key: "odds.board", defaults: BOARDING, numbers: BOARDING_NUMBERS, asked: boardingQuestion, options: {},
    empty: { companies: "", ace: false, owner_companies: 0, reds: "" }, modes: (q) => ({ hit: joined(q.hit) }),
  },
  "af armaments": {
    game: "af", key: "odds.af", defaults: ARMAMENTS, numbers: ARMAMENTS_NUMBERS, asked: armamentsQuestion, options: { gear: GEARS },
    empty: { gear: "", vigor: "" }, modes: (q) => ({ with: joined(q.with) }),
  },
};

const joined = (value = []) => [value].flat().map(String).join(", ");

// A value of a link as a field has it; undefined if no field has it.
function fitted(value, initial, options, range) {
  const number = typeof initial === "number" && typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  const text = typeof initial === "string" && typeof value === "number" ? String(value) : number;
  if (typeof text !== typeof initial || (typeof text === "string" && text.includes("\n"))) return undefined;
  if (range !== undefined && !isNumberOf(text, range)) return undefined;
  return options === undefined || options.some(([one]) => one === text) ? text : undefined;
}

// Equal arguments of a question: a number may be a text, and a list of one value may be that value.
const alike = (a, b) => {
  const [one, other] = [a, b].map((value) => JSON.stringify([value].flat().map((item) => (item === true ? item : String(item)))));
  return one === other;
};

// The form of a question that a link brings: its game, key and values, the rules, and under `left` the arguments that would not be
// the same in the question of the form; null for other questions.
export function formOf({ version, figures, rules, ...q }) {
  const form = Object.hasOwn(FORMS, q.ask) ? FORMS[q.ask] : null;
  if (!form) return null;
  const { game, key, defaults, options, numbers = {} } = form;
  const empty = { ...defaults, ...form.empty };
  const fits = Object.entries(q).filter(([name]) => Object.hasOwn(defaults, name))
    .map(([name, value]) => [name, fitted(value, defaults[name], options[name], numbers[name])]);
  const known = Object.fromEntries(fits.filter(([, value]) => value !== undefined));
  const values = { ...empty, ...known, ...form.modes(q) };
  const asked = form.asked(values);
  // Fields leave out zeros and unchecked boxes.
  const unset = (name) => asked[name] === undefined && (q[name] === false || known[name] === 0) && known[name] === empty[name];
  const names = [...new Set([...Object.keys(q), ...Object.keys(asked)])];
  const left = names.filter((name) => !unset(name) && !alike(q[name], asked[name]));
  return { game, tab: "odds", key, values, rules, left: isRules(rules) ? left : [...left, "rules"] };
}

export function Odds({ game, rules }) {
  const archetypes = useList(game.id === "ra" ? "archetypes" : null);
  const [which, setWhich] = useStored("odds.io.which", "attack");
  if (game.id === "ra") return html`<${Attack} rules=${rules} archetypes=${archetypes} />`;
  if (game.id === "af") return html`<${Armaments} rules=${rules} />`;
  const form = { values: { which } };
  return html`<div class="which"><${Choice} form=${form} name="which" label="Question" onChange=${setWhich}
      options=${[["attack", "Attack"], ["board", "Boarding"]]} /></div>
    ${which === "board" ? html`<${Boarding} rules=${rules} />` : html`<${OrbitAttack} rules=${rules} />`}`;
}
