"""Every question has a function with all of its arguments, and every argument is explained."""

import inspect
import re

import hitchart
import pytest
from hitchart import af, io, ra

FUNCTIONS = {
    **{f"ra {name}": getattr(ra, name) for name in ra.__all__},
    **{f"io {name}": getattr(io, name) for name in io.__all__},
    **{f"af {name}": getattr(af, name) for name in af.__all__},
    **{
        name: getattr(hitchart, name) for name in ("chain", "play", "compare", "sweep", "meta", "run", "units", "work", "answer")
    },
}

OTHERWISE = {
    *("about", "rules list", "rules show", "rules check", "rules diff"),
    *("dice", "baseline", "check", "tune", "learn", "train", "exploit", "new", "schema"),
}
"""Questions of `hitchart.roll`, `hitchart.rules`, `hitchart.names` and `hitchart.__version__`, and those for `hitchart.ask` alone."""

SCHEMA = {form["title"]: form for form in hitchart.ask({"ask": "about"})["schema"]["oneOf"]}
GENERAL = {"version", "ask", "figures"}


def parameters(function):
    return {name.rstrip("_"): one for name, one in inspect.signature(function).parameters.items()}


@pytest.mark.parametrize("question", sorted(set(SCHEMA) - OTHERWISE))
def test_every_question_has_a_function(question):
    if question.startswith("list "):
        assert question.removeprefix("list ") in hitchart._names.get_args(hitchart._names.Kind)
        assert "name" in parameters(hitchart.listing)
    elif question.startswith("show "):
        assert question.removeprefix("show ") in hitchart._names.get_args(hitchart._names.TextKind)
    else:
        missing = set(SCHEMA[question]["properties"]) - GENERAL - set(parameters(FUNCTIONS[question]))
        assert not missing


@pytest.mark.parametrize("question", sorted(FUNCTIONS))
def test_every_parameter_is_an_argument(question):
    assert not set(parameters(FUNCTIONS[question])) - set(SCHEMA[question]["properties"])


@pytest.mark.parametrize("question", sorted(FUNCTIONS))
def test_what_is_required_has_no_default(question):
    found = parameters(FUNCTIONS[question])
    required = set(SCHEMA[question]["required"]) - {"ask"}
    variadic = {name for name, one in found.items() if one.kind is one.VAR_POSITIONAL}
    optional = {name for name, one in found.items() if one.default is not one.empty}
    assert not required & optional
    # An answer without counts would have nothing to say, so its function asks for them.
    assert set(found) - optional - variadic - required <= {"counts"}


@pytest.mark.parametrize("question", sorted({*FUNCTIONS} - {"work"}))
def test_every_parameter_is_explained(question):
    explained = set(
        re.findall(r"^        (\w+): ", inspect.getdoc(FUNCTIONS[question]).replace("\n    ", "\n        "), re.M)
    )
    assert set(inspect.signature(FUNCTIONS[question]).parameters) == explained


@pytest.mark.parametrize("name", [name for name in hitchart.__all__ if name != "__version__"])
def test_everything_public_is_documented(name):
    assert inspect.getdoc(getattr(hitchart, name))


@pytest.mark.parametrize(
    ("answer", "command"),
    [
        (lambda: ra.attack(attack="2d6"), "hitchart ra attack --attack 2d6"),
        (lambda: ra.durability("Tank"), "hitchart ra durability Tank"),
        (lambda: ra.assign("RdYBG", "direct"), "hitchart ra assign RdYBG --range direct"),
        (lambda: io.fuel(), "hitchart io fuel"),
        (lambda: io.ram(2), "hitchart io ram --speed 2"),
        (lambda: af.armaments(), "hitchart af armaments"),
        (lambda: af.round("Shotgun"), "hitchart af round Shotgun"),
        (lambda: hitchart.meta("results", figures=False), "hitchart meta results"),
    ],
)
def test_defaults_are_those_of_the_program(answer, command):
    assert answer().command == command


def test_the_schema_of_the_program_is_complete():
    assert set(SCHEMA) >= set(FUNCTIONS) | OTHERWISE
