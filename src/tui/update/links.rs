//! Following links and footnotes, and the way back.

use std::sync::Arc;

use crate::notebook::lesson::{Block, BlockKind};
use crate::notebook::markdown::{ElementKind, Marker};
use crate::tui::message::Effect;
use crate::tui::model::reading::Reading;
use crate::tui::model::{Model, Trace};
use crate::tui::theme::Role;

use super::contents;

/// Goes where the link leads that the cursor is on.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading() else { return Vec::new() };
    let Some((target, block)) = reading.active_link().cloned().zip(reading.id()) else { return Vec::new() };
    let Some(lesson) = model.open.clone() else { return Vec::new() };
    if target.starts_with("https://") || target.starts_with("http://") {
        model.say(Role::Text, format!("{target}  (m lets you select it with the mouse)"));
        return Vec::new();
    }
    let trace = Trace { lesson, block, link: reading.control };
    let (page, place) = if let Some(number) = target.strip_prefix('^') {
        ("", note(reading, number))
    } else {
        let (page, block) = target.split_once('#').unwrap_or((&target, ""));
        (page, Some(Arc::from(block)).filter(|block: &Arc<str>| !block.is_empty()))
    };
    model.trail.push(trace);
    if page.is_empty() || model.open.as_deref() == Some(page) {
        land(model, place.as_deref());
        return Vec::new();
    }
    model.landing = place;
    let effects = match model.contents.find(page) {
        Some(place) => contents::open(model, place),
        None => vec![Effect::Open(page.into())],
    };
    arrived(model);
    effects
}

/// The lesson has been opened: goes to the block that the link names.
pub(super) fn arrived(model: &mut Model) {
    let is_open =
        model.reading().is_some() && model.trail.last().is_none_or(|trace| model.open.as_ref() != Some(&trace.lesson));
    if is_open && let Some(place) = model.landing.take() {
        land(model, Some(&place));
    }
}

/// Goes back to where the last link was.
pub(super) fn back(model: &mut Model) -> Vec<Effect> {
    let Some(Trace { lesson, block, link }) = model.trail.pop() else {
        model.say(Role::Dim, "You have followed no link.");
        return Vec::new();
    };
    let effects = match (model.open.as_ref() == Some(&lesson), model.contents.position(&lesson)) {
        (false, Some(place)) => contents::open(model, place),
        (false, None) => {
            model.open = Some(lesson);
            Vec::new()
        }
        (true, _) => Vec::new(),
    };
    land(model, Some(&block));
    if let Some(reading) = model.reading_mut() {
        reading.control = link;
    }
    effects
}

fn land(model: &mut Model, block: Option<&str>) {
    let Some(reading) = model.reading_mut() else { return };
    match block.map(|block| reading.position(block)) {
        None => reading.select(0),
        Some(Some(place)) => {
            reading.reveal(place);
            reading.select(place);
        }
        Some(None) => {
            let words = format!("There is no block `{}` on this page.", block.unwrap_or_default());
            model.say(Role::Warning, words);
        }
    }
}

/// The block that holds a footnote.
fn note(reading: &Reading, number: &str) -> Option<Arc<str>> {
    let number: u64 = number.parse().ok()?;
    let holds = |block: &&Block| match &block.kind {
        BlockKind::Prose(elements) => elements.iter().any(
            |element| matches!(element.kind, ElementKind::Item { marker: Marker::Note(own), .. } if own == number),
        ),
        _ => false,
    };
    reading.blocks().iter().find(holds).map(|block| Arc::clone(&block.id))
}
