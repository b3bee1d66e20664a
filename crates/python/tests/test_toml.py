"""Dictionaries survive as TOML."""

import pytest
from hitchart import MistakeError, _toml


@pytest.mark.parametrize(
    "content",
    [
        {
            "title": 'a "quoted" \\ line\nand \t\x01\x7f 漢 🎲',
            "n": -1,
            "x": 0.5,
            "yes": True,
            "no": False,
            "list": [1, [2]],
        },
        {"a": {"b c": {"d.e": 1}}, "study": [{"name": "x", "more": {"deep": [{"z": 1}]}}, {"name": "y"}]},
        {"mixed": [1, {"a": 1}], "empty": [], "table": {}, "big": 1e300, "small": 1e-9},
    ],
)
def test_written_and_read(content):
    assert _toml.read(_toml.write(content)) == content


def test_what_is_not_set_is_left_out():
    assert _toml.write({"a": None, "b": 1}) == "b = 1\n"
    assert _toml.write({}) == "\n", "a text has at least one line, so that it is not taken for a name"


def test_values_before_tables():
    assert _toml.read(_toml.write({"table": {"x": 1}, "value": 2})) == {"table": {"x": 1}, "value": 2}


def test_what_toml_does_not_have():
    with pytest.raises(MistakeError, match="cannot be written"):
        _toml.write({"a": {1, 2}})
    with pytest.raises(MistakeError, match="text"):
        _toml.read("a = ")


def test_changes_merge_and_removals_replace():
    base = {"a": {"x": 1, "y": {"z": 2}}, "b": [1]}
    assert _toml.merged(base, {"a": {"y": {"w": 3}}, "b": [2]}) == {"a": {"x": 1, "y": {"z": 2, "w": 3}}, "b": [2]}
    assert _toml.merged(base, {"a": {"remove": True}})["a"] == {"remove": True}
    assert _toml.merged({"a": {"remove": True}}, {"a": {"x": 1}}) == {"a": {"x": 1}}
    assert base == {"a": {"x": 1, "y": {"z": 2}}, "b": [1]}


def test_paths_of_fields():
    assert _toml.parts('catalogue.armaments."Sniper Rifle".dice') == ["catalogue", "armaments", "Sniper Rifle", "dice"]
    for path in ("", ".", "a.", "a..b", "a b"):
        with pytest.raises(MistakeError):
            _toml.parts(path)
