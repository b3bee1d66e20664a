// ---- The table ----------------------------------------------------------------------------------------------------

const UNIT = 20; // Drawing units in a ruler unit.
const MARGIN = 1.6;
const flat = ([x, y]) => [x * UNIT, -y * UNIT];
const points = (list) => list.map((point) => flat(point).map((v) => v.toFixed(1)).join()).join(' ');
const radius = header.frame_radius * UNIT;

let markScale = 1; // Marks grow where the table is small.

function ground() {
  const half = header.table.half * UNIT;
  const shape = header.table.shape === 'round'
    ? `<circle class="ground" r="${half}"/>`
    : `<rect class="ground" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>`;
  const length = header.direct * UNIT;
  const [x, y] = [-half, -half - 0.8 * UNIT];
  const bar = `<path class="scale" d="M${x} ${y - 5}v10M${x} ${y}h${length}M${x + length} ${y - 5}v10"/>`;
  const label = `<text class="note" x="${x + length + 8}" y="${y}" font-size="${14 * markScale ** 0.5}" style="text-anchor:start">1 ruler</text>`;
  return shape + bar + label;
}

const middle = (outline) =>
  outline.centre ?? [0, 1].map((axis) => outline.corners.reduce((sum, c) => sum + c[axis], 0) / outline.corners.length);

const GROUND = { hostile: 'hostile ground', difficult: 'difficult ground' };

function pieceDrawing(piece, now) {
  const height = piece.heights[Math.min(now.hits, piece.heights.length - 1)];
  const kind = GROUND[piece.kind] ? `ground ${piece.kind}`
    : now.ruined || height < header.min_cover_height ? 'ruin'
      : piece.kind === 'roof' ? 'roof' : 'piece';
  const look = `class="${kind}" style="--h:${Math.min(1, height / 15)}"`;
  const what = GROUND[piece.kind] ?? `${piece.kind === 'roof' ? 'a roof ' : ''}${height} bricks high${piece.stairs ? ' with stairs' : ''}, ${Math.max(0, piece.hits - now.hits)} of ${piece.hits} hits left`;
  const tip = `<title>${escaped(piece.name)}: ${what}</title>`;
  const shape = piece.corners
    ? `<polygon ${look} points="${points(piece.corners)}">${tip}</polygon>`
    : `<circle ${look} cx="${flat(piece.centre)[0]}" cy="${flat(piece.centre)[1]}" r="${piece.radius * UNIT}">${tip}</circle>`;
  const [x, y] = flat(middle(piece));
  const pips = Array.from({ length: Math.min(piece.hits, 10) }, (_, i) => {
    const left = x + (i - Math.min(piece.hits, 10) / 2) * 6;
    return `<rect class="pip${i < piece.hits - now.hits ? '' : ' spent'}" x="${left + 0.7}" y="${y - 2.3}" width="4.6" height="4.6"/>`;
  });
  const spot = now.spot ? badge('Y', now.spot, 0, -12) : '';
  return shape + (kind === 'piece' || kind === 'roof' ? pips.join('') : '') + (spot && `<g transform="translate(${x} ${y})">${spot}</g>`);
}

function stationDrawing(station, i) {
  if (!station.at) return '';
  const [x, y] = flat(station.at);
  const half = (Math.max(header.station_side, 0.5) * UNIT) / 2;
  const owner = station.owner === null ? "nobody's" : possessive(header.companies[station.owner].name);
  const letter = station.owner === null ? '' : header.companies[station.owner].initial;
  return `<g transform="translate(${x} ${y}) scale(${markScale})" ${colors(station.owner)}><title>station ${i + 1}, ${escaped(owner)}</title>
    <rect class="station" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>
    <text class="own" font-size="9" style="${station.owner === null ? 'fill:#fff' : ''}">${letter}</text></g>`;
}

const badge = (color, text, x, y) =>
  `<rect class="badge ${color}" x="${x - 5}" y="${y - 5}" width="10" height="10" rx="2.5"/><text class="on ${color}" x="${x}" y="${y + 0.3}" font-size="8.5">${text}</text>`;

