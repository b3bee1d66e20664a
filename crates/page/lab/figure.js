// Figures of answers. They are drawn by the program, but a page trusts no text: only shapes and words get in.
import { html, useEffect, useRef } from "./view.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set([
  "svg", "g", "defs", "title", "desc", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan",
  "clippath", "lineargradient", "radialgradient", "stop", "marker", "pattern", "mask",
]);
const LOCAL = /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/i;

function safe(name, value) {
  if (name.startsWith("on") || name === "style" || name.startsWith("xml")) return false;
  if (name === "href" || name.endsWith(":href")) return value.startsWith("#");
  return !/url\s*\(/i.test(value) || LOCAL.test(value);
}

function cleaned(element) {
  for (const child of [...element.children]) {
    if (child.namespaceURI !== SVG || !SHAPES.has(child.localName.toLowerCase())) child.remove();
    else cleaned(child);
  }
  for (const { name, value } of [...element.attributes]) {
    if (!safe(name.toLowerCase(), value) && name !== "xmlns") element.removeAttribute(name);
  }
}

// The drawing of an SVG text, without anything that runs or loads; null if the text is no drawing.
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(String(text), "image/svg+xml");
  const root = parsed.documentElement;
  if (parsed.querySelector("parsererror") || root.namespaceURI !== SVG || root.localName !== "svg") return null;
  cleaned(root);
  for (const heading of root.querySelectorAll(":scope > title, :scope > desc")) heading.remove();
  return document.importNode(root, true);
}

const NARROW = matchMedia("(max-width: 40rem)");

export function Figure({ figure }) {
  const place = useRef(null);
  useEffect(() => {
    const svg = drawing((NARROW.matches && figure.narrow) || figure.svg);
    if (!svg) return;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", figure.alt || figure.title || figure.name);
    place.current.replaceChildren(svg);
  }, [figure.svg]);
  return html`<figure>
    <div class="drawing" ref=${place}></div>
    ${figure.alt && html`<figcaption>${figure.alt}</figcaption>`}
  </figure>`;
}
