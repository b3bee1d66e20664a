// Tables of answers: sorted by a press on a heading, filtered, and compared with a reference.
import { shownNumber } from "./exact.js";
import { html, useMemo, useState } from "./view.js";

const PAGE = 50;
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export const isNumber = (column) => column.kind === "number" || column.kind === "count";

// Numbers as the program prints them: with the decimals of the column, if it has any, and else with about four digits.
// The numbers of a column have the same decimals.
export function number(value, decimals) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (decimals === undefined && Number.isInteger(value)) return grouped(String(value));
  const size = Math.abs(value);
  const places = decimals ?? (size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.001 || size === 0 ? 4 : 6);
  return grouped(value.toFixed(places).replace(/^-(?=[0.]*$)/, ""));
}

// An interval in words, as the program writes it. A bound that is null has no limit. `write` formats a bound.
export function within([low, high], write) {
  if (low === null && high === null) return "unknown";
  if (high === null) return `${write(low)} or more`;
  return low === null ? `${write(high)} or less` : `${write(low)} to ${write(high)}`;
}

const grouped = (text) => text.replace(/^(-?)(\d{5,})/, (_, sign, digits) => sign + digits.replace(/\B(?=(\d{3})+$)/g, ","));

function withDecimals(table) {
  return { ...table, columns: table.columns.map((column, at) => {
    if (column.kind !== "number" && column.kind !== "interval") return { ...column, decimals: undefined };
    if (Number.isInteger(column.decimals)) return column;
    const values = table.rows.flatMap((cells) => cells[at] ?? []).filter(Number.isFinite);
    const size = Math.max(0, ...values.map(Math.abs));
    const whole = values.every(Number.isInteger) && size > 1;
    return { ...column, decimals: whole || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4 };
  }) };
}

// Long texts may wrap.
const isLong = (table, at) => table.rows.some((cells) => typeof cells[at] === "string" && cells[at].length > 36);

function cellText(column, value) {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return within(value, (bound) => number(bound, column.decimals));
  if (typeof value === "boolean") return value ? "yes" : "";
  if (column.kind === "count") return number(value);
  return typeof value === "number" ? number(value, column.decimals) : shownNumber(String(value));
}

// Whole percents, and one decimal where they are small.
const percent = (value) => `${(100 * value).toFixed(value !== 0 && Math.abs(value) < 0.0995 ? 1 : 0)}%`;
export const share = (value) => (value === null || value === undefined ? "–" : percent(value));

// The decimals that show an interval: one digit of half its width, or two if the first is a 1 or a 2.
function decimalsOf([low, high]) {
  const half = (high - low) / 2;
  const place = Math.floor(Math.log10(half));
  return Math.max(0, Math.min(6, -place + (half / 10 ** place < 3 ? 1 : 0)));
}

// A share with its interval, as the program writes it: `10% (2 to 30%)`.
export function shareWithin(value, [low, high]) {
  if (low === null || high === null || low >= high) return `${share(value)} (${within([low, high], share)})`;
  const decimals = decimalsOf([100 * low, 100 * high]);
  const [point, ...ends] = [value, low, high].map((one) => (100 * one).toFixed(decimals));
  return `${point}% (${ends[0]} to ${ends[1]}%)`;
}

function compared(a, b) {
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === null ? 1 : -1;
  const [x, y] = [a, b].map((value) => (Array.isArray(value) ? value[0] ?? -Infinity : value));
  return typeof x === "number" && typeof y === "number" ? (x === y ? 0 : x - y) : order.compare(String(x), String(y));
}

// `changes`: for each row, what each column changed by against a reference (see saved.js).
export function Table({ table: given, changes, onRow, chosen, label }) {
  const table = useMemo(() => withDecimals(given), [given]);
  const looks = useMemo(() => table.columns.map((column, at) => look(column, at, isLong(table, at))), [table]);
  const [sort, setSort] = useState(null);
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(PAGE);
  const rows = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ cells }) => {
      const text = cells.map((cell, at) => cellText(table.columns[at], cell)).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const all = table.rows.map((cells, at) => ({ cells, at }));
    const left = words.length > 0 ? all.filter(fits) : all;
    if (sort) left.sort((a, b) => sort.sign * compared(a.cells[sort.at], b.cells[sort.at]));
    return left;
  }, [table, sort, filter]);
  const press = (at) => setSort((was) => {
    if (was?.at !== at) return { at, sign: isNumber(table.columns[at]) ? -1 : 1 };
    return was.sign === (isNumber(table.columns[at]) ? -1 : 1) ? { at, sign: -was.sign } : null;
  });
  const changed = table.columns.map((_, at) => changes?.columns[at] === true);
  const title = table.title || label || table.name;
  return html`<div class="table">
    <h3>${title}</h3>
    ${table.note && html`<p class="note">${table.note}</p>`}
    ${table.rows.length > 20 && html`<div class="filter">
      <input type="search" placeholder="Filter rows" aria-label=${`Filter rows of ${title}`} value=${filter}
        onInput=${(event) => { setFilter(event.currentTarget.value); setMost(PAGE); }} />
      <output>${Math.min(rows.length, most)} of ${table.rows.length} rows</output>
    </div>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${title}><table>
      <thead><tr>${table.columns.map((column, at) => html`
        <th key=${column.name} scope="col" class=${looks[at]} title=${column.meaning}
          aria-sort=${sort?.at === at ? (sort.sign > 0 ? "ascending" : "descending") : undefined}>
          <button type="button" onClick=${() => press(at)}>${column.title || column.name}</button></th>
        ${changed[at] && html`<th key=${`${column.name}+`} scope="col" class="n change">Change</th>`}`)}
      </tr></thead>
      <tbody>${rows.slice(0, most).map(({ cells, at: row }) => html`
        <tr key=${row} class=${`${onRow ? "press" : ""}${chosen === row ? " chosen" : ""}`} onClick=${onRow && (() => onRow(row))}>
          ${table.columns.map((column, at) => html`
            <${at === 0 && column.kind === "text" ? "th" : "td"} key=${column.name} class=${looks[at]}
              scope=${at === 0 && column.kind === "text" ? "row" : undefined}>${cellText(column, cells[at])}<//>
            ${changed[at] && html`<${Change} key=${`${column.name}+`} change=${changes.rows[row]?.[at]} column=${column} />`}`)}
        </tr>`)}</tbody>
    </table></div>
    ${rows.length > most && html`<button type="button" class="quiet" onClick=${() => setMost(most + 200)}>Show more rows</button>`}
  </div>`;
}

function Change({ change, column }) {
  if (!change) return html`<td class="n change"></td>`;
  const decimals = column.decimals ?? (column.kind === "count" ? 0 : undefined);
  const size = number(Math.abs(change.by), decimals);
  const small = /^0(\.0*)?$/.test(size);
  const text = change.by === 0 ? "0" : `${small ? "" : change.by > 0 ? "+" : "-"}${size}`;
  const why = change.noise ? "About within the noise of the games" : change.by === 0 ? "No change" : undefined;
  return html`<td class=${`n change${change.noise || small ? " noise" : ""}`} title=${why}>${text}</td>`;
}

function look(column, at, long) {
  if (isNumber(column)) return "n";
  if (column.kind === "interval") return "n soft";
  return long ? "l" : at === 0 ? "h" : "";
}
