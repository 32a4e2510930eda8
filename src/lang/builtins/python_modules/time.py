# A page gives the same results each time, so nothing here takes time: the clock stands at 0.


def time():
    """The seconds since 1970, which are 0.0 here: a page gives the same results each time."""
    return 0.0


def perf_counter():
    """The seconds of a clock for measuring, which stands at 0.0 here."""
    return 0.0


def monotonic():
    """The seconds of a clock that never goes back, which stands at 0.0 here."""
    return 0.0


def process_time():
    """The seconds of work so far, which are 0.0 here."""
    return 0.0


def time_ns():
    """The nanoseconds since 1970, which are 0 here."""
    return 0


def perf_counter_ns():
    """The nanoseconds of a clock for measuring, which stands at 0 here."""
    return 0


def sleep(seconds):
    """Returns at once: nobody has to wait here."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
