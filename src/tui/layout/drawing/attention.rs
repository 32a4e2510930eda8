//! The inside of an attention as the paper's figure 2 draws it, while somebody steps through it: queries, keys and values side by
//! side, above them scores, mask, softmax, and what becomes of the values.

use super::label::{DrawnPlace, Label};
use super::{INNER, STACK};
use crate::notebook::architecture::LayerPartRole;
use crate::notebook::walk::attention::AttentionStage;
use crate::notebook::walk::outline::{Outline, StopPart};
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, spaces, width as width_of};
use crate::words::steps::stop_name;
use crate::words::word;

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

/// The inside of the attention that the live stop is inside of; nothing if it is in none, or in one of other stages. Where no model is
/// drawn it is the attention nearest to the stop that somebody wrote out.
pub(super) fn labels(stepper: &Stepper) -> Option<Vec<Label>> {
    of_module(stepper).or_else(|| written_out(stepper))
}

fn of_module(stepper: &Stepper) -> Option<Vec<Label>> {
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
    labels.push(lid(&stages.title(), up));
    Some(labels)
}

/// An attention that somebody wrote out, each stage by the name that it has on the page and by its formula.
fn written_out(stepper: &Stepper) -> Option<Vec<Label>> {
    let (outline, walk) = (&*stepper.outline, &stepper.walk);
    let stops = stepper.written_attention()?;
    let live: Vec<usize> = outline.inside_of(stepper.place).into_iter().chain([stepper.place]).collect();
    // Of stages that are inside of each other the innermost is lit.
    let lit = live.iter().rev().find(|place| stops.iter().any(|(_, stop)| stop == *place));
    let mut labels = vec![Label::of(0, 0, format!("╰{}╯", "─".repeat(usize::from(WIDTH))), Role::Accent)];
    let mut up = 1;
    for (kind, place) in stops {
        let Some(stop) = outline.all().get(*place) else { continue };
        frame(up, &mut labels);
        stage(
            Label { lit: lit == Some(place), ..Label::of(1, up, middle(&stop_name(walk, stop), INNER), Role::Text) },
            *place,
            &mut labels,
        );
        // What the softmax is of stands right below it.
        let formula = match kind {
            AttentionStage::Weights => "softmax".to_owned(),
            _ => walk.plain_formula(stop).map(|formula| formula.text).unwrap_or_default(),
        };
        let formula = fit(&formula, WIDTH.saturating_sub(INNER + 3)).into_owned();
        labels.push(Label::of(INNER + 2, up, formula, Role::Dim));
        up += 1;
    }
    labels.push(lid(word!("drawn-attention"), up));
    Some(labels)
}

/// The upper end of the frame, with a title in it.
fn lid(title: &str, up: u16) -> Label {
    let title = fit(title, WIDTH - 2).into_owned();
    let rest = "─".repeat(usize::from(WIDTH - 2 - width_of(&title)));
    Label::of(0, up, format!("╭ {title} {rest}╮"), Role::Accent)
}

/// A box that leads to a stop; a mark tells where the reader is, too.
fn stage(label: Label, stop: usize, labels: &mut Vec<Label>) {
    if label.lit {
        labels.push(Label::of(label.x - 1, label.up, "▸", Role::Accent));
    }
    labels.push(Label { place: Some(DrawnPlace::Stop(stop)), ..label });
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
        self::stage(Label { lit, ..Label::of(x, up, text, Role::Text) }, stop, labels);
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
