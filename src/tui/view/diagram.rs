//! The architecture as the paper draws it (figure 1): the encoder at the left, the decoder at the right, data flowing upwards; the
//! part that the live step belongs to is lit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::tui::model::stepper::{Stack, Stepper};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::put;

/// The columns of one stack, its frame included, and the room between both.
const STACK: u16 = 18;
const GAP: u16 = 3;
/// The least lines that the outline keeps above the diagram.
const OUTLINE: u16 = 8;

/// One line of a stack: what it says, and the names of the modules that it stands for.
struct Part {
    words: &'static str,
    modules: &'static [&'static str],
}

const fn part(words: &'static str, modules: &'static [&'static str]) -> Part {
    Part { words, modules }
}

/// From the top to the bottom; the first column of names is PyTorch's.
const ENCODER: &[Part] = &[
    part("add & norm", &["norm2", "resid2"]),
    part("feed forward", &["linear1", "linear2", "activation", "feed_forward"]),
    part("add & norm", &["norm1", "resid1"]),
    part("self-attention", &["self_attn"]),
];
const DECODER: &[Part] = &[
    part("add & norm", &["norm3", "resid3"]),
    part("feed forward", &["linear1", "linear2", "activation", "feed_forward"]),
    part("add & norm", &["norm2", "resid2"]),
    part("cross-attention", &["multihead_attn"]),
    part("add & norm", &["norm1", "resid1"]),
    part("masked self-att.", &["self_attn"]),
];

/// The lines that the diagram takes at the bottom of `area`, the empty one above it included; none where there is no
/// Transformer to draw, or no room.
pub(super) fn height(stepper: &Stepper, area: Rect) -> u16 {
    let stacks = &stepper.stacks;
    let all = DECODER.len() as u16 + 5;
    let width = STACK * stacks.len() as u16 + GAP * (stacks.len() as u16).saturating_sub(1);
    if stacks.is_empty() || area.width < width || area.height < all + OUTLINE { 0 } else { all }
}

/// Draws the stacks side by side, standing on one line.
pub(super) fn draw(stepper: &Stepper, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let live = live(stepper);
    for (place, &stack) in stepper.stacks.iter().enumerate() {
        let x = area.x + place as u16 * (STACK + GAP);
        let area = Rect { x, width: STACK, ..area }.intersection(area);
        let layer = live.as_ref().filter(|live| live.0 == stack).and_then(|live| live.1.clone());
        let lit = live.as_ref().filter(|live| live.0 == stack).and_then(|live| live.2);
        draw_stack(stack, layer.as_deref(), lit, area, buffer, theme);
    }
}

fn draw_stack(stack: Stack, layer: Option<&str>, lit: Option<usize>, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let parts = parts(stack);
    let rule = "─".repeat(usize::from(STACK - 2));
    let border = theme.style(Role::Border);
    // Both stand on the line of the words below them.
    let top = area.height.saturating_sub(parts.len() as u16 + 4);
    let name = if stack == Stack::Encoder { "encoder" } else { "decoder" };
    let title = layer.map_or_else(|| name.to_owned(), |layer| format!("{name}, layer {layer}"));
    let role = if lit.is_some() || layer.is_some() { Role::Accent } else { Role::Dim };
    put(buffer, area, 1, top, &title, theme.style(role));
    put(buffer, area, 0, top + 1, &format!("╭{rule}╮"), border);
    for (line, part) in parts.iter().enumerate() {
        let y = top + 2 + line as u16;
        put(buffer, area, 0, y, "│", border);
        put(buffer, area, STACK - 1, y, "│", border);
        let is_lit = lit == Some(line);
        let style = theme.style(if is_lit { Role::Accent } else { Role::Text });
        let style = if is_lit { style.add_modifier(Modifier::REVERSED) } else { style };
        put(buffer, area, 1, y, &format!("{:<16}", part.words), style);
    }
    let bottom = top + 2 + parts.len() as u16;
    put(buffer, area, 0, bottom, &format!("╰{rule}╯"), border);
    put(buffer, area, 1, bottom + 1, "embedding + pos.", theme.style(Role::Dim));
}

fn parts(stack: Stack) -> &'static [Part] {
    match stack {
        Stack::Encoder => ENCODER,
        Stack::Decoder => DECODER,
    }
}

/// The stack, the number of the layer, and the line of the live step.
fn live(stepper: &Stepper) -> Option<(Stack, Option<String>, Option<usize>)> {
    let at = std::iter::successors(Some(stepper.at), |at| stepper.steps.out(*at));
    let path = at.into_iter().find_map(|at| stepper.steps.all().get(at)?.path.clone())?;
    let (stack, rest) = Stack::of(&path)?;
    let mut names = rest.split('.');
    let layer = names.next().filter(|name| *name == "layers").and_then(|_| names.next()).map(ToOwned::to_owned);
    let module = names.next();
    let lit = module.and_then(|module| parts(stack).iter().position(|part| part.modules.contains(&module)));
    Some((stack, layer, lit))
}
