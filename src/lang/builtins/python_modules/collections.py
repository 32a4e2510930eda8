# collections: containers made from those of the language.

import operator


class Counter(dict):
    """A dict that counts items; an item that is not there counts 0."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[: max(n, 0)]

    def elements(self):
        for elem, count in self.items():
            for _ in range(count):
                yield elem

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        if isinstance(iterable, (dict, _Mapping)):
            if len(self) > 0:
                for elem, count in iterable.items():
                    self[elem] = count + self.get(elem, 0)
            else:
                super().update(iterable)
        elif iterable is not None:
            for elem in iterable:
                self[elem] = self.get(elem, 0) + 1
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if isinstance(iterable, (dict, _Mapping)):
            for elem, count in iterable.items():
                self[elem] = self.get(elem, 0) - count
        elif iterable is not None:
            for elem in iterable:
                self[elem] = self.get(elem, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        return self.__class__(self)

    def __delitem__(self, elem):
        if elem in self:
            super().__delitem__(elem)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            counts = dict(self.most_common())
        except TypeError:
            # Not all counts can be compared.
            counts = dict(self)
        return f"{self.__class__.__name__}({counts!r})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[elem] == other[elem] for counter in (self, other) for elem in counter)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[elem] <= other[elem] for counter in (self, other) for elem in counter)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other <= self

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other < self

    def _combined(self, other, combine):
        # A Counter of what a function makes of both counts of each item, without those that are not positive.
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem in [*self, *[elem for elem in other if elem not in self]]:
            count = combine(self[elem], other[elem])
            if count > 0:
                result[elem] = count
        return result

    def __add__(self, other):
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combined(other, max)

    def __and__(self, other):
        return self._combined(other, min)

    def __pos__(self):
        return self._combined(Counter(), lambda a, b: a)

    def __neg__(self):
        return self._combined(Counter(), lambda a, b: 0 - a)

    def _keep_positive(self):
        for elem in [elem for elem, count in self.items() if not count > 0]:
            del self[elem]
        return self

    def __iadd__(self, other):
        for elem, count in other.items():
            self[elem] += count
        return self._keep_positive()

    def __isub__(self, other):
        for elem, count in other.items():
            self[elem] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for elem, count in other.items():
            self[elem] = max(self[elem], count)
        return self._keep_positive()

    def __iand__(self, other):
        for elem, count in self.items():
            self[elem] = min(count, other[elem])
        return self._keep_positive()


class defaultdict(dict):
    """A dict that makes the value of a missing key by a function."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {super().__repr__()})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.copy()
        result.update(other)
        return result

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = type(self)(self.default_factory, other)
        result.update(self)
        return result


def _of_keys(cls, iterable, value):
    # A mapping of a class that gives each key this value.
    result = cls()
    for key in iterable:
        result[key] = value
    return result


class _OrderedView:
    # A view of an OrderedDict: the view of its dict, by a name of its own.
    def __init__(self, view):
        self._view = view

    def __len__(self):
        return len(self._view)

    def __iter__(self):
        return iter(self._view)

    def __reversed__(self):
        return reversed(self._view)

    def __contains__(self, item):
        return item in self._view

    def __repr__(self):
        return f"{type(self).__name__}({list(self._view)!r})"

    def isdisjoint(self, other):
        return self._view.isdisjoint(_plain(other))

    def __eq__(self, other):
        return self._view == _plain(other)

    def __lt__(self, other):
        return self._view < _plain(other)

    def __le__(self, other):
        return self._view <= _plain(other)

    def __gt__(self, other):
        return self._view > _plain(other)

    def __ge__(self, other):
        return self._view >= _plain(other)

    def __and__(self, other):
        return self._view & _plain(other)

    def __or__(self, other):
        return self._view | _plain(other)

    def __xor__(self, other):
        return self._view ^ _plain(other)

    def __sub__(self, other):
        return self._view - _plain(other)

    def __rsub__(self, other):
        return other - self._view

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


def _plain(view):
    return view._view if isinstance(view, _OrderedView) else view


class odict_keys(_OrderedView):
    """The keys of an OrderedDict."""


class odict_values(_OrderedView):
    """The values of an OrderedDict."""


class odict_items(_OrderedView):
    """The items of an OrderedDict."""


