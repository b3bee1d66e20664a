"""Rulesets: names, files, texts, dictionaries, and changes of single fields."""

import hitchart
import pytest
from hitchart import MistakeError, af, ra, rules


def test_a_change_of_one_field():
    house = rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
    assert house.toml == 'extends = "rulebook"\nname = "stronger-blues"\n\n[dice]\ndefense = "1d8"\n'
    assert repr(house) == "Rules('stronger-blues')"
    # docs/commands.md shows this line of the frame graph.
    defense = ra.frame("RdYBG", rules=house).table[6]
    assert [round(defense[key], 4) for key in ("sys", "plus_1w", "plus_2w")] == [4.5474, 5.5742, 6.2836]
    assert ra.frame("RdYBG", rules=house).line.endswith("exact [stronger-blues]")


def test_changes_add_up():
    once = rules("rulebook").with_({"ranges.direct": 10})
    twice = once.with_({"cover": {"default_hits": 3}})
    assert twice.name == "rulebook, ranges.direct = 10, cover.default_hits = 3"
    assert once.name == "rulebook, ranges.direct = 10", "the first ruleset does not change"
    assert {row["field"] for row in twice.check().table} == {"ranges.direct", "cover.default_hits"}
    many = twice.with_({"charts.open.target": 6})
    assert many.name == "rulebook, changed"
    assert many.with_({"ranges.direct": 9}, name="mine", summary="Nine").toml.startswith(
        'extends = "rulebook"\nname = "mine"\nsummary = "Nine"\n'
    )


def test_a_mistake_is_found_at_once():
    with pytest.raises(MistakeError) as found:
        rules("rulebook").with_({"ranges.direkt": 10})
    assert found.value.help == "did you mean `direct`?" and found.value.line is not None
    with pytest.raises(MistakeError, match="allowed"):
        rules("rulebook").with_({"ranges.direct": -1})
    with pytest.raises(MistakeError, match="path of a field"):
        rules("rulebook").with_({"ranges..direct": 1})
    with pytest.raises(MistakeError, match="rulebok"):
        rules("rulebok")


def test_a_house_rule_that_is_built_in():
    house = rules("h01-direct-10")
    assert house.as_argument() == "h01-direct-10"
    changed = house.with_({"cover.default_hits": 3})
    assert changed.toml.startswith('extends = "h01-direct-10"')
    assert {row["field"] for row in changed.check().table} == {"ranges.direct", "cover.default_hits"}


def test_a_file_that_extends_a_file(tmp_path):
    (tmp_path / "base.toml").write_text('extends = "draft-2012"\nname = "base"\n[ranges]\ndirect = 9\nartillery = 40\n')
    (tmp_path / "house.toml").write_text('extends = "base.toml"\n[ranges]\ndirect = 10\n')
    house = rules(tmp_path / "house.toml")
    assert house.name == "house"
    assert house.as_toml() == {"extends": "draft-2012", "name": "house", "ranges": {"direct": 10, "artillery": 40}}
    assert len(house.diff(tmp_path / "house.toml").data["rows"]) == 0
    fields = {
        row["field"]: row["second"] for row in rules("draft-2012").diff(house.with_({"dice.defense": "1d8"})).table
    }
    assert fields == {"dice.defense": '"1d8"', "ranges.artillery": "40.0", "ranges.direct": "10.0"}


def test_a_built_in_name_is_not_a_file(tmp_path, monkeypatch):
    (tmp_path / "rulebook").write_text('extends = "rulebook"\nname = "twelve"\n[ranges]\ndirect = 12\n')
    (tmp_path / "house.toml").write_text('extends = "rulebook"\n[ranges]\nartillery = 40\n')
    monkeypatch.chdir(tmp_path)
    assert rules("rulebook").as_toml() == {"extends": "rulebook"}
    house = rules("house.toml")
    assert house.as_toml() == {"extends": "rulebook", "name": "house", "ranges": {"artillery": 40}}
    assert house.diff("house.toml").data["rows"] == []
    assert rules("./rulebook").as_toml()["ranges"] == {"direct": 12}, "a path is a file"
    (tmp_path / "rulebook").write_text('extends = "rulebook"\n[ranges]\ndirect = 12\n')
    with pytest.raises(MistakeError, match="another `name`"):
        rules("./rulebook")


