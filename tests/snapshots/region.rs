//! Regions of a screen, found by the code that draws them and says what a click on them means.

use glassformer::tui::frame::target_at;
use glassformer::tui::layout::areas::Areas;
use glassformer::tui::layout::page::PageLayout;
use glassformer::tui::layout::target::Target;
use glassformer::tui::model::Model;
use glassformer::tui::modes;
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;
use glassformer::tui::theme::depth::ColorDepth;
use glassformer::tui::view::Click;
use glassformer::tui::widgets::help;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

/// The part of a screen that a snapshot keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Region<'n> {
    /// The whole screen.
    Screen,
    /// The whole screen without its last line, so that a changed footer changes no lesson.
    AboveFooter,
    /// The first line.
    Title,
    /// The lesson, the list of lessons, or the dashboard.
    Page,
    /// The pane beside the page or below it.
    Pane,
    /// The speaker notes.
    Notes,
    /// The line above the footer, or the lines of a long message from the rule above it on.
    Status,
    /// The last line.
    Footer,
    /// The list that is open, or the help.
    Overlay,
    /// The lines of a block that are on the screen.
    Block(&'n str),
    /// One figure: the label of its block and the name of its tensor.
    Figure(&'n str, &'n str),
}

impl Region<'_> {
    /// The word that the name of a snapshot file ends with.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Screen | Self::AboveFooter => "screen",
            Self::Title => "title",
            Self::Page => "page",
            Self::Pane => "pane",
            Self::Notes => "notes",
            Self::Status => "status",
            Self::Footer => "footer",
            Self::Overlay => "overlay",
            Self::Block(_) => "block",
            Self::Figure(..) => "figure",
        }
    }

    /// Cuts the region out of the frame, in the colors that a terminal with 16 colors, or with none, shows.
    pub(crate) fn cut(self, pilot: &Pilot) -> Buffer {
        let model = &pilot.model;
        let depth = if model.theme.name() == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
        let frame = pilot.frame_at(depth);
        let area = self.area(model, &frame);
        assert!(!area.is_empty(), "there is no {self:?} on this screen:\n{}", pilot.screen());
        let mut cut = Buffer::empty(area);
        for place in area.positions() {
            cut[place] = frame[place].clone();
        }
        cut
    }

    fn area(self, model: &Model, frame: &Buffer) -> Rect {
        let (areas, screen) = (Areas::of(model), frame.area);
        match self {
            Self::Screen => screen,
            Self::AboveFooter => Rect { height: areas.footer.y, ..screen },
            Self::Title => areas.title,
            Self::Page => areas.page,
            Self::Pane => areas.lens,
            Self::Notes => areas.notes,
            Self::Status => {
                let begins = |y: &u16| frame[(0, *y)].symbol() == "─";
                let y = (areas.page.y..areas.footer.y).rev().find(begins).unwrap_or(areas.status.y);
                Rect { y, height: areas.footer.y - y, ..areas.status }
            }
            Self::Footer => areas.footer,
            Self::Overlay if model.help.is_some() => help::area(&modes::help::hints(model), screen),
            Self::Overlay => {
                around(screen, |place| matches!(target_at(model, place.x, place.y), Some(Click::Row(_) | Click::List)))
            }
            Self::Block(label) => {
                let at = targets(model, label);
                let lines = around(areas.page, |place| at(place).is_some());
                without_empty_lines(Rect { x: areas.page.x, width: areas.page.width, ..lines }, frame)
            }
            Self::Figure(label, name) => {
                let number = figure_number(model, label, name);
                let at = targets(model, label);
                around(areas.page, |place| match at(place) {
                    Some(Some(Target::Figure(figure) | Target::Element(figure, ..))) => Some(figure) == number,
                    _ => false,
                })
            }
        }
    }
}

/// What a click in the block means, for every place of the screen that belongs to the block.
fn targets<'m>(model: &'m Model, label: &str) -> impl Fn(Position) -> Option<Option<Target>> + 'm {
    let layout = PageLayout::of(model);
    let block = model.reading().and_then(|reading| reading.lesson.position(label));
    move |place| {
        let (found, target) = layout.as_ref()?.target_at(place.x, place.y)?;
        (Some(found) == block).then_some(target)
    }
}

fn figure_number(model: &Model, label: &str, name: &str) -> Option<usize> {
    let reading = model.reading()?;
    reading.exhibits(reading.lesson.position(label)?)?.position(name)
}

/// The smallest rectangle around the places where `holds`; empty where there are none.
fn around(area: Rect, holds: impl Fn(Position) -> bool) -> Rect {
    let places = area.positions().filter(|place| holds(*place));
    let cells = places.map(|place| Rect { x: place.x, y: place.y, width: 1, height: 1 });
    cells.reduce(Rect::union).unwrap_or_default()
}

/// The same area without the empty lines at its end: the last block on a page reaches down to the end of the page.
fn without_empty_lines(area: Rect, frame: &Buffer) -> Rect {
    let is_empty = |y: u16| (area.left()..area.right()).all(|x| frame[(x, y)] == Cell::default());
    let empty = (area.top()..area.bottom()).rev().take_while(|y| is_empty(*y)).count() as u16;
    Rect { height: area.height - empty, ..area }
}
