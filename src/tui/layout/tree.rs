//! A tree of paths: a line for each step, hung below the one that it follows.

use ratatui::text::{Line, Span};

use crate::tui::model::exhibit::{Node, Tree};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, width as width_of};
use crate::words::{say, word};

/// The lines of a tree in so many columns. Long branches are cut, the numbers stay.
pub(crate) fn lines(tree: &Tree, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = tree.nodes.iter().map(|node| line(node, width, theme)).collect();
    if tree.more > 0 {
        lines.push(Line::styled(say!("more-paths", count = tree.more), theme.style(Role::Dim)));
    }
    lines
}

fn line(node: &Node, width: u16, theme: &Theme) -> Line<'static> {
    let (own, above) = node.follows.split_last().map_or((false, [].as_slice()), |(own, above)| (*own, above));
    let mut stem: String = above.iter().map(|follows| if *follows { "│  " } else { "   " }).collect();
    stem.push_str(if own { "├─ " } else { "└─ " });
    let score = node.score.as_ref().map_or_else(String::new, |score| format!("  {score}"));
    let best = if node.best { format!("  {}", word!("best-path")) } else { String::new() };
    let room = width.saturating_sub(width_of(&score) + width_of(&best));
    // Of a stem that is too deep its end matters: it joins what it follows.
    let deep = usize::from(width_of(&stem)).saturating_sub(usize::from(room / 2));
    let stem = if deep > 0 { format!("…{}", stem.chars().skip(deep + 1).collect::<String>()) } else { stem };
    let label = fit(&node.label, room.saturating_sub(width_of(&stem))).into_owned();
    let role = if node.best { Role::Accent } else { Role::Text };
    Line::from(vec![
        Span::styled(stem, theme.style(Role::Border)),
        Span::styled(label, theme.style(role)),
        Span::styled(score, theme.style(Role::Number)),
        Span::styled(best, theme.style(Role::Accent)),
    ])
}
