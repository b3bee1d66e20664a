"""Puts the lab into one HTML page that needs no other file.

Usage: assemble.py OUT [--wasm FILE [--hosted FOLDER]]

With --wasm, OUT is the static page: it computes in workers and opens from a disk or any host. Without it, OUT is the page of
`hitchart serve`, which sends questions to the server. The policy in the page's `Content-Security-Policy` also holds for a
server: send the same text as a header.

With --hosted, FOLDER gets the files of a lab that a browser keeps: the static page as index.html, which also registers a
service worker, that worker (offline.js), and a manifest, with which a browser can install the lab.

The scripts in lab/ are ES modules. Here each one becomes a function that returns its exports. So modules may import only from
each other, by relative names or by the import map of index.html, and not in a circle.
"""

import argparse
import base64
import hashlib
import json
import lzma
import re
import sys
from pathlib import Path

LAB = Path(__file__).parent / "lab"
HOSTED = Path(__file__).parent / "hosted"
ROOT = Path(__file__).parents[2]

IMPORT = re.compile(r"^import\s*(\{[^}]*\}|\w+)\s*from\s*[\"']([^\"']+)[\"'];?", re.M)
EXPORT_LIST = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?", re.M)
EXPORT_ONE = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let|class) (\w+))", re.M)
EXPORT_DEFAULT = re.compile(r"(?:^|(?<=[;}]))export default ", re.M)
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.M)


def pairs(names):
    """Returns the names of `{a as b, c}` as pairs: (a, b), (c, c)."""
    words = [name.split(" as ") for name in re.split(r"\s*,\s*", names.strip(" {},\n")) if name]
    return [(word[0].strip(), word[-1].strip()) for word in words]


class Modules:
    """The modules that a script needs, in the order in which they must run."""

    def __init__(self, import_map):
        self.import_map = import_map
        self.done, self.open, self.texts = set(), [], []

    def add(self, path):
        if path in self.done:
            return
        if path in self.open:
            sys.exit(f"{path.name} imports itself through {' -> '.join(p.name for p in self.open)}")
        self.open.append(path)
        self.texts.append(self.wrapped(path))
        self.open.pop()
        self.done.add(path)

    def wrapped(self, path):
        text = SOURCE_MAP.sub("", path.read_text(encoding="utf-8"))
        text = IMPORT.sub(lambda found: self.imported(path, found), text)
        exports = [(name, name) for name in EXPORT_ONE.findall(text)]
        text = EXPORT_ONE.sub("", text)
        for names in EXPORT_LIST.findall(text):
            exports += pairs(names)
        text = EXPORT_LIST.sub("", text)
        if EXPORT_DEFAULT.search(text):
            text = EXPORT_DEFAULT.sub("const defaultExport = ", text)
            exports.append(("defaultExport", "default"))
        left = re.search(r"^(import|export)\b.*", text, re.M)
        if left:
            sys.exit(f"{path}: not understood: {left[0]}")
        returned = ", ".join(f"{outside}: {inside}" for inside, outside in exports)
        return f"modules[{self.key(path)}] = (() => {{\n{text.strip()}\nreturn {{ {returned} }};\n}})();\n"

    def imported(self, path, found):
        names, source = found.groups()
        source = self.import_map.get(source, source)
        at = (LAB if source in self.import_map.values() else path.parent) / source
        self.add(at.resolve())
        if names.startswith("{"):
            names = "{ " + ", ".join(f"{outside}: {inside}" for outside, inside in pairs(names)) + " }"
        else:
            names = f"{{ default: {names} }}"
        return f"const {names} = modules[{self.key(at.resolve())}];"

    def key(self, path):
        return json.dumps(path.relative_to(LAB.resolve()).as_posix())


def bundled(import_map):
    modules = Modules(import_map)
    modules.add((LAB / "app.js").resolve())
    text = '"use strict";\nconst modules = {};\n' + "".join(modules.texts)
    # Lines of comments are for readers of the sources.
    return re.sub(r"^[ \t]*//.*\n", "", text, flags=re.M)


