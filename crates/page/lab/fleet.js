// Build, Intercept Orbit: a fleet of ships, with an ace.
import { html, useState } from "./view.js";
import { CopyButton, Sentence } from "./answer.js";
import { useAnswer, useChecked } from "./ask.js";
import { Bids } from "./bids.js";
import { Keep, fleetText, quoted, shipText, useDraft } from "./builds.js";
import { Count, Mistake, Select, problem, useForm } from "./form.js";
import { Graph, SHIP_MEASURES, sharesOf, useBestShip, useGraphView } from "./graph.js";
import { ShipField, readShip } from "./systems.js";

const WHITES = ["Systems", "+ W"];
const ACES = [["", "No ace"], ["red", "Red"], ["blue", "Blue"], ["green", "Green"], ["yellow", "Yellow"]];
const NUMBERS = { hvas: { min: 1, max: 9 } };
const catapults = (text) => readShip(text)?.systems.filter((system) => system === "K").length ?? 0;

// One ship, sent as a fleet, so that an error appears at its place.
function Ship({ at, value, rules, chosen, choose, change, remove }) {
  const fleet = fleetText({ ships: [value], ace: catapults(value) > 0 ? "red" : "" });
  const { error } = useAnswer({ ask: "io fleet", fleet, rules });
  return html`<li class=${chosen ? "chosen" : ""} onFocusIn=${choose} onClick=${choose}>
    <${ShipField} label=${`Ship ${at + 1}`} ...${{ value, error }} onChange=${change} />
    <button type="button" class="remove" aria-label=${`Remove ship ${at + 1}`} title="Remove" onClick=${remove}>×</button>
  </li>`;
}

const values = (graph) => Object.fromEntries(Object.entries(graph ?? {}).map(([id, { sys, plus_w }]) => [id, [sys, plus_w]]));

function legality({ legal, least, most }, assets) {
  if (legal) return "legal";
  return assets < least ? `too few tactical assets, ${assets} of at least ${least}` : `too many tactical assets, ${assets} of at most ${most}`;
}

export function Fleet({ game, rules }) {
  const [draft, setDraft] = useDraft(game);
  const [chosen, setChosen] = useState(0);
  const form = useForm("build.fleet", { hvas: 3 }, NUMBERS);
  const best = useBestShip(rules);
  const { view, controls } = useGraphView();
  const { ships, ace } = draft;
  const at = Math.min(chosen, ships.length - 1);
  const setShips = (next) => setDraft((was) => ({ ...was, ships: next(was.ships) }));
  const asked = ships.length > 0 ? { ask: "io fleet", fleet: fleetText(draft), hvas: form.values.hvas, rules } : null;
  const { answer, error } = useChecked(asked, form.mistake(["hvas"]));
  const data = answer?.data;
  const single = error && ships.some((ship) => (error.problem ?? error.message ?? "").includes(`\`${shipText(ship)}\``));
  const assets = data?.dice ?? [];
  const own = data && !error ? { ships: data.ships, companies: data.companies, systems: data.systems } : null;
  return html`<div class="sides wide">
    <form class="form" onSubmit=${(event) => event.preventDefault()} aria-label="Fleet">
      <ol class="builds">${ships.map((value, index) => html`<${Ship} key=${index} ...${{ at: index, value, rules }}
        chosen=${index === at} choose=${() => setChosen(index)}
        change=${(text) => setShips((all) => all.map((old, other) => (other === index ? text : old)))}
        remove=${() => setShips((all) => all.filter((_, other) => other !== index))} />`)}</ol>
      <div class="bar"><button type="button" class="quiet" disabled=${ships.length >= 9}
        onClick=${() => { setShips((all) => [...all, "F:RaBY"]); setChosen(ships.length); }}>Add a ship</button></div>
      <div class="fields">
        <${Select} form=${{ values: draft, set: (_, value) => setDraft((was) => ({ ...was, ace: value })) }} name="ace" label="Colour of the ace" half
          options=${ACES} />
        <${Count} form=${form} name="hvas" label="High value assets" />
      </div>
      <${Keep} ...${{ game, draft, setDraft }} />
    </form>
    <section class="result" aria-label="What the fleet can do">
      <h2>Is it legal?</h2>
      ${error && html`<p class="verdict bad" role="status">${single ? "A ship has a mistake; see its field." : error.argument === "hvas" ? "A number is missing; see its field." : problem(error)}</p>`}
      ${data && !error && html`<div role="status"><ul class="sizes">${(data.sizes ?? []).map((size) => html`<li key=${size.players}
        class=${size.legal ? "verdict good" : "verdict bad"}>${size.players} players: ${legality(size, data.tactical)}</li>`)}</ul></div>`}
      <h2>What it can do</h2>
      ${answer && html`<${Sentence} line=${answer.line} stale=${error !== null} />`}
      ${controls}
      <div class="graphs">
        ${assets[at] && html`<${Graph} title=${`Ship ${at + 1}: ${assets[at].asset}`} measures=${SHIP_MEASURES} values=${values(assets[at].graph)}
          shares=${sharesOf(values(assets[at].graph), best)} ...${{ whites: WHITES, view }} />`}
        ${data?.graph && html`<${Graph} title="All assets together" measures=${SHIP_MEASURES} values=${values(data.graph)}
          shares=${null} ...${{ whites: WHITES, view }} />`}
      </div>
      <p class="note">Damage, highest die, units and systems repaired: expected values, exact. W: white dice, the pale
        parts of the bars. The scale of a ship ends at the best legal ship, with white dice. The sum has companies too, so it has no
        best: it shows values, never percentages.</p>
      <${Mistake} error=${single ? null : error} shown=${["hvas"]} />
      <${CopyButton} text=${`name = ${quoted(draft.name)}\nfleet = ${quoted(fleetText(draft))}\n`} label="Copy as a file" />
      <h2>Points and seats</h2>
      <${Bids} ...${{ game, rules, own }} />
    </section>
  </div>`;
}
