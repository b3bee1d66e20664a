// ---- Words and the roster ------------------------------------------------------------------------------------------------

const everywhereWords = { 'reactive-gas': 'reactive gas', 'electrical-storm': 'electrical storm', 'low-oxygen': 'low oxygen', 'pitched-firefight': 'pitched firefight' };
const titled = (name) => name.replaceAll('-', ' ');

/** Draws a small token. */
function chip(state, side, number) {
  const mark = markOf(state, side, number);
  const rank = side === 'ace' ? '' : rankOf(state, number);
  const font = mark.length > 3 ? 7.5 : mark.length > 2 ? 9 : 10.5;
  return `<svg class="chip ${side}" viewBox="-13 -13 26 26" aria-hidden="true">${shape(side, rank, 11.5)}<text font-size="${font}">${escaped(mark)}</text></svg>`;
}

function bar(kind, label, now, most) {
  const share = Math.max(0, Math.min(1, now / Math.max(1, most)));
  return `<span class="bar ${kind}"><i style="width:${(share * 100).toFixed(1)}%"></i><b>${label}${now}/${most}</b></span>`;
}

function aceCard(state, now) {
  const ace = header.aces[now.ace];
  const acts = state.turn.ace === now.ace;
  const notes = aceNotes(now);
  const classes = ['card', acts && 'acts', has(now, 'acted') && !acts && 'acted', is(chosen, 'ace', now.ace) && 'chosen', now.at === undefined && 'away'];
  const actions = acts ? `<em>${counted(state.turn.actions ?? 0, 'action')}</em>` : has(now, 'acted') ? '<em>has acted</em>' : '';
  return `<div class="${classes.filter(Boolean).join(' ')}" data-side="ace" data-number="${now.ace}">${chip(state, 'ace', now.ace)}<strong>${escaped(ace.name)}</strong>${actions}
    <div class="bars">${bar('vigor', 'Vigor ', now.vigor, now.max_vigor)}${bar('tension', 'Tension ', now.tension, now.max_tension)}${bar('ammo', 'Ammo ', now.ammo, ace.ammo)}</div>
    ${notes.length ? `<small>${escaped(notes.join(' · '))}</small>` : ''}</div>`;
}

function enemyRow(state, now) {
  const classes = ['row', state.turn.enemy === now.enemy && 'acts', has(now, 'down') && 'away', is(chosen, 'enemy', now.enemy) && 'chosen'];
  const guard = [now.armor && `A${now.armor}`, now.shields && `S${now.shields}`].filter(Boolean).join(' ');
  const marks = marked(now.marks).join(', ');
  return `<div class="${classes.filter(Boolean).join(' ')}" data-side="enemy" data-number="${now.enemy}" title="${escaped(enemyNotes(now).join(' · '))}">${chip(state, 'enemy', now.enemy)}
    <span class="name">${escaped(state.enemies[now.enemy].name)}${marks ? ` <small>${escaped(marks)}</small>` : ''}</span><span class="guard">${guard}</span>${bar('harm', '', now.vigor, state.enemies[now.enemy].max_vigor)}</div>`;
}

function drawRoster() {
  const state = states[shown];
  byId('aces').innerHTML = `<h2>Aces</h2>${state.aces.map((now) => aceCard(state, now)).join('')}`;
  const left = state.enemies.filter((now) => now.at !== undefined);
  const gone = state.enemies.filter((now) => now.at === undefined);
  const fallen = gone.map((now) => `<span data-side="enemy" data-number="${now.enemy}" title="${escaped(state.enemies[now.enemy].name)}">${chip(state, 'enemy', now.enemy)}</span>`);
  byId('enemies').innerHTML = `<h2>Enemies <small>${left.length} left</small></h2>${left.map((now) => enemyRow(state, now)).join('')}
    ${gone.length ? `<h2>Gone <small>${gone.length}</small></h2><div class="fallen">${fallen.join('')}</div>` : ''}`;
}

const gearWords = (gear) => `${gear.name} (${gear.dice}d, ${gear.harm} Harm, ${gear.range}${gear.tags.map((tag) => `, ${titled(tag)}`).join('')})`;

/** Returns all facts about the unit that the viewer points at. */
function about(state) {
  const unit = hovered ?? chosen;
  const now = unit && (unit[0] === 'ace' ? state.aces : state.enemies)[unit[1]];
  if (!now) return '';
  if (unit[0] === 'ace') {
    const ace = header.aces[unit[1]];
    const systems = ace.systems.map((item) => item.name + item.tags.map((tag) => `, ${titled(tag)}`).join(''));
    return `${ace.name}${ace.name === ace.model ? '' : ` (${ace.model})`}: ${ace.trait ? `${titled(ace.trait)}; ` : ''}${ace.armaments.map(gearWords).join('; ')}; ${systems.join('; ')}`;
  }
  const kind = header.battles[state.battle].kinds[state.enemies[unit[1]].kind];
  const attacks = kind.attacks.filter((_, i) => (now.attacks ?? []).includes(i));
  const words = attacks.map((attack) => `${attack.name} (${attack.harm} Harm, ${attack.range}${attack.tags.map((tag) => `, ${titled(tag)}`).join('')})`);
  return `${state.enemies[unit[1]].name} (${kind.faction}): ${[...enemyNotes(now), ...words].join('; ')}`;
}

