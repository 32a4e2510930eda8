# bisect: binary search in sorted lists.


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    """Returns the place for x in a sorted list, before items that are equal."""
    lo, hi = _bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        if _key_of(a[middle], key) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """Returns the place for x in a sorted list, after items that are equal."""
    lo, hi = _bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        if x < _key_of(a[middle], key):
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect(a, x, lo=0, hi=None, *, key=None):
    """Returns the place for x in a sorted list, after items that are equal."""
    return bisect_right(a, x, lo, hi, key=key)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Inserts x into a sorted list, before items that are equal."""
    a.insert(bisect_left(a, _key_of(x, key), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Inserts x into a sorted list, after items that are equal."""
    a.insert(bisect_right(a, _key_of(x, key), lo, hi, key=key), x)


def insort(a, x, lo=0, hi=None, *, key=None):
    """Inserts x into a sorted list, after items that are equal."""
    insort_right(a, x, lo, hi, key=key)


def _bounds(a, lo, hi):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    return lo, len(a) if hi is None else hi


def _key_of(item, key):
    return item if key is None else key(item)
