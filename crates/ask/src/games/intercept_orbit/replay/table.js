// ---- Names ---------------------------------------------------------------------------------------------------------

const assetNames = header.assets.map((asset) => `${possessive(header.fleets[asset.fleet].name)} ${asset.name}`);
const isShip = (i) => header.assets[i].kind === 'capital' || header.assets[i].kind === 'frigate';
const isCompany = (i) => header.assets[i].kind === 'company';

/** Returns the sign of an asset: ships have a number, the company of the ace a star, high value assets a diamond. */
function assetMark(i) {
  const { kind, number, ace } = header.assets[i];
  return kind === 'hva' ? `◆${number}` : ace ? '★' : String(number);
}

const chipMark = (i) => header.fleets[header.assets[i].fleet].initial + assetMark(i);

// ---- The table ----------------------------------------------------------------------------------------------------

const onTable = (now) => now.at && now.life !== 'gone';
/** Returns the last shown line of an asset with one of some events. */
const lastLine = (i, events) => lines.slice(0, shown).findLast((line) => line.asset === i && events.includes(line.event));
/** Returns the place of an asset; if it left the table, the last one. */
const placeOf = (now, i) => (now.life === 'gone' ? lastLine(i, ['left', 'lost-aboard'])?.at : undefined) ?? now.at;
/** Returns the clockwise turn, in degrees, of a drawing whose bow points up. */
const degrees = (heading) => 90 - (heading * 360) / header.headings;
/** Returns half the width and half the length of a base, in drawing units. */
function half(i) {
  const base = header.bases[header.assets[i].kind];
  return (Array.isArray(base) ? base.map((side) => side / 2) : [base, base]).map((side) => side * UNIT);
}

function ground() {
  return plane(header.table.shape === 'circle', 'space', header.bands[2], `assault range, ${header.bands[2]}`);
}

function pieceDrawing(now, i) {
  if (now.gone) return '';
  const [x, y] = flat(now.at);
  const radius = header.bases.debris * UNIT;
  const corner = (n) => {
    const [angle, reach] = [(n * Math.PI) / 5, radius * [1, 0.82, 0.95, 0.78, 0.9][(n + i) % 5]];
    return `${(x + reach * Math.cos(angle)).toFixed(1)},${(y + reach * Math.sin(angle)).toFixed(1)}`;
  };
  const rock = Array.from({ length: 10 }, (_, n) => corner(n)).join(' ');
  return `<g><title>debris ${i + 1}</title><circle class="rim" cx="${x}" cy="${y}" r="${radius}"/><polygon class="rock" points="${rock}"/></g>`;
}

const PARTS = { weapon: 'R', defense: 'B', comms: 'Y', movement: 'G' };
const letter = (system) => PARTS[system] ?? system;

/** Draws systems, and under them whites and the ace, below an asset. */
function pips(now, low) {
  const width = (system) => 5 + 4.2 * letter(system).length;
  const all = now.systems.reduce((sum, system) => sum + width(system), 0);
  let x = -all / 2;
  const systems = now.systems.map((system) => {
    const [token, wide] = [letter(system), width(system)];
    const drawn = `<rect class="${token[0]}" x="${x}" y="${low + 1}" width="${wide - 0.8}" height="8.6" rx="1.2"/><text class="on ${token[0]}" x="${x + wide / 2 - 0.4}" y="${low + 5.5}" font-size="7">${token}</text>`;
    x += wide;
    return drawn;
  });
  const under = low + (now.systems.length > 0 ? 12.8 : 4);
  const small = now.whites + (now.ace ? 1 : 0);
  const rest = Array.from({ length: small }, (_, i) => {
    const at = (i - (small - 1) / 2) * 6;
    return i < now.whites ? `<circle class="W" cx="${at}" cy="${under}" r="2.3"/>` : `<text class="star" x="${at}" y="${under}" font-size="7">★</text>`;
  });
  return systems.join('') + rest.join('');
}

/** Draws the base to scale: a rectangle with a bow, or a disc. */
function hull(i) {
  const [across, along] = half(i);
  if (isCompany(i)) return `<circle class="hull" r="${across}"/>`;
  const bow = `M${-across * 0.7} ${-along * 0.45}L0 ${-along * 0.95}L${across * 0.7} ${-along * 0.45}`;
  const kind = header.assets[i].kind;
  return `<rect class="hull ${kind}" x="${-across}" y="${-along}" width="${2 * across}" height="${2 * along}" rx="1.5"/><path class="bow" d="${bow}"/>`;
}

/** Draws the ring of the captor of an asset. */
function captor(now, i) {
  if (now.fleet === header.assets[i].fleet) return '';
  const [across, along] = half(i).map((side) => side + 3);
  return `<g ${colors(now.fleet)}><rect class="captor" x="${-across}" y="${-along}" width="${2 * across}" height="${2 * along}" rx="4"/></g>`;
}

