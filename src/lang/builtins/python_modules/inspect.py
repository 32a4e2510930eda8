# inspect: what functions and classes take.

import _fields


class _Kind:
    # How an argument is given. The numbers order them as CPython does.
    def __init__(self, name, number):
        self._name = name
        self._number = number

    @property
    def name(self):
        return self._name

    def __int__(self):
        return self._number

    def __repr__(self):
        return f"<_ParameterKind.{self._name}: {self._number}>"

    def __str__(self):
        return self._name


class _empty:
    # What a parameter has in place of a default where there is none.
    pass


class Parameter:
    """One parameter of a function."""

    empty = _empty
    POSITIONAL_ONLY = _Kind("POSITIONAL_ONLY", 0)
    POSITIONAL_OR_KEYWORD = _Kind("POSITIONAL_OR_KEYWORD", 1)
    VAR_POSITIONAL = _Kind("VAR_POSITIONAL", 2)
    KEYWORD_ONLY = _Kind("KEYWORD_ONLY", 3)
    VAR_KEYWORD = _Kind("VAR_KEYWORD", 4)

    def __init__(self, name, kind, *, default=_empty):
        self.name = name
        self.kind = kind
        self.default = default


_KINDS = [
    Parameter.POSITIONAL_ONLY,
    Parameter.POSITIONAL_OR_KEYWORD,
    Parameter.VAR_POSITIONAL,
    Parameter.KEYWORD_ONLY,
    Parameter.VAR_KEYWORD,
]


class Signature:
    """What a function takes: `parameters` has each parameter by its name."""

    def __init__(self, parameters=None):
        self.parameters = {parameter.name: parameter for parameter in parameters or []}


def signature(obj):
    """What a function, a method or a class takes when it is called."""
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    parameters = []
    for name, kind, *default in _fields.parameters(obj):
        if default:
            parameters.append(Parameter(name, _KINDS[kind], default=default[0]))
        else:
            parameters.append(Parameter(name, _KINDS[kind]))
    return Signature(parameters)
