# re: regular expressions. `_re` reads the patterns and finds the matches; everything else is here. `_re` also remembers the patterns
# that it has read: a module's own variables cannot change once it has run.

import operator
import _re

NOFLAG = 0
I = IGNORECASE = 2
M = MULTILINE = 8
S = DOTALL = 16
U = UNICODE = 32
X = VERBOSE = 64
A = ASCII = 256

_LOCALE = 4
_INLINE_FLAGS = {"i": I, "m": M, "s": S, "u": U, "x": X, "a": A, "L": _LOCALE}
_SHOWN_FLAGS = {"re.IGNORECASE": I, "re.MULTILINE": M, "re.DOTALL": S, "re.VERBOSE": X, "re.ASCII": A}
_END = 9223372036854775807

_SPACE = " \t\n\r\v\f"
_SPECIAL = "()[]{}?*+-|^$\\.&~#" + _SPACE
_DIGITS = "0123456789"
_OCTAL_DIGITS = "01234567"
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


class PatternError(Exception):
    """Raised for a pattern or a template that is not valid."""

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        self.lineno = None
        self.colno = None
        if pattern is not None and pos is not None:
            lines = pattern[:pos].split("\n")
            self.lineno = len(lines)
            self.colno = len(lines[-1]) + 1
            msg = f"{msg} at position {pos}"
            if "\n" in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)


error = PatternError


def compile(pattern, flags=0):
    """Makes a Pattern of a string, to be used many times."""
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    return Pattern(pattern, flags)


