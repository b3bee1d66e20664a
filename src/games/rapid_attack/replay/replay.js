// ---- Words, dice and scores -------------------------------------------------------------------------------------------

const letters = { white: 'W', blue: 'B', green: 'G', red: 'R', yellow: 'Y' };
const dieGlyph = ({ color, sides, face }) =>
  `<span class="die ${color}${sides > 6 ? ' d8' : ''}" title="${color} die of ${sides} sides"><small>${letters[color]}</small>${face}</span>`;

/** Every die of a line. */
function dice(line) {
  if (!line?.faces?.length) return '';
  if (line.event === 'rolled') return line.faces.map(dieGlyph).join('');
  return line.faces.map((face) => `<span class="die damage">${face}</span>`).join('');
}

function about(state) {
  const i = hovered ?? chosen;
  const now = i === null ? null : state.units[i];
  if (!now) return '';
  const parts = [`${now.systems.join(' ') || 'no systems'} of ${header.units[i].loadout}`, `${now.whites} white`, `${now.rockets} rockets`];
  if (now.defense !== null && now.defense !== undefined) parts.push(`defense ${now.defense}`);
  if (now.spot) parts.push(`spot ${now.spot}`);
  return `${unitNames[i]}: ${now.gone ? 'destroyed' : parts.join(', ')}`;
}

function drawWords() {
  const line = lines[shown - 1];
  const state = states[shown];
  byId('said').textContent = line ? line.text : 'Before the battle.';
  byId('dice').innerHTML = dice(line);
  byId('about').textContent = about(state);
  byId('time').textContent = `${game.roundOf(state)} · clock ${state.clock}`;
  byId('scores').innerHTML = header.companies.map((company, i) => {
    const frames = state.units.filter((unit, u) => header.units[u].company === i && unit.at && !unit.gone).length;
    const stations = state.stations.filter((station) => station.owner === i).length;
    // While companies are fielded the score counts what is still to come.
    const sum = `<small title="frames and stations, times points an asset">(${frames} + ${stations}) × ${company.points_per_asset}</small>`;
    return `<li title="plays by ${escaped(company.policy)}">${chip(i, company.initial)}<span>${escaped(company.name)}</span> <b>${state.scores[i]}</b>
      ${state.round ? sum : ''}</li>`;
  }).join('');
}

// ---- The list of events -------------------------------------------------------------------------------------------------

/** A line's words, without the name that the head of its turn says already. */
const brief = (line, head) => {
  const name = `${unitNames[line.unit]} `;
  const text = line.event === 'rolled' ? `${name}rolls` : line.text; // Its dice are drawn.
  return line.unit === head && line.event !== 'turn-began' && text.startsWith(name) ? text.slice(name.length) : text;
};

function eventRow(line, head) {
  const first = line.event === 'turn-began';
  const quiet = ['turn-ended', 'passed', 'held', 'rolled-off'].includes(line.event);
  const company = header.units[line.unit]?.company ?? line.company;
  const glyphs = dice(line);
  return `<li data-n="${line.n}" class="${first ? 'head' : ''}${quiet ? ' dim' : ''}" ${colors(company)}>${first ? chip(company, unitMark(line.unit)) + ' ' : ''}${escaped(brief(line, head))}${glyphs && `<span class="dice">${glyphs}</span>`}</li>`;
}

function rows(told) {
  const groups = [[]];
  let head = null;
  for (const line of told) {
    if (line.event === 'turn-began') [head] = [line.unit, groups.push([])];
    if (line.event === 'round-ended') [head] = [null, groups.push([])];
    groups[groups.length - 1].push(eventRow(line, head));
  }
  return groups.map((group) => `<ol>${group.join('')}</ol>`).join('');
}

// ---- Scores over the battle -----------------------------------------------------------------------------------------------

const chart = { left: 40, right: 30, top: 14, bottom: 6 };
const dashes = ['', '7 3', '2 3', '9 3 2 3', '4 4'];
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
  const most = Math.max(1, ...states.flatMap((state) => state.scores));
  const y = (score) => chart.height - chart.bottom - (score / most) * (chart.height - chart.top - chart.bottom);
  const grid = [];
  for (let score = 0; score <= most; score += gridStep(most)) {
    grid.push(`<path class="grid" d="M${chart.left} ${y(score)}H${chart.width - chart.right}"/><text x="${chart.left - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`);
  }
  const ticks = lines.filter((line) => line.event === 'ticked').map((line, i, all) => {
    const x = chartX(line.n);
    const near = i + 1 < all.length && chartX(all[i + 1].n) - x < 16;
    return `<path class="tick" d="M${x} ${chart.top}V${chart.height - chart.bottom}"/>${near ? '' : `<text x="${x}" y="${chart.top - 4}" text-anchor="middle">${line.clock}</text>`}`;
  });
  const scores = header.companies.map((_, company) => {
    let path = `M${chartX(0)} ${y(start.scores[company])}`;
    for (const line of lines) if (line.scores) path += `H${chartX(line.n)}V${y(line.scores[company])}`;
    path += `H${chartX(lines.length)}`;
    return `<g ${colors(company)}><path class="halo" d="${path}"/><path class="score" stroke-dasharray="${dashes[company]}" d="${path}"/></g>`;
  });
  svg.innerHTML = grid.join('') + ticks.join('') + scores.join('') + chartLabels(y) + '<path class="cursor" d=""/>';
  moveCursor();
}

/** The companies' letters at the ends of their lines, one below the other where they are level. */
function chartLabels(y) {
  const last = states[states.length - 1].scores;
  const ends = last.map((score, company) => ({ company, at: y(score) + 4 })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => { if (i > 0) end.at = Math.max(end.at, ends[i - 1].at + 12); });
  const over = Math.max(0, ends[ends.length - 1].at - chart.height + 2);
  const labels = ends.map(({ company, at }) => `<text class="label" x="${chart.width - chart.right + 6}" y="${at - over}">${escaped(header.companies[company].initial)}</text>`);
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
  dwell: { attacked: 1900, rolled: 1200, moved: 1200, dodged: 1000, destroyed: 1300, spotted: 900, 'turn-began': 700, 'turn-ended': 200, passed: 350, held: 350, 'rolled-off': 300, 'frame-placed': 450, 'station-placed': 450, over: 2000 },
  pause: 650,
  roundOf: ({ round }) => (round ? `Round ${round}` : 'Fielding'),
  rows,
  people: ['drawing'],
  whom(element) {
    const unit = element.closest?.('[data-unit]');
    return unit ? Number(unit.dataset.unit) : null;
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
