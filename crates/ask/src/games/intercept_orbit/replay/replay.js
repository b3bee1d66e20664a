// ---- Words, dice and scores -------------------------------------------------------------------------------------------

const plain = (color, sides) => (face) => dieGlyph({ color, sides, face });

/** Draws every die of a line. */
function dice(line) {
  if (line?.event === 'boarded') return line.rolls.map(({ yellows, reds }) => yellows.map(plain('yellow', 6)).join('') + (reds ?? []).map(plain('red', 6)).join('')).join(' · ');
  return fallen(line);
}

function about(state) {
  const pointed = hovered ?? chosen;
  if (pointed === null) return '';
  const now = state.assets[pointed];
  if (now.life === 'gone') return panel(assetNames[pointed], '', ['gone']);
  return panel(assetNames[pointed], drawnParts(now.systems.map(letter), now.whites), facts(state, pointed));
}

function standing(state, i) {
  const held = (kind) => state.assets.filter((now, a) => now.fleet === i && onTable(now) && now.life !== 'adrift' && kind(a)).length;
  const counts = [held(isShip), held(isCompany), held((a) => header.assets[a].kind === 'hva')];
  const { fleet, policy } = header.fleets[i];
  return { counts, of: 'ships, companies and high value assets', tip: `${fleet}, plays by ${policy}` };
}

const quiet = ['turn-ended', 'passed', 'held', 'rolled-off', 'rode', 'burned', 'set-out'];

/** Returns the asset that acts in an event. */
const actor = (line) => ({
  number: line.asset,
  name: assetNames[line.asset],
  mark: () => chipMark(line.asset),
  side: header.assets[line.asset ?? line.rammer ?? line.ship]?.fleet ?? line.fleet,
});

// ---- The parts of `game` -----------------------------------------------------------------------------------------------

const game = {
  ...battle,
  dwell: { attacked: 1900, boarded: 2200, collided: 1700, spared: 900, rolled: 1200, sailed: 1300, flew: 1200, dodged: 1000, destroyed: 1300, taken: 1500, spotted: 900, 'turn-began': 700, 'turn-ended': 200, passed: 350, held: 350, rode: 350, burned: 350, 'rolled-off': 300, placed: 450, docked: 300, 'debris-placed': 450, over: 2000 },
  roundOf: ({ round }) => (round ? `Round ${round}` : 'Set-up'),
  unitOf(element) {
    const asset = element.closest?.('[data-asset]');
    return asset ? Number(asset.dataset.asset) : null;
  },
};