function drawWords() {
  const line = lines[shown - 1];
  const state = states[shown];
  byId('sentence').innerHTML = withDice(line);
  byId('about').textContent = about(state);
  const battle = header.battles.length > 1 ? [`Battle ${state.battle + 1} of ${header.battles.length}`] : [];
  const field = (state.field.everywhere ?? []).map((effect) => everywhereWords[effect]);
  const materials = state.materials ? [`materials ${state.materials}`] : [];
  const activations = state.turn.activations ? [counted(state.turn.activations, 'activation')] : [];
  byId('time').textContent = [...battle, state.round ? `Round ${state.round}` : 'Start', ...activations, ...field, ...materials].join(' · ');
}

// ---- The list of events ------------------------------------------------------------------------------------------------

/** Returns the words of a line, with the faces of its pool as dice. */
function withDice(line) {
  if (!line) return '';
  if (line.event !== 'rolled' || line.faces.length === 0) return escaped(line.text);
  const faces = [...line.faces].sort();
  const [head, tail] = line.text.split(`: ${faces.join(' ')} →`);
  if (tail === undefined) return escaped(line.text);
  const dice = faces.map((face) => `<span class="die${face === line.counts ? ' counts' : ''}">${face}</span>`).join('');
  return `${escaped(head)}: <span class="dice ${line.outcome}">${dice}</span> →${escaped(tail)}`;
}

const quiet = new Set(['turn-ended', 'round-ended', 'held', 'provoked', 'resource-changed', 'die-rolled', 'activated']);
const heads = new Set(['turn-began', 'gm-turn-began', 'battle-began', 'battle-ended', 'mission-ended']);
const sideOf = (line) => {
  if (['rolled', 'used', 'turn-began', 'swapped', 'resource-changed', 'recovered', 'provoked', 'shielded', 'turn-ended', 'mortar-fired'].includes(line.event)) return 'ace';
  if (['gm-turn-began', 'activated', 'enemy-attacked', 'stanced', 'reinforced', 'restored', 'held'].includes(line.event)) return 'enemy';
  return line.ace !== undefined ? 'ace' : line.enemy !== undefined ? 'enemy' : '';
};

function eventRow(line) {
  const classes = [sideOf(line), heads.has(line.event) && 'head', quiet.has(line.event) && 'dim', ['taken-out', 'ace-down', 'ace-lost'].includes(line.event) && 'strong'];
  return `<li data-n="${line.n}" class="${classes.filter(Boolean).join(' ')}">${withDice(line)}</li>`;
}

// ---- Legend ------------------------------------------------------------------------------------------------------------------

function fillLegend() {
  const token = (side, rank, mark) => `<svg class="chip ${side}" viewBox="-13 -13 26 26">${shape(side, rank, 11.5)}<text font-size="9">${mark}</text></svg>`;
  const hex = (field, letter) => `<svg class="chip" viewBox="-62 -62 124 124"><polygon class="hex" points="${HEX}"/><polygon class="${field}" points="${INNER}"/><g class="sign ${field}"><circle r="26"/><text font-size="36">${letter}</text></g></svg>`;
  const people = [
    [token('ace', '', 'M1'), 'Ace; the bar is its Vigor'], [token('enemy', 'standard', 'Le1'), 'enemy'],
    [token('enemy', 'prime', 'Ce'), 'Prime'], [token('enemy', 'part', 'H'), 'part of a colossus'],
    ['<svg class="chip enemy" viewBox="-13 -13 26 26"><g class="token out enemy"><circle class="body" r="11"/></g></svg>', 'down for now'],
    ['<svg class="chip ace" viewBox="-13 -13 26 26"><g class="token ace acts"><rect class="body" x="-10" y="-10" width="20" height="20" rx="4"/></g></svg>', 'acts now'],
  ];
  const lists = [...people, ...grounds.map(([field, letter, words]) => [hex(field, letter), words])];
  const text = 'A and S are Armor and Shields. Arrows: blue an Ace attacks, red an enemy attacks, green somebody moves, violet a system or help.';
  byId('signs').innerHTML = `<ul>${lists.map(([sign, words]) => `<li>${sign}<span>${words}</span></li>`).join('')}</ul><p>${text}</p>`;
}

// ---- The parts of `game` ----------------------------------------------------------------------------------------------------

const game = {
  least: 1,
  title: header.mission === header.scenario ? '' : header.mission,
  turns: ['turn-began', 'gm-turn-began', 'round-began', 'mission-ended'],
  dwell: { rolled: 1500, harmed: 1100, moved: 900, 'enemy-attacked': 1300, 'taken-out': 1200, 'ace-down': 1600, used: 1200, 'turn-ended': 200, 'round-ended': 300, 'battle-began': 1500, 'battle-ended': 2000 },
  pause: 600,
  roundOf: ({ battle, round }) => `${header.battles.length > 1 ? `Battle ${battle + 1} · ` : ''}${round ? `Round ${round}` : 'Start'}`,
  rows: (listed) => `<ol>${listed.map(eventRow).join('')}</ol>`,
  people: ['drawing', 'aces', 'enemies'],
  unitOf(element) {
    const at = element.closest?.('[data-side]');
    return at ? [at.dataset.side, Number(at.dataset.number)] : null;
  },
  draw() {
    drawMap();
    drawRoster();
    drawWords();
  },
  drawPointed: drawWords,
  begin() {
    byId('title').title = `${header.program}, seed ${header.seed}, rules ${header.ruleset}; Aces: ${header.policies[0] ?? '?'}, game master: ${header.policies[1] ?? '?'}`;
    fillLegend();
  },
};
