// A link that somebody has sent: its question and its answer at once, and the same question asked again.
import { html, useEffect, useRef, useState } from "./view.js";
import { Answer, CopyButton } from "./answer.js";
import { askLong } from "./ask.js";
import { duelForm } from "./duel.js";
import { Mistake } from "./form.js";
import { readLink, sameCounts } from "./link.js";
import { gameOf } from "./names.js";
import { formOf } from "./odds.js";
import { Progress } from "./progress.js";
import { useRun } from "./run.js";
import { lineOf } from "./saved.js";
import { store, stored } from "./store.js";

function useHash() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const listener = () => setHash(location.hash);
    window.addEventListener("hashchange", listener);
    return () => window.removeEventListener("hashchange", listener);
  }, []);
  const close = () => {
    history.replaceState(history.state, "", location.pathname + location.search);
    setHash("");
  };
  return [hash, close];
}

const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));

// The question as a list of arguments. Texts of several lines get a place of their own.
function Question({ question, seed }) {
  const { version, ask: words, ...rest } = question;
  const pairs = Object.entries(rest).slice(0, 60);
  const short = pairs.filter(([, value]) => !shown(value).includes("\n"));
  const long = pairs.filter(([, value]) => shown(value).includes("\n"));
  return html`<dl class="question">
      <div><dt>Question</dt><dd>${words}</dd></div>
      ${short.map(([name, value]) => html`<div key=${name}><dt>${name.replace(/_/g, " ")}</dt><dd>${shown(value).slice(0, 400)}</dd></div>`)}
      ${seed !== null && html`<div><dt>seed</dt><dd>${seed}</dd></div>`}
    </dl>
    ${long.map(([name, value]) => html`<details class="fold" key=${name}><summary>${name.replace(/_/g, " ")}</summary>
      <pre class="listing" tabindex="0">${shown(value).slice(0, 60_000)}</pre></details>`)}`;
}

// The number of games that the sentence of an answer begins with; NaN if it has none.
const gamesIn = (line) => Number(/([\d,]+) (?:games|missions)\b/.exec(line ?? "")?.[1].replaceAll(",", "") ?? NaN);

// Whether a new answer agrees with the saved one: in counts, bit for bit, or in its sentence.
async function agreement(link, answer, counts) {
  const same = await sameCounts(link, counts);
  const [was, now] = [gamesIn(link.answer?.line), gamesIn(lineOf(answer))];
  if (!same && was < now) {
    return { text: `The saved answer is of ${was.toLocaleString("en")} of ${now.toLocaleString("en")} games, as of a run that was stopped. `
      + "All of them were played now, so the two cannot be compared bit for bit." };
  }
  if (same !== null) {
    return same ? { good: true, text: "The counts agree bit for bit." }
      : { good: false, text: "The counts do not agree. The link is of another version or was changed." };
  }
  if (!link.answer?.line) return null;
  return link.answer.line === lineOf(answer)
    ? { good: true, text: "The answer is the same." }
    : { good: false, text: "The answer is not the same as the saved one." };
}

function Link({ id, link, close, setTab, setGame }) {
  const run = useRun(`link.${id}`);
  const [exact, setExact] = useState({ answer: null, error: null, busy: false });
  const { question, seed, far } = link;
  const whole = { ...question, ...(seed === null ? {} : { seed }) };
  const { ask: words, version, ...options } = whole;
  const simulated = words === "run";
  const control = useRef(null);
  useEffect(() => () => {
    control.current?.abort();
    run.end();
  }, []);
  const again = async () => {
    control.current = new AbortController();
    setExact({ answer: null, error: null, busy: true });
    const answer = await askLong(whole, control.current.signal);
    setExact(answer.ok ? { answer, error: null, busy: false } : { answer: null, error: answer.error, busy: false });
  };
  const answer = simulated ? run.answer : exact.answer;
  const counts = simulated ? run.answer?.counts : answer?.counts;
  const done = simulated ? run.complete && !run.running : answer !== null;
  const [verdict, setVerdict] = useState(null);
  useEffect(() => {
    let left = false;
    setVerdict(null);
    if (done && answer) agreement(link, answer, counts).then((found) => { if (!left) setVerdict(found); });
    return () => { left = true; };
  }, [done, answer]);
  const form = far !== null ? null : formOf(question) ?? duelForm(question, seed);
  const edit = () => {
    store(form.key, { ...stored(form.key, {}), ...form.values });
    store(`rules.${form.game}`, form.rules ?? gameOf(form.game).rules);
    if (form.scenario) store(`duel.text.${form.game}`, form.scenario);
    if (question.ask.startsWith("io ")) store("odds.io.which", question.ask.slice(3));
    setGame(form.game);
    setTab(form.tab);
    close();
  };
  return html`<section class="shared" aria-label="Shared answer">
    <div class="shared-head"><h2>Shared answer</h2><button type="button" class="quiet" onClick=${close}>Close</button></div>
    <p class="soft">This comes from the link. It says what its sender saved; run it again to see whether it holds.</p>
    ${link.answer ? html`<div class="line"><p>${link.answer.line || link.answer.summary[0]}</p>
          <${CopyButton} text=${link.answer.line} label="Copy" /></div>
        <ul class="summary">${link.answer.summary.filter((text) => text !== link.answer.line)
          .map((text) => html`<li key=${text}>${text}</li>`)}</ul>`
      : html`<p class="none">The link has a question but no saved answer.</p>`}
    <${Question} question=${question} seed=${far ?? seed} />
    ${far !== null ? html`<p class="warning">This page cannot play the seed ${far}: it plays seeds below 2^53. The saved answer is above.</p>`
      : simulated ? html`<${Progress} run=${run} label="Run again" start=${() => run.start(options)} />`
      : html`<div class="bar">${exact.busy
          ? html`<button type="button" class="danger" onClick=${() => control.current.abort()}>Stop</button>`
          : html`<button type="button" class="main" onClick=${again}>Run again</button>`}</div>
        <${Mistake} error=${exact.error} />`}
    ${form && (form.left.length === 0
      ? html`<button type="button" class="quiet" onClick=${edit}>${form.tab === "odds" ? "Open in Odds" : "Open the scenario in Duel"}</button>`
      : html`<p class="soft">${form.tab === "odds" ? "Odds" : "Duel"} cannot show this question: its form has no place for this value of
          ${" "}${form.left.join(", ").replace(/_/g, " ").slice(0, 400)}.</p>`)}
    <p class=${`verdict ${{ true: "good", false: "bad" }[verdict?.good] ?? ""}`} role="status">${verdict?.text ?? ""}</p>
    ${answer && html`<${Answer} answer=${answer} question=${done ? whole : null} counts=${counts} folded sentence=${!verdict?.good} />`}
  </section>`;
}

export function Shared({ setTab, setGame }) {
  const [hash, close] = useHash();
  const [state, setState] = useState({ hash: "" });
  useEffect(() => {
    if (hash.length < 2) return setState({ hash: "" });
    let left = false;
    readLink(hash).then((read) => { if (!left) setState({ hash, ...read }); });
    return () => { left = true; };
  }, [hash]);
  if (state.fault) {
    return html`<p class="warning" role="alert">${state.fault}
      <button type="button" class="quiet" onClick=${close}>Close</button></p>`;
  }
  if (!state.link) return null;
  return html`<${Link} key=${state.hash} id=${state.hash} link=${state.link} ...${{ close, setTab, setGame }} />`;
}
