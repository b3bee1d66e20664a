// ---- Battles on a table ---------------------------------------------------------------------------------------------
//
// Shared by the battles of the two games that measure in ruler units, roll coloured dice and score by assets. The script
// of a game defines:
//   actor(line)        the unit that acts in an event: `number`, `name`, `mark()` and `side`
//   quiet              events with little emphasis in the list
//   about(state)       the panel of the unit that is chosen or under the pointer, as HTML
//   standing(state, i) assets of a side: `counts`, their kinds `of`, and a `tip`
//   dice(line)         every die of a line, drawn; `fallen` draws the dice that the line has as faces
//   motion(line)       the `path` of an event, `who` moves, and the `look` of the drawing there
//   drawTable()        draws the state shown

const sides = header.fleets ?? header.companies;
const possessive = (name) => name + (name.endsWith('s') ? "'" : "'s");

/** Returns black or white: the one that is easier to read on a colour such as #0072b2. */
function ink(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3 ? '#1b1f24' : '#ffffff';
}

/** Returns the inline style with a side's colours; empty without a side. */
function colors(side) {
  if (side === undefined || side === null) return '';
  const { color } = sides[side];
  return `style="--c:${escaped(color)};--ink:${ink(color)}"`;
}

const chip = (side, text) => `<span class="chip" ${colors(side)}>${escaped(text)}</span>`;

// ---- The table ------------------------------------------------------------------------------------------------------

const UNIT = 20; // Drawing units in a ruler unit.
const MARGIN = 1.6;
const flat = ([x, y]) => [x * UNIT, -y * UNIT];
const points = (list) => list.map((point) => flat(point).map((v) => v.toFixed(1)).join()).join(' ');

let markScale = 1; // Marks are larger on a small table.

/** Draws the table, round or square, and above it a bar as long as a range. */
function plane(round, look, range, name) {
  const half = header.table.half * UNIT;
  const shape = round
    ? `<circle class="${look}" r="${half}"/>`
    : `<rect class="${look}" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>`;
  const length = range * UNIT;
  const [x, y] = [-half, -half - 0.8 * UNIT];
  const bar = `<path class="scale" d="M${x} ${y - 5}v10M${x} ${y}h${length}M${x + length} ${y - 5}v10"/>`;
  const label = `<text class="note" x="${x + length + 8}" y="${y}" font-size="${14 * markScale ** 0.5}" style="text-anchor:start">${name}</text>`;
  return shape + bar + label;
}

/** Returns the words of a number of dice. */
const diceWords = (n) => (n === 1 ? '1 die' : `${n} dice`);

const badge = (color, text, x, y) =>
  `<rect class="badge ${color}" x="${x - 5}" y="${y - 5}" width="10" height="10" rx="2.5"/><text class="on ${color}" x="${x}" y="${y + 0.3}" font-size="8.5">${text}</text>`;

