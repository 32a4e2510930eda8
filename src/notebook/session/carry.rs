//! Brings an edit over to a lesson whose text has changed since.
//!
//! An edit that only moved inputs is a list of moves: slider to 2, mask cell (0, 1) hidden. Moves can be made again in
//! another text that has the same inputs. Any other edit belongs to the text that it was made in.

use crate::lang::{Control, ControlKind, controls, parse};

/// The most moves that are tried: a table has this many elements at most that a learner would move one by one.
const MOST_MOVES: usize = 4096;

/// What `text`, which was made from `was`, becomes in a lesson that says `now`; `None` if it cannot be said.
pub fn carry(was: &str, text: &str, now: &str) -> Option<String> {
    if was == now {
        return Some(text.to_owned());
    }
    let wanted = read(text);
    // The edit is its moves only if they make it from what was there.
    (with_inputs(was, &wanted)? == text).then(|| with_inputs(now, &wanted)).flatten()
}

fn read(source: &str) -> Vec<Control> {
    controls(&parse(source).program)
}

/// `source` with its inputs where `wanted` has them. Inputs that `wanted` does not have stay as they are; one of another kind
/// or size has no answer.
fn with_inputs(source: &str, wanted: &[Control]) -> Option<String> {
    let mut source = source.to_owned();
    for wanted in wanted {
        for _ in 0..MOST_MOVES {
            // Every move shifts what stands behind it, so the inputs are read again.
            let present = read(&source);
            let Some(control) = present.iter().find(|control| control.name == wanted.name) else { break };
            match moved(&source, &control.kind, &wanted.kind)? {
                Some(next) if next != source => source = next,
                _ => break,
            }
        }
    }
    Some(source)
}

/// One move from `present` towards `wanted`; `Some(None)` where nothing is left to do, `None` where they cannot meet.
fn moved(source: &str, present: &ControlKind, wanted: &ControlKind) -> Option<Option<String>> {
    Some(match (present, wanted) {
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
            let sizes = |rows: &[Vec<f64>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
            if sizes(&present.rows) != sizes(&wanted.rows) {
                return None;
            }
            let differs = |(row, column): &(usize, usize)| {
                present.rows[*row][*column].to_bits() != wanted.rows[*row][*column].to_bits()
            };
            let places = |(row, numbers): (usize, &Vec<f64>)| (0..numbers.len()).map(move |column| (row, column));
            let place = present.rows.iter().enumerate().flat_map(places).find(differs);
            place.map(|(row, column)| present.with_number(source, row, column, wanted.rows[row][column]))
        }
        (ControlKind::Mask(present), ControlKind::Mask(wanted)) => {
            present.difference(wanted)?.map(|(row, column)| present.toggled(source, row, column))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_of_the_same_text_is_itself() {
        assert_eq!(carry("a = 1", "a = 2  # mine", "a = 1").as_deref(), Some("a = 2  # mine"));
    }

    #[test]
    fn moved_inputs_are_moved_again_in_another_text() {
        let was = "t = slider(0.0, 2.0, value=1.0, step=0.5)\nhalf = t / 2";
        let text = "t = slider(0.0, 2.0, value=1.5, step=0.5)\nhalf = t / 2";
        let now = "# Warmer\nt = slider(0.0, 4.0, value=1.0, step=0.5)\nthird = t / 3";
        let carried = "# Warmer\nt = slider(0.0, 4.0, value=1.5, step=0.5)\nthird = t / 3";
        assert_eq!(carry(was, text, now).as_deref(), Some(carried));
    }

    #[test]
    fn every_kind_of_input_is_carried() {
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
            assert_eq!(carry(was, text, &now).as_deref(), Some(expected.as_str()), "{text}");
        }
    }

    #[test]
    fn what_was_typed_belongs_to_its_text() {
        let was = "t = slider(0.0, 2.0, value=1.0)";
        assert_eq!(carry(was, "t = slider(0.0, 2.0, value=1.5)  # mine", "t = slider(0.0, 3.0, value=1.0)"), None);
        assert_eq!(carry(was, "t = slider(0.0, 2.0, value=1.5)", "t = text(\"a\")"), None, "another kind of input");
        assert_eq!(carry("W = matrix([[1.0]])", "W = matrix([[2.0]])", "W = matrix([[1.0, 2.0]])"), None, "another size");
        assert_eq!(carry("a = 1", "a = 2", "a = 3"), None);
    }
}
