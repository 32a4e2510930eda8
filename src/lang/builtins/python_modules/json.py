# json: values as text, and text as values. Messages are those of CPython 3.12's own encoder and decoder.


class JSONDecodeError(ValueError):
    """Raised when a text is not valid JSON."""

    def __init__(self, msg, doc, pos):
        lineno = doc[:pos].count("\n") + 1
        colno = len(doc[:pos].split("\n")[-1]) + 1
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

_KINDS = {
    "None": "NoneType",
    "range(": "range",
    "<function ": "function",
    "<class ": "type",
    "<module ": "module",
    "torch.float": "dtype",
    "torch.int": "dtype",
    "torch.bool": "dtype",
    "device(": "device",
}


def _escaped(character, ensure_ascii):
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if code < 32 or (ensure_ascii and 127 <= code < 65536):
        return "\\u%04x" % code
    if ensure_ascii and code >= 65536:
        code -= 65536
        return "\\u%04x\\u%04x" % (55296 + code // 1024, 56320 + code % 1024)
    return character


def _quoted(text, ensure_ascii):
    return '"' + "".join([_escaped(character, ensure_ascii) for character in text]) + '"'


def _kind(value):
    # `type` does not know the types of the language's own things; so these are told by how they are shown.
    shown = "" if isinstance(value, (str, int, float, list, tuple, dict)) else repr(value)
    if shown.startswith("<") and shown.endswith(" object>"):
        return shown[1:-8]
    for start, name in _KINDS.items():
        if shown.startswith(start):
            return name
    return type(value).__name__


class JSONEncoder:
    """Writes values as JSON; a subclass overrides default to write other objects, too."""

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        sort_keys=False,
        indent=None,
        separators=None,
        default=None,
    ):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {_kind(o)} is not JSON serializable")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        pieces = []
        self._write(o, pieces, [])
        return iter(pieces)

    def _write(self, value, pieces, outer):
        if isinstance(value, str):
            pieces.append(_quoted(value, self.ensure_ascii))
        elif value is None or isinstance(value, (bool, int, float)):
            pieces.append(self._plain(value))
        else:
            if self.check_circular and any([value is other for other in outer]):
                raise ValueError("Circular reference detected")
            outer.append(value)
            self._write_container(value, pieces, outer)
            outer.pop()

    def _write_container(self, value, pieces, outer):
        # In `outer` are also the objects that `default` replaced; so the depth is counted apart, by the containers alone.
        if isinstance(value, (list, tuple)):
            self._write_items("[", value, "]", pieces, outer)
        elif isinstance(value, dict):
            self._write_items("{", self._entries(value), "}", pieces, outer)
        else:
            self._write(self.default(value), pieces, outer)

    def _write_items(self, start, items, end, pieces, outer):
        depth = sum([isinstance(other, (list, tuple, dict)) for other in outer])
        if len(outer[-1]) == 0:
            pieces.append(start + end)
            return
        pieces.append(start + self._line(depth))
        separator = ""
        for item in items:
            pieces.append(separator)
            separator = self.item_separator + self._line(depth)
            if start == "{":
                pieces.append(_quoted(item[0], self.ensure_ascii) + self.key_separator)
                item = item[1]
            self._write(item, pieces, outer)
        pieces.append(self._line(depth - 1) + end)

    def _line(self, depth):
        if self.indent is None:
            return ""
        step = self.indent if isinstance(self.indent, str) else " " * self.indent
        return "\n" + step * depth

    def _entries(self, mapping):
        items = list(mapping.items())
        if self.sort_keys:
            items = sorted(items, key=lambda item: item[0])
        for key, value in items:
            if isinstance(key, str):
                yield key, value
            elif key is None or isinstance(key, (bool, int, float)):
                yield self._plain(key), value
            elif not self.skipkeys:
                raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")

    def _plain(self, value):
        if value is None or isinstance(value, bool):
            return "null" if value is None else "true" if value else "false"
        if isinstance(value, int):
            return str(int(value))
        if value == value and value not in (float("inf"), float("-inf")):
            return repr(float(value))
        if not self.allow_nan:
            raise ValueError(f"Out of range float values are not JSON compliant: {float(value)!r}")
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
):
    """Gives a value as JSON text."""
    encoder = JSONEncoder if cls is None else cls
    return encoder(
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
    ).encode(obj)


_WORDS = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_UNESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_DIGITS = "0123456789"
_HEX = "0123456789abcdefABCDEF"


