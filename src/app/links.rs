//! What a link of a lesson leads to.

use super::lesson::OpenLesson;
use crate::notebook::training::LINK;

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget<'t> {
    /// To an address outside of the course.
    Address(&'t str),
    /// To a training of this task.
    Training(&'t str),
    /// To the footnote of this number on the same page.
    Note(&'t str),
    /// To a lesson, by its id or what a link calls it, empty for the same; and to a block of it, or to where it was left.
    Place {
        /// The lesson.
        lesson: &'t str,
        /// The block.
        block: Option<&'t str>,
    },
}

impl<'t> LinkTarget<'t> {
    /// Reads what a link says.
    ///
    /// ```
    /// use glassformer::app::links::LinkTarget;
    ///
    /// let block = Some("soft");
    /// assert_eq!(LinkTarget::of("attention#soft"), LinkTarget::Place { lesson: "attention", block });
    /// assert_eq!(LinkTarget::of("^2"), LinkTarget::Note("2"));
    /// ```
    pub fn of(target: &'t str) -> Self {
        if target.starts_with("https://") || target.starts_with("http://") {
            return Self::Address(target);
        }
        if let Some(task) = target.strip_prefix(LINK) {
            return Self::Training(task);
        }
        if let Some(number) = target.strip_prefix('^') {
            return Self::Note(number);
        }
        let (lesson, block) = target.split_once('#').unwrap_or((target, ""));
        Self::Place { lesson, block: (!block.is_empty()).then_some(block) }
    }
}

impl OpenLesson {
    /// The place of the block that holds a footnote.
    pub fn note(&self, number: &str) -> Option<usize> {
        let number = number.parse().ok()?;
        self.blocks().iter().position(|block| block.has_note(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_page_a_block_a_note_a_training_or_away() {
        let place = |lesson, block| LinkTarget::Place { lesson, block };
        let training = format!("{LINK}copy");
        for (written, target) in [
            ("attention", place("attention", None)),
            ("attention#soft", place("attention", Some("soft"))),
            ("#soft", place("", Some("soft"))),
            ("attention#", place("attention", None)),
            ("^12", LinkTarget::Note("12")),
            ("https://example.org/#a", LinkTarget::Address("https://example.org/#a")),
            (&training, LinkTarget::Training("copy")),
        ] {
            assert_eq!(LinkTarget::of(written), target);
        }
    }

    #[test]
    fn a_note_is_found_by_its_number() {
        let text = "---\ntitle: T\nid: t\n---\nSaid.[^1]\n\n# Next\n\n[^1]: A note.\n";
        let open = OpenLesson::new(crate::notebook::lesson::Lesson::read("t.md", text).unwrap(), None);
        assert!(open.note("1").is_some());
        assert_eq!((open.note("2"), open.note("x")), (None, None));
    }
}
