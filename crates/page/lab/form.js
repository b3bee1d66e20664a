// Fields of forms. Each field has a label, and shows the mistake that an answer reports for its argument.
import { html, useId, useState } from "./view.js";
import { useStored } from "./store.js";

// The values of a form, kept under a key. `ranges`: { min, max, optional } of the number fields, by name.
export function useForm(key, defaults, ranges = {}) {
  const [kept, keep] = useStored(key, defaults);
  const values = { ...defaults, ...kept };
  return {
    values,
    ranges,
    // The mistake of the first of these number fields that has one; null if all numbers are in their ranges.
    mistake: (names) => {
      const name = names.find((one) => !isNumberOf(values[one], ranges[one]));
      return name === undefined ? null : { argument: name, problem: rangeText(ranges[name]) };
    },
    set: (name, value) => keep((was) => ({ ...defaults, ...was, [name]: value })),
    reset: () => keep(defaults),
  };
}

// The range of a seed: the page plays seeds below 2^53.
export const SEED = { max: Number.MAX_SAFE_INTEGER, optional: true };

const rangeText = ({ min = 0, max }) => `Enter a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;

// True if a value is a whole number of a range. An optional number may be left out.
export function isNumberOf(value, { min = 0, max, optional = false }) {
  return value === "" ? optional : Number.isInteger(value) && value >= min && value <= max;
}

// The value of a field; undefined if the field is empty.
export const given = (value) => (value === "" ? undefined : value);

// A copy of the question without arguments that have no value.
export function question(ask, values) {
  const kept = Object.entries(values).filter(([, value]) => {
    if (value === undefined || value === null || value === "" || value === false || value === 0) return false;
    return !(Array.isArray(value) && value.length === 0);
  });
  return { ask, ...Object.fromEntries(kept) };
}

function Frame({ label, id, hint, error, name, children, half }) {
  const text = error && error.argument === name ? error : null;
  return html`<div class=${`field${half ? " half" : ""}${text ? " bad" : ""}`}>
    <label for=${id}>${label}</label>
    ${children}
    ${hint && !text && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${text && html`<p class="error" id=${`${id}-error`}>${problem(text)}</p>`}
  </div>`;
}

// The words of a mistake, with the program's advice.
export function problem(error) {
  const text = error.problem || error.message || "This does not work.";
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return error.help ? `${sentence.replace(/[.;]?$/, ".")} ${error.help.charAt(0).toUpperCase()}${error.help.slice(1)}` : sentence;
}

const described = (id, error, name, hint) =>
  error && error.argument === name ? `${id}-error` : hint ? `${id}-hint` : undefined;

export function Text({ form, error, name, label, hint, list, half, mono, placeholder }) {
  const id = useId();
  return html`<${Frame} ...${{ label, id, hint, error, name, half }}>
    <input id=${id} type="text" class=${mono ? "mono" : ""} value=${form.values[name]} list=${list} placeholder=${placeholder}
      autocomplete="off" autocapitalize="off" spellcheck=${false} maxlength="400"
      aria-invalid=${error?.argument === name ? "true" : undefined} aria-describedby=${described(id, error, name, hint)}
      onInput=${(event) => form.set(name, event.currentTarget.value)} />
  <//>`;
}

// The input of a whole number. It keeps what was typed: `set` gets the number, or the text if that is no number of the
// range. Other attributes go to the input.
export function Whole({ value, range, set, ...rest }) {
  const [typed, setTyped] = useState({ text: "", value: null });
  const input = ({ currentTarget: { value: text } }) => {
    const next = text !== "" && isNumberOf(Number(text), range) ? Number(text) : text;
    setTyped({ text, value: next });
    set(next);
  };
  return html`<input type="number" inputmode="numeric" min=${range.min ?? 0} max=${range.max} ...${rest}
    value=${typed.value === value ? typed.text : value} aria-invalid=${isNumberOf(value, range) ? rest["aria-invalid"] : "true"}
    onInput=${input} />`;
}

// A field for a whole number of the range that the form has for it. An emptied field has the value "".
export function Count({ form, error: fault, name, label, hint, step = 1, half = true }) {
  const id = useId();
  const value = form.values[name];
  const range = form.ranges[name];
  const { min = 0, max } = range;
  const now = Number(value) || 0;
  const error = form.mistake([name]) ?? fault;
  const set = (next) => form.set(name, Math.max(min, Math.min(max, Math.round(next))));
  return html`<${Frame} ...${{ label, id, hint, error, name, half }}>
    <div class="stepper">
      <button type="button" tabindex="-1" aria-hidden="true" disabled=${now <= min} onClick=${() => set(now - step)}>−</button>
      <${Whole} id=${id} step=${step} value=${value} range=${range} set=${(next) => form.set(name, next)}
        aria-invalid=${error?.argument === name ? "true" : undefined} aria-describedby=${described(id, error, name, hint)} />
      <button type="button" tabindex="-1" aria-hidden="true" disabled=${now >= max} onClick=${() => set(now + step)}>+</button>
    </div>
  <//>`;
}

// `options`: texts, or pairs of value and text.
export function Select({ form, error, name, label, hint, options, half }) {
  const id = useId();
  return html`<${Frame} ...${{ label, id, hint, error, name, half }}>
    <select id=${id} value=${form.values[name]} aria-describedby=${described(id, error, name, hint)}
      onChange=${(event) => form.set(name, event.currentTarget.value)}>
      ${options.map(pair).map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  <//>`;
}

// A few options side by side.
export function Choice({ form, error, name, label, options, onChange, bare }) {
  const id = useId();
  const text = error && error.argument === name ? error : null;
  const set = onChange ?? ((value) => form.set(name, value));
  return html`<div class=${`field${text ? " bad" : ""}`} role="radiogroup" aria-labelledby=${`${id}-label`}>
    <span class=${bare ? "unseen" : "label"} id=${`${id}-label`}>${label}</span>
    <div class="choice">
      ${options.map(pair).map(([value, words]) => html`<label key=${value}>
        <input type="radio" name=${id} value=${value} checked=${form.values[name] === value} onChange=${() => set(value)} />
        <span>${words}</span>
      </label>`)}
    </div>
    ${text && html`<p class="error">${problem(text)}</p>`}
  </div>`;
}

export function Check({ form, error, name, label, hint }) {
  const id = useId();
  const text = error && error.argument === name ? error : null;
  return html`<div class="field check">
    <label for=${id}><input id=${id} type="checkbox" checked=${form.values[name] === true}
      aria-describedby=${described(id, error, name, hint)}
      onChange=${(event) => form.set(name, event.currentTarget.checked)} /> ${label}</label>
    ${hint && !text && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${text && html`<p class="error" id=${`${id}-error`}>${problem(text)}</p>`}
  </div>`;
}

export const Group = ({ title, children }) => html`<fieldset><legend>${title}</legend><div class="fields">${children}</div></fieldset>`;

// A mistake that belongs to none of the fields that a form shows.
export function Mistake({ error, shown = [] }) {
  const other = error && error.kind !== "stopped" && !shown.includes(error.argument);
  return html`<div aria-live="polite">${other && html`<p class="mistake">${problem(error)}
    ${error.line && ` (${error.file ?? "text"}, line ${error.line})`}</p>`}</div>`;
}

const pair = (option) => (Array.isArray(option) ? option : [option, option]);
