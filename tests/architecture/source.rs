//! A reader of Rust source that knows just enough: which paths a file names, which macros it calls, on which lines.
//!
//! It does not parse Rust. It blanks out comments and literals and then follows identifiers joined by `::`, through the
//! groups of a `use` as well. That finds every way to name a module; what a macro would paste together it cannot see.

/// A path as it is written, such as `crate::tensor::Tensor` or `std::fs`, with groups taken apart: one entry for each leaf.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    /// Its names; the last is `*` for a glob and ends in `!` for a macro call.
    pub(crate) names: Vec<String>,
}

/// Every path of a file, single names included.
pub(crate) fn paths(source: &str) -> Vec<Path> {
    let mut reader = Reader { tokens: tokens(&code(source)), next: 0, found: Vec::new() };
    while reader.next < reader.tokens.len() {
        reader.path(&[]);
    }
    reader.found
}

/// The source with the contents of comments, strings and characters replaced by spaces; lines stay where they are.
pub(crate) fn code(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while !rest.is_empty() {
        let blank = blank_length(rest, code.chars().next_back());
        if blank == 0 {
            let character = rest.chars().next().unwrap_or_default();
            code.push(character);
            rest = &rest[character.len_utf8()..];
        } else {
            code.extend(rest[..blank].chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
            rest = &rest[blank..];
        }
    }
    code
}

/// How many bytes at the start of `rest` are a comment or a literal; 0 if none. `before` is what stands in front of it.
fn blank_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment_length(rest);
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    if rest.starts_with('\'') {
        return character_length(rest);
    }
    if before.is_some_and(is_name) {
        return 0; // the r of `for` begins no raw string
    }
    let raw = rest.trim_start_matches(['b', 'c']);
    let prefix = rest.len() - raw.len();
    match raw.strip_prefix('r') {
        Some(raw) => raw_string_length(raw).map_or(0, |length| prefix + 1 + length),
        None => 0,
    }
}

/// A block comment with those inside it.
fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let (step, change) = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// Text between two `quote`s, with what a backslash protects.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut protected = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if protected => protected = false,
            '\\' => protected = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// A character such as `'a'` or `'\n'`; 0 for a lifetime such as `'a`.
fn character_length(rest: &str) -> usize {
    let mut inside = rest.chars().skip(1);
    let closes = match inside.next() {
        Some('\\') => true,
        Some(_) => inside.next() == Some('\''),
        None => false,
    };
    if closes { quoted_length(rest, '\'') } else { 0 }
}

/// What follows the `r` of a raw string: `"…"` or `#"…"#` with any number of hashes.
fn raw_string_length(rest: &str) -> Option<usize> {
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let inside = rest[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(inside.find(&end).map_or(rest.len(), |at| hashes + 1 + at + end.len()))
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// A name, or a single sign (`::` is one), and its line.
type Token = (usize, String);

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if is_name(first) {
                rest.find(|character| !is_name(character)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((index + 1, rest[..length].to_owned()));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    found: Vec<Path>,
}

impl Reader {
    fn sign(&self, ahead: usize) -> &str {
        self.tokens.get(self.next + ahead).map_or("", |(_, text)| text)
    }

    /// Reads one path that continues `prefix`, or skips a token that begins none.
    fn path(&mut self, prefix: &[String]) {
        let line = self.tokens[self.next].0;
        let mut names = prefix.to_vec();
        while self.sign(0).starts_with(is_name) {
            let name = self.sign(0).to_owned();
            self.next += 1;
            // `macro!(…)`, but not `a != b`.
            let calls = self.sign(0) == "!" && matches!(self.sign(1), "(" | "[" | "{");
            names.push(if calls { name + "!" } else { name });
            if self.sign(0) != "::" {
                break;
            }
            self.next += 1;
        }
        match self.sign(0) {
            "{" if self.after_colons() => return self.group(&names),
            "*" if self.after_colons() || !prefix.is_empty() => {
                names.push("*".to_owned());
                self.next += 1;
            }
            _ if names.len() == prefix.len() => self.next += 1,
            _ => {}
        }
        if names.len() > prefix.len() {
            self.found.push(Path { line, names });
        }
    }

    fn after_colons(&self) -> bool {
        self.next > 0 && self.tokens[self.next - 1].1 == "::"
    }

    /// The paths in the braces of a `use`.
    fn group(&mut self, prefix: &[String]) {
        self.next += 1;
        while !matches!(self.sign(0), "}" | "") {
            if self.sign(0) == "as" {
                self.next += 2; // the new name is no path
            } else {
                self.path(prefix);
            }
        }
        self.next += 1;
    }
}