/** Draws the sign of a destroyed unit. */
function cross(arm) {
  const arms = `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
  return `<path class="cross under" d="${arms}"/><path class="cross" d="${arms}"/>`;
}

/** Returns the unit in turn: the one of the event, else the one that answers. */
function acting(state, key) {
  const own = lines[shown - 1]?.[key];
  return state.turns.includes(own) ? own : state.turns[state.turns.length - 1];
}

let centre = [0, 0];
let view = { left: 0, top: 0, side: 1 }; // The part of the table in view: its left and upper edge, and its side.

/** Sets the part of the table in view (around the event if the view is close) and the scale of readable marks. */
function lookAt(focus, scaled) {
  const svg = byId('drawing');
  const half = header.table.half + MARGIN;
  const size = viewChanged ? Math.min(9, half) : half;
  if (focus) centre = focus;
  const [x, y] = viewChanged ? flat(centre) : [0, 0];
  view = { left: x - size * UNIT, top: y - size * UNIT, side: 2 * size * UNIT };
  svg.setAttribute('viewBox', `${view.left} ${view.top} ${view.side} ${view.side}`);
  const box = svg.getBoundingClientRect();
  markScale = Math.min(2.2, scaled(Math.min(box.width, box.height) / (2 * size * UNIT) || 1));
}

/** Draws a label, which is moved into view if the edge would cut it. */
function pill([beside, over], text) {
  const size = 11 * markScale;
  const width = text.length * size * 0.62 + size;
  const inside = (at, start, half) => Math.max(start + half, Math.min(start + view.side - half, at));
  const [x, y] = [inside(beside, view.left, width / 2), inside(over, view.top, size * 0.8)];
  return `<rect class="pill" x="${x - width / 2}" y="${y - size * 0.8}" width="${width}" height="${size * 1.6}" rx="${size * 0.5}"/><text class="note" x="${x}" y="${y}" font-size="${size}">${escaped(text)}</text>`;
}

function ray(kind, from, to) {
  if (!from || !to) return '';
  const drawn = `points="${points([from, to])}"`;
  return `<polyline class="shadow" ${drawn}/><polyline class="${kind}" ${drawn}/>`;
}

/** Draws a label at the middle of a ray. */
function labelled(from, to, text) {
  if (!from || !to) return '';
  const [a, b] = [flat(from), flat(to)];
  const level = Math.abs(a[0] - b[0]) > Math.abs(a[1] - b[1]);
  const [right, up] = level ? [0, 26] : [14 + text.length * 3.8, 0];
  return pill([(a[0] + b[0]) / 2 + right * markScale, (a[1] + b[1]) / 2 - up * markScale], text);
}

// ---- Animation of a move ----------------------------------------------------------------------------------------------

let running = 0;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

function animate(line) {
  cancelAnimationFrame(running);
  const { path, who, look } = motion(line);
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
    byId('drawing').querySelector(who)?.setAttribute('transform', `translate(${x} ${y}) ${look}`);
    if (share < 1) running = requestAnimationFrame(step);
  };
  step(begun);
}

// ---- Words, dice and scores -----------------------------------------------------------------------------------------

const letters = { white: 'W', black: 'K', blue: 'B', green: 'G', red: 'R', yellow: 'Y' };
const dieGlyph = ({ color, sides: of, face }) =>
  `<span class="die ${color}${of > 6 ? ' d8' : ''}" title="${color} die of ${of} sides"><small>${letters[color]}</small>${face}</span>`;

/** Systems and white dice of a unit, drawn as dice. `names` has the text of each system, which starts with its colour. */
function drawnParts(names, whites) {
  const colors = Object.fromEntries(Object.entries(letters).map(([color, initial]) => [initial, color]));
  const systems = names.map((name) => `<span class="die ${colors[name[0]] ?? 'damage'}">${escaped(name)}</span>`);
  return `<span class="dice">${systems.join('')}${'<span class="die white">W</span>'.repeat(whites ?? 0)}</span>`;
}

/** The panel of a unit: its name, its systems and dice, and facts as text. */
const panel = (name, drawn, facts) => `<b>${escaped(name)}</b>${drawn}<span>${escaped(facts.filter(Boolean).join(', '))}</span>`;

/** Draws the dice of a line from its faces. */
function fallen(line) {
  if (!line?.faces?.length) return '';
  if (line.event === 'rolled') return line.faces.map(dieGlyph).join('');
  return line.faces.map((face) => `<span class="die damage">${face}</span>`).join('');
}

function drawWords() {
  const line = lines[shown - 1];
  const state = states[shown];
  byId('sentence').textContent = line ? line.text : 'Before the battle.';
  byId('dice').innerHTML = dice(line);
  byId('about').innerHTML = about(state);
  byId('time').textContent = `${game.roundOf(state)} · clock ${state.clock}`;
  byId('scores').innerHTML = sides.map((side, i) => {
    const { counts, of, tip } = standing(state, i);
    // During set-up the score includes units that are not placed yet.
    const sum = `<small title="${of}, times points an asset">(${counts.join(' + ')}) × ${side.points_per_asset}</small>`;
    return `<li title="${escaped(tip)}">${chip(i, side.initial)}<span>${escaped(side.name)}</span> <b>${state.scores[i]}</b>
      ${state.round ? sum : ''}</li>`;
  }).join('');
}

// ---- The list of events ---------------------------------------------------------------------------------------------

/** Returns the words of a line, without the name that is the heading of its turn. */
const brief = (line, head) => {
  const { number, name } = actor(line);
  const text = line.event === 'rolled' ? `${name} rolls` : line.text; // Its dice are drawn.
  return number === head && line.event !== 'turn-began' && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
};

function eventRow(line, head) {
  const first = line.event === 'turn-began';
  const { side, mark } = actor(line);
  const glyphs = dice(line);
  const look = `${first ? 'head' : ''}${quiet.includes(line.event) ? ' dim' : ''}`;
  return `<li data-n="${line.n}" class="${look}" ${colors(side)}>${first ? chip(side, mark()) + ' ' : ''}${escaped(brief(line, head))}${glyphs && `<span class="dice">${glyphs}</span>`}</li>`;
}

function rows(listed) {
  const groups = [[]];
  let head = null;
  for (const line of listed) {
    if (line.event === 'turn-began') [head] = [actor(line).number, groups.push([])];
    if (line.event === 'round-ended') [head] = [null, groups.push([])];
    groups[groups.length - 1].push(eventRow(line, head));
  }
  return groups.map((group) => `<ol>${group.join('')}</ol>`).join('');
}

// ---- Scores over the battle -----------------------------------------------------------------------------------------------

const chart = { left: 40, right: 30, top: 14, bottom: 6 };
const dashes = ['', '7 3', '2 3', '9 3 2 3', '4 4'];
const chartX = (n) => chart.left + (n / Math.max(1, lines.length)) * (chart.width - chart.left - chart.right);

/** Returns a round step for about four grid lines. */
function gridStep(most) {
  return [1, 2, 5, 10, 20, 25, 50, 100].find((step) => most / step <= 4) ?? Math.ceil(most / 4);
}

function drawChart() {
  const svg = byId('chart');
  chart.width = svg.clientWidth || 600;
  chart.height = svg.clientHeight || 120;
  svg.setAttribute('viewBox', `0 0 ${chart.width} ${chart.height}`);
  const all = states.flatMap((state) => state.scores);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const y = (score) => chart.height - chart.bottom - ((score - least) / (most - least)) * (chart.height - chart.top - chart.bottom);
  const grid = [];
  for (let score = 0; score <= most; score += gridStep(most)) {
    grid.push(`<path class="grid" d="M${chart.left} ${y(score)}H${chart.width - chart.right}"/><text x="${chart.left - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`);
  }
  const ticks = lines.filter((line) => line.event === 'ticked').map((line, i, ticked) => {
    const x = chartX(line.n);
    const near = i + 1 < ticked.length && chartX(ticked[i + 1].n) - x < 16;
    return `<path class="tick" d="M${x} ${chart.top}V${chart.height - chart.bottom}"/>${near ? '' : `<text x="${x}" y="${chart.top - 4}" text-anchor="middle">${line.clock}</text>`}`;
  });
  const scores = sides.map((_, side) => {
    let path = `M${chartX(0)} ${y(states[0].scores[side])}`;
    for (const { n, change } of lines) if (change?.scores) path += `H${chartX(n)}V${y(change.scores[side])}`;
    path += `H${chartX(lines.length)}`;
    return `<g ${colors(side)}><path class="halo" d="${path}"/><path class="score" stroke-dasharray="${dashes[side]}" d="${path}"/></g>`;
  });
  svg.innerHTML = grid.join('') + ticks.join('') + scores.join('') + chartLabels(y) + '<path class="cursor" d=""/>';
  moveCursor();
}

