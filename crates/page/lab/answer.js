// An answer: its sentence, what it says, its tables and figures, and what a reader can do with it.
import { html, useState } from "./view.js";
import { Figure } from "./figure.js";
import { Guard } from "./guard.js";
import { MOST_TEXTS, linkOf } from "./link.js";
import {
  changesOf, figuresOf, lineOf, numbersOf, removeReference, saveReference, summaryOf, tablesOf, undecidedOf, useReference,
  warningsOf,
} from "./saved.js";
import { Table } from "./table.js";

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

// Where the browser has no clipboard for pages, as on plain http.
function copiedByHand(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

export function CopyButton({ text, label, className = "quiet" }) {
  const [done, setDone] = useState("");
  const press = async () => {
    setDone(await copy(await (typeof text === "function" ? text() : text)) ? "Copied" : "Not copied");
    setTimeout(() => setDone(""), 1600);
  };
  return html`<button type="button" class=${className} onClick=${press}>${done || label}</button>`;
}

// The sentence of an answer. A change is read out, by a screen reader, when a reader stops typing.
export function Sentence({ line, stale }) {
  return html`<div class=${`line${stale ? " stale" : ""}`}>
    <p role="status">${line}</p>
    <${CopyButton} text=${line} label="Copy" />
  </div>`;
}

const page = () => location.href.replace(/#.*$/, "");

// True if only this machine can open the address of the page.
const isLocal = () => location.protocol === "file:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
const ONLY_HERE = " Its address works on this machine only: in another lab, the part from # on opens the same question.";

function ShareBar({ question, answer, counts }) {
  const [message, setMessage] = useState("");
  const reference = useReference(question);
  const tell = (text) => {
    setMessage(text);
    setTimeout(() => setMessage(""), 4000 + 40 * text.length);
  };
  const share = async () => {
    // A reader of the link must learn what the answer does not decide, and what warns of it.
    const doubts = [undecidedOf(answer), ...warningsOf(answer).map((text) => `Warning: ${text}`)].filter(Boolean).slice(0, MOST_TEXTS / 2);
    const summary = [...summaryOf(answer).slice(0, MOST_TEXTS - doubts.length), ...doubts];
    const link = await linkOf(question, { line: lineOf(answer), summary, counts });
    if (!link) return tell("The question is too long for a link.");
    const done = await copy(`${page()}#${link.text}`);
    const more = { whole: " with the counts", hash: " with a hash of the counts", none: "" }[link.counts];
    tell(done ? `Link copied${more}.${isLocal() ? ONLY_HERE : ""}` : "The browser does not let this page copy.");
  };
  const keep = () => {
    saveReference(question, answer);
    tell("Saved. The next answers show what changes.");
  };
  return html`<div class="bar">
    <button type="button" class="quiet" onClick=${share}>Copy link</button>
    <button type="button" class="quiet" onClick=${keep}>${reference ? "Save as new reference" : "Save as reference"}</button>
    ${answer.command && html`<${CopyButton} text=${answer.command} label="Copy command" />`}
    <span class="soft" role="status">${message}</span>
  </div>`;
}

function ReferenceNote({ question, reference, changes }) {
  const any = changes.some((change) => change?.any);
  const noise = changes.some((change) => change?.rows.some((row) => row.some((cell) => cell?.noise)));
  return html`<div class="reference">
    <p><b>Reference</b> ${reference.line}</p>
    <p class="soft">${any ? "Tables show the change from it." : "No number of the tables differs from it."}
      ${any && noise && ` Grey changes are about within the noise of the games: the 95% interval of
        the difference, computed from both intervals, contains 0.`}</p>
    <button type="button" class="quiet" onClick=${() => removeReference(question)}>Remove reference</button>
  </div>`;
}

// `children` stand between the sentence and the tables. `hide`: names of tables that the children already show.
// A fault in an answer leaves the form of its question working, and ends with the next answer.
export const Answer = (shown) => html`<${Guard} of=${shown.answer}><${Parts} ...${shown} /><//>`;

function Parts({ answer, question, counts, stale, children, hide = [], ...shows }) {
  const { folded = false, figures = true, sentence = true, numbers = false } = shows;
  const reference = useReference(question);
  const line = lineOf(answer);
  const summary = summaryOf(answer).filter((text) => !line.startsWith(text.replace(/\.$/, "")));
  const tables = tablesOf(answer).filter(({ name }) => !hide.some((part) => name === part || name.endsWith(part)));
  const drawn = figures ? figuresOf(answer) : [];
  const shown = reference && reference.line !== line ? reference : null;
  const changes = tables.map((table) => (reference ? changesOf(table, reference) : null));
  const undecided = undecidedOf(answer);
  const body = tables.map((table, at) => html`<${Table} key=${table.name} table=${table} changes=${changes[at]} />`);
  return html`<div class=${stale ? "answer stale" : "answer"}>
    ${sentence && line && html`<${Sentence} line=${line} />`}
    ${summary.length > 0 && html`<ul class="summary">${summary.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}
    ${undecided && !summary.includes(undecided) && html`<p class="undecided"><b>Undecided</b> ${undecided.replace(/^undecided:\s*/i, "")}</p>`}
    ${numbers && numbersOf(answer).length > 0 && html`<dl class="question">${numbersOf(answer).map(({ label, value }) => html`
      <div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
    ${warningsOf(answer).map((text) => html`<p class="warning" key=${text}>${text}</p>`)}
    ${(answer.notes ?? []).map((text) => html`<p class="note" key=${text}>${text}</p>`)}
    ${question && html`<${ShareBar} ...${{ question, answer, counts }} />`}
    ${shown && html`<${ReferenceNote} question=${question} reference=${shown} changes=${changes} />`}
    ${children}
    ${tables.length > 0 && (folded
      ? html`<details class="fold"><summary>${tables.length === 1 ? "1 table" : `${tables.length} tables`}</summary>${body}</details>`
      : body)}
    ${drawn.length > 0 && html`<details class="fold"><summary>${drawn.length === 1 ? "1 figure" : `${drawn.length} figures`}</summary>
      ${drawn.map((figure) => html`<${Figure} key=${figure.name} figure=${figure} />`)}</details>`}
  </div>`;
}
