# What is computed here is said of the call.
# The methods of NumPy's arrays and numbers. The evaluator binds them to an array.

import numpy as np
import torch
import _numpy
import _random


def _given(args):
    return args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args


def _sum(self, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    return np.sum(self, axis, dtype, out, keepdims, initial, where)


def _prod(self, axis=None, dtype=None, out=None, keepdims=False):
    return np.prod(self, axis, dtype, out, keepdims)


def _mean(self, axis=None, dtype=None, out=None, keepdims=False):
    return np.mean(self, axis, dtype, out, keepdims)


def _var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.var(self, axis, dtype, out, ddof, keepdims)


def _std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.std(self, axis, dtype, out, ddof, keepdims)


def _amax(self, axis=None, out=None, keepdims=False):
    return np.max(self, axis, out, keepdims)


def _amin(self, axis=None, out=None, keepdims=False):
    return np.min(self, axis, out, keepdims)


def _all(self, axis=None, out=None, keepdims=False):
    return np.all(self, axis, out, keepdims)


def _any(self, axis=None, out=None, keepdims=False):
    return np.any(self, axis, out, keepdims)


def _clip(self, min=None, max=None):
    return np.clip(self, min, max)


class ndarray:
    """An array of NumPy."""

    def astype(self, dtype, copy=True):
        if not copy and self.dtype == np.dtype(dtype):
            return self
        t = _numpy.tensor(self).to(_numpy.torch_dtype(dtype))
        return _kind(self, t.clone() if self.dtype == np.dtype(dtype) else t)

    def copy(self, order="C"):
        return _kind(self, _numpy.tensor(self).clone())

    def tolist(self):
        return _numpy.tensor(self).tolist()

    def item(self, *args):
        if len(args) > 0:
            return np.ravel(self)[args[0]].item() if len(args) == 1 and not isinstance(args[0], tuple) else self[_given(args)].item()
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return _numpy.tensor(self).item()

    def reshape(self, *shape, order="C"):
        return np.reshape(self, _given(shape), order)

    def resize(self, *new_shape):
        _random.refuse("an array is not resized in its place here", "write a = np.resize(a, shape)")

    def ravel(self, order="C"):
        return np.ravel(self)

    def flatten(self, order="C"):
        return _kind(np.asarray(self), _numpy.tensor(self).reshape(-1).clone())

    @property
    def flat(self):
        return iter(np.ravel(self))

    def transpose(self, *axes):
        return np.transpose(self, None if len(axes) == 0 or axes[0] is None else _given(axes))

    def swapaxes(self, axis1, axis2):
        return np.swapaxes(self, axis1, axis2)

    def squeeze(self, axis=None):
        return np.squeeze(self, axis)

    def repeat(self, repeats, axis=None):
        return np.repeat(self, repeats, axis)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        return np.diagonal(self, offset, axis1, axis2)

    def trace(self, offset=0):
        return np.trace(self, offset)

    sum = _sum
    prod = _prod
    mean = _mean
    var = _var
    std = _std
    max = _amax
    min = _amin

    def argmax(self, axis=None, out=None, keepdims=False):
        return np.argmax(self, axis, out, keepdims)

    def argmin(self, axis=None, out=None, keepdims=False):
        return np.argmin(self, axis, out, keepdims)

    all = _all
    any = _any

    def cumsum(self, axis=None, dtype=None):
        return np.cumsum(self, axis, dtype)

    def cumprod(self, axis=None, dtype=None):
        return np.cumprod(self, axis, dtype)

    def round(self, decimals=0):
        return np.round(self, decimals)

    clip = _clip

    def dot(self, b):
        return np.dot(self, b)

    def argsort(self, axis=-1, kind=None, stable=None):
        return np.argsort(self, axis)

    def sort(self, axis=-1, kind=None, stable=None):
        self[...] = np.sort(self, axis)

    def searchsorted(self, v, side="left"):
        return np.searchsorted(self, v, side)

    def nonzero(self):
        return np.nonzero(self)

    def take(self, indices, axis=None):
        return np.take(self, indices, axis)

    def fill(self, value):
        self[...] = value

    def view(self, dtype=None):
        if dtype is not None:
            _random.refuse("the bytes of an array are not read as another dtype here", "convert it: a.astype(dtype)")
        return self[...]

    def conj(self):
        return self

    def is_integer(self):
        return bool(self == np.floor(self))

    def __getitem__(self, key):
        return self[key]

    def __setitem__(self, key, value):
        self[key] = value

    def __len__(self):
        return len(self)

    def __array__(self, dtype=None):
        return np.asarray(self, dtype)


def _kind(like, t):
    return _numpy.result(t) if t.ndim > 0 or isinstance(like, np.generic) else _numpy.asarray(t, None)