/** Returns facts about an asset as texts, without its systems and dice; a text that does not apply is empty. */
function facts(state, i) {
  const now = state.assets[i];
  const spot = (now.spot?.value ?? 0) + (now.ace_spot?.value ?? 0);
  return [
    header.assets[i].ace ? `${header.assets[i].ace} ace` : '',
    isCompany(i) ? (now.life === 'standing' ? `fuel ${now.fuel}` : now.life) : '',
    now.defense === undefined ? '' : `defense ${now.defense}`,
    spot ? `spot ${spot}` : '',
    now.on === undefined ? '' : `on ${assetNames[now.on]}`,
    now.carried_by === undefined ? '' : `carried by ${assetNames[now.carried_by]}`,
    now.fleet === header.assets[i].fleet ? '' : `held by ${header.fleets[now.fleet].name}`,
  ];
}

function tip(state, i) {
  const now = state.assets[i];
  const systems = now.systems.map(letter).join(' ') || (header.assets[i].kind === 'hva' ? '' : 'no systems');
  const parts = [systems, now.whites ? `${now.whites} white` : '', ...facts(state, i)];
  return `${assetNames[i]}: ${now.life === 'gone' ? 'gone' : parts.filter(Boolean).join(', ')}`;
}

function assetDrawing(state, i) {
  const now = state.assets[i];
  if (!now.at) return '';
  const [x, y] = flat(placeOf(now, i));
  const [across, along] = half(i);
  const turn = state.turns.indexOf(i);
  const look = ['asset', now.acted && turn < 0 ? 'acted' : '', now.life].join(' ').trim();
  const open = `<g class="${look}" data-asset="${i}" transform="translate(${x} ${y})" ${colors(header.assets[i].fleet)}><title>${escaped(tip(state, i))}</title>`;
  if (now.life === 'gone') return `${open}${cross(6 * markScale)}</g>`;
  const reach = Math.hypot(across, along);
  const ring = turn < 0 ? '' : `<circle class="${i === acting(state, 'asset') ? 'turn' : 'opened'}" r="${(isCompany(i) ? across : reach) + 3}"/>`;
  const choice = chosen === i ? `<circle class="chosen" r="${reach + 5.5}"/>` : '';
  const low = (isCompany(i) ? across : Math.max(along, across)) / markScale;
  const side = across / markScale + 1;
  const defense = now.defense === undefined ? '' : badge('B', now.defense, -side, -low);
  const spots = [now.spot, now.ace_spot].filter(Boolean).map((spot, n) => badge('Y', spot.value, side + 11 * n, -low)).join('');
  const fuel = isCompany(i) && now.life === 'standing' ? badge('K', now.fuel, side, 1) : '';
  const marks = `<g transform="scale(${markScale})"><text class="own" font-size="10">${assetMark(i)}</text>${defense}${spots}${fuel}${chosen === i || hovered === i ? pips(now, low) : ''}</g>`;
  return `${open}${ring}${choice}<g transform="rotate(${degrees(now.heading)})">${hull(i)}${captor(now, i)}</g>${marks}</g>`;
}

/** Draws the path of an asset's last move. */
function wayDrawing(now, i) {
  const way = onTable(now) && wayOf(lastLine(i, ['set-out', 'sailed', 'flew']));
  return way && way.length > 1 ? `<polyline class="wake" points="${points(way)}" ${colors(header.assets[i].fleet)}/>` : '';
}

/** Draws range rings of an asset: its base grown by the bands, because ranges are measured from the base. */
function reach(state) {
  const i = hovered ?? chosen;
  const now = i === null ? null : state.assets[i];
  if (!now || !onTable(now)) return '';
  const [x, y] = flat(now.at);
  const [across, along] = isCompany(i) ? [0, 0] : half(i);
  const round = isCompany(i) ? half(i)[0] : 0;
  const ring = (band) => {
    const r = round + band * UNIT;
    return `<rect class="reach" x="${-across - r}" y="${-along - r}" width="${2 * (across + r)}" height="${2 * (along + r)}" rx="${r}"/>`;
  };
  return `<g transform="translate(${x} ${y}) rotate(${degrees(now.heading)})">${header.bands.map(ring).join('')}</g>`;
}

/** Marks are drawn over bases, which stay to scale. */
function look(state) {
  const line = lines[shown - 1];
  lookAt(state.assets[line?.asset ?? line?.ship ?? line?.rammer]?.at, (scale) => Math.max(0.8, 1 / scale));
}

/** Order of drawing: destroyed assets, ships, drifting assets, companies, and the asset in turn on top. */
function rank(state, i) {
  if (state.assets[i].life === 'gone') return -1;
  return (isCompany(i) ? 4 : 0) + (state.turns.includes(i) ? 2 : 0);
}

function drawTable() {
  const state = states[shown];
  look(state);
  const [under, over] = effect(state, lines[shown - 1]);
  const order = state.assets.map((_, i) => i).sort((a, b) => rank(state, a) - rank(state, b));
  byId('drawing').innerHTML = ground() + state.pieces.map(pieceDrawing).join('') + state.assets.map(wayDrawing).join('')
    + reach(state) + under + order.map((i) => assetDrawing(state, i)).join('') + over;
}
