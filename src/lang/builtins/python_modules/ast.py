# ast: the value of a literal that stands in a string. A tree of a program is not here.

_SIMPLE = {"True": True, "False": False, "None": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class _Reader:
    # The place in the text up to which it has been read.
    def __init__(self, text):
        self.text = text
        self.place = 0

    def skip(self):
        while self.place < len(self.text) and self.text[self.place] in " \t\n\r":
            self.place += 1

    def next(self):
        self.skip()
        return self.text[self.place] if self.place < len(self.text) else ""

    def takes(self, sign):
        if self.next() != sign:
            return False
        self.place += 1
        return True

    def word(self):
        start = self.place
        while self.place < len(self.text) and (self.text[self.place].isalnum() or self.text[self.place] in "._"):
            # The sign of an exponent belongs to its number.
            if self.text[self.place] in "eE" and self.text[start].isdigit() and self.text[self.place + 1 : self.place + 2] in ("+", "-"):
                self.place += 1
            self.place += 1
        return self.text[start : self.place]


def _syntax_error():
    return SyntaxError("invalid syntax")


def _malformed(text):
    return ValueError(f"malformed node or string: {text!r}")


def _number(word):
    digits = word.replace("_", "")
    for prefix, base in (("0x", 16), ("0o", 8), ("0b", 2)):
        if digits.lower().startswith(prefix):
            return int(digits[2:], base)
    try:
        return int(digits)
    except ValueError:
        pass
    try:
        return float(digits)
    except ValueError:
        raise _syntax_error() from None


def _string(reader):
    quote = reader.text[reader.place]
    if reader.text[reader.place : reader.place + 3] == quote * 3:
        quote = quote * 3
    reader.place += len(quote)
    parts = []
    while reader.text[reader.place : reader.place + len(quote)] != quote:
        letter = reader.text[reader.place : reader.place + 1]
        if letter == "" or (letter == "\n" and len(quote) == 1):
            raise SyntaxError("unterminated string literal")
        reader.place += 1
        if letter != "\\":
            parts.append(letter)
            continue
        letter = reader.text[reader.place : reader.place + 1]
        reader.place += 1
        if letter in ("x", "u", "U"):
            count = {"x": 2, "u": 4, "U": 8}[letter]
            parts.append(chr(int(reader.text[reader.place : reader.place + count], 16)))
            reader.place += count
        else:
            parts.append(_ESCAPES[letter] if letter in _ESCAPES else "\\" + letter)
    reader.place += len(quote)
    return "".join(parts)


def _items(reader, closing):
    # The items up to a bracket, and whether a comma stands among them or a colon.
    items = []
    has_comma = False
    has_colon = False
    while not reader.takes(closing):
        if items and not has_comma:
            raise _syntax_error()
        item = _value(reader)
        if closing == "}" and reader.takes(":"):
            if items and not has_colon:
                raise _syntax_error()
            has_colon = True
            item = (item, _value(reader))
        elif has_colon:
            raise _syntax_error()
        items.append(item)
        has_comma = reader.takes(",")
        if not has_comma and reader.next() != closing:
            raise _syntax_error()
        has_comma = has_comma or (len(items) > 1)
    return items, has_comma, has_colon


def _bracketed(reader, opening):
    items, has_comma, has_colon = _items(reader, _CLOSING[opening])
    if opening == "[":
        return items
    if opening == "{":
        return dict(items) if has_colon or not items else set(items)
    return tuple(items) if has_comma or not items else items[0]


def _value(reader):
    sign = reader.next()
    if sign == "":
        raise _syntax_error()
    if sign in "+-":
        reader.place += 1
        value = _value(reader)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise _malformed(reader.text)
        return -value if sign == "-" else value
    if sign in _CLOSING:
        reader.place += 1
        return _bracketed(reader, sign)
    if sign in "'\"":
        text = _string(reader)
        while reader.next() != "" and reader.next() in "'\"":
            text += _string(reader)
        return text
    word = reader.word()
    if word == "":
        raise _syntax_error()
    if word in _SIMPLE:
        return _SIMPLE[word]
    if word[0].isdigit() or (word[0] == "." and len(word) > 1):
        return _number(word)
    if reader.next().isalnum():
        raise _syntax_error()
    raise _malformed(reader.text)


def literal_eval(node_or_string):
    """The value of a string that holds a Python literal: a number, a string, a tuple, a list, a dict and so on."""
    if not isinstance(node_or_string, str):
        raise _malformed(node_or_string)
    reader = _Reader(node_or_string.strip(" \t"))
    value = _value(reader)
    if reader.next() == ",":
        reader.text = "(" + reader.text + ")"
        reader.place = 0
        value = _value(reader)
    if reader.next() != "":
        # More than a literal: a sum, a call.
        raise _malformed(node_or_string) if reader.next() in "+-*/%(.[" else _syntax_error()
    return value
