// The lab: game, rules and tabs. Each tab has its own file.
import { html, render, useEffect, useRef } from "./view.js";
import { transport } from "./ask.js";
import { BuildTab } from "./build.js";
import { DuelTab } from "./duel.js";
import { Guard } from "./guard.js";
import { MatrixTab } from "./matrix.js";
import { GAMES, gameOf, useRulesets } from "./names.js";
import { Odds } from "./odds.js";
import { RuleTab, ownRule } from "./rule.js";
import { Shared } from "./shared.js";
import { forget, useStored } from "./store.js";

const TABS = [
  { id: "odds", name: "Odds", Part: Odds, about: "Exact odds, as you type." },
  { id: "build", name: "Build", Part: BuildTab, about: "What is legal, what it can do, and what it costs." },
  { id: "duel", name: "Duel", Part: DuelTab, about: "Builds play against each other, with an interval on every number." },
  { id: "rule", name: "Rule", Part: RuleTab, about: "Change a rule, and see what it does to the game." },
  { id: "matrix", name: "All against all", Part: MatrixTab, about: "Results of all pairs, the best entrant, and the mix that a table would settle on." },
];

function Tabs({ tab, setTab }) {
  const list = useRef(null);
  const keys = (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = TABS.findIndex(({ id }) => id === tab);
    const next = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : move && (at + move + TABS.length) % TABS.length;
    if (next === undefined) return;
    event.preventDefault();
    setTab(TABS[next].id);
    list.current.children[next].focus();
  };
  return html`<div class="tabs" role="tablist" aria-label="Parts of the lab" ref=${list} onKeyDown=${keys}>
    ${TABS.map(({ id, name }) => html`<button type="button" key=${id} role="tab" id=${`tab-${id}`} aria-selected=${id === tab}
      aria-controls="panel" tabindex=${id === tab ? 0 : -1} onClick=${() => setTab(id)}>${name}</button>`)}
  </div>`;
}

function Settings({ game, setGame, rules, setRules }) {
  const { builtIn, house } = useRulesets(game);
  const own = ownRule(game);
  const known = [game.rules, ...builtIn.map(({ name }) => name), ...house.map(({ name }) => name)];
  return html`<div class="settings">
    <div class="choice" role="radiogroup" aria-label="Game">${GAMES.map(({ id, name }) => html`<label key=${id}>
      <input type="radio" name="game" checked=${id === game.id} onChange=${() => setGame(id)} /><span>${name}</span></label>`)}</div>
    <label class="rules">Rules <select value=${rules} onChange=${(event) => setRules(event.currentTarget.value)}>
      <optgroup label="Rulesets">${(builtIn.length > 0 ? builtIn : [{ name: game.rules }]).map(({ name, summary }) => html`
        <option key=${name} value=${name} title=${summary}>${name}</option>`)}</optgroup>
      ${house.length > 0 && html`<optgroup label="House rules">${house.map(({ name, summary }) => html`
        <option key=${name} value=${name} title=${summary}>${name}</option>`)}</optgroup>`}
      ${own && html`<optgroup label="Yours"><option value="own">rule of the Rule tab</option></optgroup>`}
      ${rules !== "own" && !known.includes(rules) && html`<option value=${rules}>${rules.includes("\n") ? "rule of a link" : rules}</option>`}
    </select></label>
  </div>`;
}

// The tab, and how to go to another one. Each has its place in the history of the browser, so that Back leads to the tab before.
function useTab() {
  const [tab, setTab] = useStored("tab", "odds");
  useEffect(() => {
    history.replaceState({ tab }, "");
    const back = ({ state }) => state?.tab && setTab(state.tab);
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);
  const go = (to) => {
    if (to !== tab) history.pushState({ tab: to }, "");
    setTab(to);
  };
  return [tab, go];
}

function App() {
  const [tab, setTab] = useTab();
  const [gameId, setGame] = useStored("game", "ra");
  const game = gameOf(gameId);
  const [chosen, setRules] = useStored(`rules.${game.id}`, game.rules);
  useStored(`rule.text.${game.id}`, "");
  const own = ownRule(game);
  const rules = chosen === "own" && own === null ? game.rules : chosen;
  const { id, Part, about, name } = TABS.find((one) => one.id === tab) ?? TABS[0];
  useEffect(() => { document.title = `${name} · hitchart lab`; }, [name]);
  return html`<a class="skip" href="#panel" onClick=${skip}>Skip to the content</a>
    <header class="head">
      <div class="title"><h1>hitchart <span>lab</span></h1></div>
      <${Settings} ...${{ game, setGame, rules, setRules }} />
      <${Tabs} ...${{ tab: id, setTab }} />
    </header>
    <main>
      ${transport === "none" && html`<p class="warning">This page has no program inside, so it cannot compute.
        Open it with <code>hitchart serve --open</code>, or take <code>lab.html</code> of a release.</p>`}
      <${Guard}><${Shared} setTab=${setTab} setGame=${setGame} /><//>
      <div id="panel" role="tabpanel" tabindex="-1" aria-labelledby=${`tab-${id}`}>
        <p class="about">${about}</p>
        <${Guard} key=${`${id}-${game.id}`} clear=${() => forget(`page.run.${id}.${game.id}`)}>
          <${Part} game=${game} rules=${rules === "own" ? own : rules === game.rules ? undefined : rules} />
        <//>
      </div>
    </main>
    <footer>${transport === "server" ? "Computed by hitchart on this machine." : "Computed in this page. Nothing is sent anywhere."}</footer>`;
}

// The address after `#` belongs to links: a jump must not change it.
function skip(event) {
  event.preventDefault();
  document.getElementById("panel").focus();
}

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
