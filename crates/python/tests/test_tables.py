"""Tables in data frames, as text and as HTML."""

import hitchart
import pytest
from hitchart import ra


@pytest.fixture(scope="module")
def games():
    return hitchart.play("mirror-five", games=40)


def test_rows_and_columns(games):
    table = games.tables["mirror-five-wins"]
    assert len(table) == len(table.rows) == len(list(table))
    assert table[0] == next(iter(table))
    assert table["who"][0] == table[0]["who"] and table[-1]["who"] == table["who"][-1]
    interval = next(column for column in table.schema if column.kind == "interval")
    low, high = table[0][interval.name]
    assert low <= high
    with pytest.raises(KeyError, match="no column `whom`"):
        table["whom"]
    with pytest.raises(KeyError, match="no table `win`"):
        games.tables["win"]


def columns_of(library, table):
    """Reads a table with a library, and returns the values of its columns by name."""
    module = pytest.importorskip(library)
    if library == "polars":
        return module.DataFrame(table).to_dict(as_series=False)
    if library == "pyarrow":
        return module.table(table).to_pydict()
    if library == "pandas":
        return module.DataFrame.from_arrow(table).to_dict("list")
    table_read = table  # noqa: F841, because DuckDB finds it by this name
    relation = module.sql("select * from table_read")
    return dict(zip(relation.columns, map(list, zip(*relation.fetchall(), strict=True)), strict=True))


@pytest.mark.parametrize("library", ["polars", "pyarrow", "pandas", "duckdb"])
def test_data_frames(library, games):
    table = games.tables["mirror-five-wins"]
    columns = columns_of(library, table)
    expected = {}
    for column in table.schema:
        if column.kind == "interval":
            for end, ending in enumerate(("low", "high")):
                expected[f"{column.name}_{ending}"] = [cell and cell[end] for cell in table[column.name]]
        else:
            expected[column.name] = table[column.name]
    assert columns == expected


def test_an_answer_is_its_main_table(games):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(games)
    assert frame.height == len(games.table)
    assert polars.DataFrame(ra.loadouts()).schema["front"] == polars.Boolean


def test_duckdb_reads_a_table_by_its_name():
    duckdb = pytest.importorskip("duckdb")
    loadouts = ra.loadouts().table  # noqa: F841, because DuckDB finds it by this name
    assert duckdb.sql("select count(*) from loadouts where systems <= 3").fetchall()[0][0] > 10


def test_missing_values_and_kinds():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(ra.frame("RdYBG").table)
    assert table["sys"].to_pylist()[2] is None
    types = {str(field.type) for field in pyarrow.table(ra.loadouts().table).schema}
    assert types == {"string_view", "int64", "double", "bool"}


def test_a_stream_can_be_read_twice():
    pyarrow = pytest.importorskip("pyarrow")
    table = ra.frame("RdYBG").table
    assert pyarrow.table(table) == pyarrow.table(table)


def test_text_for_people(games):
    text = str(games.tables["mirror-five-wins"])
    assert text.splitlines()[0] == "Wins by company, policy, position and turn"
    assert " to " in text
    assert str(ra.loadouts().table).endswith("… 148 more rows")
    assert str(hitchart.ra.frame("RdYBG").table).splitlines()[4].split()[:2] == ["Ra", "–"]


def test_a_table_as_html():
    html = ra.loadouts().table._repr_html_()
    assert html.count("<tr>") == 21 and "148 more rows" in html
    assert "Durability</th>" in html and ">1.219</td>" in html


def test_an_answer_as_html(games):
    html = games._repr_html_()
    assert html.startswith("<div>") and "<svg" in html and "<table" in html
    assert games.summary[0] in html
    assert "Warning: win rates of mirror-five: only 40 samples" in html
    assert "More tables: mirror-five-wins" in html
    assert games.figures[0]._repr_svg_().startswith("<svg") and games.figures[0].alt


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a & b"])
def test_names_cannot_be_html(name):
    company = {"name": name, "frames": ["Soldier", "Soldier", "RdYBG", "RdYBG"], "rockets": "auto"}
    study = {
        "kind": "games",
        "name": "g",
        "companies": [company, "scouts"],
        "policies": ["greedy", "greedy"],
        "games": 20,
    }
    run = hitchart.run({"title": name, "game": "rapid-attack", "study": [{**study, "title": name}]})
    html = run._repr_html_()
    assert "<script" not in html and "<img" not in html and "a & b" not in html
    for figure in run["g"].figures:
        assert "<script" not in figure.svg and "<img" not in figure.svg
    rules = hitchart.rules("rulebook").with_({"ranges.direct": 10}, name=name)
    answer = hitchart.compare("rulebook", rules, scenario="estars-anvil", games=20, rungs="greedy")
    assert "<script" not in answer._repr_html_() and "<img" not in answer._repr_html_()


def test_figures_can_be_left_out():
    assert hitchart.play("mirror-five", games=20, figures=False).figures == []
    assert hitchart.play("mirror-five", games=20).figures != []


def test_a_slice_has_rows():
    table = hitchart.io.ram(speed=5).table
    assert table[1:3] == [table[1], table[2]]
