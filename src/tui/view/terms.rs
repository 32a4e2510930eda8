//! What terms of the course mean, where there is room to say it.

use ratatui::layout::Size;
use ratatui::text::{Line, Span};

use crate::notebook::glossary::Glossary;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::wrap::wrap;

/// `softmax  Positive shares that sum to 1.`, each of these terms of the glossary on lines of its own.
pub(super) fn lines(terms: &[usize], width: u16, theme: &Theme) -> impl Iterator<Item = Vec<Line<'static>>> {
    let all = Glossary::embedded().terms();
    terms.iter().filter_map(|place| all.get(*place)).map(move |term| {
        let name = Span::styled(format!("{}  ", term.name), theme.style(Role::Strong));
        wrap(&[name, Span::styled(term.meaning.clone(), theme.style(Role::Text))], width)
    })
}

/// The lines of those first terms that fit whole into a room.
pub(super) fn fitting(terms: &[usize], room: Size, theme: &Theme) -> Vec<Line<'static>> {
    let mut fitting: Vec<Line<'static>> = Vec::new();
    for term in lines(terms, room.width, theme) {
        if fitting.len() + term.len() > usize::from(room.height) {
            break;
        }
        fitting.extend(term);
    }
    fitting
}
