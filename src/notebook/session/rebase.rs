//! Brings an edit over to a lesson whose text has changed since.
//!
//! An edit that only moved inputs is a list of moves: slider to 2, mask cell (0, 1) hidden. Moves can be made again in
//! another text that has the same inputs. Any other edit belongs to the text that it was made in.

use crate::lang::{Control, ControlKind, controls, parse};

/// The most moves that are tried: a table has this many elements at most that a learner would move one by one.
const MAX_MOVES: usize = 4096;

/// What `text`, which was made from `was`, becomes in a lesson that says `now`; `None` if it cannot be said.
pub fn rebase(was: &str, text: &str, now: &str) -> Option<String> {
    if was == now {
        return Some(text.to_owned());
    }
    let (had, has) = (read(was), read(now));
    let was_moved = |wanted: &Control| {
        had.iter().any(|had| had.name == wanted.name && moved(was, &had.kind, &wanted.kind).is_some())
    };
    // What nobody moved is where the lesson has it now.
    let wanted: Vec<Control> = read(text).into_iter().filter(was_moved).collect();
    // What the learner moved and the lesson no longer has there cannot be where they had it.
    if wanted.iter().any(|wanted| has.iter().all(|has| has.name != wanted.name)) {
        return None;
    }
    // The edit is its moves only if they make it from what was there.
    (with_inputs(was, &wanted)? == text).then(|| with_inputs(now, &wanted)).flatten()
}

fn read(source: &str) -> Vec<Control> {
    controls(&parse(source).program)
}

/// `source` with its inputs where `wanted` has them. Inputs that `wanted` does not have stay as they are; `None` where one is of
/// another kind or size.
fn with_inputs(source: &str, wanted: &[Control]) -> Option<String> {
    let mut source = source.to_owned();
    for wanted in wanted {
        for _ in 0..MAX_MOVES {
            // Every move shifts what stands behind it, so the inputs are read again.
            let present = read(&source);
            let Some(control) = present.iter().find(|control| control.name == wanted.name) else { break };
            if !is_like(&control.kind, &wanted.kind) {
                return None;
            }
            match moved(&source, &control.kind, &wanted.kind) {
                Some(next) if next != source => source = next,
                _ => break,
            }
        }
    }
    Some(source)
}

/// Whether what one input shows the other can show.
fn is_like(present: &ControlKind, wanted: &ControlKind) -> bool {
    match (present, wanted) {
        (ControlKind::Slider(present), ControlKind::Slider(wanted)) => {
            (present.min..=present.max).contains(&wanted.value)
        }
        (ControlKind::Text(_), ControlKind::Text(_)) | (ControlKind::Toggle(_), ControlKind::Toggle(_)) => true,
        (ControlKind::Choice(present), ControlKind::Choice(wanted)) => {
            wanted.options.get(wanted.selected).is_some_and(|option| present.options.contains(option))
        }
        (ControlKind::Matrix(present), ControlKind::Matrix(wanted)) => {
            present.rows.iter().map(Vec::len).eq(wanted.rows.iter().map(Vec::len))
        }
        (ControlKind::Mask(present), ControlKind::Mask(wanted)) => present.is_like(wanted),
        _ => false,
    }
}

