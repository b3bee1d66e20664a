"""Goes through the lab in a headless Chromium as a reader would.

Usage: lab.py ADDRESS FOLDER [--short] [--native HITCHART]. ADDRESS is one of:

- the address of `hitchart serve`, or a lab.html on the disk: a tour of all tabs at 1400 pixels in light and at 390 in dark.
  Asks odds, builds a company, plays a duel and watches a game, shares the link and runs it again, compares a rule, and plays
  a tournament. With --short: odds, a duel of few games and its link, at 1400 pixels;
- the folder of a hosted lab: opens it from a server, stops the server and opens it again; then a new build replaces the lab.

For a lab.html, prints the time from opening to the first exact answer. --native compares the counts of WebAssembly with those
of the program HITCHART for a question of each game. Checks that nothing is written to the console, that no request goes
elsewhere, that links, names and rules run nothing, and that no page is wider than the window. FOLDER keeps screenshots.
Prints the seconds of each part and the faults, and ends with 1 if there are any.
"""

import argparse
import base64
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from check import Browser

SIZES = [(1400, 900, "light"), (390, 844, "dark")]
EVIL = "<img src=x onerror=window.ran=1>"
HELP = """
window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; };
window.button = (words) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === words);
window.field = (label, n = 0) => {
  const found = [...document.querySelectorAll('label')].filter((one) => one.textContent.trim().startsWith(label))[n];
  return document.getElementById(found.htmlFor) ?? found.querySelector('input, select, textarea');
};
window.type = (element, text) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value').set.call(element, text);
  element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};
window.says = (words) => document.querySelector('#app').innerText.includes(words);
window.ended = () => [...document.querySelectorAll('[role=status]')].some((one) => one.textContent.startsWith('Finished'));
"""


class Lab(Browser):
    """A browser with the lab open."""

    requests = ()

    def watch(self):
        """Records the requests of the page and of its workers from now on."""
        self.requests = []
        self.call("Network.enable")
        self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)

    def message(self):
        message = super().message()
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        if message.get("method") == "Target.attachedToTarget" and message["params"]["waitingForDebugger"]:
            # Nobody waits for these answers, so the commands need no number.
            for method in ("Network.enable", "Runtime.enable", "Log.enable", "Runtime.runIfWaitingForDebugger"):
                command = {"id": 0, "method": method, "sessionId": message["params"]["sessionId"]}
                os.write(self.commands, json.dumps(command).encode() + b"\0")
        return message

    def show(self, address, size):
        width, height, scheme = size
        self.console = []
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.until("location.href !== 'about:blank' && document.querySelector('.head')")
        self.run(HELP)

    def run(self, code):
        code = f"(async () => {{ {code} }})()"
        answer = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{code[:200]}: {json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def until(self, condition, seconds=90):
        end = time.time() + seconds
        while time.time() < end:
            code = f"!!({condition})"
            if self.call("Runtime.evaluate", expression=code, returnByValue=True)["result"].get("value"):
                return
            time.sleep(0.05)
        raise SystemExit(f"not within {seconds} s: {condition}")

    def tab(self, name):
        self.run(f"[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent === '{name}').click()")

    def press(self, words):
        self.until(f"button({words!r})")
        self.run(f"button({words!r}).click()")


def link_of(value):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(json.dumps(value).encode()) + deflate.flush()
    return "#v1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def content_of(link):
    """Returns the content of a link."""
    packed = link.split("#v1.")[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15))


def odds(lab, address, size):
    """Opens the lab without stored values, and asks for exact odds."""
    lab.show(address, size)
    lab.run("localStorage.clear()")
    lab.show(address, size)
    lab.until("document.querySelector('.line') && document.querySelector('.plot')")
    lab.run("type(document.querySelector('input[list=archetypes]'), 'Soldier')")
    lab.until("says('Soldier direct, vs YYBG in cover 2')")


# Two shares whose 95% intervals overlap but differ by more than noise, and two that do not.
NOISE = """
const { changesOf } = typeof modules === 'object' ? modules['saved.js'] : await import('/saved.js');
const columns = [{ name: 'company', kind: 'text' }, { name: 'wins', kind: 'number' }, { name: 'wins_interval', kind: 'interval' }];
const table = (...cells) => ({ name: 'wins', columns, rows: [['A', ...cells]] });
const noise = (now, was) => changesOf(now, { tables: [was] }).rows[0][1].noise;
const now = table(0.48, [0.431, 0.529]);
return [table(0.4, [0.353, 0.449]), table(0.45, [0.401, 0.499]), table(0.1, [null, 0.2])].map((was) => noise(now, was));
"""


