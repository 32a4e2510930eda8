//! Formulas of the course in one line of Unicode: `\frac{QK^\top}{\sqrt{d_k}}` becomes `QKᵀ/√d_k`. Who wants another writing, such as
//! words to listen to, brings a [`Voice`].
//!
//! It reads the LaTeX that lessons need: fractions, roots, scripts, Greek, sums, named functions, text and brackets. What it does not
//! know it shows as it was written, without the backslash: a formula may come out plain, it never fails.

mod flaw;
mod symbols;

pub use flaw::Flaw;
use symbols::{subscript, superscript, symbol};

/// Functions that LaTeX has a command for.
const FUNCTIONS: [&str; 23] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "deg", "det", "dim", "exp", "gcd", "inf", "ker", "lim", "ln",
    "log", "max", "min", "sin", "sinh", "sup", "tan", "tanh",
];

/// Commands that take something behind them: how many arguments. Those of a bracket have none, as a bracket is no argument.
const ARGUMENTS: [(&str, usize); 24] = [
    ("frac", 2),
    ("dfrac", 2),
    ("tfrac", 2),
    ("sqrt", 1),
    ("text", 1),
    ("mathrm", 1),
    ("operatorname", 1),
    ("mathbf", 1),
    ("mathit", 1),
    ("mathbb", 1),
    ("textbf", 1),
    ("textit", 1),
    ("boldsymbol", 1),
    ("hat", 1),
    ("bar", 1),
    ("overline", 1),
    ("tilde", 1),
    ("vec", 1),
    ("left", 0),
    ("right", 0),
    ("bigl", 0),
    ("bigr", 0),
    ("big", 0),
    ("Big", 0),
];

/// Braces, commands and scripts that are nested deeper than this are shown as they stand.
const MAX_DEPTH: usize = 64;

/// `latex` in one line of Unicode.
///
/// ```
/// use glassformer::notebook::math;
///
/// assert_eq!(math::unicode(r"\frac{QK^\top}{\sqrt{d_k}}"), "QKᵀ/√d_k");
/// ```
pub fn unicode(latex: &str) -> String {
    read(latex).0
}

/// What of `latex` cannot be drawn as it was meant, each with its byte, in reading order.
pub fn flaws(latex: &str) -> Vec<(usize, Flaw<'_>)> {
    let mut flaws = read(latex).1;
    flaws.sort_by_key(|&(at, _)| at);
    flaws
}

/// The first command of a text that is known here: where it stands, and its name without the backslash. One letter may be part of a
/// path.
pub fn first_command(text: &str) -> Option<(usize, &str)> {
    text.match_indices('\\').find_map(|(at, _)| {
        let rest = &text[at + 1..];
        let name = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
        (name.len() > 1 && is_command(name)).then_some((at, name))
    })
}

/// Whether a command of this name, without its backslash, is known.
fn is_command(name: &str) -> bool {
    ARGUMENTS.iter().any(|(known, _)| *known == name) || FUNCTIONS.contains(&name) || symbol(name).is_some()
}

/// `latex` as somebody else says it.
pub fn said(latex: &str, voice: &dyn Voice) -> String {
    LatexReader::new(latex, voice).row(None)
}

