// The state of a run: a bar, a button to stop it, and a button to go on.
import { html } from "./view.js";
import { Mistake } from "./form.js";

const time = (seconds) => (seconds < 1 ? "less than a second" : seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);

function ended({ asked, answer, complete, counts, error, seconds }) {
  if (complete) return `Finished in ${time(seconds)}.`;
  if (answer) return "Stopped. The answer is from the games so far.";
  if (counts.length > 0) return "Stopped. The games so far are too few for an answer.";
  return asked && !error ? "Stopped before the first games were counted." : "";
}

export const Outdated = () => html`<p class="soft">The choices have changed since this run.</p>`;

// `start` begins the run; the button has the text `label`.
export function Progress({ run, start, label, disabled }) {
  const { running, done, all, complete, counts, steps } = run;
  const part = all > 0 ? done / all : 0;
  const some = !running && !complete && counts.length > 0;
  return html`<div class="progress">
    <div class="bar">
      ${running
        ? html`<button type="button" class="danger" onClick=${run.stop}>Stop</button>`
        : html`<button type="button" class="main" disabled=${disabled} onClick=${start}>${label}</button>`}
      ${some && html`<button type="button" class="quiet" onClick=${() => run.start(steps, counts)}>Go on</button>`}
      ${running && html`<progress max="1" value=${part} aria-label="Progress"></progress>
        <span class="soft">${Math.floor(100 * part)}%${steps[0]?.games ? ` of ${steps[0].games.toLocaleString("en")} games` : ""}</span>`}
      <span class="soft" role="status">${running ? "" : ended(run)}</span>
    </div>
    <${Mistake} error=${run.error} />
  </div>`;
}
