//! A pattern of Python's `re` as a pattern of the crate `fancy-regex`. Both mean nearly the same by nearly the same signs; what differs is
//! written out here.

use std::fmt::Write as _;

/// The bits of CPython's flags.
const IGNORECASE: i64 = 2;
const LOCALE: i64 = 4;
const MULTILINE: i64 = 8;
const DOTALL: i64 = 16;
const UNICODE: i64 = 32;
const VERBOSE: i64 = 64;
const ASCII: i64 = 256;

/// What Python counts as a character of a word, as a digit and as white space, inside square brackets.
const WORD: &str = r"\p{L}\p{N}_";
const DIGIT: &str = r"\p{Nd}";
const SPACE: &str = r"\s\x1c-\x1f";
const ASCII_WORD: &str = "0-9A-Za-z_";
const ASCII_DIGIT: &str = "0-9";
const ASCII_SPACE: &str = r" \t\n\r\x0c\x0b";

/// A pattern, or why it is none.
type Translated<T = ()> = Result<T, String>;

/// The pattern with the flags that it begins with.
///
/// # Errors
/// What is wrong with the pattern, where Python says so or the other crate would mean something else.
pub(super) fn translated(pattern: &str, flags: i64) -> Translated<(String, i64)> {
    let characters: Vec<char> = pattern.chars().collect();
    let mut translation =
        Translation { characters, place: 0, flags, out: String::new(), open: Vec::new(), names: Vec::new() };
    translation.global_flags()?;
    if translation.flags & LOCALE != 0 {
        return Err("cannot use LOCALE flag with a str pattern".to_owned());
    }
    if translation.flags & ASCII != 0 && translation.flags & UNICODE != 0 {
        return Err("ASCII and UNICODE flags are incompatible".to_owned());
    }
    while translation.place < translation.characters.len() {
        translation.next()?;
    }
    let Translation { out, open, .. } = translation;
    // The flags of the whole pattern are those outside of all groups.
    let flags = open.first().copied().unwrap_or(translation.flags);
    let letters: String = [(IGNORECASE, 'i'), (DOTALL, 's')]
        .into_iter()
        .filter(|(bit, _)| flags & bit != 0)
        .map(|(_, letter)| letter)
        .collect();
    Ok((if letters.is_empty() { out } else { format!("(?{letters}){out}") }, flags))
}

struct Translation {
    characters: Vec<char>,
    place: usize,
    /// Those that hold at this place.
    flags: i64,
    out: String,
    /// What the flags were before each group that is open.
    open: Vec<i64>,
    /// The names of groups so far.
    names: Vec<String>,
}

