# itertools: iterators made from other iterators. As in CPython, a bad argument raises at the call, not at the first item. So each
# function checks its arguments, and a generator does the rest.


class count:
    """Counts without end: start, start + step, and so on."""

    def __init__(self, start=0, step=1):
        for value in (start, step):
            if not isinstance(value, (int, float)):
                raise TypeError("a number is required")
        self._next = start
        self._step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._next
        self._next = value + self._step
        return value

    def __repr__(self):
        is_plain = isinstance(self._step, int) and self._step == 1
        return f"count({self._next!r})" if is_plain else f"count({self._next!r}, {self._step!r})"


class repeat:
    """Yields an object again and again, or the given number of times."""

    def __init__(self, object, times=None):
        self._object = object
        self._left = times if times is None else max(times, 0)

    def __iter__(self):
        return self

    def __next__(self):
        if self._left == 0:
            raise StopIteration
        if self._left is not None:
            self._left -= 1
        return self._object

    def __repr__(self):
        return f"repeat({self._object!r})" if self._left is None else f"repeat({self._object!r}, {self._left})"


def cycle(iterable):
    """Yields the items of an iterable again and again."""
    return _cycle(iter(iterable))


def _cycle(iterator):
    items = []
    for item in iterator:
        yield item
        items.append(item)
    while len(items) > 0:
        yield from items


class chain:
    """Yields the items of one iterable after another."""

    def __init__(self, *iterables):
        self._items = _chain(iter(iterables))

    @classmethod
    def from_iterable(cls, iterable):
        chained = cls()
        chained._items = _chain(iter(iterable))
        return chained

    def __iter__(self):
        return self._items

    def __next__(self):
        return next(self._items)


def _chain(iterables):
    for iterable in iterables:
        yield from iterable


def accumulate(iterable, func=None, *, initial=None):
    """Yields the running sums of the items, or what a function of two makes of them."""
    return _accumulate(iter(iterable), func, initial)


def _accumulate(iterator, func, initial):
    total, has_total = initial, initial is not None
    if has_total:
        yield total
    for item in iterator:
        if not has_total:
            total, has_total = item, True
        else:
            total = total + item if func is None else func(total, item)
        yield total


def batched(iterable, n, *, strict=False):
    """Yields the items in tuples of n; the last may be shorter."""
    if n < 1:
        raise ValueError("n must be at least one")
    return _batched(iter(iterable), n, strict)


def _batched(iterator, n, strict):
    batch = []
    for item in iterator:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if len(batch) > 0:
        if strict:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)


def pairwise(iterable):
    """Yields each item together with the next one."""
    return _pairwise(iter(iterable))


def _pairwise(iterator):
    previous, has_previous = None, False
    for item in iterator:
        if has_previous:
            yield (previous, item)
        previous, has_previous = item, True


def compress(data, selectors):
    """Yields the items whose selector is true."""
    return _compress(zip(data, selectors))


def _compress(pairs):
    for item, is_selected in pairs:
        if is_selected:
            yield item


def filterfalse(function, iterable):
    """Yields the items for which a function is false."""
    return _filterfalse(bool if function is None else function, iter(iterable))


def _filterfalse(function, iterator):
    for item in iterator:
        if not function(item):
            yield item


def dropwhile(predicate, iterable):
    """Leaves out items as long as a function is true of them, and gives all others."""
    return _dropwhile(predicate, iter(iterable))


