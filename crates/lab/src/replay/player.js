// ---- The player -----------------------------------------------------------------------------------------------------
//
// The script of a game defines `game`:
//   least           least number of lines shown: 0 if the page shows something before the first event
//   title           title of the game, without the scenario
//   turns           events that the button "next turn" stops at
//   dwell, pause    milliseconds that some events are shown, and all others
//   roundOf(line)   the heading of a line in the list
//   rows(lines)     the lines of a round as entries of the list
//   people          ids of elements in which a unit can be tapped
//   unitOf(element) the unit that an element shows, or null
//   draw(moved)     draws the state shown; `moved` if the viewer steps to it from the state before
//   drawPointed()   draws all parts that depend on `hovered`
//   begin()         sets up the other parts of the page

// ---- The list of events ---------------------------------------------------------------------------------------------

/** Rounds: name, first line, and lines. */
const rounds = [];

function fillEvents() {
  for (const line of lines) {
    const name = game.roundOf(line);
    if (rounds.length === 0 || rounds[rounds.length - 1].name !== name) rounds.push({ name, n: line.n, lines: [] });
    rounds[rounds.length - 1].lines.push(line);
  }
  byId('events').innerHTML = rounds.map(({ name, lines }) => `<li><h2>${escaped(name)}</h2>${game.rows(lines)}</li>`).join('');
  byId('round').innerHTML = rounds.map(({ name, n }) => `<option value="${n}">${escaped(name)}</option>`).join('');
}

let currentRow = null;

function markRow() {
  currentRow?.removeAttribute('aria-current');
  const list = byId('events');
  currentRow = list.querySelector(`[data-n="${shown}"]`);
  if (!currentRow) return list.scrollTo(0, 0);
  currentRow.setAttribute('aria-current', 'true');
  const top = currentRow.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop + 50 || top + currentRow.offsetHeight > list.scrollTop + list.clientHeight - 20) {
    list.scrollTo(0, top - list.clientHeight / 3);
  }
}

// ---- Playback -------------------------------------------------------------------------------------------------------

let timer = 0;

function show(n, moved = false) {
  shown = Math.min(lines.length, Math.max(game.least, n));
  byId('slider').value = shown;
  byId('round').value = rounds.findLast((round) => round.n <= shown)?.n ?? 1;
  game.draw(moved);
  markRow();
  if (!timer) remember();
}

/** Writes the number of the event into the address if the browser allows it. */
function remember() {
  try {
    history.replaceState(null, '', `#${shown}`);
  } catch {
    // Embedded pages cannot change their address.
  }
}

/** Returns the event that the address names; 0 if it names none. Only whole numbers are events. */
const addressed = () => (/^#\d{1,9}$/.test(location.hash) ? Number(location.hash.slice(1)) : 0);

function play(on) {
  clearTimeout(timer);
  timer = 0;
  byId('play-icon').setAttribute('d', on ? 'M6 5h4v14H6zM14 5h4v14h-4z' : 'M8 5v14l11-7z');
  byId('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
  byId('sentence').setAttribute('aria-live', on ? 'off' : 'polite');
  if (!on) return remember();
  const advance = () => {
    if (shown >= lines.length) return play(false);
    show(shown + 1, true);
    timer = setTimeout(advance, (game.dwell[lines[shown - 1].event] ?? game.pause) / speed());
  };
  if (shown >= lines.length) shown = 0;
  timer = setTimeout(advance, 0);
}

function seek(n) {
  play(false);
  show(n);
}

function step(by) {
  play(false);
  show(shown + by, by > 0);
}

const turns = lines.filter((line) => game.turns.includes(line.event)).map((line) => line.n);
const nextTurn = () => seek(turns.find((n) => n > shown) ?? lines.length);
const previousTurn = () => seek(turns.findLast((n) => n < shown) ?? game.least);

// ---- The viewer -----------------------------------------------------------------------------------------------------

const isSame = (one, other) => String(one) === String(other);

function choose(event) {
  const unit = game.unitOf(event.target);
  chosen = isSame(chosen, unit) ? null : unit;
  game.draw(false);
}

function hover(unit) {
  if (isSame(hovered, unit)) return;
  hovered = unit;
  game.drawPointed();
}

const keys = { ' ': () => play(!timer), ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: previousTurn, ArrowDown: nextTurn, Home: () => seek(game.least), End: () => seek(lines.length) };

function press(event) {
  const elsewhere = event.target.closest('select, input') || (event.key === ' ' && event.target.closest('button, summary'));
  if (!keys[event.key] || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  keys[event.key]();
}

function listen() {
  byId('play').onclick = () => play(!timer);
  byId('back').onclick = () => step(-1);
  byId('next').onclick = () => step(1);
  byId('turn-back').onclick = previousTurn;
  byId('turn-next').onclick = nextTurn;
  byId('slider').oninput = (event) => seek(Number(event.target.value));
  byId('round').onchange = (event) => seek(Number(event.target.value));
  byId('view').onclick = () => {
    viewChanged = !viewChanged;
    byId('view').setAttribute('aria-pressed', viewChanged);
    game.draw(false);
  };
  byId('events').onclick = (event) => {
    const row = event.target.closest('[data-n]');
    if (row) seek(Number(row.dataset.n));
  };
  for (const id of game.people) {
    byId(id).onclick = choose;
    byId(id).onpointermove = (event) => { if (event.pointerType === 'mouse' && !timer) hover(game.unitOf(event.target)); };
    byId(id).onpointerleave = () => hover(null);
  }
  document.onkeydown = press;
  onhashchange = () => seek(addressed());
}

function begin() {
  const title = [header.scenario, game.title, `game ${header.game}`].filter(Boolean).join(' · ');
  byId('title').textContent = title;
  document.title = `${title} · replay`;
  byId('slider').min = game.least;
  byId('slider').max = lines.length;
  byId('speed').innerHTML = [0.5, 1, 2, 4, 8].map((times) => `<option value="${times}"${times === 1 ? ' selected' : ''}>${times}×</option>`).join('');
  fillEvents();
  game.begin();
  listen();
  // Without an event in the address, the page opens after all units are placed.
  const first = location.hash ? addressed() : lines.find((line) => line.event === 'round-began')?.n ?? game.least;
  play(false);
  show(first);
}

begin();
