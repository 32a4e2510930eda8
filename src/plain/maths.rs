//! Formulas in words: those of lessons, which are LaTeX, and those of *why*, which are trees with numbers.

use crate::notebook::math::{self, Part, Script};
use crate::tensor::Expr;
use crate::tensor::explain::{self, Operator, ScalarFunction};
use crate::words::{say, word};

use super::speech::{listed, number, said_digits, sign, spoken};

/// LaTeX in words: `\frac{QK^\top}{\sqrt{d_k}}` is "fraction Q K transposed over square root of d k, end of fraction".
pub(super) fn latex(latex: &str) -> String {
    summed(&collapsed(&row(&math::parse(latex))))
}

fn row(parts: &[Part]) -> String {
    parts.iter().map(one).collect()
}

fn one(part: &Part) -> String {
    match part {
        Part::Letter(letter) => self::letter(*letter),
        Part::Space => " ".to_owned(),
        Part::Symbol("|") => letter('|'),
        Part::Symbol(symbol) => format!(" {} ", spoken(symbol)),
        Part::Function(name) | Part::Words(name) => format!(" {} ", spoken(name)),
        Part::Bracket(_, bracket) => bracket.map(self::bracket).unwrap_or_default(),
        Part::Group(inner) => row(inner),
        Part::Fraction(above, below) => fraction(&collapsed(&row(above)), &collapsed(&row(below))),
        Part::Root(inner) => root(&collapsed(&row(inner))),
        Part::Marked(mark, inner) => format!("{} {} ", row(inner), mark.name()),
        Part::Scripts(base, scripts) => {
            let script = |(side, script): &(Script, Vec<Part>)| match side {
                Script::Raised => raised(&collapsed(&row(script))),
                Script::Lowered => lowered(&collapsed(&row(script))),
            };
            std::iter::once(one(base)).chain(scripts.iter().map(script)).collect()
        }
    }
}

fn letter(letter: char) -> String {
    match letter {
        '-' => format!(" {} ", word!("plain-sign-minus")),
        '+' => format!(" {} ", word!("plain-sign-plus")),
        '=' => format!(" {} ", word!("plain-sign-equals")),
        '<' => format!(" {} ", word!("plain-sign-less")),
        '>' => format!(" {} ", word!("plain-sign-greater")),
        '/' => format!(" {} ", word!("plain-sign-over")),
        '{' | '}' => " ".to_owned(),
        '|' => format!(" {} ", word!("plain-sign-given")),
        // Whether several of them are a word is known when all are there.
        letter if letter.is_ascii_lowercase() => format!("{JOINT}{letter}"),
        letter if letter.is_alphabetic() => format!(" {} ", sign(letter).map_or(letter.to_string(), str::to_owned)),
        letter => letter.to_string(),
    }
}

fn bracket(bracket: char) -> String {
    match bracket {
        '(' | '[' => format!(" {} ", word!("plain-open")),
        ')' | ']' => format!(" {} ", word!("plain-close")),
        '{' => format!(" {} ", word!("plain-open-set")),
        '}' => format!(" {} ", word!("plain-close-set")),
        '|' => letter('|'),
        other => format!(" {} ", spoken(other.encode_utf8(&mut [0; 4]))),
    }
}

fn raised(script: &str) -> String {
    let is_name = script.chars().count() == 1 && script.chars().all(char::is_uppercase);
    match script {
        "2" => format!(" {} ", word!("plain-sign-squared")),
        "3" => format!(" {} ", word!("plain-sign-cubed")),
        "T" => format!(" {} ", word!("plain-sign-transposed")),
        _ if is_name || script == word!("plain-sign-transposed") || script == word!("plain-sign-prime") => {
            format!(" {script} ")
        }
        _ => format!(" {} ", say!("plain-power", power = script)),
    }
}

fn lowered(script: &str) -> String {
    if script.chars().all(char::is_alphabetic) {
        return format!(" {script} ");
    }
    format!(" {} ", say!("plain-sub", index = script))
}

fn fraction(above: &str, below: &str) -> String {
    let is_long = above.contains(' ') || below.contains(' ');
    let said = if is_long { say!("plain-fraction", above, below) } else { say!("plain-over", above, below) };
    format!(" {said} ")
}

fn root(inner: &str) -> String {
    let is_long = inner.split(' ').count() > 2;
    format!(" {} ", if is_long { say!("plain-root-long", inner) } else { say!("plain-root", inner) })
}

/// Stands before each small letter until it is known whether it is one of a word.
const JOINT: char = '\u{e000}';
/// As many letters in a row are a word, as in `d_{model}`; two are two indices or factors.
const WORD: usize = 3;

