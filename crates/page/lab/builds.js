// Builds: companies, fleets and squads that a reader has kept, and those that are built in. And their text in scenarios.
import { html, useId, useState } from "./view.js";
import { useList } from "./names.js";
import { useStored } from "./store.js";

// Text of a TOML string.
export function quoted(text) {
  return JSON.stringify(String(text)).replace(/\u007f/g, "\\u007f");
}

export const list = (items) => `[${items.join(", ")}]`;

const EMPTY = {
  ra: { name: "My company", frames: ["Soldier", "RdYBB", "RdRdYB", "RaRaYY"], auto: true },
  io: { name: "My fleet", ships: ["C:RpRaBY", "C:RsRsKK", "F:RaBK"], ace: "red" },
  af: { name: "My squad", aces: [{ frame: "M1-SOLDIER", armaments: [] }, { frame: "L1-RECON", armaments: [] }] },
};

export const useDraft = (game) => useStored(`draft.${game.id}`, EMPTY[game.id]);
const useMine = (game) => useStored(`builds.${game.id}`, []);

function aceToml({ frame, armaments }) {
  const own = armaments.filter(Boolean);
  return own.length > 0 ? `{ frame = ${quoted(frame)}, armaments = ${list(own.map(quoted))} }` : quoted(frame);
}

// A build as a value in a scenario. `name` replaces its own.
export function buildToml(game, build, name = build.name) {
  if (game.id === "ra") {
    const rockets = build.auto ? ", rockets = \"auto\"" : "";
    return `{ name = ${quoted(name)}, frames = ${list(build.frames.map(quoted))}${rockets} }`;
  }
  if (game.id === "io") return `{ name = ${quoted(name)}, fleet = ${quoted(fleetText(build))} }`;
  return `{ name = ${quoted(name)}, aces = ${list(build.aces.map(aceToml))} }`;
}

export const acesToml = (build) => list(build.aces.map(aceToml));

// An emptied ship is a ship without systems, which is a mistake; without a text, it would be no ship.
export const shipText = (ship) => ship || "C:";

export const fleetText = ({ ships, ace }) => ships.map(shipText).join(" ") + (ace ? `; ace=${ace}` : "");

// What can be chosen: own builds first, then built-in ones. The book's squads are its frames, one by one.
export function useEntries(game) {
  const [mine] = useMine(game);
  const built = useList({ ra: "companies", io: "fleets" }[game.id] ?? null);
  const frames = useStock(game);
  const own = mine.map((build) => ({ id: `mine:${build.name}`, title: build.name, own: true, toml: buildToml(game, build), build }));
  if (game.id === "af") {
    const squads = frames.map((frame) => {
      const build = { name: frame, aces: [{ frame, armaments: [] }] };
      return { id: `built:${frame}`, title: frame, toml: buildToml(game, build), build };
    });
    return [...own, ...squads];
  }
  return [...own, ...built.map((row) => ({
    id: `built:${row.name}`, title: row.company ?? row.fleet ?? row.name, toml: quoted(row.name), about: row.summary,
  }))];
}

const STOCK = ["L1-RECON", "L2-BRAWLER", "L3-GLADIATOR", "M1-SOLDIER", "M2-ARCHER", "M3-SENTINEL", "H1-VANGUARD", "H2-LANCER", "H3-ANGLER"];
export const useStock = (game) => (game.id === "af" ? STOCK : []);

// Name, and buttons to keep and to take out a build.
export function Keep({ game, draft, setDraft }) {
  const [mine, setMine] = useMine(game);
  const [message, setMessage] = useState("");
  const id = useId();
  const known = mine.some(({ name }) => name === draft.name);
  const keep = () => {
    setMine((was) => [...was.filter(({ name }) => name !== draft.name), draft].slice(-60));
    setMessage(`${draft.name} is kept. Choose it in Duel and in All against all.`);
  };
  const change = (name) => setDraft((was) => ({ ...was, name }));
  const remove = () => {
    setMine((was) => was.filter(({ name }) => name !== draft.name));
    setMessage(`${draft.name} is removed.`);
  };
  return html`<div class="keep">
    <div class="field"><label for=${id}>Name of the ${game.build}</label>
      <input id=${id} type="text" value=${draft.name} maxlength="60" autocomplete="off"
        onInput=${(event) => change(event.currentTarget.value)} /></div>
    <div class="bar">
      <button type="button" class="main" disabled=${!draft.name.trim()} onClick=${keep}>
        ${known ? "Keep the changes" : `Keep this ${game.build}`}</button>
      ${known && html`<button type="button" class="quiet" onClick=${remove}>Remove</button>`}
    </div>
    ${mine.length > 0 && html`<div class="field"><label for=${`${id}-open`}>Your ${game.builds}</label>
      <select id=${`${id}-open`} value=${known ? draft.name : ""}
        onChange=${(event) => { const found = mine.find(({ name }) => name === event.currentTarget.value); if (found) setDraft(found); }}>
        ${!known && html`<option value="">Open one …</option>`}
        ${mine.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}</select></div>`}
    <p class="soft" role="status">${message}</p>
  </div>`;
}
