//! The machine at work: the sentence and its translation, every head of every attention as a small picture, what one of them looks at,
//! and the likeliest next pieces. It stands beside the list of lessons, and fills the screen when it is opened.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Click;
use super::dashboard::thousands;
use crate::app::machine::{AttentionPlace, MachineAttention, MachinePart, MachineRun};
use crate::tui::layout::areas::Areas;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::machine::Machine;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::alignment::Alignment;
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::thumbnail::Thumbnail;
use crate::tui::widgets::window::window;
use crate::words::architecture::attention as attention_name;
use crate::words::{say, word};

/// From this width on the encoder stands at the left and the decoder at the right.
const SIDE_BY_SIDE: u16 = 70;
/// The columns of air between the two.
const GAP: u16 = 3;
/// The lines of the heading, the sentence and its translation, and air.
const HEAD: u16 = 4;
/// The most lines of next pieces, their heading among them.
const NEXT: u16 = 4;
/// The fewest lines of a picture of one attention with its words.
const MIN_DETAIL: u16 = 6;
/// How large an element of a head may be, in columns and half lines: the first that has room is taken.
const SCALES: [(u16, u16); 5] = [(4, 4), (3, 3), (2, 2), (2, 1), (1, 1)];
/// The columns beside a head: the cursor, and air.
const BESIDE: u16 = 2;
/// The fewest lines of an attention: its label, and one for its heads.
const MIN_STRIP: u16 = 2;
/// The widest bar of a probability.
const BAR: u16 = 16;

/// Where its parts stand.
struct MachineLayout {
    sentence: Rect,
    /// An attention by its place in the run: its label and its heads.
    strips: Vec<(usize, Rect)>,
    next: Rect,
    detail: Rect,
    /// How large an element of a head is.
    scale: (u16, u16),
}

impl MachineLayout {
    fn of(run: &MachineRun, cursor: usize, area: Rect) -> Self {
        let sentence = Rect { height: HEAD.min(area.height), ..area };
        let body = Rect { y: sentence.bottom(), height: area.height - sentence.height, ..area };
        let is_encoder = |at: &usize| run.attentions[*at].part.place == AttentionPlace::Encoder;
        let all: Vec<usize> = (0..run.attentions.len()).collect();
        if body.width < SIDE_BY_SIDE {
            let next = NEXT.min(body.height / 4);
            let room = Rect { height: body.height - next, ..body };
            let scale = scale(run, &[(&all, room)]);
            let (strips, end) = stacked(run, near(&all, cursor, room), scale, room);
            let detail = Rect { y: end, height: (body.bottom() - next).saturating_sub(end), ..body };
            let below = if detail.height >= MIN_DETAIL { detail.bottom() } else { end };
            let next = Rect { y: below, height: next, ..body };
            return Self { sentence, strips, next, detail, scale };
        }
        let width = (body.width - GAP) / 2;
        let left = Rect { width, ..body };
        let right = Rect { x: body.x + width + GAP, width: body.width - width - GAP, ..body };
        let (encoder, decoder): (Vec<usize>, Vec<usize>) = all.into_iter().partition(is_encoder);
        let next = NEXT.min(body.height / 4);
        let room = Rect { height: body.height - next, ..right };
        let scale = scale(run, &[(&encoder, left), (&decoder, room)]);
        let (mut strips, end) = stacked(run, near(&encoder, cursor, left), scale, left);
        let (decoder, below) = stacked(run, near(&decoder, cursor, room), scale, room);
        strips.extend(decoder);
        let detail = Rect { y: end, height: left.bottom() - end, ..left };
        // Where both stacks leave room below them the picture has all the width.
        let under = Rect { y: below + next, height: body.bottom().saturating_sub(below + next), ..body };
        let detail = if under.height > detail.height / 2 + MIN_DETAIL { under } else { detail };
        Self { sentence, strips, next: Rect { y: below, height: next, ..right }, detail, scale }
    }
}

