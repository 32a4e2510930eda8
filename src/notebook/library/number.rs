//! Where a lesson stands in the course.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The number that a lesson's file name begins with: 5 for `05-attention.md`, `18b` for `18b-capstone.md`, a second page behind lesson 18.
///
/// ```
/// use glassformer::notebook::library::LessonNumber;
///
/// assert_eq!("05".parse::<LessonNumber>().map(|number| number.to_string()), Ok("5".to_owned()));
/// assert_eq!("18b".parse::<LessonNumber>().map(|number| number.to_string()), Ok("18b".to_owned()));
/// assert_eq!("05b".parse::<LessonNumber>().map(LessonNumber::in_columns), Ok(" 5b".to_owned()));
/// assert!("running".parse::<LessonNumber>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonNumber {
    lesson: u32,
    /// A small letter from `b` on.
    page: Option<char>,
}

/// What is said of a text that is no number of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoNumber;

impl LessonNumber {
    /// In three columns, so that in a list digits stand below digits: ` 5 `, `14b`.
    pub fn in_columns(self) -> String {
        format!("{:>2}{}", self.lesson, self.page.unwrap_or(' '))
    }
}

impl FromStr for LessonNumber {
    type Err = NoNumber;

    fn from_str(text: &str) -> Result<Self, NoNumber> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let mut letters = text[digits.len()..].chars();
        match (digits.parse(), letters.next(), letters.next()) {
            (Ok(lesson), page, None) => Ok(Self { lesson, page }),
            _ => Err(NoNumber),
        }
    }
}

impl Serialize for LessonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for LessonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.lesson)?;
        self.page.map_or(Ok(()), |page| write!(f, "{page}"))
    }
}
