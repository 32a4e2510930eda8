# A page gives the same results each time it runs, so every clock reads 0.


def time():
    """The seconds since 1970; always 0.0 here, so that a page gives the same results each time."""
    return 0.0


def perf_counter():
    """The seconds of a precise clock; always 0.0 here."""
    return 0.0


def monotonic():
    """The seconds of a clock that is never set back; always 0.0 here."""
    return 0.0


def process_time():
    """The seconds that the processor has worked; always 0.0 here."""
    return 0.0


def time_ns():
    """The nanoseconds since 1970; always 0 here."""
    return 0


def perf_counter_ns():
    """The nanoseconds of a precise clock; always 0 here."""
    return 0


def sleep(seconds):
    """Returns at once; nothing waits here."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
