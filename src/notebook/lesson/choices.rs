//! The options of a question, as they stand between bars.

use crate::notebook::markdown::next_hole;

/// Splits at the bars that stand outside code, formulas and computed numbers, and behind no backslash: where each choice begins, and
/// its words. What stands between two bars may be empty.
pub(super) fn split(text: &str) -> Vec<(usize, &str)> {
    let (mut choices, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(sign) = text[at..].chars().next() {
        if sign == '|' {
            choices.push(trimmed(text, start, at));
            start = at + 1;
        }
        at += whole(&text[at..]).unwrap_or(sign.len_utf8());
    }
    choices.push(trimmed(text, start, text.len()));
    choices
}

/// What stands between two places, without the blanks around it, and where it begins.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, &str) {
    let part = &text[start..end];
    (start + part.len() - part.trim_start().len(), part.trim())
}

/// The length of what begins here and is not split: a sign behind a backslash, code, a formula, a computed number.
fn whole(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '\\' => text.chars().nth(1).map(|escaped| 1 + escaped.len_utf8()),
        '`' => text[1..].find('`').map(|end| end + 2),
        '$' => formula(text),
        '{' => next_hole(text, 0).filter(|hole| hole.start == 0).map(|hole| hole.end),
        _ => None,
    }
}

/// The length of the formula that begins here, by the rule of Markdown: no space stands inside beside a single dollar.
fn formula(text: &str) -> Option<usize> {
    let mark = if text.starts_with("$$") { "$$" } else { "$" };
    let inner = &text[mark.len()..];
    let mut signs = inner.char_indices();
    let end = loop {
        match signs.next()? {
            (_, '\\') => _ = signs.next(),
            (at, '$') if inner[at..].starts_with(mark) => break at,
            _ => {}
        }
    };
    let latex = &inner[..end];
    let is_formula =
        mark.len() == 2 || !latex.starts_with(char::is_whitespace) && !latex.ends_with(char::is_whitespace);
    is_formula.then_some(end + 2 * mark.len())
}

#[cfg(test)]
mod tests {
    fn split(text: &str) -> Vec<&str> {
        super::split(text).into_iter().map(|(_, choice)| choice).collect()
    }

    #[test]
    fn each_choice_knows_where_it_begins() {
        assert_eq!(super::split("3 × 4 | `a`|  é"), [(0, "3 × 4"), (9, "`a`"), (15, "é")]);
    }

    #[test]
    fn bars_of_code_and_formulas_part_nothing() {
        assert_eq!(split("a | b|c"), ["a", "b", "c"]);
        assert_eq!(split("`a | b` | `c`"), ["`a | b`", "`c`"]);
        assert_eq!(split("$P(a|b)$ | $P(b|a)$"), ["$P(a|b)$", "$P(b|a)$"]);
        assert_eq!(
            split(r"$\|x\|$ | $$a | b$$ | {{ x | y }} | a \| b"),
            [r"$\|x\|$", "$$a | b$$", "{{ x | y }}", r"a \| b"]
        );
        assert_eq!(split("$5 | $6 | a $ b"), ["$5", "$6", "a $ b"], "prices");
        assert_eq!(split("a ` b | c {{ d | $e"), ["a ` b", "c {{ d", "$e"], "what nothing closes");
        assert_eq!(split("a | | b |"), ["a", "", "b", ""]);
        assert_eq!(split("é\\"), ["é\\"]);
    }
}
