// A race of dice as a program for hitchart: `hitchart conform -- node examples/race.js` checks it.
//
// Each entrant rolls its dice in turn; the first with `goal` pips wins. The first seat rolls first.

const readline = require("node:readline");

const DICE = { careful: [6, 6, 6], bold: [20], plain: [8, 8] };

const DESCRIPTION = {
  hitchart: 1,
  name: "race",
  version: "1",
  seats: 2,
  entrants: Object.entries(DICE).map(([name, dice]) => ({ name, about: dice.map((sides) => `d${sides}`).join(" + ") })),
  rules: [{ name: "goal", default: 50, least: 10, most: 500, about: "pips that win" }],
  metrics: [{ name: "pips", unit: "pips", per_seat: true, count: true, about: "pips at the end" }],
};

// A small generator with 32 bits of state (mulberry32 by T. Ettinger), seeded by both halves of the seed.
function generator(seed) {
  let state = (seed % 4294967296) ^ Math.floor(seed / 4294967296);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function play(rules, { seed, seats }) {
  const random = generator(seed);
  const pips = [0, 0];
  let turns = 0;
  while (Math.max(...pips) < rules.goal) {
    const seat = turns++ % 2;
    for (const sides of DICE[seats[seat]]) pips[seat] += 1 + Math.floor(random() * sides);
  }
  const points = pips.map((sum) => Number(sum >= rules.goal));
  return { seed, points, rounds: Math.ceil(turns / 2), seats: pips.map((sum) => ({ pips: sum })) };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  const answers = question.describe
    ? [DESCRIPTION]
    : question.play.games.map((game) => play(question.play.rules, game));
  process.stdout.write(answers.map((answer) => JSON.stringify(answer) + "\n").join(""));
});
