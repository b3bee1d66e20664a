"""Uses the lab in a headless Chromium as a designer would, from a server and from a file.

Usage: lab.py HITCHART [LAB.HTML]. For `hitchart serve`, and for the static page if there is one: asks odds, builds a company,
plays a duel and its replay, compares a rule, plays a tournament, shares a link, opens it and sees the same counts. Names and
rules contain markup that must not run. No page may write to the console. Prints what it did, and ends with 1 at a fault.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from check import Browser

HELP = """
window.tab = (name) => [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === name).click();
window.press = (name) => {
  const button = [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === name);
  if (!button) throw new Error('no button ' + name);
  button.click();
};
window.field = (label, n = 0) => {
  const found = [...document.querySelectorAll('label')].filter((one) => one.textContent.trim().startsWith(label))[n];
  if (!found) throw new Error('no field ' + label);
  return document.getElementById(found.htmlFor) || found.querySelector('input,select,textarea');
};
window.type = (element, text) => {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value').set;
  set.call(element, text);
  element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};
window.isFinished = () => [...document.querySelectorAll('[role=status]')].some((one) => one.textContent.startsWith('Finished'));
"""
MARKUP = "<img src=x onerror=window.ran=1>"


class Lab(Browser):
    """The lab in a browser."""

    def go(self, address):
        self.console = []
        self.call("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="about:blank")
        started = time.time()
        self.call("Page.navigate", url=address)
        self.until("document.querySelector('.line, .shared')", 30)
        self.run(HELP)
        return time.time() - started

    def run(self, code):
        answer = self.call("Runtime.evaluate", expression=f"(async () => {{ {code} }})()", returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{code}: {json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def until(self, condition, seconds=60):
        end = time.time() + seconds
        while time.time() < end:
            answer = self.call("Runtime.evaluate", expression=f"!!({condition})", returnByValue=True)
            if answer["result"].get("value"):
                return
            time.sleep(0.05)
        raise SystemExit(f"after {seconds} s not true: {condition}")


def used(lab, address):
    """Uses the lab at an address, and returns a link and the sentence that it should show."""
    print(f"  first exact answer after {lab.go(address):.2f} s")
    lab.run("localStorage.clear()")
    lab.run("tab('Build')")
    lab.until("document.querySelector('.verdict.good, .verdict')")
    lab.run(f"type(field('Name of the company'), {json.dumps(MARKUP)}); press('Keep this company')")
    lab.run("tab('Duel')")
    lab.until("[...document.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Play the games')")
    lab.run("const side = field('Player 1'); type(side, [...side.options].find((one) => one.textContent.includes('yours')).value)")
    lab.run("type(field('Games'), '20')")
    lab.run("press('Play the games')")
    lab.until("isFinished()")
    sentence = lab.run("return document.querySelector('.line p').textContent")
    print(f"  {sentence}")
    lab.run("press('Show the replay')")
    lab.until("document.querySelector('iframe')")
    link = lab.run(
        "let text = ''; navigator.clipboard.writeText = async (copied) => { text = copied; };"
        "[...document.querySelectorAll('button')].find((one) => /link/i.test(one.textContent)).click();"
        "for (let n = 0; n < 40 && !text; n += 1) await new Promise((done) => setTimeout(done, 50)); return text"
    )
    lab.run("tab('Rule')")
    lab.until("document.querySelector('.editor textarea')")
    rule = f'extends = "rulebook"\nname = "{MARKUP}"\n[ranges]\ndirect = 10.0\n'
    lab.run(f"type(document.querySelector('.editor textarea'), {json.dumps(rule)})")
    lab.until("document.body.textContent.includes('ranges.direct')")
    lab.run("tab('All against all')")
    lab.until("[...document.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Play the tournament')")
    lab.run("type(field('Games, at most'), '200'); press('Play the tournament')")
    lab.until("isFinished()")
    if lab.run("return window.ran === 1 || document.querySelectorAll('img').length > 0"):
        raise SystemExit("markup in a name or a rule ran")
    silent(lab)
    return link, sentence


def opened(lab, link, sentence):
    """Opens a link, sees the saved answer, runs it again and sees the same counts."""
    lab.go(link)
    lab.until(f"document.querySelector('.shared').textContent.includes({json.dumps(sentence[:60])})")
    lab.run("press('Run again')")
    lab.until("document.body.textContent.includes('The counts agree bit for bit.')", 90)
    silent(lab)
    print("  the counts of the link agree bit for bit")


def silent(lab):
    if lab.console:
        raise SystemExit(f"the console has {lab.console[:3]}")


def main():
    program, *page = sys.argv[1:]
    lab = Lab()
    server = subprocess.Popen([program, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        address = server.stderr.readline().split()[4]
        print(f"{address}:")
        link, sentence = used(lab, address)
        opened(lab, link, sentence)
    finally:
        server.terminate()
    if page:
        address = Path(page[0]).resolve().as_uri()
        print(f"{address}:")
        link, sentence = used(lab, address)
        opened(lab, link, sentence)
    lab.process.terminate()


if __name__ == "__main__":
    main()