/// The letters of a word that LaTeX sets one by one as that word, others by themselves.
fn joined(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != JOINT {
            said.push(letter);
            continue;
        }
        let mut run: Vec<char> = letters.next().into_iter().collect();
        while letters.next_if_eq(&JOINT).is_some() {
            run.extend(letters.next());
        }
        let between = if run.len() < WORD { " " } else { "" };
        let run: Vec<String> = run.iter().map(ToString::to_string).collect();
        said += " ";
        said += &run.join(between);
        said.push(' ');
    }
    said
}

/// A text with single blanks, and none before a comma.
fn collapsed(text: &str) -> String {
    joined(text).split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", ".")
}

/// A sum with the index that it goes over: "the sum over j of", where the sign and the letter below it were said one after the other.
fn summed(said: &str) -> String {
    let sum = format!("{} ", word!("plain-sign-sum"));
    let mut parts = said.split(&sum);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(' ') {
            Some((index, rest)) if index.chars().count() == 1 && index.chars().all(char::is_alphabetic) => {
                all = format!("{all}{} {rest}", say!("plain-sum-over", index));
            }
            _ => all = format!("{all}{sum}{part}"),
        }
    }
    all
}

/// A formula with the real numbers in it, in words.
pub(super) fn formula(formula: &Expr) -> String {
    match formula {
        Expr::Element(operand) => said_digits(&operand.text()),
        Expr::Exact(x) => number(*x, false),
        Expr::Real(x) => number(*x, true),
        // What it is, is said behind the formula.
        Expr::Named(definition) => definition.name.to_owned(),
        Expr::Call(function, arguments) => call(*function, arguments),
        Expr::Binary(operator, a, b) => binary(*operator, a, b),
        Expr::Sum(terms) => sum(terms),
    }
}

/// A part of a formula that must be heard as one thing.
fn part(of: &Expr) -> String {
    let said = formula(of);
    match of {
        Expr::Binary(..) => bracketed(&said),
        Expr::Sum(terms) if terms.len() > 1 => bracketed(&said),
        _ => said,
    }
}

fn bracketed(said: &str) -> String {
    format!("{} {said} {}", word!("plain-open"), word!("plain-close"))
}

fn sum(terms: &[Expr]) -> String {
    if terms.is_empty() {
        return "0".to_owned();
    }
    let (shown, rest) = explain::split_terms(terms);
    if let Some(said) = powers(&shown, &rest) {
        return said;
    }
    let term = |term: &&Expr| match term {
        // A product binds tighter than the sum that it stands in.
        Expr::Binary(Operator::Mul | Operator::Div | Operator::Pow, ..) => formula(term),
        _ => part(term),
    };
    let mut said: Vec<String> = shown.iter().map(term).collect();
    if !rest.is_empty() {
        said.push(more(rest.iter().map(|term| term.value()).sum(), rest.len()));
    }
    said.join(&format!(" {} ", word!("plain-sign-plus")))
}

/// A long sum of powers of e alone: "the sum of e to the power of each of 2.82, 0.130 and 0.339".
fn powers(shown: &[&Expr], rest: &[&Expr]) -> Option<String> {
    const FEW: usize = 2;
    let of: Vec<String> = shown.iter().map(|term| exponent(term).map(formula)).collect::<Option<_>>()?;
    if of.len() <= FEW {
        return None;
    }
    let said = say!("plain-sum-of-powers", list = listed(&of));
    if rest.is_empty() {
        return Some(said);
    }
    let more = more(rest.iter().map(|term| term.value()).sum(), rest.len());
    Some(format!("{said} {} {more}", word!("plain-sign-plus")))
}

/// The number that e is raised to, if a term is such a power.
fn exponent(term: &Expr) -> Option<&Expr> {
    let Expr::Call(ScalarFunction::Exp, of) = term else { return None };
    of.first().filter(|of| matches!(of, Expr::Element(_) | Expr::Real(_) | Expr::Exact(_)))
}

/// What many small terms come to.
fn more(value: f64, count: usize) -> String {
    say!("plain-more-terms", value = number(value, true), count)
}

