//! Some text in a drawing, and what it stands for.

use crate::notebook::architecture::DiagramPart;
use crate::tui::theme::Role;

/// Some text in a drawing.
#[derive(Debug)]
pub(super) struct Label {
    pub x: u16,
    /// The lines between it and the lowest.
    pub up: u16,
    pub text: String,
    pub role: Role,
    pub lit: bool,
    /// What it stands for.
    pub place: Option<DrawnPlace>,
}

/// What a label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DrawnPlace {
    /// A part of a stack, by the place of the stack.
    Part(usize, DiagramPart),
    /// A stop of the walk, by its line in the outline.
    Stop(usize),
}

impl Label {
    /// Text that stands for nothing.
    pub(super) fn of(x: u16, up: u16, text: impl Into<String>, role: Role) -> Self {
        Self { x, up, text: text.into(), role, lit: false, place: None }
    }
}
