# einops: tensors are reshaped, reduced and repeated by a pattern that names their axes. A pattern's side is parsed to a list of
# groups of axes; an axis of length 1 is an empty group, and an axis that is a number has a name of its own, `3-axis#0`.

import torch

_ELLIPSIS = "…"
_REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")


class EinopsError(RuntimeError):
    """Raised when a pattern is wrong or does not fit a tensor."""


def _name_problem(name):
    if name == "" or name[0] in "0123456789" or not name.replace("_", "a").isalnum():
        return "not a valid python identifier"
    if name[0] == "_" or name[-1] == "_":
        return "axis name should should not start or end with underscore"
    return None


class _Side:
    """One side of a pattern."""

    def __init__(self, expression, side):
        self.groups = []
        self.names = []
        self.lengths = {}
        self.side = side
        self.has_ellipsis = "." in expression
        self.is_ellipsis_grouped = False
        if self.has_ellipsis:
            expression = _without_dots(expression)
        self.group = None
        word = ""
        for character in expression:
            if character in "() ":
                self.add(word)
                word = ""
                self.bracket(character)
            elif character.isalnum() or character in ("_", _ELLIPSIS):
                word += character
            else:
                raise EinopsError(f"Unknown character '{character}'")
        if self.group is not None:
            raise EinopsError(f'Imbalanced parentheses in expression: "{expression}"')
        self.add(word)

    def bracket(self, character):
        if character == "(":
            if self.group is not None:
                raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
            self.group = []
        elif character == ")":
            if self.group is None:
                raise EinopsError("Brackets are not balanced")
            self.groups.append(self.group)
            self.group = None

    def add(self, name):
        if name == "":
            return
        if name in self.names:
            raise EinopsError(f'Indexing expression contains duplicate dimension "{name}"')
        if name.isdigit() and int(name) == 1:
            if self.group is None:
                self.groups.append([])
            return
        if name.isdigit():
            name = self.add_number(int(name))
        elif name == _ELLIPSIS:
            self.is_ellipsis_grouped = self.group is not None
        elif _name_problem(name) is not None:
            raise EinopsError(f"Invalid axis identifier: {name}\n{_name_problem(name)}")
        self.names.append(name)
        if self.group is None:
            self.groups.append([name])
        else:
            self.group.append(name)

    def add_number(self, length):
        if length == 0:
            raise EinopsError("Anonymous axis should have positive length, not 0")
        name = f"{length}-axis#{self.side}{len(self.lengths)}"
        self.lengths[name] = length
        return name

    def expand(self, axes):
        """Puts axes in the place of the ellipsis."""
        if not self.has_ellipsis:
            return
        groups = []
        for group in self.groups:
            if group == [_ELLIPSIS] and not self.is_ellipsis_grouped:
                groups.extend([[axis] for axis in axes])
            else:
                groups.append(_with_axes(group, axes))
        self.groups = groups
        self.names = _with_axes(self.names, axes)


def _without_dots(expression):
    if "..." not in expression:
        raise EinopsError("Expression may contain dots only inside ellipsis (...)")
    if expression.count("...") != 1 or expression.count(".") != 3:
        raise EinopsError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
    return expression.replace("...", _ELLIPSIS)


def _with_axes(names, axes):
    result = []
    for name in names:
        result.extend(axes if name == _ELLIPSIS else [name])
    return result


def _shown(names):
    return "{" + ", ".join([name.split("#")[0] if "#" in name else repr(name) for name in names]) + "}"


def _but(names, others):
    return [name for name in names if name not in others]


def _check(left, right, operation, pattern, axes_lengths):
    if right.has_ellipsis and not left.has_ellipsis:
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.is_ellipsis_grouped:
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    gone, new = _but(left.names, right.names), _but(right.names, left.names)
    if operation == "rearrange":
        if len(left.lengths) + len(right.lengths) > 0:
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)")
        if len(gone + new) > 0:
            raise EinopsError(f"Identifiers only on one side of expression (should be on both): {_shown(gone + new)}")
    elif operation == "repeat":
        if len(gone) > 0:
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {_shown(gone)}")
        unsized = _but(new, list(right.lengths) + list(axes_lengths))
        if len(unsized) > 0:
            raise EinopsError(f"Specify sizes for new axes in repeat: {_shown(unsized)}")
    elif operation not in _REDUCTIONS:
        raise EinopsError(f"Unknown reduction {operation}. Expect one of {_REDUCTIONS}.")
    elif len(new) > 0:
        raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: {_shown(new)}")


