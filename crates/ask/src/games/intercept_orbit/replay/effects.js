// ---- The drawing of an event ---------------------------------------------------------------------------------------

function targetPlace(state, line) {
  if (line.target_asset !== undefined) return state.assets[line.target_asset].at;
  return line.target_piece === undefined ? null : state.pieces[line.target_piece].at;
}

const mark = (at) => (at ? `<circle class="mark" cx="${flat(at)[0]}" cy="${flat(at)[1]}" r="${UNIT * 1.2 * markScale}"/>` : '');
const above = (at, text) => (at ? pill([flat(at)[0], flat(at)[1] - UNIT * 1.3 * markScale], text) : '');
const struck = (line) => (line.dice ? `${diceWords(line.dice)}: ${line.on_target}${line.on_cover ? ` + ${line.shelter} ${line.on_cover}` : ''}` : 'no dice');

/** Returns the damage of collision dice: high value assets and debris take none. */
const damage = (asset, hits) => (asset === undefined || header.assets[asset].kind === 'hva' ? 0 : hits);

/** Draws the planned course of a maneuver, hinge by hinge. */
function course(line) {
  let [at, heading] = [line.from, line.heading];
  const way = [at];
  for (const clicks of line.turns) {
    const angle = (heading * 2 * Math.PI) / header.headings;
    at = [at[0] + Math.cos(angle), at[1] + Math.sin(angle)];
    way.push(at);
    heading += clicks;
  }
  return `<polyline class="course" points="${points(way)}"/>${way.slice(1).map((hinge) => `<circle class="hinge" cx="${flat(hinge)[0]}" cy="${flat(hinge)[1]}" r="2"/>`).join('')}`;
}

/** Returns the path of an asset in an event; null for events without a move. */
const wayOf = (line) => (line?.event === 'sailed' ? line.path : ['flew', 'dodged'].includes(line?.event) ? [line.from, line.to] : null);

/** Draws an event, below or above the assets. */
function effect(state, line) {
  if (!line) return ['', ''];
  const own = state.assets[line.asset] && placeOf(state.assets[line.asset], line.asset);
  const other = (asset) => state.assets[asset]?.at;
  switch (line.event) {
    case 'set-out': return [course(line), ''];
    case 'sailed': case 'flew': case 'dodged': return [`<polyline class="way" points="${points(wayOf(line))}"/>`, ''];
    case 'declared': case 'attack-declared': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attacked': return [ray('shot', own, targetPlace(state, line)), labelled(own, targetPlace(state, line), struck(line))];
    case 'spotted': return [ray('sight', own, other(line.target)), ''];
    case 'collided': return [mark(other(line.rammer)), above(other(line.rammer), `${damage(line.rammer, line.on_rammer)} : ${damage(line.target_asset, line.on_target)}`)];
    case 'boarded': return [mark(other(line.ship)), above(other(line.ship), line.rolls.map((roll) => roll.counted).join(' : '))];
    case 'launched': case 'mended': case 'picked-up': return [ray('aim', other(line.by), own), ''];
    case 'company-placed': case 'placed': case 'docked': case 'taken': case 'reverted': case 'drifted': return [mark(own), ''];
    case 'repaired': return ['', above(own, `+${line.system}`)];
    case 'lost': return ['', above(own, `−${letter(line.loss)}`)];
    case 'burned': return ['', above(own, `fuel ${line.fuel}`)];
    case 'destroyed': case 'left': case 'lost-aboard': return [mark(own), ''];
    case 'debris-placed': case 'debris-destroyed': case 'debris-hit': return [mark(state.pieces[line.piece].at), ''];
    default: return ['', ''];
  }
}

/** Returns the path of an event, the asset that moves, and its drawing. */
const motion = (line) => ({
  path: wayOf(line),
  who: `[data-asset="${line?.asset}"]`,
  look: '',
});
