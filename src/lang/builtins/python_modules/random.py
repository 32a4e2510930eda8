# random, as Python has it: the same numbers for the same seed. What is drawn comes from `_random`; a function of the module draws from
# the numbers of the cell that calls it.

import math
import _random

_NV_MAGIC = 4 * math.exp(-0.5) / math.sqrt(2.0)
_LOG4 = math.log(4.0)
_SG_MAGIC = 1.0 + math.log(4.5)


def _bisect(bounds, x, low, high):
    while low < high:
        middle = (low + high) // 2
        if x < bounds[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _sums(numbers):
    total, sums = None, []
    for number in numbers:
        total = number if total is None else total + number
        sums.append(total)
    return sums


class Random:
    """Random numbers with a state of their own."""

    def __init__(self, x=None):
        self._words = _random.python(x)

    def seed(self, a=None, version=2):
        _random.reseed_python(self._words, a)

    def random(self):
        return _random.unit(self._words)

    def getrandbits(self, k):
        return _random.bits(self._words, k)

    def _randbelow(self, n):
        return _random.below(self._words, n)

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            if start > 0:
                return self._randbelow(start)
            raise ValueError("empty range for randrange()")
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._randbelow(width)
            raise ValueError(f"empty range for randrange() ({start}, {stop}, {width})")
        if step > 0:
            count = (width + step - 1) // step
        elif step < 0:
            count = (width + step + 1) // step
        else:
            raise ValueError("zero step for randrange()")
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._randbelow(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[math.floor(self.random() * n)] for _ in range(k)]
            if isinstance(weights, int):
                raise TypeError(f"The number of choices must be a keyword argument: k={weights}")
            cum_weights = _sums(weights)
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not math.isfinite(total):
            raise ValueError("Total of weights must be finite")
        return [population[_bisect(cum_weights, self.random() * total, 0, n - 1)] for _ in range(k)]

    def shuffle(self, x):
        if isinstance(x, list):
            x[:] = [x[i] for i in _random.shuffled(self._words, len(x))]
            return
        for i in reversed(range(1, len(x))):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, dict)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            sums = _sums(counts)
            if len(sums) != n:
                raise ValueError("The number of counts does not match the population")
            total = sums.pop()
            if not isinstance(total, int):
                raise TypeError("Counts must be integers")
            if total <= 0:
                raise ValueError("Total of counts must be greater than zero")
            return [population[_bisect(sums, s, 0, len(sums))] for s in self.sample(range(total), k)]
        if k < 0 or k > n:
            raise ValueError("Sample larger than population or is negative")
        return [population[i] for i in _random.sampled(self._words, n, k)]

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if mode is None:
            c = 0.5
        elif high == low:
            return low
        else:
            c = (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * math.sqrt(u * c)

    def gauss(self, mu=0.0, sigma=1.0):
        return mu + _random.gauss(self._words) * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = _NV_MAGIC * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -math.log(1.0 - self.random()) / lambd

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha > 1.0:
            ainv = math.sqrt(2.0 * alpha - 1.0)
            bbb = alpha - _LOG4
            ccc = alpha + ainv
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = math.log(u1 / (1.0 - u1)) / ainv
                x = alpha * math.exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + _SG_MAGIC - 4.5 * z >= 0.0 or r >= math.log(z):
                    return x * beta
        if alpha == 1.0:
            return -math.log(1.0 - self.random()) * beta
        while True:
            u = self.random()
            b = (math.e + alpha) / math.e
            p = b * u
            x = p ** (1.0 / alpha) if p <= 1.0 else -math.log((b - p) / alpha)
            u1 = self.random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    return x * beta
            elif u1 <= math.exp(-x):
                return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y != 0.0 else 0.0

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-math.log(1.0 - self.random())) ** (1.0 / beta)


class _OfCell(Random):
    def __init__(self):
        self._words = _random.of_cell("random")


_cell = _OfCell()


def seed(a=None, version=2):
    """Starts the random numbers of this cell: from a whole number, a real one or a text."""
    _cell.seed(a)


def random():
    """A real number from 0 up to, but without, 1."""
    return _cell.random()


def getrandbits(k):
    """A whole number of k bits."""
    return _cell.getrandbits(k)


def randrange(start, stop=None, step=1):
    """A number of range(start, stop, step)."""
    return _cell.randrange(start, stop, step)


def randint(a, b):
    """A whole number from a to b, both included."""
    return _cell.randint(a, b)


def choice(seq):
    """An item of a sequence."""
    return _cell.choice(seq)


def choices(population, weights=None, *, cum_weights=None, k=1):
    """A list of k items, each drawn from all, with the given weights."""
    return _cell.choices(population, weights, cum_weights=cum_weights, k=k)


def shuffle(x):
    """Puts the items of a list in a random order."""
    _cell.shuffle(x)


def sample(population, k, *, counts=None):
    """A list of k different items."""
    return _cell.sample(population, k, counts=counts)


def uniform(a, b):
    """A real number from a to b."""
    return _cell.uniform(a, b)


def triangular(low=0.0, high=1.0, mode=None):
    """A real number from low to high, most often near mode."""
    return _cell.triangular(low, high, mode)


def gauss(mu=0.0, sigma=1.0):
    """A normal number of mean mu and standard deviation sigma."""
    return _cell.gauss(mu, sigma)


def normalvariate(mu=0.0, sigma=1.0):
    """The same by another method."""
    return _cell.normalvariate(mu, sigma)


def lognormvariate(mu, sigma):
    """A number whose logarithm is normal."""
    return _cell.lognormvariate(mu, sigma)


def expovariate(lambd):
    """An exponential number of mean 1 / lambd."""
    return _cell.expovariate(lambd)


def gammavariate(alpha, beta):
    """A number of the gamma distribution."""
    return _cell.gammavariate(alpha, beta)


def betavariate(alpha, beta):
    """A number of the beta distribution."""
    return _cell.betavariate(alpha, beta)


def paretovariate(alpha):
    """A number of the Pareto distribution."""
    return _cell.paretovariate(alpha)


def weibullvariate(alpha, beta):
    """A number of the Weibull distribution."""
    return _cell.weibullvariate(alpha, beta)