def source_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def replays():
    """Returns the scripts and styles of the replay pages of all games. A replay runs inside the lab, under its policy."""
    shared = ROOT / "crates/lab/src/replay"
    page = (shared / "page.html").read_text(encoding="utf-8")
    script, style = (re.search(f"<{tag}>(.*?)</{tag}>", page, re.S)[1] for tag in ("script", "style"))
    constants = {"TABLE": shared / "table.js", "TABLE_STYLE": shared / "table.css"}
    scripts, styles = [], []
    for place in sorted([*ROOT.glob("src/**/replay/mod.rs"), *ROOT.glob("crates/*/src/**/replay/mod.rs")]):
        lists = re.findall(r"\b(styles|scripts): &\[(.*?)\]", place.read_text(encoding="utf-8"), re.S)
        for kind, items in lists:
            found = [(part, name) for part, name in re.findall(r"include_str!\(\"([^\"]+)\"\)|\b([A-Z_]+)\b", items)]
            files = [constants[name] if name else place.parent / part for part, name in found]
            joined = "\n".join(file.read_text(encoding="utf-8") for file in files)
            if kind == "scripts":
                parts = {"lines": (shared / "lines.js").read_text(), "script": joined, "player": (shared / "player.js").read_text()}
                scripts.append(re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], script))
            else:
                parts = {"style": (shared / "page.css").read_text(), "own style": joined}
                styles.append(re.sub(r"\{\{([\w ]+)\}\}", lambda mark: parts[mark[1]], style))
    if not scripts or len(scripts) != len(styles):
        sys.exit("no replay pages found: src/**/replay/mod.rs has no `scripts:` and `styles:`")
    return scripts, styles


def policy(script, style, static, register=None):
    """Returns the policy of a page. `register`: the script that registers the service worker of a hosted page."""
    replay_scripts, replay_styles = replays()
    scripts = [source_hash(text) for text in (script, *[register] * (register is not None), *replay_scripts)]
    styles = [source_hash(text) for text in (style, *replay_styles)]
    rules = ["default-src 'none'"]
    rules.append("script-src " + " ".join(scripts + ["'wasm-unsafe-eval'"] * static))
    # Replays set colours and lengths by `style` attributes.
    rules += ["style-src " + " ".join(styles), "style-src-attr 'unsafe-inline'", "img-src data:"]
    rules.append("worker-src blob:" if static else "connect-src 'self'")
    if register is not None:
        rules[-1:] = ["worker-src blob: 'self'", "manifest-src 'self'"]
    return "; ".join(rules + ["base-uri 'none'", "form-action 'none'"])


def uleb(data, at):
    """Returns a number of WebAssembly, and the place behind it."""
    number, shift = 0, 0
    while True:
        number |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return number, at


def without_custom_sections(wasm):
    """Returns a program without the sections that nothing runs, such as those that libraries leave for other tools."""
    header, custom = 8, 0
    kept, at = bytearray(wasm[:header]), header
    while at < len(wasm):
        length, start = uleb(wasm, at + 1)
        if wasm[at] != custom:
            kept += wasm[at : start + length]
        at = start + length
    return bytes(kept)


def seven_bits(data):
    """Returns bytes as text with seven bits in each character; `program` in ask.js reads it.

    The page is a sixth smaller than with base64. HTML replaces or ends a text at three characters: they get the bit of 256.
    """
    letters, value, width = [], 0, 0
    for byte in data:
        value, width = (value & 0x7F) << 8 | byte, width + 8
        while width >= 7:
            width -= 7
            letters.append(value >> width & 0x7F)
    letters.append(value << 7 - width & 0x7F)
    return "".join(chr(letter + 0x100 if letter in b"\0\r<" else letter) for letter in letters)


