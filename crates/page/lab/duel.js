import { html } from "./view.js";
export function DuelTab() { return html`<p>soon</p>`; }
