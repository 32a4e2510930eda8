//! Formulas in one line of Unicode, for the middle of a text and wherever else there is one line only.

use super::symbols::{is_script, lowered, raised};
use super::{Mark, Part, Script, parse};

/// How the scripts of a formula are written: all in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptForm {
    /// With the small characters of Unicode: `x₁²`, `√dₖ`.
    Small,
    /// Behind signs, where Unicode lacks a small character of one of them: `W^Q(W^K)^T`.
    Signs,
}

/// `latex` in one line of Unicode.
///
/// ```
/// use glassformer::notebook::math;
///
/// assert_eq!(math::unicode(r"\frac{QK^\top}{\sqrt{d_k}}"), "QKᵀ/√dₖ");
/// ```
pub fn unicode(latex: &str) -> String {
    written(&parse(latex))
}

/// The parts of a formula in one line of Unicode.
pub fn written(parts: &[Part]) -> String {
    row(parts, form(parts))
}

/// How the scripts of a formula can be written.
pub fn form(parts: &[Part]) -> ScriptForm {
    if parts.iter().all(is_small) { ScriptForm::Small } else { ScriptForm::Signs }
}

/// Whether all scripts of a part have small characters.
fn is_small(part: &Part) -> bool {
    match part {
        Part::Letter(_) | Part::Space | Part::Symbol(_) | Part::Function(_) | Part::Words(_) | Part::Bracket(..) => {
            true
        }
        Part::Group(inner) | Part::Root(inner) | Part::Marked(_, inner) => inner.iter().all(is_small),
        Part::Fraction(above, below) => above.iter().chain(below).all(is_small),
        Part::Scripts(base, scripts) => {
            is_small(base) && scripts.iter().all(|(side, script)| small(*side, script).is_some())
        }
    }
}

/// A script in small characters, if there are some of all of it. A script in a script has none.
fn small(side: Script, script: &[Part]) -> Option<String> {
    let script = row(script, ScriptForm::Signs);
    match side {
        Script::Raised => raised(&script),
        Script::Lowered => lowered(&script),
    }
}

fn row(parts: &[Part], form: ScriptForm) -> String {
    let mut row = String::new();
    for (at, part) in parts.iter().enumerate() {
        if *part == Part::Space {
            if row.chars().last().is_some_and(|last| !last.is_whitespace()) {
                row.push(' ');
            }
            continue;
        }
        row += &one(part, form);
        if parts.get(at + 1).is_some_and(|next| part.is_apart_from(next)) {
            row.push(' ');
        }
    }
    row.trim().to_owned()
}

fn one(part: &Part, form: ScriptForm) -> String {
    match part {
        Part::Letter('-') => "−".to_owned(),
        Part::Letter(letter) => letter.to_string(),
        Part::Space => " ".to_owned(),
        Part::Symbol(symbol) => (*symbol).to_owned(),
        Part::Function(words) | Part::Words(words) => words.clone(),
        Part::Bracket(_, bracket) => bracket.map(String::from).unwrap_or_default(),
        Part::Group(inner) => row(inner, form),
        Part::Fraction(above, below) => fraction(&row(above, form), &row(below, form)),
        Part::Root(inner) => root(&row(inner, form)),
        Part::Marked(mark, inner) => format!("{}{}", row(inner, form), mark.combining()),
        Part::Scripts(base, scripts) => {
            let mut text = self::base(base, form);
            for (side, script) in scripts {
                let own = if form == ScriptForm::Small { small(*side, script) } else { None };
                text += &own.unwrap_or_else(|| behind(*side, &row(script, ScriptForm::Signs)));
            }
            text
        }
    }
}

/// What has scripts; in brackets, if without them it would be read as other scripts of the same: `(W^K)^T`.
fn base(base: &Part, form: ScriptForm) -> String {
    let text = one(base, form);
    let is_ambiguous = form == ScriptForm::Signs && matches!(base, Part::Group(_)) && text.contains(['^', '_']);
    if is_ambiguous { format!("({text})") } else { text }
}

/// A script behind its sign: `W^Q`, `d_model`, `10000^(2i/d)`, `d^−0.5`.
fn behind(side: Script, script: &str) -> String {
    let sign = if side == Script::Raised { '^' } else { '_' };
    let script = script.replace('ᵀ', "T");
    let unsigned = script.trim_start_matches(['−', '+', '<', '>']);
    let is_one = unsigned.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '.' | '∞' | '…'))
        || is_bracket(&script)
        || script.chars().count() == 1;
    if is_one { format!("{sign}{script}") } else { format!("{sign}({script})") }
}