class _Reader:
    """Reads JSON; a position is an index into the text."""

    def __init__(self, text, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook):
        self.text = text
        # Each character by itself: they are asked for one by one.
        self.characters = list(text)
        self.position = 0
        self.object_hook = object_hook
        self.parse_float = float if parse_float is None else parse_float
        self.parse_int = int if parse_int is None else parse_int
        self.parse_constant = parse_constant
        self.object_pairs_hook = object_pairs_hook

    def error(self, message, position):
        return JSONDecodeError(message, self.text, position)

    def peek(self):
        return self.characters[self.position] if self.position < len(self.characters) else ""

    def skip_space(self):
        while self.position < len(self.characters) and self.characters[self.position] in " \t\n\r":
            self.position += 1
        return self.peek()

    def value(self):
        first = self.peek()
        if first == '"':
            return self.string()
        if first == "{":
            return self.object()
        if first == "[":
            return self.array()
        for word, value in _WORDS.items():
            if first == word[0] and "".join(self.characters[self.position : self.position + len(word)]) == word:
                self.position += len(word)
                is_hooked = self.parse_constant is not None and word in _CONSTANTS
                return self.parse_constant(word) if is_hooked else value
        return self.number()

    def array(self):
        items = []
        self.position += 1
        if self.skip_space() == "]":
            self.position += 1
            return items
        while True:
            items.append(self.value())
            if self.is_end("]"):
                return items

    def object(self):
        pairs = []
        self.position += 1
        if self.skip_space() == "}":
            self.position += 1
            return self.made(pairs)
        while True:
            pairs.append(self.pair())
            if self.is_end("}"):
                return self.made(pairs)

    def pair(self):
        if self.peek() != '"':
            raise self.error("Expecting property name enclosed in double quotes", self.position)
        key = self.string()
        if self.skip_space() != ":":
            raise self.error("Expecting ':' delimiter", self.position)
        self.position += 1
        self.skip_space()
        return key, self.value()

    def made(self, pairs):
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs)
        return dict(pairs) if self.object_hook is None else self.object_hook(dict(pairs))

    def is_end(self, end):
        """Whether a list or an object ends here; else skips the comma."""
        character = self.skip_space()
        if character != end and character != ",":
            raise self.error("Expecting ',' delimiter", self.position)
        self.position += 1
        if character != end:
            self.skip_space()
        return character == end

    def digits(self, position):
        while position < len(self.characters) and self.characters[position] in _DIGITS:
            position += 1
        return position

    def number(self):
        characters, start = self.characters, self.position
        first = start + 1 if self.peek() == "-" else start
        end = first + 1 if characters[first : first + 1] == ["0"] else self.digits(first)
        if end == first:
            raise self.error("Expecting value", start)
        whole = end
        if characters[end : end + 1] == ["."]:
            fraction = self.digits(end + 1)
            end = fraction if fraction > end + 1 else end
        if "".join(characters[end : end + 1]) in ("e", "E"):
            sign = 1 if "".join(characters[end + 1 : end + 2]) in ("+", "-") else 0
            exponent = self.digits(end + 1 + sign)
            end = exponent if exponent > end + 1 + sign else end
        self.position = end
        text = "".join(characters[start:end])
        return self.parse_int(text) if end == whole else self.parse_float(text)

    def string(self):
        start = self.position
        self.position += 1
        pieces = []
        while True:
            character = self.peek()
            if character == "":
                raise self.error("Unterminated string starting at", start)
            if character < " ":
                raise self.error("Invalid control character at", self.position)
            self.position += 1
            if character == '"':
                return "".join(pieces)
            pieces.append(self.escape(start) if character == "\\" else character)

    def escape(self, start):
        character = self.peek()
        if character == "":
            raise self.error("Unterminated string starting at", start)
        self.position += 1
        if character in _UNESCAPED:
            return _UNESCAPED[character]
        if character != "u":
            raise self.error("Invalid \\escape", self.position - 2)
        code = self.code()
        following = "".join(self.characters[self.position : self.position + 2])
        if 55296 <= code < 56320 and following == "\\u" and self.position + 6 < len(self.characters):
            before = self.position
            self.position += 2
            low = self.code()
            if 56320 <= low < 57344:
                return chr(65536 + (code - 55296) * 1024 + low - 56320)
            self.position = before
        return chr(code)

    def code(self):
        digits = self.characters[self.position : self.position + 4]
        is_code = all([digit in _HEX for digit in digits])
        if not is_code or self.position + 4 >= len(self.characters):
            raise self.error("Invalid \\uXXXX escape", self.position - 1)
        self.position += 4
        return int("".join(digits), 16)


def loads(
    s,
    *,
    cls=None,
    object_hook=None,
    parse_float=None,
    parse_int=None,
    parse_constant=None,
    object_pairs_hook=None,
):
    """Gives the value that a JSON text says."""
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {_kind(s)}")
    if s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    reader = _Reader(s, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook)
    reader.skip_space()
    value = reader.value()
    if reader.skip_space() != "":
        raise JSONDecodeError("Extra data", s, reader.position)
    return value