/// The largest scale at which all heads of these attentions fit into their rooms.
fn scale(run: &MachineRun, stacks: &[(&Vec<usize>, Rect)]) -> (u16, u16) {
    let fits = |scale: &(u16, u16)| {
        stacks.iter().all(|(attentions, room)| {
            let rooms = attentions
                .iter()
                .map(|at| (run.heads(*at) as u16, Thumbnail::room(size(&run.attentions[*at]), *scale)));
            let height: u16 = rooms.clone().map(|(_, (_, height))| height + 1).sum();
            height <= room.height && rooms.into_iter().all(|(heads, (width, _))| heads * (width + BESIDE) <= room.width)
        })
    };
    SCALES.into_iter().find(fits).unwrap_or((1, 1))
}

/// The attentions that have room: a label and a line of heads each; those around the cursor where it is among them.
fn near(attentions: &[usize], cursor: usize, room: Rect) -> &[usize] {
    let at = attentions.iter().position(|at| *at == cursor).unwrap_or(0);
    let fitting = usize::from(room.height / MIN_STRIP);
    if fitting == 0 { &[] } else { &attentions[window(attentions.len(), at, fitting)] }
}

/// Attentions one below the other, and the line below them: as high as they are, or as the room allows.
fn stacked(run: &MachineRun, attentions: &[usize], scale: (u16, u16), area: Rect) -> (Vec<(usize, Rect)>, u16) {
    let count = attentions.len() as u16;
    let wanted = |at: usize| Thumbnail::room(size(&run.attentions[at]), scale).1;
    let most = (area.height / count.max(1)).saturating_sub(1).max(1);
    let with_air = attentions.iter().map(|at| wanted(*at) + 2).sum::<u16>() <= area.height;
    let mut y = area.y;
    let mut strips = Vec::new();
    for at in attentions {
        let height = (wanted(*at).min(most) + 1).min(area.bottom().saturating_sub(y));
        strips.push((*at, Rect { y, height, ..area }));
        y += height + u16::from(with_air);
    }
    (strips, y)
}

/// Queries and keys.
fn size(attention: &MachineAttention) -> (usize, usize) {
    match *attention.weights.shape() {
        [_, queries, keys] => (queries, keys),
        _ => (0, 0),
    }
}

/// Where the machine is drawn: the whole page when it is opened, else beside the list.
fn room(model: &Model, areas: &Areas) -> Rect {
    match model.contents.shape {
        Shape::Machine => areas.inset_page(),
        Shape::List => areas.lens,
        Shape::Map | Shape::Certificate | Shape::Beam => Rect { height: 0, ..areas.lens },
    }
}

/// Draws it.
pub fn draw(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let area = room(model, areas).intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let (machine, theme) = (&model.machine, &model.theme);
    let Some(run) = &machine.run else {
        put(buffer, area, 0, 0, word!("rail-machine"), theme.style(Role::Heading));
        let words = machine.trouble.as_deref().unwrap_or(word!("machine-starts"));
        put(buffer, area, 0, 1, &fit(words, area.width), theme.style(Role::Dim));
        return;
    };
    let layout = MachineLayout::of(run, model.machine.attention, area);
    let has_cursor = model.contents.shape == Shape::Machine;
    draw_sentence(machine, run, layout.sentence, buffer, theme);
    for (at, strip) in &layout.strips {
        draw_strip(model, run, (*at, layout.scale), has_cursor, *strip, buffer);
    }
    draw_next(machine, run, layout.next, buffer, theme);
    if layout.detail.height >= MIN_DETAIL {
        draw_detail(machine, run, layout.detail, buffer, theme);
    }
}

/// What a click at a place of the screen means: an attention of the machine, and a head of it.
pub fn target_at(model: &Model, areas: &Areas, column: u16, row: u16) -> Option<Click> {
    let area = room(model, areas);
    let run = model.machine.run.as_ref().filter(|_| area.contains((column, row).into()))?;
    let layout = MachineLayout::of(run, model.machine.attention, area);
    let (at, strip) = layout.strips.iter().find(|(_, strip)| strip.contains((column, row).into()))?;
    let head = (row > strip.y).then(|| usize::from((column - strip.x) / head_width(run, *at, layout.scale, *strip)));
    Some(Click::Head(*at, head.filter(|head| *head < run.heads(*at))))
}