def noise(lab):
    if lab.run(NOISE) != [False, True, False]:
        raise SystemExit(f"what is noise: {lab.run(NOISE)}")


def play(lab):
    lab.until("field('Policy').options.length > 1")
    lab.run("type(field('Policy'), 'greedy'); type(field('Policy', 1), 'greedy')")
    lab.press("Play the games")
    lab.until("ended()")


def copied_link(lab):
    lab.press("Copy link")
    lab.until("window.copied")
    return lab.run("return window.copied")


def open_link(lab, link, size):
    lab.show(link, size)
    lab.until("document.querySelector('.shared')")
    lab.press("Run again")
    lab.until("says('The counts agree bit for bit.')")


def short_tour(lab, address, size):
    """Yields the name of each part of a short tour, when it is on the screen."""
    odds(lab, address, size)
    yield "odds"
    lab.tab("Duel")
    lab.until("field('Player 1').options.length > 5")
    lab.run("type(field('Games'), '40')")
    play(lab)
    yield "duel"
    open_link(lab, copied_link(lab), size)
    yield "link"


def tour(lab, address, size):
    """Yields the name of each part of the tour, when it is on the screen."""
    odds(lab, address, size)
    yield "odds"
    lab.tab("Build")
    lab.until("says('Legal in a skirmish of 2 players.')")
    lab.run("type(field('Frame 1'), 'RdRdRd')")
    lab.until("document.querySelector('.field.bad')")
    lab.run(f"type(field('Frame 1'), 'RdRdYB'); type(field('Name of the company'), {EVIL!r})")
    lab.press("Keep this company")
    yield "build"
    noise(lab)
    lab.tab("Duel")
    lab.until("field('Player 1').options.length > 5")
    lab.run("const one = field('Player 1'); type(one, [...one.options].find((o) => o.text.includes('yours')).value)")
    # A number stays as it is typed, and one that is out of its range starts nothing.
    for text in ("1", "2000000", "12.7", ""):
        lab.run(f"type(field('Games'), {text!r})")
        lab.until("says('Enter a whole number from 2 to 1,000,000.') && button('Play the games').disabled")
        if lab.run("return field('Games').value") != text:
            raise SystemExit(f"the text {text!r} of a number has changed")
    # So few games that the answer has a warning.
    lab.run("type(field('Games'), '40')")
    play(lab)
    lab.press("Show the replay")
    lab.until("document.querySelector('iframe')")
    time.sleep(1)
    # Only games of the run have a replay.
    lab.run("type(document.querySelector('.replay input'), '1000000')")
    lab.until("button('Show the replay').disabled")
    lab.tab("Odds")
    lab.tab("Duel")
    lab.until("document.querySelector('iframe')")
    yield "duel"
    link = copied_link(lab)
    warning = lab.run("return document.querySelector('.answer .warning').textContent")
    if f"Warning: {warning}" not in content_of(link)["a"]["summary"]:
        raise SystemExit(f"the link lacks the warning: {warning}")
    lab.tab("Rule")
    lab.until("says('No mistake.')")
    lab.run("history.back()")
    lab.until("document.querySelector('[role=tab][aria-selected=true]').textContent === 'Duel'")
    lab.run("history.forward()")
    lab.until("says('No mistake.')")
    lab.run("const text = document.querySelector('.editor textarea'); window.rule = text.value; type(text, '')")
    lab.until("says('The editor is empty') && document.querySelector('.editor textarea').value === ''")
    lab.run("type(document.querySelector('.editor textarea'), window.rule)")
    lab.until("says('No mistake.')")
    lab.run(f"const text = document.querySelector('.editor textarea'); type(text, text.value.replace('my-rule', {EVIL!r}))")
    lab.until("[...field('Who plays').options].some((one) => one.value === 'estars-anvil')")
    lab.run("type(field('Who plays'), 'estars-anvil'); type(field('Games, at most'), '400'); type(field('Policy'), 'greedy')")
    lab.until("says('No mistake.')")
    lab.press("Compare by games")
    lab.until("ended()")
    yield "rule"
    lab.tab("All against all")
    lab.until("document.querySelectorAll('.entrants label').length > 5 && field('Policy').options.length > 1")
    lab.run("type(field('Games, at most'), '400'); type(field('Policy'), 'greedy')")
    lab.press("Play the tournament")
    # A run goes on in another tab, and an answer stays.
    lab.tab("Duel")
    lab.until("ended()")
    lab.tab("All against all")
    lab.until("ended() && document.querySelector('.heat')")
    yield "matrix"
    # So few games that ratings have no bounds.
    lab.run("[...document.querySelectorAll('[name=game]')][2].click()")
    lab.until("document.querySelectorAll('.entrants label').length > 5 && field('Games, at most')")
    lab.run("type(field('Games, at most'), '24')")
    lab.press("Play the tournament")
    lab.until("ended() && says('or more') && !document.querySelector('.mistake')")
    lab.run("[...document.querySelectorAll('[name=game]')][0].click()")
    yield "matrix of few games"
    open_link(lab, link, size)
    yield "link"
    bare = {"ask": "ra attack", "attack": "3d6", "defense": "1d6", "chart": "hand-to-hand"}
    lab.show(address + link_of({"q": bare}), size)
    lab.press("Open in Odds")
    lab.until("says('3d6, vs 1d6:')")
    lab.show(address + link_of({"q": {**bare, "simulate": 1000}}), size)
    lab.until("says('Odds cannot show this question') && !button('Open in Odds')")
    yield "opened link"
    evil = {"q": {"ask": "ra attack", "attacker": EVIL, EVIL: f"{EVIL}\n"}, "a": {"line": EVIL, "summary": [EVIL]}, "c": [EVIL]}
    lab.show(address + link_of(evil), size)
    lab.press("Run again")
    lab.until("document.querySelector('.shared .mistake')")
    yield "hostile link"
    lab.show(f"{address}#v1.broken", size)
    lab.until("says('This link cannot be read.')")
    yield "broken link"


