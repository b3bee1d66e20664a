'use strict';

// The game: a header, and a line an event. docs/replays.md describes both.
const { header, lines } = JSON.parse(document.getElementById('replay').textContent);
const byId = (id) => document.getElementById(id);
const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

let shown = 0; // Lines told so far.
let chosen = null; // Whom the viewer tapped, and whom the pointer is over.
let hovered = null;
let viewChanged = false; // Whether the button of the view is pressed.
const speed = () => Number(byId('speed').value);
