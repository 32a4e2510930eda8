# functools: functions that work on functions. `wraps` is built in.


def reduce(function, iterable, *initial):
    """Combines all items by a function of two, from the left; an initial value comes before the first."""
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if len(initial) > 1:
        raise TypeError(f"reduce expected at most 3 arguments, got {2 + len(initial)}")
    if len(initial) == 1:
        total = initial[0]
    else:
        try:
            total = next(iterator)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    for item in iterator:
        total = function(total, item)
    return total


class partial:
    """A function with some of its arguments already given."""

    def __init__(self, func, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = (*func.args, *args)
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)] + [repr(value) for value in self.args]
        parts += [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"functools.partial({', '.join(parts)})"


class _CacheInfo:
    # The result of cache_info(): a named tuple in CPython.
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits = hits
        self.misses = misses
        self.maxsize = maxsize
        self.currsize = currsize

    def _values(self):
        return (self.hits, self.misses, self.maxsize, self.currsize)

    def __iter__(self):
        return iter(self._values())

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self._values()[index]

    def __eq__(self, other):
        return self._values() == (other._values() if isinstance(other, _CacheInfo) else other)

    def __repr__(self):
        return f"CacheInfo(hits={self.hits}, misses={self.misses}, maxsize={self.maxsize}, currsize={self.currsize})"


class _Cached:
    # A function with a cache: a dict in the order of use, the oldest result first.
    def __init__(self, function, maxsize, typed):
        self.__wrapped__ = function
        self._maxsize = maxsize
        self._typed = typed
        self.cache_clear()

    def __call__(self, *args, **kwargs):
        key = self._key(args, kwargs)
        if key in self._results:
            self._hits += 1
            result = self._results.pop(key)
            self._results[key] = result
            return result
        self._misses += 1
        result = self.__wrapped__(*args, **kwargs)
        # The call itself may have stored the result.
        if self._maxsize != 0 and key not in self._results:
            if len(self._results) == self._maxsize:
                self._results.pop(next(iter(self._results)))
            self._results[key] = result
        return result

    def _key(self, args, kwargs):
        # A single int or str is its own key, as in CPython: f(1) and f(1.0) are cached separately.
        if len(args) == 1 and len(kwargs) == 0 and not self._typed and type(args[0]) in (int, str):
            return args[0]
        key = (args, tuple(kwargs.items()))
        if self._typed:
            values = [*args, *kwargs.values()]
            key = (*key, tuple([str(type(value)) for value in values]))
        return key

    def cache_info(self):
        return _CacheInfo(self._hits, self._misses, self._maxsize, len(self._results))

    def cache_clear(self):
        self._results = {}
        self._hits = 0
        self._misses = 0

    def cache_parameters(self):
        return {"maxsize": self._maxsize, "typed": self._typed}

    def __getattr__(self, name):
        return getattr(self.__wrapped__, name)


def lru_cache(maxsize=128, typed=False):
    """Caches the most recent results of a function: `@lru_cache`, or `@lru_cache(maxsize=...)`."""
    if callable(maxsize):
        return _Cached(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    limit = None if maxsize is None else max(maxsize, 0)
    return lambda function: _Cached(function, limit, typed)


def cache(user_function):
    """Caches all results of a function."""
    return _Cached(user_function, None, False)


class _Compared:
    # A value that is compared by a function of two.
    def __init__(self, compare, obj):
        self._compare = compare
        self.obj = obj

    def _order(self, other):
        if not isinstance(other, _Compared):
            raise TypeError("other argument must be K instance")
        return self._compare(self.obj, other.obj)

    def __lt__(self, other):
        return self._order(other) < 0

    def __gt__(self, other):
        return self._order(other) > 0

    def __le__(self, other):
        return self._order(other) <= 0

    def __ge__(self, other):
        return self._order(other) >= 0

    def __eq__(self, other):
        return self._order(other) == 0


def cmp_to_key(mycmp):
    """Turns a function that compares two values by a number into a key for sorting."""
    return lambda obj: _Compared(mycmp, obj)


def _derived(root, is_opposite, with_equal):
    # Derives a comparison from another one or its opposite and, unless with_equal is None, from equality.
    def comparison(self, other):
        result = getattr(self, root)(other)
        if result is NotImplemented:
            return result
        holds = not result if is_opposite else result
        if with_equal is None:
            return holds
        return (holds or self == other) if with_equal else (holds and self != other)

    return comparison


# The comparisons that follow from each one, in the order in which CPython prefers them.
_DERIVED = {
    "__lt__": {"__gt__": (True, False), "__le__": (False, True), "__ge__": (True, None)},
    "__le__": {"__ge__": (True, True), "__lt__": (False, False), "__gt__": (True, None)},
    "__gt__": {"__lt__": (True, False), "__ge__": (False, True), "__le__": (True, None)},
    "__ge__": {"__le__": (True, True), "__gt__": (False, False), "__lt__": (True, None)},
}


class _Plain:
    # A class that has no comparisons of its own.
    pass


def total_ordering(cls):
    """Adds the other three comparisons to a class that has one of < <= > >=."""
    own = [name for name in _DERIVED if getattr(cls, name, None) is not getattr(_Plain, name, None)]
    if len(own) == 0:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name, (is_opposite, with_equal) in _DERIVED[own[0]].items():
        if name not in own:
            setattr(cls, name, _derived(own[0], is_opposite, with_equal))
    return cls


def wraps(wrapped):
    """Lets a function go by the name and the text of the one that it wraps."""
    import functools

    return lambda wrapper: functools.update_wrapper(wrapper, wrapped)
