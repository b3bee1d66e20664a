// Systems of frames and ships: read from the notation, written in it, and picked by buttons.
import { html, useId } from "./view.js";
import { problem } from "./form.js";

const FRAME = {
  tokens: /R[hda](?:\/[hda])?|[YBGE]/gi,
  order: ["Rh", "Rd", "Ra", "Rh/d", "Rh/a", "Rd/a", "Y", "B", "G", "E"],
  names: {
    Rh: "hand-to-hand", Rd: "direct", Ra: "artillery", "Rh/d": "hand-to-hand or direct", "Rh/a": "hand-to-hand or artillery",
    "Rd/a": "direct or artillery", Y: "spotting", B: "defense", G: "movement", E: "environmental",
  },
};
const SHIP = {
  tokens: /R[pas](?:\/[pas])?|[BYK]/gi,
  order: ["Rp", "Ra", "Rs", "Rp/a", "Rp/s", "Ra/s", "B", "Y", "K"],
  names: {
    Rp: "point defense", Ra: "assault", Rs: "support", "Rp/a": "point defense or assault", "Rp/s": "point defense or support",
    "Ra/s": "assault or support", B: "defense", Y: "spotting", K: "catapult",
  },
};

const cased = (token) => token.charAt(0).toUpperCase() + token.slice(1).toLowerCase();

// The systems of a text, in the usual order; null if the text is not written in the notation.
function systemsOf(text, kind) {
  const tokens = text.match(kind.tokens) ?? [];
  if (tokens.join("").length !== text.length) return null;
  const systems = tokens.map(cased);
  return systems.sort((a, b) => kind.order.indexOf(a) - kind.order.indexOf(b));
}

export function readFrame(text) {
  const [, body, , count] = /^\s*([^+]*?)\s*(\+\s*SSR\s*(\d*))?\s*$/i.exec(text) ?? [];
  if (body === undefined) return null;
  const systems = systemsOf(body === "-" ? "" : body, FRAME);
  return systems && { systems, rockets: count === undefined ? 0 : Number(count || 1) };
}

const writeFrame = ({ systems, rockets }) =>
  `${systems.join("") || "-"}${rockets > 0 ? `+SSR${rockets}` : ""}`;

export function readShip(text) {
  const [, letter, body] = /^\s*([CF]):?\s*(.*?)\s*$/i.exec(text) ?? [];
  if (letter === undefined) return null;
  const systems = systemsOf(body, SHIP);
  return systems && { kind: letter.toUpperCase(), systems };
}

const writeShip = ({ kind, systems }) => `${kind}:${systems.join("")}`;

const colour = (system) => ({ R: "red", Y: "yellow", B: "blue", G: "green", E: "plain", K: "black" }[system.charAt(0)]);

// Buttons that take a system out and put one in.
function Pick({ kind, systems, set, most, split }) {
  const offered = kind.order.filter((system) => split || !system.includes("/"));
  const without = (at) => systems.filter((_, other) => other !== at);
  const sorted = (list) => [...list].sort((a, b) => kind.order.indexOf(a) - kind.order.indexOf(b));
  return html`<div class="pick">
    <span class="have">${systems.length === 0 && html`<span class="soft">no systems</span>`}
      ${systems.map((system, at) => html`<button type="button" key=${at} class=${`die ${colour(system)}`}
        title=${`Remove ${kind.names[system]}`} aria-label=${`Remove ${system}, ${kind.names[system]}`}
        onClick=${() => set(without(at))}>${system}</button>`)}</span>
    <span class="offer" role="group" aria-label="Add a system">${offered.map((system) => html`<button type="button" key=${system}
      class=${`die open ${colour(system)}`} title=${`Add ${kind.names[system]}`} aria-label=${`Add ${system}, ${kind.names[system]}`}
      disabled=${systems.length >= most} onClick=${() => set(sorted([...systems, system]))}>${system}</button>`)}</span>
  </div>`;
}

// A loadout as text, with buttons. `archetypes` resolves names such as Soldier, so that they can be changed too.
export function LoadoutField({ label, value, onChange, archetypes, error, hint, pick = true, most = 4, split = false }) {
  const id = useId();
  const named = archetypes.find(({ name }) => name.toLowerCase() === value.trim().toLowerCase());
  const frame = readFrame(named ? named.loadout : value);
  const set = (systems) => onChange(writeFrame({ systems, rockets: frame?.rockets ?? 0 }));
  return html`<div class=${`field loadout${error ? " bad" : ""}`}>
    <label for=${id}>${label}</label>
    <input id=${id} type="text" class="mono" value=${value} list="archetypes" autocomplete="off" autocapitalize="off" maxlength="80"
      spellcheck=${false} aria-invalid=${error ? "true" : undefined} aria-describedby=${error ? `${id}-error` : undefined}
      onInput=${(event) => onChange(event.currentTarget.value)} />
    ${pick && frame && html`<${Pick} ...${{ kind: FRAME, systems: frame.systems, set, most, split }} />`}
    ${error ? html`<p class="error" id=${`${id}-error`}>${problem(error)}</p>` : hint && html`<p class="hint">${hint}</p>`}
  </div>`;
}

export function ShipField({ label, value, onChange, error }) {
  const id = useId();
  const ship = readShip(value);
  const set = (systems) => onChange(writeShip({ kind: ship.kind, systems }));
  const most = ship?.kind === "F" ? 3 : 4;
  return html`<div class=${`field loadout${error ? " bad" : ""}`}>
    <label for=${id}>${label}</label>
    <div class="joined">
      <select aria-label=${`${label}: class`} value=${ship?.kind ?? "C"}
        onChange=${(event) => onChange(writeShip({ kind: event.currentTarget.value, systems: ship?.systems ?? [] }))}>
        <option value="C">Capital ship</option><option value="F">Frigate</option></select>
      <input id=${id} type="text" class="mono" value=${value} autocomplete="off" autocapitalize="off" spellcheck=${false} maxlength="80"
        aria-invalid=${error ? "true" : undefined} aria-describedby=${error ? `${id}-error` : undefined}
        onInput=${(event) => onChange(event.currentTarget.value.replace(/\s+/g, ""))} />
    </div>
    ${ship && html`<${Pick} ...${{ kind: SHIP, systems: ship.systems, set, most, split: true }} />`}
    ${error && html`<p class="error" id=${`${id}-error`}>${problem(error)}</p>`}
  </div>`;
}

export const Archetypes = ({ archetypes }) => html`<datalist id="archetypes">
  ${archetypes.map(({ name, loadout }) => html`<option key=${name} value=${name}>${loadout}</option>`)}</datalist>`;