def test_a_text_and_a_dictionary():
    text = 'extends = "rulebook"\n[ranges]\ndirect = 10\n'
    same = [
        rules(text),
        rules({"extends": "rulebook", "ranges.direct": 10}),
        rules("rulebook").with_({"ranges.direct": 10}),
    ]
    assert same[0] == same[1] == same[2] and len({*same}) == 1
    assert rules(same[0]) is same[0]
    assert ra.frame("Soldier", rules=text).table.rows == ra.frame("Soldier", rules=same[0]).table.rows


def test_an_entry_of_a_catalogue():
    snipers = rules("v0.3").with_({'catalogue.armaments."Sniper Rifle".dice': 1})
    dice = {row["name"]: row["dice"] for row in af.armaments(rules=snipers).data["rows"]}
    assert dice["Sniper Rifle"] == 1
    with pytest.raises(MistakeError, match="there is no armament of that name"):
        snipers.with_({"catalogue.armaments": {"Sniper Rifle": {"remove": True}}})


def test_rules_in_a_scenario():
    study = {"kind": "attacks", "name": "odds", "attackers": ["Soldier"], "targets": ["Soldier"], "ranges": ["direct"]}
    house = rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
    within = hitchart.run({"title": "x", "game": "rapid-attack", "rules": house, "study": [study]})
    given = hitchart.run({"title": "x", "game": "rapid-attack", "study": [study]}, rules=house)
    assert within["odds"].table.rows == given["odds"].table.rows
    assert given.rules == "stronger-blues"


def test_the_complete_ruleset_is_a_ruleset():
    complete = rules("rulebook").show()
    assert rules(complete).check().data["rows"] == []


def test_rulesets_are_compared():
    house = rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
    answer = hitchart.compare("rulebook", house, exact=True)
    assert "exact numbers differ" in answer.line


def test_rulesets_are_compared_by_name():
    house = rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
    answer = hitchart.compare("rulebook", house, exact=True)
    assert answer.line.startswith("stronger-blues against rulebook:")


def test_fields_of_a_dictionary_are_named_by_path_in_every_question():
    fields = {"extends": "rulebook", "name": "blues", "dice.defense": "1d8"}
    house = rules(fields)
    assert ra.frame("RdYBG", rules=fields).table.rows == ra.frame("RdYBG", rules=house).table.rows
    by_path, by_rules = (hitchart.compare("rulebook", one, exact=True).table.rows for one in (fields, house))
    assert by_path == by_rules
    assert rules("rulebook").diff(fields).table.rows == rules("rulebook").diff(house).table.rows
    assert hitchart.play("mirror-five", games=2, rules={"ranges.direct": 10}, figures=False).n == 2


def test_a_ruleset_of_one_line_is_compared():
    answer = hitchart.compare("rulebook", {"extends": "h01-direct-10"}, exact=True)
    assert answer.data["rulesets"] != [] and "exact number" in answer.line


def test_rules_do_not_change_with_the_lists_of_the_caller():
    banned = ["Y"]
    rules = hitchart.rules("rulebook").with_({"design.banned": banned})
    before = rules.toml
    banned.append("B")
    rules.as_toml()["design"]["banned"].append("G")
    assert rules.toml == before


def test_names_of_rules():
    fields = {"ranges.direct": 10}
    assert hitchart.rules("rulebook").with_({"name": "first", **fields}, name="second").name == "second"
    own = {"extends": "rulebook", **fields}
    assert "[rulebook, ranges.direct = 10]" in hitchart.ra.attack(attack="2d6", rules=own).line
    assert "[rulebook, changed]" in hitchart.ra.attack(attack="2d6", rules="[ranges]\ndirect = 10\n").line
    # A semicolon in the text of a file separates no changes.
    text = 'extends = "rulebook"\nname = "first; second"\n'
    assert "[first; second]" in hitchart.ra.attack(attack="2d6", rules=text).line


def test_paths_in_the_rules_of_a_scenario():
    study = {"kind": "durability", "name": "stands", "frames": ["Soldier"]}
    scenario = {"title": "x", "game": "rapid-attack", "rules": {"ranges.direct": 10}, "study": [study]}
    run = hitchart.run(scenario, games=10, figures=False)
    assert run.rules == "rulebook, changed"
    assert list(run) == ["stands"] and "stands" in run and len(run) == 1
    assert any("games" in note for note in run.notes)
