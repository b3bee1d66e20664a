// Contents, sorting and filtering. The page reads well without this script; controls that need it are made here.
"use strict";

const narrow = window.matchMedia("(max-width: 63.99rem)");
const phone = window.matchMedia("(max-width: 40rem)");
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function contents() {
  const list = document.querySelector("#contents details");
  const fold = () => { list.open = !narrow.matches; };
  document.documentElement.classList.add("js");
  narrow.addEventListener("change", fold);
  fold();
  list.addEventListener("click", (event) => {
    if (narrow.matches && event.target.closest("a")) list.open = false;
  });
  markCurrent(list);
}

// The link of the part that starts last above the upper third of the window is the current one; at the very end, where
// short parts never rise so far, the last.
function markCurrent(list) {
  const links = [...list.querySelectorAll("a")];
  const parts = links.map((link) => document.getElementById(link.hash.slice(1)));
  let waiting = false;
  const mark = () => {
    waiting = false;
    const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY > document.body.scrollHeight - 2;
    const line = atEnd ? Infinity : window.innerHeight / 3;
    const above = parts.filter((part) => part && part.getBoundingClientRect().top < line).length;
    links.forEach((link, at) => {
      if (at === above - 1) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  window.addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  }, { passive: true });
  mark();
}

// What a cell sorts by; null where there is nothing to compare.
function key(cell, numeric) {
  const text = cell.textContent;
  const empty = cell.classList.contains("a") || text === "" || text === "–";
  if (empty && cell.dataset.sort === undefined) return null;
  return numeric ? Number(cell.dataset.sort ?? text) : text;
}

function sorted(rows, at, numeric, sign) {
  const keyed = rows.map((row) => [key(row.cells[at], numeric), row]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (!numeric) return sign * order.compare(a, b);
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  });
  return keyed.map(([, row]) => row);
}

// Each press goes on: ascending, descending, as written.
function sortable(table) {
  const body = table.tBodies[0];
  const written = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const numeric = head.classList.contains("n") || head.classList.contains("f");
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const next = now === null ? "ascending" : now === "ascending" ? "descending" : null;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      body.append(...(next ? sorted(written, at, numeric, next === "ascending" ? 1 : -1) : written));
      table.dispatchEvent(new Event("sorted", { bubbles: true }));
    });
  });
}

// A row stays when it holds every word of the filter; of the rows that stay, a page is shown at first.
const PAGE = 100;
// On paper, a table with more rows has only the rows that are shown: nobody wants hundreds of pages without asking.
const PRINTED = 500;
let onPaper = false;

function filterable(box) {
  const rows = [...box.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
  const bar = document.createElement("div");
  const input = document.createElement("input");
  const count = document.createElement("output");
  const next = made("button", "next", `Show ${PAGE} more rows`);
  let most = PAGE;
  bar.className = "filter";
  input.type = "search";
  input.placeholder = "Filter rows";
  input.setAttribute("aria-label", "Filter rows of " + box.querySelector("h3").textContent);
  bar.append(input, count);
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const place = new Map(rows.map((row, at) => [row, at]));
    const limit = onPaper && rows.length <= PRINTED ? Infinity : most;
    let found = 0;
    for (const row of box.querySelectorAll("tbody tr")) {
      const fits = words.every((word) => texts[place.get(row)].includes(word));
      found += fits ? 1 : 0;
      row.hidden = !fits || found > limit;
    }
    next.hidden = found <= limit;
    count.textContent = `${Math.min(found, limit)} of ${rows.length} rows`;
  };
  input.addEventListener("input", () => { most = PAGE; apply(); });
  next.addEventListener("click", () => { most += PAGE; apply(); });
  box.addEventListener("sorted", apply);
  apply();
  box.querySelector(".scroll").before(bar);
  box.querySelector(".scroll").after(next);
}

// On a phone, where each row is a card, a table of more rows is folded.
const MOST_CARDS = 10;

function folded(table) {
  const scroll = table.closest(".scroll");
  const count = table.tBodies[0].rows.length;
  if (!phone.matches || count <= MOST_CARDS || table.closest(".fold")) return;
  const fold = made("details", "fold", "");
  fold.append(made("summary", "", `Show ${count} rows`));
  scroll.before(fold);
  fold.append(scroll);
}

