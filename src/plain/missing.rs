//! Why a text means no element, in the words of the language that is spoken.

use crate::notebook::element::Missing;
use crate::words::say;

use super::speech::listed;

/// In a sentence or two.
pub(super) fn words(missing: &Missing) -> String {
    match missing {
        Missing::Name { name, near: Some(near) } => {
            say("plain-missing-near", &[("name", name.as_str().into()), ("near", near.as_str().into())])
        }
        Missing::Name { name, near: None } => say("plain-missing-name", &[("name", name.as_str().into())]),
        Missing::Open(text) => say("plain-missing-open", &[("text", text.as_str().into())]),
        Missing::Single(name) => say("plain-missing-single", &[("name", name.as_str().into())]),
        Missing::Counted { name, value } => {
            say("plain-missing-counted", &[("name", name.as_str().into()), ("value", value.as_str().into())])
        }
        Missing::Other { name, what } => {
            say("plain-missing-other", &[("name", name.as_str().into()), ("what", what.as_str().into())])
        }
        Missing::Which { given, name, shape, axes } => {
            let places = vec!["0"; *axes].join(" ");
            let shape = shape.trim_matches(['[', ']']);
            let (name, shape, places) =
                (("name", name.as_str().into()), ("shape", shape.into()), ("places", places.into()));
            match given {
                0 => say("plain-missing-which", &[name, shape, places]),
                _ => say("plain-missing-places", &[name, ("axes", axes.into()), shape, places]),
            }
        }
        Missing::Lost(name) => say("plain-missing-lost", &[("name", name.as_str().into())]),
        Missing::Outside { name, axis, size: 0, .. } => {
            say("plain-missing-empty", &[("name", name.as_str().into()), ("axis", axis.into())])
        }
        Missing::Outside { name, axis, place, size, .. } => say(
            "plain-missing-outside",
            &[
                ("name", name.as_str().into()),
                ("axis", axis.into()),
                ("place", place.into()),
                ("last", size.saturating_sub(1).into()),
            ],
        ),
        Missing::Label { name, axis, label, has_labels: false, .. } => say(
            "plain-missing-unlabelled",
            &[("name", name.as_str().into()), ("axis", axis.into()), ("label", label.as_str().into())],
        ),
        Missing::Label { name, label, near: Some(near), .. } => say(
            "plain-missing-label-near",
            &[("name", name.as_str().into()), ("label", label.as_str().into()), ("near", near.as_str().into())],
        ),
        Missing::Label { name, label, near: None, .. } => {
            say("plain-missing-label", &[("name", name.as_str().into()), ("label", label.as_str().into())])
        }
        Missing::Several { label, places } => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            say("plain-missing-several", &[("label", label.as_str().into()), ("places", listed(&places).into())])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_without_places_has_no_last_one() {
        let outside = |size| Missing::Outside { name: "x".into(), shape: "[2]".into(), axis: 0, place: 5, size };
        assert_eq!(words(&outside(2)), "Axis 0 of x has no place 5: they go from 0 to 1.");
        assert_eq!(words(&outside(0)), "Axis 0 of x has no places at all.");
    }
}
