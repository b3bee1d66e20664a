// ---- The map ----------------------------------------------------------------------------------------------------------

const SIZE = 60; // Distance from the middle of a hex to its corners.
const WIDTH = SIZE * Math.sqrt(3);
const middle = ([q, r]) => [WIDTH * (q + r / 2), 1.5 * SIZE * r];
const corners = (size) => [0, 1, 2, 3, 4, 5].map((i) => [size * Math.sin((i * Math.PI) / 3), -size * Math.cos((i * Math.PI) / 3)]);
const outline = (size) => corners(size).map((corner) => corner.map((v) => v.toFixed(1)).join()).join(' ');
const HEX = outline(SIZE);
const INNER = outline(SIZE - 4.5);

const centre = (battle, hex) => middle(header.battles[battle].hexes[hex]);

/** Fields on hexes: name in the state, letter, words. */
const grounds = [
  ['rooftops', 'R', 'rooftop'], ['cover', 'C', 'cover'], ['low_cover', 'c', 'low cover, for infantry'], ['hazards', '!', 'hazard'],
  ['fires', '!', 'fire, a hazard'], ['bombardments', '◎', 'bombardment to come'], ['mortars', '◇', 'mortar round to come'],
];

function groundsAt(state, hex) {
  return grounds.filter(([field]) => (state.field[field] ?? []).some((entry) => (entry.at ?? entry) === hex));
}

