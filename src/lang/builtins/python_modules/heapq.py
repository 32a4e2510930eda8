# heapq: a list as a heap. The item at each place is not greater than those at 2 * place + 1 and 2 * place + 2.


def _check(function, heap):
    if not isinstance(heap, list):
        raise TypeError(f"{function}() argument 1 must be list, not {type(heap).__name__}")


def _rise(heap, top, place):
    # Moves an item up, not above `top`, until the one above it is not greater.
    item = heap[place]
    while place > top:
        above = (place - 1) // 2
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _settle(heap, top):
    # Moves an item down to its place. As in CPython, it first goes all the way down, along the smaller items, and then rises. That
    # takes fewer comparisons, and it decides the order of equal items.
    item, place = heap[top], top
    below = 2 * place + 1
    while below < len(heap):
        if below + 1 < len(heap) and not heap[below] < heap[below + 1]:
            below += 1
        heap[place] = heap[below]
        place = below
        below = 2 * place + 1
    heap[place] = item
    _rise(heap, top, place)


def heappush(heap, item):
    """Adds an item to a heap."""
    _check("heappush", heap)
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    """Removes the smallest item of a heap and returns it."""
    _check("heappop", heap)
    if len(heap) == 0:
        raise IndexError("index out of range")
    last = heap.pop()
    if len(heap) == 0:
        return last
    return heapreplace(heap, last)


def heapreplace(heap, item):
    """Removes the smallest item of a heap and returns it, then adds another."""
    _check("heapreplace", heap)
    if len(heap) == 0:
        raise IndexError("index out of range")
    smallest = heap[0]
    heap[0] = item
    _settle(heap, 0)
    return smallest


def heappushpop(heap, item):
    """Adds an item to a heap, then removes the smallest and returns it."""
    _check("heappushpop", heap)
    if len(heap) > 0 and heap[0] < item:
        return heapreplace(heap, item)
    return item


def heapify(heap):
    """Turns a list into a heap, in place."""
    _check("heapify", heap)
    for place in range(len(heap) // 2 - 1, -1, -1):
        _settle(heap, place)


def nsmallest(n, iterable, key=None):
    """Returns the n smallest items, the smallest first."""
    return sorted(iterable, key=key)[: max(n, 0)]


def nlargest(n, iterable, key=None):
    """Returns the n largest items, the largest first."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """Merges sorted iterables into one sorted iterator."""
    return _merge([iter(iterable) for iterable in iterables], key, reverse)


def _merge(iterators, key, reverse):
    # The next item of each iterator that has one: its key, the item, the iterator.
    heads = [head for head in [_head(iterator, key) for iterator in iterators] if head is not None]
    while len(heads) > 0:
        first = 0
        for place in range(1, len(heads)):
            smaller, greater = (first, place) if reverse else (place, first)
            if heads[smaller][0] < heads[greater][0]:
                first = place
        yield heads[first][1]
        heads[first] = _head(heads[first][2], key)
        if heads[first] is None:
            heads.pop(first)


def _head(iterator, key):
    try:
        item = next(iterator)
    except StopIteration:
        return None
    return (item if key is None else key(item), item, iterator)