def faults(lab, address):
    found = [f"console: {line}" for line in lab.console]
    if lab.run("return window.ran === 1 || document.querySelector('img') !== null"):
        found.append("a text has become a part of the page")
    if lab.run("return document.documentElement.scrollWidth > innerWidth"):
        found.append("the page is wider than the window")
    names = lab.run("return performance.getEntriesByType('resource').map((one) => one.name)") + list(lab.requests)
    own = address.rsplit("/", 1)[0]
    found += [f"request to {name}" for name in names if not name.startswith((own, "data:", "blob:"))]
    return found


# Records the time of the first answer since the page was opened.
FIRST = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('.line')) return;
  window.first = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def first_answer(lab, address):
    """Prints the time from opening the page to its first exact answer."""
    lab.show(address, SIZES[0])
    lab.run("localStorage.clear()")
    script = lab.call("Page.addScriptToEvaluateOnNewDocument", source=FIRST)
    times = []
    for _ in range(5):
        lab.show(address, SIZES[0])
        lab.until("window.first")
        times.append(lab.run("return window.first / 1000"))
    lab.call("Page.removeScriptToEvaluateOnNewDocument", **script)
    print(f"first exact answer: {statistics.median(times):.2f} s after opening, median of {len(times)}", flush=True)


# A question of games for each game.
PLAYS = [
    {"scenario": "mirror-five", "policies": ["tactician", "greedy"]},
    {"scenario": "io-mirror", "study": "mixed", "policies": ["tactician", "greedy"]},
    {"scenario": "af-example-round", "policies": ["tactician", "greedy"]},
]


def difference(native, here):
    """Returns the place and the values of the first difference of two trees of counts; None if they are equal."""
    if type(native) is not type(here) or not isinstance(native, (dict, list)):
        return None if native == here else f": native {str(native)[:100]}, WebAssembly {str(here)[:100]}"
    if isinstance(native, list):
        native, here = dict(enumerate(native)), dict(enumerate(here))
    places = [*native, *(key for key in here if key not in native)]
    found = ((place, difference(native.get(place), here.get(place))) for place in places)
    return next((f" / {place}{fault}" for place, fault in found if fault), None)


def counts(lab, address, native):
    """Compares the counts of WebAssembly with those of the native program."""
    lab.show(address, SIZES[0])
    found = []
    for play in PLAYS:
        question = {"ask": "play", **play, "games": 40, "seed": 7}
        began = time.time()
        link = subprocess.run([native, "link", "-"], input=json.dumps(question), text=True, capture_output=True, check=True)
        saved = content_of(link.stdout.strip())
        middle = time.time()
        text = lab.run(f"""const answer = await modules['ask.js'].askLong({json.dumps(question)});
            return answer.ok ? modules['exact.js'].canonical(answer.counts) : JSON.stringify(answer.error);""")
        name, seconds = play["scenario"], f"native {middle - began:.1f} s, WebAssembly {time.time() - middle:.1f} s"
        print(f"counts of {name}: {len(text)} letters, {seconds}", flush=True)
        if "c" in saved:
            fault = difference(saved["c"], json.loads(text))
        else:
            fault = None if hashlib.sha256(text.encode()).hexdigest() == saved["h"] else " differ"
        if fault:
            found.append(f"counts of {name}{fault}")
    return found


