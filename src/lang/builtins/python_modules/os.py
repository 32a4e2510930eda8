# What of the operating system a page can see: nothing. Its environment is empty.

environ = {}


def getenv(key, default=None):
    """The default: there are no environment variables here."""
    return environ.get(key, default)


def cpu_count():
    """1."""
    return 1
