# Warnings are read and not shown.


def warn(message, category=None, stacklevel=1, source=None):
    """Says nothing: warnings are not shown here."""


def filterwarnings(action, message="", category=None, module="", lineno=0, append=False):
    """Says what is done about warnings, which are not shown here."""


def simplefilter(action, category=None, lineno=0, append=False):
    """Says what is done about all warnings, which are not shown here."""


def resetwarnings():
    """Forgets what was said about warnings."""


class catch_warnings:
    """A block in which warnings may be treated differently; with record=True it gives a list of them, which stays empty."""

    def __init__(self, *, record=False, module=None, action=None, category=None, lineno=0, append=False):
        self._record = record

    def __enter__(self):
        return [] if self._record else None

    def __exit__(self, *exception):
        return False
