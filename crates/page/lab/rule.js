import { html } from "./view.js";
export function RuleTab() { return html`<p>soon</p>`; }
export const ownRule = () => null;
