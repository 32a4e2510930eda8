//! What the parser makes of good text, of broken text, and of Python that the language leaves out.

use super::*;
use crate::lang::parse;
use crate::lang::syntax::{Binary, ExpressionKind, StatementKind};

/// The single error of a text, as `line:column message`.
fn error(source: &str) -> String {
    let errors = parse(source).errors;
    assert_eq!(errors.len(), 1, "{source:?} gives {errors:#?}");
    format!("{} {}", errors[0].position(source), errors[0].message)
}

fn single_expression(source: &str) -> ExpressionKind {
    let mut parsed = parse(source);
    assert_eq!(parsed.errors, vec![], "{source}");
    match parsed.program.remove(0).kind {
        StatementKind::Expression(expression) => expression.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn spans_are_those_of_the_source() {
    let source = "# é\nscores = (Q + b) @ K.T";
    let parsed = parse(source);
    assert_eq!(parsed.errors, vec![]);
    let StatementKind::Assign { value, .. } = &parsed.program[0].kind else { panic!() };
    assert_eq!(value.span.of(source), "(Q + b) @ K.T");
    let ExpressionKind::Binary { left, operator: Binary::MatMul, right } = &value.kind else { panic!() };
    assert_eq!((left.span.of(source), right.span.of(source)), ("Q + b", "K.T"));
}

#[test]
fn operators_bind_as_in_python() {
    let ExpressionKind::Binary { operator: Binary::Add, .. } = single_expression("a + b * c ** -d") else { panic!() };
    let ExpressionKind::Compare { rest, .. } = single_expression("0 <= a < b is not None") else { panic!() };
    assert_eq!(rest.len(), 3);
    let ExpressionKind::Unary(_, inner) = single_expression("not a in b") else { panic!() };
    assert!(matches!(inner.kind, ExpressionKind::Compare { .. }));
}

#[test]
fn tokens_colour_everything() {
    let source = "x = softmax(Q.softmax, 1.5)  # ok\nif f'{x}': pass";
    let kinds: Vec<_> = parse(source).tokens.iter().map(|token| (token.span.of(source), token.kind)).collect();
    assert_eq!(kinds[2], ("softmax", TokenKind::Builtin));
    assert_eq!(kinds[6], ("softmax", TokenKind::Name));
    assert_eq!(kinds[8], ("1.5", TokenKind::Number));
    assert_eq!(kinds[10], ("# ok", TokenKind::Comment));
    assert_eq!(kinds[11], ("if", TokenKind::Keyword));
    assert_eq!(kinds[12], ("f'", TokenKind::String));
}

#[test]
fn an_open_bracket_ends_where_the_next_statement_begins() {
    let source = "K = softmax(X @ Wk\nscores = Q @ K.T\nV = 2";
    assert_eq!(error(source), "1:12 this `(` is never closed");
    assert_eq!(parse(source).program.len(), 3);
    assert_eq!(error("x = [1, (2, 3]\ny = 4"), "1:14 `]` cannot close the `(` before it");
    let both = parse("x = [1, 2, 3\ny = 4)").errors;
    assert_eq!(
        both.iter().map(|error| &*error.message).collect::<Vec<_>>(),
        ["this `[` is never closed", "this `)` has no opening bracket"]
    );
    assert_eq!(error("x = f(1, 2))"), "1:12 this `)` has no opening bracket");
    assert_eq!(error("def f(x):\n    y = g(x\n    return y\nz = f(2)"), "2:10 this `(` is never closed");
    assert_eq!(error("x = f(a,\n      b=2"), "1:6 this `(` is never closed");
}

#[test]
fn common_slips_are_named() {
    let cases = [
        ("f(X causal(4))", "1:5 a comma is missing before `causal`"),
        ("if x = 3:\n    y = 1", "1:6 `=` assigns a value and is not allowed here"),
        ("(x = 3)", "1:4 `=` assigns a value and is not allowed here"),
        ("if x == 3\n    y = 1", "1:9 a `:` is missing here"),
        ("def f(x)\n    return x", "1:8 a `:` is missing here"),
        ("x = ", "1:3 something is missing after `=`"),
        ("x = 1 +\ny = 2", "1:7 something is missing after `+`"),
        ("V = K.", "1:6 a name is missing after `.`"),
        ("a && b", "1:4 `&&` is written `and`"),
        ("a || b", "1:4 `||` is written `or`"),
        ("x = !y", "1:5 `!` is written `not`"),
        ("x++", "1:3 there is no `++`"),
        ("x = \"abc\ny = 2", "1:5 this string is never closed"),
        ("x = '''abc", "1:5 this string is never closed"),
        ("x = “abc”", "1:5 the character `“` is not allowed here"),
        ("x = a × b", "1:7 the character `×` is not allowed here"),
        ("  x = 1", "1:1 this line is indented, but no block begins here"),
        ("if x:\ny = 1", "2:1 an indented block is missing here"),
        ("if a:\n    b\n  c", "3:1 the indentation of this line does not match any block above it"),
        ("print x", "1:7 print needs parentheses"),
        ("softmax(x) = 3", "1:1 cannot assign to `softmax(x)`"),
        ("lambda = 3", "1:1 `lambda` is a keyword and cannot be used as a name"),
        ("class = 4", "1:1 `class` is a keyword and cannot be used as a name"),
        ("return = 3", "1:1 `return` is a keyword and cannot be used as a name"),
        ("f(a=1, 2)", "1:8 a positional argument follows a keyword argument"),
        ("def f(a=1, b): pass", "1:12 a parameter without a default follows one with a default"),
        ("if a:\n    b\nelse if c:\n    d", "3:6 `else if` is written `elif`"),
        ("else:\n    y", "1:1 this `else` has no `if`"),
        ("x = 5 apples", "1:7 something is missing between `5` and `apples`"),
        ("2x = 3", "1:2 `2x` is neither a number nor a name"),
        ("x = 3.4.5", "1:8 `3.4.5` is neither a number nor a name"),
        ("x = f\"{a b}\"", "1:10 a `}` is missing in this f-string"),
        ("x === 3", "1:5 `===` is written `==`"),
        ("x = 3 if y", "1:10 this conditional has no `else`"),
        ("return 3", "1:1 `return` outside a function"),
        ("if x:\n    break", "2:5 `break` outside a loop"),
        ("def f(a, a): pass", "1:10 the parameter `a` is given twice"),
    ];
    for (source, expected) in cases {
        assert_eq!(error(source), expected, "{source:?}");
    }
}

#[test]
fn python_outside_the_language_is_refused_by_name() {
    let cases = [
        ("try:\n    y = 1\nexcept* ValueError:\n    y = 2", "`except*` is"),
        ("class A(metaclass=B):\n    pass", "keyword arguments of a class are"),
        ("def f():\n    print((yield 1))", "`yield` inside a larger expression is"),
        (
            "class A:\n    @wrap\n    @property\n    def f(self): pass",
            "a decorator above `@property`, `@staticmethod` or `@classmethod` is",
        ),
        ("from torch import *", "`import *` is"),
        ("from . import x", "relative imports are"),
        ("x = 3j", "complex numbers are"),
        ("x = b'a'", "bytes are"),
        ("x = 99999999999999999999", "whole numbers beyond 64 bits are"),
        ("async def f():\n    pass", "`async` and `await` are"),
        ("@dataclass(frozen=True)\nclass A:\n    x: int", "options of `@dataclass` are"),
    ];
    for (source, name) in cases {
        let errors = parse(source).errors;
        assert_eq!(errors.len(), 1, "{source:?} gives {errors:#?}");
        assert_eq!(errors[0].message, format!("{name} not part of the cell language"));
        assert!(errors[0].help.is_some());
    }
}

#[test]
fn deep_and_long_texts_are_refused_on_a_small_stack() {
    let check = || {
        let n = MAX_CELL_BYTES / 2 - 10;
        let deep = [
            "(".repeat(n),
            format!("{}1{}", "(".repeat(n), ")".repeat(n)),
            format!("{}1{}", "[".repeat(n), "]".repeat(n)),
            "-".repeat(n) + "x",
            "1+".repeat(n) + "1",
            "x".to_owned() + &".a".repeat(n),
            "x".to_owned() + &"[0]".repeat(n / 2),
            "not ".repeat(n / 2) + "x",
            "2**".repeat(n / 2) + "x",
            "a if b else ".repeat(n / 8) + "c",
            "lambda:".repeat(n / 4) + "1",
            "f\"{".repeat(n / 3),
            (0..120).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "if x:\n"),
        ];
        for text in deep {
            let parsed = parse(&text);
            assert!(!parsed.errors.is_empty() || text.starts_with("(("), "{}", &text[..20]);
            assert!(parsed.errors.len() < 40, "{} errors for {}", parsed.errors.len(), &text[..20]);
        }
        assert_eq!(
            parse(&"x\n".repeat(MAX_CELL_BYTES)).errors[0].help.as_deref(),
            Some("split it into several cells or files")
        );
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap();
    thread.join().unwrap();
}
