# Exceptions, as Python has them. An error of the evaluator that is an exception of Python's becomes an object of one of these classes
# when `except` sees it.


class BaseException:
    """What every exception is."""

    __cause__ = None
    __traceback__ = None

    def __init__(self, *args):
        self.args = args

    def __str__(self):
        if len(self.args) == 0:
            return ""
        return str(self.args[0]) if len(self.args) == 1 else str(self.args)

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([repr(arg) for arg in self.args]) + ")"

    def with_traceback(self, traceback):
        return self


class Exception(BaseException):
    """What every exception is that a program should catch."""


class KeyboardInterrupt(BaseException):
    """The user has stopped the program."""


class SystemExit(BaseException):
    """The program ends."""


class ArithmeticError(Exception):
    """An error of arithmetic."""


class ZeroDivisionError(ArithmeticError):
    """A division by 0."""


class OverflowError(ArithmeticError):
    """A number that is too large."""


class AssertionError(Exception):
    """An `assert` that does not hold."""


class AttributeError(Exception):
    """An attribute that is not there."""


class EOFError(Exception):
    """The end of the input."""


class ImportError(Exception):
    """An import that fails."""


class ModuleNotFoundError(ImportError):
    """A module that is not there."""


class LookupError(Exception):
    """A place or a key that is not there."""


class IndexError(LookupError):
    """A place that is not there."""


class KeyError(LookupError):
    """A key that is not there."""

    def __str__(self):
        return repr(self.args[0]) if len(self.args) == 1 else super().__str__()


class NameError(Exception):
    """A name that is not there."""


class UnboundLocalError(NameError):
    """A name of a function that has no value yet."""


class OSError(Exception):
    """An error of the system."""


class FileNotFoundError(OSError):
    """A file that is not there."""


class RuntimeError(Exception):
    """An error of another kind."""


class NotImplementedError(RuntimeError):
    """What is not written yet."""


class RecursionError(RuntimeError):
    """Calls that are nested too deep."""


class GeneratorExit(BaseException):
    """A generator is closed."""


class StopIteration(Exception):
    """An iterator has no more items."""

    def __init__(self, *args):
        super().__init__(*args)
        self.value = args[0] if args else None


class SyntaxError(Exception):
    """A text that is no Python."""


class TypeError(Exception):
    """A value of a wrong type."""


class ValueError(Exception):
    """A wrong value."""


class UnicodeError(ValueError):
    """A text in a wrong encoding."""


class Warning(Exception):
    """A warning."""


class UserWarning(Warning):
    """A warning of a program."""


class DeprecationWarning(Warning):
    """A warning of what will be gone."""


class RuntimeWarning(Warning):
    """A warning of doubtful values."""


class FutureWarning(Warning):
    """A warning of what will change."""