class OrderedDict(dict):
    """A dict that can move its keys and whose order counts in comparisons."""

    def __init__(self, other=(), /, **kwds):
        super().__init__()
        OrderedDict.update(self, other, **kwds)

    def update(self, other=(), /, **kwds):
        if type(self) is OrderedDict:
            super().update(other, **kwds)
        else:
            # The class may have a __setitem__ of its own.
            for key, value in dict(other, **kwds).items():
                self[key] = value

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return _of_keys(cls, iterable, value)

    def keys(self):
        return odict_keys(super().keys())

    def values(self):
        return odict_values(super().values())

    def items(self):
        return odict_items(super().items())

    def move_to_end(self, key, last=True):
        value = super().pop(key)
        if last:
            super().__setitem__(key, value)
        else:
            others = list(super().items())
            super().clear()
            super().__setitem__(key, value)
            super().update(others)

    def popitem(self, last=True):
        if len(self) == 0:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, super().pop(key)

    def copy(self):
        return self.__class__(self)

    def __repr__(self):
        return f"{type(self).__name__}({dict(self)!r})" if self else f"{type(self).__name__}()"

    def __eq__(self, other):
        is_same = super().__eq__(other)
        return is_same and list(self) == list(other) if isinstance(other, OrderedDict) else is_same

    def __ne__(self, other):
        is_same = self.__eq__(other)
        return is_same if is_same is NotImplemented else not is_same

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.__class__(self)
        result.update(other)
        return result

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.__class__(other)
        result.update(self)
        return result

    def __ior__(self, other):
        self.update(other)
        return self


class deque:
    """A list that can grow and shrink at both ends at little cost."""

    # `match` takes it for a sequence.
    _abc_tpflags = 1 << 5

    # The items are in a list from `_start` on. Before them are places that are free: room on the left.
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError("an integer is required")
            if maxlen < 0:
                raise ValueError("maxlen must be non-negative")
        self._items = []
        self._start = 0
        self._changes = 0
        self._maxlen = maxlen
        deque.extend(self, iterable)

    @property
    def maxlen(self):
        return self._maxlen

    @maxlen.setter
    def maxlen(self, value):
        raise AttributeError("attribute 'maxlen' of 'collections.deque' objects is not writable")

    def _list(self):
        return self._items[self._start :]

    def _refill(self, items):
        self._items = items
        self._start = 0
        self._changes += 1
        self._trim()

    def _trim(self):
        # Drops the first items if there are more than `maxlen`.
        if self._maxlen is not None:
            self._drop(len(self._items) - self._start - self._maxlen)

    def _drop(self, count):
        # Drops the first items, and from time to time the free places.
        if count > 0:
            start = self._start + count
            for place in range(self._start, start):
                self._items[place] = None
            self._start = start
            if 4 * start > 3 * len(self._items):
                del self._items[:start]
                self._start = 0

    def append(self, x):
        self._changes += 1
        self._items.append(x)
        self._trim()

    def appendleft(self, x):
        self._changes += 1
        if self._start == 0:
            room = len(self._items) + 1
            self._items = [None] * room + self._items
            self._start = room
        self._start -= 1
        self._items[self._start] = x
        if self._maxlen is not None and len(self._items) - self._start > self._maxlen:
            self._items.pop()

    def pop(self):
        if self._start == len(self._items):
            raise IndexError("pop from an empty deque")
        self._changes += 1
        return self._items.pop()

    def popleft(self):
        if self._start == len(self._items):
            raise IndexError("pop from an empty deque")
        self._changes += 1
        item = self._items[self._start]
        self._drop(1)
        return item

    def extend(self, iterable):
        items = list(iterable)
        self._changes += len(items)
        self._items.extend(items)
        self._trim()

    def extendleft(self, iterable):
        for x in list(iterable):
            deque.appendleft(self, x)

    def rotate(self, n=1):
        n = operator.index(n)
        length = len(self._items) - self._start
        if length > 1:
            self._changes += 1
            n %= length
            if n <= length // 2:
                for _ in range(n):
                    deque.appendleft(self, deque.pop(self))
            else:
                for _ in range(length - n):
                    deque.append(self, deque.popleft(self))

    def clear(self):
        self._refill([])

    def reverse(self):
        self._items[self._start :] = self._list()[::-1]

    def insert(self, index, x):
        items = self._list()
        if len(items) == self._maxlen:
            raise IndexError("deque already at its maximum size")
        items.insert(index, x)
        self._refill(items)

    def remove(self, value):
        del self[self.index(value)]

    def index(self, x, start=0, stop=None):
        for place, item in list(enumerate(self._list()))[start:stop]:
            if item is x or item == x:
                return place
        raise ValueError(f"{x!r} is not in deque")

    def count(self, x):
        return self._list().count(x)

    def copy(self):
        return type(self)(self) if self._maxlen is None else type(self)(self, self._maxlen)

    __copy__ = copy

    def __len__(self):
        return len(self._items) - self._start

    def __iter__(self):
        return self._walk(range(self._start, len(self._items)), self._changes)

    def __reversed__(self):
        return self._walk(range(len(self._items) - 1, self._start - 1, -1), self._changes)

    def _walk(self, places, changes):
        for place in places:
            if self._changes != changes:
                break
            yield self._items[place]
        if self._changes != changes:
            raise RuntimeError("deque mutated during iteration")

    def __contains__(self, x):
        return x in self._list()

    def _place(self, index):
        # The place in the list of the item at an index.
        try:
            index = operator.index(index)
        except TypeError:
            raise TypeError(f"sequence index must be integer, not '{type(index).__name__}'") from None
        place = index + (self._start if index >= 0 else len(self._items))
        if not self._start <= place < len(self._items):
            raise IndexError("deque index out of range")
        return place

    def __getitem__(self, index):
        return self._items[self._place(index)]

    def __setitem__(self, index, x):
        self._items[self._place(index)] = x

    def __delitem__(self, index):
        self._changes += 1
        del self._items[self._place(index)]

    def __repr__(self):
        limit = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({self._list()!r}{limit})"

    def __eq__(self, other):
        return self._list() == other._list() if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._list() < other._list() if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._list() <= other._list() if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._list() > other._list() if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._list() >= other._list() if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other):
        deque.extend(self, other)
        return self

    def __mul__(self, n):
        result = self.copy()
        result *= n
        return result

    __rmul__ = __mul__

    def __imul__(self, n):
        self._refill(self._list() * n)
        return self