def _dropwhile(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            yield item
            break
    yield from iterator


def takewhile(predicate, iterable):
    """Yields items as long as a function is true of them."""
    return _takewhile(predicate, iter(iterable))


def _takewhile(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            return
        yield item


def starmap(function, iterable):
    """Calls a function with the items of each tuple."""
    return _starmap(function, iter(iterable))


def _starmap(function, iterator):
    for arguments in iterator:
        yield function(*arguments)


def islice(iterable, *bounds):
    """Yields the items that a slice would have: islice(iterable, stop) or islice(iterable, start, stop, step)."""
    if len(bounds) == 0 or len(bounds) > 3:
        least = "at least 2 arguments" if len(bounds) == 0 else "at most 4 arguments"
        raise TypeError(f"islice expected {least}, got {len(bounds) + 1}")
    start, stop, step = (None, bounds[0], None) if len(bounds) == 1 else (*bounds, None)[:3]
    limits = "must be None or an integer: 0 <= x <= sys.maxsize."
    if stop is not None and (not isinstance(stop, int) or stop < 0):
        raise ValueError(f"Stop argument for islice() {limits}")
    if start is not None and (not isinstance(start, int) or start < 0):
        raise ValueError(f"Indices for islice() {limits}")
    if step is not None and (not isinstance(step, int) or step < 1):
        raise ValueError("Step for islice() must be a positive integer or None.")
    return _islice(iter(iterable), start or 0, stop, step or 1)


def _islice(iterator, start, stop, step):
    place, wanted = 0, start
    try:
        while True:
            while place < wanted:
                next(iterator)
                place += 1
            if stop is not None and place >= stop:
                return
            item = next(iterator)
            place += 1
            wanted = wanted + step if stop is None else min(wanted + step, stop)
            yield item
    except StopIteration:
        return


def zip_longest(*iterables, fillvalue=None):
    """Zips until the longest iterable ends; fillvalue replaces missing items."""
    return _zip_longest([iter(iterable) for iterable in iterables], fillvalue)


def _zip_longest(iterators, fillvalue):
    left = len(iterators)
    while left > 0:
        row = []
        for place, iterator in enumerate(iterators):
            item = fillvalue
            if iterator is not None:
                try:
                    item = next(iterator)
                except StopIteration:
                    iterators[place] = None
                    left -= 1
            row.append(item)
        if left > 0:
            yield tuple(row)


def tee(iterable, n=2):
    """Makes n iterators from one; each yields all of its items."""
    if n < 0:
        raise ValueError("n must be >= 0")
    iterator = iter(iterable)
    link = [None, None]
    return tuple([_tee(iterator, link) for _ in range(n)])


def _tee(iterator, link):
    # A link holds an item and the next link. The copy that is furthest ahead adds the links.
    while True:
        if link[1] is None:
            try:
                link[0] = next(iterator)
            except StopIteration:
                return
            link[1] = [None, None]
        yield link[0]
        link = link[1]


class groupby:
    """Gathers neighbors with the same key: yields each key with an iterator of its items."""

    def __init__(self, iterable, key=None):
        self._iterator = iter(iterable)
        self._function = key
        self._group = 0
        self._target = None
        self._has_target = False
        self._has_key = False
        self._has_item = False

    def __iter__(self):
        return self

    def __next__(self):
        # Only the newest group still yields items.
        self._group += 1
        while not self._has_key or (self._has_target and self._target == self._key):
            self._read()
        self._target, self._has_target = self._key, True
        return self._target, self._members(self._group, self._target)

    def _read(self):
        item = next(self._iterator)
        self._key = item if self._function is None else self._function(item)
        self._item, self._has_key, self._has_item = item, True, True

    def _members(self, group, key):
        while group == self._group:
            if not self._has_item:
                try:
                    self._read()
                except StopIteration:
                    return
            if not key == self._key:
                return
            self._has_item = False
            yield self._item


def product(*iterables, repeat=1):
    """Yields every way to choose one item of each iterable; the last changes fastest."""
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return _product([tuple(iterable) for iterable in iterables] * repeat)


def _product(pools):
    if any(len(pool) == 0 for pool in pools):
        return
    places = [0] * len(pools)
    moving = 0
    while moving >= 0:
        yield tuple([pool[place] for pool, place in zip(pools, places)])
        moving = len(pools) - 1
        while moving >= 0 and places[moving] == len(pools[moving]) - 1:
            places[moving] = 0
            moving -= 1
        if moving >= 0:
            places[moving] += 1


def _check_length(r):
    if not isinstance(r, int):
        raise TypeError("Expected int as r")
    if r < 0:
        raise ValueError("r must be non-negative")


def permutations(iterable, r=None):
    """Yields every ordered choice of r items, or of all."""
    pool = tuple(iterable)
    length = len(pool) if r is None else r
    _check_length(length)
    return _choices(pool, list(range(length)), _next_permutation)


def combinations(iterable, r):
    """Yields every choice of r items, in the order of the iterable."""
    pool = tuple(iterable)
    _check_length(r)
    return _choices(pool, list(range(r)), _next_combination)


def combinations_with_replacement(iterable, r):
    """Yields every choice of r items, each as often as you like, in the order of the iterable."""
    pool = tuple(iterable)
    _check_length(r)
    return _choices(pool, [0] * r, _next_combination_with_replacement)


def _choices(pool, places, following):
    # `places` are the places of the chosen items; `following` returns the next places, or None after the last.
    size = len(pool)
    if any(place >= size for place in places):
        return
    while places is not None:
        yield tuple([pool[place] for place in places])
        places = following(places, size)


def _next_permutation(places, size):
    for moving in range(len(places) - 1, -1, -1):
        kept = places[:moving]
        free = [place for place in range(size) if place not in kept]
        larger = [place for place in free if place > places[moving]]
        if len(larger) > 0:
            rest = [place for place in free if place != larger[0]]
            return kept + larger[:1] + rest[: len(places) - moving - 1]
    return None


def _next_combination(places, size):
    length = len(places)
    for moving in range(length - 1, -1, -1):
        if places[moving] < size - length + moving:
            first = places[moving] + 1
            return places[:moving] + list(range(first, first + length - moving))
    return None


def _next_combination_with_replacement(places, size):
    for moving in range(len(places) - 1, -1, -1):
        if places[moving] < size - 1:
            return places[:moving] + [places[moving] + 1] * (len(places) - moving)
    return None
