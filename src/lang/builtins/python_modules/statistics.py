# statistics: means, spreads and quantiles. As in CPython, sums are exact and only the result is rounded. So each number is held as
# an integer of any size times a power of two.

import math


class StatisticsError(ValueError):
    """Raised for data that has no such statistic."""


# An integer of any size is a list of digits of this many bits each, the lowest digit first.
_BITS = 24
_BASE = 1 << _BITS


def _digits(number):
    digits = []
    while number > 0:
        digits.append(number % _BASE)
        number //= _BASE
    return digits


def _carried(digits):
    # Brings each digit below the base, and drops zeros at the top.
    carry = 0
    for place, digit in enumerate(digits):
        carry += digit
        digits[place] = carry % _BASE
        carry //= _BASE
    digits = digits + _digits(carry)
    while len(digits) > 0 and digits[-1] == 0:
        digits.pop()
    return digits


def _shifted(digits, bits):
    factor = 1 << (bits % _BITS)
    return _carried([0] * (bits // _BITS) + [digit * factor for digit in digits]) if len(digits) > 0 else []


def _bit_length(digits):
    length = len(digits) * _BITS
    while length > 0 and digits[-1] >> (_BITS - 1 - (len(digits) * _BITS - length)) == 0:
        length -= 1
    return length


def _is_less(left, right):
    if len(left) != len(right):
        return len(left) < len(right)
    return left[::-1] < right[::-1]


def _combined(left, right, sign):
    # left + sign * right; it is not negative.
    size = max(len(left), len(right))
    left, right = left + [0] * (size - len(left)), right + [0] * (size - len(right))
    return _carried([one + sign * other for one, other in zip(left, right)])


def _multiplied(left, right):
    total = [0] * (len(left) + len(right))
    for start, digit in enumerate(left):
        for place, other in enumerate(right):
            total[start + place] += digit * other
    return _carried(total)


class _Exact:
    # sign * digits * 2**exponent.
    def __init__(self, sign, digits, exponent):
        self.sign = sign
        self.digits = digits
        self.exponent = exponent

    def _at(self, exponent):
        return _shifted(self.digits, self.exponent - exponent)

    def __add__(self, other):
        exponent = min(self.exponent, other.exponent)
        mine, others = self._at(exponent), other._at(exponent)
        if self.sign == other.sign:
            return _Exact(self.sign, _combined(mine, others, 1), exponent)
        if _is_less(mine, others):
            return _Exact(other.sign, _combined(others, mine, -1), exponent)
        return _Exact(self.sign, _combined(mine, others, -1), exponent)

    def __sub__(self, other):
        return self + _Exact(-other.sign, other.digits, other.exponent)

    def __mul__(self, other):
        return _Exact(self.sign * other.sign, _multiplied(self.digits, other.digits), self.exponent + other.exponent)

    def is_zero(self):
        return len(self.digits) == 0


def _exact(number):
    sign = -1 if number < 0 else 1
    if isinstance(number, int):
        return _Exact(sign, _digits(abs(int(number))), 0)
    if number == 0.0:
        return _Exact(1, [], 0)
    exponent = math.floor(math.log2(abs(number))) - 53
    return _Exact(sign, _digits(int(_scaled(abs(number), -exponent))), exponent)


def _scaled(number, exponent):
    # number * 2**exponent, in two steps: the power alone may be too large.
    half = exponent // 2
    return number * 2.0**half * 2.0 ** (exponent - half)


def _quotient(numerator, denominator):
    # Returns the float nearest to the quotient. It computes 57 bits; the last one is also set if any lower bit is.
    if numerator.is_zero():
        return 0.0
    shift = 56 - _bit_length(numerator.digits) + _bit_length(denominator.digits)
    rest = _shifted(numerator.digits, max(shift, 0))
    divisor = _shifted(denominator.digits, 57 + max(-shift, 0))
    bits = 0
    for _ in range(58):
        bits *= 2
        if not _is_less(rest, divisor):
            rest = _combined(rest, divisor, -1)
            bits += 1
        rest = _shifted(rest, 1)
    if len(rest) > 0:
        bits |= 1
    exponent = numerator.exponent - denominator.exponent - shift
    return numerator.sign * denominator.sign * _scaled(float(bits), exponent)


def _root(numerator, denominator):
    # Returns the float nearest to the square root of the quotient.
    root = math.sqrt(_quotient(numerator, denominator))
    if root == 0.0:
        return 0.0
    shift = 55 - math.floor(math.log2(root))
    bits = int(_scaled(root, shift)) - 32
    for step in (32, 16, 8, 4, 2, 1):
        if (numerator - _squared(bits + step, shift) * denominator).sign > 0:
            bits += step
    if not (numerator - _squared(bits, shift) * denominator).is_zero():
        bits |= 1
    return _scaled(float(bits), -shift)


def _squared(bits, shift):
    square = _exact(bits) * _exact(bits)
    return _Exact(1, square.digits, -2 * shift)


def _result(numerator, denominator, is_whole):
    value = _quotient(numerator, denominator)
    if is_whole and value == math.floor(value) and abs(value) < 2.0**62:
        whole = int(value)
        # A large float may miss the integer by a little.
        whole += int(_quotient(numerator - _exact(whole) * denominator, denominator))
        if (numerator - _exact(whole) * denominator).is_zero():
            return whole
    return value


class _Sums:
    # The exact sums of numbers and of their squares.
    def __init__(self, data, with_squares=False):
        self.count = 0
        self.is_whole = True
        self.special = None
        self.total = self.squares = _exact(0)
        for value in data:
            if not isinstance(value, (int, float)):
                raise TypeError(f"can't convert type '{type(value).__name__}' to numerator/denominator")
            self.count += 1
            self.is_whole = self.is_whole and isinstance(value, int)
            if not math.isfinite(value):
                self.special = value if self.special is None else self.special + value
            elif self.special is None:
                exact = _exact(value)
                self.total = self.total + exact
                if with_squares:
                    self.squares = self.squares + exact * exact


def mean(data):
    """Returns the arithmetic mean; the mean of integers is an integer if it is exact."""
    sums = _Sums(data)
    if sums.count < 1:
        raise StatisticsError("mean requires at least one data point")
    if sums.special is not None:
        return sums.special
    return _result(sums.total, _exact(sums.count), sums.is_whole)


def fmean(data, weights=None):
    """Returns the arithmetic mean as a float."""
    values = list(data)
    if len(values) == 0:
        raise StatisticsError("fmean requires at least one data point")
    if weights is None:
        return math.fsum(values) / len(values)
    weights = list(weights)
    if len(weights) != len(values):
        raise StatisticsError("data and weights must be the same length")
    total = _exact(0)
    for value, weight in zip(values, weights):
        total = total + _exact(value) * _exact(weight)
    divisor = math.fsum(weights)
    if divisor == 0:
        raise StatisticsError("sum of weights must be non-zero")
    return _quotient(total, _exact(1)) / divisor


def geometric_mean(data):
    """Returns the geometric mean: the number whose logarithm is the mean of the logarithms."""
    values = list(data)
    if len(values) == 0:
        raise StatisticsError("Must have a non-empty dataset")
    for value in values:
        if value < 0:
            raise StatisticsError("No negative inputs allowed", value)
    total = math.fsum([math.log(value) for value in values if value != 0])
    if any(value == 0 for value in values) and not math.isnan(total):
        return math.nan if total == math.inf else 0.0
    return math.exp(total / len(values))


def harmonic_mean(data, weights=None):
    """Returns the harmonic mean: the number whose reciprocal is the mean of the reciprocals."""
    values = list(data)
    if len(values) == 0:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if weights is not None and len(weights) != len(values):
        raise StatisticsError("Number of weights does not match data size")
    shares = [1] * len(values) if weights is None else list(weights)
    if weights is None and len(values) == 1 and values[0] >= 0:
        return values[0]
    is_negative = min(shares) < 0
    for share, value in zip(shares, values):
        if is_negative or value < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        if share != 0 and value == 0:
            return 0
    sums = _Sums([share / value if share != 0 else 0 for share, value in zip(shares, values)])
    if sums.total.is_zero():
        raise StatisticsError("Weighted sum must be positive")
    return _result(_Sums(shares).total, sums.total, sums.is_whole)


def median(data):
    """Returns the middle value, or the mean of the two in the middle."""
    values = _sorted(data)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 == 1 else (values[middle - 1] + values[middle]) / 2


def median_low(data):
    """Returns the middle value, or the smaller of the two in the middle."""
    values = _sorted(data)
    return values[(len(values) - 1) // 2]


def median_high(data):
    """Returns the middle value, or the greater of the two in the middle."""
    values = _sorted(data)
    return values[len(values) // 2]


def _sorted(data):
    values = sorted(data)
    if len(values) == 0:
        raise StatisticsError("no median for empty data")
    return values


def mode(data):
    """Returns the most frequent value; the first one if there are several."""
    values = multimode(data)
    if len(values) == 0:
        raise StatisticsError("no mode for empty data")
    return values[0]


def multimode(data):
    """Returns all of the most frequent values."""
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, number in counts.items() if number == most]


def quantiles(data, *, n=4, method="exclusive"):
    """Returns the n - 1 values that divide the data into n parts of equal size."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    values = sorted(data)
    size = len(values)
    if size < 2:
        if size == 0:
            raise StatisticsError("must have at least one data point")
        return values * (n - 1)
    if method not in ("inclusive", "exclusive"):
        raise ValueError(f"Unknown method: {method!r}")
    is_inclusive = method == "inclusive"
    steps = size - 1 if is_inclusive else size + 1
    cuts = []
    for number in range(1, n):
        place = number * steps // n
        if not is_inclusive:
            place = min(max(place, 1), size - 1)
        part = number * steps - place * n
        lower = place if is_inclusive else place - 1
        cuts.append((values[lower] * (n - part) + values[lower + 1] * part) / n)
    return cuts


def variance(data, xbar=None):
    """Returns the variance of a sample: its divisor is one less than the number of values."""
    return _spread("variance", data, xbar, 1, False)


def stdev(data, xbar=None):
    """Returns the standard deviation of a sample."""
    return _spread("stdev", data, xbar, 1, True)


def pvariance(data, mu=None):
    """Returns the variance of a whole population."""
    return _spread("pvariance", data, mu, 0, False)


def pstdev(data, mu=None):
    """Returns the standard deviation of a whole population."""
    return _spread("pstdev", data, mu, 0, True)


def _spread(name, data, center, missing, is_root):
    if center is None:
        sums = _Sums(data, True)
        # The sum of the squares about the mean, times the count.
        squares = _exact(sums.count) * sums.squares - sums.total * sums.total
        divisor = _exact(sums.count) * _exact(sums.count - missing)
    else:
        sums = _Sums([(value - center) * (value - center) for value in data])
        squares, divisor = sums.total, _exact(sums.count - missing)
    if sums.count <= missing:
        needed = "two data points" if missing == 1 else "one data point"
        raise StatisticsError(f"{name} requires at least {needed}")
    if sums.special is not None:
        return sums.special
    return _root(squares, divisor) if is_root else _result(squares, divisor, sums.is_whole)
