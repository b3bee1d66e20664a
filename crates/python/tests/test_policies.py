"""Own policies: what they see, what they may answer, and that results do not depend on threads."""

import random

import pytest

import hitchart

MISSIONS = {
    "title": "Missions",
    "game": "apocalypse-frame",
    "study": [{"kind": "missions", "name": "missions", "aces": ["M1-SOLDIER"], "encounter": "siege", "games": 8}],
}


class Seen(hitchart.Policy):
    """Chooses at random by the key, and keeps what it sees."""

    def __init__(self):
        self.seen = []
        self.batches = []

    def choose(self, decisions):
        self.batches.append(len(decisions))
        self.seen += decisions
        return [random.Random(one.key + one.number).randrange(len(one)) for one in decisions]


class Left(hitchart.Policy):
    """Leaves every decision to its base."""

    base = "greedy"

    def choose(self, decisions):
        return [None] * len(decisions)


@pytest.mark.parametrize("scenario", ["mirror-five", "io-mirror"])
def test_decisions_have_state_features_and_candidates(scenario):
    policy = Seen()
    hitchart.play(scenario, games=4, policies=[policy, "greedy"], figures=False)
    assert policy.seen
    for one in policy.seen[:200]:
        assert len(one.candidates) == len(one) > 1
        assert one.player in (0, 1)
        assert one.state["round"] >= 0
        assert len(one.features) == len(one.feature_values) > 10
        assert one.kind in repr(one)
    kinds = {one.kind for one in policy.seen}
    assert {"act", "defend", "spot"} <= kinds


def test_many_decisions_come_at_once():
    policy = Seen()
    hitchart.play("mirror-five", games=64, policies=[policy, "greedy"], figures=False)
    assert max(policy.batches) > 4


def test_threads_do_not_change_a_result():
    one, many = (
        hitchart.play("mirror-five", games=24, policies=[Seen(), "greedy"], threads=threads, figures=False)
        for threads in (1, 16)
    )
    assert one._raw["counts"] == many._raw["counts"]


def test_a_policy_that_leaves_everything_to_its_base_plays_like_it():
    own, built_in = (
        hitchart.play("mirror-five", games=24, policies=[policy, "tactician"], figures=False)
        for policy in (Left(), "greedy")
    )
    assert own.value == built_in.value
    assert own._raw["counts"] == built_in._raw["counts"]


def test_only_the_kinds_of_a_policy_are_asked():
    class Ticks(Seen):
        kinds = ["tick"]

    policy = Ticks()
    hitchart.play("mirror-five", games=8, policies=[policy, "greedy"], figures=False)
    assert {one.kind for one in policy.seen} == {"tick"}


def test_a_single_kind_is_a_text():
    class Ticks(Seen):
        kinds = "tick"

    policy = Ticks()
    hitchart.play("mirror-five", games=8, policies=[policy, "greedy"], figures=False)
    assert {one.kind for one in policy.seen} == {"tick"}


def test_an_unknown_kind_is_refused():
    class Ticks(Seen):
        kinds = ["act", "tock"]

    with pytest.raises(hitchart.MistakeError, match="`tock`.*`tick`"):
        hitchart.play("mirror-five", games=8, policies=[Ticks(), "greedy"])


def test_places_are_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")

    class First(hitchart.Policy):
        def choose(self, decisions):
            return numpy.zeros(len(decisions), dtype=int)

    assert hitchart.play("mirror-five", games=2, policies=[First(), "greedy"], figures=False).n == 2


def test_own_policies_play_in_all_studies_of_games():
    left = Left()
    assert hitchart.compare("rulebook", "h01-direct-10", scenario="estars-anvil", games=8, rungs=left, figures=False)
    assert hitchart.sweep("estars-anvil", {"ranges.direct": [8, 9]}, rungs=[left], games=8, figures=False)
    assert hitchart.tournament(companies=["scouts", "shield-wall"], policies=[left, "random"], games=20, figures=False)
    assert hitchart.run("mirror-five", games=8, policies=[left, "greedy"], figures=False)


