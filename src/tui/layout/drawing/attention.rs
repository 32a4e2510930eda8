//! The inside of an attention as the paper's figure 2 draws it, while somebody steps through it: queries, keys and values side by
//! side, above them scores, mask, softmax, and what becomes of the values.

use super::label::{DrawnPlace, Label};
use super::{INNER, STACK};
use crate::notebook::architecture::LayerPartRole;
use crate::notebook::walk::outline::{Outline, StopPart};
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, spaces, width as width_of};
use crate::words::steps::stop_name;

/// The columns inside the frame: as many as two stacks take.
const WIDTH: u16 = 2 * STACK + super::BETWEEN - 2;
/// What stands side by side, from the bottom.
const BESIDE: [[&str; 3]; 2] = [["q_proj", "k_proj", "v_proj"], ["q", "k", "v"]];
/// What stands above it, from the bottom, and the formula that is known of it.
const ABOVE: [(&str, &str); 6] = [
    ("scores", "q · kᵀ ÷ √d_k"),
    ("masked", "−∞"),
    ("weights", "softmax"),
    ("heads", "weights · v"),
    ("concat", ""),
    ("out_proj", ""),
];

/// The inside of the attention that the live stop is inside of; nothing if it is in none, or in one of other stages.
pub(super) fn labels(stepper: &Stepper) -> Option<Vec<Label>> {
    let outline = &*stepper.outline;
    let around = outline.inside_of(stepper.place);
    let attention = around.iter().copied().rfind(|place| is_attention(outline, *place))?;
    let stages = Stages { stepper, attention, live: around.into_iter().chain([stepper.place]).collect() };
    stages.stop("scores")?;
    let mut labels = Vec::new();
    labels.push(Label::of(0, 0, format!("╰{}╯", "─".repeat(usize::from(WIDTH))), Role::Accent));
    let mut up = 1;
    for names in BESIDE {
        if stages.beside(names, up, &mut labels) {
            up += 1;
        }
    }
    for (name, formula) in ABOVE {
        if stages.above(name, formula, up, &mut labels) {
            up += 1;
        }
    }
    let title = fit(&stages.title(), WIDTH - 2).into_owned();
    let rest = "─".repeat(usize::from(WIDTH - 2 - width_of(&title)));
    labels.push(Label::of(0, up, format!("╭ {title} {rest}╮"), Role::Accent));
    Some(labels)
}

fn is_attention(outline: &Outline, place: usize) -> bool {
    let part = outline.all().get(place).and_then(|stop| stop.part.as_ref());
    matches!(
        part,
        Some(StopPart::Layer(LayerPartRole::Attention | LayerPartRole::MaskedAttention | LayerPartRole::Cross))
    )
}

/// The stages of one attention.
struct Stages<'s> {
    stepper: &'s Stepper,
    /// Its line in the outline.
    attention: usize,
    /// The live stop and all around it.
    live: Vec<usize>,
}

impl Stages<'_> {
    /// The line of the stage of this name.
    fn stop(&self, name: &str) -> Option<usize> {
        let outline = &self.stepper.outline;
        let level = outline.all().get(self.attention)?.level + 1;
        let behind = outline.over(self.attention).unwrap_or(outline.all().len());
        let is_sought = |place: &usize| {
            let stop = outline.all().get(*place).filter(|stop| stop.level == level);
            let step = stop.and_then(|stop| self.stepper.steps().all().get(stop.at));
            step.is_some_and(|step| step.name == name)
        };
        (self.attention + 1..behind).find(is_sought)
    }

    /// `encoder › layer 0 › self-attention`.
    fn title(&self) -> String {
        let outline = &self.stepper.outline;
        let lines = outline.inside_of(self.attention).into_iter().chain([self.attention]);
        let stops = lines.filter_map(|line| outline.all().get(line));
        let mut names: Vec<String> = stops.map(|stop| stop_name(&self.stepper.walk, stop)).collect();
        while names.len() > 1 && width_of(&names.join(" › ")) > WIDTH - 2 {
            names.remove(0);
        }
        names.join(" › ")
    }

    /// Three stages side by side, as many of them as there are.
    fn beside(&self, names: [&str; 3], up: u16, labels: &mut Vec<Label>) -> bool {
        let stops = names.map(|name| self.stop(name));
        if stops.iter().all(Option::is_none) {
            return false;
        }
        frame(up, labels);
        let room = WIDTH / 3;
        for (column, (name, stop)) in (0..).zip(names.into_iter().zip(stops)) {
            if let Some(stop) = stop {
                self.stage(1 + column * room, up, &middle(name, room), stop, labels);
            }
        }
        true
    }

    /// One stage in a line of its own.
    fn above(&self, name: &str, formula: &str, up: u16, labels: &mut Vec<Label>) -> bool {
        let Some(stop) = self.stop(name) else { return false };
        frame(up, labels);
        self.stage(1, up, &middle(name, INNER), stop, labels);
        labels.push(Label::of(INNER + 2, up, formula, Role::Dim));
        true
    }

    fn stage(&self, x: u16, up: u16, text: &str, stop: usize, labels: &mut Vec<Label>) {
        let lit = self.live.contains(&stop);
        if lit {
            labels.push(Label::of(x - 1, up, "▸", Role::Accent));
        }
        let place = Some(DrawnPlace::Stop(stop));
        labels.push(Label { x, up, text: text.to_owned(), role: Role::Text, lit, place });
    }
}

/// Both sides of the frame.
fn frame(up: u16, labels: &mut Vec<Label>) {
    labels.push(Label::of(0, up, "│", Role::Border));
    labels.push(Label::of(WIDTH + 1, up, "│", Role::Border));
}

/// Words in the middle of a box, which leaves a column for a mark.
fn middle(words: &str, room: u16) -> String {
    let words = fit(words, room - 1);
    let left = (room - 1 - width_of(&words)) / 2;
    format!("{}{words}{}", spaces(left), spaces(room - 1 - width_of(&words) - left))
}
