"""Goes through the lab in a headless Chromium as a reader would.

Usage: lab.py ADDRESS FOLDER. ADDRESS is that of `hitchart serve`, or of a lab.html on the disk. Asks odds, builds a
company, plays a duel and watches a game, shares the link and runs it again, compares a rule, and plays a tournament; at 1400
pixels in light and at 390 in dark. Checks that nothing is written to the console, that no request goes elsewhere, that links,
names and rules run nothing, and that no page is wider than the window. FOLDER keeps screenshots. Prints the faults and ends
with 1 if there are any.
"""

import base64
import json
import sys
import time
import zlib
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


def tour(lab, address, size):
    """Yields the name of each part of the tour, when it is on the screen."""
    lab.show(address, size)
    lab.run("localStorage.clear()")
    lab.show(address, size)
    lab.until("document.querySelector('.line') && document.querySelector('.plot')")
    lab.run("type(document.querySelector('input[list=archetypes]'), 'Soldier')")
    lab.until("says('Soldier direct, vs YYBG in cover 2')")
    yield "odds"
    lab.tab("Build")
    lab.until("says('Legal in a skirmish of 2 players.')")
    lab.run("type(field('Frame 1'), 'RdRdRd')")
    lab.until("document.querySelector('.field.bad')")
    lab.run(f"type(field('Frame 1'), 'RdRdYB'); type(field('Name of the company'), {EVIL!r})")
    lab.press("Keep this company")
    yield "build"
    lab.tab("Duel")
    lab.until("field('Player 1').options.length > 5")
    lab.run("const one = field('Player 1'); type(one, [...one.options].find((o) => o.text.includes('yours')).value)")
    lab.run("type(field('Policy'), 'greedy'); type(field('Policy', 1), 'greedy')")
    lab.press("Play the games")
    lab.until("ended()")
    lab.press("Show the replay")
    lab.until("document.querySelector('iframe')")
    time.sleep(1)
    yield "duel"
    lab.press("Copy link")
    lab.until("window.copied")
    link = lab.run("return window.copied")
    lab.tab("Rule")
    lab.until("says('No mistake.')")
    lab.run(f"const text = document.querySelector('.editor textarea'); type(text, text.value.replace('my-rule', {EVIL!r}))")
    lab.until("[...field('Who plays').options].some((one) => one.value === 'estars-anvil')")
    lab.run("type(field('Who plays'), 'estars-anvil'); type(field('Games, at most'), '400'); type(field('Policy'), 'greedy')")
    lab.until("says('No mistake.')")
    lab.press("Compare by games")
    lab.until("ended()")
    yield "rule"
    lab.tab("All against all")
    lab.until("document.querySelectorAll('.entrants label').length > 5")
    lab.run("type(field('Games, at most'), '400'); type(field('Policy'), 'greedy')")
    lab.press("Play the tournament")
    lab.until("ended() && document.querySelector('.heat')")
    yield "matrix"
    lab.show(link, size)
    lab.until("document.querySelector('.shared')")
    lab.press("Run again")
    lab.until("says('The counts agree bit for bit.')")
    yield "link"
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
    names = lab.run("return performance.getEntriesByType('resource').map((one) => one.name)")
    own = address.rsplit("/", 1)[0]
    found += [f"request to {name}" for name in names if not name.startswith((own, "data:", "blob:"))]
    return found


def main():
    address, folder = sys.argv[1], Path(sys.argv[2])
    if "://" not in address:
        address = Path(address).resolve().as_uri()
    folder.mkdir(parents=True, exist_ok=True)
    lab = Lab()
    count = 0
    for size in SIZES:
        for part in tour(lab, address, size):
            print(f"{part}, {size[0]} pixels", flush=True)
            shot = lab.call("Page.captureScreenshot", format="png")["data"]
            (folder / f"lab-{part.replace(' ', '-')}-{size[0]}.png").write_bytes(base64.b64decode(shot))
            for fault in faults(lab, address):
                print(f"{part}, {size[0]} pixels: {fault}")
                count += 1
    lab.close()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