/** Systems, and under them whites and rockets. */
function pips(now) {
  const systems = now.systems.map((system, i) => {
    const x = (i - (now.systems.length - 1) / 2) * 9;
    return `<rect class="${system[0]}" x="${x - 4.3}" y="${radius + 1.5}" width="8.6" height="8.6" rx="1.2"/><text class="on ${system[0]}" x="${x}" y="${radius + 6.1}" font-size="8">${system[0]}</text>`;
  });
  const low = radius + (now.systems.length > 0 ? 13.6 : 4.5);
  const small = now.whites + now.rockets;
  const rest = Array.from({ length: small }, (_, i) => {
    const x = (i - (small - 1) / 2) * 6;
    return i < now.whites
      ? `<circle class="W" cx="${x}" cy="${low}" r="2.3"/>`
      : `<path class="rocket" d="M${x} ${low - 3}l2.6 5.4h-5.2z"/>`;
  });
  return systems.join('') + rest.join('');
}

function unitDrawing(state, i) {
  const now = state.units[i];
  if (!now.at) return '';
  const [x, y] = flat(now.at);
  const open = `<g class="unit${now.acted && !state.turns.includes(i) ? ' acted' : ''}" data-unit="${i}" transform="translate(${x} ${y}) scale(${markScale})" ${colors(header.units[i].company)}>`;
  if (now.gone) {
    const arm = radius * 0.6;
    const cross = `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
    return `${open}<title>${escaped(unitNames[i])}, destroyed</title><path class="cross under" d="${cross}"/><path class="cross" d="${cross}"/></g>`;
  }
  const turn = state.turns.indexOf(i);
  const ring = turn < 0 ? '' : `<circle class="${i === acting(state) ? 'turn' : 'opened'}" r="${radius + 3}"/>`;
  const choice = chosen === i ? `<circle class="chosen" r="${radius + 5.5}"/>` : '';
  const defense = now.defense === null || now.defense === undefined ? '' : badge('B', now.defense, -radius - 0.5, -radius - 0.5);
  const spot = now.spot ? badge('Y', now.spot, radius + 0.5, -radius - 0.5) : '';
  return `${open}<title>${escaped(unitNames[i])} (${escaped(header.units[i].loadout)})</title>${ring}${choice}
    <circle class="disc" r="${radius}"/><text class="own" font-size="10">${unitMark(i)}</text>${defense}${spot}${pips(now)}</g>`;
}

/** The frame whose turn goes on: the event's own, else the one that answers. */
function acting(state) {
  const unit = lines[shown - 1]?.unit;
  return state.turns.includes(unit) ? unit : state.turns[state.turns.length - 1];
}

/** Range rings of a frame: from its edge, as ranges are measured. */
function reach(state) {
  const unit = state.units[hovered ?? chosen];
  if (!unit?.at || unit.gone) return '';
  const [x, y] = flat(unit.at);
  const ring = (range) => `<circle class="reach" cx="${x}" cy="${y}" r="${radius + range * UNIT}"/>`;
  return ring(header.hand_to_hand) + ring(header.direct);
}

// ---- What an event looks like ---------------------------------------------------------------------------------------

function targetPlace(state, line) {
  if (line.target_unit !== undefined) return state.units[line.target_unit].at;
  return line.target_piece === undefined ? null : middle(header.pieces[line.target_piece]);
}

function pill([x, y], text) {
  const size = 11 * markScale;
  const width = text.length * size * 0.62 + size;
  return `<rect class="pill" x="${x - width / 2}" y="${y - size * 0.8}" width="${width}" height="${size * 1.6}" rx="${size * 0.5}"/><text class="note" x="${x}" y="${y}" font-size="${size}">${escaped(text)}</text>`;
}

function ray(kind, from, to) {
  if (!from || !to) return '';
  const drawn = `points="${points([from, to])}"`;
  return `<polyline class="shadow" ${drawn}/><polyline class="${kind}" ${drawn}/>`;
}

/** Words beside the middle of a ray. */
function beside(from, to, text) {
  if (!from || !to) return '';
  const [a, b] = [flat(from), flat(to)];
  const level = Math.abs(a[0] - b[0]) > Math.abs(a[1] - b[1]);
  const [right, up] = level ? [0, 26] : [14 + text.length * 3.8, 0];
  return pill([(a[0] + b[0]) / 2 + right * markScale, (a[1] + b[1]) / 2 - up * markScale], text);
}

const mark = (at) => (at ? `<circle class="mark" cx="${flat(at)[0]}" cy="${flat(at)[1]}" r="${radius * 1.7 * markScale}"/>` : '');
const above = (at, text) => (at ? pill([flat(at)[0], flat(at)[1] - 2.4 * radius * markScale], text) : '');
const result = (line) => (line.dice ? `${line.dice} dice: ${line.on_target}${line.on_cover ? ` + cover ${line.on_cover}` : ''}` : 'no dice');

/** The drawing of an event, below or above the frames. */
function effect(state, line) {
  if (!line) return ['', ''];
  const own = state.units[line.unit]?.at;
  switch (line.event) {
    case 'moved': return [`<polyline class="way" points="${points(line.path)}"/>`, ''];
    case 'dodged': return [`<polyline class="way" points="${points([line.from, line.to])}"/>`, ''];
    case 'declared': case 'renamed': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attack-declared': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attacked': return [ray('shot', own, targetPlace(state, line)), beside(own, targetPlace(state, line), result(line))];
    case 'spotted': return [ray('sight', own, targetPlace(state, line)), ''];
    case 'repaired': return ['', above(own, `+${line.system}`)];
    case 'system-lost': case 'jettisoned': return ['', above(own, `−${line.system}`)];
    case 'white-lost': return ['', above(own, '−white')];
    case 'fell': return ['', above(own, `falls: ${line.hits}`)];
    case 'destroyed': return [mark(own), ''];
    case 'cover-hit': return ['', above(middle(header.pieces[line.piece]), `−${line.hits}`)];
    case 'cover-destroyed': return [mark(middle(header.pieces[line.piece])), ''];
    case 'frame-placed': return [mark(own), ''];
    case 'station-placed': case 'station-taken': return [mark(state.stations[line.station].at), ''];
    default: return ['', ''];
  }
}

let centre = [0, 0];

/** Sets the part of the table in view, and how large marks must be to stay readable. */
function look(state) {
  const svg = byId('drawing');
  const half = header.table.half + MARGIN;
  const size = viewChanged ? Math.min(9, half) : half;
  const focus = state.units[lines[shown - 1]?.unit]?.at;
  if (focus) centre = focus;
  const [x, y] = viewChanged ? flat(centre) : [0, 0];
  svg.setAttribute('viewBox', `${x - size * UNIT} ${y - size * UNIT} ${2 * size * UNIT} ${2 * size * UNIT}`);
  const box = svg.getBoundingClientRect();
  const scale = Math.min(box.width, box.height) / (2 * size * UNIT) || 1;
  markScale = Math.min(2.2, Math.max(1, 9.5 / (radius * scale)));
}

function drawTable() {
  const state = states[shown];
  look(state);
  const [under, over] = effect(state, lines[shown - 1]);
  const order = state.units.map((_, i) => i).sort((a, b) => rank(state, a) - rank(state, b));
  byId('drawing').innerHTML = ground()
    + header.pieces.map((piece, i) => pieceDrawing(piece, state.pieces[i])).join('')
    + state.stations.map(stationDrawing).join('')
    + reach(state) + under + order.map((i) => unitDrawing(state, i)).join('') + over;
}

/** Destroyed frames lie lowest, those in turn on top. */
const rank = (state, i) => (state.units[i].gone ? -1 : state.turns.indexOf(i) + 1);

// ---- Animation of a move ----------------------------------------------------------------------------------------------

let running = 0;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

function animate(line) {
  cancelAnimationFrame(running);
  const path = line?.event === 'moved' ? line.path : line?.event === 'dodged' ? [line.from, line.to] : null;
  if (!path || calm.matches) return;
  const legs = path.slice(1).map((to, i) => ({ from: path[i], to, length: Math.hypot(to[0] - path[i][0], to[1] - path[i][1]) }));
  const whole = legs.reduce((sum, leg) => sum + leg.length, 0);
  const time = Math.min(900, 250 + whole * 90) / speed();
  const begun = performance.now();
  const step = (clock) => {
    const share = Math.min(1, Math.max(0, (clock - begun) / time));
    let way = share * whole;
    const leg = legs.find((one) => way <= one.length || ((way -= one.length), false)) ?? legs[legs.length - 1];
    const t = share === 1 ? 1 : way / (leg.length || 1);
    const at = share === 1 ? path[path.length - 1] : leg.from.map((from, axis) => from + (leg.to[axis] - from) * t);
    const [x, y] = flat(at);
    byId('drawing').querySelector(`[data-unit="${line.unit}"]`)?.setAttribute('transform', `translate(${x} ${y}) scale(${markScale})`);
    if (share < 1) running = requestAnimationFrame(step);
  };
  step(begun);
}
