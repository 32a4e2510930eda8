//! Brackets that are never closed.
//!
//! Python lets everything up to the closing bracket run on, so one forgotten `)` swallows the rest of a cell and the names it
//! defines. A person reads it otherwise: the next line that plainly begins a statement ends what came before it.

use super::{Token, TokenKind};
use crate::lang::syntax::Span;

/// A bracket without its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    /// The bracket.
    pub(super) span: Span,
    /// The bracket that closes it wrongly, if it is not simply missing.
    pub(super) wrong: Option<Span>,
    /// The byte at which the next statement plainly begins, if one does before the wrong bracket.
    pub(super) next_statement: Option<usize>,
}

/// The first bracket that is never closed, or closed by another kind; among nested ones the innermost.
pub(super) fn unclosed(source: &str, tokens: &[Token]) -> Option<Open> {
    let mut open: Vec<usize> = Vec::new();
    let mut wrong = None;
    for (place, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Operator) {
        let text = token.span.of(source);
        match text {
            "(" | "[" | "{" => open.push(place),
            ")" | "]" | "}" => match open.last() {
                Some(&last) if partner(tokens[last].span.of(source)) == text => _ = open.pop(),
                Some(_) => {
                    wrong = Some(token.span);
                    break;
                }
                // A bracket that closes nothing: Ruff says so itself.
                None => {}
            },
            _ => {}
        }
    }
    let place = *open.last()?;
    let outermost = tokens[*open.first()?].span;
    let next = next_statement(source, tokens, place, indent(source, outermost.start));
    let next = next.filter(|&next| wrong.is_none_or(|wrong| next < wrong.start as usize));
    Some(Open { span: tokens[place].span, wrong: wrong.filter(|_| next.is_none()), next_statement: next })
}

/// How many names with commas between them are looked at for the `=` that makes targets of them.
const MAX_TARGETS: usize = 50;

/// The bracket that closes `bracket`.
pub(super) fn partner(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// The start of the first line after token `place` that plainly begins a statement and is indented no deeper than `indent`.
fn next_statement(source: &str, tokens: &[Token], place: usize, indent_of_open: usize) -> Option<usize> {
    let begins = |at: usize| {
        let start = tokens[at].span.start;
        starts_line(source, tokens, at)
            && indent(source, start) <= indent_of_open
            && begins_statement(source, &tokens[at..])
    };
    let at = (place + 1..tokens.len()).find(|&at| begins(at))?;
    let start = tokens[at].span.start as usize;
    Some(start - indent(source, tokens[at].span.start))
}

/// Whether token `at` is the first of its line.
fn starts_line(source: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|last| Span::new(tokens[last].span.end, tokens[at].span.start));
    before.is_none_or(|between| between.of(source).contains('\n'))
}

/// How many bytes of blanks its line begins with.
fn indent(source: &str, at: u32) -> usize {
    let line_start = source[..at as usize].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &source[line_start..];
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Whether these tokens can only be the beginning of a statement: a word that begins one, or a name (or several) with a `=`.
fn begins_statement(source: &str, tokens: &[Token]) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.span.of(source));
    match tokens[0].kind {
        TokenKind::Keyword => matches!(
            text(0),
            "def" | "class" | "return" | "if" | "for" | "while" | "import" | "from" | "assert" | "with" | "pass"
        ),
        TokenKind::Name | TokenKind::Builtin => {
            let mut at = 0;
            while at < 2 * MAX_TARGETS
                && tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
                && text(at + 1) == ","
            {
                at += 2;
            }
            let operator = text(at + 1);
            operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=" | ":=")
        }
        _ => false,
    }
}
