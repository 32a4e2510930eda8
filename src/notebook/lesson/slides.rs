//! A lesson as slides: a heading with what follows it, up to the next heading.

use std::ops::Range;

use super::Lesson;

impl Lesson {
    /// The blocks of the slide that a block is on. Those that are not shown on the page are a slide of their own.
    pub fn slide_of(&self, block: usize) -> Range<usize> {
        let last = self.blocks.len().saturating_sub(1);
        let start = (0..=block.min(last)).rev().find(|block| self.begins_slide(*block)).unwrap_or(0);
        let end = (start + 1..self.blocks.len()).find(|block| self.begins_slide(*block));
        start..end.unwrap_or(self.blocks.len())
    }

    /// How many slides there are up to a block, the one that it is on among them, and how many in all.
    pub fn slide_number(&self, block: usize) -> (usize, usize) {
        let slides = |end: usize| (0..end.min(self.appendix)).filter(|block| self.begins_slide(*block)).count();
        (slides(block + 1), slides(self.appendix))
    }

    fn begins_slide(&self, place: usize) -> bool {
        let has_heading = self.blocks.get(place).is_some_and(|block| block.heading().is_some());
        has_heading || place == 0 || place == self.appendix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_goes_from_a_heading_to_the_next() {
        let text =
            "---\ntitle: T\nid: t\n---\nBefore.\n\n# One\n\nWords.\n\n```python\nx = 1\n```\n\nMore words.\n\n## Two\n";
        let lesson = Lesson::read("t.md", text).unwrap();
        let ids: Vec<_> = lesson.blocks.iter().map(|block| &*block.id).collect();
        assert_eq!(ids, ["prose", "one", "x", "prose-2", "two"]);
        let slides: Vec<_> = (0..5).map(|block| (lesson.slide_of(block), lesson.slide_number(block))).collect();
        let one = (1..4, (2, 3));
        assert_eq!(slides, [(0..1, (1, 3)), one.clone(), one.clone(), one, (4..5, (3, 3))]);
    }

    #[test]
    fn a_lesson_without_blocks_has_no_slide_with_one() {
        let lesson = Lesson::read("t.md", "---\ntitle: T\nid: t\n---\n").unwrap();
        assert_eq!((lesson.slide_of(3), lesson.slide_number(3)), (0..0, (0, 0)));
    }
}
