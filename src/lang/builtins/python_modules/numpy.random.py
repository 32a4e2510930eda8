# numpy.random: the same numbers for the same seed, of the old functions and of default_rng. What is drawn comes from `_random`; a
# function of the module draws from the numbers of the cell that calls it.

import math
import numpy as np
import _random


def _count(size):
    count = 1
    for n in [size] if isinstance(size, int) else size:
        count *= n
    return count


def _size_for(size, a, b):
    if size is None and (isinstance(a, np.ndarray) or isinstance(b, np.ndarray)):
        return tuple((a + b).shape)
    return size


def _items(a):
    if isinstance(a, (list, tuple)) and any(isinstance(item, str) for item in a):
        _random.refuse(
            "NumPy would make an array of strings, and tensors hold only numbers",
            "draw places: names[np.random.choice(len(names))], or use random.choice and random.sample",
        )
    return np.array(a)


class _Draws:
    def normal(self, loc=0.0, scale=1.0, size=None):
        if isinstance(scale, (int, float)) and scale < 0:
            raise ValueError("scale < 0")
        return loc + scale * self.standard_normal(_size_for(size, loc, scale))

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * self.random(_size_for(size, low, high))

    def standard_normal(self, size=None):
        return _random.normals(self._words, size)

    def random(self, size=None):
        return _random.doubles(self._words, size)

    def permutation(self, x):
        if isinstance(x, int):
            return _random.order(self._words, x)
        x = _items(x)
        return x[_random.order(self._words, len(x))]

    def shuffle(self, x):
        order = _random.order(self._words, len(x))
        x[:] = [x[i] for i in order.tolist()] if isinstance(x, list) else x[order]

    def _whole(self, low, high, size, dtype, endpoint):
        if high is None:
            low, high = 0, low
        most = high if endpoint else high - 1
        if low > most:
            if endpoint:
                raise ValueError("low > high")
            raise ValueError("high <= 0" if low == 0 else "low >= high")
        return _random.integers(self._words, low, most, size, dtype)

    def _chosen(self, a, size, replace, p, shuffle):
        count = 1 if size is None else _count(size)
        if isinstance(a, int):
            n = a
            if n <= 0 and count != 0:
                raise ValueError("a must be greater than 0 unless no samples are taken")
        else:
            a = a if size is None and isinstance(a, (list, tuple)) else _items(a)
            if self._IS_FLAT and isinstance(a, np.ndarray) and a.ndim != 1:
                raise ValueError("a must be 1-dimensional")
            n = len(a)
            if n == 0 and count != 0:
                raise ValueError("'a' cannot be empty unless no samples are taken")
        if p is not None:
            p = np.array(p, dtype=np.float64)
            if p.ndim != 1:
                raise ValueError("'p' must be 1-dimensional")
            if len(p) != n:
                raise ValueError(self._SIZES)
            if bool((p < 0).any()):
                raise ValueError(self._NEGATIVE)
            if abs(math.fsum(p.tolist()) - 1.0) > 1.4901161193847656e-08:
                raise ValueError(self._SUM)
        if not replace and count > n:
            raise ValueError(self._TOO_MANY)
        if p is not None:
            places = _random.weighted(self._words, p, count, replace)
        elif replace:
            places = _random.integers(self._words, 0, n - 1, count, np.int64)
        else:
            places = self._distinct(n, count, shuffle)
        if size is None:
            place = places.tolist()[0]
            item = a if isinstance(a, int) else a[place]
            is_number = isinstance(item, (int, float)) and not isinstance(item, np.generic)
            return place if isinstance(a, int) else np.asarray(item)[()] if is_number else item
        places = places.reshape(size)
        return places if isinstance(a, int) else a[places]


class RandomState(_Draws):
    """The old random numbers, with a state of their own."""

    _IS_FLAT = True
    _SIZES = "'a' and 'p' must have same size"
    _NEGATIVE = "probabilities are not non-negative"
    _SUM = "probabilities do not sum to 1"
    _TOO_MANY = "Cannot take a larger sample than population when 'replace=False'"

    def __init__(self, seed=None):
        self._words = _random.numpy(seed)

    def seed(self, seed=None):
        _random.reseed_numpy(self._words, seed)

    def random_sample(self, size=None):
        return self.random(size)

    def rand(self, *args):
        return self.random(args if len(args) > 0 else None)

    def randn(self, *args):
        return self.standard_normal(args if len(args) > 0 else None)

    def randint(self, low, high=None, size=None, dtype=int):
        return self._whole(low, high, size, dtype, False)

    def choice(self, a, size=None, replace=True, p=None):
        return self._chosen(a, size, replace, p, True)

    def _distinct(self, n, count, shuffle):
        return _random.order(self._words, n)[:count]


class Generator(_Draws):
    """The random numbers of default_rng."""

    _IS_FLAT = False
    _SIZES = "a and p must have same size"
    _NEGATIVE = "Probabilities are not non-negative"
    _SUM = "Probabilities do not sum to 1. See Notes section of docstring for more information."
    _TOO_MANY = "Cannot take a larger sample than population when replace is False"

    def __init__(self, words):
        self._words = words

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        drawn = self._whole(low, high, size, dtype, endpoint)
        return np.asarray(drawn, dtype)[()] if size is None and dtype is not int else drawn

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if axis != 0:
            _random.refuse("choice draws rows only", "swap the axes: rng.choice(x.T, ...)")
        return self._chosen(a, size, replace, p, shuffle)

    def _distinct(self, n, count, shuffle):
        return _random.distinct(self._words, n, count, shuffle)


def default_rng(seed=None):
    """The newer random numbers: a generator with a state of its own, from a seed."""
    return seed if isinstance(seed, Generator) else Generator(_random.pcg(seed))


class _OfCell(RandomState):
    def __init__(self):
        self._words = _random.of_cell("numpy.random")


_cell = _OfCell()


def seed(seed=None):
    """Starts the random numbers of this cell."""
    _cell.seed(seed)


def rand(*args):
    """Real numbers from 0 up to, but without, 1, in an array of these sizes."""
    return _cell.rand(*args)


def randn(*args):
    """Normal numbers of mean 0 and standard deviation 1, in an array of these sizes."""
    return _cell.randn(*args)


def random(size=None):
    """Real numbers from 0 up to, but without, 1."""
    return _cell.random(size)


def random_sample(size=None):
    """The same."""
    return _cell.random(size)


def standard_normal(size=None):
    """Normal numbers of mean 0 and standard deviation 1."""
    return _cell.standard_normal(size)


def normal(loc=0.0, scale=1.0, size=None):
    """Normal numbers of mean loc and standard deviation scale."""
    return _cell.normal(loc, scale, size)


def uniform(low=0.0, high=1.0, size=None):
    """Real numbers from low up to, but without, high."""
    return _cell.uniform(low, high, size)


def randint(low, high=None, size=None, dtype=int):
    """Whole numbers from low up to, but without, high; from 0 if one is given."""
    return _cell.randint(low, high, size, dtype)


def permutation(x):
    """The rows of an array, or the numbers below x, in a random order."""
    return _cell.permutation(x)


def shuffle(x):
    """Puts the rows of an array, or the items of a list, in a random order."""
    _cell.shuffle(x)


def choice(a, size=None, replace=True, p=None):
    """Items of an array, or numbers below a, with the given probabilities."""
    return _cell.choice(a, size, replace, p)
