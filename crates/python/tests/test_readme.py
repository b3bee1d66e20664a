"""The examples of the README run."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.skipif(not README.exists(), reason="the tests are away from the README")
def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 7
    names: dict[str, object] = {}
    for block in blocks:
        exec(re.sub(r"games=\d+", "games=60", block), names)
    assert (tmp_path / "reports" / "all-loadouts" / "report.html").exists()
