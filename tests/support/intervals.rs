//! A second reading of printed formulas: parsed from the text alone, every rounded number standing for the interval that
//! rounds to it. It shares no code with the program, so a formula that prints one thing and means another is found out.

use std::iter::Peekable;
use std::vec::IntoIter;

/// All values between two numbers, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(Interval),
    Word(String),
    Sign(String),
}

impl Interval {
    fn exact(x: f64) -> Self {
        Self { low: x, high: x }
    }

    fn hull(values: impl IntoIterator<Item = f64>) -> Self {
        let mut hull = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for value in values {
            if value.is_nan() {
                return Self { low: f64::NAN, high: f64::NAN };
            }
            hull = Self { low: hull.low.min(value), high: hull.high.max(value) };
        }
        hull
    }

    /// Whether `x` lies inside, give or take the last digits of the arithmetic itself.
    pub(crate) fn contains(self, x: f64, slack: f64) -> bool {
        if x.is_nan() {
            return self.low.is_nan();
        }
        let room = if x.is_finite() { slack * x.abs().max(1e-30) } else { 0.0 };
        self.low - room <= x && x <= self.high + room
    }

    fn corners(a: Self, b: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::hull([f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)])
    }

    fn rising(self, f: impl Fn(f64) -> f64) -> Self {
        Self::hull([f(self.low), f(self.high)])
    }

    /// For functions that never change faster than their argument.
    fn gentle(self, f: impl Fn(f64) -> f64) -> Self {
        let (middle, half) = (f(f64::midpoint(self.low, self.high)), (self.high - self.low) / 2.0);
        Self { low: middle - half, high: middle + half }
    }

    fn truth(self) -> (bool, bool) {
        let can_be_false = self.low <= 0.0 && self.high >= 0.0;
        let can_be_true = self.low != 0.0 || self.high != 0.0;
        (can_be_false, can_be_true)
    }

    fn of_truth(can_be_false: bool, can_be_true: bool) -> Self {
        Self { low: if can_be_false { 0.0 } else { 1.0 }, high: if can_be_true { 1.0 } else { 0.0 } }
    }
}

/// The interval of the values that a printed formula can have. Panics, for it is a test, when the text is no formula.
pub(crate) fn evaluate(text: &str) -> Interval {
    let mut tokens = tokens(text).into_iter().peekable();
    let value = or(&mut tokens);
    assert_eq!(tokens.next(), None, "left over after the formula {text:?}");
    value
}

fn tokens(text: &str) -> Vec<Token> {
    let mut result = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let previous_is_value =
            matches!(result.last(), Some(Token::Number(_))) || result.last() == Some(&Token::Sign(")".into()));
        if c == ' ' {
            at += 1;
        } else if c == '[' {
            // "[26 more]" says how many terms the number before it stands for.
            at = chars[at..].iter().position(|c| *c == ']').map_or(chars.len(), |end| at + end + 1);
        } else if c.is_ascii_digit() || (c == '-' && !previous_is_value) {
            let start = at;
            at += 1;
            while at < chars.len()
                && (chars[at].is_ascii_alphanumeric() || chars[at] == '.' || (chars[at] == '-' && chars[at - 1] == 'e'))
            {
                at += 1;
            }
            result.push(number(&chars[start..at].iter().collect::<String>()));
        } else if c.is_alphabetic() {
            let start = at;
            while at < chars.len() && chars[at].is_alphanumeric() {
                at += 1;
            }
            let word: String = chars[start..at].iter().collect();
            result.push(if word == "nan" || word == "inf" { number(&word) } else { Token::Word(word) });
        } else if chars[at..].starts_with(&['=', '=']) {
            result.push(Token::Sign("==".into()));
            at += 2;
        } else {
            result.push(Token::Sign(c.to_string()));
            at += 1;
        }
    }
    result
}