fn binary(operator: Operator, a: &Expr, b: &Expr) -> String {
    let joined = |sign: &str| format!("{} {} {}", part(a), sign, part(b));
    match operator {
        Operator::Add => joined(word!("plain-sign-plus")),
        Operator::Sub => joined(word!("plain-sign-minus")),
        Operator::Mul => joined(word!("plain-sign-times")),
        Operator::Div
            if matches!(a, Expr::Binary(..) | Expr::Sum(_)) || matches!(b, Expr::Binary(..) | Expr::Sum(_)) =>
        {
            say!("plain-fraction", above = formula(a), below = formula(b))
        }
        Operator::Div => say!("plain-over", above = formula(a), below = formula(b)),
        Operator::Pow if formula(b) == "2" => format!("{} {}", part(a), word!("plain-sign-squared")),
        Operator::Pow => format!("{} {}", part(a), say!("plain-power", power = part(b))),
        Operator::Mod => joined(word!("plain-sign-mod")),
        Operator::Eq => joined(word!("plain-sign-equals")),
        Operator::Ne => joined(word!("plain-sign-unequal")),
        Operator::Lt => joined(word!("plain-sign-less")),
        Operator::Le => joined(word!("plain-sign-at-most")),
        Operator::Gt => joined(word!("plain-sign-greater")),
        Operator::Ge => joined(word!("plain-sign-at-least")),
        Operator::And => joined(word!("plain-and")),
        Operator::Or => joined(word!("plain-or")),
        Operator::Xor => joined(word!("plain-xor")),
        Operator::BitAnd => joined(word!("plain-bit-and")),
        Operator::BitOr => joined(word!("plain-bit-or")),
        Operator::BitXor => joined(word!("plain-bit-xor")),
    }
}

fn call(function: ScalarFunction, arguments: &[Expr]) -> String {
    let first = || arguments.first().map(part).unwrap_or_default();
    let list = || list(arguments, function);
    match function {
        ScalarFunction::Exp => say!("plain-exp", of = first()),
        ScalarFunction::Ln => say!("plain-ln", of = first()),
        ScalarFunction::Sqrt => say!("plain-sqrt", of = first()),
        ScalarFunction::Abs => say!("plain-abs", of = first()),
        ScalarFunction::Max => say!("plain-greatest-of", list = list()),
        ScalarFunction::Min => say!("plain-least-of", list = list()),
        ScalarFunction::Where => {
            let said: Vec<String> = arguments.iter().map(part).collect();
            let at = |place: usize| said.get(place).cloned().unwrap_or_default();
            // It is known which of the two it is: a listener need not decide whether 0 is 0.
            let holds = arguments.first().is_some_and(|test| test.value() != 0.0);
            let (taken, other) = if holds { (at(1), at(2)) } else { (at(2), at(1)) };
            if holds { say!("plain-where-true", taken, other) } else { say!("plain-where-false", taken, other) }
        }
        _ => say!("plain-function-of", name = function.name(), list = list()),
    }
}

/// The arguments of a function, of a greatest or least the many small ones as one.
fn list(arguments: &[Expr], function: ScalarFunction) -> String {
    let (shown, rest) = explain::split_arguments(function, arguments);
    let mut said: Vec<String> = shown.into_iter().map(part).collect();
    if !rest.is_empty() {
        let values: Vec<f64> = rest.iter().map(|term| term.value()).collect();
        said.push(more(function.of(&values), rest.len()));
    }
    listed(&said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_of_the_course_is_said() {
        assert_eq!(
            latex(r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"),
            "softmax open bracket fraction Q K transposed over square root of d k, end of fraction close bracket V"
        );
        assert_eq!(latex(r"\frac{a}{b} + x_1^2"), "a over b plus x sub 1 squared");
        assert_eq!(latex(r"W^Q \in \mathbb{R}^{d}"), "W Q in R to the power d");
        assert_eq!(latex(r"-\infty"), "minus infinity");
        assert_eq!(latex(r"10000^{2i/d_{model}}"), "10000 to the power 2 i over d model");
        assert_eq!(latex(r"wanted_j \cdot hit_j"), "wanted j times hit j");
        assert_eq!(latex(r"\sum_j e^{s_j}"), "the sum over j of e to the power s j");
        assert_eq!(latex(r"a_{ij}"), "a sub i j");
    }

    #[test]
    fn a_formula_with_numbers_is_said() {
        let exp = |x: f64| Expr::call(ScalarFunction::Exp, Expr::Real(x));
        let share = exp(1.21).join(Operator::Div, Expr::Sum(vec![exp(-0.4), exp(1.21)]));
        assert_eq!(
            formula(&share),
            "fraction e to the power 1.21 over e to the power minus 0.400 plus e to the power 1.21, end of fraction"
        );
        let product = Expr::Real(0.5).join(Operator::Mul, Expr::Sum(vec![Expr::Exact(1.0), Expr::Exact(2.0)]));
        assert_eq!(formula(&product), "0.500 times open bracket 1 plus 2 close bracket");
        assert_eq!(formula(&Expr::Exact(3.0).join(Operator::Pow, Expr::Exact(2.0))), "3 squared");
    }
}
