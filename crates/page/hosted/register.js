// Browsers have service workers on https and on the loopback address only. Without one, the page needs its host.
addEventListener("load", () => navigator.serviceWorker?.register("offline.js").catch(() => {}));
