// Runs a scenario by units of work, with an answer along the way: start, stop, go on.
import { useEffect, useRef, useState } from "./view.js";
import { ask, askLong, lanes, mistake } from "./ask.js";

const PARTS = 64;
// Milliseconds between two answers along the way. An answer may take longer: then the next one waits for it.
const PAUSE = 400;

const field = (answer, name) => answer[name] ?? answer.data?.[name];

// Runs all units that a scenario still needs. `report` gets what changes: { answer, done, all, counts }.
// Returns the last answer; a stopped run returns the answer from the counts that are there.
export async function simulate(options, counts, signal, report) {
  let answering = null;
  let last = 0;
  const live = () => {
    if (answering || performance.now() - last < PAUSE || counts.length === 0) return;
    answering = ask({ ask: "answer", ...options, counts: [...counts] }, signal).then((answer) => {
      answering = null;
      last = performance.now();
      if (answer.ok && !signal.aborted) report({ answer });
    });
  };
  for (;;) {
    const next = await askLong({ ask: "units", ...options, counts, parts: PARTS }, signal);
    if (!next.ok) return signal.aborted && counts.length > 0 ? finished(options, counts) : next;
    const units = field(next, "units") ?? [];
    if (units.length === 0) break;
    const fault = await stage(units, counts, signal, report, live);
    if (signal.aborted || fault) {
      await answering;
      return fault ?? finished(options, counts);
    }
  }
  await answering;
  return finished(options, counts);
}

const finished = async (options, counts) => (counts.length > 0
  ? ask({ ask: "answer", ...options, counts })
  : mistake("stopped", "stopped"));

// Works on the units of one stage, several at a time. Returns a mistake, or null.
async function stage(units, counts, signal, report, live) {
  const cost = (unit) => (typeof unit.cost === "number" && unit.cost > 0 ? unit.cost : 1);
  const all = units.reduce((sum, unit) => sum + cost(unit), 0);
  let [next, done, fault] = [0, 0, null];
  const lane = async () => {
    while (next < units.length && !signal.aborted && !fault) {
      const unit = units[next++];
      const answer = await askLong({ ask: "work", unit }, signal);
      if (signal.aborted) return;
      if (!answer.ok) {
        fault = answer;
        return;
      }
      counts.push(field(answer, "counts"));
      done += cost(unit);
      report({ done, all, counts });
      live();
    }
  };
  report({ done, all, counts });
  await Promise.all(Array.from({ length: lanes }, lane));
  return fault;
}

const IDLE = { running: false, answer: null, error: null, done: 0, all: 0, counts: [], options: null, complete: false, seconds: 0 };

// A run as the state of a part of the page.
export function useRun() {
  const [state, setState] = useState(IDLE);
  const control = useRef(null);
  const change = (more) => setState((was) => ({ ...was, ...more }));
  const start = async (options, counts = []) => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    const began = performance.now();
    setState((was) => ({ ...IDLE, running: true, options, counts, answer: counts.length > 0 ? was.answer : null }));
    const report = (more) => control.current === own && change({ ...more, seconds: (performance.now() - began) / 1000 });
    const answer = await simulate(options, counts, own.signal, report);
    if (control.current !== own) return;
    const last = { running: false, seconds: (performance.now() - began) / 1000 };
    if (answer.ok) change({ ...last, answer, counts: [...counts], complete: answer.complete !== false && !own.signal.aborted });
    else if (answer.error?.kind === "stopped") change(last);
    else change({ ...last, error: answer.error });
  };
  const stop = () => control.current?.abort();
  const clear = () => {
    control.current?.abort();
    control.current = null;
    setState(IDLE);
  };
  useEffect(() => () => control.current?.abort(), []);
  return { ...state, start, stop, clear };
}