fn number(text: &str) -> Token {
    let value: f64 = text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let half = match mantissa.split_once('.') {
        Some((_, digits)) => 0.5 * 10f64.powi(exponent.parse::<i32>().unwrap_or(0) - digits.len() as i32),
        None => 0.0,
    };
    Token::Number(Interval { low: value - half, high: value + half })
}

type Tokens = Peekable<IntoIter<Token>>;

fn sign(tokens: &mut Tokens, choices: &[&str]) -> Option<String> {
    let found = match tokens.peek() {
        Some(Token::Sign(sign) | Token::Word(sign)) if choices.contains(&sign.as_str()) => sign.clone(),
        _ => return None,
    };
    tokens.next();
    Some(found)
}

fn or(tokens: &mut Tokens) -> Interval {
    let mut left = and(tokens);
    while let Some(word) = sign(tokens, &["or", "xor", "|", "⊕"]) {
        let right = and(tokens);
        left = Interval::corners(left, right, |a, b| match word.as_str() {
            "|" => (a as i64 | b as i64) as f64,
            "⊕" => (a as i64 ^ b as i64) as f64,
            "or" => f64::from(u8::from(a != 0.0 || b != 0.0)),
            _ => f64::from(u8::from((a != 0.0) != (b != 0.0))),
        });
    }
    left
}

fn and(tokens: &mut Tokens) -> Interval {
    let mut left = comparison(tokens);
    while let Some(word) = sign(tokens, &["and", "&"]) {
        let right = comparison(tokens);
        left = Interval::corners(left, right, |a, b| match word.as_str() {
            "&" => (a as i64 & b as i64) as f64,
            _ => f64::from(u8::from(a != 0.0 && b != 0.0)),
        });
    }
    left
}

fn comparison(tokens: &mut Tokens) -> Interval {
    if sign(tokens, &["not"]).is_some() {
        let (can_be_false, can_be_true) = sum(tokens).truth();
        return Interval::of_truth(can_be_true, can_be_false);
    }
    let a = sum(tokens);
    let Some(operator) = sign(tokens, &["==", "≠", "<", "≤", ">", "≥"]) else { return a };
    let b = sum(tokens);
    if a.low.is_nan() || b.low.is_nan() {
        return Interval::exact(f64::from(u8::from(operator == "≠")));
    }
    let overlap = a.low <= b.high && b.low <= a.high;
    let both_exact = a.low == a.high && b.low == b.high;
    match operator.as_str() {
        "==" => Interval::of_truth(!(both_exact && a == b), overlap),
        "≠" => Interval::of_truth(overlap, !(both_exact && a == b)),
        "<" => Interval::of_truth(a.high >= b.low, a.low < b.high),
        "≤" => Interval::of_truth(a.high > b.low, a.low <= b.high),
        ">" => Interval::of_truth(a.low <= b.high, a.high > b.low),
        _ => Interval::of_truth(a.low < b.high, a.high >= b.low),
    }
}

fn sum(tokens: &mut Tokens) -> Interval {
    let mut left = product(tokens);
    while let Some(operator) = sign(tokens, &["+", "-"]) {
        let right = product(tokens);
        left = if operator == "+" {
            Interval { low: left.low + right.low, high: left.high + right.high }
        } else {
            Interval { low: left.low - right.high, high: left.high - right.low }
        };
    }
    left
}

fn product(tokens: &mut Tokens) -> Interval {
    let mut left = power(tokens);
    while let Some(operator) = sign(tokens, &["·", "/", "mod"]) {
        let right = power(tokens);
        left = match operator.as_str() {
            "·" => Interval::corners(left, right, |a, b| if a == 0.0 || b == 0.0 { 0.0 } else { a * b }),
            "/" if right.low < 0.0 && right.high > 0.0 => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
            "/" => Interval::corners(left, right, |a, b| a / b),
            _ => Interval { low: 0f64.min(right.low), high: right.high.max(0.0) },
        };
    }
    left
}

