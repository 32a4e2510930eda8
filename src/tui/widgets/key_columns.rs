//! Keys and what they do, under the headings of their groups, in as many columns as have room: the body of the menu and of the help.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect, Size};

use super::clip::{fit, put, width as width_of};
use crate::tui::keymap::{Group, Hint};
use crate::tui::theme::{Role, Theme};

/// The least and the most columns of the screen that one column of keys takes.
const NARROWEST: u16 = 25;
const WIDEST: u16 = 44;
/// The most that the keys take of a column, and the gaps around them.
const KEYS: u16 = 14;
const MARGIN: u16 = 1;
const GAP: u16 = 1;

/// What stands in a line of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// The heading of a group.
    Heading(Group),
    /// A row, by its place among the hints.
    Hint(usize),
}

/// Hints laid out in columns.
#[derive(Debug, PartialEq, Eq)]
pub struct KeyColumns {
    /// What stands in each column, from its top.
    pub columns: Vec<Vec<Cell>>,
    /// The width of each.
    width: u16,
}

/// The columns and lines that the border around the columns takes.
pub const FRAME: Size = Size { width: 2, height: 2 };

/// The room for columns in a box.
pub fn inside(place: Rect) -> Rect {
    place.inner(Margin::new(FRAME.width / 2, FRAME.height / 2))
}

impl KeyColumns {
    /// Lays out `hints`, which stand in the order of their groups, for a room: in the fewest columns that are not higher than it, so that
    /// each is wide, all of about one height, with no heading alone at the foot of one, and where there is a line for it with the
    /// heading again where a group goes on.
    pub fn of(hints: &[Hint], room: Size) -> Self {
        let (cells, width) = (cells(hints), room.width);
        let most = (width / NARROWEST).max(1);
        let fits = |columns: &Vec<Vec<Cell>>| columns.iter().all(|column| column.len() <= usize::from(room.height));
        let columns = (1..most).map(|count| level(&cells, count)).find(fits).unwrap_or_else(|| level(&cells, most));
        let headed: Vec<Vec<Cell>> = columns.iter().map(|column| with_heading(column, hints)).collect();
        // The lines at the top and at the foot of the screen are worth more than a heading again.
        let has_air = headed.iter().all(|column| column.len() + 2 <= usize::from(room.height));
        let columns = if has_air { headed } else { columns };
        let shared = width / (columns.len() as u16).max(1);
        Self { columns, width: shared.min(WIDEST).max(NARROWEST.min(width)) }
    }

    /// How many lines they take.
    pub fn height(&self) -> u16 {
        self.columns.iter().map(Vec::len).max().unwrap_or(0) as u16
    }

    /// Draws what has room, `scroll` lines down; the `selected` hint stands out.
    pub fn draw(
        &self,
        hints: &[Hint],
        selected: Option<usize>,
        scroll: u16,
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        for (column, place) in self.columns.iter().zip(0..) {
            let left = place * self.width;
            for (cell, y) in column.iter().skip(usize::from(scroll)).zip(0..area.height) {
                match cell {
                    Cell::Heading(group) => {
                        put(buffer, area, left, y, group.title(), theme.style(Role::Heading));
                    }
                    Cell::Hint(at) => {
                        let Some(hint) = hints.get(*at) else { continue };
                        let keys = keys_width(hint.group, hints);
                        self.draw_hint(hint, selected == Some(*at), (left, y, keys), area, buffer, theme);
                    }
                }
            }
        }
    }

    fn draw_hint(
        &self,
        hint: &Hint,
        is_selected: bool,
        (left, y, keys): (u16, u16, u16),
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        let style = |role| if is_selected { theme.style(Role::Selected) } else { theme.style(role) };
        let words = left + MARGIN + keys + GAP;
        let room = (left + self.width).min(area.width).saturating_sub(words + 1);
        if is_selected {
            let line = Rect { x: area.x + left, y: area.y + y, width: self.width.min(area.width - left), height: 1 };
            buffer.set_style(line.intersection(buffer.area), theme.style(Role::Selected));
        }
        put(buffer, area, left + MARGIN, y, &fit(&hint.keys, keys), style(Role::Key));
        put(buffer, area, words, y, &fit(hint.description, room), style(Role::Text));
    }

    /// The hint at a place inside of `area`, where nothing is scrolled.
    pub fn hint_at(&self, area: Rect, column: u16, row: u16) -> Option<usize> {
        let line = row.checked_sub(area.y).filter(|line| *line < area.height)?;
        let place = column.checked_sub(area.x)? / self.width;
        match self.columns.get(usize::from(place))?.get(usize::from(line))? {
            Cell::Hint(at) => Some(*at),
            Cell::Heading(_) => None,
        }
    }

    /// The line of a hint in its column.
    pub fn line_of(&self, hint: usize) -> Option<u16> {
        let line = |column: &Vec<Cell>| column.iter().position(|cell| *cell == Cell::Hint(hint));
        self.columns.iter().find_map(line).map(|line| line as u16)
    }

