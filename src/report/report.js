// Contents, sorting and filtering. The page reads well without this script; controls that need it are made here.
"use strict";

const narrow = window.matchMedia("(max-width: 63.99rem)");
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
    });
  });
}

// A row stays when it holds every word of the filter.
function filterable(box) {
  const rows = [...box.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
  const bar = document.createElement("div");
  const input = document.createElement("input");
  const count = document.createElement("output");
  bar.className = "filter";
  input.type = "search";
  input.placeholder = "Filter rows";
  input.setAttribute("aria-label", "Filter rows of " + box.querySelector("h3").textContent);
  bar.append(input, count);
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => texts[at].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : `${rows.length} rows`;
  };
  input.addEventListener("input", apply);
  apply();
  box.querySelector(".scroll").before(bar);
}

contents();
document.querySelectorAll("table").forEach(sortable);
document.querySelectorAll("[data-filter]").forEach(filterable);