fn power(tokens: &mut Tokens) -> Interval {
    let base = atom(tokens);
    if sign(tokens, &["^"]).is_none() {
        return base;
    }
    let exponent = atom(tokens);
    let mut result = Interval::corners(base, exponent, f64::powf);
    if base.low < 0.0 && base.high > 0.0 {
        result.low = result.low.min(0.0);
    }
    result
}

fn atom(tokens: &mut Tokens) -> Interval {
    match tokens.next() {
        Some(Token::Number(number)) => number,
        Some(Token::Sign(open)) if open == "(" => {
            let inner = or(tokens);
            assert!(sign(tokens, &[")"]).is_some(), "a bracket is not closed");
            inner
        }
        Some(Token::Word(name)) => {
            assert!(sign(tokens, &["("]).is_some(), "{name} is not called");
            let mut arguments = vec![or(tokens)];
            while sign(tokens, &[","]).is_some() {
                arguments.push(or(tokens));
            }
            assert!(sign(tokens, &[")"]).is_some(), "{name}'s bracket is not closed");
            call(&name, &arguments)
        }
        other => panic!("a formula cannot begin with {other:?}"),
    }
}

fn call(name: &str, x: &[Interval]) -> Interval {
    let first = x[0];
    let lows = || x.iter().map(|x| x.low);
    let highs = || x.iter().map(|x| x.high);
    if x.iter().any(|x| x.low.is_nan()) && name != "where" {
        return first.rising(|_| f64::NAN);
    }
    match name {
        "exp" => first.rising(f64::exp),
        "ln" => Interval { low: first.low.max(0.0), high: first.high }.rising(f64::ln),
        "sqrt" if first.high < 0.0 => Interval::exact(f64::NAN),
        "sqrt" => Interval { low: first.low.max(0.0), high: first.high }.rising(f64::sqrt),
        "abs" if first.low < 0.0 && first.high > 0.0 => Interval { low: 0.0, high: first.high.max(-first.low) },
        "abs" => first.rising(f64::abs),
        "tanh" => first.rising(f64::tanh),
        "erf" => first.rising(libm::erf),
        "sin" => first.gentle(f64::sin),
        "cos" => first.gentle(f64::cos),
        "max" => {
            Interval { low: lows().fold(f64::NEG_INFINITY, f64::max), high: highs().fold(f64::NEG_INFINITY, f64::max) }
        }
        "prod" => {
            x.iter().fold(Interval { low: 1.0, high: 1.0 }, |product, &x| Interval::corners(product, x, |a, b| a * b))
        }
        "min" => Interval { low: lows().fold(f64::INFINITY, f64::min), high: highs().fold(f64::INFINITY, f64::min) },
        "argmax" => candidates(x, |at| x[at].high >= lows().fold(f64::NEG_INFINITY, f64::max)),
        "argmin" => candidates(x, |at| x[at].low <= highs().fold(f64::INFINITY, f64::min)),
        "where" => match first.truth() {
            (true, true) => Interval::hull([x[1].low, x[1].high, x[2].low, x[2].high]),
            (false, _) => x[1],
            (true, false) => x[2],
        },
        "bool" => Interval::of_truth(first.truth().0, first.truth().1),
        "sign" => first.rising(|x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))),
        "trunc" => first.rising(f64::trunc),
        "floor" => first.rising(f64::floor),
        "round" => first.rising(f64::round_ties_even),
        "float32" => first,
        "float16" => first.rising(|x| f64::from(half::f16::from_f64(x))),
        "bfloat16" => first.rising(|x| f64::from(half::bf16::from_f64(x))),
        "all" => Interval::of_truth(x.iter().any(|x| x.truth().0), x.iter().all(|x| x.truth().1)),
        "any" => Interval::of_truth(x.iter().all(|x| x.truth().0), x.iter().any(|x| x.truth().1)),
        _ => panic!("no function {name}"),
    }
}

fn candidates(x: &[Interval], can_be: impl Fn(usize) -> bool) -> Interval {
    Interval::hull((0..x.len()).filter(|at| can_be(*at)).map(|at| at as f64))
}
