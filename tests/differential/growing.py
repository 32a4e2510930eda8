"""Programs that grow, statement by statement, against a live interpreter: every path in them exists, and all statements but the last run."""

import contextlib
import io
import re

import torch

import guards
from transcripts import TooSlow, compiled, limited

# Seconds that one statement may take while a program grows.
SECONDS = 0.5
# How often another statement is drawn in the place of one that fails.
TRIES = 20
# The share of programs that run inside of a function.
INSIDE = 0.4


class NothingFits(Exception):
    """What a statement would need is not there."""


class Growing:
    """A program that grows. Subclasses draw statements (`statement`) and what is printed in between (`shown`), and say what is too much
    (`is_small`)."""

    # Statements that match are not drawn: what has not landed yet.
    without = None
    # The share of programs that end with an error.
    FAILING = 0.3

    def __init__(self, draw):
        self.draw = draw
        self.is_inside = draw.chance(INSIDE)
        self.head, self.body, self.space, self.error = ['print("start")'], [], {}, None
        self.opening = self.preamble()
        self.restart()

    # What subclasses give.

    def preamble(self):
        """The definitions before the first statement, drawn once."""
        return []

    def first(self):
        """Yields the statements that every program of this kind begins with, each drawn when the one before has run."""
        yield from ()

    def statement(self):
        raise NotImplementedError

    def shown(self):
        raise NotImplementedError

    def last(self):
        """Statements that print all there is."""
        return []

    def is_small(self):
        return True

    # The interpreter.

    def run(self, statement):
        """Runs a statement; `self.error` says why it failed."""
        self.error = None
        try:
            with limited(SECONDS), contextlib.redirect_stdout(io.StringIO()), guards.OverlapWatch():
                exec(compiled(statement), self.space)  # noqa: S102 - these programs are ours
        except (Exception, TooSlow, guards.Unspecified) as error:  # noqa: BLE001 - any error is an answer
            self.error = error
        return self.error is None

    def restart(self):
        """Runs again what was kept, for a statement that failed may have done half of its work."""
        self.space = {"__name__": "program"}
        torch.set_grad_enabled(True)
        for statement in [*self.head, *self.opening]:
            self.run(statement)
        self.outside = set(self.space)
        for statement in self.body:
            self.run(statement)

    def at(self, text):
        """The value of an expression without effects."""
        return eval(compile(text, "<path>", "eval"), self.space)  # noqa: S307 - these programs are ours

    def is_drawn(self, statement):
        """Whether a statement is Python and nothing forbids it."""
        if guards.forbidding(statement) or (self.without and re.search(self.without, statement)):
            return False
        try:
            compiled(statement)
        except SyntaxError:
            return False
        return True

    def keep(self, statement):
        """Adds a statement, if it runs and what it makes is small."""
        if not self.is_drawn(statement):
            return False
        if self.run(statement) and self.is_small():
            self.body.append(statement)
            return True
        self.restart()
        return False

    # Growth.

    def grow(self, steps):
        """Grows the program by so many statements."""
        with contextlib.suppress(NothingFits):
            for statement in self.first():
                self.keep(statement)
        for _ in range(steps):
            self._keep_one(self.statement, TRIES)
            self._keep_one(self.shown, TRIES // 2)
        for statement in self.last():
            self.keep(statement)
        if self.draw.chance(self.FAILING):
            self._fail()
        return self

    def _drawn(self, draw):
        try:
            return draw()
        except (NothingFits, IndexError, KeyError, ValueError, RuntimeError, TypeError, AttributeError, NameError):
            return None

    def _keep_one(self, draw, tries):
        for _ in range(tries):
            statement = self._drawn(draw)
            if statement and self.keep(statement):
                return

    def _fail(self):
        """Adds a last statement that fails."""
        for _ in range(3 * TRIES):
            statement = self._drawn(self.statement)
            if not statement or not self.is_drawn(statement):
                continue
            has_run = self.run(statement)
            error = self.error
            self.restart()
            if not has_run and isinstance(error, Exception) and self.is_telling(error):
                self.body.append(statement)
                return

    def is_telling(self, error):
        """Whether an error says something about aliases: a missing name says little."""
        return not isinstance(error, (NameError, SyntaxError)) or self.draw.chance(0.05)

    def source(self):
        """The text of the program."""
        lines = [*self.head, *self.opening]
        if not self.is_inside:
            return "\n".join([*lines, *self.body, *self._released(self.space)]) + "\n"
        # The names that the head gives stay outside of the function.
        given = {name: value for name, value in self.space.items() if name in self.outside}
        body = [f"    {line}" for statement in self.body for line in statement.split("\n")]
        return "\n".join([*lines, "def main():", *(body or ["    pass"]), "main()", *self._released(given)]) + "\n"

    def _released(self, space):
        """Lines that let go of all values, if one of them holds itself: that cannot leave its cell."""
        if not guards.holds_itself(space):
            return []
        return [f"{name} = None" for name in space if not name.startswith("__") and name not in MODULES]


MODULES = ("copy", "torch", "nn", "F", "np")
