# Abstract classes: what they leave to those that extend them.


class ABC:
    """What a class extends that leaves methods to those that extend it."""

    # By this, as in Python, a class is known to be abstract.
    _abc_impl = None


def abstractmethod(funcobj):
    """Says that a method must be written by each class that has objects."""
    funcobj.__isabstractmethod__ = True
    return funcobj
