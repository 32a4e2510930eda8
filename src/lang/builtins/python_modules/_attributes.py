# What an object keeps its attributes in, as a dict: `x.__dict__`.

import _fields


class AttributeDict(dict):
    """The attributes of an object as a dict: what is set in one is set in the other."""

    def __init__(self, owner):
        _fields.put(self, "(owner)", owner)

    def _owner(self):
        return _fields.held(self, "(owner)")

    def __contains__(self, key):
        return key in _fields.names(self._owner())

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return _fields.held(self._owner(), key)

    def __setitem__(self, key, value):
        _fields.put(self._owner(), key, value)

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        _fields.drop(self._owner(), key)

    def __iter__(self):
        return iter(_fields.names(self._owner()))

    def __reversed__(self):
        return reversed(_fields.names(self._owner()))

    def __len__(self):
        return len(_fields.names(self._owner()))

    def copy(self):
        return {key: self[key] for key in self}

    def keys(self):
        return self.copy().keys()

    def values(self):
        return self.copy().values()

    def items(self):
        return self.copy().items()

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), /, **entries):
        for key, value in dict(other, **entries).items():
            self[key] = value

    def pop(self, key, *default):
        if key not in self and len(default) > 0:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        if len(self) == 0:
            raise KeyError("popitem(): dictionary is empty")
        key = list(self)[-1]
        return key, self.pop(key)

    def clear(self):
        for key in list(self):
            del self[key]

    def __eq__(self, other):
        return self.copy() == dict(other) if isinstance(other, dict) else NotImplemented

    def __ne__(self, other):
        return self.copy() != dict(other) if isinstance(other, dict) else NotImplemented

    def __or__(self, other):
        return self.copy() | dict(other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        return dict(other) | self.copy() if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self

    def __repr__(self):
        return repr(self.copy())
