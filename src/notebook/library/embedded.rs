//! The lessons inside the program, in the order of the course. A test holds this table against the folder.

/// Each lesson file's name in the repository, and its text.
pub(super) const LESSONS: &[(&str, &str)] = &[
    ("lessons/05-attention.md", include_str!("../../../lessons/05-attention.md")),
    ("lessons/running.md", include_str!("../../../lessons/running.md")),
];
