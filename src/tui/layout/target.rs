//! What a click on the page means.

/// What a click means.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A place in the code that is being typed, in bytes.
    Code(usize),
    /// A control, by its place among those of its block.
    Control(usize),
    /// A slider to be moved to a value.
    Slide(usize, f64),
    /// An option of a question.
    Option(usize),
    /// A link of a block of prose, by its place among them.
    Link(usize),
    /// A block of the page, by its place: another than the one that is clicked on.
    Block(usize),
    /// A step of a run.
    Step(usize),
    /// A stop of the walk through a run, by its line in the outline.
    Stop(usize),
    /// A figure as a whole.
    Figure(usize),
    /// An element of a figure: which, row, column.
    Element(usize, usize, usize),
}
