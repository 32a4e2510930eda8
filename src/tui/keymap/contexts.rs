//! Contexts in which a key has the same meaning.

use super::Context::{
    self, Beam, Certificate, CodeEditor, Completion, Contents, Explained, Fill, Finder, Help, Inspector, Machine, Map,
    Moments, NumberInput, Page, Question, Stepping, Tensor, TextInput, Timeline, Training,
};

/// Everywhere.
pub(super) const EVERYWHERE: &[Context] = &Context::ALL;
/// Where letters are commands.
pub(super) const COMMANDS: &[Context] = &[
    Contents,
    Map,
    Certificate,
    Machine,
    Beam,
    Page,
    Question,
    Tensor,
    Explained,
    Inspector,
    Stepping,
    Training,
    Moments,
];
/// The same, where `m` is no way to the machine or from it.
pub(super) const MOUSE: &[Context] =
    &[Map, Certificate, Page, Question, Tensor, Explained, Inspector, Stepping, Training, Moments];
/// Where one letter, a number or an arrow is waited for, and a blank means nothing by itself.
pub(super) const PICKED: &[Context] = &[Fill, NumberInput, Timeline];
/// Where a blank is typed.
pub(super) const TYPED: &[Context] = &[TextInput, CodeEditor, Completion, Finder];
/// Where a lesson is read, and letters are commands.
pub(super) const LESSON: &[Context] = &[Page, Question, Tensor, Explained, Inspector];
/// The same beside lessons: there the footer says how the program is left.
pub(super) const OUTSIDE: &[Context] = &[Contents, Map, Certificate, Machine, Beam, Stepping, Training, Moments];
/// Where a list or a text scrolls.
pub(super) const LINES: &[Context] = &[Contents, Map, Certificate, Page, Question, Inspector, Moments, Help];
/// Where a cursor walks over the elements of a matrix.
pub(super) const GRIDS: &[Context] = &[Tensor, Explained, NumberInput];
/// Where such a cursor walks and letters are commands.
pub(super) const INSIDE: &[Context] = &[Tensor, Explained];
/// Where tensors are drawn.
pub(super) const DRAWN: &[Context] = &[Page, Tensor, Explained];
/// Where an element can be asked.
pub(super) const ASKED: &[Context] = &[Tensor, Explained, Inspector];
/// Where there is something to copy.
pub(super) const COPIED: &[Context] = &[Page, Tensor, Explained, Inspector, Stepping];
/// Where a number that is none can be traced.
pub(super) const ASKABLE: &[Context] = &[Page, Tensor, Explained, Inspector];
/// Where what is too long for the screen can be turned over.
pub(super) const PAGES: &[Context] =
    &[Contents, Map, Certificate, Page, Tensor, Explained, Inspector, Stepping, Timeline, Moments, Help];
/// Where letters are text.
pub(super) const TYPING: &[Context] = &[TextInput, CodeEditor];
/// The same, and the line above a list.
pub(super) const ENTRY: &[Context] = &[TextInput, CodeEditor, Finder];
