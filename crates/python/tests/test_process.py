"""Signals, threads, types, and the time of the import."""

import signal
import subprocess
import sys
import threading
import time

import hitchart
import pytest

LONG = {
    "play": "hitchart.play('mirror-five', games=10_000_000)",
    "run": "hitchart.run('handbook-archetypes', samples=1_000_000_000)",
    "report": "hitchart.report('handbook-archetypes', folder, samples=1_000_000_000)",
    "exact": "hitchart.io.duel('C:RpRaBY', 'C:RaRaBY', rounds=100)",
    "duel": "hitchart.ra.duel('RdRdBB+SSR3', 'RaRaYY+SSR3')",
    "compare": "hitchart.compare('rulebook', 'h01-direct-10', games=1_000_000)",
    "simulate": "hitchart.ra.attack(attack='2d6', simulate=10**11)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT for a child")
@pytest.mark.parametrize("name", sorted(LONG))
def test_control_c_ends_a_long_question(name, tmp_path):
    program = f"""
import sys, hitchart
folder = {str(tmp_path / "out")!r}
print("ready", flush=True)
try:
    {LONG[name]}
except KeyboardInterrupt:
    print(hitchart.ra.ppa([5, 4], [20, 16]).table["ppa"], flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    assert child.poll() is None, "the question is still being answered"
    before = time.monotonic()
    child.send_signal(signal.SIGINT)
    try:
        rest, _ = child.communicate(timeout=20)
    finally:
        child.kill()
    assert time.monotonic() - before < 2.0
    assert child.returncode == 0
    assert rest == "[3, 7]\n", "the next question is answered"


def test_questions_in_several_threads():
    results = []

    def ask():
        results.append(hitchart.play("mirror-five", games=40, threads=1).data["signature"])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results)) == 1


def test_the_interpreter_goes_on_while_games_are_played():
    finished = threading.Event()
    thread = threading.Thread(target=lambda: (hitchart.play("mirror-five", games=400), finished.set()))
    thread.start()
    turns = 0
    while not finished.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert turns > 10


def test_nothing_heavy_is_imported():
    program = "import sys, hitchart; print(*sorted(sys.modules))"
    modules = set(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.split())
    assert not modules & {"polars", "pyarrow", "pandas", "duckdb", "numpy", "IPython", "dask", "tomllib", "tomli"}


def test_times_for_the_record(capsys):
    """Prints the time of the import and of a call; there is no bound, because machines differ."""
    program = "import time; t = time.perf_counter(); import hitchart; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout) for _ in range(3)
    ]
    from hitchart import _hitchart

    def per_call(call, n=200):
        start = time.perf_counter()
        for _ in range(n):
            call()
        return (time.perf_counter() - start) / n * 1e6

    whole = per_call(lambda: hitchart.ra.attack(attack="2d6", defense="1d6"))
    question = {"ask": "ra attack", "attack": "2d6", "defense": "1d6"}
    inner = per_call(lambda: _hitchart.ask(question, [], str))
    with capsys.disabled():
        print(f"\nimport hitchart: {min(times) * 1000:.0f} ms")
        print(f"an exact attack: {whole:.0f} µs, of which native {inner:.0f} µs")


def test_types():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "-p", "hitchart"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