fn read(latex: &str) -> (String, Vec<(usize, Flaw<'_>)>) {
    let mut reader = LatexReader::new(latex, &UnicodeVoice);
    (reader.row(None), reader.flaws)
}

/// How the parts of a formula are said. What they are made of has been said already when it comes here.
pub trait Voice {
    /// A character that stands for itself, or for what it is a sign of.
    fn letter(&self, letter: char) -> String;
    /// The character of a command: `·`, `≤`, `α`.
    fn symbol(&self, written: &str) -> String;
    /// The name of a function, or words: `exp`, `softmax`.
    fn name(&self, name: &str) -> String;
    /// What stands raised behind something.
    fn raised(&self, script: &str) -> String;
    /// What stands lowered behind something.
    fn lowered(&self, script: &str) -> String;
    /// One thing divided by another.
    fn fraction(&self, above: &str, below: &str) -> String;
    /// A square root.
    fn root(&self, inner: &str) -> String;
    /// A mark above: `hat`, `bar`, `tilde`.
    fn marked(&self, mark: &str, inner: &str) -> String;
}

/// One line of Unicode.
struct UnicodeVoice;

impl Voice for UnicodeVoice {
    fn letter(&self, letter: char) -> String {
        if letter == '-' { "−".to_owned() } else { letter.to_string() }
    }

    fn symbol(&self, written: &str) -> String {
        written.to_owned()
    }

    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn raised(&self, script: &str) -> String {
        superscript(script)
    }

    fn lowered(&self, script: &str) -> String {
        subscript(script)
    }

    /// Brackets go where reading from left to right needs them.
    fn fraction(&self, above: &str, below: &str) -> String {
        let above = if is_sum(above) { format!("({above})") } else { above.to_owned() };
        let below = if is_single(below) { below.to_owned() } else { format!("({below})") };
        format!("{above}/{below}")
    }

    fn root(&self, inner: &str) -> String {
        if is_single(inner) { format!("√{inner}") } else { format!("√({inner})") }
    }

    fn marked(&self, mark: &str, inner: &str) -> String {
        let mark = match mark {
            "hat" => '\u{302}',
            "tilde" => '\u{303}',
            _ => '\u{304}',
        };
        format!("{inner}{mark}")
    }
}

/// Reads LaTeX from the front.
struct LatexReader<'a> {
    rest: &'a str,
    voice: &'a dyn Voice,
    depth: usize,
    /// The whole text, of which `rest` is the end.
    whole: &'a str,
    /// What cannot be drawn as it was meant, by its byte.
    flaws: Vec<(usize, Flaw<'a>)>,
}

impl<'a> LatexReader<'a> {
    fn new(latex: &'a str, voice: &'a dyn Voice) -> Self {
        LatexReader { rest: latex, voice, depth: 0, whole: latex, flaws: Vec::new() }
    }

    /// Everything up to `end`, or to the end of the text.
    fn row(&mut self, end: Option<char>) -> String {
        let mut row = String::new();
        while let Some(letter) = self.rest.chars().next() {
            if Some(letter) == end {
                self.skip(letter);
                break;
            }
            self.append(&mut row);
        }
        row.trim().to_owned()
    }

    /// Reads one atom, or the scripts of the one before, onto `row`.
    fn append(&mut self, row: &mut String) {
        match self.rest.chars().next() {
            Some(mark @ ('^' | '_')) => {
                let at = self.at();
                self.skip(mark);
                if self.has_ended() {
                    self.flaws.push((at, Flaw::NoScript(mark)));
                }
                let script = self.argument();
                row.push_str(&if mark == '^' { self.voice.raised(&script) } else { self.voice.lowered(&script) });
            }
            Some(letter) if letter.is_whitespace() => {
                self.skip(letter);
                // Spaces in LaTeX separate names; around an operator they make a formula readable.
                if row.chars().last().is_some_and(|last| !last.is_whitespace()) {
                    row.push(' ');
                }
            }
            _ => row.push_str(&self.atom()),
        }
    }

    /// A command, a group in braces, or one character.
    fn atom(&mut self) -> String {
        match self.rest.chars().next() {
            Some('\\') => self.command(),
            Some('{') if self.depth < MAX_DEPTH => {
                self.skip('{');
                self.depth += 1;
                let group = self.row(Some('}'));
                self.depth -= 1;
                group
            }
            // A space that LaTeX may not break and an alignment mark are spaces here.
            Some(letter @ ('~' | '&')) => {
                self.skip(letter);
                " ".to_owned()
            }
            _ => self.letter(),
        }
    }

    /// What a command or a script applies to: the next atom, spaces before it skipped; nothing where the group ends.
    fn argument(&mut self) -> String {
        if self.has_ended() {
            return String::new();
        }
        if self.depth >= MAX_DEPTH {
            return self.letter();
        }
        self.depth += 1;
        let atom = self.atom();
        self.depth -= 1;
        atom
    }

    /// The next character, as it stands.
    fn letter(&mut self) -> String {
        let Some(letter) = self.rest.chars().next() else { return String::new() };
        self.skip(letter);
        self.voice.letter(letter)
    }

    /// Whether nothing stands here that a command could apply to. Spaces are skipped.
    fn has_ended(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        let is_right =
            self.rest.strip_prefix("\\right").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        self.rest.is_empty() || is_right || self.rest.starts_with(['}', '^', '_', '&']) || self.rest.starts_with("\\\\")
    }

    /// The byte of the whole text that comes next.
    fn at(&self) -> usize {
        self.whole.len() - self.rest.len()
    }

    fn command(&mut self) -> String {
        let at = self.at();
        self.skip('\\');
        let letters = self.rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        // A command that is not a word is one character: `\,`, `\{`, `\\`.
        let length = if letters > 0 { letters } else { self.rest.chars().next().map_or(0, char::len_utf8) };
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        match name {
            "frac" | "dfrac" | "tfrac" => {
                let (above, below) = (self.taken(name, 0, at), self.taken(name, 1, at));
                self.voice.fraction(&above, &below)
            }
            "sqrt" => {
                if self.rest.trim_start().starts_with('[') {
                    self.flaws.push((at, Flaw::Index));
                }
                let inner = self.taken(name, 0, at);
                self.voice.root(&inner)
            }
            "text" | "mathrm" | "operatorname" | "mathbf" | "mathit" | "mathbb" | "textbf" | "textit"
            | "boldsymbol" => self.text(name, at),
            // The size of a bracket is no matter in one line; a dot stands for no bracket.
            "left" | "right" | "bigl" | "bigr" | "big" | "Big" => {
                if self.has_ended() {
                    self.flaws.push((at, Flaw::NoBracket(name)));
                }
                let bracket = self.argument();
                if bracket == "." { String::new() } else { bracket }
            }
            "hat" | "bar" | "overline" | "tilde" => {
                let inner = self.taken(name, 0, at);
                self.voice.marked(name, &inner)
            }
            "vec" => self.taken(name, 0, at),
            "displaystyle" => self.argument(),
            _ => match symbol(name) {
                Some(written) => self.voice.symbol(written),
                None => self.function(name, at),
            },
        }
    }

    /// An argument of the command at a byte, with `given` before it.
    fn taken(&mut self, name: &'a str, given: usize, at: usize) -> String {
        // LaTeX would take a sign for the argument, and nobody means that.
        let is_missing = self.has_ended() || self.rest.starts_with(['+', '=', '<', '>', ',', ';', ')', ']', '/']);
        if is_missing && self.flaws.last().is_none_or(|(last, _)| *last != at) {
            let needed = ARGUMENTS.iter().find(|(known, _)| *known == name).map_or(1, |(_, needed)| *needed);
            self.flaws.push((at, Flaw::Missing { name, given, needed }));
        }
        self.argument()
    }

    /// The words of `\text{…}`, spaces and hyphens as they stand.
    fn text(&mut self, name: &'a str, at: usize) -> String {
        let Some(rest) = self.rest.trim_start().strip_prefix('{') else { return self.taken(name, 0, at) };
        let (words, rest) = rest.split_once('}').unwrap_or((rest, ""));
        self.rest = rest;
        self.voice.name(&words.replace('\\', ""))
    }

    /// `\exp`, `\max` and what is unknown: the name, set apart from a name that follows.
    fn function(&mut self, name: &'a str, at: usize) -> String {
        // An escaped sign stands for itself.
        if !FUNCTIONS.contains(&name) && name.starts_with(char::is_alphabetic) {
            self.flaws.push((at, Flaw::Unknown(name)));
        }
        let mut following = self.rest.trim_start().chars();
        let apart = self.rest.starts_with(' ') && following.next().is_some_and(char::is_alphanumeric);
        self.rest = self.rest.trim_start();
        let said = self.voice.name(name);
        if apart { said + " " } else { said }
    }

    fn skip(&mut self, letter: char) {
        self.rest = self.rest.strip_prefix(letter).unwrap_or(self.rest);
    }
}

/// Whether a `+` or `−` stands outside of brackets, so that a division after it would be misread.
fn is_sum(text: &str) -> bool {
    let mut depth = 0_i32;
    text.char_indices().any(|(place, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && place > 0 && matches!(letter, '+' | '−' | '=' | '<' | '>' | '/')
    })
}

/// Whether `text` is one thing: a number, a name with its scripts, brackets, a call like `exp(x)`, or the root of one of these.
fn is_single(text: &str) -> bool {
    let text = text.strip_prefix('√').unwrap_or(text);
    let name = text.find('(').map_or(text, |bracket| text.get(..bracket).unwrap_or(text));
    let is_word = name.chars().all(char::is_alphabetic);
    let is_number = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    is_number
        || is_name(text)
        || is_word && (is_bracket(text.get(name.len()..).unwrap_or("")) || text.len() > 2 && name == text)
}

/// One letter and what is raised or lowered behind it: `x`, `xᵢ²`, `d_k`.
pub(super) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(char::is_alphabetic);
    let rest = letters.as_str();
    first
        && (rest.chars().all(symbols::is_script)
            || rest.strip_prefix('_').is_some_and(|rest| rest.chars().all(char::is_alphanumeric)))
}

