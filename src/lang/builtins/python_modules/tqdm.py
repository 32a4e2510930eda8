# A progress bar is written to the error stream in Python, which is not shown here: what is left is the loop.


class tqdm:
    """Goes through the items of something; its bar is not shown here."""

    def __init__(self, iterable=None, desc=None, total=None, leave=True, **options):
        self.iterable = iterable
        self.desc = desc
        self.total = total
        self.leave = leave
        self.n = options.get("initial", 0)
        if total is None and iterable is not None:
            try:
                self.total = len(iterable)
            except TypeError:
                pass

    def __len__(self):
        return self.total if self.iterable is None else len(self.iterable)

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.n += 1

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def update(self, n=1):
        self.n += n

    def set_description(self, desc=None, refresh=True):
        self.desc = desc

    def set_postfix(self, ordered_dict=None, refresh=True, **values):
        pass

    def set_postfix_str(self, s="", refresh=True):
        pass

    def refresh(self):
        pass

    def reset(self, total=None):
        self.n = 0

    def close(self):
        pass

    @staticmethod
    def write(s, file=None, end="\n"):
        print(s, end=end)


def trange(*args, **options):
    """tqdm(range(...))."""
    return tqdm(range(*args), **options)
