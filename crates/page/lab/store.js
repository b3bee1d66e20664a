// Values that several parts of the page share and that stay when the page is opened again.
import { useLayoutEffect, useState } from "./view.js";

const KEY = "hitchart-lab";
const values = new Map();
const listeners = new Map();
let waiting = 0;

// A browser may refuse storage, and a stored value may come from another version: then the page starts afresh.
function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [key, value] of Object.entries(stored)) values.set(key, value);
  } catch { /* nothing is stored */ }
}

function keep() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(values)));
    } catch { /* full or refused: the values last as long as the page */ }
  }, 300);
}

export function stored(key, initial) {
  const value = values.get(key);
  const alike = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial) && value !== null;
  return value !== undefined && (alike || initial === null) ? value : initial;
}

export function store(key, value) {
  if (value === undefined) values.delete(key);
  else values.set(key, value);
  keep();
  for (const listener of listeners.get(key) ?? []) listener();
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
  const set = (next) => store(key, typeof next === "function" ? next(stored(key, initial)) : next);
  return [value, set];
}

load();
