// Plays a replay to its end and finds faults of its page; returns them as lines of text. The page is left in the middle of
// the game, with somebody chosen.
(() => {
  const faults = [];
  const board = document.getElementById('board').getBoundingClientRect();
  const drawing = document.getElementById('drawing');
  if (innerWidth >= 900) {
    if (document.documentElement.scrollHeight > innerHeight + 1) faults.push('the page is higher than the window');
    if (board.height < innerHeight * 0.7) faults.push(`the board is only ${Math.round(board.height)} pixels high`);
  }
  if (board.width < innerWidth * 0.45) faults.push(`the board is only ${Math.round(board.width)} pixels wide`);

  // All who are on the board stand in sight at first.
  const frame = drawing.getBoundingClientRect();
  const out = [...drawing.querySelectorAll('polygon, rect, circle')].find((mark) => {
    const box = mark.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
  });
  if (out) faults.push('a part of the board is out of sight at first');
  if (!document.getElementById('legend')) faults.push('there is no legend');

  // Every event has words that say what happens.
  const riddles = /\bis done\.|targets nothing|comes to rest|moves 0\.0|stays where it is|the other way|^The situation: /;
  timer = -1; // As while it plays: the address of the page stays.
  for (let n = 0; n <= lines.length; n += 1) {
    show(n, false);
    const sentence = document.getElementById('sentence').textContent;
    if (!sentence.trim() || riddles.test(sentence)) { faults.push(`event ${n} says: ${sentence}`); break; }
    const label = [...drawing.querySelectorAll('.pill')].map((pill) => pill.getBoundingClientRect())
      .find((box) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
    if (label) { faults.push(`the label of event ${n} is cut`); break; }
  }
  // An address may be of no event.
  history.replaceState(null, '', '#1.5');
  if (addressed() !== 0) faults.push('the address #1.5 names an event');

  timer = 0;

  // The panel of a chosen unit that is in play shows its systems and dice.
  show(Math.round(lines.length / 2), false);
  const panelOf = () => document.getElementById('about');
  const before = document.body.innerText;
  const chosen = (element) => game.unitOf(element) !== null && game.unitOf(element) !== undefined;
  // A click draws the board anew, so elements are looked up each time.
  const units = () => [...drawing.querySelectorAll('*')].filter(chosen);
  if (units().length === 0) { faults.push('no unit on the board can be chosen'); return faults; }
  const drawsDice = typeof drawnParts === 'function';
  const shows = (_, i) => {
    const old = panelOf().innerHTML;
    units()[i]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return drawsDice ? panelOf().querySelector('.die') !== null : panelOf().innerHTML !== old;
  };
  if (!units().some(shows) || document.body.innerText === before) faults.push('the panel of a chosen unit shows nothing of it');
  return faults;
})()
