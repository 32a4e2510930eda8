//! A figure in its place: as large as it needs and as the page allows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::PageContext;
use super::drawing;
use super::target::Target;
use crate::notebook::lesson::ViewKind;
use crate::notebook::steps;
use crate::tui::model::appearing::Appearing;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::focus::Spot;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Theme;
use crate::tui::widgets::clip::draw_from;
use crate::tui::widgets::picture::{Marks, Picture, Source};

/// The largest matrix of which every element that moved is marked: in a larger one marks would be too small to be seen.
const MOST_MARKED: usize = 1 << 14;
/// The views that a lens prefers: what says most of a tensor whose numbers stand on the page.
const IN_LENS: [ViewKind; 5] = [ViewKind::Arcs, ViewKind::Pixels, ViewKind::Curve, ViewKind::Bars, ViewKind::Numbers];
/// The least lines of one more picture below the others.
const MIN_ROOM: u16 = 8;
/// The columns between two figures.
const GAP: u16 = 4;
/// The number of a figure that is none of its block's, so that no cursor can be in it.
pub(super) const NOWHERE: usize = usize::MAX;

/// A figure in its place.
#[derive(Debug)]
pub struct PlacedFigure<'m> {
    figure: &'m Figure,
    /// Which of its block's figures it is.
    pub number: usize,
    spot: Option<&'m Spot>,
    /// The slice of a deeper tensor that is shown.
    lead: Vec<usize>,
    marks: Marks,
    stale: bool,
    /// How much of it has appeared, from 0 to 1.
    shown: f32,
    /// Whether the way to it is told elsewhere, so that the last part of its name is enough.
    brief: bool,
    /// Whether it stands so close to another that its title has no room for what its colours mean.
    close: bool,
    theme: &'m Theme,
    /// How it is drawn, where that is decided.
    view: Option<ViewKind>,
    /// The room that it is fitted into.
    room: (u16, u16),
    x: u16,
    width: u16,
    /// The lines that it takes.
    pub height: u16,
}

/// A figure where it stands alone, fitted into the room that it has there.
pub(crate) fn place<'m>(page: &PageContext<'m>, block: usize, number: usize, figure: &'m Figure) -> PlacedFigure<'m> {
    let beside = figure.live.then(|| drawing::room_beside(page, block)).flatten();
    let room = beside.unwrap_or((page.width, page.figure_height()));
    place_in(page, (block, number, figure), room, figure.view(), beside.is_some())
}

/// The tensor of a block once more, in the room that the lens has for it: in as many other ways than on the page as fit below each
/// other, and if there is no other in the same.
pub fn in_lens<'m>(page: &PageContext<'m>, block: usize, number: usize, room: (u16, u16)) -> Vec<PlacedFigure<'m>> {
    let figures = page.reading.exhibits(block).map_or(&[][..], |exhibits| &exhibits.figures);
    let Some(figure) = figures.get(number) else { return Vec::new() };
    let drawn = view_of(page, block, number);
    let suiting = figure.views();
    let others = IN_LENS.into_iter().filter(|view| Some(*view) != drawn && suiting.contains(view));
    let place = |view, left: u16| place_in(page, (block, number, figure), (room.0, left), Some(view), false);
    let mut left = room.1;
    let mut placed = Vec::new();
    for view in others {
        let next = place(view, left);
        if !next.is_cut() && next.height <= left {
            left = left.saturating_sub(next.height + 1);
            placed.push(next);
        }
        if left < MIN_ROOM {
            break;
        }
    }
    if placed.is_empty() {
        placed.extend(drawn.map(|view| place(view, left)));
    }
    placed
}

