"""The native module: questions and answers as JSON texts."""

import os

__version__: str

def ask(question: str) -> str:
    """Answers a question: a JSON object in, a JSON object out."""

def write_report(scenario: str, out: str | os.PathLike[str], options: str) -> str | os.PathLike[str]:
    """Answers a scenario, writes its report into a folder, and returns the path of the page."""

def arrow_stream(table: str) -> object:
    """Returns a table of an answer, in JSON, as an Arrow stream in a capsule."""