/** Draws the letters of the sides at the ends of their lines, one below the other if they are level. */
function chartLabels(y) {
  const last = states[states.length - 1].scores;
  const ends = last.map((score, side) => ({ side, at: y(score) + 4 })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => { if (i > 0) end.at = Math.max(end.at, ends[i - 1].at + 12); });
  const over = Math.max(0, ends[ends.length - 1].at - chart.height + 2);
  const labels = ends.map(({ side, at }) => `<text class="label" x="${chart.width - chart.right + 6}" y="${at - over}">${escaped(sides[side].initial)}</text>`);
  return labels.join('') + `<text x="${chart.left - 5}" y="${chart.top - 4}" text-anchor="end">clock</text>`;
}

const moveCursor = () => byId('chart').querySelector('.cursor')?.setAttribute('d', `M${chartX(shown)} ${chart.top}V${chart.height - chart.bottom}`);

function seekOnChart(event) {
  const x = event.clientX - byId('chart').getBoundingClientRect().left;
  seek(Math.round(((x - chart.left) / (chart.width - chart.left - chart.right)) * lines.length));
}

// ---- Parts of `game` that are the same for both games ---------------------------------------------------------------

const battle = {
  least: 0,
  turns: ['turn-began', 'round-began', 'over'],
  pause: 650,
  rows,
  people: ['drawing'],
  draw(moved) {
    drawTable();
    drawWords();
    moveCursor();
    animate(moved ? lines[shown - 1] : null);
  },
  drawPointed() {
    drawTable();
    drawWords();
  },
  begin() {
    drawChart();
    byId('chart').onclick = seekOnChart;
    new ResizeObserver(() => { drawTable(); drawChart(); markRow(); }).observe(document.body);
  },
};
