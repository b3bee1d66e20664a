"""Opens reports and replays in a headless Chromium and checks how they look.

Usage: check.py HITCHART FOLDER. Makes nine reports and three replays of few games in FOLDER, opens each at 1400 and 390
pixels, light and dark, checks it and writes a screenshot. page.js has the checks of every page, replay.js those of replays;
no page may write to the console. Prints the faults and ends with 1 if there are any. Needs a Chromium (CHROMIUM names the
program) and nothing else: it speaks the browser's own protocol over a pipe.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
REPORTS = {
    "house-rules": ("scenarios/house-rules.toml", "--games 30"),
    "claims": ("scenarios/claims.toml", "--games 20"),
    "estars-anvil": ("scenarios/estars-anvil.toml", "--games 40"),
    "handbook-archetypes": ("scenarios/handbook-archetypes.toml", "--samples 20000"),
    "af-stock-frames": ("scenarios/af-stock-frames.toml", "--games 20 --samples 20000"),
    "tournament-archetypes": ("scenarios/tournament-archetypes.toml", "--games 200"),
    "bids": (str(HERE / "bids.toml"), ""),
    "io-fleets": ("scenarios/io-fleets.toml", "--games 20"),
    "sweep": ("scenarios/sweep.toml", "--games 20"),
}
REPLAYS = {"ra": "estars-anvil", "io": "io-mirror", "af": "af-example-round"}
WIDTHS = {1400: 900, 390: 844}
SCHEMES = ["light", "dark"]


class Browser:
    """A headless Chromium, driven over a pipe."""

    def __init__(self):
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()
        # A profile without values, service workers and caches of earlier runs.
        self.profile = tempfile.TemporaryDirectory(prefix="profile-", ignore_cleanup_errors=True)
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        flags.append(f"--user-data-dir={self.profile.name}")
        shell = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        command = ["bash", "-c", shell, "browser", str(read_commands), str(write_answers), os.environ.get("CHROMIUM", "chromium"), *flags]
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

    def faults(self, script):
        """What a script of checks finds."""
        answer = self.call("Runtime.evaluate", expression=(HERE / script).read_text(), returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{script} failed: {answer['exceptionDetails']}")
        found, self.console = answer["result"]["value"] + [f"console: {line}" for line in self.console], []
        return found

    def picture(self, path):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


def pages(hitchart, folder):
    """Makes the pages, and returns them by name."""
    made = {}
    for name, (scenario, options) in REPORTS.items():
        made[name] = folder / name / "report.html"
        if not made[name].exists():
            command = [hitchart, "run", scenario, *options.split(), "--out", str(folder / name), "--quiet"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for name, scenario in REPLAYS.items():
        out = folder / f"replay-{name}"
        made[f"replay-{name}"] = out / "replay.html"
        if not made[f"replay-{name}"].exists():
            command = [hitchart, "play", f"scenarios/{scenario}.toml", "--games", "2", "--replay", "0", "--out", str(out)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
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
                found = browser.faults("page.js")
                browser.picture(folder / f"{name}-{width}-{scheme}.png")
                if name.startswith("replay"):
                    found += browser.faults("replay.js")
                    browser.picture(folder / f"{name}-chosen-{width}-{scheme}.png")
                for fault in found:
                    print(f"{name}, {width} pixels, {scheme}: {fault}")
                count += len(found)
    browser.close()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