function hexDrawing(state, place, hex) {
  const [x, y] = middle(place);
  const here = groundsAt(state, hex);
  const inside = here.map(([field], i) => `<polygon class="${field}" points="${i ? outline(SIZE - 4.5 - 5.5 * i) : INNER}"/>`).join('');
  const signs = here.map(([field, letter], i) => {
    const at = (i - (here.length - 1) / 2) * (here.length > 2 ? 17 : 20);
    return `<g class="sign ${field}" transform="translate(${at} ${SIZE * (here.length > 2 ? 0.7 : 0.76)})"><circle r="9.5"/><text font-size="14">${letter}</text></g>`;
  }).join('');
  const tip = [place.join(','), ...here.map(([, , words]) => words)].join(': ');
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><title>${escaped(tip)}</title><polygon class="hex" points="${HEX}"/>${inside}
    <text class="place" y="${-SIZE * 0.75}" font-size="14">${place.join(',')}</text>${signs}</g>`;
}

// ---- Tokens, side by side in their hexes -------------------------------------------------------------------------------

/** Height for tokens, between the coordinates above and the signs below. */
const ROOM = 0.61 * SIZE;

/** Returns the width of a hex at a height above or below its middle. */
const across = (y) => WIDTH * Math.min(1, 2 - (2 * Math.abs(y)) / SIZE) - 5;

/** Returns the places and the size of a number of tokens in a hex. */
function seats(count) {
  for (let size = 0.86 * SIZE; ; size *= 0.97) {
    const rows = Math.min(count, Math.floor((2 * ROOM) / size));
    if (rows < 1) continue;
    const ys = Array.from({ length: rows }, (_, row) => (row - (rows - 1) / 2) * size);
    const most = ys.map((y) => Math.floor(across(Math.abs(y) + size / 2) / size));
    if (most.reduce((sum, room) => sum + Math.max(0, room), 0) < count) continue;
    const taken = most.map(() => 0);
    for (let left = count; left > 0; left -= 1) {
      const open = most.map((room, row) => row).filter((row) => taken[row] < most[row]);
      taken[open.reduce((best, row) => (taken[row] / most[row] < taken[best] / most[best] ? row : best))] += 1;
    }
    const places = taken.flatMap((number, row) => Array.from({ length: number }, (_, i) => [(i - (number - 1) / 2) * size, ys[row]]));
    return { size, places };
  }
}

/** Returns all units on the map with place and size. */
function layout(state) {
  const tokens = [];
  for (const now of state.aces) if (now?.at !== undefined) tokens.push({ side: 'ace', number: now.ace, now });
  for (const now of state.enemies) if (now?.at !== undefined) tokens.push({ side: 'enemy', number: now.enemy, now });
  const byHex = new Map();
  for (const token of tokens) byHex.set(token.now.at, [...(byHex.get(token.now.at) ?? []), token]);
  for (const [hex, here] of byHex) {
    const { size, places } = seats(here.length);
    const [x, y] = centre(state.battle, hex);
    here.forEach((token, i) => Object.assign(token, { size, x: x + places[i][0], y: y + places[i][1] }));
  }
  return tokens;
}

/** Returns true if the unit, `['ace' or 'enemy', number]`, is this one. */
const is = (unit, side, number) => unit !== null && unit[0] === side && unit[1] === number;

function shape(side, rank, half) {
  if (side === 'ace') return `<rect class="body" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="${half * 0.35}"/>`;
  if (rank === 'part') return `<polygon class="body" points="${outline(half * 1.06)}"/>`;
  const ring = rank === 'prime' ? `<circle class="prime" r="${half - Math.max(1.6, half * 0.13)}"/>` : '';
  return `<circle class="body" r="${half}"/>${ring}`;
}

const rankOf = (state, enemy) => header.battles[state.battle].kinds[state.enemies[enemy].kind].rank;
const markOf = (state, side, number) => (side === 'ace' ? aceMarks[number] : enemyMarks[state.battle][number]);
const nameOf = (state, side, number) => (side === 'ace' ? header.aces[number].name : state.enemies[number].name);
const mostVigor = (state, side, number) => (side === 'ace' ? state.aces[number].max_vigor : state.enemies[number].max_vigor);

function tokenDrawing(state, { side, number, now, size, x, y }) {
  const half = size * 0.47;
  const mark = markOf(state, side, number);
  const out = side === 'ace' ? now.life === 'down' : has(now, 'down');
  const acts = side === 'ace' ? state.turn.ace === number : state.turn.enemy === number;
  const most = mostVigor(state, side, number);
  const bar = half * 1.05;
  const filled = Math.max(0, Math.min(1, now.vigor / Math.max(1, most)));
  const font = Math.min(half * 0.86, (half * 2.5) / Math.max(2, mark.length));
  const classes = [side, out && 'out', acts && 'acts', is(chosen, side, number) && 'chosen', has(now, 'acted') && 'acted'].filter(Boolean);
  const tip = `${nameOf(state, side, number)}: Vigor ${now.vigor}/${most}${out ? ', down' : ''}`;
  return `<g class="token ${classes.join(' ')}" data-side="${side}" data-number="${number}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><title>${escaped(tip)}</title>
    ${shape(side, side === 'ace' ? '' : rankOf(state, number), half)}<text y="${-half * 0.1}" font-size="${font.toFixed(1)}">${escaped(mark)}</text>
    <rect class="gone" x="${-bar / 2}" y="${half * 0.47}" width="${bar}" height="${half * 0.2}"/><rect class="left" x="${-bar / 2}" y="${half * 0.47}" width="${bar * filled}" height="${half * 0.2}"/></g>`;
}

// ---- The event, drawn over the tokens ------------------------------------------------------------------------------

/** Returns the present or last place of a unit. */
function spotOf(tokens, state, side, number) {
  const find = (list) => list.find((one) => one.side === side && one.number === number);
  let token = find(tokens);
  for (let n = shown - 1; !token && n > 0 && states[n].battle === state.battle; n -= 1) {
    const now = (side === 'ace' ? states[n].aces : states[n].enemies)[number];
    if (now?.at !== undefined) token = find(layout(states[n]));
  }
  return token ?? null;
}

function arrow(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const trim = (end) => Math.min(length / 3, (end.size ?? 0) * 0.5);
  const [x1, y1] = [from.x + (dx / length) * trim(from), from.y + (dy / length) * trim(from)];
  const [x2, y2] = [to.x - (dx / length) * trim(to), to.y - (dy / length) * trim(to)];
  const [ux, uy] = [(dx / length) * 9, (dy / length) * 9];
  const head = `M${x2} ${y2}l${-ux - uy * 0.6} ${-uy + ux * 0.6}M${x2} ${y2}l${-ux + uy * 0.6} ${-uy - ux * 0.6}`;
  const path = `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`;
  return `<path class="shadow" d="${path}${head}"/><path class="${kind}" d="${path}"/><path class="${kind} head" d="${head}"/>`;
}

/** Draws a short text at a token, such as the Harm that it took. */
function flag(token, text, kind) {
  const width = 11 + 8.5 * text.length;
  const scale = Math.min(1, token.size / 38);
  const [x, y] = [token.x + token.size * 0.3, token.y - token.size * 0.42];
  return `<g class="flag ${kind}" transform="translate(${x} ${y}) scale(${scale})"><rect x="${-width / 2}" y="-10" width="${width}" height="20" rx="10"/><text font-size="14">${escaped(text)}</text></g>`;
}

function happening(tokens, state, line) {
  const spot = (side, number) => (number === undefined || number === null ? null : spotOf(tokens, state, side, number));
  const place = (hex) => {
    const [x, y] = centre(state.battle, hex);
    return { x, y, size: 0 };
  };
  const [ace, enemy] = [spot('ace', line.ace), spot('enemy', line.enemy)];
  const who = ace ?? enemy;
  switch (line.event) {
    case 'moved':
      return who ? arrow(place(line.from), who, 'way') : '';
    case 'rolled':
      return ace && enemy ? arrow(ace, enemy, 'shot ace') : '';
    case 'enemy-attacked':
      return ace && enemy ? arrow(enemy, ace, 'shot enemy') : '';
    case 'used': {
      const to = enemy ?? spot('ace', line.other) ?? (line.to === undefined ? null : place(line.to));
      return ace && to ? arrow(ace, to, 'use') : '';
    }
    case 'stanced': {
      const other = spot('enemy', line.other);
      return other && enemy ? arrow(enemy, other, 'use') : '';
    }
    case 'harmed':
      return who ? flag(who, line.through ? `−${line.through}` : '0', line.through ? 'bad' : 'none') : '';
    case 'taken-out':
    case 'ace-down':
    case 'ace-lost':
      return who ? `<path class="cross" d="M${who.x - 13} ${who.y - 13}l26 26m0-26l-26 26"/>` : '';
    case 'resource-changed':
      return ace ? flag(ace, `${line.by > 0 ? '+' : '−'}${Math.abs(line.by)} ${line.resource[0].toUpperCase()}`, line.by > 0 ? 'good' : 'none') : '';
    case 'dropped': {
      const to = spot('ace', line.to);
      return to ? flag(to, `+1 ${line.drop[0].toUpperCase()}`, 'good') : '';
    }
    default:
      return ringed(state, line);
  }
}

/** Draws rings around the hexes of an event. */
function ringed(state, line) {
  const hexes = line.places ?? (line.at === undefined ? [] : [line.at]);
  return hexes.map((hex) => {
    const [x, y] = centre(state.battle, hex);
    return `<polygon class="mark" transform="translate(${x} ${y})" points="${outline(SIZE - 2)}"/>`;
  }).join('');
}

// ---- The view ----------------------------------------------------------------------------------------------------------------

/** Hexes with a unit in a round, by battle and round. */
const used = new Map();
for (const state of states) {
  const key = `${state.battle}/${state.round}`;
  const hexes = used.get(key) ?? new Set();
  for (const now of [...state.aces, ...state.enemies]) if (now?.at !== undefined) hexes.add(now.at);
  used.set(key, hexes);
}

/** Returns the part of the map in view: the whole map, or the hexes with units in this round. */
function view({ battle, round }) {
  const all = header.battles[battle].hexes;
  const here = used.get(`${battle}/${round}`);
  const inside = !viewChanged || here.size === 0 ? all : all.filter((_, hex) => here.has(hex));
  const places = inside.map(middle);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const pad = inside === all ? 4 : SIZE / 4;
  const [left, top] = [Math.min(...xs) - WIDTH / 2 - pad, Math.min(...ys) - SIZE - pad];
  const [right, bottom] = [Math.max(...xs) + WIDTH / 2 + pad, Math.max(...ys) + SIZE + pad];
  return [left, top, right - left, bottom - top].map((v) => v.toFixed(0)).join(' ');
}

function drawMap() {
  const state = states[shown];
  const tokens = layout(state);
  const { hexes } = header.battles[state.battle];
  byId('drawing').setAttribute('viewBox', view(state));
  byId('drawing').innerHTML = hexes.map((place, hex) => hexDrawing(state, place, hex)).join('')
    + tokens.map((token) => tokenDrawing(state, token)).join('') + happening(tokens, state, lines[shown - 1]);
}
