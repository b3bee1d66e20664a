// ---- Words, dice and scores -------------------------------------------------------------------------------------------

const letters = { white: 'W', black: 'K', blue: 'B', green: 'G', red: 'R', yellow: 'Y' };
const dieGlyph = ({ color, sides, face }) =>
  `<span class="die ${color}${sides > 6 ? ' d8' : ''}" title="${color} die of ${sides} sides"><small>${letters[color]}</small>${face}</span>`;
const plain = (color, sides) => (face) => dieGlyph({ color, sides, face });

/** Every die of a line. */
function dice(line) {
  if (line?.event === 'boarded') return line.rolls.map(({ yellows, reds }) => yellows.map(plain('yellow', 6)).join('') + (reds ?? []).map(plain('red', 6)).join('')).join(' · ');
  if (!line?.faces?.length) return '';
  if (line.event === 'rolled') return line.faces.map(dieGlyph).join('');
  return line.faces.map((face) => `<span class="die damage">${face}</span>`).join('');
}

function drawWords() {
  const line = lines[shown - 1];
  const state = states[shown];
  const pointed = hovered ?? chosen;
  byId('said').textContent = line ? line.text : 'Before the battle.';
  byId('dice').innerHTML = dice(line);
  byId('about').textContent = pointed === null ? '' : tip(state, pointed);
  byId('time').textContent = `${game.roundOf(state)} · clock ${state.clock}`;
  byId('scores').innerHTML = header.fleets.map((fleet, i) => {
    const held = (kind) => state.assets.filter((now, a) => now.fleet === i && onTable(now) && now.stand !== 'adrift' && kind(a)).length;
    const [ships, companies, hvas] = [held(isShip), held(isCompany), held((a) => header.assets[a].kind === 'hva')];
    // While assets are placed the score counts what is still to come.
    const sum = `<small title="ships, companies and high value assets, times points an asset">(${ships} + ${companies} + ${hvas}) × ${fleet.points_per_asset}</small>`;
    return `<li title="${escaped(fleet.fleet)}, plays by ${escaped(fleet.policy)}">${chip(i, fleet.initial)}<span>${escaped(fleet.name)}</span> <b>${state.scores[i]}</b>
      ${state.round ? sum : ''}</li>`;
  }).join('');
}

// ---- The list of events -------------------------------------------------------------------------------------------------

/** A line's words, without the name that the head of its turn says already. */
const brief = (line, head) => {
  const name = `${assetNames[line.asset]} `;
  const text = line.event === 'rolled' ? `${name}rolls` : line.text; // Its dice are drawn.
  return line.asset === head && line.event !== 'turn-began' && text.startsWith(name) ? text.slice(name.length) : text;
};

const QUIET = ['turn-ended', 'passed', 'held', 'rolled-off', 'rode', 'burned', 'set-out'];

function eventRow(line, head) {
  const first = line.event === 'turn-began';
  const fleet = header.assets[line.asset ?? line.rammer ?? line.ship]?.fleet ?? line.fleet;
  const glyphs = dice(line);
  const look = `${first ? 'head' : ''}${QUIET.includes(line.event) ? ' dim' : ''}`;
  return `<li data-n="${line.n}" class="${look}" ${colors(fleet)}>${first ? chip(fleet, chipMark(line.asset)) + ' ' : ''}${escaped(brief(line, head))}${glyphs && `<span class="dice">${glyphs}</span>`}</li>`;
}

function rows(told) {
  const groups = [[]];
  let head = null;
  for (const line of told) {
    if (line.event === 'turn-began') [head] = [line.asset, groups.push([])];
    if (line.event === 'round-ended') [head] = [null, groups.push([])];
    groups[groups.length - 1].push(eventRow(line, head));
  }
  return groups.map((group) => `<ol>${group.join('')}</ol>`).join('');
}

// ---- Scores over the battle -----------------------------------------------------------------------------------------------

const chart = { left: 40, right: 30, top: 14, bottom: 6 };
const dashes = ['', '7 3', '2 3', '9 3 2 3'];
const chartX = (n) => chart.left + (n / Math.max(1, lines.length)) * (chart.width - chart.left - chart.right);

/** A round step for about four grid lines. */
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
  const ticks = lines.filter((line) => line.event === 'ticked').map((line, i, told) => {
    const x = chartX(line.n);
    const near = i + 1 < told.length && chartX(told[i + 1].n) - x < 16;
    return `<path class="tick" d="M${x} ${chart.top}V${chart.height - chart.bottom}"/>${near ? '' : `<text x="${x}" y="${chart.top - 4}" text-anchor="middle">${line.clock}</text>`}`;
  });
  const scores = header.fleets.map((_, fleet) => {
    let path = `M${chartX(0)} ${y(start.scores[fleet])}`;
    for (const line of lines) if (line.scores) path += `H${chartX(line.n)}V${y(line.scores[fleet])}`;
    path += `H${chartX(lines.length)}`;
    return `<g ${colors(fleet)}><path class="halo" d="${path}"/><path class="score" stroke-dasharray="${dashes[fleet]}" d="${path}"/></g>`;
  });
  svg.innerHTML = grid.join('') + ticks.join('') + scores.join('') + chartLabels(y) + '<path class="cursor" d=""/>';
  moveCursor();
}

/** The fleets' letters at the ends of their lines, one below the other where they are level. */
function chartLabels(y) {
  const last = states[states.length - 1].scores;
  const ends = last.map((score, fleet) => ({ fleet, at: y(score) + 4 })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => { if (i > 0) end.at = Math.max(end.at, ends[i - 1].at + 12); });
  const over = Math.max(0, ends[ends.length - 1].at - chart.height + 2);
  const labels = ends.map(({ fleet, at }) => `<text class="label" x="${chart.width - chart.right + 6}" y="${at - over}">${escaped(header.fleets[fleet].initial)}</text>`);
  return labels.join('') + `<text x="${chart.left - 5}" y="${chart.top - 4}" text-anchor="end">clock</text>`;
}

const moveCursor = () => byId('chart').querySelector('.cursor')?.setAttribute('d', `M${chartX(shown)} ${chart.top}V${chart.height - chart.bottom}`);

function seekOnChart(event) {
  const x = event.clientX - byId('chart').getBoundingClientRect().left;
  seek(Math.round(((x - chart.left) / (chart.width - chart.left - chart.right)) * lines.length));
}

// ---- What the player asks -----------------------------------------------------------------------------------------------

const game = {
  least: 0,
  turns: ['turn-began', 'round-began', 'over'],
  dwell: { attacked: 1900, boarded: 2200, collided: 1700, rolled: 1200, sailed: 1300, flew: 1200, dodged: 1000, destroyed: 1300, taken: 1500, spotted: 900, 'turn-began': 700, 'turn-ended': 200, passed: 350, held: 350, rode: 350, burned: 350, 'rolled-off': 300, placed: 450, docked: 300, 'debris-placed': 450, over: 2000 },
  pause: 650,
  roundOf: ({ round }) => (round ? `Round ${round}` : 'Set-up'),
  rows,
  people: ['drawing'],
  whom(element) {
    const asset = element.closest?.('[data-asset]');
    return asset ? Number(asset.dataset.asset) : null;
  },
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