/// `the small red house → la petite …`, and what would be written with nothing switched off, where that is something else.
fn draw_sentence(machine: &Machine, run: &MachineRun, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let x = put(buffer, area, 0, 0, word!("rail-machine"), theme.style(Role::Heading));
    let words = say!("machine-parameters", count = thousands(run.parameters as f64));
    if x + 3 + width_of(&words) <= area.width {
        put(buffer, area, x + 3, 0, &words, theme.style(Role::Dim));
    }
    put(buffer, area, 0, 1, &fit(&run.sentence, area.width), theme.style(Role::Strong));
    let (text, role) = match machine.played {
        None => (run.translation.to_string(), Role::Accent),
        Some(_) => (run.written[..machine.step()].join(" "), Role::Accent),
    };
    let x = put(buffer, area, 0, 2, "→ ", theme.style(Role::Dim));
    let x = put(buffer, area, x, 2, &fit(&text, area.width.saturating_sub(x)), theme.style(role));
    if let Some(whole) = &run.whole {
        let is_same = run.translation == whole.translation;
        let text = &*whole.translation;
        let words = if is_same { word!("machine-same").to_owned() } else { say!("machine-whole", text) };
        let (x, y) = if x + 3 + width_of(&words) <= area.width { (x + 3, 2) } else { (0, 3) };
        put(buffer, area, x, y, &fit(&words, area.width.saturating_sub(x)), theme.style(Role::Warning));
    }
}

/// The columns of a head, air included.
fn head_width(run: &MachineRun, at: usize, scale: (u16, u16), area: Rect) -> u16 {
    let heads = run.heads(at).max(1) as u16;
    let wanted = run.attentions.get(at).map_or(1, |attention| Thumbnail::room(size(attention), scale).0) + BESIDE;
    wanted.min(area.width / heads).max(BESIDE)
}

fn draw_strip(
    model: &Model,
    run: &MachineRun,
    (at, scale): (usize, (u16, u16)),
    has_cursor: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (machine, theme) = (&model.machine, &model.theme);
    let Some(attention) = run.attentions.get(at) else { return };
    let is_here = has_cursor && at == machine.attention;
    let role = if is_here { Role::Accent } else { Role::Dim };
    let words = attention_name(attention.part.place, attention.part.layer);
    let head = machine.head.filter(|_| is_here).map(|head| say!("machine-head-number", head));
    let part = MachinePart { head: machine.head.filter(|_| is_here), ..attention.part };
    let tail = off_mark(machine, part);
    let room = area.width.saturating_sub(width_of(&tail));
    // The mark beside the head says its number, too; that it is off must be read.
    let head = head.map_or_else(String::new, |head| format!(" · {head}"));
    let words = match room.checked_sub(width_of(&head)) {
        Some(room) if !tail.is_empty() || width_of(&words) <= room => format!("{}{head}{tail}", fit(&words, room)),
        _ => format!("{}{tail}", fit(&words, room)),
    };
    put(buffer, area, 0, 0, &fit(&words, area.width), theme.style(role));
    let width = head_width(run, at, scale, area);
    for head in 0..run.heads(at) {
        let x = area.x + width * head as u16;
        let room = Rect { x, y: area.y + 1, width: width.min(area.right().saturating_sub(x)), height: area.height - 1 };
        draw_head(model, attention, (head, scale), is_here, room.intersection(area), buffer);
    }
}

fn draw_head(
    model: &Model,
    attention: &MachineAttention,
    (head, scale): (usize, (u16, u16)),
    is_here: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (machine, theme) = (&model.machine, &model.theme);
    let part = MachinePart { head: Some(head), ..attention.part };
    if is_here && machine.head.is_none_or(|chosen| chosen == head) {
        for y in 0..area.height {
            put(buffer, area, 0, y, "▎", theme.style(Role::Accent));
        }
    }
    let room = Rect { x: area.x + 1, width: area.width.saturating_sub(BESIDE).max(1), ..area }.intersection(area);
    if machine.input.is_off(part) {
        put(buffer, room, 0, 0, &fit(word!("machine-off"), room.width), theme.style(Role::Warning));
        return;
    }
    let weight =
        |query, key| Some(attention.weights.at(&[head, query, key])).filter(|_| is_written(machine, part, query));
    Thumbnail { size: size(attention), scale, weight: &weight, is_signed: false }.draw(room, buffer, theme);
}