def packed(wasm):
    """Returns a program as text."""
    # A third smaller than gzip, which browsers unpack on their own: the page is small enough to send. Bytes of code follow from
    # the byte before and not from their place, so that byte counts whole (`lc`), and the place does not (`pb`).
    lzma2 = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 25, "lc": 4, "lp": 0, "pb": 0}
    program = without_custom_sections(wasm)
    return seven_bits(lzma.compress(program, check=lzma.CHECK_CRC32, filters=[lzma2]))


def assembled(program=None, hosted=False):
    """Returns a page. `program`: the packed program of a static page. `hosted`: the page has a manifest and a service worker."""
    page = (LAB / "index.html").read_text(encoding="utf-8")
    import_map = json.loads(re.search(r"<script type=\"importmap\">(.*?)</script>", page, re.S)[1])["imports"]
    style = "\n" + "".join((LAB / name).read_text(encoding="utf-8") for name in ("lab.css", "figures.css"))
    style = re.sub(r"^ +", "", style, flags=re.M)
    script = "\n" + bundled(import_map)
    register = "\n" + (HOSTED / "register.js").read_text(encoding="utf-8") if hosted else None
    if re.search(r"</script|<!--", script + (register or ""), re.I):
        sys.exit("a script contains `</script` or `<!--`")
    security = policy(script, style, program is not None, register)
    head = f'<meta http-equiv="Content-Security-Policy" content="{security}">\n<style>{style}</style>'
    data = ""
    if program is None:
        head = '<meta name="hitchart-server" content="1">\n' + head
    else:
        worker = (LAB / "worker.js").read_text(encoding="utf-8")
        data = f'<script type="text/plain" id="worker">{worker}</script>\n'
        data += f'<script type="application/octet-stream" id="wasm">{program}</script>\n'
    scripts = f"{data}<script>{script}</script>"
    if hosted:
        light, dark = colours()
        head += '\n<link rel="manifest" href="manifest.webmanifest">'
        for scheme, colour in (("light", light), ("dark", dark)):
            head += f'\n<meta name="theme-color" media="(prefers-color-scheme: {scheme})" content="{colour}">'
        scripts += f"\n<script>{register}</script>"
    page = re.sub(r"<!-- development -->.*?<!-- end -->\n?", "", page, flags=re.S)
    page = page.replace("<!-- head -->", head)
    return page.replace("<!-- scripts -->", scripts)


def colours():
    """Returns the colours of the page: light and dark."""
    light, dark = re.findall(r"--page: (#\w+);", (LAB / "lab.css").read_text(encoding="utf-8"))
    return light, dark


def manifest():
    """Returns the manifest of a hosted lab, with the icon of its page."""
    icon = re.search(r'<link rel="icon" href="([^"]+)">', (LAB / "index.html").read_text(encoding="utf-8"))[1]
    light, dark = colours()
    return {
        "name": "hitchart lab",
        "short_name": "hitchart",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": light,
        "theme_color": light,
        "color_scheme_dark": {"background_color": dark, "theme_color": dark},
        "icons": [{"src": icon, "type": "image/svg+xml", "sizes": "any"}],
    }


def write(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{path}: {len(text.encode()):,} bytes")


def write_hosted(folder, program):
    """Writes the files of a hosted lab."""
    page = assembled(program, hosted=True)
    version = hashlib.sha256(page.encode()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "index.html", page)
    write(folder / "manifest.webmanifest", json.dumps(manifest(), indent=2) + "\n")
    write(folder / "offline.js", (HOSTED / "offline.js").read_text(encoding="utf-8").replace("{{version}}", version))


def main():
    parser = argparse.ArgumentParser(description="Puts the lab into one HTML page.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--wasm", type=Path, help="the program as WebAssembly, for a page that needs no server")
    parser.add_argument("--hosted", type=Path, metavar="FOLDER", help="also write the files of a lab for a host; needs --wasm")
    options = parser.parse_args()
    if options.hosted and not options.wasm:
        parser.error("--hosted needs --wasm")
    program = packed(options.wasm.read_bytes()) if options.wasm else None
    write(options.out, assembled(program))
    if options.hosted:
        write_hosted(options.hosted, program)


if __name__ == "__main__":
    main()
