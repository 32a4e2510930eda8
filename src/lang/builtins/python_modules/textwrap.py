# textwrap: breaks text into lines of a given width.

_WHITESPACE = "\t\n\x0b\x0c\r "


def wrap(text, width=70, **kwargs):
    """Breaks a text into lines of at most width characters, and returns a list of them."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """Breaks a text into lines of at most width characters, and joins them."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Cuts words off the end of a text until it fits into width characters."""
    wrapper = TextWrapper(width=width, max_lines=1, **kwargs)
    return wrapper.fill(" ".join(text.split()))


def dedent(text):
    """Removes the whitespace that all lines begin with."""
    lines = ["" if line.strip(" \t") == "" else line for line in text.split("\n")]
    margin = None
    for line in lines:
        if line != "":
            start = line[: len(line) - len(line.lstrip(" \t"))]
            margin = start if margin is None else _common_start(margin, start)
    return "\n".join([line[len(margin or "") :] for line in lines])


def _common_start(left, right):
    length = 0
    while length < min(len(left), len(right)) and left[length] == right[length]:
        length += 1
    return left[:length]


def indent(text, prefix, predicate=None):
    """Writes a prefix before each line that is not empty."""
    lines = text.splitlines(True)
    return "".join([prefix + line if _is_chosen(line, predicate) else line for line in lines])


def _is_chosen(line, predicate):
    return line.strip() != "" if predicate is None else predicate(line)


class TextWrapper:
    """Breaks text into lines, with options that are kept."""

    def __init__(
        self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
        fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
        max_lines=None, placeholder=" [...]"
    ):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def fill(self, text):
        return "\n".join(self.wrap(text))

    def wrap(self, text):
        self._check_width()
        chunks = self._chunks(text)
        lines = []
        while len(chunks) > 0:
            start = self.subsequent_indent if len(lines) > 0 else self.initial_indent
            room = self.width - len(start)
            if self.drop_whitespace and len(lines) > 0 and _is_blank(chunks[0]):
                chunks.pop(0)
            line = self._take_line(chunks, room)
            if len(line) == 0:
                continue
            fits = self._has_more_lines(len(lines)) or (self._is_last(chunks) and _length(line) <= room)
            if not fits:
                self._end(lines, line, start, room)
                break
            lines.append(start + "".join(line))
        return lines

    def _check_width(self):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            start = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(start) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")

    def _has_more_lines(self, number):
        return self.max_lines is None or number + 1 < self.max_lines

    def _is_last(self, chunks):
        return len(chunks) == 0 or (self.drop_whitespace and len(chunks) == 1 and _is_blank(chunks[0]))

    def _take_line(self, chunks, room):
        # Takes the chunks of one line from the beginning of `chunks`.
        line, length = [], 0
        while len(chunks) > 0 and length + len(chunks[0]) <= room:
            length += len(chunks[0])
            line.append(chunks.pop(0))
        if len(chunks) > 0 and len(chunks[0]) > room:
            self._break_word(chunks, line, 1 if room < 1 else room - length)
        if self.drop_whitespace and len(line) > 0 and _is_blank(line[-1]):
            line.pop()
        return line

    def _break_word(self, chunks, line, room):
        # A word is longer than a line.
        word = chunks[0]
        if self.break_long_words:
            end = room
            last = [place for place, char in enumerate(word[:room]) if char == "-"][-1:]
            if self.break_on_hyphens and len(word) > room and len(last) > 0 and word[: last[0]].strip("-") != "":
                end = last[0] + 1
            line.append(word[:end])
            chunks[0] = word[end:]
        elif len(line) == 0:
            line.append(chunks.pop(0))

    def _end(self, lines, line, start, room):
        # No more lines are allowed: the placeholder replaces the rest of the text.
        while len(line) > 0:
            if not _is_blank(line[-1]) and _length(line) + len(self.placeholder) <= room:
                lines.append(start + "".join(line) + self.placeholder)
                return
            line.pop()
        if len(lines) > 0:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return
        lines.append(start + self.placeholder.lstrip())

    def _chunks(self, text):
        # Returns the words and the whitespace of a text; a word is split where a line may end inside it.
        if self.expand_tabs:
            text = _expanded(text, self.tabsize)
        if self.replace_whitespace:
            text = "".join([" " if char in _WHITESPACE else char for char in text])
        chunks, start = [], 0
        while start < len(text):
            end = self._chunk_end(text, start)
            chunks.append(text[start:end])
            start = end
        if self.fix_sentence_endings:
            for place, chunk in enumerate(chunks[:-1]):
                if chunks[place + 1] == " " and _ends_sentence(chunk):
                    chunks[place + 1] = "  "
        return chunks

    def _chunk_end(self, text, start):
        size = len(text)
        end = start + 1
        if text[start] in _WHITESPACE:
            while end < size and text[end] in _WHITESPACE:
                end += 1
            return end
        if self.break_on_hyphens and start > 0 and _is_dash(text, start):
            return start + _dash_length(text, start)
        while end < size and text[end] not in _WHITESPACE:
            if self.break_on_hyphens:
                if text[end] == "-" and _is_hyphen(text, end):
                    return end + 1
                if _is_dash(text, end):
                    return end
            end += 1
        return end


def _length(line):
    return sum([len(chunk) for chunk in line])


def _is_blank(text):
    return text.strip() == ""


def _expanded(text, tabsize):
    expanded, column = [], 0
    for char in text:
        if char == "\t":
            char = " " * (tabsize - column % tabsize if tabsize > 0 else 0)
        column = 0 if char in ("\n", "\r") else column + len(char)
        expanded.append(char)
    return "".join(expanded)


def _ends_sentence(chunk):
    if chunk[-1:] in ("'", '"'):
        chunk = chunk[:-1]
    return len(chunk) > 1 and chunk[-1] in ".!?" and "a" <= chunk[-2] <= "z"


def _is_word_character(char):
    return char.isalnum() or char == "_"


def _is_letter(text, place):
    return 0 <= place < len(text) and _is_word_character(text[place]) and not text[place].isdigit()


def _may_end_word(char):
    return _is_word_character(char) or char in "!\"'&.,?"


def _dash_length(text, start):
    end = start
    while end < len(text) and text[end] == "-":
        end += 1
    return end - start


def _is_dash(text, start):
    # Whether two hyphens or more begin here, between words.
    end = start + _dash_length(text, start)
    return end - start > 1 and end < len(text) and _is_word_character(text[end]) and _may_end_word(text[start - 1])


def _is_hyphen(text, place):
    # Whether a line may end with this hyphen: two letters are before it, perhaps with a hyphen between them, and two are after it.
    before = place - 3 if text[max(place - 2, 0)] == "-" else place - 2
    after = place + 3 if text[place + 2 : place + 3] == "-" else place + 2
    return all([_is_letter(text, near) for near in (before, place - 1, place + 1, after)])