class Host:
    """A server of the files of a folder on the loopback address. Only a service worker keeps its answers."""

    def __init__(self, folder, port=0):
        class Handler(SimpleHTTPRequestHandler):
            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=folder))
        self.port = self.server.server_port
        self.address = f"http://127.0.0.1:{self.port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


# Looks for a new worker, waits for the end of its installation, and returns its state.
UPDATE = """
const registration = await navigator.serviceWorker.ready;
return await new Promise((resolve) => {
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker.addEventListener('statechange', () => ['activated', 'redundant'].includes(worker.state) && resolve(worker.state));
  }, { once: true });
  registration.update();
});
"""


def hosted_tour(lab, folder, size):
    """Yields the name of each part of the tour of a hosted lab, when it is on the screen."""
    lab.watch()
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "lab"
        shutil.copytree(folder, copy)
        host = Host(copy)
        odds(lab, host.address, size)
        lab.until("navigator.serviceWorker.controller?.state === 'activated'")
        manifest = lab.call("Page.getAppManifest")
        if manifest["errors"] or json.loads(manifest["data"])["display"] != "standalone":
            lab.console.append(f"manifest: {manifest}")
        yield "hosted", host.address
        host.stop()
        odds(lab, host.address, size)
        yield "hosted, without a network", host.address

        # First the worker of a new build with the page of the old one, as while files are copied; then both.
        host = Host(copy, host.port)
        old = (copy / "index.html").read_text(encoding="utf-8")
        new = old.replace('<html lang="en">', '<html lang="en" data-build="new">')
        worker = (copy / "offline.js").read_text(encoding="utf-8")
        version = [hashlib.sha256(text.encode()).hexdigest() for text in (old, new)]
        (copy / "offline.js").write_text(worker.replace(*version), encoding="utf-8")
        states = [lab.run(UPDATE)]
        (copy / "index.html").write_text(new, encoding="utf-8")
        states.append(lab.run(UPDATE))
        host.stop()
        odds(lab, host.address, size)
        kept = lab.run("return [document.documentElement.dataset.build, (await caches.keys()).length]")
        if [*states, *kept] != ["redundant", "activated", "new", 1]:
            lab.console.append(f"a new build: workers {states}, then the build and the number of caches {kept}")
        yield "hosted, a new build", host.address


def pictured(lab, folder, part, size):
    shot = lab.call("Page.captureScreenshot", format="png")["data"]
    name = part.replace(",", "").replace(" ", "-")
    (folder / f"lab-{name}-{size[0]}.png").write_bytes(base64.b64decode(shot))


def tours(lab, options):
    """Goes through the lab. Yields each part of the tour with its size, address and seconds."""
    if Path(options.address).is_dir():
        parts = ((part, SIZES[0], address) for part, address in hosted_tour(lab, Path(options.address), SIZES[0]))
    else:
        kind, sizes = (short_tour, SIZES[:1]) if options.short else (tour, SIZES)
        parts = ((part, size, options.address) for size in sizes for part in kind(lab, options.address, size))
    began = time.time()
    for part, size, address in parts:
        yield part, size, address, time.time() - began
        began = time.time()


def main():
    parser = argparse.ArgumentParser(description="Goes through the lab in a headless Chromium.")
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--native", metavar="HITCHART")
    options = parser.parse_args()
    if options.address.endswith(".html") and "://" not in options.address:
        options.address = Path(options.address).resolve().as_uri()
    options.folder.mkdir(parents=True, exist_ok=True)
    lab = Lab()
    count = 0
    for part, size, address, seconds in tours(lab, options):
        print(f"{part}, {size[0]} pixels: {seconds:.1f} s", flush=True)
        pictured(lab, options.folder, part, size)
        for fault in faults(lab, address):
            print(f"{part}, {size[0]} pixels: {fault}")
            count += 1
    if options.address.startswith("file:"):
        first_answer(lab, options.address)
    if options.native:
        found = counts(lab, options.address, options.native)
        print("".join(f"{fault}\n" for fault in found), end="")
        count += len(found)
    lab.close()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
