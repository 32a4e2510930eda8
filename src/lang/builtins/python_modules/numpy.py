# What is computed here is said of the call.
# numpy: arrays and their functions, over those of PyTorch. `_numpy` makes arrays of tensors and tensors of arrays, in one memory.

import math
import torch
import _numpy
import _random
from numpy import bool_, float64, floating, generic, inexact, int64, integer, ndarray, number, signedinteger, unsignedinteger


class UFuncTypeError(TypeError):
    """A function has no way to go on with values of these dtypes."""


class AxisError(ValueError, IndexError):
    """An axis that an array does not have."""


def _axis(axis, ndim):
    if axis < -ndim or axis >= ndim:
        raise AxisError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim


def _axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, (tuple, list)):
        return (_axis(int(axis), ndim),)
    found = tuple(_axis(one, ndim) for one in axis)
    if len(set(found)) < len(found):
        raise ValueError("duplicate value in 'axis'")
    return found


def _any(items):
    for item in items:
        if item:
            return True
    return False


def _size(size):
    if not isinstance(size, (int, integer)):
        raise TypeError(f"'{type(size).__name__}' object cannot be interpreted as an integer")
    return int(size)


def _sizes(shape):
    if isinstance(shape, (tuple, list)):
        return tuple(_size(size) for size in shape)
    return tuple(shape.tolist()) if isinstance(shape, ndarray) else (_size(shape),)


def _new_sizes(shape):
    sizes = _sizes(shape)
    if _any(size < 0 for size in sizes):
        raise ValueError("negative dimensions are not allowed")
    return sizes


def _real(t):
    return t if t.dtype.is_floating_point else t.double()


def _text(shape):
    return f"({shape[0]},)" if len(shape) == 1 else "(" + ",".join([str(one) for one in shape]) + ")"


def _refuse(message, help):
    _random.refuse(message, help)


class _Function:
    """A function of each element, with what NumPy's have."""

    _COUNT = 1

    def __init__(self, f):
        self._f = f
        self.__name__ = f.__name__
        self.__doc__ = f.__doc__

    def __call__(self, *args, out=None, **options):
        if len(args) > self._COUNT and out is None:
            args, out = args[:self._COUNT], args[self._COUNT]
        made = self._f(*args, **options)
        if out is not None:
            into = out[0] if isinstance(out, tuple) else out
            if made.dtype.kind == "f" and into.dtype.kind in "iub" or made.dtype.kind in "iu" and into.dtype.kind == "b":
                raise UFuncTypeError(
                    f"Cannot cast ufunc '{self.__name__}' output from {made.dtype!r} to {into.dtype!r} with casting rule 'same_kind'"
                )
        return _into(made, out)

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def outer(self, A, B):
        a, b = asarray(A), asarray(B)
        return self._f(a.reshape(list(a.shape) + [1] * b.ndim), b)

    def reduce(self, array, axis=0, keepdims=False):
        whole = {"add": sum, "multiply": prod, "maximum": max, "minimum": min, "logical_and": all, "logical_or": any}
        if self.__name__ in whole:
            return whole[self.__name__](array, axis, keepdims=keepdims)
        parts = moveaxis(asarray(array), axis, 0)
        made = parts[0]
        for part in parts[1:]:
            made = self._f(made, part)
        return expand_dims(made, axis) if keepdims else made

    def accumulate(self, array, axis=0):
        parts = moveaxis(asarray(array), axis, 0)
        made = [parts[0]]
        for part in parts[1:]:
            made.append(self._f(made[-1], part))
        return moveaxis(asarray(made), 0, axis)

    def at(self, a, indices, b=None):
        chosen = indices if isinstance(indices, tuple) else (indices,)
        places = list(zip(*[ravel(one).tolist() for one in broadcast_arrays(*chosen)]))
        given = None if b is None else broadcast_to(b, asarray(a[indices]).shape)
        given = None if b is None else given.reshape([len(places)] + list(a.shape[len(chosen):]))
        for number, place in enumerate(places):
            a[place] = self._f(a[place]) if b is None else self._f(a[place], given[number])


class _Binary(_Function):
    _COUNT = 2


def _into(made, out):
    if out is None:
        return made
    out = out[0] if isinstance(out, tuple) else out
    out[...] = made
    return out


def _refuse_tensor(a, message):
    if isinstance(a, torch.Tensor):
        raise TypeError(message)


# Making arrays.


def array(object, dtype=None, copy=True, ndmin=0):
    """A new array of a number, a list of lists, a tensor or another array."""
    made = _numpy.array(object, dtype)
    while made.ndim < ndmin:
        made = made[None]
    return made


def asarray(a, dtype=None):
    """The same array, unless another dtype is wanted; a tensor or a list as an array."""
    return _numpy.asarray(a, dtype)


def asanyarray(a, dtype=None):
    """As asarray."""
    return _numpy.asarray(a, dtype)


def ascontiguousarray(a, dtype=None):
    """As asarray, with the elements row by row in memory."""
    return _array(_numpy.tensor(_numpy.asarray(a, dtype)).contiguous())


def copy(a):
    """A copy, which shares nothing with it."""
    return _numpy.array(a, None)


def zeros(shape, dtype=None):
    """An array of zeros."""
    return _array(torch.zeros(_new_sizes(shape), dtype=_torch_dtype(dtype)))


def ones(shape, dtype=None):
    """An array of ones."""
    return _array(torch.ones(_new_sizes(shape), dtype=_torch_dtype(dtype)))


def empty(shape, dtype=None):
    """An array to be filled; here it holds zeros."""
    return zeros(shape, dtype)


def full(shape, fill_value, dtype=None):
    """An array of one number, or of one row over and over."""
    fill = _numpy.asarray(fill_value, dtype)
    return broadcast_to(fill, _new_sizes(shape)).copy()