/// ` · off` behind the name of a part that is switched off.
fn off_mark(machine: &Machine, part: MachinePart) -> String {
    if machine.input.is_off(part) { format!(" · {}", word!("machine-off")) } else { String::new() }
}

/// Whether a query of an attention has been computed so far: the decoder's come one by one.
fn is_written(machine: &Machine, part: MachinePart, query: usize) -> bool {
    part.place == AttentionPlace::Encoder || query < machine.step()
}

/// The step, from 0, whose likeliest pieces are shown: the one that is played; with something switched off the first that this changes;
/// otherwise the one at which the model with all its heads is the least sure.
fn step_of_interest(machine: &Machine, run: &MachineRun) -> Option<usize> {
    match machine.played {
        Some(_) => machine.step().checked_sub(1),
        None => run.first_change().or_else(|| run.whole.as_deref().unwrap_or(run).least_sure()),
    }
}

/// The likeliest pieces at a step, and how probable they were with nothing switched off.
fn draw_next(machine: &Machine, run: &MachineRun, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(step) = step_of_interest(machine, run) else { return };
    let Some(likeliest) = run.next.get(step) else { return };
    let (number, all) = (step + 1, run.written.len());
    let title = match (machine.played, run.first_change()) {
        (None, Some(_)) => say!("machine-first-change", number, all),
        (None, None) => say!("machine-least-sure", number, all),
        (Some(_), _) => say!("machine-next", number, all),
    };
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Dim));
    let longest = likeliest.iter().map(|(piece, _)| width_of(piece)).max().unwrap_or(0).min(area.width / 3);
    let before = |piece: &str| {
        run.probability_before(step, piece).map(|before| say!("machine-was", number = format!("{before:.2}")))
    };
    let told: Vec<_> = likeliest.iter().map(|(piece, _)| before(piece).unwrap_or_default()).collect();
    let told_width = told.iter().map(|told| width_of(told) + 1).max().filter(|width| *width > 1).unwrap_or(0);
    let room = area.width.saturating_sub(longest + 7 + told_width).min(BAR);
    for (((piece, probability), told), y) in likeliest.iter().zip(&told).zip(1..area.height) {
        let role = if y == 1 { Role::Strong } else { Role::Text };
        put(buffer, area, 0, y, &fit(piece, longest), theme.style(role));
        let x = put(buffer, area, longest + 1, y, &format!("{probability:.2}"), theme.style(role)) + 1;
        let bar = (probability * f64::from(room)).round() as usize;
        put(buffer, area, x, y, &"▇".repeat(bar), theme.style(Role::Accent));
        put(buffer, area, x + room + 1, y, told, theme.style(Role::Dim));
    }
}

/// What the attention under the cursor looks at, with its words: one head, or the mean of all.
fn draw_detail(machine: &Machine, run: &MachineRun, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(attention) = run.attentions.get(machine.attention) else { return };
    let heads = run.heads(machine.attention);
    let whose = match machine.head {
        Some(head) => say!("machine-head-number", head),
        None => say!("machine-mean", heads),
    };
    let part = MachinePart { head: machine.head, ..attention.part };
    let tail = off_mark(machine, part);
    let title = format!("{} · {whose}{tail}", attention_name(attention.part.place, attention.part.layer));
    let style = theme.style(Role::Heading).add_modifier(Modifier::BOLD);
    put(buffer, area, 0, 0, &fit(&title, area.width), style);
    if machine.input.is_off(part) {
        return;
    }
    put(buffer, area, 0, 1, &fit(word!("machine-rows-read-columns"), area.width), theme.style(Role::Dim));
    let [rows, columns] = run.axes(attention.part.place, word!("machine-start"));
    let weight = |query: usize, key: usize| {
        let is_known = is_written(machine, attention.part, query);
        if is_known { run.weight(machine.attention, machine.head, (query, key)) } else { 0.0 }
    };
    let room = Rect { y: area.y + 2, height: area.height - 2, ..area };
    Alignment { rows: &rows, columns: &columns, weight: &weight, is_difference: false, has_numbers: false }
        .draw(room, buffer, theme);
}
