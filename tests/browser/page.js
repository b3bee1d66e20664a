// Finds faults of a page that is open in a browser of any width; returns them as lines of text.
(() => {
  const faults = [];
  const seen = (element) => element.checkVisibility();
  const short = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const phone = innerWidth < 640;

  // Nothing is wider than the window.
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) faults.push(`the page is ${wide} pixels wide in a window of ${innerWidth}`);

  // What a reader needs is in sight: answers and verdicts without scrolling, all else at least with a word that there is more.
  const needed = /-(verdicts|wins|entrants|scores|teams|summary|settled|moved|answers|curves|frames)$/;
  for (const box of document.querySelectorAll('.scroll, .drawing')) {
    if (!seen(box) || box.scrollWidth <= box.clientWidth + 1) continue;
    const name = box.closest('[id]').id;
    const cue = box.nextElementSibling;
    if (!cue?.classList.contains('cue') || !seen(cue)) faults.push(`${name} overflows without a cue`);
    if (box.matches('.scroll') && needed.test(name)) {
      faults.push(`table ${name} overflows: ${box.scrollWidth} in ${box.clientWidth}`);
    }
  }

  // Words are large enough.
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const holder = node.parentElement;
    if (!node.textContent.trim() || holder.closest('script, style, svg') || !seen(holder)) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size < 11) { faults.push(`text of ${size} pixels: ${short(node.textContent)}`); break; }
  }

  // Figures: labels keep apart, stay inside, are large enough and stand out from what is behind them.
  const rgb = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = (color) => light(color).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  const page = rgb(getComputedStyle(document.body).backgroundColor);
  for (const drawing of document.querySelectorAll('.drawing svg')) {
    if (!seen(drawing)) continue;
    const name = drawing.closest('figure')?.id;
    const frame = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll('text')].map((text) => ({ text, box: text.getBoundingClientRect() }));
    const areas = [...drawing.querySelectorAll('rect:not(.hover)')].map((rect) => ({ box: rect.getBoundingClientRect(), rect }));
    const once = (what, found, say) => { if (found) faults.push(`${what} in ${name}: ${say(found)}`); };
    const label = ({ text }) => short(text.textContent);

    once('small text', texts.find(({ box }) => box.height > 0 && Math.max(box.height, box.width) < 11), label);
    const outside = ({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    once('cut text', texts.find(outside), label);

    const sorted = [...texts].sort((a, b) => a.box.top - b.box.top);
    const clash = ({ box: a }, { box: b }) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.35;
    const pair = (() => {
      for (let i = 0; i < sorted.length; i += 1) {
        for (let j = i + 1; j < sorted.length && sorted[j].box.top < sorted[i].box.bottom; j += 1) {
          if (clash(sorted[i], sorted[j])) return [sorted[i], sorted[j]];
        }
      }
      return null;
    })();
    once('overlapping labels', pair, ([a, b]) => `${label(a)} / ${label(b)}`);

    const ground = areas[0] && rgb(getComputedStyle(areas[0].rect).fill);
    if (ground && contrast(ground, page) > 1.05) faults.push(`${name} is not in the colours of the page`);
    const pale = texts.find(({ text, box }) => {
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const behind = areas.findLast(({ box: area, rect }) => area.left <= x && x <= area.right && area.top <= y && y <= area.bottom
        && (rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING));
      const on = behind ? rgb(getComputedStyle(behind.rect).fill) : page;
      return contrast(rgb(getComputedStyle(text).fill), on) < 3;
    });
    once('pale text', pale, label);

    // The grid of a plot is its area; cells are the area of a map.
    if (phone) {
      const lines = [...drawing.querySelectorAll('polyline[stroke="#DFE2E6"]')].map((line) => line.getBoundingClientRect());
      const upright = lines.filter((box) => box.height > box.width);
      const level = lines.filter((box) => box.width > box.height);
      const across = level.length ? Math.max(...level.map((box) => box.width))
        : Math.max(0, ...upright.map((box) => box.left)) - Math.min(innerWidth, ...upright.map((box) => box.left));
      if (lines.length && across < 200) faults.push(`the plot of ${name} is only ${Math.round(across)} pixels wide`);
      const high = Math.max(0, ...upright.map((box) => box.height));
      if (level.length && upright.length && high < 200) faults.push(`the plot of ${name} is only ${Math.round(high)} pixels high`);
    }
  }

  // On paper, every table is open, and a table without all rows and columns says so.
  dispatchEvent(new Event('beforeprint'));
  for (const box of document.querySelectorAll('.table')) {
    const part = box.querySelector('tbody tr[hidden]') || (box.dataset.extra && !box.querySelector('table.all'));
    if (box.querySelector('.fold:not([open])')) faults.push(`table ${box.id} is folded on paper`);
    if (Boolean(part) !== Boolean(box.querySelector('.paper'))) faults.push(`the note of table ${box.id} on paper is wrong`);
  }
  dispatchEvent(new Event('afterprint'));
  if (document.querySelector('.paper')) faults.push('a note of the paper stays on the screen');

  // On a phone, no table is a long row of cards.
  for (const table of document.querySelectorAll('table.cards')) {
    const count = table.tBodies[0].rows.length;
    if (phone && seen(table) && count > 10) faults.push(`${table.closest('[id]').id} has ${count} cards`);
  }

  // A page that is sent alone has no dead link.
  for (const link of document.querySelectorAll('a[href]')) {
    const to = link.getAttribute('href');
    if (!to.startsWith('#') || !document.getElementById(to.slice(1))) faults.push(`dead link ${to}`);
  }
  return faults;
})()
