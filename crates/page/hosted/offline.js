// Service worker of a hosted lab: keeps the files of its folder in the browser, and answers from them without a network.
// VERSION is the SHA-256 of index.html, so each build has another worker. It replaces the files that an earlier one kept.
const VERSION = "{{version}}";
const FILES = ["index.html", "manifest.webmanifest"];
// An origin may have several folders with a lab.
const PREFIX = `hitchart ${registration.scope} `;
const NAME = PREFIX + VERSION;

async function sha256(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The copy is a new response: one that a host has redirected cannot answer a visit.
async function fetched(file) {
  const response = await fetch(file, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file}: status ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A host may give the worker of one build and the page of another while its files change. The next visit tries again.
  if (file === "index.html" && await sha256(bytes) !== VERSION) throw new Error(`${file} is of another build`);
  return new Response(bytes, { headers: response.headers });
}

async function keep() {
  const responses = await Promise.all(FILES.map(fetched));
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map((file, n) => cache.put(file, responses[n])));
  // An open page has all its parts, so the new worker can start at once.
  await skipWaiting();
}

async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

// The file that a request is for, or null.
function fileOf(request) {
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !address.startsWith(registration.scope)) return null;
  const name = address.slice(registration.scope.length) || "index.html";
  return FILES.includes(name) ? name : null;
}

// A browser may remove what is kept: then the host answers.
async function answer(file, request) {
  const cache = await caches.open(NAME);
  return await cache.match(file) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file) event.respondWith(answer(file, event.request));
});
