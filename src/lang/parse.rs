//! From text to tree. The only module that knows Ruff's Python parser.
//!
//! Ruff reads all of Python and recovers from errors; this module keeps what the cell language has and says of everything else
//! what to write instead. A broken text still gives its tree, every error and its colours, so that a cell keeps its place in
//! the graph while it is being typed. Two things are added to Ruff's recovery: a bracket that is never closed ends where
//! the next statement plainly begins (see `brackets`), and the commonest syntax errors are said in our own words (see `syntax_errors`).

mod brackets;
mod constructs;
mod dataclass;
mod expressions;
mod patterns;
mod statements;
mod syntax_errors;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_python_ast as ast;
use ruff_python_ast::token::TokenKind as RuffToken;
use ruff_python_parser::{LexicalErrorType, Mode, ParseErrorType, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};

use super::diagnostic::{Diagnostic, Lines};
use super::known_names::KnownNames;
use super::syntax::{Identifier, Span, Statement};
use statements::Lowering;
use syntax_errors::{Cause, Fault};

/// The longest cell or `.py` file, in bytes. It also bounds how deep Ruff's own tree can be, which is dropped by recursion.
pub const MAX_CELL_BYTES: usize = 256 * 1024;

/// The stack that reading a text takes for each of its bytes, where each is one level deeper than the one before, and what any text takes.
const STACK_PER_BYTE: usize = 128;
const STACK_OF_ANY: usize = 256 << 10;

/// How many errors are found before brackets that are never closed are no longer closed for the author. Each time the rest of the
/// text is read again, so a text of nothing but open brackets would take a time that grows with its square.
const MAX_RECOVERIES: usize = 64;

/// Everything that a text says: always all three, however broken it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// The statements, with holes where the text could not be understood.
    pub program: Vec<Statement>,
    /// The errors, at most one a line, in the order of the source. A program with errors must not be run.
    pub errors: Vec<Diagnostic>,
    /// What colours the source, in order and side by side; blanks and line ends have no token.
    pub tokens: Vec<Token>,
}

/// A word of the source and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// What a word of the source is, as far as its colour goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `def`, `for`, `None`, `True` ...
    Keyword,
    /// A name that the cells give.
    Name,
    /// A name that is always there: `softmax`, `torch`, `len`.
    Builtin,
    /// `12`, `0.5`.
    Number,
    /// A string, or a stretch of text in an f-string.
    String,
    /// Operators, brackets, commas: everything else.
    Operator,
    /// `# ...`.
    Comment,
}

/// Reads a cell, or a `.py` file, which is a cell of its own.
pub(super) fn parse(source: &str, known: &dyn KnownNames) -> Parsed {
    if source.len() > MAX_CELL_BYTES {
        return too_long(source);
    }
    let mut parsed = Parsed::default();
    let mut text = Cow::Borrowed(source);
    let mut start = Some(0);
    let stack = STACK_OF_ANY + STACK_PER_BYTE * source.len();
    stacker::maybe_grow(stack, stack, || {
        while let Some(from) = start {
            start = parse_from(&mut text, from, &mut parsed);
        }
    });
    parsed.tokens = side_by_side(parsed.tokens);
    colour_builtins(&mut parsed.tokens, source, known);
    parsed.errors = one_a_line(source, parsed.errors);
    parsed
}

fn too_long(source: &str) -> Parsed {
    let message =
        format!("this code is too long: it has {} bytes, but at most {MAX_CELL_BYTES} are allowed", source.len());
    let error = Diagnostic::new(Span::new(0, 0), message).help("split it into several cells or files");
    Parsed { errors: vec![error], ..Parsed::default() }
}

/// Tells names that are always there from others; behind a dot a name is its object's affair.
fn colour_builtins(tokens: &mut [Token], source: &str, known: &dyn KnownNames) {
    let mut after_dot = false;
    for token in tokens {
        let word = token.span.of(source);
        if token.kind == TokenKind::Name && !after_dot && known.is_builtin(word) {
            token.kind = TokenKind::Builtin;
        }
        after_dot = word == ".";
    }
}

/// The tokens in the order of the source. Where the recovery read a stretch twice, the first reading stays.
fn side_by_side(mut tokens: Vec<Token>) -> Vec<Token> {
    tokens.sort_by_key(|token| token.span);
    let mut end = 0;
    tokens.retain(|token| {
        let apart = token.span.start >= end;
        end = end.max(token.span.end);
        apart
    });
    tokens
}

/// Reads `text` from byte `start` on, and returns where to read on. A bracket that is never closed ends before the next
/// statement: at the margin the text is cut there; inside a block, where it cannot be cut, the bracket is blanked.
fn parse_from(text: &mut Cow<'_, str>, start: usize, parsed: &mut Parsed) -> Option<usize> {
    let whole = read(text, start, text.len());
    let gives_up = whole.faults.is_empty() || parsed.errors.len() >= MAX_RECOVERIES;
    let open = if gives_up { None } else { brackets::unclosed(text, &whole.tokens) };
    let next = open.as_ref().and_then(|open| open.next_statement).filter(|&next| next > start);
    if let (Some(open), Some(next)) = (&open, next)
        && text[next..].starts_with([' ', '\t'])
    {
        let blanked = Span::new(open.span.start, next as u32);
        let inside = |token: &&Token| token.span.start >= blanked.start && token.span.end <= blanked.end;
        parsed.tokens.extend(whole.tokens.iter().filter(inside));
        parsed.errors.push(syntax_errors::open_bracket(text, open));
        *text = Cow::Owned(blank(text, blanked));
        return Some(start);
    }
    let part = next.map_or(whole, |next| read(text, start, next));
    parsed.errors.extend(syntax_errors::diagnose(text, &part.tokens, part.faults, open.as_ref()));
    parsed.errors.extend(part.refused);
    parsed.program.extend(part.program);
    parsed.tokens.extend(part.tokens);
    next
}