/// A figure of a block in a room that is given, drawn as `view` says or as the room asks for.
pub(crate) fn place_in<'m>(
    page: &PageContext<'m>,
    (block, number, figure): (usize, usize, &'m Figure),
    room: (u16, u16),
    view: Option<ViewKind>,
    brief: bool,
) -> PlacedFigure<'m> {
    let inside = page.reading.inside().map(|inside| &inside.spot);
    let spot = inside.filter(|spot| spot.block == block && spot.figure == number);
    // A deeper tensor shows the slice with the cursor in it, or one with something lit.
    let lit_places = || page.lit.into_iter().chain([page.lit_by_step]).flat_map(|lit| lit.places(figure.origin));
    let lit = || Some(figure.place(lit_places().next()?).0);
    let lead = spot.map(|spot| spot.lead.clone()).or_else(lit).unwrap_or_default();
    let mut marks = Marks::default();
    mark_lit(&mut marks, figure, &lead, lit_places());
    if let Some(text) = page.reading.text(block) {
        let own = text.changed.iter().filter(|(name, ..)| *name == figure.name);
        marks.changed.extend(own.map(|(_, row, column)| (*row, *column)));
    }
    mark_moved(&mut marks, figure, &lead);
    mark_flashing(&mut marks, figure, &lead);
    let appearing = page.reading.stepper().and_then(|stepper| stepper.appearing);
    mark_appearing(&mut marks, appearing, figure.live, number == NOWHERE);
    let is_to_come = figure.live && appearing == Some(Appearing::Operands);
    let stale = page.reading.is_stale(block) || figure.stands_aside() || is_to_come;
    let mut placed = PlacedFigure {
        figure,
        number,
        spot,
        lead,
        marks,
        stale,
        shown: appearing.filter(|_| figure.live).map_or(1.0, Appearing::part),
        brief,
        close: false,
        theme: page.theme,
        view,
        room,
        x: 0,
        width: 0,
        height: 0,
    };
    (placed.width, placed.height) = placed.with_picture(|picture| picture.size(room.0, room.1));
    placed
}

/// The view in which a figure is drawn, by choice or by the room there is.
pub fn view_of(page: &PageContext<'_>, block: usize, number: usize) -> Option<ViewKind> {
    let placed = PlacedFigure::of(page, block, number)?;
    Some(placed.with_picture(|picture| picture.view(page.width, page.figure_height())))
}

/// The view in which it would be drawn if nobody had chosen one.
pub fn unchosen_view_of(page: &PageContext<'_>, block: usize, number: usize) -> Option<ViewKind> {
    let placed = PlacedFigure::of(page, block, number)?;
    let (width, height) = placed.room;
    Some(placed.with_picture(|picture| Picture { view: placed.figure.asked(), ..*picture }.view(width, height)))
}

/// Whether rows and whether columns of a figure are out of sight, so that it can be scrolled.
pub fn cut(page: &PageContext<'_>, block: usize, number: usize) -> (bool, bool) {
    let placed = PlacedFigure::of(page, block, number);
    let cut = placed.map(|placed| placed.with_picture(|picture| picture.cut(placed.width, placed.height)));
    cut.unwrap_or_default()
}

/// The elements that made the explained one, or that depend on it, and the labels of their rows and columns.
fn mark_lit<'l>(marks: &mut Marks, figure: &Figure, lead: &[usize], lit: impl Iterator<Item = &'l Vec<usize>>) {
    for (row, column) in lit.filter_map(|index| shown_at(figure, lead, index)) {
        marks.cells.insert((row, column));
        marks.rows.insert(row);
        marks.columns.insert(column);
    }
}

/// The elements that moved, while the page is compared; then edits are not marked by themselves.
fn mark_moved(marks: &mut Marks, figure: &Figure, lead: &[usize]) {
    let (rows, columns) = figure.size();
    let Some(counterpart) = figure.counterpart.as_ref().filter(|_| rows * columns <= MOST_MARKED) else { return };
    let moved = counterpart.moved.iter().flatten();
    marks.changed = moved.filter_map(|index| shown_at(figure, lead, index)).collect();
}

/// The elements that have just got another value.
fn mark_flashing(marks: &mut Marks, figure: &Figure, lead: &[usize]) {
    let (rows, columns) = figure.size();
    if figure.until_now.is_none() || rows * columns > MOST_MARKED {
        return;
    }
    marks.scale = figure.has_new_scale();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    marks.flashing = places.filter(|(row, column)| figure.flashes(&figure.index(lead, *row, *column))).collect();
}

/// While the result of a step appears, first what makes an element of it is inverted, and in the end that element.
fn mark_appearing(marks: &mut Marks, appearing: Option<Appearing>, is_live: bool, is_beside: bool) {
    let is_marked = match appearing {
        Some(Appearing::Operands) => is_beside && !is_live,
        Some(Appearing::Result) => is_live,
        Some(Appearing::Fading(_)) | None => false,
    };
    if is_marked {
        marks.flashing.extend(&marks.cells);
    }
}