class _Mapping:
    # The methods that follow from those for items, `in`, `iter` and `len`.
    def get(self, key, default=None):
        return self[key] if key in self else default

    def _dict(self):
        return {key: self[key] for key in self}

    def keys(self):
        return self._dict().keys()

    def values(self):
        return self._dict().values()

    def items(self):
        return self._dict().items()

    def __eq__(self, other):
        if not isinstance(other, (dict, _Mapping)):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if len(default) == 0:
                raise
            return default[0]
        del self[key]
        return value

    def popitem(self):
        if len(self) == 0:
            raise KeyError
        key = next(iter(self))
        return key, self.pop(key)

    def clear(self):
        while len(self) > 0:
            self.popitem()

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def update(self, other=(), /, **kwds):
        for key, value in _entries(other, kwds).items():
            self[key] = value


def _entries(other, kwds):
    # A dict of the entries of a mapping or of pairs, and of named ones.
    return dict(other.items() if isinstance(other, _Mapping) else other, **kwds)


class ChainMap(_Mapping):
    """Several mappings as one; the first that has a key says its value."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def __len__(self):
        return len(list(iter(self)))

    def __iter__(self):
        keys = {}
        for mapping in self.maps[::-1]:
            keys.update({key: None for key in mapping})
        return iter(keys)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join([repr(mapping) for mapping in self.maps])})"

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return cls({key: value for key in iterable})

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def clear(self):
        self.maps[0].clear()

    def __or__(self, other):
        if not isinstance(other, (dict, _Mapping)):
            return NotImplemented
        result = self.copy()
        result.maps[0].update(_entries(other, {}))
        return result

    def __ror__(self, other):
        if not isinstance(other, (dict, _Mapping)):
            return NotImplemented
        entries = _entries(other, {})
        for mapping in self.maps[::-1]:
            entries.update(_entries(mapping, {}))
        return self.__class__(entries)

    def __ior__(self, other):
        self.maps[0].update(_entries(other, {}))
        return self


class UserDict(_Mapping):
    """A mapping around a dict, `data`, to be extended."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return _of_keys(cls, iterable, value)

    def copy(self):
        result = self.__class__()
        result.update(self)
        return result

    def __or__(self, other):
        if not isinstance(other, (dict, UserDict)):
            return NotImplemented
        return self.__class__({**self.data, **_entries(other, {})})

    def __ror__(self, other):
        if not isinstance(other, (dict, UserDict)):
            return NotImplemented
        return self.__class__({**_entries(other, {}), **self.data})

    def __ior__(self, other):
        self.data.update(_entries(other, {}))
        return self


