"""What values hold, and how much it is."""

import types

import torch


def parts(value):
    """What a value holds, or `None` if it cannot change."""
    if isinstance(value, dict):
        return [part for pair in value.items() for part in pair]
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, set):
        return sorted(value, key=repr)
    if isinstance(value, types.FunctionType):
        return of_function(value)
    if isinstance(value, (types.MethodType, types.BuiltinMethodType)):
        return [value.__self__]
    if isinstance(value, type) and value.__module__ == "program":
        return [part for name, part in vars(value).items() if name not in ("__dict__", "__weakref__")]
    if isinstance(value, torch.Tensor):
        return [value.untyped_storage()]
    if type(value).__module__ == "program" or isinstance(value, torch.nn.Module):
        return [part for pair in vars(value).items() for part in pair]
    return None


def of_function(value):
    """The defaults of a function, and what its variables hold."""
    return [*(value.__defaults__ or ()), *(cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell))]


def _is_filled(cell):
    try:
        cell.cell_contents  # noqa: B018 - an empty cell raises
    except ValueError:
        return False
    return True


def exceeds(values, most):
    """Whether values hold more than so many parts, counted at each place where they would be printed."""
    count = 0

    def visit(value, open_):
        nonlocal count
        count += 1
        if count > most or id(value) in open_ or isinstance(value, torch.Tensor):
            return
        for part in parts(value) or []:
            if count <= most:
                visit(part, open_ | {id(value)})

    for value in values:
        visit(value, frozenset())
    return count > most
