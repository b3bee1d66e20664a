// ---- Names and colours ------------------------------------------------------------------------------------------

const assetNames = header.assets.map((asset) => `${possessive(header.fleets[asset.fleet].name)} ${asset.name}`);
const isShip = (i) => header.assets[i].kind === 'capital' || header.assets[i].kind === 'frigate';
const isCompany = (i) => header.assets[i].kind === 'company';

/** What stands on an asset: ships by number, the ace's company with a star, high value assets with a diamond. */
function assetMark(i) {
  const { kind, number, ace } = header.assets[i];
  return kind === 'hva' ? `◆${number}` : ace ? '★' : String(number);
}

const chipMark = (i) => header.fleets[header.assets[i].fleet].initial + assetMark(i);

// ---- States, folded from the lines; a new state shares what did not change ---------------------------------------

const withAsset = (state, asset, change) => ({ ...state, assets: replaced(state.assets, asset, change) });
const withPiece = (state, piece, change) => ({ ...state, pieces: replaced(state.pieces, piece, change) });
const put = (state, line, on) => withAsset(state, line.asset, { at: line.to ?? line.at, on: on ?? null });
const moved = (state, line) => withAsset(state, line.asset, { at: line.to, heading: line.heading });

function afterLoss(state, line) {
  const now = state.assets[line.asset];
  if (line.loss === 'white') return withAsset(state, line.asset, { whites: now.whites - 1 });
  if (line.loss === 'ace') return withAsset(state, line.asset, { ace: false });
  const systems = [...now.systems];
  const at = systems.indexOf(line.loss);
  if (at >= 0) systems.splice(at, 1);
  return withAsset(state, line.asset, { systems });
}

function afterPickUp(state, line) {
  const on = isShip(line.by) ? line.by : state.assets[line.by].on;
  return put(withAsset(state, line.asset, { carried: line.by }), line, on);
}

const fold = {
  'placed': (state, line) => withAsset(state, line.asset, { stand: 'standing', at: line.at, heading: line.heading }),
  'docked': (state, line) => withAsset(state, line.asset, { stand: 'docked', at: line.at, on: line.ship }),
  'debris-placed': (state, line) => ({ ...state, pieces: [...state.pieces, { at: line.at, hits: 0, gone: false }] }),
  'debris-hit': (state, line) => withPiece(state, line.piece, { hits: state.pieces[line.piece].hits + line.hits }),
  'debris-destroyed': (state, line) => withPiece(state, line.piece, { gone: true }),
  'debris-moved': (state, line) => withPiece(state, line.piece, { at: line.to }),
  'round-began': (state, line) => ({
    ...state,
    clock: line.clock,
    assets: state.assets.map((asset) => ({ ...asset, acted: false })),
  }),
  'turn-began': (state, line) => withAsset({ ...state, turns: [...state.turns, line.asset] }, line.asset, { acted: true }),
  'turn-ended': (state, line) => ({ ...state, turns: state.turns.filter((asset) => asset !== line.asset) }),
  'round-ended': (state) => ({
    ...state,
    turns: [],
    assets: state.assets.map((asset) => ({ ...asset, defense: null, spot: null, aceSpot: null })),
  }),
  'defended': (state, line) => withAsset(state, line.asset, { defense: line.value }),
  'repaired': (state, line) => withAsset(state, line.asset, { systems: [...state.assets[line.asset].systems, line.system].sort() }),
  'mended': (state, line) => withAsset(state, line.asset, {
    systems: [...state.assets[line.asset].systems, ...line.systems],
    whites: state.assets[line.asset].whites + line.whites,
  }),
  'attacked': (state, line) => (line.spot > 0 && line.target_asset !== undefined ? withAsset(state, line.target_asset, { spot: null, aceSpot: null }) : state),
  'spotted': (state, line) => withAsset(state, line.target, line.ace ? { aceSpot: line.value } : { spot: line.value }),
  'set-out': (state, line) => withAsset(state, line.asset, { way: null }),
  'sailed': (state, line) => withAsset(moved(state, line), line.asset, { way: line.path }),
  'turned': moved,
  'nudged': moved,
  'headed': (state, line) => withAsset(state, line.asset, { heading: line.heading }),
  'flew': (state, line) => withAsset(put(state, line, line.on), line.asset, { way: [line.from, line.to] }),
  'company-placed': (state, line) => put(state, line, line.on),
  'rode': (state, line) => put(state, line, line.ship),
  'clung': (state, line) => put(state, line, line.ship),
  'left-behind': (state, line) => put(state, line, null),
  'dodged': (state, line) => put(state, line, null),
  'picked-up': afterPickUp,
  'launched': (state, line) => withAsset(state, line.asset, { stand: 'standing', fuel: line.fuel, carried: null }),
  'burned': (state, line) => withAsset(state, line.asset, { fuel: line.fuel }),
  'drifted': (state, line) => withAsset(state, line.asset, { stand: 'adrift', fuel: 0, defense: null, spot: null, aceSpot: null }),
  'lost': afterLoss,
  'destroyed': (state, line) => withAsset(state, line.asset, { stand: 'gone' }),
  'lost-aboard': (state, line) => withAsset(state, line.asset, { stand: 'gone', at: line.at }),
  'left': (state, line) => withAsset(state, line.asset, { stand: 'gone', at: line.at }),
  'taken': (state, line) => withAsset(state, line.asset, { fleet: line.to }),
  'reverted': (state, line) => withAsset(state, line.asset, { fleet: line.to }),
  'ticked': (state, line) => ({ ...state, clock: line.clock }),
};

function after(state, line) {
  let next = fold[line.event] ? fold[line.event](state, line) : state;
  for (const { asset, at, on, carried_by, fleet } of line.changed ?? []) {
    next = withAsset(next, asset, { at, on: on ?? null, carried: carried_by ?? null, fleet });
  }
  return { ...next, round: line.round, scores: line.scores ?? next.scores };
}

const start = {
  round: 0,
  clock: header.clock,
  scores: lines.find((line) => line.scores)?.scores ?? header.fleets.map(() => 0),
  turns: [],
  assets: header.assets.map(({ fleet, systems, whites, ace }) => ({
    stand: 'waiting', at: null, heading: 0, fleet, systems, whites, ace: ace !== undefined, fuel: 0, on: null,
  })),
  pieces: [],
};
/** The state after so many lines. */
const states = [start];
for (const line of lines) states.push(after(states[states.length - 1], line));
