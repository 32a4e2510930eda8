# dataclasses: what a field is, and what goes over all of them. `@dataclass` itself is a part of the language.


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


MISSING = _Missing()


class Field:
    """What `field` says of a name."""

    def __init__(self, default, default_factory):
        self.name, self.default, self.default_factory = None, default, default_factory


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False):
    """A default that each object makes anew, and whether a field is passed, shown and compared."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory)


def value_of(given):
    """What a field has: what was passed, or what its default makes."""
    if not isinstance(given, Field):
        return given
    return given.default if given.default_factory is MISSING else given.default_factory()


def is_dataclass(obj):
    """Whether it is a data class, or an object of one."""
    return hasattr(obj, "__dataclass_fields__")


def fields(class_or_instance):
    """The fields of a data class, each with its name."""
    if not is_dataclass(class_or_instance):
        raise TypeError("must be called with a dataclass type or instance")
    made = []
    for name in class_or_instance.__dataclass_fields__:
        one = Field(MISSING, MISSING)
        one.name = name
        made.append(one)
    return tuple(made)


def _plain(value, make):
    if is_dataclass(value):
        return make(value)
    if isinstance(value, (list, tuple)):
        items = [_plain(item, make) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, dict):
        return {_plain(key, make): _plain(value[key], make) for key in value}
    return value


def asdict(obj):
    """The fields of an object and of those in it, as dicts."""
    if not is_dataclass(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return {name: _plain(getattr(obj, name), asdict) for name in obj.__dataclass_fields__}


def astuple(obj):
    """The fields of an object and of those in it, as tuples."""
    if not is_dataclass(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return tuple(_plain(getattr(obj, name), astuple) for name in obj.__dataclass_fields__)


def replace(obj, **changes):
    """The same object with other values of some fields."""
    given = {name: getattr(obj, name) for name in obj.__match_args__}
    given.update(changes)
    return obj.__class__(**given)
