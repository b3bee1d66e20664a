// Links: everything after `#` is the version, a dot, and the deflated JSON of a question (q), its seed (s), its counts (c, or h,
// their hash, where they are long) and a short answer (a). A link is the input of a stranger: its text is shown as text, and
// its question runs only when a reader asks for it.
import { canonical, parseExact, shownNumber } from "./exact.js";

const VERSION = "v1.";
// Most texts of a short answer, besides its line.
export const MOST_TEXTS = 12;
// A link that is longer is not written: counts become a hash first, then the answer is left out.
const LONGEST = 24_000;
// A link that is longer, or that unpacks to more, is not read.
const MOST_LETTERS = 400_000;
const MOST_BYTES = 4_000_000;

// A question without its seed, with sorted keys.
function canonicalQuestion(question) {
  const { seed, ...rest } = question;
  return parseExact(canonical({ version: 1, ...rest }));
}

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64url(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

async function packed(link) {
  const bytes = new TextEncoder().encode(canonical(link));
  return VERSION + base64url(await through(new CompressionStream("deflate-raw"), bytes, Infinity));
}

// The text after `#` for a question and its answer: { text, counts } where `counts` says whether the link has them.
export async function linkOf(question, { line, summary, counts }) {
  const link = { q: canonicalQuestion(question), s: question.seed ?? null };
  const answer = line ? { line, summary } : undefined;
  const counted = hasCounts(counts);
  const hash = counted ? await hashOf(counts) : undefined;
  const tries = [{ ...link, a: answer, h: hash }, { ...link, h: hash }];
  if (counted) tries.unshift({ ...link, a: answer, c: counts });
  for (const one of tries) {
    const text = await packed(one);
    if (text.length <= LONGEST) return { text, counts: one.c ? "whole" : one.h ? "hash" : "none" };
  }
  return null;
}

const isText = (value, most) => typeof value === "string" && value.length <= most;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// The short answer of a link, as texts only.
function shortAnswer(answer) {
  if (!isObject(answer)) return null;
  const summary = Array.isArray(answer.summary) ? answer.summary.filter((text) => isText(text, 4000)).slice(0, MOST_TEXTS) : [];
  const line = isText(answer.line, 8000) ? answer.line : "";
  return line || summary.length > 0 ? { line, summary } : null;
}

// The seed of a link: { seed }, or { far } as text where the number is beyond 2^53, so that the page would round it.
function seedOf(value) {
  const text = typeof value === "string" ? shownNumber(value) : String(value);
  const far = text !== value && /^\d{16,60}$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : null;
  const seed = text !== value && /^\d{1,16}$/.test(text) && far === null ? Number(text) : null;
  return { seed, far };
}

function checked(link) {
  if (!isObject(link) || !isObject(link.q) || !isText(link.q.ask, 60) || !/^[a-z][a-z -]*$/.test(link.q.ask)) {
    throw new Error("no question");
  }
  const counts = hasCounts(link.c) ? link.c : null;
  const hash = isText(link.h, 64) && /^[0-9a-f]{64}$/.test(link.h) ? link.h : null;
  return { question: link.q, ...seedOf(link.s), counts, hash, answer: shortAnswer(link.a) };
}

// What a link says, or why it cannot be read: { link } or { fault }.
export async function readLink(hash) {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(VERSION)) {
    return { fault: /^v\d+\./.test(text) ? "This link is of a newer version of the lab." : "This link is not a link of the lab." };
  }
  if (text.length > MOST_LETTERS) return { fault: "This link is too long." };
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64url(text.slice(VERSION.length)), MOST_BYTES);
    return { link: checked(parseExact(new TextDecoder("utf-8", { fatal: true }).decode(bytes))) };
  } catch {
    return { fault: "This link cannot be read. A part of it may be missing: copy it again." };
  }
}

// Counts are an object by simulation, or lines.
const hasCounts = (counts) => counts !== null && typeof counts === "object" && Object.keys(counts).length > 0;
const countsText = (counts) => (Array.isArray(counts) ? counts.map(canonical).sort().join("\n") : canonical(counts));

// SHA-256 of counts; undefined where the browser has none, as on plain http.
async function hashOf(counts) {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(countsText(counts)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Whether a run has counted the same as the run of a link, bit for bit; null if the link does not say or the browser cannot.
export async function sameCounts(link, counts) {
  if (link.counts) return countsText(link.counts) === countsText(counts);
  const hash = link.hash && await hashOf(counts);
  return hash ? hash === link.hash : null;
}
