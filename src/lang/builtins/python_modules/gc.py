# Python's collector of what nobody leads to any more. Nothing has to be collected by hand here.


def collect(generation=2):
    """0: nothing has to be collected here."""
    return 0


def enable():
    """Has no effect."""


def disable():
    """Has no effect."""
