#!/usr/bin/env python3
"""Measures the source tree, its texts and the program, and compares each figure with its bound.

Usage: measures.py PROGRAM [--record] [--first SECONDS TIMINGS]

`.ci/bounds.json` has the greatest value that each figure may have. A figure above its bound fails. `--record` lowers the
bounds to the present figures; it never raises one, which is done by hand with a reason in the commit.

`--first` has the processor seconds of the first command from an empty target folder, and the file of `cargo --timings`.
Machines differ by a third: one commit took 477 seconds on one and 617 on another. So the seconds are divided by the time of
some libraries in the same build, in which our code has no part. That still differs by a tenth from build to build: the bound
of the seconds has this margin, and the size of the compiled crates has none.

Marked sentences contain a turn that readers of technical English stumble over (`HABITS`). A doc comment has a clause lead if it
opens with What, Whether, Who, How, Where, Which or When. Both are habits, not errors: the figures show whether they grow.
"""

import json
import re
import statistics
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOUNDS = ROOT / ".ci" / "bounds.json"
HABITS = re.compile(
    r"\b(told|said|comes? to|came of|comes? of|whoever|whatever|whom|need not|beside|anew|so many|so much|none where"
    r"|in place of|as it is|as they are|as it was|goes? without|mended?|of (?:its|their|one's) own|by (?:itself|themselves)"
    r"|for want of|save for|but for|sake of|is meant|to be had|hence|is so|nobody|as far as|go(?:es)? by)\b",
    re.IGNORECASE,
)
LEAD = re.compile(r"^[`\[*#]*(What|Whether|Who|Whom|Whose|How|Where|Which|When)\b")
TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s+(?:pub(?:\([^)]*\))? )?mod (\w+);")
# An item that only tests compile, in the layout of rustfmt: it ends with `;`, or with a brace at its own indent.
TEST_ITEM = re.compile(r"^( *)#\[cfg\(test\)\]\n\1[^\n]*(?:;\n|\{\n(?:.*\n)*?\1\}\n)", re.MULTILINE)
TYPE = re.compile(r"^\s*pub (?:struct|enum|trait|type) (\w+)", re.MULTILINE)

# Libraries with a long build, and the sum of their durations when the bound of the first command was set.
LIBRARIES = [
    "axum", "chrono-tz", "clap_builder", "microlp", "minijinja", "object", "png", "polars-arrow", "polars-compute",
    "polars-parquet", "regex-automata", "syn", "tokio", "ttf-parser", "zlib-rs",
]
REFERENCE = 47.2


def sentences(text):
    """The sentences of a text that have at least four words."""
    parts = re.split(r"(?<=[.!?:;])\s+(?=[A-Z`*\[(])|\n\s*\n", text)
    return [part for part in parts if len(re.findall(r"[A-Za-z]{2,}", part)) >= 4]


def marked(texts):
    """The percentage of the sentences of some texts that are marked."""
    all_sentences = [sentence for text in texts for sentence in sentences(text)]
    found = sum(bool(HABITS.search(sentence)) for sentence in all_sentences)
    return round(100 * found / max(1, len(all_sentences)), 2)


def comments(text):
    """The blocks of comments of a Rust file, each with a flag for doc comments."""
    block, doc = [], False
    for line in text.split("\n") + [""]:
        found = re.match(r"\s*//([/!]?) ?(.*)", line)
        if block and (not found or bool(found[1]) != doc):
            yield "\n".join(block), doc
            block = []
        if found:
            doc = bool(found[1])
            block.append(found[2])


def strings(text):
    """The string literals of a Rust file, without those in comments."""
    code = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("//"))
    return re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)


def prose(text):
    """A page in Markdown without its code."""
    fenced = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return "\n".join(line for line in fenced.split("\n") if not line.startswith("    "))


def test_modules(rust):
    """The paths, without ending, of the modules that only tests compile."""
    found = set()
    for path, text in rust.items():
        parent = Path(path)
        folder = parent.parent if parent.stem in ("mod", "lib", "main") else parent.with_suffix("")
        found |= {str(folder / name) for name in TEST_MODULE.findall(text)}
    return found


def is_test(path, modules):
    """True for files of tests, by name or by the module that they belong to."""
    of_module = any(path == f"{module}.rs" or path.startswith(f"{module}/") for module in modules)
    return of_module or bool(re.search(r"(^|/)(tests|referee)(/|\.rs$)", path))


