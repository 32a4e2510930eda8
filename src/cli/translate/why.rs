//! Why a translation went wrong, as text and as JSON.

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::picture::left;
use crate::cli::json::number;
use crate::nn::explanation::{Explanation, Look, Nearest};

/// What is right; where the translation is not, the nearest sentence that is translated correctly; where each piece looked most.
pub(super) fn text(explanation: &Explanation, translation: &str) -> String {
    let Explanation { right, looks, nearest } = explanation;
    let verdict = match right.as_slice() {
        [] => format!(
            "It is not of the grammar, so nobody knows here whether this is right.\n\n{}",
            compared(nearest.as_ref())
        ),
        right if right.iter().any(|one| one == translation) => "This is right.\n".to_owned(),
        right => {
            format!("Right would be:\n  {}\n\n{}", right.join("\n  "), compared(nearest.as_ref()))
        }
    };
    let wide = looks.iter().map(|look| look.written.width()).max().unwrap_or(0);
    let line =
        |Look { written, read, share }: &Look| format!("  {}  {:>3.0} %  {read}\n", left(written, wide), 100.0 * share);
    let looks: String = looks.iter().map(line).collect();
    format!("{verdict}\nWhere each piece looked most, on average over all heads of cross-attention:\n{looks}")
}

fn compared(nearest: Option<&Nearest>) -> String {
    match nearest {
        None => "No sentence that differs in one word was found that it translates correctly.\n".to_owned(),
        Some(Nearest { english, french, words: [was, is] }) => {
            format!("With \"{is}\" in place of \"{was}\" it is right:\n  {english}\n  {french}\n")
        }
    }
}

/// The same for programs.
pub(super) fn json(explanation: &Explanation) -> Value {
    let look = |look: &Look| json!({ "written": look.written, "read": look.read, "share": number(look.share) });
    json!({
        "right": explanation.right,
        "nearest": explanation.nearest.as_ref().map(|nearest| json!({
            "source": nearest.english, "translation": nearest.french, "word": nearest.words[0], "instead": nearest.words[1],
        })),
        "looks": explanation.looks.iter().map(look).collect::<Vec<_>>(),
    })
}
