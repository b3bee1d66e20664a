// ---- Words, dice and scores -------------------------------------------------------------------------------------------

const dice = fallen;

function about(state) {
  const i = hovered ?? chosen;
  const now = i === null ? null : state.units[i];
  if (!now) return '';
  if (now.life === 'destroyed') return panel(unitNames[i], '', ['destroyed']);
  const lost = header.units[i].systems.length - now.systems.length;
  const facts = [
    `${now.rockets} rockets`,
    lost > 0 ? `${lost} of ${header.units[i].systems.length} systems lost` : 'no system lost',
    now.defense === undefined ? 'no defense die yet' : `defense ${now.defense}`,
    now.spot ? `spot ${now.spot.value}` : '',
  ];
  return panel(unitNames[i], drawnParts(now.systems, now.whites), facts);
}

function standing(state, i) {
  const frames = state.units.filter((unit, u) => header.units[u].company === i && unit.life === 'standing').length;
  const stations = state.stations.filter((station) => station.owner === i).length;
  return { counts: [frames, stations], of: 'frames and stations', tip: `plays by ${header.companies[i].policy}` };
}

const quiet = ['turn-ended', 'passed', 'held', 'rolled-off'];

/** Returns the frame that acts in an event. */
const actor = (line) => ({
  number: line.unit,
  name: unitNames[line.unit],
  mark: () => unitMark(line.unit),
  side: header.units[line.unit]?.company ?? line.company,
});

// ---- The parts of `game` -----------------------------------------------------------------------------------------------

const game = {
  ...battle,
  dwell: { attacked: 1900, rolled: 1200, moved: 1200, dodged: 1000, destroyed: 1300, spotted: 900, 'turn-began': 700, 'turn-ended': 200, passed: 350, held: 350, 'rolled-off': 300, 'frame-placed': 450, 'station-placed': 450, over: 2000 },
  roundOf: ({ round }) => (round ? `Round ${round}` : 'Fielding'),
  unitOf(element) {
    const unit = element.closest?.('[data-unit]');
    return unit ? Number(unit.dataset.unit) : null;
  },
};
