// Frame graphs: what a frame or a ship is expected to do at each action, as bars and numbers.
import { html, useMemo } from "./view.js";
import { Choice } from "./form.js";
import { useRows } from "./names.js";
import { useStored } from "./store.js";

export const FRAME_MEASURES = [
  { id: "Rh", title: "Hand-to-hand", attack: true },
  { id: "Rd", title: "Direct", attack: true },
  { id: "Ra", title: "Artillery", attack: true },
  { id: "Y", title: "Spotting" },
  { id: "B", title: "Defense" },
  { id: "G", title: "Movement" },
  { id: "D", title: "Durability" },
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

// The best value of each measure of any legal ship, with or without white dice: { dogfight: 1.98, … }.
export function useBestShip(rules) {
  const tiers = [useRows({ ask: "io ships", rules }), useRows({ ask: "io ships", whites: 2, rules })];
  return useMemo(() => Object.fromEntries(SHIP_MEASURES.map(({ id, field }) => [
    id, Math.max(0, ...tiers.flat().map((row) => row[field] ?? 0)),
  ])), tiers);
}

// The values of a ship as shares of the best ones.
export function sharesOf(values, best) {
  const share = (value, id) => (value === null || value === undefined || !best[id] ? null : value / best[id]);
  return Object.fromEntries(Object.entries(values).map(([id, own]) => [id, own.map((value) => share(value, id))]));
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

const most = (values) => {
  const there = values.filter((value) => value !== null && value !== undefined);
  return there.length > 0 ? Math.max(...there) : null;
};

// Attacks at all ranges as one row: the range at which the frame is nearest to the best; without shares, the largest value.
function anyRange(rows) {
  const attacks = rows.filter(({ attack }) => attack);
  const tier = (at) => {
    const rank = (row) => (row?.parts ?? row?.values)?.[at] ?? -1;
    const best = attacks.reduce((found, row) => (rank(row) > rank(found) ? row : found), null);
    return { value: best?.values[at] ?? null, part: best?.parts?.[at] ?? null };
  };
  const tiers = attacks[0].values.map((_, at) => tier(at));
  const parts = attacks[0].parts && tiers.map(({ part }) => part);
  const one = { id: "any", title: "Attack, best range", values: tiers.map(({ value }) => value), parts };
  return [one, ...rows.filter(({ attack }) => !attack)];
}

// `measures` with `values` for each number of white dice. `shares`: the same values as shares of the best legal loadout; null if
// there is no best.
export function Graph({ title, measures, values, shares, whites, view }) {
  const raw = measures.map((measure) => {
    const own = values[measure.id] ?? whites.map(() => null);
    return { ...measure, values: own, parts: shares && (shares[measure.id] ?? whites.map(() => null)) };
  }).filter(({ values: own }) => own.some((value) => value !== null && value !== undefined));
  const rows = view.ranges === "any" && raw.some(({ attack }) => attack) ? anyRange(raw) : raw;
  const width = (row, at) => (row.parts?.some((part) => part !== null) ? Math.min(1, row.parts[at] ?? 0)
    : (row.values[at] ?? 0) / (most(row.values) || 1));
  const text = (row, at) => (view.as === "percent" && row.parts
    ? row.parts[at] === null || row.parts[at] === undefined ? "–" : `${Math.round(100 * row.parts[at])}%`
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
