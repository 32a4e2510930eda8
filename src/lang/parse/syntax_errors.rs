//! The commonest syntax errors, in words that name what was written and what to write instead.

use super::brackets::{self, Open};
use super::{Token, TokenKind};
use crate::lang::diagnostic::{Diagnostic, Lines};
use crate::lang::syntax::Span;

/// Something that the parser stumbled over.
pub(super) struct Fault {
    /// Where.
    pub(super) span: Span,
    /// What it missed there.
    pub(super) cause: Cause,
}

/// What the parser missed.
pub(super) enum Cause {
    /// A particular sign or word.
    Wanted(String),
    /// An expression.
    Expression,
    /// A name.
    Name,
    /// The beginning of a statement.
    Statement,
    /// A line end between two statements.
    SecondStatement,
    /// The line is further in than it may be.
    Indented,
    /// The line is further out than the block and further in than what is around it.
    Unindented,
    /// The block after a line that ends in `:`.
    Block,
    /// Something that can receive a value.
    Target,
    /// The closing quote.
    OpenString,
    /// Something about an f-string, in the parser's own words.
    Format(String),
    /// A character that Python does not know.
    Character(char),
    /// An argument by place stands after one by name.
    Order,
    /// A parameter without a default stands after one with.
    DefaultOrder,
    /// The rest of the text.
    EndOfText,
    /// Anything else, in the parser's own words.
    Other(String),
}

/// One error for each line that has any: the first, for what follows it there is mostly its echo. An open bracket speaks for
/// all that comes after it.
pub(super) fn diagnose(source: &str, tokens: &[Token], mut faults: Vec<Fault>, open: Option<&Open>) -> Vec<Diagnostic> {
    // Within a line the parser's own order stays: what it meets first explains the rest.
    let lines = Lines::new(source);
    faults.sort_by_key(|fault| lines.of(fault.span.start));
    let mut errors = Vec::new();
    let mut last_line = None;
    for fault in faults {
        if open.is_some_and(|open| fault.span.start >= open.span.start) {
            break;
        }
        let line = lines.of(fault.span.start);
        let after = last_line.map(|last| line - last);
        let echo = after == Some(0) || (after == Some(1) && matches!(fault.cause, Cause::Indented));
        if !echo {
            errors.push(SyntaxError { source, tokens, fault: &fault }.diagnostic());
        }
        last_line = Some(line);
    }
    errors.extend(open.map(|open| open_bracket(source, open)));
    errors
}

/// A bracket that is never closed, or closed by one of another kind.
pub(super) fn open_bracket(source: &str, open: &Open) -> Diagnostic {
    let bracket = open.span.of(source);
    let partner = brackets::partner(bracket);
    match open.wrong {
        Some(wrong) => {
            let message = format!("`{}` cannot close the `{bracket}` before it", wrong.of(source));
            Diagnostic::new(wrong, message).label(open.span, "opened here").help(format!("write `{partner}`"))
        }
        None => {
            Diagnostic::new(open.span, format!("this `{bracket}` is never closed")).help(format!("add a `{partner}`"))
        }
    }
}

/// One fault with what is around it.
struct SyntaxError<'a> {
    source: &'a str,
    tokens: &'a [Token],
    fault: &'a Fault,
}

impl<'a> SyntaxError<'a> {
    /// The number of the token that begins at the fault or after it.
    fn at(&self) -> usize {
        self.tokens.partition_point(|token| token.span.start < self.fault.span.start)
    }

