'use strict';

// The game: a header, and one line for each event. docs/replays.md describes both.
const { header, lines } = JSON.parse(document.getElementById('replay').textContent);
const byId = (id) => document.getElementById(id);
const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Returns a state with the change of a line; it shares all unchanged parts. */
function changed(state, change) {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return change;
  const next = Array.isArray(state) ? [...state] : { ...state };
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete next[key];
    else next[key] = changed(next[key], part);
  }
  return next;
}

/** Returns the state after a number of lines; 0 gives the state at the beginning. */
const states = [];
for (const { change } of lines) states.push(change ? changed(states.at(-1), change) : states.at(-1));
states.unshift(states[0]);

let shown = 0; // Number of lines shown.
let chosen = null; // The unit that the viewer tapped; `hovered` is the unit under the pointer.
let hovered = null;
let viewChanged = false; // True while the button of the view is pressed.
const speed = () => Number(byId('speed').value);