def test_an_own_policy_in_the_dictionary_of_a_scenario():
    policy = Seen()
    study = {**MISSIONS["study"][0], "policies": [policy, "greedy"]}
    run = hitchart.run({**MISSIONS, "study": [study]}, figures=False)
    assert run.studies["missions"].n == 8
    assert policy.seen[0].game == "apocalypse-frame"
    assert "Seen" in run.studies["missions"].line


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (lambda decisions: [len(one) for one in decisions], "allowed: 0 to"),
        (lambda decisions: [-1 for _ in decisions], "allowed: 0 to"),
        (lambda decisions: [0] * (len(decisions) + 1), "answers to"),
        (lambda decisions: None, "Wrong.choose returned None"),
        (lambda decisions: ["first" for _ in decisions], "returned 'first'.*whole numbers"),
        (lambda decisions: [0.5 for _ in decisions], "returned 0.5.*whole numbers"),
        (lambda decisions: [1.0 for _ in decisions], "returned 1.0.*whole numbers"),
    ],
)
def test_a_wrong_answer_is_told(answers, problem):
    class Wrong(hitchart.Policy):
        def choose(self, decisions):
            return answers(decisions)

    with pytest.raises(ValueError, match=problem):
        hitchart.play("mirror-five", games=400, policies=[Wrong(), "greedy"])


def test_an_exception_of_a_policy_is_raised():
    class Broken(hitchart.Policy):
        def choose(self, decisions):
            raise KeyError("no such frame")

    with pytest.raises(KeyError, match="no such frame"):
        hitchart.play("mirror-five", games=400, policies=[Broken(), "greedy"])


def test_a_policy_without_choose_is_told():
    class Empty(hitchart.Policy):
        pass

    with pytest.raises(NotImplementedError, match="Empty"):
        hitchart.play("mirror-five", games=4, policies=[Empty(), "greedy"])


def test_names_and_bases_are_checked():
    class Other(Left):
        base = "tacticain"

    with pytest.raises(hitchart.MistakeError, match="tactician"):
        hitchart.play("mirror-five", games=4, policies=[Other(), "greedy"])

    class Taken(Left):
        name = "greedy"

    with pytest.raises(hitchart.MistakeError, match="another policy"):
        hitchart.play("mirror-five", games=4, policies=[Taken(), "greedy"])
    with pytest.raises(hitchart.MistakeError, match="own policy"):
        hitchart.units("mirror-five", policies=[Left(), "greedy"])
    with pytest.raises(hitchart.MistakeError, match="own policy"):
        hitchart.report("mirror-five", "never", policies=[Left(), "greedy"])


@pytest.mark.parametrize("name", [5, "a,b", "a+b", " a", "\n"])
def test_a_name_that_lists_cannot_contain_is_refused(name):
    policy = Left()
    policy.name = name
    with pytest.raises(hitchart.MistakeError, match="Left.name is"):
        hitchart.play("mirror-five", games=4, policies=[policy, "greedy"])
    policy.name, policy.base = "left", 5
    with pytest.raises(hitchart.MistakeError, match="the base of policy `left` is 5"):
        hitchart.play("mirror-five", games=4, policies=[policy, "greedy"])


def test_policies_come_from_an_iterator():
    run = hitchart.run("mirror-five", games=8, policies=(one for one in [Left(), "greedy"]), figures=False)
    assert run.studies["mirror-five"].n == 8


def test_positions_take_names_only():
    moves = hitchart.play("mirror-five", replay=3).files["replay.jsonl"]
    for ask in (hitchart.ra.position, hitchart.ra.audit):
        with pytest.raises(hitchart.MistakeError, match="own policy") as found:
            ask(moves, policy=Left())
        assert found.value.argument == "policy"
    assert hitchart.ra.position(moves, games=4, policy=("greedy", "random")).n == 4
