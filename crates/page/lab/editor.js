// A text with numbered lines, where a mistake shows at its line and column.
import { html, useId, useRef } from "./view.js";
import { problem } from "./form.js";

export function Editor({ label, value, onChange, error, rows = 18 }) {
  const id = useId();
  const area = useRef(null);
  const numbers = useRef(null);
  const lines = value.split("\n");
  const line = error?.line && error.line <= lines.length ? error.line : null;
  // Selects the word with the mistake.
  const go = () => {
    const column = Math.max(1, error.column ?? 1) - 1;
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column;
    const word = lines[line - 1].slice(column).match(/^[\w.-]+/)?.[0] ?? " ";
    area.current.focus();
    area.current.setSelectionRange(from, from + word.length);
  };
  return html`<div class=${`editor${error ? " bad" : ""}`}>
    <label for=${id}>${label}</label>
    <div class="page">
      <div class="numbers" aria-hidden="true" ref=${numbers}>
        ${lines.map((_, at) => html`<i key=${at} class=${at + 1 === line ? "at" : ""}>${at + 1}</i>`)}</div>
      <textarea id=${id} ref=${area} class="mono" rows=${rows} spellcheck=${false} autocapitalize="off" value=${value} maxlength="100000"
        aria-invalid=${error ? "true" : undefined} aria-describedby=${error ? `${id}-error` : undefined}
        onScroll=${(event) => { numbers.current.scrollTop = event.currentTarget.scrollTop; }}
        onInput=${(event) => onChange(event.currentTarget.value)}></textarea>
    </div>
    <div aria-live="polite">${error && html`<p class="error" id=${`${id}-error`}>
      ${line && html`<button type="button" class="place" onClick=${go}>Line ${line}, column ${error.column ?? 1}</button> `}
      ${problem(error)}</p>`}</div>
  </div>`;
}