/// Brackets go where reading from left to right needs them.
fn fraction(above: &str, below: &str) -> String {
    let above = if is_sum(above) { format!("({above})") } else { above.to_owned() };
    let below = if is_single(below) { below.to_owned() } else { format!("({below})") };
    format!("{above}/{below}")
}

fn root(inner: &str) -> String {
    if is_single(inner) { format!("√{inner}") } else { format!("√({inner})") }
}

impl Mark {
    /// What LaTeX and listeners call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hat => "hat",
            Self::Tilde => "tilde",
            Self::Bar => "bar",
        }
    }

    /// The character that stands behind a letter to be drawn above it.
    pub fn combining(self) -> char {
        match self {
            Self::Hat => '\u{302}',
            Self::Tilde => '\u{303}',
            Self::Bar => '\u{304}',
        }
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
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(char::is_alphabetic);
    let rest = letters.as_str();
    first
        && (rest.chars().all(is_script)
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
    use crate::notebook::math::flaws;

    #[test]
    fn the_formula_of_the_course() {
        let latex = r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V";
        assert_eq!(unicode(latex), "softmax(QKᵀ/√dₖ)V");
        assert_eq!(unicode(r"\text{softmax}(\frac{QK^T}{\sqrt{d_k}})V"), "softmax(QKᵀ/√dₖ)V");
    }

    #[test]
    fn fractions_get_the_brackets_they_need() {
        assert_eq!(unicode(r"\frac{a+b}{c}"), "(a+b)/c");
        assert_eq!(unicode(r"\frac{1}{2n}"), "1/(2n)");
        assert_eq!(unicode(r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}"), "(x − μ)/√(σ² + ε)");
        assert_eq!(unicode(r"\frac{e^{z_i}}{\sum_{j} e^{z_j}}"), "e^(z_i)/(∑_j e^(z_j))");
        assert_eq!(unicode(r"\frac{\exp(z_i)}{\sum_{j=1}^{n} \exp(z_j)}"), "exp(zᵢ)/(∑ⱼ₌₁ⁿ exp(zⱼ))");
        assert_eq!(unicode(r"\sum_{k=1}^n s_{ik} + W_{b=2}"), "∑_(k=1)^n s_ik + W_(b=2)");
        assert_eq!(unicode(r"10000^{2i/d_{model}}"), "10000^(2i/d_model)");
    }

    #[test]
    fn scripts_symbols_and_text() {
        assert_eq!(unicode(r"x_1^2 \cdot \alpha \le \infty"), "x₁² · α ≤ ∞");
        assert_eq!(unicode(r"W^Q \in \mathbb{R}^{d_{\text{model}} \times d_k}"), "W^Q ∈ R^(d_model × d_k)");
        assert_eq!(unicode(r"\log p(y_t \mid y_{<t})"), "log p(y_t | y_<t)");
        assert_eq!(unicode(r"-\infty"), "−∞");
        assert_eq!(unicode(r"\{a, b\} \quad \max(0, x)"), "{a, b}  max(0, x)");
        assert_eq!(unicode(r"\hat{y} = xW_1 + b_1"), "y\u{302} = xW₁ + b₁");
        assert_eq!(unicode(r"\text{two words} \unknown{x}"), "two words unknownx");
    }

    /// Either all of a formula's scripts are small characters or none is.
    #[test]
    fn scripts_agree_in_a_formula() {
        assert_eq!(unicode(r"W = W^Q {W^K}^\top"), "W = W^Q (W^K)^T");
        assert_eq!(unicode(r"\frac{(PW^Q)(PW^K)^\top}{\sqrt{d_k}}"), "(PW^Q)(PW^K)^T/√d_k");
        assert_eq!(unicode(r"hE^\top d_v x_{ij} e^{-20}"), "hEᵀ dᵥ xᵢⱼ e⁻²⁰");
        assert_eq!(unicode(r"d_k = d_{model}/h"), "d_k = d_model/h");
        assert_eq!(unicode(r"d_{model}^{-0.5} \cdot \min(step^{-0.5}, 1)"), "d_model^−0.5 · min(step^−0.5, 1)");
        assert_eq!(unicode(r"PE_{(pos,2i)}"), "PE_(pos,2i)");
        assert_eq!(unicode(r"XW^Q_i, e^{loss}, e^{-\infty}"), "XW^Q_i, e^loss, e^−∞");
    }

    #[test]
    fn functions_stand_apart_from_what_they_are_of() {
        assert_eq!(unicode(r"\log\sum_j e^{s_j}"), "log ∑_j e^(s_j)");
        assert_eq!(unicode(r"\sin a \sin b + \cos(a - b)"), "sin a sin b + cos(a − b)");
        assert_eq!(unicode(r"\log_k n, \sum x, \max_i x_i"), "logₖ n, ∑ x, maxᵢ xᵢ");
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
