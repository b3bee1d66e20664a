"""Opens reports and replays in a headless Chromium and checks how they look.

Usage: check.py HITCHART FOLDER. Makes eight reports and three replays of few games in FOLDER, opens each at 1400 and 390
pixels, light and dark, writes a screenshot and checks the page: no part is wider than the window, no text is smaller than
11 pixels, no labels of a figure overlap, no link leads nowhere, and the console stays empty. Needs a `chromium` on the path
and nothing else: it speaks the browser's own protocol over a pipe.
"""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

REPORTS = {
    "house-rules": "--games 30",
    "claims": "--games 20",
    "estars-anvil": "--games 40",
    "handbook-archetypes": "--samples 20000",
    "af-stock-frames": "--games 20 --samples 20000",
    "tournament-archetypes": "--games 200",
    "bids": "--games 20",
    "io-fleets": "--games 20",
}
REPLAYS = {"ra": "estars-anvil", "io": "io-mirror", "af": "af-example-round"}
WIDTHS = {1400: 900, 390: 844}
SCHEMES = ["light", "dark"]

CHECKS = r"""
(() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) faults.push(`the page is ${wide} pixels wide in a window of ${innerWidth}`);
  for (const box of document.querySelectorAll(".table .scroll")) {
    if (box.offsetParent && /verdicts|wins|entrants/.test(box.closest(".table").id) && box.scrollWidth > box.clientWidth + 1) {
      faults.push(`table ${box.closest(".table").id} overflows: ${box.scrollWidth} in ${box.clientWidth}`);
    }
  }
  const seen = (element) => element.checkVisibility ? element.checkVisibility() : element.offsetParent !== null;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const holder = node.parentElement;
    if (!node.textContent.trim() || holder.closest("script, style, svg") || !seen(holder)) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size < 11) { faults.push(`${size} pixels: ${node.textContent.trim().slice(0, 40)}`); break; }
  }
  for (const drawing of document.querySelectorAll(".drawing svg")) {
    if (!seen(drawing)) continue;
    const texts = [...drawing.querySelectorAll("text")].slice(0, 600);
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const small = texts.find((text, at) => boxes[at].height > 0 && Math.min(boxes[at].height, boxes[at].width * 3) < 9);
    if (small) faults.push(`small text in a figure: ${small.textContent}`);
    const clash = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.35;
    boxes.some((a, i) => boxes.slice(i + 1).some((b, j) => {
      if (!clash(a, b)) return false;
      faults.push(`labels overlap in ${drawing.closest("figure")?.id}: ${texts[i].textContent} / ${texts[i + 1 + j].textContent}`);
      return true;
    }));
  }
  for (const link of document.querySelectorAll("a[href]")) {
    const to = link.getAttribute("href");
    if (!to.startsWith("#") || !document.getElementById(to.slice(1))) faults.push(`dead link ${to}`);
  }
  return faults;
})()
"""


class Browser:
    """A headless Chromium, driven over a pipe."""

    def __init__(self):
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        shell = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        command = ["bash", "-c", shell, "browser", str(read_commands), str(write_answers), "chromium", *flags]
        self.process = subprocess.Popen(
            command, pass_fds=(read_commands, write_answers), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        os.close(read_commands)
        os.close(write_answers)
        self.number, self.rest, self.console = 0, b"", []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.call("Page.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise SystemExit("the browser ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.console.append(json.dumps(message["params"])[:300])
            self.loaded = getattr(self, "loaded", False) or message.get("method") == "Page.loadEventFired"
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]

    def open(self, page, width, scheme):
        self.console = []
        media = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=media)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=WIDTHS[width], deviceScaleFactor=1, mobile=False)
        self.loaded = False
        went = self.call("Page.navigate", url=page.resolve().as_uri())
        if "errorText" in went:
            raise SystemExit(f"{page}: {went['errorText']}")
        while not self.loaded:
            self.loaded = self.message().get("method") == "Page.loadEventFired"

    def faults(self):
        answer = self.call("Runtime.evaluate", expression=CHECKS, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"the check failed: {answer['exceptionDetails']}")
        found = answer["result"]["value"]
        return found + [f"console: {line}" for line in self.console]

    def picture(self, path):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.process.terminate()
        self.process.wait()


def pages(hitchart, folder):
    """Makes the pages, and returns them by name."""
    made = {}
    for name, options in REPORTS.items():
        out = folder / name
        if not (out / "report.html").exists():
            command = [hitchart, "run", f"scenarios/{name}.toml", *options.split(), "--out", str(out), "--quiet"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        made[name] = out / "report.html"
    for name, scenario in REPLAYS.items():
        out = folder / f"replay-{name}"
        page = out / "replay.html"
        if not page.exists():
            command = [hitchart, "play", f"scenarios/{scenario}.toml", "--games", "2", "--replay", "0", "--out", str(out)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        made[f"replay-{name}"] = page
    return made


def main():
    hitchart, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    count = 0
    for name, page in pages(hitchart, folder).items():
        for width in WIDTHS:
            for scheme in SCHEMES:
                browser.open(page, width, scheme)
                for fault in browser.faults():
                    print(f"{name}, {width} pixels, {scheme}: {fault}")
                    count += 1
                browser.picture(folder / f"{name}-{width}-{scheme}.png")
    browser.close()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
