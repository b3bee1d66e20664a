// ---- Names and colours ------------------------------------------------------------------------------------------

const unitNames = header.units.map((unit) => `${possessive(header.companies[unit.company].name)} ${unit.name}`);
const unitMark = (unit) => header.companies[header.units[unit].company].initial + header.units[unit].number;

// ---- States, folded from the lines; a new state shares what did not change ---------------------------------------

const withUnit = (state, unit, change) => ({ ...state, units: replaced(state.units, unit, change) });
const withPiece = (state, piece, change) => ({ ...state, pieces: replaced(state.pieces, piece, change) });
const withStation = (state, station, change) => ({ ...state, stations: replaced(state.stations, station, change) });

function withSpot(state, line, spot) {
  if (line.target_unit !== undefined) return withUnit(state, line.target_unit, { spot });
  if (line.target_piece !== undefined) return withPiece(state, line.target_piece, { spot });
  return state;
}

function withSystem(state, line) {
  return withUnit(state, line.unit, { systems: [...state.units[line.unit].systems, line.system] });
}

function withoutSystem(state, line) {
  const systems = [...state.units[line.unit].systems];
  const at = systems.indexOf(line.system);
  if (at >= 0) systems.splice(at, 1);
  return withUnit(state, line.unit, { systems });
}

const fold = {
  'blocked': (state, line) => ({
    ...state,
    units: state.units.map((unit, i) => (line.units.includes(i) ? unit : { ...unit, at: null })),
    stations: state.stations.map((station, i) => (line.stations.includes(i) ? station : { at: null, owner: null })),
  }),
  'station-placed': (state, line) => withStation(state, line.station, { at: line.at, owner: line.owner ?? null }),
  'frame-placed': (state, line) => withUnit(state, line.unit, { at: line.at }),
  'round-began': (state, line) => ({
    ...state,
    clock: line.clock,
    units: state.units.map((unit) => ({ ...unit, acted: false })),
  }),
  'turn-began': (state, line) => withUnit({ ...state, turns: [...state.turns, line.unit] }, line.unit, { acted: true }),
  'turn-ended': (state, line) => ({ ...state, turns: state.turns.filter((unit) => unit !== line.unit) }),
  'round-ended': (state) => ({
    ...state,
    turns: [],
    units: state.units.map((unit) => ({ ...unit, defense: null, spot: null })),
    pieces: state.pieces.map((piece) => ({ ...piece, spot: null })),
  }),
  'jettisoned': withoutSystem,
  'system-lost': withoutSystem,
  'repaired': withSystem,
  'white-lost': (state, line) => withUnit(state, line.unit, { whites: line.left }),
  'defended': (state, line) => withUnit(state, line.unit, { defense: line.value }),
  'moved': (state, line) => withUnit(state, line.unit, { at: line.to }),
  'dodged': (state, line) => withUnit(state, line.unit, { at: line.to }),
  'attacked': (state, line) => (line.spot > 0 ? withSpot(state, line, null) : state),
  'cover-hit': (state, line) => withPiece(state, line.piece, { hits: state.pieces[line.piece].hits + line.hits }),
  'cover-destroyed': (state, line) => withPiece(state, line.piece, { ruined: true }),
  'destroyed': (state, line) => withUnit(state, line.unit, { gone: true }),
  'station-taken': (state, line) => withStation(state, line.station, { owner: line.to ?? null }),
  'spotted': (state, line) => withSpot(state, line, line.value),
  'ticked': (state, line) => ({ ...state, clock: line.clock }),
};

function after(state, line) {
  let next = fold[line.event] ? fold[line.event](state, line) : state;
  for (const { unit, rockets } of line.changed ?? []) next = withUnit(next, unit, { rockets });
  return { ...next, round: line.round, scores: line.scores ?? next.scores };
}

const start = {
  round: 0,
  clock: header.clock,
  scores: lines[0]?.scores ?? header.companies.map(() => 0),
  turns: [],
  units: header.units.map(({ systems, whites, rockets }) => ({ systems, whites, rockets, at: null })),
  stations: header.stations.map(() => ({ at: null, owner: null })),
  pieces: header.pieces.map(() => ({ hits: 0, ruined: false })),
};
/** The state after so many lines. */
const states = [start];
for (const line of lines) states.push(after(states[states.length - 1], line));
