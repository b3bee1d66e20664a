// The one way to an answer: a question as an object goes to the server or to a worker, the answer comes back as an object.
// The answer to every question has `ok`; this file never throws.
import { parseExact, writeExact } from "./exact.js";
import { useEffect, useRef, useState } from "./view.js";
import { XzReadableStream } from "./vendor/xz-decompress.mjs";

const VERSION = 1;
const served = document.querySelector('meta[name="hitchart-server"]') !== null && location.protocol.startsWith("http");
const packed = document.getElementById("wasm");

export const transport = served ? "server" : packed ? "workers" : "none";
// How many units of work run at the same time.
export const lanes = Math.max(2, Math.min(8, navigator.hardwareConcurrency || 2));

export function mistake(message, kind = "failed") {
  return { version: VERSION, ok: false, error: { kind, message, problem: message } };
}

// Answers with counts or units of work keep their numbers exactly.
const KEEPS = new Map([["units", true], ["work", true], ["answer", false], ["run", false], ["play", false]]);

function understood(text, question) {
  try {
    const answer = KEEPS.has(question.ask) ? parseExact(text, KEEPS.get(question.ask)) : JSON.parse(text);
    if (answer !== null && typeof answer === "object" && typeof answer.ok === "boolean") return answer;
  } catch { /* falls through */ }
  return mistake("The answer is not readable.");
}

// Server

async function fetched(question, signal) {
  const body = writeExact(question);
  try {
    const reply = await fetch("/ask", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
    const text = await reply.text();
    if (text.trimStart().startsWith("{")) return understood(text, question);
    return mistake(`The server refused the question (${reply.status}).`);
  } catch (fault) {
    if (signal?.aborted) return mistake("stopped", "stopped");
    return mistake("The server does not answer. Is `hitchart serve` still running?");
  }
}

// Workers

class Pool {
  // `ends`: a question that is stopped ends its worker. Otherwise the worker finishes it, and the answer is dropped.
  constructor(size, ends) {
    this.size = size;
    this.ends = ends;
    this.idle = [];
    this.busy = new Map();
    this.queue = [];
    this.last = 0;
    this.starting = 0;
  }

  async worker() {
    const worker = new Worker(await workerAddress());
    worker.postMessage({ module: await program() });
    worker.onmessage = ({ data }) => {
      const job = this.busy.get(worker);
      if (!job || job.id !== data.id) return;
      // After a fault, the memory of the program is in no known state.
      if (data.fault !== undefined) return this.drop(worker, mistake(`The program failed: ${data.fault}`));
      this.busy.delete(worker);
      this.idle.push(worker);
      job.done(understood(data.text, job.question));
      this.next();
    };
    worker.onerror = (event) => this.drop(worker, mistake(`The program failed: ${event.message || "a worker ended"}`));
    return worker;
  }

  // A worker cannot be interrupted: it is ended, and another one takes its place.
  drop(worker, answer) {
    worker.terminate();
    this.idle = this.idle.filter((other) => other !== worker);
    const job = this.busy.get(worker);
    this.busy.delete(worker);
    job?.done(answer);
    this.next();
  }

  // `urgent`: before all that waits.
  ask(question, signal, urgent) {
    return new Promise((resolve) => {
      const job = { id: ++this.last, question, text: writeExact(question) };
      const stop = () => {
        const at = this.queue.indexOf(job);
        if (at >= 0) this.queue.splice(at, 1);
        const worker = this.ends && [...this.busy].find(([, other]) => other === job)?.[0];
        if (worker) this.drop(worker, mistake("stopped", "stopped"));
        else job.done(mistake("stopped", "stopped"));
      };
      job.done = (answer) => {
        signal?.removeEventListener("abort", stop);
        resolve(answer);
      };
      if (signal?.aborted) return job.done(mistake("stopped", "stopped"));
      signal?.addEventListener("abort", stop);
      if (urgent) this.queue.unshift(job);
      else this.queue.push(job);
      this.next();
    });
  }

  async next() {
    while (this.queue.length > 0 && this.busy.size + this.starting < this.size) {
      const job = this.queue.shift();
      let worker = this.idle.pop();
      if (!worker) {
        this.starting += 1;
        try {
          worker = await this.worker();
        } catch (fault) {
          job.done(mistake(`The program does not start: ${fault.message}`));
          continue;
        } finally {
          this.starting -= 1;
        }
      }
      this.busy.set(worker, job);
      worker.postMessage({ id: job.id, text: job.text });
    }
  }
}

let address = null;
function workerAddress() {
  const source = document.getElementById("worker").textContent;
  address ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return address;
}

// Seven bits of each character of a text; assemble.py writes it.
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let value = 0;
  let width = 0;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    value = ((value << 7) | (text.charCodeAt(at) & 127)) & 0x7fff;
    width += 7;
    if (width >= 8) {
      width -= 8;
      bytes[end] = value >> width;
      end += 1;
    }
  }
  return bytes;
}

