# contextlib: contexts for `with`, made from generators, objects and functions.

from functools import wraps


class _GeneratorContext:
    # A context whose generator runs up to its `yield` at the beginning, and on from there at the end.
    def __init__(self, function, args, kwargs):
        self._recipe = (function, args, kwargs)
        self.gen = function(*args, **kwargs)

    def __call__(self, function):
        # As a decorator: each call of the function gets a context of its own.
        recipe = self._recipe

        @wraps(function)
        def inner(*args, **kwargs):
            with _GeneratorContext(*recipe):
                return function(*args, **kwargs)

        return inner

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            return self._finish()
        error = kind() if value is None else value
        try:
            self.gen.throw(error)
        except StopIteration as stop:
            # A StopIteration that the generator only passes on is the block's own.
            return stop is not error
        except RuntimeError as raised:
            # A StopIteration that leaves a generator becomes a RuntimeError.
            is_own = raised is error or (isinstance(error, StopIteration) and raised.__cause__ is error)
            if not is_own:
                raise
            return False
        except BaseException as raised:
            if raised is not error:
                raise
            return False
        self.gen.close()
        raise RuntimeError("generator didn't stop after throw()")

    def _finish(self):
        try:
            next(self.gen)
        except StopIteration:
            return False
        self.gen.close()
        raise RuntimeError("generator didn't stop")


def contextmanager(func):
    """Turns a generator function that yields once into a context for `with`: `@contextmanager`."""

    @wraps(func)
    def helper(*args, **kwargs):
        return _GeneratorContext(func, args, kwargs)

    return helper


class suppress:
    """A context that ends quietly if its block raises one of the given exceptions."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class closing:
    """A context that closes an object at its end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, value, traceback):
        self.thing.close()


class nullcontext:
    """A context that does nothing; `as` gets the given value."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, value, traceback):
        return None


def _held(context):
    with context as value:
        yield value


class ExitStack:
    """A context that ends any number of others, the last one first."""

    def __init__(self):
        self._exits = []

    def enter_context(self, cm):
        # A context that is built in has no `__enter__` to call, so a generator holds it.
        context = cm if hasattr(cm, "__enter__") else _GeneratorContext(_held, (cm,), {})
        result = context.__enter__()
        self._exits.append(context.__exit__)
        return result

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(exit, "__exit__") else exit)
        return exit

    def callback(self, callback, *args, **kwds):
        def leave(kind, value, traceback):
            callback(*args, **kwds)

        self._exits.append(leave)
        return callback

    def pop_all(self):
        other = type(self)()
        other._exits = self._exits
        self._exits = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        error = value
        while len(self._exits) > 0:
            leave = self._exits.pop()
            try:
                is_suppressed = leave(None if error is None else type(error), error, traceback)
            except BaseException as raised:
                is_suppressed, error = False, raised
            if is_suppressed:
                error = None
        if error is not None and error is not value:
            raise error
        return value is not None and error is None
