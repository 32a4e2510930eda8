# What of `typing` is called while a program runs. The types themselves are read and have no effect.

TYPE_CHECKING = False


def cast(typ, val):
    """The value: types have no effect."""
    return val


def overload(func):
    """The function: types have no effect."""
    return func


def final(f):
    """The function or the class: types have no effect."""
    return f


def runtime_checkable(cls):
    """The class: types have no effect."""
    return cls