let module = null;
function program() {
  module ??= (async () => {
    const stream = new XzReadableStream(new Blob([bytesOf(packed.textContent)]).stream());
    return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  })();
  return module;
}

// One worker for what a reader waits for, the others for units of work.
const first = new Pool(1, false);
const others = new Pool(lanes, true);

function sent(question, signal, pool, urgent) {
  const whole = { version: VERSION, ...question };
  if (transport === "server") return fetched(whole, signal);
  if (transport === "workers") return pool.ask(whole, signal, urgent);
  return Promise.resolve(mistake("This page has no program inside. Open it with `hitchart serve`, or take `lab.html`."));
}

export const ask = (question, signal, urgent = false) => sent(question, signal, first, urgent);
// For questions that take long: they do not hold up what a reader types.
export const askLong = (question, signal) => sent(question, signal, others);

// Answers that were given before

const KEPT = 300;
const kept = new Map();

export async function askOnce(question, { signal, long = false, urgent = false } = {}) {
  const key = JSON.stringify(question);
  if (kept.has(key)) return kept.get(key);
  const answer = await (long ? askLong(question, signal) : ask(question, signal, urgent));
  if (answer.ok) {
    kept.set(key, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return answer;
}

// The argument that a mistake is about: the one that the program names, or the one with the text that it quotes.
function placed(error, question) {
  if (error.argument) return error;
  const quoted = [...(error.problem ?? "").matchAll(/`([^`]*)`/g)].map(([, text]) => text.toLowerCase());
  const found = Object.entries(question).find(([name, value]) => name !== "ask" && typeof value === "string"
    && value.trim() !== "" && quoted.includes(value.trim().toLowerCase()));
  return found ? { ...error, argument: found[0] } : error;
}

// As `useAnswer`, of a form that may have a mistake: then the last answer stays, with this mistake, and nothing is asked.
export function useChecked(question, mistake, delay) {
  const last = useRef(null);
  if (!mistake) last.current = question;
  const state = useAnswer(last.current, delay);
  return mistake ? { ...state, error: mistake } : state;
}

// The answer to a question that may change with every key: the last good answer stays until the next one is there.
// `answered` is the question of `answer`. `question` may be null: nothing is asked. `long`: the answer may take seconds.
export function useAnswer(question, delay = 20, long = false) {
  const [state, setState] = useState({ answer: null, answered: null, error: null, key: "" });
  const latest = useRef("");
  const key = question === null ? "" : JSON.stringify(question);
  useEffect(() => {
    latest.current = key;
    if (key === "") {
      setState({ answer: null, answered: null, error: null, key });
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await askOnce({ ...question, figures: false }, { signal: control.signal, long, urgent: true });
      if (latest.current !== key || answer.error?.kind === "stopped") return;
      setState((was) => answer.ok ? { answer, answered: question, error: null, key }
        : { ...was, error: placed(answer.error, question), key });
    }, kept.has(JSON.stringify({ ...question, figures: false })) ? 0 : delay);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key]);
  return { ...state, pending: state.key !== key };
}