def _expand(left, right, dims):
    count = len(left.groups)
    if not left.has_ellipsis:
        if dims != count:
            raise EinopsError(f"Wrong shape: expected {count} dims. Received {dims}-dim tensor.")
        return
    if dims < count - 1:
        raise EinopsError(f"Wrong shape: expected >={count - 1} dims. Received {dims}-dim tensor.")
    axes = [f"{_ELLIPSIS}{index}" for index in range(dims - count + 1)]
    left.expand(axes)
    right.expand(axes)


def _check_lengths(left, right, axes_lengths):
    for name in axes_lengths:
        if _name_problem(name) is not None:
            raise EinopsError("Invalid name for an axis", name)
        if name not in left.names and name not in right.names:
            raise EinopsError(f"Axis {name} is not used in transform")


def _infer(groups, shape, lengths):
    """Adds the lengths that the shape tells."""
    for group in groups:
        unknown = [axis for axis in group if axis not in lengths]
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {_shown(unknown)}")
    for group, length in zip(groups, shape):
        unknown = [axis for axis in group if axis not in lengths]
        known = _product([lengths[axis] for axis in group if axis in lengths])
        if len(unknown) == 0 and length != known:
            raise EinopsError(f"Shape mismatch, {length} != {known}")
        if len(unknown) == 1:
            if length % known != 0:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {length} in chunks of {known}")
            lengths[unknown[0]] = length // known


def _product(lengths):
    product = 1
    for length in lengths:
        product *= length
    return product


def _flat(groups):
    return [axis for group in groups for axis in group]


def _reduced(tensor, operation, dims):
    if len(dims) == 0:
        return tensor
    if operation == "mean" and not tensor.is_floating_point():
        raise NotImplementedError("reduce_mean is not available for non-floating tensors")
    if operation in ("min", "max"):
        return tensor.amin(dims) if operation == "min" else tensor.amax(dims)
    if operation in ("sum", "mean"):
        return tensor.sum(dims) if operation == "sum" else tensor.mean(dims)
    for dim in sorted(dims, reverse=True):
        tensor = tensor.prod(dim) if operation == "prod" else tensor.any(dim) if operation == "any" else tensor.all(dim)
    return tensor


def _transform(tensor, pattern, operation, axes_lengths):
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError(f"{'not enough' if len(sides) < 2 else 'too many'} values to unpack (expected 2{_got(sides)})")
    left, right = _Side(sides[0], "left"), _Side(sides[1], "right")
    _check(left, right, operation, pattern, axes_lengths)
    _expand(left, right, tensor.ndim)
    _check_lengths(left, right, axes_lengths)
    lengths = {**left.lengths, **right.lengths, **axes_lengths}
    _infer(left.groups, tensor.shape, lengths)
    before, after = _flat(left.groups), _flat(right.groups)
    kept = [axis for axis in after if axis in before]
    gone = [axis for axis in before if axis not in after]
    tensor = tensor.reshape([lengths[axis] for axis in before])
    if len(before) > 0:
        tensor = tensor.permute([before.index(axis) for axis in kept + gone])
    tensor = _reduced(tensor, operation, list(range(len(kept), len(before))))
    if len(after) > len(kept):
        tensor = tensor.reshape([lengths[axis] if axis in before else 1 for axis in after])
        tensor = tensor.expand([lengths[axis] for axis in after])
    return tensor.reshape([_product([lengths[axis] for axis in group]) for group in right.groups])


def _got(sides):
    return f", got {len(sides)}" if len(sides) < 2 else ""


def reduce(tensor, pattern, reduction, **axes_lengths):
    """Rearranges a tensor by a pattern and reduces the axes that are missing on its right side."""
    if isinstance(tensor, list):
        if len(tensor) == 0:
            raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
        tensor = torch.stack(tensor)
    if not isinstance(tensor, torch.Tensor):
        raise RuntimeError(f"Tensor type unknown to einops {type(tensor)}")
    try:
        return _transform(tensor, pattern, reduction, axes_lengths)
    except EinopsError as error:
        message = f' Error while processing {reduction}-reduction pattern "{pattern}".'
        message += f"\n Input tensor shape: {tensor.shape}. Additional info: {axes_lengths}."
        raise EinopsError(f"{message}\n {error}") from None


