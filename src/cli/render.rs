//! `glassformer render`: any screen as text or as a picture, without a terminal.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::arguments::Render;
use super::open::{lesson, page_of_model};
use super::{Failure, output, settings};
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{self, Day};
use crate::notebook::training::{LINK, TrainingCommand};
use crate::tui::keymap::parse_keys;
use crate::tui::message::Msg;
use crate::tui::render::Pilot;
use crate::tui::theme::depth::ColorDepth;
use crate::tui::theme::{Theme, ThemeName};
use crate::tui::{screen, svg};
use crate::words::speak;

/// Presses the keys and prints what is on the screen then.
pub(super) fn run(library: LessonLibrary, options: &Render) -> Result<(), Failure> {
    speak(options.speech.language(None));
    let records = options.session.session.as_deref().map(session::read).transpose().map_err(Failure::wrong)?;
    let records = records.unwrap_or_default();
    // A session of one lesson says itself which it is.
    let sent = (records.len() == 1).then(|| records[0].lesson.to_string());
    let training = options.lesson.as_deref().and_then(|name| name.strip_prefix(LINK)).map(str::parse).transpose();
    let training = training.map_err(Failure::wrong)?;
    let name = options.lesson.clone().or(sent).filter(|_| training.is_none());
    let model = name.as_deref().map(|name| page_of_model(name, &options.opening)).transpose()?.flatten();
    let wanted = match model {
        Some(page) => Some(page),
        None => name.map(|name| lesson(&library, &name)).transpose()?,
    };
    let (columns, rows) = options.size;
    let theme = Theme::pictured(&settings::theme_named(&options.theme)?);
    let is_light = theme.name() == ThemeName::Light;
    let mut pilot = Pilot::new(library, theme.name(), columns, rows).dressed(theme);
    if !records.is_empty() {
        pilot.take(Msg::Today(Day::today()));
    }
    pilot = pilot.with_records(records);
    if options.present {
        pilot = pilot.presenting();
    }
    match wanted {
        Some(lesson) => pilot = pilot.read(lesson),
        None if training.is_none() => pilot = pilot.with_machine(),
        None => {}
    }
    if let Some(task) = training {
        pilot.take(Msg::Watch(task));
        pilot.train(options.steps);
        // The program looks at the model a few times a second; a picture shows what it can do after its last step.
        pilot.order(task, TrainingCommand::Look);
    }
    let mut pilot = pilot.keys(&options.keys).map_err(|error| Failure::wrong(error.to_string()))?;
    let mut out = output::stdout();
    if options.svg {
        let title =
            options.lesson.as_deref().map_or("Glassformer", |name| Path::new(name).to_str().unwrap_or("Glassformer"));
        let window = if is_light { svg::Window::light(title) } else { svg::Window::dark(title) };
        let picture = match &options.animate {
            Some(keys) => animated(&mut pilot, keys, options, &window)?,
            None => svg::svg(&pilot.frame(), &window),
        };
        write!(out, "{picture}")?;
    } else if options.styles {
        write!(out, "{}", screen::styled(&pilot.frame_at(ColorDepth::Ansi16)))?;
    } else {
        write!(out, "{}", pilot.screen())?;
    }
    Ok(())
}

/// The screen, and the screen after each of `keys`, as a moving picture.
fn animated(pilot: &mut Pilot, keys: &str, options: &Render, window: &svg::Window) -> Result<String, Failure> {
    let keys = parse_keys(keys).map_err(|error| Failure::wrong(error.to_string()))?;
    let mut shots = vec![svg::Shot { frame: pilot.frame(), key: String::new() }];
    for key in keys {
        pilot.press(key);
        shots.push(svg::Shot { frame: pilot.frame(), key: key.to_string() });
    }
    Ok(svg::moving(&shots, Duration::from_millis(options.each.into()), window))
}
