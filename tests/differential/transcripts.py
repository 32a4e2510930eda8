"""Runs programs that print, under Python and PyTorch in this process and under Glassformer one a process, and compares what they printed.

A program may end with an error. Then what it printed before and the line of the error count, and for an error about gradients also the
first sentence of its message.
"""

import contextlib
import functools
import io
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass

import there  # noqa: F401 - one thread, no warnings
import torch

from compare import DIFFERS, EQUAL, LENIENT, MISSING, NAMED, PANIC, REFUSED, STRICT, WORDS, Difference
from guards import OverlapWatch, Unspecified

# Seconds that a program may take under Python, and under Glassformer.
HERE_SECONDS, THERE_SECONDS = 10, 1
MESSAGE = 200
# Errors of PyTorch whose first sentence must be ours, too.
GRADIENTS = re.compile(r"requires? grad|require gradients|requires_grad|no_grad|inference|multiple views|leaf Variable|grad mode")


@dataclass
class Transcript:
    """What a program printed, the line of the error that ended it, and its message."""

    printed: str
    line: int | None = None
    message: str = ""
    is_panic: bool = False

    def __str__(self):
        """As people read it in a report: the end of what is printed, and the error."""
        lines = self.printed.rstrip("\n").split("\n")
        error = "" if self.line is None and not self.message else f" [line {self.line}: {self.message}]"
        return " / ".join(lines[-3:])[-200:] + error[:150]

    @property
    def sentence(self):
        """The first sentence of an error about gradients."""
        return first_sentence(self.message) if GRADIENTS.search(self.message) else None


class TooSlow(BaseException):
    """The program took too long; it has no answer."""


@contextlib.contextmanager
def limited(seconds):
    """Raises `TooSlow` in what runs too long."""

    def ring(*_):
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@functools.lru_cache(20000)
def compiled(source):
    return compile(source, "<program>", "exec")


def first_sentence(message):
    """The text up to the first full stop that ends a sentence. Which step made a view is told by its place here, and not by a class."""
    return re.sub(r"Output \d+ of \w+ is", "this is", re.split(r"\.(?:\s|$)|\n", message.strip())[0])


def line_of(error):
    """The innermost line of the program in the trace of an error."""
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == "<program>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def run_there(source):
    """The transcript that Python and PyTorch give. Raises `TooSlow`, and `Unspecified` for a write whose result PyTorch leaves open."""
    out, space = io.StringIO(), {"__name__": "program"}
    torch.set_grad_enabled(True)
    try:
        with limited(THERE_SECONDS), contextlib.redirect_stdout(out), OverlapWatch():
            exec(compiled(source), space)  # noqa: S102 - these programs are ours
    except Exception as error:  # noqa: BLE001 - any error is an answer
        return Transcript(out.getvalue(), line_of(error), f"{type(error).__name__}: {error}"[: 2 * MESSAGE])
    finally:
        torch.set_grad_enabled(True)
    return Transcript(out.getvalue())


class Here:
    """The program under test. Each program is a `.py` file of its own and a process of its own: one takes 15 ms, names need no endings,
    and no program can spend what another one needs."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.TemporaryDirectory()
        self.environment = {**os.environ, "LC_ALL": "C", "HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name, "RUST_BACKTRACE": "0"}

    def run(self, source):
        """The transcript that Glassformer gives."""
        name = "program.py"
        with open(os.path.join(self.folder.name, name), "w") as file:
            file.write(source)
        command = [self.program, "eval", name]
        try:
            done = subprocess.run(command, capture_output=True, timeout=HERE_SECONDS, env=self.environment, cwd=self.folder.name)
        except subprocess.TimeoutExpired:
            return Transcript("", None, "it did not end", is_panic=True)
        out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        if done.returncode == 0:
            # Of a program that prints nothing it shows the names.
            return Transcript("" if out.startswith("program:") else out)
        found = re.search(rf"{name}:(\d+):\d+: (.*)", err)
        if found is None or done.returncode != 1 or "broke down" in err:
            return Transcript(out, None, f"the process ended with {done.returncode}: {err[-MESSAGE:]}", is_panic=True)
        return Transcript(out, int(found[1]), found[2])


def normalized(text):
    """A text with the items of its sets sorted and without modules, addresses and the sign of zeros."""

    def of_set(match):
        return "{" + ", ".join(sorted(match[1].split(", "))) + "}"

    text = re.sub(r"\{([^{}:]+)\}", of_set, text)
    text = text.replace("program.", "")
    text = re.sub(r"<(function|bound method|built-in method|built-in function)\b(?:[^<>]|<[^<>]*>)*>", r"<\1>", text)
    text = re.sub(r"<(\w+)( object)?( at 0x[0-9a-f]+)?>", r"<\1>", text)
    # `clamp` and `max` leave open which zero they give.
    return re.sub(r"-0\.0?(?![0-9])", "0.", re.sub(r"(?<![0-9])0\.0(?![0-9])", "0.", text))


def compared(here, there_):
    """The difference of two transcripts."""
    if here.is_panic:
        return Difference(PANIC, here.message)
    ours, theirs = normalized(here.printed), normalized(there_.printed)
    if ours == theirs and None not in (here.line, there_.line):
        stops_first = here.line < there_.line
    else:
        stops_first = here.line is not None and theirs.startswith(ours)
    if stops_first:
        return Difference(NAMED if MISSING.search(here.message) else STRICT, here.message)
    if there_.line is not None and ours.startswith(theirs) and here.line != there_.line:
        return Difference(LENIENT, there_.message)
    if ours != theirs:
        return Difference(DIFFERS, "printed text")
    wanted = there_.sentence
    if wanted is not None and not here.message.startswith(wanted.split(": ", 1)[1]):
        return Difference(WORDS, f"{first_sentence(here.message)} | {wanted}")
    return Difference(EQUAL if here.line is None else REFUSED)


def judged(here, program):
    """A program's transcripts and their difference; `None` if Python and PyTorch have no answer."""
    try:
        theirs = run_there(program.source)
    except (TooSlow, Unspecified, RecursionError, SyntaxError):
        return None
    ours = here.run(program.source)
    return ours, theirs, compared(ours, theirs)
