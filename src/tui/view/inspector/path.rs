//! The way down as one line: where it is too long, its middle is left out, for the start and the last steps say most.

use crate::tui::widgets::clip;

const STEP: &str = " ▸ ";

/// `output ▸ … ▸ scores ▸ Q` in at most `width` columns.
pub(super) fn shortened(trail: &[String], here: &str, width: u16) -> String {
    let all: Vec<&str> = trail.iter().map(String::as_str).chain([here]).collect();
    let whole = all.join(STEP);
    if clip::width(&whole) <= width {
        return whole;
    }
    // The first step, and as many of the last as there is room for, the present one in any case.
    let with_last = |count: usize| [&all[..1], &["…"], &all[all.len() - count..]].concat().join(STEP);
    let fitting = (1..all.len()).rev().map(with_last).find(|path| clip::width(path) <= width);
    fitting.unwrap_or_else(|| clip::fit(&format!("…{STEP}{here}"), width).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_left_out_first() {
        let trail: Vec<String> = ["output", "weights", "masked", "scores"].map(String::from).into();
        assert_eq!(shortened(&trail, "Q", 60), "output ▸ weights ▸ masked ▸ scores ▸ Q");
        assert_eq!(shortened(&trail, "Q", 34), "output ▸ … ▸ masked ▸ scores ▸ Q");
        assert_eq!(shortened(&trail, "Q", 20), "output ▸ … ▸ Q");
        assert_eq!(shortened(&trail, "Q", 9), "… ▸ Q");
        for width in 0..50 {
            assert!(clip::width(&shortened(&trail, "a long name of a stage", width)) <= width, "{width}");
        }
    }
}