// Opens folded tables for the printer and shows their rows; then says on paper which rows and columns are left out.
function paper(now) {
  onPaper = now;
  for (const fold of document.querySelectorAll(".fold")) {
    if (now) fold.dataset.closed = !fold.open;
    fold.open = now || fold.dataset.closed === "false";
  }
  document.querySelectorAll(".table").forEach((box) => {
    box.dispatchEvent(new Event("sorted"));
    box.querySelector(".paper")?.remove();
    const rows = [...box.querySelectorAll("tbody tr")];
    const hidden = rows.filter((row) => row.hidden).length;
    const extra = box.querySelector("table.all") ? 0 : Number(box.dataset.extra ?? 0);
    const left = [...(hidden > 0 ? [`${hidden} of ${rows.length} rows`] : []), ...(extra > 0 ? [counted(extra, "column")] : [])];
    const words = `Not on this paper: ${left.join(" and ")}. Show them on the screen before you print, or open the file:`;
    if (now && left.length > 0) box.querySelector(".files").before(made("p", "paper", words));
  });
}

const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

function made(tag, look, words) {
  const element = document.createElement(tag);
  element.className = look;
  element.textContent = words;
  return element;
}

// The columns that matter less are hidden until the reader asks for them.
function choosable(box) {
  const table = box.querySelector("table");
  const extra = Number(box.dataset.extra ?? 0);
  if (!table || !extra) return;
  const button = made("button", "", "");
  const show = (all) => {
    table.classList.toggle("all", all);
    button.textContent = all ? "Fewer columns" : counted(extra, "more column");
    button.setAttribute("aria-expanded", all);
    cue(box.querySelector(".scroll"));
  };
  button.type = "button";
  button.addEventListener("click", () => show(!table.classList.contains("all")));
  const bar = made("div", "bar", "");
  bar.append(button);
  box.querySelector(".scroll").before(bar);
  show(false);
}

// A note at a table or a drawing that is partly out of view.
function cue(scroll) {
  let words = scroll.nextElementSibling?.classList.contains("cue") ? scroll.nextElementSibling : null;
  if (!words) scroll.after(words = made("p", "cue", "Scroll sideways for more →"));
  words.hidden = scroll.scrollWidth <= scroll.clientWidth + 1;
}

// Cards of a phone name each value.
function labelled(table) {
  const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, at) => { cell.dataset.label = heads[at]; });
  }
}

// Meanings of columns by tap and focus; a pointer shows them without a script.
function explained(head) {
  let tip = null;
  const hide = () => { tip?.remove(); tip = null; };
  const show = () => {
    hide();
    const { left, bottom } = head.getBoundingClientRect();
    tip = made("div", "tip", head.title);
    tip.setAttribute("role", "tooltip");
    document.body.append(tip);
    tip.style.left = `${Math.max(4, Math.min(left, innerWidth - tip.offsetWidth - 12)) + scrollX}px`;
    tip.style.top = `${bottom + 4 + scrollY}px`;
  };
  head.addEventListener("focusin", show);
  head.addEventListener("focusout", hide);
}

function copied(line) {
  const button = made("button", "", "Copy");
  button.type = "button";
  button.addEventListener("click", async () => {
    const text = line.querySelector("code");
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
    }
  });
  line.append(button);
}

contents();
document.querySelectorAll("table.cards").forEach(labelled);
document.querySelectorAll("table").forEach(sortable);
document.querySelectorAll("table.cards").forEach(folded);
document.querySelectorAll("[data-filter]").forEach(filterable);
document.querySelectorAll(".table").forEach(choosable);
document.querySelectorAll("thead th[title]").forEach(explained);
document.querySelectorAll(".line").forEach(copied);
const cues = () => document.querySelectorAll(".scroll, .drawing").forEach(cue);
cues();
addEventListener("resize", cues);
document.querySelectorAll(".fold").forEach((fold) => fold.addEventListener("toggle", cues));
addEventListener("beforeprint", () => paper(true));
addEventListener("afterprint", () => paper(false));
// A link into a folded table opens it.
const unfold = () => {
  const fold = document.getElementById(location.hash.slice(1))?.querySelector(".table > .fold");
  if (fold) fold.open = true;
};
addEventListener("hashchange", unfold);
unfold();