def zeros_like(a, dtype=None, shape=None):
    """Zeros in the shape of another array."""
    a = asarray(a)
    return zeros(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def ones_like(a, dtype=None, shape=None):
    """Ones in the shape of another array."""
    a = asarray(a)
    return ones(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def empty_like(a, dtype=None, shape=None):
    """An array in the shape of another one; here it holds zeros."""
    return zeros_like(a, dtype, shape)


def full_like(a, fill_value, dtype=None, shape=None):
    """One number in the shape of another array."""
    a = asarray(a)
    return full(a.shape if shape is None else shape, fill_value, a.dtype if dtype is None else dtype)


def eye(N, M=None, k=0, dtype=None):
    """Ones on a diagonal, zeros elsewhere."""
    columns = N if M is None else M
    rows = torch.arange(N)[:, None] + k
    return _array((rows == torch.arange(columns)).to(_torch_dtype(dtype)))


def identity(n, dtype=None):
    """Ones on the diagonal of a square."""
    return eye(n, dtype=dtype)


def arange(start, stop=None, step=1, dtype=None):
    """Numbers in equal steps, up to stop."""
    if stop is None:
        start, stop = 0, start
    given = (start, stop, step)
    if step == 0:
        raise ZeroDivisionError("division by zero")
    are_whole = not _any(isinstance(x, (float, floating)) for x in given)
    count = math.ceil((stop - start) / step)
    count = count if count > 0 else 0
    places = torch.arange(count)
    if are_whole:
        made = places * int(step) + int(start)
    else:
        # As NumPy goes on: from the first in steps of what is between the first two.
        made = float(start) + places.double() * ((float(start) + float(step)) - float(start))
    if dtype is not None and issubdtype(dtype, integer) and not are_whole:
        _refuse("arange of real numbers in whole ones is not supported here", "write np.arange(...).astype(int)")
    return _array(made if dtype is None else made.to(_torch_dtype(dtype)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    """So many numbers in equal steps from start to stop."""
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else nan
    made = torch.arange(num).double() * (step if parts > 0 else 0.0) + start
    if endpoint and num > 1:
        made[-1] = float(stop)
    if dtype is not None:
        whole = issubdtype(dtype, integer)
        made = (torch.floor(made) if whole else made).to(_torch_dtype(dtype))
    return (_array(made), float64(step)) if retstep else _array(made)


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    """Powers of a base in equal steps."""
    made = power(float(base), linspace(start, stop, num, endpoint))
    return made if dtype is None else made.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True):
    """Numbers of which each is the one before times the same."""
    made = logspace(math.log10(start), math.log10(stop), num, endpoint)
    if num > 0:
        made[0] = start
        if endpoint and num > 1:
            made[-1] = stop
    return made


def meshgrid(*xi, indexing="xy", sparse=False):
    """The coordinates of a grid."""
    parts = [_numpy.tensor(asarray(x)).reshape(-1) for x in xi]
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    if sparse:
        _refuse("meshgrid(sparse=True) is not supported here", "leave it out: the grids are then whole")
    swaps = indexing == "xy" and len(parts) > 1
    if swaps:
        parts = [parts[1], parts[0]] + parts[2:]
    grids = list(torch.meshgrid(*parts, indexing="ij")) if len(parts) > 0 else []
    if swaps:
        grids = [grids[1], grids[0]] + grids[2:]
    return tuple(_array(grid.clone()) for grid in grids)


def indices(dimensions):
    """The place of each element along each axis."""
    parts = torch.meshgrid(*[torch.arange(n) for n in dimensions], indexing="ij")
    return _array(torch.stack(list(parts)))


def tri(N, M=None, k=0, dtype=None):
    """Ones at and below a diagonal."""
    return tril(ones((N, N if M is None else M), dtype), k)


def tril(m, k=0):
    """The elements at and below a diagonal, and zeros."""
    return _array(torch.tril(_numpy.tensor(asarray(m)), k))


def triu(m, k=0):
    """The elements at and above a diagonal, and zeros."""
    return _array(torch.triu(_numpy.tensor(asarray(m)), k))


def tril_indices(n, k=0, m=None):
    """The places at and below a diagonal."""
    return _places(torch.tril_indices(n, n if m is None else m, k))


def triu_indices(n, k=0, m=None):
    """The places at and above a diagonal."""
    return _places(torch.triu_indices(n, n if m is None else m, k))


def diag_indices(n):
    """The places of a diagonal."""
    return (arange(n), arange(n))


def _places(both):
    return (_array(both[0].clone()), _array(both[1].clone()))


def diag(v, k=0):
    """The diagonal of a matrix, or a matrix of a diagonal."""
    v = asarray(v)
    if v.ndim not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    made = torch.diag(_numpy.tensor(v), k)
    return _array(made.clone()) if v.ndim == 1 else _numpy.read_only(made)


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The diagonal of a matrix."""
    return _numpy.read_only(torch.diagonal(_numpy.tensor(asarray(a)), offset, axis1, axis2))


def fill_diagonal(a, val):
    """Writes to the diagonal of a matrix."""
    for place in range(a.shape[0] if a.shape[0] < a.shape[1] else a.shape[1]):
        a[place, place] = val


def _array(t):
    return _numpy.result(t) if t.ndim > 0 else _numpy.asarray(t, None)


def _torch_dtype(dtype):
    return torch.float64 if dtype is None else _numpy.torch_dtype(dtype)


# Types.


def dtype(name):
    """A dtype by its name or its type."""
    return _numpy.dtype(name)


_KINDS = {"f": ("floating", "inexact", "number", "generic"), "i": ("signedinteger", "integer", "number", "generic"),
          "u": ("unsignedinteger", "integer", "number", "generic"), "b": ("generic",), "c": ("inexact", "number", "generic")}
_ABOVE = {"floating": floating, "inexact": inexact, "number": number, "generic": generic, "integer": integer,
          "signedinteger": signedinteger, "unsignedinteger": unsignedinteger}


def issubdtype(arg1, arg2):
    """Whether a dtype is one of a kind: np.floating, np.integer."""
    kinds = _KINDS[_numpy.dtype(arg1).kind]
    for name in _ABOVE:
        if arg2 is _ABOVE[name]:
            return name in kinds
    return _numpy.dtype(arg1) == _numpy.dtype(arg2)


def promote_types(type1, type2):
    """The dtype that holds the numbers of both."""
    return _numpy.promote(type1, type2)


def result_type(*arrays_and_dtypes):
    """The dtype that arrays and numbers have together."""
    found = None
    for one in arrays_and_dtypes:
        if _is_plain(one):
            continue
        one = one.dtype if isinstance(one, (ndarray, generic)) else _numpy.dtype(one)
        found = one if found is None else _numpy.promote(found, one)
    for one in arrays_and_dtypes:
        # A number of Python counts only where it is of a higher kind.
        if _is_plain(one):
            found = asarray(one).dtype if found is None else (zeros(0, found) + one).dtype
    return found


def can_cast(from_, to):
    """Whether a dtype holds all numbers of another."""
    return _numpy.promote(from_, to) == _numpy.dtype(to)


class finfo:
    """What a dtype of real numbers can hold."""

    def __init__(self, dtype):
        dtype = dtype.dtype if isinstance(dtype, (ndarray, generic)) else _numpy.dtype(dtype)
        if dtype.kind != "f":
            raise ValueError(f"data type {dtype.type!r} not inexact")
        limits = torch.finfo(_numpy.torch_dtype(dtype))
        self.dtype = dtype
        self.bits = limits.bits
        self.eps, self.max, self.min = dtype.type(limits.eps), dtype.type(limits.max), dtype.type(limits.min)
        self.tiny = self.smallest_normal = dtype.type(limits.tiny)
        self.resolution = dtype.type(limits.resolution)

    def __repr__(self):
        return f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        _refuse("the table of a finfo is not printed here", "print one of its parts: np.finfo(np.float32).eps")


class iinfo:
    """What a dtype of whole numbers can hold."""

    def __init__(self, int_type):
        dtype = _numpy.dtype(int_type)
        if dtype.kind not in "iu":
            raise ValueError(f"Invalid integer data type '{dtype.kind}'.")
        limits = torch.iinfo(_numpy.torch_dtype(dtype))
        self.dtype, self.bits, self.max, self.min = dtype, limits.bits, limits.max, limits.min

    def __str__(self):
        _refuse("the table of an iinfo is not printed here", "print one of its parts: np.iinfo(np.int64).max")

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


# Functions of each element.


def _checked(x):
    """A tensor of PyTorch, unless a gradient is wanted of it: NumPy cannot read such a one."""
    return x.numpy() if x.requires_grad else x


def _each(f, x, dtype=None):
    if isinstance(x, torch.Tensor):
        return f(_checked(x))
    t = _numpy.tensor(x)
    # Of the smallest dtypes NumPy makes float16.
    made = f(t.half() if t.dtype in (torch.bool, torch.uint8) else _real(t))
    return _numpy.result(made if dtype is None else made.to(_numpy.torch_dtype(dtype)))


def _kept(f, x):
    """The same for functions that leave whole numbers what they are."""
    if isinstance(x, torch.Tensor):
        return f(_checked(x))
    t = _numpy.tensor(x)
    return _numpy.result(f(t) if t.dtype.is_floating_point else t.clone())


@_Function
def exp(x, dtype=None):
    """e to the power of each element."""
    return _each(torch.exp, x, dtype)


@_Function
def exp2(x):
    """2 to the power of each element."""
    return power(2.0, x)


@_Function
def expm1(x):
    """exp(x) - 1, also near 0."""
    return _each(torch.expm1, x)


@_Function
def log(x, dtype=None):
    """The natural logarithm."""
    return _each(torch.log, x, dtype)


@_Function
def log2(x):
    """The logarithm to base 2."""
    return _each(torch.log2, x)


@_Function
def log10(x):
    """The logarithm to base 10."""
    return _each(torch.log10, x)


@_Function
def log1p(x):
    """log(1 + x), also near 0."""
    return _each(torch.log1p, x)


@_Function
def sqrt(x, dtype=None):
    """The square root."""
    return _each(torch.sqrt, x, dtype)


@_Function
def cbrt(x):
    """The cube root."""
    x = _numpy.result(_real(_numpy.tensor(x)))
    return sign(x) * (abs(x) ** (1 / 3))


@_Function
def sin(x):
    """The sine of each element, in radians."""
    return _each(torch.sin, x)


@_Function
def cos(x):
    """The cosine of each element, in radians."""
    return _each(torch.cos, x)


@_Function
def tan(x):
    """The tangent of each element, in radians."""
    return _each(torch.tan, x)


@_Function
def tanh(x):
    """The hyperbolic tangent."""
    return _each(torch.tanh, x)


@_Function
def arcsin(x):
    """The angle whose sine it is, in radians."""
    return _by_number(lambda v: math.asin(v) if -1.0 <= v <= 1.0 else nan, x)


@_Function
def arccos(x):
    """The angle whose cosine it is, in radians."""
    return _by_number(lambda v: math.acos(v) if -1.0 <= v <= 1.0 else nan, x)


@_Function
def arctan(x):
    """The angle whose tangent it is, in radians."""
    return _by_number(math.atan, x)


def _by_number(f, *given):
    arrays = broadcast_arrays(*given)
    dtype = result_type(*arrays)
    dtype = dtype if issubdtype(dtype, floating) else float64
    made = [f(*items) for items in zip(*[ravel(a).tolist() for a in arrays])]
    return _scalar(asarray(made, dtype).reshape(arrays[0].shape))


@_Function
def sinh(x):
    """The hyperbolic sine."""
    return _each(lambda t: (torch.exp(t) - torch.exp(-t)) / 2, x)


@_Function
def cosh(x):
    """The hyperbolic cosine."""
    return _each(lambda t: (torch.exp(t) + torch.exp(-t)) / 2, x)


@_Function
def deg2rad(x):
    """Degrees as radians."""
    return _each(lambda t: t * (pi / 180), x)


@_Function
def rad2deg(x):
    """Radians as degrees."""
    return _each(lambda t: t * (180 / pi), x)


@_Function
def radians(x):
    """Degrees as radians."""
    return deg2rad(x)


@_Function
def degrees(x):
    """Radians as degrees."""
    return rad2deg(x)


@_Function
def reciprocal(x):
    """1 / x."""
    x = asarray(x)
    return _numpy.result(_numpy.tensor(1 / x).to(_numpy.torch_dtype(x.dtype)))


@_Function
def square(x):
    """x * x."""
    x = _given(x)
    return x * x


@_Function
def abs(x):
    """The size of each element, without its sign."""
    if isinstance(x, torch.Tensor):
        return torch.abs(_checked(x))
    t = _numpy.tensor(x)
    return _numpy.result(t.clone() if t.dtype == torch.bool else torch.abs(t))


@_Function
def absolute(x):
    """The size of each element, without its sign."""
    return abs(x)


@_Function
def fabs(x):
    """The size of each element, as a real number."""
    return _each(torch.abs, x)


@_Function
def sign(x):
    """-1, 0 or 1."""
    if isinstance(x, torch.Tensor):
        return torch.sign(_checked(x))
    t = _numpy.tensor(x)
    return _numpy.result(torch.where(torch.isnan(t), t, torch.sign(t)) if t.dtype.is_floating_point else torch.sign(t))


@_Function
def negative(x):
    """-x."""
    return -_given(x)


@_Function
def positive(x):
    """x."""
    return +_given(x)


@_Function
def floor(x):
    """The next whole number below."""
    return _kept(torch.floor, x)


@_Function
def ceil(x):
    """The next whole number above."""
    return _kept(torch.ceil, x)


@_Function
def trunc(x):
    """Without what is behind the point."""
    return _kept(torch.trunc, x)


@_Function
def fix(x):
    """Without what is behind the point."""
    return _kept(torch.trunc, x)


@_Function
def rint(x):
    """The nearest whole number, halves to the even one."""
    return _each(torch.round, x)


def round(a, decimals=0):
    """The nearest number with so many digits behind the point."""
    if isinstance(a, torch.Tensor):
        return torch.round(a, decimals=decimals)
    t = _numpy.tensor(a)
    if not t.dtype.is_floating_point:
        if decimals >= 0:
            return _numpy.result(t.clone())
        step = 10 ** -decimals
        return _numpy.result((torch.round(t.double() / step) * step).to(t.dtype))
    if decimals == 0:
        return _numpy.result(torch.round(t))
    if decimals < 0:
        step = 10.0 ** -decimals
        return _numpy.result(torch.round(t / step) * step)
    step = 10.0 ** decimals
    return _numpy.result(torch.round(t * step) / step)


def around(a, decimals=0):
    """As round."""
    return round(a, decimals)


@_Function
def isnan(x):
    """Whether each element is not a number."""
    return _numpy.result(torch.isnan(_numpy.tensor(x)))


@_Function
def isinf(x):
    """Whether each element is infinite."""
    return _numpy.result(torch.isinf(_numpy.tensor(x)))


@_Function
def isfinite(x):
    """Whether each element is a finite number."""
    return _numpy.result(torch.isfinite(_numpy.tensor(x)))


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Numbers in place of nan and of infinities."""
    return _kept(lambda t: torch.nan_to_num(t, nan, posinf, neginf), x)


def clip(a, a_min=None, a_max=None, min=None, max=None):
    """Each element, but none below a_min or above a_max."""
    if isinstance(a, torch.Tensor):
        return torch.clamp(a, min if a_min is None else a_min, max if a_max is None else a_max)
    low, high = (min if a_min is None else a_min), (max if a_max is None else a_max)
    made = _given(a)
    made = +made if low is None and high is None and made.dtype != bool_ else made
    made = made if low is None else maximum(made, low)
    return made if high is None else minimum(made, high)


# Functions of two arrays.


True_ = bool_(True)
False_ = bool_(False)


def _given(x):
    return x if isinstance(x, (ndarray, generic)) else _scalar(asarray(x))


def _scalar(a):
    return a[()] if a.ndim == 0 else a


def _both(x1, x2):
    """Two operands as tensors of the dtype that NumPy gives them."""
    x1, x2 = _given_or_plain(x1), _given_or_plain(x2)
    of1, of2 = _is_plain(x1), _is_plain(x2)
    if of1 and of2:
        x1, of1 = _given(x1), False
    if of1 or of2:
        # A number of Python takes the dtype of the other one, unless it is of a higher kind.
        dtype = (x1 + zeros(0, x2.dtype) if of1 else zeros(0, x1.dtype) + x2).dtype
    else:
        dtype = _numpy.promote(x1.dtype, x2.dtype)
    dtype = _numpy.torch_dtype(dtype)
    return _aligned(_numpy.tensor(x1).to(dtype), _numpy.tensor(x2).to(dtype))


def _aligned(a, b):
    """Both, if their shapes broadcast."""
    for x, y in zip(reversed(a.shape), reversed(b.shape)):
        if x != y and x != 1 and y != 1:
            raise ValueError(f"operands could not be broadcast together with shapes {_text(a.shape)} {_text(b.shape)} ")
    return a, b


def _is_plain(x):
    return isinstance(x, (int, float)) and not isinstance(x, (bool, generic))


def _given_or_plain(x):
    return x if _is_plain(x) else _given(x)


def _joined(x1, x2, join):
    if isinstance(x1, torch.Tensor) or isinstance(x2, torch.Tensor):
        return join(x1, x2)
    x1, x2 = _given_or_plain(x1), _given_or_plain(x2)
    if _is_plain(x1) and _is_plain(x2):
        x1 = _given(x1)
    return join(x1, x2)


@_Binary
def add(x1, x2):
    """x1 + x2."""
    return _joined(x1, x2, lambda a, b: a + b)


@_Binary
def subtract(x1, x2):
    """x1 - x2."""
    return _joined(x1, x2, lambda a, b: a - b)


@_Binary
def multiply(x1, x2):
    """x1 * x2, element by element."""
    return _joined(x1, x2, lambda a, b: a * b)


@_Binary
def divide(x1, x2):
    """x1 / x2."""
    return _joined(x1, x2, lambda a, b: a / b)


@_Binary
def true_divide(x1, x2):
    """x1 / x2."""
    return divide(x1, x2)


@_Binary
def floor_divide(x1, x2):
    """x1 // x2."""
    return _joined(x1, x2, lambda a, b: a // b)


@_Binary
def mod(x1, x2):
    """x1 % x2."""
    return _joined(x1, x2, lambda a, b: a % b)


@_Binary
def remainder(x1, x2):
    """x1 % x2."""
    return mod(x1, x2)


@_Binary
def fmod(x1, x2):
    """The remainder, with the sign of x1."""
    a, b = _both(x1, x2)
    if a.dtype.is_floating_point:
        return _numpy.result(torch.fmod(a, b))
    zero = b == 0
    return _numpy.result(torch.where(zero, torch.zeros_like(a), torch.fmod(a, torch.where(zero, torch.ones_like(b), b))))


def divmod(x1, x2):
    """x1 // x2 and x1 % x2."""
    return floor_divide(x1, x2), mod(x1, x2)


@_Binary
def power(x1, x2):
    """x1 ** x2."""
    return _joined(x1, x2, lambda a, b: a ** b)


@_Binary
def float_power(x1, x2):
    """x1 ** x2 in float64."""
    return asarray(x1, float64) ** asarray(x2, float64)


@_Binary
def equal(x1, x2):
    """x1 == x2."""
    return _joined(x1, x2, lambda a, b: a == b)


@_Binary
def not_equal(x1, x2):
    """x1 != x2."""
    return _joined(x1, x2, lambda a, b: a != b)


@_Binary
def less(x1, x2):
    """x1 < x2."""
    return _joined(x1, x2, lambda a, b: a < b)


@_Binary
def less_equal(x1, x2):
    """x1 <= x2."""
    return _joined(x1, x2, lambda a, b: a <= b)


@_Binary
def greater(x1, x2):
    """x1 > x2."""
    return _joined(x1, x2, lambda a, b: a > b)


@_Binary
def greater_equal(x1, x2):
    """x1 >= x2."""
    return _joined(x1, x2, lambda a, b: a >= b)


@_Binary
def maximum(x1, x2):
    """The larger of two elements; nan if one is."""
    if isinstance(x1, torch.Tensor):
        return torch.maximum(x1, torch.as_tensor(x2, dtype=x1.dtype))
    a, b = _both(x1, x2)
    return _numpy.result(torch.maximum(a, b))


@_Binary
def minimum(x1, x2):
    """The smaller of two elements; nan if one is."""
    if isinstance(x1, torch.Tensor):
        return torch.minimum(x1, torch.as_tensor(x2, dtype=x1.dtype))
    a, b = _both(x1, x2)
    return _numpy.result(torch.minimum(a, b))


@_Binary
def fmax(x1, x2):
    """The larger of two elements, and not nan if one is a number."""
    a, b = _both(x1, x2)
    return _numpy.result(torch.where(torch.isnan(a), b, torch.where(torch.isnan(b), a, torch.maximum(a, b))))


@_Binary
def fmin(x1, x2):
    """The smaller of two elements, and not nan if one is a number."""
    a, b = _both(x1, x2)
    return _numpy.result(torch.where(torch.isnan(a), b, torch.where(torch.isnan(b), a, torch.minimum(a, b))))


@_Binary
def arctan2(x1, x2):
    """The angle of the point (x2, x1), in radians."""
    return _by_number(math.atan2, x1, x2)


@_Binary
def hypot(x1, x2):
    """The square root of the sum of two squares."""
    a, b = _both(x1, x2)
    a, b = torch.abs(_real(a)), torch.abs(_real(b))
    large, small = torch.maximum(a, b), torch.minimum(a, b)
    part = torch.where(large == 0, large, small / large)
    return _numpy.result(large * torch.sqrt(1 + part * part))


@_Binary
def logaddexp(x1, x2):
    """log(exp(x1) + exp(x2))."""
    a, b = _both(x1, x2)
    a, b = _real(a), _real(b)
    high, low = torch.maximum(a, b), torch.minimum(a, b)
    return _numpy.result(torch.where(a == b, a + math.log(2.0), high + torch.log1p(torch.exp(low - high))))


@_Binary
def logical_and(x1, x2):
    """Whether both are true."""
    return _numpy.result(torch.logical_and(*_aligned(_numpy.tensor(x1), _numpy.tensor(x2))))


@_Binary
def logical_or(x1, x2):
    """Whether one is true."""
    return _numpy.result(torch.logical_or(*_aligned(_numpy.tensor(x1), _numpy.tensor(x2))))


@_Binary
def logical_xor(x1, x2):
    """Whether one is true and the other is not."""
    return _numpy.result(torch.logical_xor(*_aligned(_numpy.tensor(x1), _numpy.tensor(x2))))


@_Function
def logical_not(x):
    """Whether it is false."""
    return _numpy.result(torch.logical_not(_numpy.tensor(x)))


@_Binary
def bitwise_and(x1, x2):
    """x1 & x2."""
    return _joined(x1, x2, lambda a, b: a & b)


@_Binary
def bitwise_or(x1, x2):
    """x1 | x2."""
    return _joined(x1, x2, lambda a, b: a | b)


@_Binary
def bitwise_xor(x1, x2):
    """x1 ^ x2."""
    return _joined(x1, x2, lambda a, b: a ^ b)


@_Function
def invert(x):
    """~x."""
    return ~_given(x)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether each element of a is near that of b."""
    x, y = _both(a, b)
    return _numpy.result(torch.isclose(_real(x), _real(y), rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements of a are near those of b."""
    return _numpy.tensor(isclose(a, b, rtol, atol, equal_nan)).all().item()


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have one shape and the same elements."""
    a, b = asarray(a1), asarray(a2)
    if a.shape != b.shape:
        return False
    same = a == b
    if equal_nan:
        same = same | (isnan(a) & isnan(b))
    return asarray(same).all().item()


def array_equiv(a1, a2):
    """The same of arrays that broadcast to one shape."""
    return asarray(asarray(a1) == asarray(a2)).all().item()


def where(condition, x=None, y=None):
    """The elements of x where the condition is true, of y elsewhere; without both, where it is true."""
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    a, b = _both(x, y)
    return _array(torch.where(_numpy.tensor(condition).bool(), a, b))


# Over an axis.


def _wide(t, dtype=None):
    """Whole numbers and truth values are added up as int64."""
    if t.dtype == torch.uint8 and dtype is None:
        _refuse("NumPy adds uint8 as uint64, which is not supported here", "name a dtype: a.sum(dtype=int)")
    return t if t.dtype.is_floating_point else t.long()


def _in(t, dtype):
    return t if dtype is None else t.to(_numpy.torch_dtype(dtype))


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """The sum over an axis, several, or all."""
    _refuse_tensor(a, "sum() got an unexpected keyword argument 'axis'")
    t = _in(_wide(_chosen(a, where), dtype), dtype)
    made = _as(_over(t, axis, keepdims, _numpy.sum), dtype)
    return _into(made if initial is None else made + initial, out)


def _as(made, dtype):
    return made if dtype is None or made.dtype == dtype else made.astype(dtype)


def _chosen(a, where):
    t = _numpy.tensor(a)
    return t if where is True else torch.where(_numpy.tensor(where), t, torch.zeros((), dtype=t.dtype))


def _over(t, axis, keepdims, f):
    axes = _axes(axis, t.ndim)
    made = f(t, axes, bool(keepdims)) if t.ndim > 0 and len(axes) > 0 else t.clone()
    return _numpy.result(made)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """The product over an axis, several, or all."""
    _refuse_tensor(a, "prod(): argument 'dim' must be int, not NoneType")
    t = _in(_wide(_numpy.tensor(a), dtype), dtype)
    for one in sorted(_axes(axis, t.ndim), reverse=True):
        t = torch.prod(t, dim=one, keepdim=bool(keepdims))
    return _into(_as(_numpy.result(t), dtype), out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
    """The mean over an axis, several, or all."""
    _refuse_tensor(a, "mean() got an unexpected keyword argument 'axis'")
    t = _numpy.tensor(a)
    if where is not True:
        count = sum(broadcast_to(where, t.shape), axis, keepdims=keepdims)
        return sum(a, axis, float64 if not t.dtype.is_floating_point else None, None, keepdims, None, where) / count
    if dtype is not None and not issubdtype(dtype, floating):
        _refuse("a mean of whole numbers is not supported here", "leave out the dtype, or take np.floor of the mean")
    half = t.dtype == torch.float16
    t = _in(t.float() if half else _real(t), dtype)
    count = math.prod([t.shape[one] for one in _axes(axis, t.ndim)])
    made = _over(t, axis, keepdims, _numpy.sum)
    made = made / made.dtype.type(count)
    return _into(_numpy.result(_numpy.tensor(made).half()) if half and dtype is None else made, out)


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    """The mean, in which each element counts as much as its weight."""
    a = asarray(a)
    if weights is None:
        made = mean(a, axis, keepdims=keepdims)
        return (made, float64(a.size / asarray(made).size)) if returned else made
    weights = asarray(weights)
    if a.shape != weights.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        shape = [1] * a.ndim
        shape[axis] = weights.shape[0]
        weights = broadcast_to(weights.reshape(shape), a.shape)
    dtype = result_type(a, weights)
    total = sum(weights, axis, dtype if issubdtype(dtype, floating) else float64, keepdims=keepdims)
    if asarray(total == 0).any():
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    made = sum(a * weights, axis, total.dtype, keepdims=keepdims) / total
    return (made, total) if returned else made


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, correction=None):
    """The variance, which divides by n - ddof."""
    _refuse_tensor(a, "var() received an invalid combination of arguments")
    t = _in(_real(_numpy.tensor(a)), dtype)
    ddof = ddof if correction is None else correction
    axes = _axes(axis, t.ndim)
    count = math.prod([t.shape[one] for one in axes])
    apart = t - _numpy.sum(t, axes, True) / count if t.ndim > 0 else t - t
    made = _over(apart * apart, axis, keepdims, _numpy.sum)
    left = count - ddof
    return _into(made / made.dtype.type(left if left > 0 else 0), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, correction=None):
    """The standard deviation, which divides by n - ddof."""
    _refuse_tensor(a, "std() received an invalid combination of arguments")
    return _into(sqrt(var(a, axis, dtype, None, ddof, keepdims, correction)), out)


def _extreme(a, axis, keepdims, f, name):
    t = _numpy.tensor(a)
    if t.numel() == 0:
        raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
    if t.dtype == torch.bool:
        return _numpy.result(_numpy.tensor(_over(t.long(), axis, keepdims, f)).bool())
    return _over(t, axis, keepdims, f)


def max(a, axis=None, out=None, keepdims=False, initial=None):
    """The largest element over an axis, several, or all."""
    _refuse_tensor(a, "max(): argument 'dim' must be int, not NoneType")
    made = _extreme(a, axis, keepdims, torch.amax, "maximum")
    return _into(made if initial is None else maximum(made, made.dtype.type(initial)), out)


def min(a, axis=None, out=None, keepdims=False, initial=None):
    """The smallest element over an axis, several, or all."""
    _refuse_tensor(a, "min(): argument 'dim' must be int, not NoneType")
    made = _extreme(a, axis, keepdims, torch.amin, "minimum")
    return _into(made if initial is None else minimum(made, made.dtype.type(initial)), out)


def amax(a, axis=None, out=None, keepdims=False):
    """As max."""
    return max(a, axis, out, keepdims)


def amin(a, axis=None, out=None, keepdims=False):
    """As min."""
    return min(a, axis, out, keepdims)


def ptp(a, axis=None, out=None, keepdims=False):
    """How far the largest element is from the smallest."""
    return _into(max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims), out)


def _place(a, axis, keepdims, f, name):
    t = _numpy.tensor(a)
    t = t.long() if t.dtype == torch.bool else t
    if t.numel() == 0:
        raise ValueError(f"attempt to get {name} of an empty sequence")
    if axis is None:
        made = f(t.reshape(-1), dim=0)
        return _numpy.result(made.reshape([1] * t.ndim) if keepdims else made)
    return _numpy.result(f(t, dim=_axis(axis, t.ndim), keepdim=bool(keepdims)))


def argmax(a, axis=None, out=None, keepdims=False):
    """The place of the largest element."""
    if isinstance(a, torch.Tensor):
        return torch.argmax(a, axis, keepdims)
    return _into(_place(a, axis, keepdims, torch.argmax, "argmax"), out)


def argmin(a, axis=None, out=None, keepdims=False):
    """The place of the smallest element."""
    if isinstance(a, torch.Tensor):
        return torch.argmin(a, axis, keepdims)
    return _into(_place(a, axis, keepdims, torch.argmin, "argmin"), out)


def all(a, axis=None, out=None, keepdims=False):
    """Whether all elements are true."""
    _refuse_tensor(a, "all() received an invalid combination of arguments")
    return _into(_over(_numpy.tensor(a).bool(), axis, keepdims, torch.all), out)


def any(a, axis=None, out=None, keepdims=False):
    """Whether any element is true."""
    _refuse_tensor(a, "any() received an invalid combination of arguments")
    return _into(_over(_numpy.tensor(a).bool(), axis, keepdims, torch.any), out)


def count_nonzero(a, axis=None, keepdims=False):
    """How many elements are not 0."""
    made = sum(asarray(a) != 0, axis, keepdims=keepdims)
    return int(made) if axis is None and not keepdims else made


def cumsum(a, axis=None, dtype=None):
    """Running sums: each element is the sum of those up to it."""
    if isinstance(a, torch.Tensor):
        return torch.cumsum(a.reshape(-1) if axis is None else a, 0 if axis is None else axis)
    t = _in(_wide(_numpy.tensor(a), dtype), dtype)
    return _array(torch.cumsum(t.reshape(-1), 0) if axis is None else torch.cumsum(t, _axis(axis, t.ndim)))


def cumprod(a, axis=None, dtype=None):
    """Running products: each element is the product of those up to it."""
    t = _in(_wide(_numpy.tensor(a), dtype), dtype)
    t = t.reshape(-1) if axis is None else t
    place = 0 if axis is None else _axis(axis, t.ndim)
    parts = []
    for part in torch.unbind(t, place):
        parts.append(part if len(parts) == 0 else parts[-1] * part)
    return _array(torch.stack(parts, place) if len(parts) > 0 else t.clone())


def diff(a, n=1, axis=-1):
    """What is between each element and the next."""
    a = asarray(a)
    place = _axis(axis, a.ndim)
    for _ in range(n if n < a.shape[place] else a.shape[place]):
        front = tuple([slice(None)] * place + [slice(1, None)])
        back = tuple([slice(None)] * place + [slice(None, -1)])
        a = a[front] != a[back] if a.dtype == bool_ else a[front] - a[back]
    return a


def _without_nan(a, instead):
    a = asarray(a)
    return where(isnan(a), a.dtype.type(instead), a) if issubdtype(a.dtype, floating) else a


def _count_of_numbers(a, axis, keepdims):
    a = asarray(a)
    count = sum(logical_not(isnan(a)), axis, keepdims=keepdims)
    return count.astype(a.dtype) if issubdtype(a.dtype, floating) else count


def nansum(a, axis=None, keepdims=False):
    """The sum without what is nan."""
    return sum(_without_nan(a, 0), axis, keepdims=keepdims)


def nanmean(a, axis=None, keepdims=False):
    """The mean without what is nan."""
    return nansum(a, axis, keepdims) / _count_of_numbers(a, axis, keepdims)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    """The variance without what is nan."""
    a = asarray(a)
    apart = a - nanmean(a, axis, True)
    count = _count_of_numbers(a, axis, keepdims)
    return nansum(apart * apart, axis, keepdims) / (count - count.dtype.type(ddof))


def nanstd(a, axis=None, ddof=0, keepdims=False):
    """The standard deviation without what is nan."""
    return sqrt(nanvar(a, axis, ddof, keepdims))


def _nan_extreme(a, axis, keepdims, of, instead):
    a = asarray(a)
    if not issubdtype(a.dtype, floating):
        return of(a, axis, keepdims=keepdims)
    found = of(_without_nan(a, instead), axis, keepdims=keepdims)
    return where(all(isnan(a), axis, keepdims=keepdims), a.dtype.type(nan), found)[()]


def nanmax(a, axis=None, keepdims=False):
    """The largest element that is not nan."""
    return _nan_extreme(a, axis, keepdims, max, -inf)


def nanmin(a, axis=None, keepdims=False):
    """The smallest element that is not nan."""
    return _nan_extreme(a, axis, keepdims, min, inf)


def nanmedian(a, axis=None):
    """The element in the middle, without what is nan."""
    if axis is not None:
        _refuse("nanmedian along an axis is not supported here", "write it for each row")
    flat = ravel(a)
    return median(flat[logical_not(isnan(flat))])


def nanargmax(a, axis=None):
    """The place of the largest element that is not nan."""
    return argmax(where(isnan(asarray(a)), -inf, a), axis)


def nanargmin(a, axis=None):
    """The place of the smallest element that is not nan."""
    return argmin(where(isnan(asarray(a)), inf, a), axis)


def median(a, axis=None, keepdims=False):
    """The element in the middle, or the mean of the two there."""
    flat, shape = _in_order(a, axis, keepdims)
    middle = flat.shape[-1] // 2
    if flat.shape[-1] == 0:
        return mean(a, axis, keepdims=keepdims)
    made = flat[..., middle] if flat.shape[-1] % 2 == 1 else (flat[..., middle - 1] + flat[..., middle]) / 2
    made = torch.where(torch.isnan(flat[..., -1]), flat[..., -1], made)
    return _numpy.result(made.reshape(shape))


def _in_order(a, axis, keepdims):
    """The elements over some axes in order along a last one, and the shape of what is made of each row."""
    t = _real(_numpy.tensor(a))
    axes = _axes(axis, t.ndim)
    rest = [one for one in range(t.ndim) if one not in axes]
    sizes = [t.shape[one] for one in rest]
    flat = torch.sort(t.permute(*(rest + list(axes))).reshape(sizes + [-1]), dim=-1).values
    return flat, [1 if one in axes else t.shape[one] for one in range(t.ndim)] if keepdims else sizes


def percentile(a, q, axis=None, keepdims=False, method="linear"):
    """The number below which q percent of the elements are."""
    return quantile(a, divide(q, 100), axis, keepdims, method)


def quantile(a, q, axis=None, keepdims=False, method="linear"):
    """The number below which the part q of the elements is."""
    if method != "linear":
        _refuse(f"quantile(method='{method}') is not supported here", "only 'linear' is")
    a, q = asarray(a), asarray(q, float64)
    if asarray((q < 0) | (q > 1)).any():
        raise ValueError("Quantiles must be in the range [0, 1]")
    flat, shape = _in_order(a, axis, keepdims)
    places = (flat.shape[-1] - 1) * _numpy.tensor(q).reshape(-1)
    parts = []
    for place in places.tolist():
        below = math.floor(place)
        above = below + 1 if below + 1 < flat.shape[-1] else below
        part, low, high = place - below, flat[..., below], flat[..., above]
        # As NumPy does, from the nearer side.
        between = high - low
        parts.append(low + between * part if part < 0.5 else high - between * (1 - part))
    made = torch.stack(parts, 0).to(flat.dtype)
    return _numpy.result(made[0].reshape(shape) if q.ndim == 0 else made.reshape(list(q.shape) + shape))


# Shapes.


def shape(a):
    """The sizes of its axes."""
    return asarray(a).shape


def ndim(a):
    """How many axes it has."""
    return asarray(a).ndim


def size(a, axis=None):
    """How many elements it has, or how many along an axis."""
    return asarray(a).size if axis is None else asarray(a).shape[axis]


def reshape(a, shape, order="C"):
    """The same elements in another shape."""
    if isinstance(a, torch.Tensor):
        return a.reshape(_sizes(shape))
    if order != "C":
        _refuse(f"reshape(order='{order}') is not supported here", "write a.T.reshape(...).T")
    a = asarray(a)
    sizes = list(_sizes(shape))
    known, unknown = 1, 0
    for one in sizes:
        if one < 0:
            unknown += 1
        else:
            known *= one
    if unknown > 1:
        raise ValueError("can only specify one unknown dimension")
    fits = (known > 0 and a.size % known == 0) if unknown == 1 else known == a.size
    if not fits:
        raise ValueError(f"cannot reshape array of size {a.size} into shape {_text(['newaxis' if one < 0 else one for one in sizes])}")
    return _array(_numpy.tensor(a).reshape(sizes))


def ravel(a):
    """All elements in one axis."""
    return _array(_numpy.tensor(asarray(a)).contiguous().reshape(-1))


def transpose(a, axes=None):
    """The axes in another order; without one, turned around."""
    if isinstance(a, torch.Tensor):
        return a.permute(*(tuple(range(a.ndim))[::-1] if axes is None else tuple(axes)))
    a = asarray(a)
    order = tuple(range(a.ndim))[::-1] if axes is None else tuple(axes)
    if len(order) != a.ndim:
        raise ValueError("axes don't match array")
    return _array(_numpy.tensor(a).permute(*[_axis(one, a.ndim) for one in order])) if a.ndim > 1 else a


def permute_dims(a, axes=None):
    """As transpose."""
    return transpose(a, axes)


def matrix_transpose(x):
    """The last two axes swapped."""
    return swapaxes(x, -1, -2)


def swapaxes(a, axis1, axis2):
    """Two axes swapped."""
    if isinstance(a, torch.Tensor):
        return a.transpose(axis1, axis2)
    a = asarray(a)
    return _array(_numpy.tensor(a).transpose(_axis(axis1, a.ndim), _axis(axis2, a.ndim)))


def moveaxis(a, source, destination):
    """Axes at other places."""
    return _array(torch.movedim(_numpy.tensor(asarray(a)), source, destination))


def rollaxis(a, axis, start=0):
    """An axis brought before another one."""
    a = asarray(a)
    axis = _axis(axis, a.ndim)
    return moveaxis(a, axis, start - 1 if start > axis else start)


def expand_dims(a, axis):
    """With a new axis of size 1."""
    a = asarray(a)
    axes = list(axis) if isinstance(axis, (tuple, list)) else [axis]
    t = _numpy.tensor(a)
    for one in sorted([_axis(one, a.ndim + len(axes)) for one in axes]):
        t = t.unsqueeze(one)
    return _array(t)


def squeeze(a, axis=None):
    """Without axes of size 1."""
    if isinstance(a, torch.Tensor):
        return a.squeeze() if axis is None else a.squeeze(axis)
    a = asarray(a)
    t = _numpy.tensor(a)
    if axis is None:
        return _array(t.squeeze())
    axes = _axes(axis, a.ndim)
    for one in axes:
        if a.shape[one] != 1:
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    for one in sorted(axes, reverse=True):
        t = t.squeeze(one)
    return _array(t)


def broadcast_to(array, shape):
    """The elements over and over, in a larger shape."""
    a = asarray(array)
    sizes = _sizes(shape)
    fits = len(sizes) >= a.ndim
    for place in range(1, a.ndim + 1 if fits else 1):
        fits = fits and a.shape[-place] in (1, sizes[-place])
    if not fits:
        _broadcasting(a.shape, sizes)
    return _numpy.read_only(torch.broadcast_to(_numpy.tensor(a), sizes))


def _broadcasting(shape, sizes):
    if len(sizes) < len(shape):
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    raise ValueError(f"operands could not be broadcast together with remapped shapes [original->remapped]: {_text(shape)}  and requested shape {_text(sizes)}")


def broadcast_shapes(*args):
    """The shape that several broadcast to."""
    return _added([zeros(shape) for shape in args]).shape


def _added(arrays):
    total = arrays[0]
    for array in arrays[1:]:
        total = total + array
    return total


def broadcast_arrays(*args):
    """Several arrays in the shape that they broadcast to."""
    arrays = [asarray(one) for one in args]
    shape = _added([zeros(one.shape) for one in arrays]).shape
    return tuple(broadcast_to(one, shape) for one in arrays)


def atleast_1d(*arys):
    """With at least one axis."""
    made = tuple(asarray(a).reshape(1) if asarray(a).ndim == 0 else asarray(a) for a in arys)
    return made[0] if len(made) == 1 else made


def atleast_2d(*arys):
    """With at least two axes."""
    made = tuple(asarray(a) if asarray(a).ndim > 1 else asarray(a).reshape(1, -1) for a in arys)
    return made[0] if len(made) == 1 else made


def _arrays(arrays):
    made = [asarray(a) for a in arrays]
    if len(made) == 0:
        raise ValueError("need at least one array to concatenate")
    dtype = made[0].dtype
    for a in made[1:]:
        dtype = _numpy.promote(dtype, a.dtype)
    return [a.astype(dtype) if a.dtype != dtype else a for a in made]


def concatenate(arrays, axis=0, out=None, dtype=None):
    """Arrays behind each other along an axis."""
    arrays = _arrays(arrays)
    if axis is None:
        arrays, axis = [a.ravel() for a in arrays], 0
    first = arrays[0]
    if first.ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = _axis(axis, first.ndim)
    for place, a in enumerate(arrays):
        if a.ndim != first.ndim:
            raise ValueError(
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{first.ndim} dimension(s) and the array at index {place} has {a.ndim} dimension(s)"
            )
        for one in range(a.ndim):
            if one != axis and a.shape[one] != first.shape[one]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along dimension "
                    f"{one}, the array at index 0 has size {first.shape[one]} and the array at index {place} has size {a.shape[one]}"
                )
    made = _array(torch.cat([_numpy.tensor(a) for a in arrays], axis))
    return _into(made if dtype is None else made.astype(dtype), out)


def concat(arrays, axis=0):
    """As concatenate."""
    return concatenate(arrays, axis)


def stack(arrays, axis=0):
    """Arrays of one shape along a new axis."""
    if len(arrays) == 0:
        raise ValueError("need at least one array to stack")
    arrays = _arrays(arrays)
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
    return _array(torch.stack([_numpy.tensor(a) for a in arrays], _axis(axis, arrays[0].ndim + 1)))


def vstack(tup):
    """Arrays below each other."""
    return concatenate([atleast_2d(a) for a in tup], 0)


def row_stack(tup):
    """As vstack."""
    return vstack(tup)


def hstack(tup):
    """Arrays beside each other."""
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(tup):
    """Arrays beside each other, each of one axis as a column."""
    return concatenate([asarray(a)[:, None] if asarray(a).ndim == 1 else asarray(a) for a in tup], 1)


def dstack(tup):
    """Arrays behind each other along a third axis."""
    arrays = [atleast_2d(a) for a in tup]
    return concatenate([a[:, :, None] if a.ndim == 2 else a for a in arrays], 2)


def array_split(ary, indices_or_sections, axis=0):
    """Parts of an array, of nearly one size."""
    a = asarray(ary)
    axis = _axis(axis, a.ndim)
    length = a.shape[axis]
    if isinstance(indices_or_sections, (int, integer)):
        count = int(indices_or_sections)
        if count <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = length // count, length % count
        bounds = [0]
        for place in range(count):
            bounds.append(bounds[-1] + each + (1 if place < extra else 0))
    else:
        bounds = [0] + [int(one) for one in indices_or_sections] + [length]
    before = [slice(None)] * axis
    return [a[tuple(before + [slice(bounds[place], bounds[place + 1])])] for place in range(len(bounds) - 1)]


def split(ary, indices_or_sections, axis=0):
    """Parts of one size, or between places."""
    a = asarray(ary)
    if isinstance(indices_or_sections, (int, integer)) and a.shape[_axis(axis, a.ndim)] % int(indices_or_sections) != 0:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, indices_or_sections, axis)


def vsplit(ary, indices_or_sections):
    """Parts below each other."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Parts beside each other."""
    return split(ary, indices_or_sections, 1 if asarray(ary).ndim > 1 else 0)


def repeat(a, repeats, axis=None):
    """Each element so many times."""
    if isinstance(a, torch.Tensor):
        return torch.repeat_interleave(a, repeats, axis)
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    repeats = int(repeats) if isinstance(repeats, (int, integer)) else _numpy.tensor(ravel(repeats))
    return _array(torch.repeat_interleave(_numpy.tensor(a), repeats, dim=_axis(axis, a.ndim)))


def tile(A, reps):
    """The whole array so many times."""
    return _array(torch.tile(_numpy.tensor(asarray(A)), _sizes(reps)))


def flip(m, axis=None):
    """Turned around along an axis, several, or all."""
    a = asarray(m)
    return _numpy.backwards(torch.flip(_numpy.tensor(a), _axes(axis, a.ndim)))


def flipud(m):
    """The last row first."""
    return flip(m, 0)


def fliplr(m):
    """The last column first."""
    return flip(m, 1)


def roll(a, shift, axis=None):
    """Shifted along an axis; what leaves comes in at the other end."""
    return _array(torch.roll(_numpy.tensor(asarray(a)), shift, axis) if axis is not None else torch.roll(_numpy.tensor(asarray(a)), shift))


def rot90(m, k=1, axes=(0, 1)):
    """Turned by a quarter, so many times."""
    a = asarray(m)
    for _ in range(k % 4):
        a = flip(swapaxes(a, axes[0], axes[1]), axes[0])
    return a


def pad(array, pad_width, mode="constant", constant_values=0):
    """With more elements at the ends of each axis."""
    a = asarray(array)
    if mode != "constant":
        _refuse(f"pad(mode='{mode}') is not supported here", "only 'constant' is")
    widths = asarray(pad_width)
    widths = [[int(widths), int(widths)]] * a.ndim if widths.ndim == 0 else broadcast_to(widths, (a.ndim, 2)).tolist()
    made = full([n + before + after for n, (before, after) in zip(a.shape, widths)], constant_values, a.dtype)
    made[tuple([slice(before, before + n) for n, (before, after) in zip(a.shape, widths)])] = a
    return made


def append(arr, values, axis=None):
    """A new array with more elements at its end."""
    if axis is None:
        return concatenate([ravel(arr), ravel(values)])
    return concatenate([arr, values], axis)


def delete(arr, obj, axis=None):
    """A new array without the elements at these places."""
    a = asarray(arr)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    if not isinstance(obj, slice) and asarray(obj).dtype == bool_:
        obj = flatnonzero(obj)
    gone = list(range(a.shape[axis]))[obj] if isinstance(obj, slice) else atleast_1d(obj).tolist()
    for place in gone:
        if place < -a.shape[axis] or place >= a.shape[axis]:
            raise IndexError(f"index {place} is out of bounds for axis {axis} with size {a.shape[axis]}")
    gone = [place % a.shape[axis] for place in gone]
    is_kept = [True] * a.shape[axis]
    for place in gone:
        is_kept[place] = False
    return take(a, asarray([place for place in range(a.shape[axis]) if is_kept[place]], int64), axis)


def insert(arr, obj, values, axis=None):
    """A new array with more elements before a place."""
    a = asarray(arr)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    place = int(obj) if not isinstance(obj, (list, tuple)) else _refuse("insert at several places is not supported here", "insert one by one")
    if place < -a.shape[axis] or place > a.shape[axis]:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {a.shape[axis]}")
    place = place + a.shape[axis] if place < 0 else place
    between = asarray(values, a.dtype)
    if between.ndim < a.ndim:
        sizes = [a.shape[one] for one in range(a.ndim)]
        sizes[axis] = between.size if a.ndim == 1 else 1
        between = broadcast_to(between if a.ndim == 1 else expand_dims(between, axis) if between.ndim == a.ndim - 1 else between, sizes)
    before = [slice(None)] * axis
    return concatenate([a[tuple(before + [slice(None, place)])], between, a[tuple(before + [slice(place, None)])]], axis)


def resize(a, new_shape):
    """The elements over and over, in another shape."""
    flat, sizes = ravel(a), _sizes(new_shape)
    count = math.prod(sizes)
    return flat[arange(count) % flat.size].reshape(sizes)


# Places.


def take(a, indices, axis=None):
    """The elements at these places."""
    a = asarray(a)
    if axis is None:
        return _scalar(a.ravel()[asarray(indices)])
    axis = _axis(axis, a.ndim)
    return a[tuple([slice(None)] * axis + [asarray(indices)])]


def take_along_axis(arr, indices, axis=-1):
    """Along an axis, the elements at the places that each row names."""
    a, places = asarray(arr), asarray(indices)
    axis = _axis(axis, a.ndim)
    sizes = [n if one == axis else a.shape[one] for one, n in enumerate(places.shape)]
    places = broadcast_to(where(places < 0, places + a.shape[axis], places), sizes)
    a = broadcast_to(a, [a.shape[one] if one == axis else n for one, n in enumerate(sizes)])
    return _array(torch.gather(_numpy.tensor(a), axis, _numpy.tensor(places).long()))


def put_along_axis(arr, indices, values, axis):
    """Along an axis, writes to the places that each row names."""
    grids = list(torch.meshgrid(*[torch.arange(n) for n in asarray(indices).shape], indexing="ij"))
    grids[axis] = _numpy.tensor(asarray(indices))
    arr[tuple([_array(grid) for grid in grids])] = values


def nonzero(a):
    """Where elements are not 0: the places along each axis."""
    if isinstance(a, torch.Tensor):
        return torch.nonzero(a)
    found = torch.nonzero(_numpy.tensor(atleast_1d(a)))
    return tuple(_array(found[:, axis].clone()) for axis in range(found.shape[1]))


def flatnonzero(a):
    """Where elements are not 0, counted row by row."""
    return nonzero(ravel(a))[0]


def argwhere(a):
    """Where elements are not 0: a row for each."""
    return _array(torch.nonzero(_numpy.tensor(asarray(a))))


def sort(a, axis=-1, kind=None, stable=None):
    """The elements in order along an axis."""
    t = _numpy.tensor(asarray(a))
    if axis is None:
        return _array(torch.sort(t.reshape(-1), dim=0).values)
    return _array(torch.sort(t, dim=_axis(axis, t.ndim)).values)


def argsort(a, axis=-1, kind=None, stable=None):
    """The places of the elements in order."""
    if isinstance(a, torch.Tensor):
        return torch.argsort(a, axis)
    t = _numpy.tensor(asarray(a))
    if axis is None:
        return _array(torch.argsort(t.reshape(-1), dim=0, stable=True))
    return _array(torch.argsort(t, dim=_axis(axis, t.ndim), stable=True))


def lexsort(keys, axis=-1):
    """The places of elements in the order of several keys, of which the last counts first."""
    order = arange(len(keys[0]))
    for key in keys:
        order = order[argsort(asarray(key)[order])]
    return order


def searchsorted(a, v, side="left"):
    """Where elements would go into an array that is in order."""
    a, v = asarray(a), asarray(v)
    t, wanted = _numpy.tensor(a), _numpy.tensor(v)[..., None]
    below = t < wanted if side == "left" else t <= wanted
    return _numpy.result(below.sum(-1))


def digitize(x, bins, right=False):
    """Between which bins each element lies."""
    bins = asarray(bins)
    if len(bins) > 1 and bins[0] > bins[-1]:
        _refuse("digitize with falling bins is not supported here", "write them in rising order")
    return searchsorted(bins, x, "left" if right else "right")


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """The different elements, in order."""
    if axis is not None:
        rows = [tuple(row) for row in asarray(ar).tolist()]
        if axis != 0 or return_index or return_inverse:
            _refuse("unique along an axis gives only the rows here", "write axis=0")
        counts = {}
        for row in rows:
            counts[row] = counts.get(row, 0) + 1
        found = sorted(counts)
        made = asarray(found, asarray(ar).dtype)
        return (made, asarray([counts[row] for row in found])) if return_counts else made
    flat = ravel(ar)
    order = argsort(flat)
    inorder = flat[order]
    differs = inorder[1:] != inorder[:-1]
    if issubdtype(flat.dtype, floating):
        differs = differs & ~(isnan(inorder[1:]) & isnan(inorder[:-1]))
    is_first = concatenate([asarray([True]), differs]) if flat.size > 0 else zeros(0, bool)
    made = [inorder[is_first]]
    if return_index:
        made.append(order[is_first])
    if return_inverse:
        inverse = zeros(flat.size, int64)
        inverse[order] = cumsum(is_first) - 1
        made.append(inverse.reshape(asarray(ar).shape))
    if return_counts:
        starts = concatenate([nonzero(is_first)[0], asarray([flat.size])])
        made.append(diff(starts))
    return made[0] if len(made) == 1 else tuple(made)


def isin(element, test_elements, invert=False):
    """Whether each element is among others."""
    wanted = _numpy.tensor(ravel(test_elements))
    found = (_numpy.tensor(asarray(element))[..., None] == wanted).any(-1)
    return _array(found.logical_not() if invert else found)


def setxor1d(ar1, ar2):
    """The elements that are in one of both only, in order."""
    a, b = unique(ar1), unique(ar2)
    return unique(concatenate([a[isin(a, b, True)], b[isin(b, a, True)]]))


def union1d(ar1, ar2):
    """The different elements of both, in order."""
    return unique(concatenate([ravel(ar1), ravel(ar2)]))


def intersect1d(ar1, ar2):
    """The elements that are in both, in order."""
    a = unique(ar1)
    return a[isin(a, ar2)]


def setdiff1d(ar1, ar2):
    """The elements of the first that are not in the second, in order."""
    a = unique(ar1)
    return a[isin(a, ar2, True)]


def bincount(x, weights=None, minlength=0):
    """How often each whole number comes."""
    t = _numpy.tensor(asarray(x))
    if t.numel() > 0 and t.min().item() < 0:
        raise ValueError("'list' argument must have no negative elements")
    if weights is None:
        return _array(torch.bincount(t.reshape(-1), minlength=minlength))
    count = int(max(x)) + 1 if t.numel() > 0 else 0
    places = arange(count if count > minlength else minlength)
    return sum((asarray(x)[:, None] == places) * asarray(weights, float64)[:, None], 0)


def histogram(a, bins=10, range=None, density=False, weights=None):
    """How many elements lie in each bin, and the bounds of the bins."""
    flat = ravel(a)
    if isinstance(bins, (int, integer)):
        low, high = (min(flat), max(flat)) if range is None else range
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        edges = linspace(float(low), float(high), int(bins) + 1)
    else:
        edges = asarray(bins)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    places = searchsorted(edges, flat[inside], "right") - 1
    places = minimum(places, len(edges) - 2)
    counts = bincount(places, None if weights is None else ravel(weights)[inside], len(edges) - 1)
    if density:
        counts = counts / diff(edges) / sum(counts)
    return counts, edges


def select(condlist, choicelist, default=0):
    """The elements of the first choice whose condition is true."""
    made = asarray(default)
    for place in range(len(condlist) - 1, -1, -1):
        made = where(condlist[place], choicelist[place], made)
    return made


def extract(condition, arr):
    """The elements where a condition is true."""
    return ravel(arr)[asarray(ravel(condition), bool)]


def compress(condition, a, axis=None):
    """The parts of an axis where a condition is true."""
    return take(a, flatnonzero(condition), axis)


def ix_(*args):
    """Places of several axes that make a grid."""
    made = []
    for place, one in enumerate(args):
        one = asarray(one)
        one = flatnonzero(one) if one.dtype == bool_ else one
        shape = [1] * len(args)
        shape[place] = one.size
        made.append(one.reshape(shape))
    return tuple(made)


def unravel_index(indices, shape):
    """The place along each axis of an element that is counted row by row."""
    rest = asarray(indices)
    count = math.prod(_sizes(shape))
    for place in ravel(rest).tolist():
        if place < 0 or place >= count:
            raise ValueError(f"index {place} is out of bounds for array with size {count}")
    made = []
    for n in reversed(_sizes(shape)):
        made.append(_scalar(asarray(rest % n)))
        rest = rest // n
    return tuple(made[::-1])


def ravel_multi_index(multi_index, dims):
    """The number of elements that are counted row by row."""
    made = 0
    for place, n in zip(multi_index, _sizes(dims)):
        if _any(one < 0 or one >= n for one in ravel(place).tolist()):
            raise ValueError("invalid entry in coordinates array")
        made = made * n + _given(place)
    return made


def ndindex(*shape):
    """All places of a shape, one after the other."""
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    count = math.prod(sizes)
    for number in range(count):
        place = []
        for n in reversed(sizes):
            place.append(number % n)
            number //= n
        yield tuple(place[::-1])


def ndenumerate(arr):
    """All places of an array, each with its element."""
    arr = asarray(arr)
    for place in ndindex(arr.shape):
        yield place, arr[place]


def partition(a, kth, axis=-1):
    """The elements with the smallest ones first; here they are all in order."""
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    """The places of the elements with the smallest ones first; here they are all in order."""
    return argsort(a, axis)


# Products.


def dot(a, b):
    """The product of two vectors or matrices."""
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    inner = a.shape[-1], b.shape[0] if b.ndim == 1 else b.shape[-2]
    if inner[0] != inner[1]:
        raise ValueError(f"shapes {_text(a.shape)} and {_text(b.shape)} not aligned: {inner[0]} (dim {a.ndim - 1}) != {inner[1]} (dim {b.ndim - 1 if b.ndim == 1 else b.ndim - 2})")
    if b.ndim <= 2:
        return a @ b
    return tensordot(a, b, ([a.ndim - 1], [b.ndim - 2]))


def matmul(x1, x2):
    """The matrix product."""
    return asarray(x1) @ asarray(x2)


def inner(a, b):
    """Products over the last axis of both."""
    a, b = asarray(a), asarray(b)
    if a.ndim > 0 and b.ndim > 0 and a.shape[-1] != b.shape[-1]:
        raise ValueError(f"shapes {_text(a.shape)} and {_text(b.shape)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[-1]} (dim {b.ndim - 1})")
    return a * b if a.ndim == 0 or b.ndim == 0 else tensordot(a, b, ([a.ndim - 1], [b.ndim - 1]))


def vdot(a, b):
    """The sum of all products of two elements."""
    return dot(ravel(a), ravel(b))


def outer(a, b):
    """All products of an element of a and one of b."""
    return ravel(a)[:, None] * ravel(b)


def kron(a, b):
    """All products of a part of a and the whole of b."""
    if asarray(a).ndim == 1 and asarray(b).ndim == 1:
        return ravel(outer(a, b))
    a, b = atleast_2d(a), atleast_2d(b)
    made = a[:, None, :, None] * b[None, :, None, :]
    return made.reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])


def cross(a, b, axis=-1):
    """The vector at right angles to two others."""
    x, y = _both(a, b)
    return _array(torch.stack([x[..., 1] * y[..., 2] - x[..., 2] * y[..., 1], x[..., 2] * y[..., 0] - x[..., 0] * y[..., 2], x[..., 0] * y[..., 1] - x[..., 1] * y[..., 0]], -1))


def tensordot(a, b, axes=2):
    """Products summed over several axes."""
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        of_a, of_b = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        of_a = [axes[0]] if isinstance(axes[0], int) else list(axes[0])
        of_b = [axes[1]] if isinstance(axes[1], int) else list(axes[1])
    of_a, of_b = [_axis(one, a.ndim) for one in of_a], [_axis(one, b.ndim) for one in of_b]
    for x, y in zip(of_a, of_b):
        if a.shape[x] != b.shape[y]:
            raise ValueError("shape-mismatch for sum")
    rest_a = [one for one in range(a.ndim) if one not in of_a]
    rest_b = [one for one in range(b.ndim) if one not in of_b]
    count = math.prod([a.shape[one] for one in of_a])
    x, y = transpose(a, rest_a + of_a).reshape(-1, count), transpose(b, of_b + rest_b).reshape(count, -1)
    return _scalar((x @ y).reshape([a.shape[one] for one in rest_a] + [b.shape[one] for one in rest_b]))


def einsum(subscripts, *operands, optimize=False):
    """Products and sums over the axes that letters name."""
    arrays = _arrays(operands)
    return _numpy.result(torch.einsum(subscripts, *[_numpy.tensor(a) for a in arrays]))


def trace(a, offset=0):
    """The sum of the diagonal."""
    return sum(diagonal(a, offset), -1)


def convolve(a, v, mode="full"):
    """The sums of products where one array is shifted along the other, turned around."""
    a, v = _arrays([atleast_1d(a), atleast_1d(v)])
    if len(v) > len(a):
        a, v = v, a
    made = zeros(len(a) + len(v) - 1, a.dtype)
    for place in range(len(v)):
        made[place:place + len(a)] += a * v[place]
    cut = {"full": 0, "same": (len(v) - 1) // 2, "valid": len(v) - 1}[mode]
    return made if mode == "full" else made[cut:cut + (len(a) if mode == "same" else len(a) - len(v) + 1)]


def interp(x, xp, fp):
    """Between the points (xp, fp), on a straight line."""
    xp, fp, x = asarray(xp, float64), asarray(fp, float64), asarray(x, float64)
    right = minimum(maximum(searchsorted(xp, x, "right"), 1), len(xp) - 1)
    left = right - 1
    slope = (fp[right] - fp[left]) / (xp[right] - xp[left])
    made = slope * (x - xp[left]) + fp[left]
    made = where(x <= xp[0], fp[0], where(x >= xp[-1], fp[-1], made))
    return _scalar(asarray(made))


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """How the rows go together."""
    m = m if y is None else vstack([m, y])
    x = atleast_2d(asarray(m)).astype(float64)
    x = x if rowvar or x.shape[0] == 1 else x.T
    ddof = (0 if bias else 1) if ddof is None else ddof
    x = x - mean(x, 1, keepdims=True)
    return squeeze(dot(x, x.T) * (1 / (x.shape[1] - ddof)))


def corrcoef(x, y=None):
    """How the rows go together, between -1 and 1."""
    c = cov(x if y is None else vstack([x, y]))
    spread = sqrt(diag(c))
    return c / spread[:, None] / spread[None, :]


def gradient(f):
    """The slope at each place, from its neighbours."""
    f = asarray(f, float64)
    if f.ndim != 1:
        _refuse("gradient is supported here for arrays of one axis only", "take it row by row")
    if f.size < 2:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    middle = (f[2:] - f[:-2]) / 2.0
    return concatenate([f[1:2] - f[:1], middle, f[-1:] - f[-2:-1]])


def trapezoid(y, x=None, dx=1.0):
    """The area below the points, between straight lines."""
    y = asarray(y, float64)
    widths = dx if x is None else diff(asarray(x, float64))
    return sum(widths * (y[1:] + y[:-1]) / 2.0)


def polyval(p, x):
    """A polynomial at places; its first number is that of the highest power."""
    x = asarray(x)
    made = zeros_like(x)
    for one in asarray(p):
        made = made * x + one
    return _given(made)


class _Columns:
    def __getitem__(self, key):
        parts = [_part(one) for one in (key if isinstance(key, tuple) else (key,))]
        return column_stack(parts)


class _Rows:
    def __getitem__(self, key):
        return concatenate([atleast_1d(_part(one)) for one in (key if isinstance(key, tuple) else (key,))])


def _part(one):
    if not isinstance(one, slice):
        return one
    return arange(0 if one.start is None else one.start, one.stop, 1 if one.step is None else one.step)


c_ = _Columns()
r_ = _Rows()


def fromiter(iter, dtype, count=-1):
    """An array of what comes one after the other."""
    return asarray(list(iter), dtype)


def fromfunction(function, shape, dtype=float64):
    """What a function gives for the places of a shape."""
    return function(*[grid.astype(dtype) for grid in indices(shape)])


# Functions of functions, texts and the rest.


def vectorize(pyfunc, otypes=None):
    """A function that is called for each element."""

    def each(*args):
        arrays = broadcast_arrays(*args)
        made = [pyfunc(*items) for items in zip(*[[_given(x) for x in ravel(a)] for a in arrays])]
        dtype = otypes[0] if otypes is not None else asarray(made[0]).dtype if len(made) > 0 else None
        return _given(asarray(made).astype(dtype).reshape(arrays[0].shape) if dtype is not None else asarray(made))

    return each


def apply_along_axis(func1d, axis, arr, *args):
    """A function of each row along an axis."""
    moved = moveaxis(asarray(arr), axis, -1)
    rows = [func1d(row, *args) for row in moved.reshape(-1, moved.shape[-1])]
    made = asarray(rows)
    made = made.reshape(list(moved.shape[:-1]) + list(made.shape[1:]))
    return moveaxis(made, -1, axis) if made.ndim == moved.ndim else made


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, formatter=None, floatmode=None):
    """How this cell prints arrays from now on."""
    if formatter is not None or floatmode is not None:
        _refuse("set_printoptions takes no formatter and no floatmode here", "leave it out, or write an f-string")
    _numpy.print_options(precision, threshold if threshold is None or threshold < 10 ** 15 else 10 ** 15, edgeitems, linewidth, suppress)


def get_printoptions():
    """How this cell prints arrays."""
    return _numpy.get_print_options()


class printoptions:
    """For `with`: how its block prints arrays."""

    def __init__(self, precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None):
        self._given = (precision, threshold, edgeitems, linewidth, suppress)

    def __enter__(self):
        before = get_printoptions()
        self._before = (before["precision"], before["threshold"], before["edgeitems"], before["linewidth"], before["suppress"])
        _numpy.print_options(*self._given)
        return get_printoptions()

    def __exit__(self, *error):
        _numpy.print_options(*self._before)


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", threshold=None, edgeitems=None):
    """An array as text."""
    with printoptions(precision, threshold, edgeitems, max_line_width, suppress_small):
        return _numpy.text(asarray(a), separator)


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """An array as print shows it."""
    return array2string(a, max_line_width, precision, suppress_small)


def array_repr(arr):
    """An array as it would be written."""
    return repr(asarray(arr))


def _check_warnings(kinds):
    if _any(kinds[kind] not in ("ignore", "warn") for kind in kinds):
        _refuse("NumPy's warnings are not raised here", "look for what is wrong: np.isfinite(x).all()")


class errstate:
    """For `with`: no warnings are shown here."""

    def __init__(self, **kwargs):
        _check_warnings(kwargs)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


def seterr(**kwargs):
    """Read, and without effect: no warnings are shown here."""
    _check_warnings(kwargs)
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def isscalar(element):
    """Whether a value is a number or a text."""
    return isinstance(element, (int, float, str, generic))


def iterable(y):
    """Whether a value can be gone through."""
    return isinstance(y, (list, tuple, dict, set, str)) or isinstance(y, ndarray) and y.ndim > 0
