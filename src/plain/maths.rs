//! The formulas of lessons, which are LaTeX, in words.

use crate::notebook::math::{self, Part, Script};
use crate::words::{say, word};

use super::speech::{sign, spoken};

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
}
