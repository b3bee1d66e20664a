// References: an answer that the next ones are compared with, one for each kind of question.
import { isNumber } from "./table.js";
import { update, useStored } from "./store.js";

const KEY = "references";
// Larger tables are not kept: storage is small, and a reader has no use for thousands of differences.
const MOST_ROWS = 200;

// Questions of one kind can be compared: the same command, or studies of the same kinds.
function kindOf(question) {
  if (typeof question.scenario !== "string") return question.ask;
  const kinds = question.ask === "run" ? question.scenario.match(/^kind = "[a-z-]+"$/gm) ?? [] : [];
  return `${question.ask} ${kinds.join(" ")}`;
}

export function saveReference(question, answer) {
  const tables = tablesOf(answer).filter((table) => table.rows.length <= MOST_ROWS);
  const reference = { question, line: lineOf(answer), tables, saved: new Date().toISOString() };
  update(KEY, {}, (was) => ({ ...was, [kindOf(question)]: reference }));
}

export function removeReference(question) {
  update(KEY, {}, ({ [kindOf(question)]: _, ...rest }) => rest);
}

export function useReference(question) {
  const [all] = useStored(KEY, {});
  return question ? all[kindOf(question)] ?? null : null;
}

// The tables of an answer and of its studies.
export function tablesOf(answer) {
  return [...(answer.tables ?? []), ...(answer.studies ?? []).flatMap((study) => study.tables ?? [])];
}

export function figuresOf(answer) {
  return [...(answer.figures ?? []), ...(answer.studies ?? []).flatMap((study) => study.figures ?? [])];
}

export function numbersOf(answer) {
  return [...(answer.numbers ?? []), ...(answer.studies ?? []).flatMap((study) => study.numbers ?? [])];
}

export function warningsOf(answer) {
  return [...new Set([...(answer.warnings ?? []), ...(answer.studies ?? []).flatMap((study) => study.warnings ?? [])])];
}

export function undecidedOf(answer) {
  return answer.undecided || (answer.studies ?? []).map((study) => study.undecided).filter(Boolean).join(" ");
}

// True if there is something to show: a run that has just begun may have answered no study yet.
export const says = (answer) => !Array.isArray(answer.studies) || answer.studies.length > 0;

export function lineOf(answer) {
  const lines = (answer.studies ?? []).map((study) => study.line).filter(Boolean);
  return answer.line || lines.join("\n") || (answer.summary ?? [])[0] || "";
}

export function summaryOf(answer) {
  const studies = (answer.studies ?? []).flatMap((study) => study.summary ?? []);
  return [...new Set([...(answer.summary ?? []), ...studies])].filter(Boolean);
}

// Names of rows: all of their texts; without texts, their first number; numbered if several rows have the same.
function keys(table, part) {
  const seen = new Map();
  return table.rows.map((cells) => {
    const key = JSON.stringify(part.map((at) => cells[at]));
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return `${key}${seen.get(key)}`;
  });
}

// For each row of a table, the same row of another: the only row of both, or the row of the same texts, or else the row of
// the same first text, as for a company that has got another policy.
function matched(table, before) {
  if (table.rows.length === 1 && before.rows.length === 1) return before.rows;
  const texts = table.columns.map((column, at) => (column.kind === "text" ? at : -1)).filter((at) => at >= 0);
  const found = (part) => {
    const rows = new Map(keys(before, part).map((key, at) => [key, before.rows[at]]));
    return keys(table, part).map((key) => rows.get(key));
  };
  const all = found(texts.length > 0 ? texts : [0]);
  const isName = texts.length > 0 && new Set(table.rows.map((cells) => cells[texts[0]])).size === table.rows.length;
  const first = isName ? found([texts[0]]) : [];
  return all.map((row, at) => row ?? first[at]);
}

// The place of the interval of a column: named after it, or the next column.
export function intervalOf(columns, at) {
  const named = columns.findIndex(({ name, kind }) => kind === "interval" && name === `${columns[at].name}_interval`);
  if (named >= 0) return named;
  return columns[at + 1]?.kind === "interval" ? at + 1 : -1;
}

// True if the interval of the difference of two independent estimates contains 0. Its half widths are about the root of the
// sum of the squared half widths of both intervals (Newcombe 1998, method 10). A bound that is null has no limit.
function isNoise(now, [low, high], was, [least, most]) {
  const half = (up, down) => (up === null || down === null ? Infinity : Math.hypot(up - now, down - was));
  const by = now - was;
  return by >= 0 ? by <= half(low, most) : -by <= half(high, least);
}

// What changed from a reference's table to this one: `columns` (true for columns to show) and `rows` of { by, noise }.
// Of simulated tables, only columns with an interval count: the rest says how many games were played.
export function changesOf(table, reference) {
  const before = reference?.tables.find((other) => other.name === table.name && other.columns?.length > 0);
  if (!before) return null;
  const simulated = table.columns.some((column) => column.kind === "interval");
  const place = table.columns.map(({ name }) => before.columns.findIndex((column) => column.name === name));
  const first = table.rows.length === 1 || table.columns.some((column) => column.kind === "text") ? -1 : 0;
  const counted = table.columns.map((column, at) => {
    if (!isNumber(column) || place[at] < 0 || at === first) return false;
    return !simulated || intervalOf(table.columns, at) >= 0;
  });
  const old = matched(table, before);
  const rows = table.rows.map((_, row) => table.columns.map((__, at) => {
    const was = old[row]?.[place[at]];
    const now = table.rows[row][at];
    if (!counted[at] || typeof was !== "number" || typeof now !== "number") return null;
    const here = intervalOf(table.columns, at);
    const there = here >= 0 ? intervalOf(before.columns, place[at]) : -1;
    const within = there >= 0 ? [table.rows[row][here], old[row][there]] : [];
    const noise = within.length > 0 && within.every(Array.isArray) && isNoise(now, within[0], was, within[1]);
    return { by: now - was, noise };
  }));
  const columns = counted.map((counts, at) => counts && rows.some((row) => row[at] && row[at].by !== 0));
  return { columns, rows, any: columns.includes(true) };
}