/// Whether the bracket that opens `text` closes at its end.
fn is_bracket(text: &str) -> bool {
    let mut depth = 0_i32;
    let closing = text.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0
    });
    text.starts_with('(') && closing.is_some_and(|(at, _)| at + 1 == text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_of_the_course() {
        let latex = r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V";
        assert_eq!(unicode(latex), "softmax(QKᵀ/√d_k)V");
        assert_eq!(unicode(r"\text{softmax}(\frac{QK^T}{\sqrt{d_k}})V"), "softmax(QKᵀ/√d_k)V");
    }

    #[test]
    fn fractions_get_the_brackets_they_need() {
        assert_eq!(unicode(r"\frac{a+b}{c}"), "(a+b)/c");
        assert_eq!(unicode(r"\frac{1}{2n}"), "1/(2n)");
        assert_eq!(unicode(r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}"), "(x − μ)/√(σ² + ε)");
        assert_eq!(unicode(r"\frac{e^{z_i}}{\sum_{j} e^{z_j}}"), "e^zᵢ/(∑ⱼ e^zⱼ)");
        assert_eq!(unicode(r"\frac{\exp(z_i)}{\sum_{j=1}^{n} \exp(z_j)}"), "exp(zᵢ)/(∑ⱼ₌₁ⁿ exp(zⱼ))");
        assert_eq!(unicode(r"\sum_{k=1}^n s_{ik} + W_{v=2}"), "∑ₖ₌₁ⁿ sᵢₖ + W_(v=2)");
        assert_eq!(unicode(r"10000^{2i/d_{model}}"), "10000^(2i/d_model)");
    }

    #[test]
    fn scripts_symbols_and_text() {
        assert_eq!(unicode(r"x_1^2 \cdot \alpha \le \infty"), "x₁² · α ≤ ∞");
        assert_eq!(unicode(r"W^Q \in \mathbb{R}^{d_{\text{model}} \times d_k}"), "W^Q ∈ R^(d_model × d_k)");
        assert_eq!(unicode(r"\log p(y_t \mid y_{<t})"), "log p(yₜ | y_<t)");
        assert_eq!(unicode(r"-\infty"), "−∞");
        assert_eq!(unicode(r"\{a, b\} \quad \max(0, x)"), "{a, b}  max(0, x)");
        assert_eq!(unicode(r"\hat{y} = xW_1 + b_1"), "y\u{302} = xW₁ + b₁");
        assert_eq!(unicode(r"\text{two words} \unknown{x}"), "two words unknownx");
    }

    #[test]
    fn unknown_commands_are_named() {
        assert_eq!(flaws(r"\exp(x) \softmx(\foo)"), [(8, Flaw::Unknown("softmx")), (16, Flaw::Unknown("foo"))]);
        assert_eq!(flaws(r"\frac{\tanh x}{\bigl(\lambda\bigr)} \, \operatorname{erf}"), []);
        assert_eq!(flaws(r"\left\lfloor x \right\rfloor"), []);
        assert_eq!(flaws("\\"), []);
    }

    #[test]
    fn what_a_command_misses_is_told() {
        let missing = |name, given, needed| Flaw::Missing { name, given, needed };
        assert_eq!(flaws(r"z = \frac{1}"), [(4, missing("frac", 1, 2))]);
        assert_eq!(flaws(r"\frac{1} + 2"), [(0, missing("frac", 1, 2))], "a sign is no argument");
        assert_eq!(flaws(r"\frac"), [(0, missing("frac", 0, 2))], "told once");
        assert_eq!(flaws(r"\frac{\sqrt}{2}"), [(6, missing("sqrt", 0, 1))]);
        assert_eq!(flaws(r"\left(\frac{a}\right)"), [(6, missing("frac", 1, 2))]);
        assert_eq!(flaws(r"\hat + \mathrm"), [(0, missing("hat", 0, 1)), (7, missing("mathrm", 0, 1))]);
        assert_eq!(flaws("x^ + y_"), [(6, Flaw::NoScript('_'))]);
        assert_eq!(flaws("{x^}_{}^"), [(2, Flaw::NoScript('^')), (7, Flaw::NoScript('^'))]);
        assert_eq!(flaws("x_^2"), [(1, Flaw::NoScript('_'))]);
        assert_eq!(flaws(r"(x \right"), [(3, Flaw::NoBracket("right"))]);
        assert_eq!(flaws(r"\sqrt[3]{x}"), [(0, Flaw::Index)]);
        for whole in [
            r"\frac12 \sqrt x \hat y^2 x^+ x^\rightarrow A^{-1}_{ij} \left.\frac{a}{b}\right| x'^{2}",
            r"\frac{-1}{2} \frac{}{2} \sqrt{+} x_\text{in} \displaystyle x",
        ] {
            assert_eq!(flaws(whole), [], "{whole}");
        }
    }

    /// Each level looks at all of its inner text, and each is a call on the stack.
    #[test]
    fn deep_nests_are_read_in_linear_time() {
        let start = std::time::Instant::now();
        for nest in [r"\sqrt", r"\sqrt{", r"\frac1", r"\hat", "x^", "{", r"\left("] {
            let text = nest.repeat(20_000) + "x";
            assert!(unicode(&text).contains('x'), "{nest}");
            let _ = flaws(&text);
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[test]
    fn broken_latex_is_shown_not_refused() {
        for latex in [
            "",
            "\\",
            "{",
            "}",
            r"\frac",
            r"\frac{1",
            r"\sqrt",
            "x^",
            "_",
            r"\left",
            r"\text{",
            "猫^猫",
            &"{".repeat(500),
        ] {
            let _ = unicode(latex);
        }
        assert_eq!(unicode(r"\frac{1"), "1/()");
        assert_eq!(unicode("a}b"), "a}b");
    }
}
