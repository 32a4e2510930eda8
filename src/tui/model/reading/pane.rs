//! What stands beside the page where no element is explained, and what room it gets.

use crate::tui::model::stepper::Stepper;

/// What stands beside the page, in the place of the inspector.
#[derive(Debug, Clone)]
pub enum Beside {
    /// The page has all the room.
    Nothing,
    /// The history of the page, and how many of its steps were done when it was opened; keys walk in it.
    Timeline(usize),
    /// The steps of the run of a cell, and where in it the reader stands.
    Steps(Stepper),
}

/// Where the screen is divided for what stands beside the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The page has all the room.
    Never,
    /// Only where both have room side by side: the page itself draws the steps of a Transformer.
    WhereWide,
    /// The same, and a page that draws the Transformer keeps the columns for what stands beside its drawing.
    BesideDrawing,
    /// Only where both have room side by side; all that the page leaves is one room: no lesson is open.
    FrontPage,
    /// The same, and the page, which is the map of the lessons, may have half of a very wide screen.
    Map,
    /// Also where it must stand at the bottom.
    Always,
    /// The same, and the page gives it the columns that it needs.
    First,
}
