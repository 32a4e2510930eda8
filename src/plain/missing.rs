//! Why a text means no element, in the words of the language that is spoken.

use crate::notebook::element::Missing;
use crate::words::say;

use super::speech::listed;

/// In a sentence or two.
pub(super) fn words(missing: &Missing) -> String {
    match missing {
        Missing::Name { name, near: Some(near) } => {
            say!("plain-missing-near", name = name.as_str(), near = near.as_str())
        }
        Missing::Name { name, near: None } => say!("plain-missing-name", name = name.as_str()),
        Missing::Open(text) => say!("plain-missing-open", text = text.as_str()),
        Missing::Single(name) => say!("plain-missing-single", name = name.as_str()),
        Missing::Counted { name, value } => say!("plain-missing-counted", name = name.as_str(), value = value.as_str()),
        Missing::Other { name, what } => say!("plain-missing-other", name = name.as_str(), what = what.as_str()),
        Missing::Which { given, name, shape, axes } => {
            let places = vec!["0"; *axes].join(" ");
            let shape = shape.trim_matches(['[', ']']);
            let name = name.as_str();
            match given {
                0 => say!("plain-missing-which", name, shape, places),
                _ => say!("plain-missing-places", name, axes, shape, places),
            }
        }
        Missing::Lost(name) => say!("plain-missing-lost", name = name.as_str()),
        Missing::Outside { name, axis, size: 0, .. } => say!("plain-missing-empty", name = name.as_str(), axis),
        Missing::Outside { name, axis, place, size, .. } => {
            say!("plain-missing-outside", name = name.as_str(), axis, place, last = size.saturating_sub(1))
        }
        Missing::Label { name, axis, label, has_labels: false, .. } => {
            say!("plain-missing-unlabelled", name = name.as_str(), axis, label = label.as_str())
        }
        Missing::Label { name, label, near: Some(near), .. } => {
            say!("plain-missing-label-near", name = name.as_str(), label = label.as_str(), near = near.as_str())
        }
        Missing::Label { name, label, near: None, .. } => {
            say!("plain-missing-label", name = name.as_str(), label = label.as_str())
        }
        Missing::Several { label, places } => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            say!("plain-missing-several", label = label.as_str(), places = listed(&places))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_without_places_has_no_last_one() {
        let outside = |size| Missing::Outside { name: "x".into(), shape: "[2]".into(), axis: 0, place: 5, size };
        assert_eq!(words(&outside(2)), "Axis 0 of x has no index 5: its indices go from 0 to 1.");
        assert_eq!(words(&outside(0)), "Axis 0 of x is empty.");
    }
}
