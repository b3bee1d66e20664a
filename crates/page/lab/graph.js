// Frame graphs: what a frame or a ship is expected to do at each action, as bars and numbers.
import { html, useMemo } from "./view.js";
import { Choice } from "./form.js";
import { useRows } from "./names.js";
import { useStored } from "./store.js";

export const FRAME_MEASURES = [
  { id: "Rh", title: "Hand-to-hand", field: "hand_to_hand", attack: true },
  { id: "Rd", title: "Direct", field: "direct", attack: true },
  { id: "Ra", title: "Artillery", field: "artillery", attack: true },
  { id: "Y", title: "Spotting", field: "spotting" },
  { id: "B", title: "Defense", field: "defense" },
  { id: "G", title: "Movement", field: "movement" },
  { id: "D", title: "Attacks survived", field: "durability" },
];
export const SHIP_MEASURES = [
  { id: "dogfight", title: "Dogfight", field: "dogfight", attack: true },
  { id: "point_defense", title: "Point defense", field: "point_defense", attack: true },
  { id: "assault", title: "Assault", field: "assault", attack: true },
  { id: "support", title: "Support", field: "support", attack: true },
  { id: "spotting", title: "Spotting", field: "spotting" },
  { id: "defense", title: "Defense", field: "defense" },
  { id: "speed", title: "Speed", field: "speed" },
  { id: "fuel", title: "Fuel", field: "fuel" },
  { id: "catapults", title: "Catapults", field: "catapults" },
  { id: "repair", title: "Repair", field: "repair" },
];

// The best value of each measure of any legal loadout, for each number of white dice: { Rh: [sys, +1W, +2W], … }.
export function useBest(game, rules, whites) {
  const ask = (n) => (game.id === "ra"
    ? { ask: "ra loadouts", split: true, ...(n > 0 ? { whites: n } : {}), rules }
    : { ask: "io ships", ...(n > 0 ? { whites: n } : {}), rules });
  const tiers = [useRows(ask(whites[0])), useRows(ask(whites[1])), useRows(whites.length > 2 ? ask(whites[2]) : null)];
  const measures = game.id === "ra" ? FRAME_MEASURES : SHIP_MEASURES;
  return useMemo(() => Object.fromEntries(measures.map(({ id, field }) => [
    id, tiers.slice(0, whites.length).map((rows) => Math.max(0, ...rows.map((row) => row[field] ?? 0))),
  ])), tiers);
}

export function useGraphView() {
  const [view, setView] = useStored("graph", { as: "values", ranges: "each" });
  const controls = html`<div class="bar">
    <${Choice} form=${{ values: view }} name="as" label="Numbers" bare options=${[["values", "Values"], ["percent", "Percent of the best"]]}
      onChange=${(as) => setView({ ...view, as })} />
    <${Choice} form=${{ values: view }} name="ranges" label="Ranges" bare options=${[["each", "Each range"], ["any", "Any range"]]}
      onChange=${(ranges) => setView({ ...view, ranges })} />
  </div>`;
  return { view, controls };
}

const part = (value, best) => (value === null || value === undefined || !best ? null : value / best);
const most = (values) => {
  const there = values.filter((value) => value !== null && value !== undefined);
  return there.length > 0 ? Math.max(...there) : null;
};

// Attacks at all ranges as one row: the range at which the frame is nearest to the best.
function anyRange(rows) {
  const attacks = rows.filter(({ attack }) => attack);
  const tier = (at) => {
    const best = attacks.reduce((found, row) => ((row.parts[at] ?? -1) > (found?.parts[at] ?? -1) ? row : found), null);
    return best === null ? { value: null, part: null } : { value: best.values[at], part: best.parts[at] };
  };
  const tiers = attacks[0].values.map((_, at) => tier(at));
  const one = { id: "any", title: "Attack, best range", values: tiers.map(({ value }) => value), parts: tiers.map((found) => found.part) };
  return [one, ...rows.filter(({ attack }) => !attack)];
}

// `measures` with `values` for each number of white dice; `best` the same of the best legal loadout; `count` frames.
export function Graph({ title, measures, values, best, whites, view, count = 1 }) {
  const raw = measures.map((measure) => {
    const own = values[measure.id] ?? whites.map(() => null);
    const parts = own.map((value, at) => part(value, (best[measure.id]?.[at] ?? 0) * count));
    return { ...measure, values: own, parts };
  }).filter(({ values: own }) => own.some((value) => value !== null && value !== undefined));
  const rows = view.ranges === "any" && raw.some(({ attack }) => attack) ? anyRange(raw) : raw;
  const top = (row) => Math.max(most(row.values) ?? 0, (best[row.id]?.at(-1) ?? 0) * count) || 1;
  const isPart = (row) => view.as === "percent" || row.id === "any";
  const width = (row, at) => (isPart(row) ? Math.min(1, row.parts[at] ?? 0) : (row.values[at] ?? 0) / top(row));
  const text = (row, at) => (view.as === "percent"
    ? row.parts[at] === null ? "–" : `${Math.round(100 * row.parts[at])}%`
    : row.values[at] === null || row.values[at] === undefined ? "–" : row.values[at].toFixed(2));
  return html`<div class="graph">
    <h3>${title}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}><table>
      <thead><tr><th scope="col">Measure</th><th scope="col" aria-hidden="true"></th>
        ${whites.map((name) => html`<th key=${name} scope="col" class="n">${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row.id}>
        <th scope="row">${row.title}</th>
        <td aria-hidden="true"><span class="bars">${row.values.map((_, at) => html`<i key=${at} class=${`tier t${at}`}
          style=${{ width: `${100 * width(row, at)}%` }}></i>`).reverse()}</span></td>
        ${row.values.map((_, at) => html`<td key=${at} class="n">${text(row, at)}</td>`)}
      </tr>`)}</tbody>
    </table></div>
  </div>`;
}