/// The text with blanks in place of `span`; line ends stay.
fn blank(text: &str, span: Span) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    let blanks = text[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' });
    text[..start].chars().chain(blanks).chain(text[end..].chars()).collect()
}

/// The first error found in each line, in the order of the source: the others there are mostly its echo.
fn one_a_line(source: &str, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let lines = Lines::new(source);
    let mut kept: BTreeMap<usize, Diagnostic> = BTreeMap::new();
    for error in errors {
        kept.entry(lines.of(error.span.start)).or_insert(error);
    }
    kept.into_values().collect()
}

/// One part of a source as Ruff understands it, lowered.
struct Part {
    program: Vec<Statement>,
    refused: Vec<Diagnostic>,
    faults: Vec<Fault>,
    tokens: Vec<Token>,
}

/// Reads the bytes `start..end`. What is before them becomes line ends, so that all spans stay those of `source`.
fn read(source: &str, start: usize, end: usize) -> Part {
    let text = format!("{}{}", "\n".repeat(start), &source[start..end]);
    let ruff = parse_unchecked(&text, ParseOptions::from(Mode::Module));
    let mut lowering = Lowering::default();
    let program = match ruff.syntax() {
        ast::Mod::Module(module) => lowering.block(&module.body),
        ast::Mod::Expression(_) => Vec::new(),
    };
    let faults = ruff.errors().iter().map(|error| Fault { span: span(error.location), cause: cause(&error.error) });
    Part { program, refused: lowering.errors, faults: faults.collect(), tokens: tokens(ruff.tokens()) }
}

/// The constructs of Python that the language leaves out, each with what to write instead.
pub fn left_out() -> impl Iterator<Item = (&'static str, &'static str)> {
    constructs::Construct::ALL.into_iter().map(constructs::Construct::named)
}

fn span(range: TextRange) -> Span {
    Span::new(range.start().to_u32(), range.end().to_u32())
}

fn identifier(name: &ast::Identifier) -> Identifier {
    Identifier { name: Arc::from(name.as_str()), span: span(name.range()) }
}

/// Ruff's tokens as colours.
fn tokens(ruff: &[ast::token::Token]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(ruff.len());
    for token in ruff {
        let span = span(token.range());
        let kind = match token.kind() {
            RuffToken::Newline
            | RuffToken::NonLogicalNewline
            | RuffToken::Indent
            | RuffToken::Dedent
            | RuffToken::EndOfFile => continue,
            RuffToken::Comment => TokenKind::Comment,
            RuffToken::Int | RuffToken::Float | RuffToken::Complex => TokenKind::Number,
            RuffToken::String
            | RuffToken::FStringStart
            | RuffToken::FStringMiddle
            | RuffToken::FStringEnd
            | RuffToken::TStringStart
            | RuffToken::TStringMiddle
            | RuffToken::TStringEnd => TokenKind::String,
            kind if kind == RuffToken::Name || kind.is_soft_keyword() => TokenKind::Name,
            kind if kind.is_keyword() => TokenKind::Keyword,
            _ => TokenKind::Operator,
        };
        if span.start < span.end {
            tokens.push(Token { span, kind });
        }
    }
    tokens
}

/// What Ruff complains of, in the terms of our own sentences.
fn cause(error: &ParseErrorType) -> Cause {
    match error {
        ParseErrorType::ExpectedToken { expected, .. } => Cause::Wanted(expected.to_string().replace('`', "")),
        ParseErrorType::ExpectedExpression | ParseErrorType::EmptySlice => Cause::Expression,
        ParseErrorType::SimpleStatementsOnSameLine | ParseErrorType::SimpleAndCompoundStatementOnSameLine => {
            Cause::SecondStatement
        }
        ParseErrorType::UnexpectedIndentation => Cause::Indented,
        ParseErrorType::InvalidAssignmentTarget
        | ParseErrorType::InvalidAugmentedAssignmentTarget
        | ParseErrorType::InvalidAnnotatedAssignmentTarget
        | ParseErrorType::InvalidNamedAssignmentTarget => Cause::Target,
        ParseErrorType::PositionalAfterKeywordArgument | ParseErrorType::PositionalAfterKeywordUnpacking => {
            Cause::Order
        }
        ParseErrorType::NonDefaultParamAfterDefaultParam => Cause::DefaultOrder,
        ParseErrorType::FStringError(error) => Cause::Format(error.to_string()),
        ParseErrorType::Lexical(error) => lexical_cause(error),
        ParseErrorType::OtherError(said) if said == "Expected a statement" => Cause::Statement,
        ParseErrorType::OtherError(said) if said == "Expected an identifier" => Cause::Name,
        ParseErrorType::OtherError(said) if said.starts_with("Expected an indented block") => Cause::Block,
        other => Cause::Other(other.to_string()),
    }
}

fn lexical_cause(error: &LexicalErrorType) -> Cause {
    match error {
        LexicalErrorType::UnclosedStringError => Cause::OpenString,
        LexicalErrorType::IndentationError => Cause::Unindented,
        LexicalErrorType::UnrecognizedToken { tok } => Cause::Character(*tok),
        LexicalErrorType::Eof => Cause::EndOfText,
        LexicalErrorType::FStringError(error) => Cause::Format(error.to_string()),
        other => Cause::Other(other.to_string()),
    }
}
