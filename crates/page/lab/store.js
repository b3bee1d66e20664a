// Values that several parts of the page share and that stay when the page is opened again. Values whose key begins with `page.`
// stay only while the page is open.
import { useLayoutEffect, useState } from "./view.js";

const KEY = "hitchart-lab";
// What a reader keeps is the same in all tabs of the browser. The rest, such as forms, is each tab's own while it is open.
const COMMON = /^(builds|rule\.text)\.|^references$/;
const values = new Map();
const listeners = new Map();
// Keys whose values are not written yet.
const changed = new Set();
let waiting = 0;

// What is in storage; null if there is nothing or it cannot be read.
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return null;
  }
}

// A browser may refuse storage, and a stored value may come from another version: then the page starts afresh.
function load() {
  for (const [key, value] of Object.entries(read() ?? {})) {
    // An emptied scenario is no scenario when the page is opened again.
    if (!key.startsWith("duel.text.") || value !== "") values.set(key, value);
  }
}

// Writes only what has changed here: the other values in storage may be newer than those of this tab.
function write() {
  clearTimeout(waiting);
  if (changed.size === 0) return;
  const all = new Map(Object.entries(read() ?? {}));
  for (const key of changed) {
    if (values.has(key)) all.set(key, values.get(key));
    else all.delete(key);
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    changed.clear();
  } catch { /* full or refused: the values last as long as the page */ }
}

function keep(key) {
  if (key.startsWith("page.")) return;
  changed.add(key);
  clearTimeout(waiting);
  // Common values do not wait, so that no other tab changes an old list.
  if (COMMON.test(key)) write();
  else waiting = setTimeout(write, 300);
}

// Takes over the common values that other tabs have changed.
function refresh() {
  const all = read();
  if (all === null) return;
  for (const key of new Set([...values.keys(), ...Object.keys(all)])) {
    if (!COMMON.test(key) || changed.has(key) || JSON.stringify(all[key]) === JSON.stringify(values.get(key))) continue;
    put(key, all[key]);
  }
}

function put(key, value) {
  if (value === undefined) values.delete(key);
  else values.set(key, value);
  for (const listener of listeners.get(key) ?? []) listener();
}

export function stored(key, initial) {
  const value = values.get(key);
  const alike = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial) && value !== null;
  return value !== undefined && (alike || initial === null) ? value : initial;
}

// Removes the values whose keys begin with a text.
export function forget(start) {
  for (const key of [...values.keys()].filter((one) => one.startsWith(start))) put(key, undefined);
}

export function store(key, value) {
  put(key, value);
  keep(key);
}

// Stores what `next` makes of the value. A list of kept builds may have got longer in another tab, so it is read afresh.
export function update(key, initial, next) {
  if (COMMON.test(key)) refresh();
  store(key, next(stored(key, initial)));
}

// Like useState, with the value kept under a key and shared by all parts that use the key.
export function useStored(key, initial) {
  const [, redraw] = useState(0);
  // Listens before the reader sees the page: no press comes too early.
  useLayoutEffect(() => {
    const listener = () => redraw((n) => n + 1);
    if (!listeners.has(key)) listeners.set(key, new Set());
    listeners.get(key).add(listener);
    return () => listeners.get(key).delete(listener);
  }, [key]);
  const value = stored(key, initial);
  const set = (next) => (typeof next === "function" ? update(key, initial, next) : store(key, next));
  return [value, set];
}

load();
window.addEventListener("storage", (event) => { if (event.key === KEY || event.key === null) refresh(); });
window.addEventListener("pagehide", write);
// A browser may let a hidden tab sleep through what other tabs store.
document.addEventListener("visibilitychange", () => {
  write();
  refresh();
});