def search(pattern, string, flags=0):
    """Returns the first match in a string, or None."""
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    """Returns the match at the beginning of a string, or None."""
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Returns the match of a whole string, or None."""
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    """Lists all matches in a string: their text or, where the pattern has groups, the text of the groups."""
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """Yields a Match for each match in a string."""
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    """Splits a string at the matches; the text of groups is in the list, too."""
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    """Replaces the matches in a string, by a template or by what a function makes of each Match."""
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """Replaces as `sub` does, and returns the new string and the number of replacements."""
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    """Puts a backslash before each special character, so that the pattern matches the string itself."""
    _check_decodable(pattern)
    return "".join(["\\" + letter if letter in _SPECIAL else letter for letter in pattern])


def purge():
    """Has no effect: patterns that were read stay known."""


class Pattern:
    """A compiled pattern. Use `re.compile` to make one."""

    def __init__(self, pattern, flags=0):
        if not isinstance(pattern, str):
            # As in CPython, this refuses a list in other words.
            hash(pattern)
            raise TypeError("first argument must be string or compiled pattern")
        all_flags, self._start = _leading_flags(pattern, flags)
        if flags & _LOCALE:
            raise ValueError("cannot use LOCALE flag with a str pattern")
        if all_flags & A and all_flags & U:
            raise ValueError("ASCII and UNICODE flags are incompatible")
        try:
            self._handle = _re.compile(pattern, flags)
        except ValueError as failure:
            raise _pattern_error(str(failure), pattern) from None
        names = _re.names(self._handle)
        self.pattern = pattern
        self.flags = all_flags if all_flags & A else all_flags | U
        self.groups = len(names) - 1
        self.groupindex = {name: number for number, name in enumerate(names) if name is not None}

    def search(self, string, pos=0, endpos=_END):
        return self._match(string, pos, endpos, "search")

    def match(self, string, pos=0, endpos=_END):
        return self._match(string, pos, endpos, "match")

    def fullmatch(self, string, pos=0, endpos=_END):
        return self._match(string, pos, endpos, "fullmatch")

    def _match(self, string, pos, endpos, how):
        start, end = _bounds(string, pos, endpos)
        spans = None if start > end else _re.find(self._handle, string, start, end, how)
        return None if spans is None else Match(self, string, start, end, spans)

    def findall(self, string, pos=0, endpos=_END):
        start, end = _bounds(string, pos, endpos)
        found = []
        for spans in self._walk(string, start, end):
            if self.groups > 0:
                spans = spans[1:]
            texts = [string[first:last] if first >= 0 else "" for first, last in spans]
            found.append(tuple(texts) if self.groups > 1 else texts[0])
        return found

    def finditer(self, string, pos=0, endpos=_END):
        start, end = _bounds(string, pos, endpos)
        return self._matches(string, start, end)

    def _matches(self, string, start, end):
        for spans in self._walk(string, start, end):
            yield Match(self, string, start, end, spans)

    def split(self, string, maxsplit=0):
        start, end = _bounds(string, 0, _END)
        maxsplit = operator.index(maxsplit)
        parts = []
        if maxsplit >= 0:
            count = 0
            for spans in self._walk(string, 0, end):
                parts.append(string[start : spans[0][0]])
                parts += [string[first:last] if first >= 0 else None for first, last in spans[1:]]
                start = spans[0][1]
                count += 1
                if count == maxsplit:
                    break
        parts.append(string[start:])
        return parts

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        count = operator.index(count)
        is_function = callable(repl)
        template = None if is_function else _template(repl, self)
        start, end = _bounds(string, 0, _END)
        pieces, replaced = [], 0
        if count >= 0:
            for spans in self._walk(string, 0, end):
                first, last = spans[0]
                if start < first:
                    pieces.append(string[start:first])
                new = repl(Match(self, string, 0, end, spans)) if is_function else _filled(template, string, spans)
                if new is not None:
                    pieces.append(new)
                start = last
                replaced += 1
                if replaced == count:
                    break
        pieces.append(string[start:])
        return "".join(pieces), replaced

    def _walk(self, string, start, end):
        # Yields the spans of all matches. An empty match may follow another one, but not an empty one at the same place.
        longer = None
        spans = None if start > end else _re.find(self._handle, string, start, end, "search")
        while spans is not None:
            yield spans
            first, start = spans[0]
            is_empty = first == start
            spans = None
            if is_empty and self._prefers_short():
                longer = self._longer() if longer is None else longer
                spans = _re.find(longer, string, start, end, "match")
                if spans is not None:
                    # Without the group that `_longer` adds.
                    spans = spans[:1] + spans[2:]
            if spans is None:
                start += 1 if is_empty else 0
                spans = None if start > end else _re.find(self._handle, string, start, end, "search")

    def _prefers_short(self):
        # Whether it may match nothing where it could match more: `a*?`, `|a`. References by number do not survive `_longer`.
        is_choice = any([sign in self.pattern for sign in ("|", "??", "*?", "+?", "}?")])
        return is_choice and not any([f"\\{digit}" in self.pattern or f"(?({digit}" in self.pattern for digit in _DIGITS])

    def _longer(self):
        # A handle for those matches that are not empty: group 1 is the rest of the text, which must not be the rest after the match.
        # A line break ends a comment of a verbose pattern.
        body = self.pattern[self._start :] + ("\n" if self.flags & X else "")
        return _re.compile(f"(?=([\\s\\S]*))(?:{body})(?!\\1\\Z)", self.flags)

    def __repr__(self):
        # UNICODE is not shown.
        names = [name for name, flag in _SHOWN_FLAGS.items() if self.flags & flag]
        shown = repr(self.pattern)[:200]
        return f"re.compile({shown}, {'|'.join(names)})" if names else f"re.compile({shown})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class Match:
    """What a pattern has found: the text and the place of the match and of its groups."""

    def __init__(self, re, string, pos, endpos, spans):
        self.re = re
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self.regs = tuple(spans)

    def group(self, *groups):
        if len(groups) == 0:
            return self._text(0)
        texts = [self._text(group) for group in groups]
        return tuple(texts) if len(texts) > 1 else texts[0]

    def __getitem__(self, group):
        return self._text(group)

    def groups(self, default=None):
        return tuple([self._text(group, default) for group in range(1, len(self.regs))])

    def groupdict(self, default=None):
        return {name: self._text(group, default) for name, group in self.re.groupindex.items()}

    def start(self, group=0, /):
        return self.span(group)[0]

    def end(self, group=0, /):
        return self.span(group)[1]

    def span(self, group=0, /):
        number = group
        if isinstance(group, str):
            number = self.re.groupindex.get(group)
        if not isinstance(number, int) or not 0 <= number < len(self.regs):
            raise IndexError("no such group")
        return self.regs[number]

    def _text(self, group, default=None):
        start, end = self.span(group)
        return default if start < 0 else self.string[start:end]

    def expand(self, template):
        return _filled(_template(template, self.re), self.string, self.regs)

    @property
    def lastindex(self):
        # The group that was closed last.
        present = [group for group in range(1, len(self.regs)) if self.regs[group][0] >= 0]
        if len(present) < 2:
            return present[0] if present else None
        closed, loops = _closed_groups(self.re.pattern, self.re.flags & X)
        last = None
        for group in closed:
            if group in present and (last is None or not self._is_later(last, group, loops)):
                last = group
        return last

    def _is_later(self, group, other, loops):
        # Whether a group was closed after another one although its parenthesis comes before: in a later turn of a loop around both.
        if self.regs[group][1] <= self.regs[other][1]:
            return False
        return any([group in loop and other in loop for loop in loops])

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, group in self.re.groupindex.items():
            if group == last:
                return name
        return None

    def __iter__(self):
        raise TypeError("'re.Match' object is not iterable")

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={repr(self._text(0))[:50]}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _kind(value):
    # `type` does not know None.
    return "NoneType" if value is None else type(value).__name__


def _check_decodable(text):
    if not isinstance(text, str):
        raise TypeError(f"decoding to str: need a bytes-like object, {_kind(text)} found")


def _bounds(string, pos, endpos):
    # Where a search begins and ends.
    if not isinstance(string, str):
        raise TypeError(f"expected string or bytes-like object, got '{_kind(string)}'")
    length = len(string)
    start, end = [min(max(operator.index(place), 0), length) for place in (pos, endpos)]
    return start, end


def _pattern_error(message, pattern):
    msg, _, rest = message.partition(" at position ")
    pos = rest.split(" ")[0]
    return PatternError(msg, pattern, int(pos)) if pos.isdigit() else PatternError(message, pattern)


def _leading_flags(pattern, flags):
    # The flags together with those at the beginning of a pattern, as in `(?i)a`, and where its rest begins.
    start = 0
    while True:
        if flags & X:
            start = _after_space(pattern, start)
        if pattern[start : start + 2] != "(?":
            return flags, start
        letters, parenthesis, _ = pattern[start + 2 :].partition(")")
        if parenthesis == "" or letters == "" or not all([letter in _INLINE_FLAGS for letter in letters]):
            return flags, start
        for letter in letters:
            flags |= _INLINE_FLAGS[letter]
        start += len(letters) + 3


def _after_space(pattern, start):
    # Where the white space and the comments of a verbose pattern end.
    while start < len(pattern) and pattern[start] in _SPACE + "#":
        start += 1 if pattern[start] in _SPACE else len(pattern[start:].partition("\n")[0])
    return start


def _closed_groups(pattern, is_verbose):
    # The groups in the order in which they are closed, and for each part that is repeated the range of the groups in it.
    closed, loops, opened, count, place = [], [], [], 0, 0
    while place < len(pattern):
        letter = pattern[place]
        following = pattern[place + 1 : place + 4]
        if letter == "\\":
            place += 1
        elif letter == "[":
            place = _class_end(pattern, place)
        elif letter == "#" and is_verbose:
            place += len(pattern[place:].partition("\n")[0])
        elif letter == "(" and following[:2] == "?#":
            place += len(pattern[place:].partition(")")[0])
        elif letter == "(":
            is_group = following[:1] != "?" or following == "?P<"
            count += 1 if is_group else 0
            opened.append((count if is_group else None, count if is_group else count + 1))
            if following[:2] == "?(":
                # The parentheses of a condition are not a group.
                place += len(pattern[place:].partition(")")[0])
        elif letter == ")" and len(opened) > 0:
            group, first = opened.pop()
            if group is not None:
                closed.append(group)
            if following[:1] in ("*", "+", "{"):
                loops.append(range(first, count + 1))
        place += 1
    return closed, loops


def _class_end(pattern, place):
    # Where a class such as `[^]a-z]` ends: at its `]`, but a `]` at the beginning is one of its characters.
    place += 2 if pattern[place + 1] == "^" else 1
    first = place
    while pattern[place] != "]" or place == first:
        place += 2 if pattern[place] == "\\" else 1
    return place


def _template(template, pattern):
    # The parts of a template: strings, and numbers of groups.
    if not isinstance(template, str):
        # As in CPython, this refuses a list in other words.
        hash(template)
        _check_decodable(template)
    parts, place = [], 0
    while True:
        text, backslash, rest = template[place:].partition("\\")
        parts.append(text)
        if backslash == "":
            return parts
        place += len(text)
        if rest == "":
            raise PatternError("bad escape (end of pattern)", template, place)
        letter = rest[0]
        if letter == "g":
            part, length = _reference(template, place, pattern)
        elif letter in _DIGITS:
            part, length = _numbered(template, place, pattern)
        elif letter in _ESCAPES:
            part, length = _ESCAPES[letter], 2
        elif "a" <= letter <= "z" or "A" <= letter <= "Z":
            raise PatternError(f"bad escape \\{letter}", template, place)
        else:
            part, length = "\\" + letter, 2
        parts.append(part)
        place += length


def _reference(template, place, pattern):
    # The group of `\g<name>`, and the length of that.
    if template[place + 2 : place + 3] != "<":
        raise PatternError("missing <", template, place + 2)
    name, end, _ = template[place + 3 :].partition(">")
    if name == "":
        raise PatternError("missing group name", template, place + 3)
    if end == "":
        raise PatternError("missing >, unterminated name", template, place + 3)
    length = len(name) + 4
    if all([letter in _DIGITS for letter in name]):
        return _existing(int(name), template, place + 3, pattern), length
    if not name.isidentifier():
        raise PatternError(f"bad character in group name {name!r}", template, place + 3)
    if name not in pattern.groupindex:
        raise IndexError(f"unknown group name {name!r}")
    return pattern.groupindex[name], length


def _numbered(template, place, pattern):
    # The group of `\1` or `\12`, or the character of `\0` or `\101`; and the length of that.
    digits = template[place + 1 : place + 4]
    octal = 0
    while octal < len(digits) and digits[octal] in _OCTAL_DIGITS:
        octal += 1
    if digits[0] == "0":
        return chr(int(digits[:octal], 8)), octal + 1
    if octal == 3:
        code = int(digits, 8)
        if code > 255:
            raise PatternError(f"octal escape value \\{digits} outside of range 0-0o377", template, place)
        return chr(code), 4
    length = 2 if digits[1:2] != "" and digits[1] in _DIGITS else 1
    return _existing(int(digits[:length]), template, place + 1, pattern), length + 1


def _existing(group, template, place, pattern):
    if group > pattern.groups:
        raise PatternError(f"invalid group reference {group}", template, place)
    return group


def _filled(parts, string, spans):
    # A template with the text of the groups; a group that took no part is empty.
    pieces = []
    for part in parts:
        if isinstance(part, int):
            start, end = spans[part]
            part = string[start:end] if start >= 0 else ""
        pieces.append(part)
    return "".join(pieces)
