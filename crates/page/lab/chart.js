// Charts that answer to the pointer and to the keyboard: distributions, and estimates with intervals.
import { html, useId, useState } from "./view.js";
import { share, shareWithin, within } from "./table.js";

const WIDTH = 640;
const HEIGHT = 230;
// Room for the labels of the axis, which are larger on a phone.
const LEFT = 64;
const TOP = 12;
const BOTTOM = 28;
// Chances below this are not drawn; the table has them.
const LEAST = 0.0005;

// Ends of axes that divide well: 0.1, 0.25, 0.5, 1 …
function rounded(top) {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
  return steps.find((step) => top <= step + 1e-9) ?? 1;
}

const atLeast = (values, at) => values.slice(at).reduce((sum, value) => sum + value, 0);

const mean = (values) => values.reduce((sum, value, at) => sum + at * value, 0);

// `series`: { name, title, values } where values[n] is the chance of n; `was`: the same of a reference, by name.
export function Distribution({ series, was, title }) {
  const [name, setName] = useState(series[0].name);
  const [at, setAt] = useState(null);
  const id = useId();
  const chosen = series.find((one) => one.name === name) ?? series[0];
  const before = was?.find((one) => one.name === chosen.name)?.values ?? [];
  const end = (values) => values.reduce((last, value, n) => (value >= LEAST ? n : last), 0);
  const count = Math.max(end(chosen.values), end(before), 3) + 1;
  const top = rounded(Math.max(...chosen.values, ...before, 0.01));
  const step = (WIDTH - LEFT) / count;
  const y = (value) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - value / top);
  const bar = Math.min(step * 0.72, 64);
  const words = (n) => {
    const exactly = chosen.values[n] ?? 0;
    const change = before.length > 0 ? `, reference ${share(before[n] ?? 0)}` : "";
    return `${chosen.title} ${n}: ${share(exactly)}; at least ${n}: ${share(atLeast(chosen.values, n))}${change}`;
  };
  const keys = (event) => {
    const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const from = at ?? (moves[event.key] > 0 ? -1 : count);
    setAt(Math.max(0, Math.min(count - 1, from + moves[event.key])));
  };
  const rest = `Mean ${mean(chosen.values).toFixed(2)}. Point at a bar, or press the arrow keys, to read it.`;
  return html`<figure class="chart" aria-labelledby=${`${id}-title`}>
    <div class="chart-head">
      <h3 id=${`${id}-title`}>${title}</h3>
      ${series.length > 1 && html`<div class="choice small" role="radiogroup" aria-label="Shown">
        ${series.map((one) => html`<label key=${one.name}><input type="radio" name=${id} checked=${one === chosen}
          onChange=${() => { setName(one.name); setAt(null); }} /><span>${one.title}</span></label>`)}
      </div>`}
    </div>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} class="plot" role="slider" tabindex="0" aria-label=${`${title}: ${chosen.title}`}
      aria-valuemin="0" aria-valuemax=${count - 1} aria-valuenow=${at ?? 0} aria-valuetext=${at === null ? rest : words(at)}
      onKeyDown=${keys} onPointerLeave=${() => setAt(null)} onBlur=${() => setAt(null)}>
      ${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<g key=${part}>
        <line class="grid" x1=${LEFT} x2=${WIDTH} y1=${y(part * top)} y2=${y(part * top)} />
        <text class="tick" x=${LEFT - 8} y=${y(part * top) + 4} text-anchor="end">${tick(part * top)}</text></g>`)}
      ${Array.from({ length: count }, (_, n) => html`<g key=${n} class=${at === n ? "on" : ""}
          onPointerEnter=${() => setAt(n)} onPointerDown=${() => setAt(n)}>
        <rect class="catch" x=${LEFT + n * step} y="0" width=${step} height=${HEIGHT} />
        <rect class="bar" x=${LEFT + n * step + (step - bar) / 2} width=${bar} rx="2"
          y=${y(chosen.values[n] ?? 0)} height=${Math.max(0, y(0) - y(chosen.values[n] ?? 0))} />
        ${before.length > 0 && html`<line class="before" x1=${LEFT + n * step + (step - bar) / 2 - 3}
          x2=${LEFT + n * step + (step + bar) / 2 + 3} y1=${y(before[n] ?? 0)} y2=${y(before[n] ?? 0)} />`}
        <text class="tick" x=${LEFT + (n + 0.5) * step} y=${HEIGHT - 6} text-anchor="middle">${n}</text></g>`)}
    </svg>
    <p class="reading">${at === null ? rest : words(at)}</p>
  </figure>`;
}

const tick = (value) => `${Number((100 * value).toFixed(2))}%`;

// Estimates with intervals: `rows` of { label, value, interval, was }, all of the same unit. `sub` and
// `say` are smaller words below the label and after the numbers. A bound that is null has no limit: the range is drawn to the edge.
export function Intervals({ rows, title, shares = true, even, write }) {
  const id = useId();
  const values = rows.flatMap(({ value, interval, was }) => [value, ...(interval ?? []), ...(was ? [was.value] : [])])
    .concat(even ?? []).filter(Number.isFinite);
  const [low, high] = shares ? [0, 1] : padded(Math.min(...values), Math.max(...values));
  const at = (value) => `${(100 * (Math.max(low, Math.min(high, value)) - low)) / (high - low)}%`;
  const look = ([least, most]) => (least === null && most === null ? "range open" : "range");
  const ends = ([least, most]) => ({ left: at(least ?? low), right: `calc(100% - ${at(most ?? high)})` });
  const text = write ?? ((value) => (shares ? share(value) : value.toFixed(Math.abs(high - low) >= 20 ? 0 : 2)));
  const words = (row) => {
    const [point, range] = (shares && !write && row.interval ? shareWithin(row.value, row.interval)
      : `${text(row.value)}${row.interval ? ` (${within(row.interval, text)})` : ""}`).split(/ (?=\()/);
    return html`<b>${point}</b>${range && html` <span class="soft">${range}</span>`}`;
  };
  return html`<figure class="chart" aria-labelledby=${id}>
    <h3 id=${id}>${title}</h3>
    <div class="intervals" role="list">${rows.map((row) => html`<div class="interval" role="listitem" key=${row.label}>
      <span class="who">${row.label}${row.sub && html` <span class="soft">${row.sub}</span>`}</span>
      <span class="track" aria-hidden="true">
        ${even !== undefined && html`<i class="even" style=${{ left: at(even) }}></i>`}
        ${row.interval && html`<i class=${look(row.interval)} style=${ends(row.interval)}></i>`}
        ${row.was && html`<i class="was" style=${{ left: at(row.was.value) }}></i>`}
        <i class="point" style=${{ left: at(row.value) }}></i>
      </span>
      <span class=${`what ${row.look ?? ""}`}>${words(row)}
        ${row.say && html` <em>${row.say}</em>`}</span>
    </div>`)}</div>
  </figure>`;
}

function padded(low, high) {
  const room = Math.max((high - low) * 0.06, 1e-6);
  return [low - room, high + room];
}
