//! How far a lesson has been taken, in words.

use super::{Said, word};
use crate::notebook::map::LessonStatus;

impl Said for LessonStatus {
    fn said(&self) -> String {
        let words = match self {
            Self::Done => word!("map-done"),
            Self::Begun => word!("map-begun"),
            Self::Next => word!("map-next"),
            Self::Later => word!("map-later"),
        };
        words.to_owned()
    }
}
