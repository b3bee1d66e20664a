'use strict';

// The game: a header, and a line an event. docs/replays.md describes both.
const { header, lines } = JSON.parse(document.getElementById('replay').textContent);
const byId = (id) => document.getElementById(id);
const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A state with the change of a line; it shares what did not change. */
function changed(state, change) {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return change;
  const next = Array.isArray(state) ? [...state] : { ...state };
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete next[key];
    else next[key] = changed(next[key], part);
  }
  return next;
}

/** The state after so many lines; before the first line, the state that it begins with. */
const states = [];
for (const { change } of lines) states.push(change ? changed(states.at(-1), change) : states.at(-1));
states.unshift(states[0]);

let shown = 0; // Lines told so far.
let chosen = null; // Whom the viewer tapped, and whom the pointer is over.
let hovered = null;
let viewChanged = false; // Whether the button of the view is pressed.
const speed = () => Number(byId('speed').value);