    /// The token that begins at the fault or after it, unless a line ends before it.
    fn here(&self) -> &'a str {
        let token = self.tokens.get(self.at()).filter(|token| {
            let between = Span::new(self.fault.span.start, token.span.start);
            !between.of(self.source).contains('\n')
        });
        token.map_or("", |token| token.span.of(self.source))
    }

    /// The last token before the fault, if it stands in the same line.
    fn before(&self) -> Option<Token> {
        let token = *self.tokens[..self.at()].iter().rfind(|token| token.kind != TokenKind::Comment)?;
        let between = Span::new(token.span.end, self.fault.span.start);
        (!between.of(self.source).contains('\n')).then_some(token)
    }

    fn before_text(&self) -> &'a str {
        self.before().map_or("", |token| token.span.of(self.source))
    }

    fn error(&self, message: impl Into<String>, help: &str) -> Diagnostic {
        Diagnostic::new(self.place(), message).help(help)
    }

    /// Where to point: the fault, or the last word before it when it has no width or is the end of the line.
    fn place(&self) -> Span {
        if self.fault.span.of(self.source).trim().is_empty() {
            return self.before().map_or(self.fault.span, |token| token.span);
        }
        self.fault.span
    }

    fn diagnostic(&self) -> Diagnostic {
        if let Some(error) = self.keyword_as_name() {
            return error;
        }
        match &self.fault.cause {
            Cause::Wanted(sign) => self.wanted(sign),
            Cause::Expression => self.expression(),
            Cause::Name => self.error(
                format!("a name is missing after `{}`", self.before_text()),
                "names are made of letters, digits and `_`, and do not begin with a digit",
            ),
            Cause::Statement => self.statement(),
            Cause::SecondStatement => self.second_statement(),
            Cause::Indented => {
                self.error("this line is indented, but no block begins here", "remove the spaces before it")
            }
            Cause::Unindented => self.error(
                "the indentation of this line does not match any block above it",
                "indent it like the other lines of its block",
            ),
            Cause::Block => {
                self.error("an indented block is missing here", "indent the lines after the `:` by four spaces")
            }
            Cause::Target => self.target(),
            Cause::OpenString => self.error("this string is never closed", "add its closing quotation mark"),
            Cause::Format(said) => self.format(said),
            Cause::Character(c) => self.character(*c),
            Cause::Order => self.error(
                "a positional argument follows a keyword argument",
                "put positional arguments first: f(x, dim=-1)",
            ),
            Cause::DefaultOrder => self.error(
                "a parameter without a default follows one with a default",
                "put those without defaults first: def f(x, scale=1.0)",
            ),
            Cause::EndOfText => self.error("the code ends in the middle of a statement", "finish this line"),
            Cause::Other(said) => Diagnostic::new(self.place(), lower_first(said)),
        }
    }

    /// `lambda = 3`: a line that gives a value to a word of the language.
    fn keyword_as_name(&self) -> Option<Diagnostic> {
        let equals = match (self.here(), self.before_text()) {
            ("=", _) => self.at(),
            (_, "=") => self.at().checked_sub(1)?,
            _ => return None,
        };
        let word = self.tokens[equals.checked_sub(1)?];
        let text = word.span.of(self.source);
        let line = self.source[..word.span.start as usize].rsplit('\n').next().unwrap_or("");
        (word.kind == TokenKind::Keyword && line.trim().is_empty()).then(|| {
            let message = format!("`{text}` is a keyword and cannot be used as a name");
            Diagnostic::new(word.span, message).help(format!("call it `{text}_`, or choose another name"))
        })
    }

    fn wanted(&self, sign: &str) -> Diagnostic {
        let (here, before) = (self.here(), self.before_text());
        match (sign, here) {
            (_, "=") => self.error("`=` assigns a value and is not allowed here", "to compare, write `==`"),
            (":", "if") if before == "else" => {
                self.error("`else if` is written `elif`", "write `elif` in place of both words")
            }
            (":", _) => self.error("a `:` is missing here", "the line before a block ends in `:`"),
            ("else", _) => self.error("this conditional has no `else`", "write it in full: a if test else b"),
            (",", "") => self.error("something is missing here", "finish this line"),
            (",", _) => {
                self.error(format!("a comma is missing before `{here}`"), "items and arguments are separated by commas")
            }
            ("(", _) => {
                self.error(format!("a `(` is missing after `{before}`"), "put the parameters in parentheses: def f(x):")
            }
            (_, "") => self.error(format!("a `{sign}` is missing here"), "finish this line"),
            _ => self.error(format!("`{here}` is not allowed here: `{sign}` was expected"), "check the code before it"),
        }
    }

    fn expression(&self) -> Diagnostic {
        let (here, before) = (self.here(), self.before_text());
        match (before, here) {
            ("&", "&") => self.error("`&&` is written `and`", "`and` combines two Booleans, `&` two masks"),
            ("|", "|") => self.error("`||` is written `or`", "`or` combines two Booleans, `|` two masks"),
            (_, "!") => self.error(
                "`!` is written `not`",
                "write `not x` for a Boolean, `~x` for a mask, and `!=` for unequal values",
            ),
            ("==", "=") => self.error("`===` is written `==`", "write two equals signs"),
            ("+", "" | "+") if self.source[..self.fault.span.start as usize].trim_end().ends_with("++") => {
                self.error("there is no `++`", "write x += 1")
            }
            ("", "") => self.error("an expression is missing here", "finish this line"),
            ("", _) => self.error(format!("an expression is missing before `{here}`"), "write a value there"),
            _ => self.error(format!("something is missing after `{before}`"), "write the value that belongs there"),
        }
    }

    fn statement(&self) -> Diagnostic {
        match self.here() {
            bracket @ (")" | "]" | "}") => {
                self.error(format!("this `{bracket}` has no opening bracket"), "remove it, or add the opening bracket")
            }
            word @ ("else" | "elif") => self.error(
                format!("this `{word}` has no `if`"),
                "put it directly after the block of an `if`, with the same indentation as the `if`",
            ),
            ":=" => self.error("`:=` cannot assign a name here", "write `=`"),
            "" => self.error("this line is incomplete", "finish this line"),
            here => self.error(format!("no statement begins with `{here}`"), "is something missing before it?"),
        }
    }

    fn second_statement(&self) -> Diagnostic {
        let (here, before) = (self.here(), self.before_text());
        let adjacent = self.before().is_some_and(|token| token.span.end == self.fault.span.start);
        let number = self.before().is_some_and(|token| token.kind == TokenKind::Number);
        if before == "print" {
            return self.error("print needs parentheses", "write print(...)");
        }
        if number && adjacent {
            let message = format!("`{before}{here}` is neither a number nor a name");
            return self
                .error(message, "names do not begin with a digit; a number has one point; `2 * x` needs its `*`");
        }
        let message = format!("something is missing between `{before}` and `{here}`");
        self.error(message, "add an operator, a comma or a new line")
    }

    fn target(&self) -> Diagnostic {
        let text = self.fault.span.of(self.source);
        let message = format!("cannot assign to `{}`", shortened(text));
        self.error(
            message,
            "to the left of `=`, write a name, names separated by commas, or x[index]; to compare, write `==`",
        )
    }

    fn format(&self, said: &str) -> Diagnostic {
        match said {
            "expecting `}`" => self.error(
                "a `}` is missing in this f-string",
                "every {value} ends with `}`; for a literal brace, write {{",
            ),
            "single `}` is not allowed" => self.error("this `}` closes nothing", "for a literal brace, write }}"),
            "unterminated string" | "unterminated triple-quoted string" => {
                self.error("this string is never closed", "add the quote that it begins with")
            }
            _ => Diagnostic::new(self.place(), format!("in this f-string: {said}")),
        }
    }

    fn character(&self, c: char) -> Diagnostic {
        let message = format!("the character `{c}` is not allowed here");
        let help = match c {
            '“' | '”' | '„' | '«' | '»' => "write a straight quote: \"",
            '‘' | '’' | '‚' => "write a straight quote: '",
            '×' | '·' | '⋅' | '∗' => "to multiply, write `*`, or `@` for matrices",
            '−' | '–' | '—' => "for minus, write the plain hyphen `-`",
            '÷' => "to divide, write `/`",
            '≤' => "write `<=`",
            '≥' => "write `>=`",
            '≠' => "write `!=`",
            '√' => "write sqrt(x)",
            '²' => "write `**2`",
            '?' | '$' | '`' => "remove it",
            _ => "put it in a string, or remove it",
        };
        self.error(message, help)
    }
}

/// A text short enough for a sentence.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() <= 40 { line.to_owned() } else { line.chars().take(39).chain(['…']).collect() }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
