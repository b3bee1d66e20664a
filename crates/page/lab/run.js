// Runs scenarios by units of work, with an answer along the way: start, stop, go on.
import { ask, askLong, lanes } from "./ask.js";
import { says } from "./saved.js";
import { useStored } from "./store.js";

// Estimate of a unit's seconds in native code, and the seconds below which a unit is not divided: reading a unit takes longer.
const cost = (unit) => (typeof unit.cost === "number" && unit.cost > 0 ? unit.cost : 1);
const LEAST = 0.02;

// How many units a stage should have: enough for all lanes, and not so large that a reader waits for an answer along the way.
function wanted({ scenario, games }, seconds) {
  const most = games ?? Number((/^games = ([\d_]+)/m.exec(scenario)?.[1] ?? "0").replaceAll("_", ""));
  return Math.min(Math.ceil(seconds / LEAST), Math.max(4 * lanes, Math.min(256, Math.ceil(most / 100))));
}

// The next units. Some studies have many simulations, each of which is a unit; others have one, which is divided.
async function nextUnits(options, counts, signal) {
  const whole = await askLong({ ask: "units", ...options, counts, parts: 1 }, signal);
  const units = whole.ok ? field(whole, "units") ?? [] : [];
  const most = wanted(options, units.reduce((sum, unit) => sum + cost(unit), 0));
  if (units.length === 0 || units.length >= most) return whole;
  return askLong({ ask: "units", ...options, counts, parts: Math.ceil(most / units.length) }, signal);
}
// Milliseconds between two answers along the way, and how many times its own time the next one waits.
const PAUSE = 400;
const REST = 3;

const field = (answer, name) => answer[name] ?? answer.data?.[name];

// Runs all units that a scenario still needs. `report` gets what changes: { answer, done, all, counts }.
// Returns the last answer; a stopped run returns the answer from the counts that are there.
async function simulate(options, counts, signal, report) {
  let answering = null;
  let next = 0;
  const live = () => {
    const began = performance.now();
    if (answering || began < next || counts.length === 0) return;
    answering = ask({ ask: "answer", ...options, counts: [...counts], figures: false }, signal).then((answer) => {
      answering = null;
      next = performance.now() + Math.max(PAUSE, REST * (performance.now() - began));
      if (answer.ok && says(answer) && !signal.aborted) report({ answer });
    });
  };
  for (;;) {
    const more = await nextUnits(options, counts, signal);
    if (!more.ok) return signal.aborted && counts.length > 0 ? finished(options, counts) : more;
    const units = field(more, "units") ?? [];
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

// A scenario without simulations needs no counts.
const finished = (options, counts) => ask({ ask: "answer", ...options, counts });

// Works on the units of one stage, several at a time. Returns a mistake, or null.
async function stage(units, counts, signal, report, live) {
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

// `answer` belongs to the question `answered`, `asked` is the last question of the run; `steps` are the runs that are still to
// do, `counts` those of the first of them.
const IDLE = {
  running: false, asked: null, answer: null, answered: null, error: null, done: 0, all: 0, counts: [], steps: [], complete: false,
  seconds: 0,
};

// What stops the run of each key.
const controls = new Map();

// The run of a key. It goes on, and its answer stays, while the reader looks at another part of the page. Several runs go one
// after the other, and each answer replaces the one before.
export function useRun(key) {
  const [state, setState] = useStored(`page.run.${key}`, IDLE);
  const start = async (given, counts = []) => {
    stop();
    const own = new AbortController();
    controls.set(key, own);
    const began = performance.now();
    const change = (more) => controls.get(key) === own
      && setState((was) => ({ ...was, ...more, seconds: (performance.now() - began) / 1000 }));
    const steps = [given].flat();
    const kept = ({ answer, answered }) => (counts.length > 0 ? { answer, answered } : {});
    setState((was) => ({ ...IDLE, running: true, asked: steps.at(-1), ...kept(was) }));
    let error = null;
    while (steps.length > 0 && !error && !own.signal.aborted) {
      const options = steps[0];
      const report = (more) => change(more.answer ? { ...more, answered: options } : more);
      change({ steps: [...steps], counts, done: 0, all: 0 });
      const answer = await simulate(options, counts, own.signal, report);
      if (!answer.ok) error = answer.error;
      else if (says(answer)) change({ answer, answered: options });
      if (error || own.signal.aborted) break;
      steps.shift();
      counts = [];
    }
    const complete = steps.length === 0;
    change({ running: false, complete, counts: [...counts], steps: [...steps], error: error?.kind === "stopped" ? null : error });
  };
  const stop = () => controls.get(key)?.abort();
  // Stops the run and drops its answer.
  const end = () => {
    stop();
    controls.delete(key);
    setState(undefined);
  };
  return { ...state, start, stop, end };
}

// True if the answer of a run belongs to other choices than those of `asked`.
export const outdated = (run, asked) => run.answer !== null && JSON.stringify(run.asked) !== JSON.stringify(asked);