/// The row and column of an element in the slice that is drawn, if it is in that one.
fn shown_at(figure: &Figure, lead: &[usize], index: &[usize]) -> Option<(usize, usize)> {
    let (own_lead, row, column) = figure.place(index);
    let is_shown = own_lead.iter().enumerate().all(|(axis, place)| lead.get(axis).copied().unwrap_or(0) == *place);
    is_shown.then_some((row, column))
}

impl<'m> PlacedFigure<'m> {
    /// A figure of the page in its place.
    fn of(page: &PageContext<'m>, block: usize, number: usize) -> Option<Self> {
        Some(place(page, block, number, page.reading.exhibits(block)?.figures.get(number)?))
    }

    /// The same, beginning at column `x`.
    #[must_use]
    pub fn at(self, x: u16) -> Self {
        Self { x, ..self }
    }

    /// Whether it stands close to another.
    pub fn is_close(&self) -> bool {
        self.close
    }

    /// Stands close to another, or no more.
    pub fn set_close(&mut self, close: bool) {
        if self.close != close {
            self.close = close;
            (self.width, self.height) = self.with_picture(|picture| picture.size(self.room.0, self.room.1));
        }
    }

    /// Lends the widget that draws this.
    fn with_picture<T>(&self, use_picture: impl FnOnce(&Picture<'_>) -> T) -> T {
        let figure = self.figure;
        let axes = figure.sides();
        let mut lead = self.lead.clone();
        lead.resize(figure.lead().len(), 0);
        let slice = figure.slice_words(&lead);
        let title = figure.title();
        let (name, note) =
            if self.brief { (steps::last_name(&title), figure.note.clone()) } else { (&*title, figure.words()) };
        let ghost = figure.ghost(&lead).filter(|_| !self.stale);
        use_picture(&Picture {
            ghost: ghost.as_ref().map(|ghost| -> &dyn Source { ghost }),
            slice: &slice,
            note: &note,
            sums: figure.sums,
            cursor: self.spot.map(|spot| (spot.row, spot.column)),
            // Of a step that is the element that is spoken of.
            around: self.marks.cells.first().copied().filter(|_| figure.live),
            stale: self.stale,
            view: self.view,
            room: Some(self.room),
            close: self.close,
            ..Picture::new(name, &axes, &figure.slice(&lead), figure.numbers, &self.marks, self.theme)
        })
    }

    /// The first column behind it.
    pub fn right(&self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// The column at which `next` stands beside this one: numbers go with numbers and matrices with matrices, as long as there is room.
    pub fn beside(&self, next: &Self, width: u16) -> Option<u16> {
        let x = self.right().saturating_add(GAP);
        let fits = x.saturating_add(next.width) <= width;
        (fits && (self.height == 1) == (next.height == 1)).then_some(x)
    }

    /// Whether rows or columns of it are out of sight.
    pub fn is_cut(&self) -> bool {
        self.with_picture(|picture| picture.cut(self.width, self.height)) != (false, false)
    }

    /// Whether it is what must be seen of its block.
    pub fn is_sought(&self, reading: &Reading, block: usize) -> bool {
        self.spot.is_some() || self.figure.live || reading.seeks(block, &self.figure.name)
    }

    /// The lines on which something is lit.
    pub fn lit_lines(&self) -> Vec<u16> {
        self.with_picture(|picture| picture.lit_lines(self.width, self.height))
    }

    /// Draws it from its line `first` on.
    pub fn draw(&self, first: u16, area: Rect, buffer: &mut Buffer) {
        let place = Rect { x: area.x + self.x, ..area }.intersection(area);
        draw_from(first, (self.width, self.height), place, buffer, |area, buffer| {
            self.with_picture(|picture| picture.draw(area, buffer));
            if self.shown < 1.0 {
                self.theme.fade(area, buffer, self.shown);
            }
        });
    }

    /// What a click at column `x` of line `y` of the row of figures means.
    pub fn target_at(&self, x: u16, y: u16) -> Option<Target> {
        let x = x.checked_sub(self.x).filter(|x| *x < self.width && y < self.height)?;
        let element = self.with_picture(|picture| {
            if self.figure.tensor.ndim() == 0 {
                return Some((0, 0));
            }
            picture.element_at(self.width, self.height, x, y)
        });
        Some(match element {
            Some((row, column)) => Target::Element(self.number, row, column),
            None => Target::Figure(self.number),
        })
    }
}
