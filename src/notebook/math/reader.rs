//! LaTeX as parts of a formula.

use super::symbols::symbol;
use super::{BracketSide, Flaw, Mark, Part, Script};

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

/// The parts of a formula in LaTeX.
pub fn parse(latex: &str) -> Vec<Part> {
    LatexReader::new(latex).row(None)
}

/// What of `latex` cannot be drawn as it was meant, each with its byte, in reading order.
pub fn flaws(latex: &str) -> Vec<(usize, Flaw<'_>)> {
    let mut reader = LatexReader::new(latex);
    reader.row(None);
    reader.flaws.sort_by_key(|&(at, _)| at);
    reader.flaws
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

/// Reads LaTeX from the front.
struct LatexReader<'a> {
    rest: &'a str,
    depth: usize,
    /// The whole text, of which `rest` is the end.
    whole: &'a str,
    /// What cannot be drawn as it was meant, by its byte.
    flaws: Vec<(usize, Flaw<'a>)>,
}

impl<'a> LatexReader<'a> {
    fn new(latex: &'a str) -> Self {
        LatexReader { rest: latex, depth: 0, whole: latex, flaws: Vec::new() }
    }

    /// Everything up to `end`, or to the end of the text.
    fn row(&mut self, end: Option<char>) -> Vec<Part> {
        let mut row = Vec::new();
        while let Some(letter) = self.rest.chars().next() {
            if Some(letter) == end {
                self.skip(letter);
                break;
            }
            self.append(&mut row);
        }
        row
    }

    /// Reads one atom, or the scripts of the one before, onto `row`.
    fn append(&mut self, row: &mut Vec<Part>) {
        match self.rest.chars().next() {
            Some(mark @ ('^' | '_')) => {
                let at = self.at();
                self.skip(mark);
                if self.has_ended() {
                    self.flaws.push((at, Flaw::NoScript(mark)));
                }
                let side = if mark == '^' { Script::Raised } else { Script::Lowered };
                let script = (side, self.argument());
                add_script(row, script);
            }
            // Spaces in LaTeX separate names; around an operator they make a formula readable.
            Some(letter) if letter.is_whitespace() => {
                self.skip(letter);
                if row.last() != Some(&Part::Space) {
                    row.push(Part::Space);
                }
            }
            _ => row.extend(self.atom()),
        }
    }

    /// A command, a group in braces, or one character.
    fn atom(&mut self) -> Option<Part> {
        match self.rest.chars().next() {
            Some('\\') => self.command(),
            Some('{') if self.depth < MAX_DEPTH => {
                self.skip('{');
                self.depth += 1;
                let group = self.row(Some('}'));
                self.depth -= 1;
                Some(Part::Group(group))
            }
            // A space that LaTeX may not break and an alignment mark are spaces here.
            Some(letter @ ('~' | '&')) => {
                self.skip(letter);
                Some(Part::Space)
            }
            _ => self.letter(),
        }
    }

    /// What a command or a script applies to: the next atom, spaces before it skipped; nothing where the group ends.
    fn argument(&mut self) -> Vec<Part> {
        if self.has_ended() {
            return Vec::new();
        }
        if self.depth >= MAX_DEPTH {
            return self.letter().into_iter().collect();
        }
        self.depth += 1;
        let atom = self.atom();
        self.depth -= 1;
        match atom {
            Some(Part::Group(parts)) => parts,
            part => part.into_iter().collect(),
        }
    }

    /// The next character, as it stands.
    fn letter(&mut self) -> Option<Part> {
        let letter = self.rest.chars().next()?;
        self.skip(letter);
        Some(match letter {
            '(' | '[' => Part::Bracket(BracketSide::Left, Some(letter)),
            ')' | ']' => Part::Bracket(BracketSide::Right, Some(letter)),
            letter => Part::Letter(letter),
        })
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

    fn command(&mut self) -> Option<Part> {
        let at = self.at();
        self.skip('\\');
        let letters = self.rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        // A command that is not a word is one character: `\,`, `\{`, `\\`.
        let length = if letters > 0 { letters } else { self.rest.chars().next().map_or(0, char::len_utf8) };
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(match name {
            "frac" | "dfrac" | "tfrac" => Part::Fraction(self.taken(name, 0, at), self.taken(name, 1, at)),
            "sqrt" => {
                if self.rest.trim_start().starts_with('[') {
                    self.flaws.push((at, Flaw::Index));
                }
                Part::Root(self.taken(name, 0, at))
            }
            "operatorname" => match self.text(name, at) {
                Part::Words(name) => Part::Function(name),
                part => part,
            },
            "text" | "mathrm" | "mathbf" | "mathit" | "mathbb" | "textbf" | "textit" | "boldsymbol" => {
                self.text(name, at)
            }
            "left" | "right" | "bigl" | "bigr" | "big" | "Big" => return self.bracket(name, at),
            "hat" => Part::Marked(Mark::Hat, self.taken(name, 0, at)),
            "bar" | "overline" => Part::Marked(Mark::Bar, self.taken(name, 0, at)),
            "tilde" => Part::Marked(Mark::Tilde, self.taken(name, 0, at)),
            "vec" => Part::Group(self.taken(name, 0, at)),
            "displaystyle" => Part::Group(self.argument()),
            _ => match symbol(name) {
                Some(written) => symbol_part(written),
                None => self.name(name, at),
            },
        })
    }

    /// A bracket that is sized: `\left(`, `\right.`, `\bigl\{`. A dot stands for no bracket.
    fn bracket(&mut self, name: &'a str, at: usize) -> Option<Part> {
        if self.has_ended() {
            self.flaws.push((at, Flaw::NoBracket(name)));
        }
        let first = self.argument().into_iter().next()?;
        let sign = match &first {
            Part::Letter('.') => None,
            Part::Letter(letter) | Part::Bracket(_, Some(letter)) => Some(*letter),
            Part::Symbol(symbol) => symbol.chars().next(),
            _ => return Some(first),
        };
        match (name, first) {
            ("left" | "bigl", _) => Some(Part::Bracket(BracketSide::Left, sign)),
            ("right" | "bigr", _) => Some(Part::Bracket(BracketSide::Right, sign)),
            (_, Part::Letter('.')) => None,
            (_, first) => Some(first),
        }
    }

    /// An argument of the command at a byte, with `given` before it.
    fn taken(&mut self, name: &'a str, given: usize, at: usize) -> Vec<Part> {
        // LaTeX would take a sign for the argument, and nobody means that.
        let is_missing = self.has_ended() || self.rest.starts_with(['+', '=', '<', '>', ',', ';', ')', ']', '/']);
        if is_missing && self.flaws.last().is_none_or(|(last, _)| *last != at) {
            let needed = ARGUMENTS.iter().find(|(known, _)| *known == name).map_or(1, |(_, needed)| *needed);
            self.flaws.push((at, Flaw::Missing { name, given, needed }));
        }
        self.argument()
    }

    /// The words of `\text{…}`, spaces and hyphens as they stand.
    fn text(&mut self, name: &'a str, at: usize) -> Part {
        let Some(rest) = self.rest.trim_start().strip_prefix('{') else { return Part::Group(self.taken(name, 0, at)) };
        let (words, rest) = rest.split_once('}').unwrap_or((rest, ""));
        self.rest = rest;
        Part::Words(words.replace('\\', ""))
    }

    /// `\exp`, `\max`, and what is unknown as it stands.
    fn name(&mut self, name: &'a str, at: usize) -> Part {
        if FUNCTIONS.contains(&name) {
            self.rest = self.rest.trim_start();
            return Part::Function(name.to_owned());
        }
        // An escaped sign stands for itself.
        if name.starts_with(char::is_alphabetic) {
            self.flaws.push((at, Flaw::Unknown(name)));
        }
        Part::Words(name.to_owned())
    }

    fn skip(&mut self, letter: char) {
        self.rest = self.rest.strip_prefix(letter).unwrap_or(self.rest);
    }
}

/// The character of a command: a bracket is one wherever it stands.
fn symbol_part(written: &'static str) -> Part {
    let mut letters = written.chars();
    match letters.next() {
        Some(letter @ ('{' | '⌊' | '⟨')) => Part::Bracket(BracketSide::Left, Some(letter)),
        Some(letter @ ('}' | '⌋' | '⟩')) => Part::Bracket(BracketSide::Right, Some(letter)),
        _ => Part::Symbol(written),
    }
}

/// A script belongs to the part before it.
fn add_script(row: &mut Vec<Part>, script: (Script, Vec<Part>)) {
    while row.last() == Some(&Part::Space) {
        row.pop();
    }
    match row.pop() {
        Some(Part::Scripts(base, mut scripts)) => {
            scripts.push(script);
            row.push(Part::Scripts(base, scripts));
        }
        base => row.push(Part::Scripts(Box::new(base.unwrap_or(Part::Group(Vec::new()))), vec![script])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn scripts_belong_to_what_stands_before_them() {
        let script = |side, letter| (side, vec![Part::Letter(letter)]);
        let both = vec![script(Script::Raised, 'Q'), script(Script::Lowered, 'i')];
        assert_eq!(parse("W^Q_i"), [Part::Scripts(Box::new(Part::Letter('W')), both)]);
        let group = Part::Group(parse("a^b"));
        assert_eq!(parse("{a^b}^c"), [Part::Scripts(Box::new(group), vec![script(Script::Raised, 'c')])]);
        let none = Part::Group(Vec::new());
        assert_eq!(parse("^c"), [Part::Scripts(Box::new(none), vec![script(Script::Raised, 'c')])]);
    }

    #[test]
    fn brackets_know_their_sides() {
        use BracketSide::{Left, Right};
        let bracket = |side, sign: char| Part::Bracket(side, Some(sign));
        assert_eq!(parse(r"\left(\{\right]"), [bracket(Left, '('), bracket(Left, '{'), bracket(Right, ']')]);
        assert_eq!(parse(r"\left.\right|"), [Part::Bracket(Left, None), bracket(Right, '|')]);
        assert_eq!(parse(r"\lfloor)"), [bracket(Left, '⌊'), bracket(Right, ')')]);
    }
}
