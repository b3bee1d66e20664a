"""Answers equal those that the README and the documents show for the same commands."""

import hitchart
import pytest
from hitchart import af, io, ra


def test_the_attack_of_the_readme():
    answer = ra.attack("RdRdYB", range="direct", whites=1, target="YYBG", target_whites=1, spot_by="YY", cover_hits=2)
    expected = (
        "RdRdYB +1W direct, spot YY, vs YYBG +1W in cover 2: 1.38 damage (73% hit, 0.4% destroyed), exact [rulebook]"
    )
    assert str(answer) == repr(answer) == answer.line == expected
    assert answer.summary == [expected]
    assert answer.command == (
        "hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY "
        "--cover-hits 2"
    )
    assert round(answer.value, 4) == 1.3798
    assert answer.interval is None and answer.n is None
    assert round(answer.tables["attack"][0]["p_damage"], 4) == 0.7276
    distribution = answer.tables["distribution"]
    assert [round(p, 6) for p in distribution["damage"][:3]] == [0.272412, 0.327916, 0.227739]


def test_a_simulated_attack_has_an_interval():
    answer = ra.attack(attack="3d6+1d8", spot="1d6", defense="2d6", chart="cover", cover_hits=2, simulate=100_000)
    simulated = answer.data["simulated"]
    low, high = simulated["interval"]
    assert low < simulated["mean"] < high and simulated["samples"] == 100_000
    assert sum(simulated["damage"]["counts"]) == 100_000
    assert low < answer.data["damage"]["mean"] == answer.value < high and answer.interval is None


def test_the_frame_graph_of_the_handbook():
    graph = ra.frame("RdYBG").table
    direct = next(row for row in graph if row["measure"] == "Rd")
    assert [round(direct[key], 4) for key in ("sys", "plus_1w", "plus_2w")] == [1.4907, 1.6528, 1.7482]
    assert next(row for row in graph if row["measure"] == "Ra")["sys"] is None


def test_loadouts_filtered_and_ranked():
    answer = ra.loadouts(where=["direct >= 1.5", "systems <= 3"], whites=1, sort="durability", top=3)
    rows = [(row["loadout"], row["archetype"], round(row["durability"], 3)) for row in answer.table]
    assert [row[0] for row in rows] == ["RdBB", "RdBG", "RdYB"]
    assert rows[0][1:] == ("Cover Buster", 4.343)
    assert len(ra.loadouts().table) == 168


def test_durability_with_cover():
    answer = ra.durability("RdYBG", whites=1, cover_hits=2)
    row = answer.table[0]
    assert round(row["formula"], 3) == 4.516
    assert answer.data["best_order"]["order"] == "G, Y, Rd, B, W, W"
    assert round(answer.value, 3) == 4.825


def test_the_roll_of_the_readme():
    answer = ra.assign("RdYBG", "direct", target_defense=3, roll="W5 W3 R2 R6 Y4 B1 G3")
    assert answer.line == (
        "Attack with the red 6, defend with the white 5, spot with the yellow 4, move with the green 3: worth 1.17, "
        "exact [rulebook]"
    )
    assert round(answer.value, 2) == 1.17
    weighted = ra.assign("RdYBG", "direct", weights={"damage": 1, "move": 0.5})
    assert weighted.data["weights"] == {"damage": 1.0, "defense": 0.0, "move": 0.5, "spot": 0.0}


def test_points_per_asset():
    table = ra.ppa([5, 4, 4], [20, 16, 15], stations=2).table
    assert table["ppa"] == [3, 6, 7]
    assert ra.ppa([5, 4, 4], [20, 16, 15]).command == "hitchart ra ppa --frames 5 --frames 4 --frames 4 " + (
        "--systems 20 --systems 16 --systems 15"
    )


def test_companies_of_several_forms(tmp_path):
    by_name = ra.company("scouts")
    file = tmp_path / "mine.toml"
    file.write_text(hitchart.text("company", "scouts"))
    assert ra.company(file).table.rows == by_name.table.rows
    assert ra.company(file.read_text()).table.rows == by_name.table.rows
    frames = ["Scout", "Recon", "Fast Assault", "Assault"]
    mine = ra.company({"name": "Mine", "frames": frames})
    assert mine.table["sys"] == ra.company(*frames).table["sys"] == by_name.table["sys"]


def test_intercept_orbit():
    assert io.attack("2d6+1d8", spot="1d6", defense="2d6", band="assault", target="ship", cover=True).line.startswith(
        "2d6+1d8 at assault band, spot 1d6, vs ship with 2d6 in lasting cover: 1.55 damage (75% hit)"
    )
    assert io.ppa([4, 3], [2, 3], [15, 10], hvas=[3, 3]).table["score"] == [36, 54]
    assert round(io.board(2, ace=True, owner_companies=1, reds="2d6").value, 3) == 0.843
    assert io.ram(4, target="hva").value == 0.0
    assert {row["mending"] for row in io.durability("company+blue").data["durability"]} >= {"none"}
    fleet = io.fleet("C:RpRaBY C:RsRsKK F:RaBK; ace=red", against=["F:RaBK F:RaBK F:BYK; ace=blue"], hvas=3)
    assert fleet.data["ships"] == 3
    assert all(name.startswith("F:") for name in io.ships(class_="frigate", pareto=True).table["ship"])


def test_apocalypse_frame():
    assert len(af.armaments(armor=1, shields=2).table) > 20
    charged = af.armaments(with_=["Charge", "Scoped"])
    assert "--with Charge --with Scoped" in charged.command
    assert af.tags("assault-rifle", shields=1).table.rows
    assert len(af.frames(vigor=5).table) == 9
    hot = af.round("Plasma Blade + Hot", "Shotgun", aim="removals", vigor=3)
    assert hot.value > 0


def test_enemies():
    answer = af.enemies("Velite", "M1", encounter="ambush", battles=1, victory="70%", games=20)
    assert answer.value == answer.tables["enemies-bounds"][0]["best"] and answer.n == 20


@pytest.mark.parametrize("kind", hitchart._names.get_args(hitchart._names.Kind))
def test_names_of_every_kind(kind):
    names = hitchart.names(kind)
    assert names and len(set(names)) == len(names)
    assert str(hitchart.listing(kind))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("scenario", "mirror-five"),
        ("rules", "h01-direct-10"),
        ("company", "scouts"),
        ("fleet", "wasp-nest"),
        ("battlefield", "dense-town"),
        ("encounter", "patrol"),
    ],
)
def test_texts_of_every_kind(kind, name):
    assert len(hitchart.text(kind, name).splitlines()) > 2


def test_the_version_is_that_of_the_program():
    assert hitchart.ask({"ask": "about"})["hitchart"] == hitchart.__version__


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert ra.ppa(numpy.array([5, 4]), numpy.array([20, 16])).table["ppa"] == ra.ppa([5, 4], [20, 16]).table["ppa"]
    assert ra.attack(attack="2d6", cover_hits=numpy.int64(2)).data["cover_hits"] == 2


def test_the_value_of_a_duel_is_that_of_its_sentence():
    for answer in (ra.duel("Rd", "Rh"), io.duel("C:RpRaBY", "C:RaRaBY", rounds=2), af.duel("M1")):
        shown = float(answer.line.split("wins ")[1].split("%")[0])
        assert 100 * answer.value == pytest.approx(shown, abs=0.5)
    starts = ra.duel("Rd", "Rh").data["starts"]
    direct = next(start for start in starts if start["range"] == "direct" and start["first"] == "a")
    assert ra.duel("Rd", "Rh").value == direct["wins"][0] != starts[0]["wins"][0]