    /// The hint `step` columns beside another, in its line or the nearest above.
    pub fn beside(&self, hint: usize, step: isize) -> Option<usize> {
        let find = |column: &Vec<Cell>| column.iter().position(|cell| *cell == Cell::Hint(hint));
        let (place, line) = self.columns.iter().enumerate().find_map(|(place, column)| Some((place, find(column)?)))?;
        let column = self.columns.get(place.checked_add_signed(step)?)?;
        let hint_of = |cell: &Cell| if let Cell::Hint(at) = cell { Some(*at) } else { None };
        let near = column.iter().take(line + 1).rev().find_map(hint_of);
        near.or_else(|| column.iter().find_map(hint_of))
    }
}

/// Headings and hints, one below the other.
fn cells(hints: &[Hint]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut group = None;
    for (place, hint) in hints.iter().enumerate() {
        if group.replace(hint.group) != Some(hint.group) {
            cells.push(Cell::Heading(hint.group));
        }
        cells.push(Cell::Hint(place));
    }
    cells
}

/// The cells in at most so many columns, as low as can be.
fn level(cells: &[Cell], count: u16) -> Vec<Vec<Cell>> {
    let height = (1..=cells.len().max(1)).find(|height| flow(cells, *height).len() <= usize::from(count));
    flow(cells, height.unwrap_or(cells.len()))
}

/// The cells in columns of at most `height` lines.
fn flow(cells: &[Cell], height: usize) -> Vec<Vec<Cell>> {
    let mut columns: Vec<Vec<Cell>> = vec![Vec::new()];
    for cell in cells {
        let is_heading = matches!(cell, Cell::Heading(_));
        // A heading needs a row below it.
        let needed = if is_heading { 2 } else { 1 };
        match columns.last_mut() {
            Some(column) if column.is_empty() || column.len() + needed <= height => column.push(*cell),
            _ => columns.push(vec![*cell]),
        }
    }
    columns
}

/// A column that goes on with a group under the heading of that group.
fn with_heading(column: &[Cell], hints: &[Hint]) -> Vec<Cell> {
    let goes_on = match column.first() {
        Some(Cell::Hint(at)) => hints.get(*at).map(|hint| Cell::Heading(hint.group)),
        _ => None,
    };
    goes_on.into_iter().chain(column.iter().copied()).collect()
}

/// The words of a group stand below each other, also where it goes on in another column.
fn keys_width(group: Group, hints: &[Hint]) -> u16 {
    let widths = hints.iter().filter(|hint| hint.group == group).map(|hint| width_of(&hint.keys));
    widths.max().unwrap_or(0).min(KEYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    fn hint(keys: &str, description: &'static str, group: Group) -> Hint {
        Hint { keys: keys.to_owned(), description, group, acts: Vec::new() }
    }

    fn hints() -> Vec<Hint> {
        vec![
            hint("v V", "another view", Group::See),
            hint("z", "read it whole", Group::See),
            hint("w", "what depends on it", Group::Ask),
            hint("e", "edit", Group::Try),
            hint("u", "undo", Group::Try),
        ]
    }

    #[test]
    fn groups_stand_under_their_headings_in_even_columns() {
        let hints = hints();
        let columns = KeyColumns::of(&hints, Size::new(60, 5));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, columns.height()));
        columns.draw(&hints, Some(3), 0, buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
        let shown = text(&buffer);
        let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
        let wanted = [
            "See                           Try",
            " v V another view              e edit",
            " z   read it whole             u undo",
            "Ask",
            " w what depends on it",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn no_heading_stands_alone_at_a_foot() {
        let hints = hints();
        for width in 1..200 {
            let columns = KeyColumns::of(&hints, Size::new(width, width % 9));
            let all: usize = columns.columns.iter().flatten().filter(|cell| matches!(cell, Cell::Hint(_))).count();
            assert_eq!(all, hints.len());
            for column in &columns.columns {
                assert!(matches!(column.last(), Some(Cell::Hint(_))), "{width}: {column:?}");
            }
        }
    }

    #[test]
    fn a_place_leads_to_its_hint_and_arrows_to_the_columns_beside() {
        let hints = hints();
        let columns = KeyColumns::of(&hints, Size::new(60, 5));
        let area = Rect::new(5, 3, 60, 5);
        assert_eq!(columns.hint_at(area, 6, 4), Some(0));
        assert_eq!(columns.hint_at(area, 6, 3), None, "a heading");
        assert_eq!(columns.hint_at(area, 40, 5), Some(4));
        assert_eq!(columns.hint_at(area, 40, 7), None, "below the last");
        assert_eq!((columns.beside(1, 1), columns.beside(2, 1)), (Some(4), Some(4)));
        assert_eq!((columns.beside(3, -1), columns.beside(0, -1), columns.beside(4, 1)), (Some(0), None, None));
    }
}