def blank(text):
    """A Rust file with its comments and literals as spaces, and its lines as they are."""
    literal = r"//[^\n]*|/\*.*?\*/|b?r(#*)\".*?\"\1|b?\"(?:\\.|[^\"\\])*\"|'(?:\\[^']*|[^\\'])'"
    return re.sub(literal, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL)


def functions(text):
    """The lengths in lines of the functions of a Rust file, each from `fn` to the closing brace."""
    text = blank(text)
    for start in re.finditer(r"\bfn \w+(?:\[(?:[^\[\]]|\[[^\]]*\])*\]|[^;{\[])*\{", text):
        depth, end = 1, start.end()
        while depth and (brace := re.compile(r"[{}]").search(text, end)):
            depth, end = depth + (1 if brace[0] == "{" else -1), brace.end()
        yield text.count("\n", start.start(), end) + 1


def measure(program):
    """All figures by name. Less is better for each."""
    folders = [ROOT / "src", *sorted((ROOT / "crates").glob("*/src"))]
    rust = {str(path.relative_to(ROOT)): path.read_text() for folder in folders for path in folder.rglob("*.rs")}
    modules = test_modules(rust)
    code = {path: TEST_ITEM.sub("", text) for path, text in rust.items() if not is_test(path, modules)}
    tests = [path.read_text() for path in (ROOT / "tests").rglob("*.rs")]
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"),
             *(ROOT / "crates").glob("*/README.md")]
    blocks = [block for text in rust.values() for block in comments(text)]
    docs = [text for text, doc in blocks if doc]
    names = Counter(name for text in code.values() for name in TYPE.findall(text))
    lines = [text.count("\n") for text in code.values()]
    return {
        "program files": len(code),
        "program lines": sum(lines),
        "files over 500 lines": sum(count > 500 for count in lines),
        "files over 700 lines": sum(count > 700 for count in lines),
        "lines of the longest function": max(length for text in code.values() for length in functions(text)),
        "lines below the median file of 150": max(0, 150 - int(statistics.median(lines))),
        "type names defined three times or more": sum(count >= 3 for count in names.values()),
        "marked sentences of docs, percent": marked(prose(path.read_text()) for path in pages),
        "marked sentences of comments, percent": marked(text for text, _ in blocks),
        "marked sentences of strings, percent": marked(text for code_text in code.values() for text in strings(code_text)),
        "marked sentences of comments of tests, percent": marked(text for test in tests for text, _ in comments(test)),
        "clause leads, percent": round(100 * sum(bool(LEAD.match(text.strip())) for text in docs) / max(1, len(docs)), 2),
        "size of the program, MB": round(program.stat().st_size / 1e6, 1),
    }


def at_reference_speed(seconds, timings):
    """Processor seconds that the build of `timings` would take on the machine of the first measurement."""
    units = json.loads(re.search(r"const UNIT_DATA = (\[.*?\]);\n", Path(timings).read_text(), re.DOTALL).group(1))
    missing = [name for name in LIBRARIES if all(unit["name"] != name for unit in units)]
    if missing:
        sys.exit(f"{timings}: no build of {', '.join(missing)}; LIBRARIES of measures.py names libraries of the program")
    libraries = sum(unit["duration"] for unit in units if unit["name"] in LIBRARIES)
    print(f"first command: {seconds} processor seconds; {libraries:.1f} s for libraries, {REFERENCE} s on the reference machine")
    return round(seconds * REFERENCE / libraries)


def compiled(folder):
    """Size of the compiled crates in MB. It does not depend on the machine, and grows with what is compiled."""
    newest = {}
    for path in sorted(folder.glob("libhitchart_*.rlib"), key=lambda path: path.stat().st_mtime):
        newest[path.name.split("-")[0]] = path.stat().st_size
    return round(sum(newest.values()) / 1e6, 1)


def main():
    figures = measure(Path(sys.argv[1]))
    if "--first" in sys.argv:
        seconds, timings = sys.argv[sys.argv.index("--first") + 1:][:2]
        figures["compiled code of our crates, MB"] = compiled(Path(sys.argv[1]).parent / "deps")
        figures["processor seconds of the first command"] = at_reference_speed(int(seconds), timings)
    bounds = json.loads(BOUNDS.read_text()) if BOUNDS.exists() else {}
    if "--record" in sys.argv:
        bounds = {name: min(value, bounds.get(name, value)) for name, value in figures.items()}
        BOUNDS.write_text(json.dumps(bounds, indent=2) + "\n")
    worse = [name for name, value in figures.items() if value > bounds.get(name, 0)]
    for name, value in figures.items():
        print(f"{name:50} {value:>10} (bound {bounds.get(name, 'missing')}){'  WORSE' if name in worse else ''}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
