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
            "The sentence is outside the grammar, so the translation cannot be checked.\n\n{}",
            compared(nearest.as_ref())
        ),
        right if right.iter().any(|one| one == translation) => "This is right.\n".to_owned(),
        right => {
            format!("The right translation is:\n  {}\n\n{}", right.join("\n  "), compared(nearest.as_ref()))
        }
    };
    let wide = looks.iter().map(|look| look.written.width()).max().unwrap_or(0);
    let line =
        |Look { written, read, share }: &Look| format!("  {}  {:>3.0} %  {read}\n", left(written, wide), 100.0 * share);
    let looks: String = looks.iter().map(line).collect();
    format!("{verdict}\nWhat each piece attends to most, averaged over all cross-attention heads:\n{looks}")
}

fn compared(nearest: Option<&Nearest>) -> String {
    match nearest {
        None => "No sentence that differs in one word and is translated correctly was found.\n".to_owned(),
        Some(Nearest { english, french, words: [was, is] }) => {
            format!("With \"{is}\" instead of \"{was}\", the translation is right:\n  {english}\n  {french}\n")
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
