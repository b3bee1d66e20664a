// Fields of forms. Each field has a label, and shows the mistake that an answer reports for its argument.
import { html, useId } from "./view.js";
import { useStored } from "./store.js";

// The values of a form, kept under a key.
export function useForm(key, defaults) {
  const [kept, keep] = useStored(key, defaults);
  const values = { ...defaults, ...kept };
  return {
    values,
    set: (name, value) => keep((was) => ({ ...defaults, ...was, [name]: value })),
    reset: () => keep(defaults),
  };
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

// An emptied field has the value "". `needed`: then the field shows a mistake.
export function Count({ form, error: fault, name, label, hint, min = 0, max = 99, step = 1, half = true, needed }) {
  const id = useId();
  const value = form.values[name];
  const now = value === "" ? min : Number(value);
  const error = needed && value === "" ? { argument: name, problem: "Enter a number." } : fault;
  const set = (next) => form.set(name, Math.max(min, Math.min(max, next)));
  return html`<${Frame} ...${{ label, id, hint, error, name, half }}>
    <div class="stepper">
      <button type="button" tabindex="-1" aria-hidden="true" disabled=${now <= min} onClick=${() => set(now - step)}>−</button>
      <input id=${id} type="number" inputmode="numeric" min=${min} max=${max} step=${step} value=${value}
        aria-invalid=${error?.argument === name ? "true" : undefined} aria-describedby=${described(id, error, name, hint)}
        onInput=${({ currentTarget: { value: text } }) => (text === "" ? form.set(name, "") : set(Math.round(Number(text)) || 0))} />
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