/// `source` after one move from `present` towards `wanted`; `None` where nothing is left to do.
fn moved(source: &str, present: &ControlKind, wanted: &ControlKind) -> Option<String> {
    match (present, wanted) {
        (ControlKind::Slider(present), ControlKind::Slider(wanted)) => {
            (present.value.to_bits() != wanted.value.to_bits()).then(|| present.with_value(source, wanted.value))
        }
        (ControlKind::Text(present), ControlKind::Text(wanted)) => {
            (present.value != wanted.value).then(|| present.with_text(source, &wanted.value))
        }
        (ControlKind::Choice(present), ControlKind::Choice(wanted)) => {
            let option = wanted.options.get(wanted.selected)?;
            let place = present.options.iter().position(|other| other == option)?;
            (place != present.selected).then(|| present.with_option(source, place))
        }
        (ControlKind::Toggle(present), ControlKind::Toggle(wanted)) => {
            (present.value != wanted.value).then(|| present.with_value(source, wanted.value))
        }
        (ControlKind::Matrix(present), ControlKind::Matrix(wanted)) => {
            let differs = |(row, (own, wanted)): (usize, (&Vec<f64>, &Vec<f64>))| {
                let pairs = own.iter().zip(wanted).enumerate();
                let (column, (_, &number)) =
                    pairs.into_iter().find(|(_, (own, new))| own.to_bits() != new.to_bits())?;
                Some((row, column, number))
            };
            let (row, column, number) = present.rows.iter().zip(&wanted.rows).enumerate().find_map(differs)?;
            Some(present.with_number(source, row, column, number))
        }
        (ControlKind::Mask(present), ControlKind::Mask(wanted)) => {
            present.difference(wanted).map(|(row, column)| present.toggled(source, row, column))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_of_the_same_text_is_itself() {
        assert_eq!(rebase("a = 1", "a = 2  # mine", "a = 1").as_deref(), Some("a = 2  # mine"));
    }

    #[test]
    fn moved_inputs_are_moved_again_in_another_text() {
        let was = "t = slider(0.0, 2.0, value=1.0, step=0.5)\nhalf = t / 2";
        let text = "t = slider(0.0, 2.0, value=1.5, step=0.5)\nhalf = t / 2";
        let now = "# Warmer\nt = slider(0.0, 4.0, value=1.0, step=0.5)\nthird = t / 3";
        let rebased = "# Warmer\nt = slider(0.0, 4.0, value=1.5, step=0.5)\nthird = t / 3";
        assert_eq!(rebase(was, text, now).as_deref(), Some(rebased));
    }

    #[test]
    fn an_input_that_is_gone_is_not_where_it_was() {
        let (was, text) =
            ("t = slider(0, 4, value=1)\nu = toggle(True)", "t = slider(0, 4, value=3)\nu = toggle(True)");
        assert_eq!(rebase(was, text, "u = toggle(True)"), None);
        // One that nobody moved may go.
        assert_eq!(rebase(was, text, "t = slider(0, 4, value=1)").as_deref(), Some("t = slider(0, 4, value=3)"));
    }

    #[test]
    fn what_nobody_moved_is_where_the_lesson_has_it_now() {
        let (was, text) =
            ("t = slider(0, 4, value=1)\nu = toggle(True)", "t = slider(0, 4, value=1)\nu = toggle(False)");
        let (now, rebased) =
            ("t = slider(2, 6, value=3)\nu = toggle(True)", "t = slider(2, 6, value=3)\nu = toggle(False)");
        assert_eq!(rebase(was, text, now).as_deref(), Some(rebased));
    }

    #[test]
    fn a_slider_cannot_be_where_it_no_longer_reaches() {
        let (was, text) = ("t = slider(0.0, 2.0, value=1.0)", "t = slider(0.0, 2.0, value=0.5)");
        assert_eq!(rebase(was, text, "t = slider(1.0, 3.0, value=1.0)"), None);
        assert_eq!(
            rebase(was, text, "t = slider(0.5, 3.0, value=1.0)").as_deref(),
            Some("t = slider(0.5, 3.0, value=0.5)")
        );
    }

    #[test]
    fn every_kind_of_input_is_rebased() {
        let cases = [
            ("s = text(\"a b\")", "s = text(\"c\")"),
            ("k = choice([\"x\", \"y\"], \"x\")", "k = choice([\"x\", \"y\"], \"y\")"),
            ("on = toggle(True)", "on = toggle(False)"),
            ("W = matrix([[1.0, 2.0], [3.0, 4.0]])", "W = matrix([[1.0, 9.5], [3.0, -4.0]])"),
            ("m = mask([[1, 1], [1, 1]])", "m = mask([[1, 0], [1, 0]])"),
            ("m = mask(torch.ones(n, n), flipped=[])", "m = mask(torch.ones(n, n), flipped=[[0, 1], [2, 0]])"),
        ];
        for (was, text) in cases {
            let (now, expected) = (format!("x = 1\n{was}"), format!("x = 1\n{text}"));
            assert_eq!(rebase(was, text, &now).as_deref(), Some(expected.as_str()), "{text}");
        }
    }

    #[test]
    fn what_was_typed_belongs_to_its_text() {
        let was = "t = slider(0.0, 2.0, value=1.0)";
        assert_eq!(rebase(was, "t = slider(0.0, 2.0, value=1.5)  # mine", "t = slider(0.0, 3.0, value=1.0)"), None);
        assert_eq!(rebase(was, "t = slider(0.0, 2.0, value=1.5)", "t = text(\"a\")"), None, "another kind of input");
        assert_eq!(
            rebase("W = matrix([[1.0]])", "W = matrix([[2.0]])", "W = matrix([[1.0, 2.0]])"),
            None,
            "another size"
        );
        assert_eq!(rebase("a = 1", "a = 2", "a = 3"), None);
    }
}
