import { html } from "./view.js";
export function MatrixTab() { return html`<p>soon</p>`; }
