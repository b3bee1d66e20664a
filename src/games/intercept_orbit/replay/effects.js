// ---- What an event looks like ---------------------------------------------------------------------------------------

function targetPlace(state, line) {
  if (line.target_asset !== undefined) return state.assets[line.target_asset].at;
  return line.target_piece === undefined ? null : state.pieces[line.target_piece].at;
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

const mark = (at) => (at ? `<circle class="mark" cx="${flat(at)[0]}" cy="${flat(at)[1]}" r="${UNIT * 1.2 * markScale}"/>` : '');
const above = (at, text) => (at ? pill([flat(at)[0], flat(at)[1] - UNIT * 1.3 * markScale], text) : '');
const struck = (line) => (line.dice ? `${line.dice} dice: ${line.on_target}${line.on_cover ? ` + ${line.shelter} ${line.on_cover}` : ''}` : 'no dice');

/** The course that a maneuver has in mind, hinge by hinge. */
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

/** The drawing of an event, below or above the assets. */
function effect(state, line) {
  if (!line) return ['', ''];
  const own = state.assets[line.asset]?.at;
  const other = (asset) => state.assets[asset]?.at;
  switch (line.event) {
    case 'set-out': return [course(line), ''];
    case 'sailed': return [`<polyline class="way" points="${points(line.path)}"/>`, ''];
    case 'flew': case 'dodged': return [`<polyline class="way" points="${points([line.from, line.to])}"/>`, ''];
    case 'declared': case 'attack-declared': return [ray('aim', own, targetPlace(state, line)), ''];
    case 'attacked': return [ray('shot', own, targetPlace(state, line)), beside(own, targetPlace(state, line), struck(line))];
    case 'spotted': return [ray('sight', own, other(line.target)), ''];
    case 'collided': return [mark(other(line.rammer)), above(other(line.rammer), `${line.on_rammer} : ${line.on_target}`)];
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

// ---- Animation of a move ----------------------------------------------------------------------------------------------

let running = 0;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

function animate(line) {
  cancelAnimationFrame(running);
  const path = line?.event === 'sailed' ? line.path : ['flew', 'dodged'].includes(line?.event) ? [line.from, line.to] : null;
  if (!path || path.length < 2 || calm.matches) return;
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
    byId('drawing').querySelector(`[data-asset="${line.asset}"]`)?.setAttribute('transform', `translate(${x} ${y})`);
    if (share < 1) running = requestAnimationFrame(step);
  };
  step(begun);
}