# The words that cannot be names.
_KEYWORDS = (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in "
    "is lambda nonlocal not or pass raise return try while with yield"
).split()


class _NamedTuple(tuple):
    # What all named tuples have. The class of each has `_typename`, `_fields`, `_field_defaults` and a property for each field.
    __slots__ = ()

    def __new__(cls, /, *args, **kwargs):
        is_complete = len(args) == len(cls._fields) and len(kwargs) == 0
        return super().__new__(cls, args if is_complete else _bound(cls, args, kwargs))

    @classmethod
    def _make(cls, iterable):
        result = super().__new__(cls, iterable)
        if len(result) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(result)}")
        return result

    def _replace(self, /, **kwds):
        result = self._make([kwds.pop(name, value) for name, value in zip(self._fields, self)])
        if kwds:
            raise TypeError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    __replace__ = _replace

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in zip(self._fields, self)]
        return f"{self.__class__.__name__}({', '.join(parts)})"

    def __getnewargs__(self):
        return tuple(self)


def _bound(cls, args, kwargs):
    # The values of the fields, from the arguments and the defaults. The errors are those of Python for a function.
    fields, defaults = cls._fields, cls._field_defaults
    name = f"{cls._typename}.__new__()"
    values = dict(zip(fields, args))
    for key, value in kwargs.items():
        if key not in fields:
            raise TypeError(f"{name} got an unexpected keyword argument '{key}'")
        if key in values:
            raise TypeError(f"{name} got multiple values for argument '{key}'")
        values[key] = value
    if len(args) > len(fields):
        # The class itself counts.
        most = len(fields) + 1
        takes = f"from {most - len(defaults)} to {most}" if defaults else f"{most}"
        plural = "" if takes == "1" else "s"
        raise TypeError(f"{name} takes {takes} positional argument{plural} but {len(args) + 1} were given")
    values = {**defaults, **values}
    missing = [repr(field) for field in fields if field not in values]
    if len(missing) > 0:
        comma = "," if len(missing) > 2 else ""
        names = ", ".join(missing[:-1]) + f"{comma} and {missing[-1]}" if len(missing) > 1 else missing[0]
        plural = "s" if len(missing) > 1 else ""
        raise TypeError(f"{name} missing {len(missing)} required positional argument{plural}: {names}")
    return [values[field] for field in fields]


def _field(place):
    # The property of the field at a place.
    def get(self):
        return self[place]

    def set(self, value):
        raise AttributeError("can't set attribute")

    def delete(self):
        raise AttributeError("can't delete attribute")

    return property(get, set, delete, f"Alias for field number {place}")


def _check_names(typename, field_names, rename):
    for name in [typename, *field_names]:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if name in _KEYWORDS:
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in field_names:
        if name[0] == "_" and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Makes a class of tuples whose items have names."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    typename = str(typename)
    field_names = [str(name) for name in field_names]
    if rename:
        for place, name in enumerate(field_names):
            is_good = name.isidentifier() and name not in _KEYWORDS and name[0] != "_"
            if not is_good or name in field_names[:place]:
                field_names[place] = f"_{place}"
    _check_names(typename, field_names, rename)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(field_names):
        raise TypeError("Got more default values than field names")
    comma = "," if len(field_names) == 1 else ""
    members = {
        "__doc__": f"{typename}({', '.join(field_names)}{comma})",
        "__slots__": (),
        "__match_args__": tuple(field_names),
        "_typename": typename,
        "_fields": tuple(field_names),
        "_field_defaults": dict(zip(field_names[len(field_names) - len(defaults) :], defaults)),
    }
    for place, name in enumerate(field_names):
        members[name] = _field(place)
    return type(typename, (_NamedTuple,), members)
