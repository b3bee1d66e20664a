// ---- Names ---------------------------------------------------------------------------------------------------------

const unitNames = header.units.map((unit) => `${possessive(header.companies[unit.company].name)} ${unit.name}`);
const unitMark = (unit) => header.companies[header.units[unit].company].initial + header.units[unit].number;

// ---- The table ----------------------------------------------------------------------------------------------------

const radius = header.frame_radius * UNIT;

function ground() {
  return plane(header.table.shape === 'round', 'ground', header.direct, '1 ruler');
}

const middle = (outline) =>
  outline.centre ?? [0, 1].map((axis) => outline.corners.reduce((sum, c) => sum + c[axis], 0) / outline.corners.length);

const GROUND = { hostile: 'hostile ground', difficult: 'difficult ground' };

function pieceDrawing(piece, now) {
  const height = piece.heights[Math.min(now.hits, piece.heights.length - 1)];
  const kind = GROUND[piece.kind] ? `ground ${piece.kind}`
    : !now.stands || height < header.min_cover_height ? 'ruin'
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
  const spot = now.spot ? badge('Y', now.spot.value, 0, -12) : '';
  return shape + (kind === 'piece' || kind === 'roof' ? pips.join('') : '') + (spot && `<g transform="translate(${x} ${y})">${spot}</g>`);
}

function stationDrawing(station, i) {
  if (!station.at) return '';
  const [x, y] = flat(station.at);
  const half = (Math.max(header.station_side, 0.5) * UNIT) / 2;
  const owner = station.owner === undefined ? "nobody's" : possessive(header.companies[station.owner].name);
  const letter = station.owner === undefined ? '' : header.companies[station.owner].initial;
  return `<g transform="translate(${x} ${y}) scale(${markScale})" ${colors(station.owner)}><title>${header.stations[i].objective ? 'the objective' : `station ${i + 1}`}, ${escaped(owner)}</title>
    <rect class="station" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>
    <text class="own" font-size="9" style="${station.owner === undefined ? 'fill:#fff' : ''}">${letter}</text></g>`;
}

/** Draws systems, and under them whites and rockets. */
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
  if (now.life === 'destroyed') {
    return `${open}<title>${escaped(unitNames[i])}, destroyed</title>${cross(radius * 0.6)}</g>`;
  }
  const turn = state.turns.indexOf(i);
  const ring = turn < 0 ? '' : `<circle class="${i === acting(state, 'unit') ? 'turn' : 'opened'}" r="${radius + 3}"/>`;
  const choice = chosen === i ? `<circle class="chosen" r="${radius + 5.5}"/>` : '';
  const defense = now.defense === undefined ? '' : badge('B', now.defense, -radius - 0.5, -radius - 0.5);
  const spot = now.spot ? badge('Y', now.spot.value, radius + 0.5, -radius - 0.5) : '';
  return `${open}<title>${escaped(unitNames[i])} (${escaped(header.units[i].loadout)})</title>${ring}${choice}
    <circle class="disc" r="${radius}"/><text class="own" font-size="10">${unitMark(i)}</text>${defense}${spot}${chosen === i || hovered === i ? pips(now) : ''}</g>`;
}

/** Draws range rings of a frame from its edge, because ranges are measured from the edge. */
function reach(state) {
  const unit = state.units[hovered ?? chosen];
  if (!unit?.at || unit.life === 'destroyed') return '';
  const [x, y] = flat(unit.at);
  const ring = (range) => `<circle class="reach" cx="${x}" cy="${y}" r="${radius + range * UNIT}"/>`;
  return ring(header.hand_to_hand) + ring(header.direct);
}

// ---- The drawing of an event ---------------------------------------------------------------------------------------

function targetPlace(state, line) {
  if (line.target_unit !== undefined) return state.units[line.target_unit].at;
  return line.target_piece === undefined ? null : middle(header.pieces[line.target_piece]);
}

const mark = (at) => (at ? `<circle class="mark" cx="${flat(at)[0]}" cy="${flat(at)[1]}" r="${radius * 1.7 * markScale}"/>` : '');
const above = (at, text) => (at ? pill([flat(at)[0], flat(at)[1] - 2.4 * radius * markScale], text) : '');
const result = (line) => (line.dice ? `${diceWords(line.dice)}: ${line.on_target}${line.on_cover ? ` + cover ${line.on_cover}` : ''}` : 'no dice');

/** Returns the places of a move: its start, its corners and its end. */
const wayOf = ({ from, corners, to }) => [from, ...(corners ?? []), to];

/** Draws an event, below or above the frames. */
function effect(state, line) {
  if (!line) return ['', ''];
  const own = state.units[line.unit]?.at;
  switch (line.event) {
    case 'moved': case 'dodged': case 'objective-moved': return [`<polyline class="way" points="${points(wayOf(line))}"/>`, ''];
    case 'declared': case 'renamed': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attack-declared': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attacked': return [ray('shot', own, targetPlace(state, line)), labelled(own, targetPlace(state, line), result(line))];
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

/** Keeps marks readable: the letters of a frame are no smaller than on a large table. */
const look = (state) => lookAt(state.units[lines[shown - 1]?.unit]?.at, (scale) => Math.max(1, 9.5 / (radius * scale)));

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

/** Order of drawing: destroyed frames lowest, frames in turn on top. */
const rank = (state, i) => (state.units[i].life === 'destroyed' ? -1 : state.turns.indexOf(i) + 1);

/** Returns the path of an event, the frame that moves, and its drawing. */
const motion = (line) => ({
  path: ['moved', 'dodged'].includes(line?.event) ? wayOf(line) : null,
  who: `[data-unit="${line?.unit}"]`,
  look: `scale(${markScale})`,
});
