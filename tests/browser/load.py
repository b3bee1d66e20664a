"""Sends 10,000 malformed requests and 1,000 duels to `hitchart serve`: load.py HITCHART.

Checks that the server still answers after the malformed requests, and that its memory stays flat over the duels.
"""

import json
import random
import re
import socket
import subprocess
import sys
import time

MALFORMED = 10_000
DUELS = 1_000
# Memory after all duels, as a multiple of that after the first hundred. A leak of an answer per duel would double it.
MOST_GROWTH = 1.25


def start(program):
    """Starts a server, and returns its process and its port."""
    server = subprocess.Popen([program, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        found = re.search(r"http://[^:]+:(\d+)", line)
        if found:
            return server, int(found[1])
    raise SystemExit("the server did not start")


def exchange(port, data, is_all=True):
    """Sends bytes, and returns what comes back until the server closes the connection.

    With `is_all`, the server sees that nothing more comes. It then drops a question that it has not answered yet.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        parts = []
        try:
            connection.sendall(data)
            if is_all:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                parts.append(part)
        except OSError:
            # The server has closed the connection before it read everything.
            pass
        return b"".join(parts)


def post(port, question):
    """Asks a question, and returns its answer."""
    body = json.dumps(question).encode()
    head = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    answer = exchange(port, head.encode() + body, is_all=False)
    status, _, rest = answer.partition(b"\r\n")
    lines = [line for line in rest.partition(b"\r\n\r\n")[2].splitlines() if line.startswith(b"{")]
    return status.decode(), json.loads(lines[-1]) if lines else {}


def malformed(port, number):
    """Returns a request with a fault; the number decides which."""
    chance = random.Random(number)
    host = f"Host: 127.0.0.1:{port}\r\n"
    close = "Connection: close\r\n"
    kinds = [
        lambda: chance.randbytes(chance.randrange(1, 400)),
        lambda: f"GET /{chance.randbytes(20).hex()} HTTP/1.1\r\n{host}{close}\r\n".encode(),
        lambda: f"GET / HTTP/1.1\r\nHost: evil.example\r\n{close}\r\n".encode(),
        lambda: f"POST /ask HTTP/1.1\r\n{host}Origin: http://evil.example\r\n{close}Content-Length: 2\r\n\r\n{{}}".encode(),
        lambda: f"POST /ask HTTP/1.1\r\n{host}{close}Content-Length: 99999999999\r\n\r\n{{".encode(),
        lambda: f"POST /ask HTTP/1.1\r\n{host}{close}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n[[[[[[[[[".encode(),
        lambda: f"POST /ask HTTP/1.1\r\n{host}{close}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{{\"ask\"".encode(),
        lambda: f"GET /../../etc/passwd HTTP/1.1\r\n{host}{close}\r\n".encode(),
        lambda: f"TRACE / HTTP/9.9\r\n{host}{close}\r\n".encode(),
        lambda: (f"GET / HTTP/1.1\r\n{host}{close}" + "X: y\r\n" * 300 + "\r\n").encode(),
        lambda: b"",
    ]
    return kinds[number % len(kinds)]()


def memory(process):
    """Returns the memory of a process in KiB."""
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def main(program):
    server, port = start(program)
    try:
        before = time.monotonic()
        answered = 0
        for number in range(MALFORMED):
            answer = exchange(port, malformed(port, number))
            # A question that is not JSON is answered too, by a mistake.
            is_refused = answer.startswith(b"HTTP/1.1 4") or b'"ok":false' in answer
            answered += is_refused
            if answer.startswith(b"HTTP/1.1 200") and not is_refused:
                raise SystemExit(f"a malformed request was answered: {malformed(port, number)!r}")
        status, answer = post(port, {"ask": "ra frame", "loadout": "RdYBG"})
        if not answer.get("ok"):
            raise SystemExit(f"no answer after malformed requests: {status} {answer}")
        print(f"{MALFORMED:,} malformed requests: {answered:,} refused with a reason, the others closed;"
              f" {time.monotonic() - before:.0f} s; {memory(server):,} KiB")
        before = time.monotonic()
        question = {"ask": "play", "scenario": "mirror-five", "games": 4, "policies": ["greedy", "greedy"]}
        for number in range(DUELS):
            status, answer = post(port, {**question, "seed": number})
            if not answer.get("ok"):
                raise SystemExit(f"duel {number}: {status} {answer}")
            if number == DUELS // 10:
                early = memory(server)
        late = memory(server)
        print(f"{DUELS:,} duels: {early:,} KiB after {DUELS // 10}, {late:,} KiB at the end;"
              f" {time.monotonic() - before:.0f} s")
        if late > early * MOST_GROWTH:
            raise SystemExit(f"the memory grew by more than {MOST_GROWTH - 1:.0%}")
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main(sys.argv[1])
