//! What a child of `grade` tells its parent, as one JSON object a line.

use serde::{Deserialize, Serialize};

use crate::notebook::session::Confidence;
use crate::notebook::session::grade::{Answered, Attempted, ExerciseStatus, LessonGrade};

/// A line of the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Line {
    /// It begins to grade this lesson of the file.
    Begun(String),
    /// It has graded the lesson at this place of the library.
    Graded(usize, Work),
    /// This of the file cannot be graded.
    Trouble(String),
    /// The file has been read to its end.
    Done,
}

/// A [`LessonGrade`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Work {
    questions: Vec<Question>,
    exercises: Vec<Exercise>,
    aside: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Question {
    id: String,
    given: Option<usize>,
    right: Option<usize>,
    written: Option<usize>,
    options: Vec<String>,
    confidence: Option<String>,
    missed: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Exercise {
    id: String,
    is_solved: bool,
    why: Option<String>,
    hints: usize,
    shown: bool,
}

impl From<LessonGrade> for Work {
    fn from(grade: LessonGrade) -> Self {
        Self {
            questions: grade.questions.into_iter().map(Question::from).collect(),
            exercises: grade.exercises.into_iter().map(Exercise::from).collect(),
            aside: grade.aside.iter().map(|id| id.as_ref().to_owned()).collect(),
        }
    }
}

impl From<Work> for LessonGrade {
    fn from(work: Work) -> Self {
        Self {
            questions: work.questions.into_iter().map(Answered::from).collect(),
            exercises: work.exercises.into_iter().map(Attempted::from).collect(),
            aside: work.aside.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Answered> for Question {
    fn from(own: Answered) -> Self {
        let Answered { id, given, right, written, options, confidence, missed } = own;
        let confidence = confidence.map(|confidence| confidence.word().to_owned());
        Self { id: id.as_ref().to_owned(), given, right, written, options, confidence, missed }
    }
}

impl From<Question> for Answered {
    fn from(own: Question) -> Self {
        let Question { id, given, right, written, options, confidence, missed } = own;
        let confidence = confidence.as_deref().and_then(Confidence::of_word);
        Self { id: id.into(), given, right, written, options, confidence, missed }
    }
}

impl From<Attempted> for Exercise {
    fn from(own: Attempted) -> Self {
        let Attempted { id, standing, hints, shown } = own;
        let is_solved = standing == ExerciseStatus::Solved;
        let why = if let ExerciseStatus::Wrong(why) = standing { Some(why) } else { None };
        Self { id: id.as_ref().to_owned(), is_solved, why, hints, shown }
    }
}

impl From<Exercise> for Attempted {
    fn from(own: Exercise) -> Self {
        let Exercise { id, is_solved, why, hints, shown } = own;
        let standing = match why {
            Some(why) => ExerciseStatus::Wrong(why),
            None if is_solved => ExerciseStatus::Solved,
            None => ExerciseStatus::Untouched,
        };
        Self { id: id.into(), standing, hints, shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grade_comes_back_as_it_was() {
        let question = Answered {
            id: "sum".into(),
            given: Some(1),
            right: None,
            written: Some(0),
            options: vec!["one".to_owned(), "\u{1b}\n".to_owned()],
            confidence: Some(Confidence::ALL[1]),
            missed: true,
        };
        let exercise = |standing| Attempted { id: "double".into(), standing, hints: 2, shown: true };
        let standings = [ExerciseStatus::Untouched, ExerciseStatus::Solved, ExerciseStatus::Wrong("why".to_owned())];
        let grade = LessonGrade {
            questions: vec![question],
            exercises: standings.into_iter().map(exercise).collect(),
            aside: vec!["far".into()],
        };
        let line = serde_json::to_string(&Line::Graded(3, grade.clone().into())).unwrap();
        let Line::Graded(3, work) = serde_json::from_str(&line).unwrap() else { panic!("{line}") };
        assert_eq!(LessonGrade::from(work), grade);
    }
}