def rearrange(tensor, pattern, **axes_lengths):
    """Transposes, splits and joins the axes of a tensor by a pattern: "b (h w) -> b h w"."""
    return reduce(tensor, pattern, "rearrange", **axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    """Repeats a tensor along the axes that are new on the right side of a pattern."""
    return reduce(tensor, pattern, "repeat", **axes_lengths)


def parse_shape(x, pattern):
    """Gives the lengths of the axes that a pattern names, as a dict."""
    names = [name for name in pattern.split(" ") if len(name) > 0]
    if len(x.shape) != len(names):
        shown = list(x.shape)
        raise RuntimeError(f"Can't parse shape with different number of dimensions: {shown} {pattern}")
    return {name: length for name, length in zip(names, x.shape) if name != "_" and not name.isdigit()}


def einsum(*tensors_and_pattern):
    """Sums products of tensors by a pattern whose axes have names of any length: "b i j, b j k -> b i k"."""
    if len(tensors_and_pattern) <= 1:
        raise ValueError(
            "`einops.einsum` takes at minimum two arguments: the tensors (at least one), followed by the pattern."
        )
    pattern = tensors_and_pattern[-1]
    if not isinstance(pattern, str):
        raise ValueError(
            "The last argument passed to `einops.einsum` must be a string, representing the einsum pattern."
        )
    return torch.einsum(_compact(pattern), *tensors_and_pattern[:-1])


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _compact(pattern):
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    lefts, right = pattern.split("->")
    letters, sides = {}, []
    for side in lefts.split(",") + [right]:
        text = ""
        for name in side.replace("...", " ... ").split():
            if name != "..." and name not in letters:
                _check_einsum(name, len(sides) == len(lefts.split(",")), pattern)
                if len(letters) == len(_LETTERS):
                    raise RuntimeError("Too many axes in einsum.")
                letters[name] = _LETTERS[len(letters)]
            text += letters.get(name, name)
        sides.append(text)
    return ",".join(sides[:-1]) + "->" + sides[-1]


def _check_einsum(name, is_right, pattern):
    if "(" in name or ")" in name:
        raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
    if name.isdigit():
        raise NotImplementedError("Singleton () axes are not yet supported in einsum.")
    if _name_problem(name) is not None:
        raise EinopsError(f"Invalid axis identifier: {name}\n{_name_problem(name)}")
    if is_right:
        raise EinopsError(f"Unknown axis {name} on right side of einsum {pattern}.")


def _packing(pattern, name):
    """How many axes come before and after the star."""
    axes = pattern.split()
    if len(set(axes)) < len(axes):
        raise EinopsError(f'Duplicates in axes names in {name}(..., "{pattern}")')
    if "*" not in axes:
        raise EinopsError(f'No *-axis in {name}(..., "{pattern}")')
    for axis in axes:
        if axis != "*" and _name_problem(axis) is not None:
            raise EinopsError(f'Invalid axis name {axis} in {name}(..., "{pattern}")')
    return axes.index("*"), len(axes) - axes.index("*") - 1


def pack(tensors, pattern):
    """Joins tensors along the star of a pattern; gives also the shapes that each had there."""
    before, after = _packing(pattern, "pack")
    flat, shapes = [], []
    for index, tensor in enumerate(tensors):
        shape = tensor.shape
        if len(shape) < before + after:
            raise EinopsError(
                f"packed tensor #{index} (enumeration starts with 0) has shape {shape}, "
                f"while pattern {pattern} assumes at least {before + after} axes"
            )
        end = len(shape) - after
        shapes.append(shape[before:end])
        flat.append(tensor.reshape([*shape[:before], -1, *shape[end:]]))
    return torch.cat(flat, dim=before), shapes


def unpack(tensor, packed_shapes, pattern):
    """Undoes pack: gives the list of tensors with the given shapes in the place of the star."""
    before, after = _packing(pattern, "unpack")
    shape = list(tensor.shape)
    if len(shape) != before + 1 + after:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {tensor.shape}")
    lengths = [-1 if -1 in packed else _product(packed) for packed in packed_shapes]
    if lengths.count(-1) > 1:
        raise EinopsError(
            f"unpack(..., {pattern}) received more than one -1 in {packed_shapes} and can't infer dimensions"
        )
    if -1 in lengths:
        lengths[lengths.index(-1)] = shape[before] - sum(lengths) - 1
    if sum(lengths) != shape[before] or any([length < 0 for length in lengths]):
        raise EinopsError(
            f'Error during unpack(..., "{pattern}"): could not split axis of size {shape[before]}'
            f" into requested {packed_shapes}"
        )
    parts = tensor.split(lengths, dim=before)
    return [part.reshape([*shape[:before], *packed, *shape[before + 1 :]]) for part, packed in zip(parts, packed_shapes)]
