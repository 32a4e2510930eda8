//! How the lessons stand on the front page: in chapters, each in columns that are read downwards.

use crate::tui::model::contents::Chapter;

/// The columns that a lesson takes: its number, how it stands, its short title, its minutes.
const COLUMN: u16 = 25;
/// The most columns side by side.
const MAX_COLUMNS: u16 = 3;

/// The chapters line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    rows: Vec<ShelfRow>,
    columns: u16,
}

/// A line of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShelfRow {
    /// The name of a chapter: its place among the chapters.
    Chapter(usize),
    /// Lessons side by side.
    Lessons(Vec<usize>),
    /// Air between chapters.
    Blank,
}

impl Shelf {
    /// Arranges the lessons of these chapters for a room; where all lines fit with air between the chapters, there is air.
    pub fn new(chapters: &[Chapter], width: u16, height: u16) -> Self {
        let columns = (width / COLUMN).clamp(1, MAX_COLUMNS);
        let mut rows = Vec::new();
        for (at, chapter) in chapters.iter().enumerate() {
            if at > 0 {
                rows.push(ShelfRow::Blank);
            }
            if !chapter.name.is_empty() || at > 0 {
                rows.push(ShelfRow::Chapter(at));
            }
            let lines = chapter.lessons.len().div_ceil(usize::from(columns));
            let line = |line: usize| chapter.lessons.iter().copied().skip(line).step_by(lines).collect();
            rows.extend((0..lines).map(|at| ShelfRow::Lessons(line(at))));
        }
        if rows.len() > usize::from(height) {
            rows.retain(|row| *row != ShelfRow::Blank);
        }
        Self { rows, columns }
    }

    /// How many lessons stand side by side at most.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Its lines from top to bottom.
    pub fn rows(&self) -> &[ShelfRow] {
        &self.rows
    }

    /// The line and the column of a lesson.
    pub fn place_of(&self, lesson: usize) -> Option<(usize, usize)> {
        self.rows.iter().enumerate().find_map(|(line, row)| match row {
            ShelfRow::Lessons(lessons) => Some((line, lessons.iter().position(|other| *other == lesson)?)),
            ShelfRow::Chapter(_) | ShelfRow::Blank => None,
        })
    }

    /// The lesson in a line and a column.
    pub fn lesson_at(&self, line: usize, column: usize) -> Option<usize> {
        match self.rows.get(line)? {
            ShelfRow::Lessons(lessons) => lessons.get(column).copied(),
            ShelfRow::Chapter(_) | ShelfRow::Blank => None,
        }
    }

    /// The lesson beside another one, to the right or to the left.
    pub fn beside(&self, lesson: usize, step: isize) -> Option<usize> {
        let (line, column) = self.place_of(lesson)?;
        self.lesson_at(line, column.checked_add_signed(step)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapters(sizes: &[usize]) -> Vec<Chapter> {
        let mut next = 0;
        let mut chapter = |(at, size): (usize, &usize)| {
            let lessons = (next..next + size).collect();
            next += size;
            Chapter { name: format!("{at}").into(), lessons }
        };
        sizes.iter().enumerate().map(&mut chapter).collect()
    }

    #[test]
    fn columns_are_read_downwards() {
        let shelf = Shelf::new(&chapters(&[5, 1]), 75, 4);
        let lessons = |lessons: &[usize]| ShelfRow::Lessons(lessons.to_vec());
        let first = [ShelfRow::Chapter(0), lessons(&[0, 2, 4]), lessons(&[1, 3])];
        assert_eq!(shelf.rows(), [&first[..], &[ShelfRow::Chapter(1), lessons(&[5])]].concat(), "and no room for air");
        let beside = [shelf.beside(0, 1), shelf.beside(3, 1), shelf.beside(3, -1), shelf.beside(5, -1)];
        assert_eq!(beside, [Some(2), None, Some(1), None]);
    }

    #[test]
    fn every_lesson_is_there_once_at_every_width() {
        for width in 0..120 {
            let shelf = Shelf::new(&chapters(&[15, 2, 5, 7, 2]), width, 40);
            let mut lessons: Vec<_> = (0..31).filter_map(|lesson| shelf.place_of(lesson)).collect();
            assert_eq!(lessons.len(), 31);
            lessons.sort_unstable();
            lessons.dedup();
            assert_eq!(lessons.len(), 31, "at {width} columns");
        }
    }

    #[test]
    fn course_fits_on_a_small_terminal() {
        assert_eq!(Shelf::new(&chapters(&[15, 2, 5, 7, 2]), 78, 17).rows().len(), 17);
        assert_eq!(Shelf::new(&chapters(&[15, 2, 5, 7, 2]), 78, 21).rows().len(), 21, "with air between");
    }
}
