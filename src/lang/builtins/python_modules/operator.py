# operator: the operators as functions.


def add(a, b):
    """Returns a + b."""
    return a + b


def sub(a, b):
    """Returns a - b."""
    return a - b


def mul(a, b):
    """Returns a * b."""
    return a * b


def truediv(a, b):
    """Returns a / b."""
    return a / b


def floordiv(a, b):
    """Returns a // b."""
    return a // b


def mod(a, b):
    """Returns a % b."""
    return a % b


def pow(a, b):
    """Returns a ** b."""
    return a ** b


def matmul(a, b):
    """Returns a @ b."""
    return a @ b


def and_(a, b):
    """Returns a & b."""
    return a & b


def or_(a, b):
    """Returns a | b."""
    return a | b


def xor(a, b):
    """Returns a ^ b."""
    return a ^ b


def lshift(a, b):
    """Returns a << b."""
    return a << b


def rshift(a, b):
    """Returns a >> b."""
    return a >> b


def eq(a, b):
    """Returns whether a == b."""
    return a == b


def ne(a, b):
    """Returns whether a != b."""
    return a != b


def lt(a, b):
    """Returns whether a < b."""
    return a < b


def le(a, b):
    """Returns whether a <= b."""
    return a <= b


def gt(a, b):
    """Returns whether a > b."""
    return a > b


def ge(a, b):
    """Returns whether a >= b."""
    return a >= b


def is_(a, b):
    """Returns whether a is b."""
    return a is b


def is_not(a, b):
    """Returns whether a is not b."""
    return a is not b


def neg(a):
    """Returns -a."""
    return -a


def pos(a):
    """Returns +a."""
    return +a


def invert(a):
    """Returns ~a."""
    return ~a


def not_(a):
    """Returns whether an object is false."""
    return not a


def truth(a):
    """Returns whether an object is true."""
    return True if a else False


def index(a):
    """Returns an integer as it is, or what `__index__` makes of an object."""
    if isinstance(a, int):
        return int(a)
    if hasattr(a, "__index__"):
        return a.__index__()
    raise TypeError(f"'{type(a).__name__}' object cannot be interpreted as an integer")


def contains(a, b):
    """Returns whether b is in a."""
    return b in a


def countOf(a, b):
    """Counts the items of a that equal b."""
    return sum([1 for item in a if item is b or item == b])


def indexOf(a, b):
    """Returns the first place of b in a."""
    for place, item in enumerate(a):
        if item is b or item == b:
            return place
    raise ValueError("sequence.index(x): x not in sequence")


def getitem(a, b):
    """Returns a[b]."""
    return a[b]


def setitem(a, b, c):
    """Sets a[b] to c."""
    a[b] = c


def delitem(a, b):
    """Deletes a[b]."""
    del a[b]


def concat(a, b):
    """Returns a + b, for sequences."""
    if not hasattr(a, "__getitem__") and not isinstance(a, (list, tuple, str)):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    return a + b


def iadd(a, b):
    """Does a += b, and returns a."""
    a += b
    return a


def isub(a, b):
    """Does a -= b, and returns a."""
    a -= b
    return a


def imul(a, b):
    """Does a *= b, and returns a."""
    a *= b
    return a


def itruediv(a, b):
    """Does a /= b, and returns a."""
    a /= b
    return a


def ifloordiv(a, b):
    """Does a //= b, and returns a."""
    a //= b
    return a


def imod(a, b):
    """Does a %= b, and returns a."""
    a %= b
    return a


def ipow(a, b):
    """Does a **= b, and returns a."""
    a **= b
    return a


def imatmul(a, b):
    """Does a @= b, and returns a."""
    a @= b
    return a


def iand(a, b):
    """Does a &= b, and returns a."""
    a &= b
    return a


def ior(a, b):
    """Does a |= b, and returns a."""
    a |= b
    return a


def ixor(a, b):
    """Does a ^= b, and returns a."""
    a ^= b
    return a


class itemgetter:
    """A function that returns an item of its argument, or a tuple of several."""

    def __init__(self, *items):
        if len(items) == 0:
            raise TypeError("itemgetter expected 1 argument, got 0")
        self._items = items

    def __call__(self, obj):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[item] for item in self._items])

    def __repr__(self):
        return f"operator.itemgetter({', '.join([repr(item) for item in self._items])})"


class attrgetter:
    """A function that returns an attribute of its argument, or a tuple of several; a name may have dots."""

    def __init__(self, *attrs):
        if len(attrs) == 0:
            raise TypeError("attrgetter expected 1 argument, got 0")
        if any(not isinstance(name, str) for name in attrs):
            raise TypeError("attribute name must be a string")
        self._attrs = attrs

    def __call__(self, obj):
        values = [_attribute(obj, name) for name in self._attrs]
        return values[0] if len(values) == 1 else tuple(values)

    def __repr__(self):
        return f"operator.attrgetter({', '.join([repr(name) for name in self._attrs])})"


def _attribute(obj, name):
    for part in name.split("."):
        obj = getattr(obj, part)
    return obj


class methodcaller:
    """A function that calls a method of its argument."""

    def __init__(self, name, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError("method name must be a string")
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(value) for value in (self._name, *self._args)]
        parts += [f"{name}={value!r}" for name, value in self._kwargs.items()]
        return f"operator.methodcaller({', '.join(parts)})"
