// Bids: points, scores and seats of several bids, exactly; and the best answers to a bid.
import { html } from "./view.js";
import { Sentence, Answer } from "./answer.js";
import { useAnswer, useChecked } from "./ask.js";
import { Whole, isNumberOf, problem } from "./form.js";
import { useStored } from "./store.js";
import { Table } from "./table.js";

const COLUMNS = {
  ra: [["frames", "Frames"], ["systems", "Systems"]],
  io: [["ships", "Ships"], ["companies", "Companies"], ["systems", "Systems"]],
};
const OTHERS = { ra: [{ frames: 5, systems: 20 }], io: [{ ships: 4, companies: 2, systems: 15 }] };

const NUMBER = { max: 60 };

// The reader's bid comes from the build; the others are typed.
export function Bids({ game, rules, own }) {
  const [others, setOthers] = useStored(`bids.${game.id}`, OTHERS[game.id]);
  const columns = COLUMNS[game.id];
  const all = own ? [own, ...others] : others;
  const lists = Object.fromEntries(columns.map(([name]) => [name, all.map((bid) => bid[name])]));
  const isWhole = (bid) => columns.every(([name]) => isNumberOf(bid[name], NUMBER));
  const wrong = others.findIndex((bid) => !isWhole(bid));
  const numbers = wrong < 0 ? null : { problem: `Opponent ${wrong + 1} needs whole numbers from 0 to ${NUMBER.max}.` };
  const [[first, firstTitle]] = columns;
  const mistake = own?.[first] === 0 ? { problem: `This ${game.build} has no ${firstTitle.toLowerCase()}, so it is no bid.` } : numbers;
  const { answer, error } = useChecked(all.length > 1 ? { ask: `${game.id} ppa`, ...lists, rules } : null, mistake);
  const most = game.id === "ra" ? 4 : 3;
  const change = (at, name, value) => setOthers((all) => all.map((bid, other) => (other === at ? { ...bid, [name]: value } : bid)));
  return html`<div class="bids">
    <div class="scroll"><table>
      <thead><tr><th scope="col">Bid</th>
        ${columns.map(([name, title]) => html`<th key=${name} scope="col" class="n">${title}</th>`)}<td></td></tr></thead>
      <tbody>
        ${own && html`<tr><th scope="row">This ${game.build}</th>
          ${columns.map(([name]) => html`<td key=${name} class="n">${own[name]}</td>`)}<td></td></tr>`}
        ${others.map((bid, at) => html`<tr key=${at}><th scope="row">Opponent ${at + 1}</th>
          ${columns.map(([name, title]) => html`<td key=${name} class="n"><${Whole} class="small" value=${bid[name]}
            range=${NUMBER} aria-label=${`${title} of opponent ${at + 1}`} set=${(value) => change(at, name, value)} /></td>`)}
          <td>${others.length > 1 && html`<button type="button" class="remove" aria-label=${`Remove opponent ${at + 1}`}
            onClick=${() => setOthers((all) => all.filter((_, other) => other !== at))}>×</button>`}</td></tr>`)}
      </tbody>
    </table></div>
    <div class="bar"><button type="button" class="quiet" disabled=${others.length >= most}
      onClick=${() => setOthers((all) => [...all, all.at(-1)])}>Add an opponent</button></div>
    ${answer && html`<${Sentence} line=${answer.line} stale=${error !== null} />`}
    ${answer?.tables?.[0] && html`<div class=${error ? "stale" : ""}><${Table} table=${answer.tables[0]} label="Bids" /></div>`}
    ${error && html`<p class="error" role="status">${problem(error)}</p>`}
    ${game.id === "ra" && html`<${BestBid} ...${{ rules, bid: isWhole(others[0]) ? others[0] : null }} />`}
  </div>`;
}

// The stored games are of the rulebook: other rulesets would have to play them.
function BestBid({ rules, bid }) {
  const [open, setOpen] = useStored("bids.best", false);
  const { answer, error } = useAnswer(open && bid && rules === undefined ? { ask: "ra bid", against: `${bid.frames}/${bid.systems}` } : null);
  return html`<details class="fold" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>The best answer to opponent 1, by stored games</summary>
    ${rules !== undefined && html`<p class="note">The stored games are of the rulebook. Choose it above to see them.</p>`}
    ${error && html`<p class="error">${problem(error)}</p>`}
    ${answer && !error && html`<${Answer} answer=${answer} folded figures=${false} />`}
  </details>`;
}
