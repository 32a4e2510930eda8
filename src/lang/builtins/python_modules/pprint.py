# pprint: values shown with one item on each line when they do not fit one line.


def _sorted_keys(mapping):
    keys = list(mapping)
    is_texts = all([isinstance(key, str) for key in keys])
    is_numbers = all([isinstance(key, (int, float)) for key in keys])
    return sorted(keys) if is_texts or is_numbers else keys


class _Printer:
    """How values are shown."""

    def __init__(self, indent, width, depth, compact, sort_dicts):
        self.indent = indent
        self.width = width
        self.depth = depth
        self.compact = compact
        self.sort_dicts = sort_dicts

    def keys(self, mapping):
        return _sorted_keys(mapping) if self.sort_dicts else list(mapping)

    def line(self, value, level):
        """The value in one line."""
        if not isinstance(value, (list, tuple, dict)) or len(value) == 0:
            return repr(value)
        starts, ends = ("{", "}") if isinstance(value, dict) else ("[", "]") if isinstance(value, list) else ("(", ")")
        if self.depth is not None and level >= self.depth:
            return starts + "..." + ends
        if isinstance(value, dict):
            parts = [f"{self.line(key, level + 1)}: {self.line(value[key], level + 1)}" for key in self.keys(value)]
        else:
            parts = [self.line(item, level + 1) for item in value]
        comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
        return starts + ", ".join(parts) + comma + ends

    def show(self, value, column, allowance, level):
        line = self.line(value, level)
        if len(line) <= self.width - column - allowance:
            return line
        if isinstance(value, str):
            return self.text(value, column, allowance, level + 1)
        if not isinstance(value, (list, tuple, dict, set)) or len(value) == 0:
            return line
        pad = " " * (self.indent - 1)
        if isinstance(value, dict):
            return "{" + pad + self.entries(value, column + self.indent, allowance + 1, level + 1) + "}"
        if isinstance(value, tuple):
            end = ",)" if len(value) == 1 else ")"
            return "(" + pad + self.items(value, column, allowance + len(end), level + 1) + end
        starts, end = ("[", "]") if isinstance(value, list) else ("{", "}")
        items = value if isinstance(value, list) else _sorted_keys(value)
        return starts + pad + self.items(items, column, allowance + 1, level + 1) + end

    def entries(self, mapping, column, allowance, level):
        keys, shown = self.keys(mapping), []
        for index, key in enumerate(keys):
            name = self.line(key, level)
            room = allowance if index == len(keys) - 1 else 1
            shown.append(f"{name}: {self.show(mapping[key], column + len(name) + 2, room, level)}")
        return (",\n" + " " * column).join(shown)

    def items(self, items, column, allowance, level):
        column += self.indent
        if self.compact:
            return self.packed(items, column, allowance, level)
        last = len(items) - 1
        shown = [self.show(item, column, allowance if i == last else 1, level) for i, item in enumerate(items)]
        return (",\n" + " " * column).join(shown)

    def packed(self, items, column, allowance, level):
        text, delimiter = "", ""
        width = most = self.width - column + 1
        for index, item in enumerate(items):
            if index == len(items) - 1:
                most -= allowance
                width -= allowance
            line = self.line(item, level)
            if width < len(line) + 2:
                width = most
                delimiter = ",\n" + " " * column if delimiter != "" else ""
            if width >= len(line) + 2:
                width -= len(line) + 2
                text += delimiter + line
                delimiter = ", "
            else:
                room = allowance if index == len(items) - 1 else 1
                text += delimiter + self.show(item, column, room, level)
                delimiter = ",\n" + " " * column
        return text

    def text(self, value, column, allowance, level):
        if level == 1:
            column += 1
            allowance += 1
        lines, chunks = _lines(value), []
        for index, line in enumerate(lines):
            room = allowance if index == len(lines) - 1 else 0
            whole = len(repr(line)) <= self.width - column - room
            chunks.extend([repr(line)] if whole else _chunks(line, self.width - column, room))
        if len(chunks) == 1:
            return chunks[0]
        joined = ("\n" + " " * column).join(chunks)
        return f"({joined})" if level == 1 else joined


def _lines(text):
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] != "" else [])


def _words(line):
    """The words, each with the space after it."""
    words, word = [], ""
    for character in line:
        if word != "" and word[-1].isspace() and not character.isspace():
            words.append(word)
            word = ""
        word += character
    return words + [word]


def _chunks(line, width, allowance):
    words, chunks, current = _words(line), [], ""
    for index, word in enumerate(words):
        if index == len(words) - 1:
            width -= allowance
        if current != "" and len(repr(current + word)) > width:
            chunks.append(repr(current))
            current = ""
        current += word
    return chunks + [repr(current)]


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    """Gives the text of a value, with one item on each line if one line is too short."""
    if indent < 0:
        raise ValueError("indent must be >= 0")
    if depth is not None and depth <= 0:
        raise ValueError("depth must be > 0")
    if width == 0:
        raise ValueError("width must be != 0")
    return _Printer(indent, width, depth, compact, sort_dicts).show(object, 0, 0, 0)


def pprint(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    """Prints a value, with one item on each line if one line is too short."""
    print(pformat(object, indent, width, depth, compact=compact, sort_dicts=sort_dicts))


def pp(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=False):
    """Prints a value as pprint does, with the keys in their own order."""
    pprint(object, indent, width, depth, compact=compact, sort_dicts=sort_dicts)