impl Translation {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.place + ahead).copied()
    }

    fn take(&mut self) -> Option<char> {
        let character = self.peek(0)?;
        self.place += 1;
        Some(character)
    }

    fn begins(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(place, character)| self.peek(place) == Some(character))
    }

    fn has(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }

    /// `(?im)` at the beginning of a pattern.
    fn global_flags(&mut self) -> Translated {
        while self.begins("(?") {
            let rest = &self.characters[self.place + 2..];
            let count = rest.iter().take_while(|character| "aiLmsux".contains(**character)).count();
            if count == 0 || rest.get(count) != Some(&')') {
                break;
            }
            for letter in &rest[..count] {
                self.flags |= match letter {
                    'a' => ASCII,
                    'i' => IGNORECASE,
                    'L' => LOCALE,
                    'm' => MULTILINE,
                    's' => DOTALL,
                    'u' => UNICODE,
                    _ => VERBOSE,
                };
            }
            self.place += count + 3;
        }
        Ok(())
    }

    fn next(&mut self) -> Translated {
        let Some(character) = self.take() else { return Ok(()) };
        match character {
            '\\' => self.escape(),
            '[' => self.class(),
            '(' => self.group(),
            '{' => self.braces(),
            '^' => {
                self.out.push_str(if self.has(MULTILINE) { "(?m:^)" } else { r"\A" });
                Ok(())
            }
            '$' => {
                self.out.push_str(if self.has(MULTILINE) { r"(?=\n|\z)" } else { r"(?=\n?\z)" });
                Ok(())
            }
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' if self.has(VERBOSE) => Ok(()),
            '#' if self.has(VERBOSE) => {
                while self.take().is_some_and(|character| character != '\n') {}
                Ok(())
            }
            ')' => {
                self.flags = self.open.pop().unwrap_or(self.flags);
                self.out.push(')');
                Ok(())
            }
            '.' | '*' | '+' | '?' | '|' => {
                self.out.push(character);
                Ok(())
            }
            other => {
                self.literal(other);
                Ok(())
            }
        }
    }

    /// A character that stands for itself.
    fn literal(&mut self, character: char) {
        if character.is_alphanumeric() || character == '_' {
            self.out.push(character);
        } else {
            let _ = write!(self.out, "\\x{{{:x}}}", u32::from(character));
        }
    }

    fn group(&mut self) -> Translated {
        if self.begins("?#") {
            while self.take().is_some_and(|character| character != ')') {}
            return Ok(());
        }
        self.open.push(self.flags);
        if !self.begins("?") {
            self.out.push('(');
            return Ok(());
        }
        if self.begins("?(") {
            return self.condition();
        }
        if self.begins("?P=") {
            // It closes itself.
            self.open.pop();
            self.place += 3;
            let name = self.until(')');
            let _ = write!(self.out, "(?P={name})");
            return Ok(());
        }
        if self.begins("?P<") {
            self.place += 3;
            let name = self.until('>');
            self.named(name)?;
            return Ok(());
        }
        for plain in ["?:", "?=", "?!", "?<=", "?<!", "?>"] {
            if self.begins(plain) {
                self.place += plain.len();
                self.out.push('(');
                self.out.push_str(plain);
                return Ok(());
            }
        }
        self.scoped_flags()
    }

    /// The text up to a character, which is passed.
    fn until(&mut self, end: char) -> String {
        let mut text = String::new();
        while let Some(character) = self.take().filter(|character| *character != end) {
            text.push(character);
        }
        text
    }

    /// `(?P<name>`.
    fn named(&mut self, name: String) -> Translated {
        let begins = name.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
        if !begins || !name.chars().all(|character| character.is_alphanumeric() || character == '_') {
            return Err(format!("bad character in group name '{name}'"));
        }
        if self.names.contains(&name) {
            return Err(format!("redefinition of group name '{name}'"));
        }
        let _ = write!(self.out, "(?P<{name}>");
        self.names.push(name);
        Ok(())
    }

    /// `(?(1)yes|no)` and `(?(name)yes|no)`.
    fn condition(&mut self) -> Translated {
        self.place += 2;
        let group = self.until(')');
        if group.chars().all(|character| character.is_ascii_digit()) {
            let _ = write!(self.out, "(?({group})");
        } else {
            let _ = write!(self.out, "(?(<{group}>)");
        }
        Ok(())
    }

    /// `(?i:...)` and `(?-i:...)`. The other crate has to know only of two of the flags.
    fn scoped_flags(&mut self) -> Translated {
        self.place += 1;
        let (mut letters, mut is_off) = (String::new(), false);
        loop {
            let Some(letter) = self.take() else { return Err("missing ), unterminated subpattern".to_owned()) };
            let flag = match letter {
                ':' => break,
                ')' => return Err("global flags not at the start of the expression".to_owned()),
                '-' => {
                    is_off = true;
                    letters.push('-');
                    continue;
                }
                'i' => IGNORECASE,
                's' => DOTALL,
                'm' => MULTILINE,
                'x' => VERBOSE,
                'a' => ASCII,
                'u' => UNICODE,
                other => return Err(format!("unknown extension ?{other}")),
            };
            if matches!(letter, 'i' | 's') {
                letters.push(letter);
            }
            self.flags = if is_off { self.flags & !flag } else { self.flags | flag };
        }
        let letters = letters.trim_end_matches('-');
        let _ = write!(self.out, "(?{letters}:");
        Ok(())
    }

    /// `{2}`, `{2,}`, `{,3}` and `{2,3}`; any other brace stands for itself.
    fn braces(&mut self) -> Translated {
        let rest = &self.characters[self.place..];
        let Some(end) = rest.iter().position(|character| *character == '}') else {
            self.literal('{');
            return Ok(());
        };
        let inside: String = rest[..end].iter().collect();
        let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
        let is_number = |text: &str| text.chars().all(|character| character.is_ascii_digit());
        if !is_number(least) || !is_number(most) || (least.is_empty() && !inside.contains(',')) {
            self.literal('{');
            return Ok(());
        }
        if let (Ok(least), Ok(most)) = (least.parse::<u64>(), most.parse::<u64>())
            && least > most
        {
            return Err("min repeat greater than max repeat".to_owned());
        }
        let least = if least.is_empty() { "0" } else { least };
        if inside.contains(',') {
            let _ = write!(self.out, "{{{least},{most}}}");
        } else {
            let _ = write!(self.out, "{{{least}}}");
        }
        self.place += end + 1;
        Ok(())
    }

    /// What a class of characters means, to stand inside square brackets.
    fn class_of(&self, letter: char) -> &'static str {
        match (letter.to_ascii_lowercase(), self.has(ASCII)) {
            ('w', false) => WORD,
            ('w', true) => ASCII_WORD,
            ('d', false) => DIGIT,
            ('d', true) => ASCII_DIGIT,
            (_, false) => SPACE,
            (_, true) => ASCII_SPACE,
        }
    }

    fn escape(&mut self) -> Translated {
        let Some(character) = self.take() else { return Err("bad escape (end of pattern)".to_owned()) };
        match character {
            'w' | 'd' | 's' => {
                let class = self.class_of(character);
                let _ = write!(self.out, "[{class}]");
            }
            'W' | 'D' | 'S' => {
                let class = self.class_of(character);
                let _ = write!(self.out, "[^{class}]");
            }
            'A' | 'b' | 'B' => {
                self.out.push('\\');
                self.out.push(character);
            }
            'Z' => self.out.push_str(r"\z"),
            '0'..='3' if self.is_octal() => {
                let digits: String = [Some(character), self.take(), self.take()].into_iter().flatten().collect();
                let code = u32::from_str_radix(&digits, 8).ok().and_then(char::from_u32);
                self.literal(code.unwrap_or('\0'));
            }
            '1'..='9' => {
                let mut number = String::from(character);
                while let Some(digit) = self.peek(0).filter(|next| next.is_ascii_digit() && number.len() < 2) {
                    number.push(digit);
                    self.place += 1;
                }
                // A group of its own, so that a digit behind it is no part of its number.
                let _ = write!(self.out, "(?:\\{number})");
            }
            other => {
                let character = self.escaped(other)?;
                self.literal(character);
            }
        }
        Ok(())
    }

    /// Whether two more octal digits stand here: then the three are the number of a character.
    fn is_octal(&self) -> bool {
        [0, 1].into_iter().all(|ahead| self.peek(ahead).is_some_and(|next| next.is_digit(8)))
    }

    /// The character that an escape stands for.
    fn escaped(&mut self, letter: char) -> Translated<char> {
        Ok(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            '0' => {
                let mut code = 0;
                for _ in 0..2 {
                    let Some(digit) = self.peek(0).and_then(|next| next.to_digit(8)) else { break };
                    code = code * 8 + digit;
                    self.place += 1;
                }
                char::from_u32(code).unwrap_or('\0')
            }
            'x' => self.hexadecimal(2)?,
            'u' => self.hexadecimal(4)?,
            'U' => self.hexadecimal(8)?,
            other if other.is_ascii_alphanumeric() => return Err(format!("bad escape \\{other}")),
            other => other,
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Translated<char> {
        let text: String = (0..digits).filter_map(|ahead| self.peek(ahead)).collect();
        let code = u32::from_str_radix(&text, 16).ok().filter(|_| text.len() == digits).and_then(char::from_u32);
        self.place += digits;
        code.ok_or_else(|| "incomplete escape".to_owned())
    }

    /// `[...]`. The other crate has operators between sets, which Python has not.
    fn class(&mut self) -> Translated {
        self.out.push('[');
        if self.peek(0) == Some('^') {
            self.place += 1;
            self.out.push('^');
        }
        let start = self.place;
        loop {
            let Some(character) = self.take() else { return Err("unterminated character set".to_owned()) };
            match character {
                ']' if self.place > start + 1 => break,
                '\\' => self.escape_in_class()?,
                // A minus between two characters means those from one to the other; at an end it stands for itself.
                '-' if self.place > start + 1 && self.peek(0) != Some(']') => self.out.push('-'),
                other => self.literal(other),
            }
        }
        self.out.push(']');
        Ok(())
    }

    fn escape_in_class(&mut self) -> Translated {
        let Some(character) = self.take() else { return Err("unterminated character set".to_owned()) };
        match character {
            'w' | 'd' | 's' => {
                let class = self.class_of(character);
                self.out.push_str(class);
                self.minus_behind_class();
            }
            'W' | 'D' | 'S' => {
                let class = self.class_of(character);
                let _ = write!(self.out, "[^{class}]");
                self.minus_behind_class();
            }
            'b' => self.literal('\x08'),
            other => {
                let character = self.escaped(other)?;
                self.literal(character);
            }
        }
        Ok(())
    }

    /// A minus behind a class stands for itself: there is nothing that it could begin at.
    fn minus_behind_class(&mut self) {
        if self.peek(0) == Some('-') {
            self.place += 1;
            self.literal('-');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pattern: &str) -> String {
        translated(pattern, 0).map_or_else(|error| error, |(pattern, _)| pattern)
    }

    #[test]
    fn what_differs_is_written_out() {
        assert_eq!(told(r"^a$"), r"\Aa(?=\n?\z)");
        assert_eq!(told(r"a{,3}b{2}c{x}"), r"a{0,3}b{2}c\x{7b}x\x{7d}");
        assert_eq!(told(r"[]a-z&[-]"), r"[\x{5d}a-z\x{26}\x{5b}\x{2d}]");
        assert_eq!(told(r"(?P<x>\d)(?P=x)\1"), r"(?P<x>[\p{Nd}])(?P=x)(?:\1)");
        assert_eq!(translated("(?im)^a # b", 64), Ok(("(?i)(?m:^)a".to_owned(), 64 | 2 | 8)));
        assert_eq!(told(r"[\w-]"), r"[\p{L}\p{N}_\x{2d}]");
        assert_eq!(told(r"\q"), r"bad escape \q");
    }
}
