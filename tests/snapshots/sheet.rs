//! Snapshot files: one region under several looks, a section for each.

use std::fmt;

use glassformer::notebook::library::LessonLibrary;
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::screen::styled;
use glassformer::tui::theme::{Theme, ThemeName};
use ratatui::buffer::Buffer;

use crate::region::Region;

/// The size of a screen and its theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) theme: ThemeName,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

const fn dark(width: u16, height: u16) -> Look {
    Look { theme: ThemeName::Dark, width, height }
}

pub(crate) const NARROW: Look = dark(60, 20);
/// The usual size of a terminal.
pub(crate) const USUAL: Look = dark(80, 24);
/// Wide enough for a pane beside the page.
pub(crate) const WIDE: Look = dark(120, 40);
pub(crate) const HUGE: Look = dark(200, 60);
pub(crate) const LIGHT: Look = Look { theme: ThemeName::Light, ..USUAL };
/// Without colors.
pub(crate) const MONO: Look = Look { theme: ThemeName::Mono, ..USUAL };
/// Bold and reverse only.
pub(crate) const CONTRAST: Look = Look { theme: ThemeName::Contrast, ..USUAL };

pub(crate) const SIZES: &[Look] = &[NARROW, USUAL, WIDE];
pub(crate) const THEMES: &[Look] = &[USUAL, LIGHT, MONO];
pub(crate) const SIZES_AND_THEMES: &[Look] = &[NARROW, USUAL, WIDE, LIGHT, MONO];

impl Look {
    /// The list of lessons.
    pub(crate) fn course(self) -> Pilot {
        Pilot::new(LessonLibrary::embedded(), self.theme, self.width, self.height)
    }

    /// Gives a screen this size and theme.
    pub(crate) fn put_on(self, pilot: &mut Pilot) {
        pilot.take(Msg::Resize((self.width, self.height).into()));
        pilot.model.theme = Theme::new(self.theme);
    }
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} {}", self.width, self.height, self.theme)
    }
}

/// What becomes one file.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// The name, the text and the styles of each section.
    sections: Vec<(String, String, String)>,
}

impl Sheet {
    /// Adds a section.
    pub(crate) fn add(&mut self, name: impl Into<String>, region: &Buffer) {
        let shown = styled(region);
        let (text, styles) = shown.split_once("---\n").expect("styles follow the text");
        let name = name.into();
        assert!(!text.trim().is_empty(), "{name} is empty");
        self.sections.push((name, text.to_owned(), styles.to_owned()));
    }

    /// The sections, one below another. What an earlier section shows is not repeated.
    pub(crate) fn text(&self) -> String {
        let section = |(number, (name, text, styles)): (usize, &(String, String, String))| {
            let same_text = self.sections[..number].iter().find(|earlier| earlier.1 == *text);
            match same_text {
                None => format!("=== {name}\n{text}---\n{styles}"),
                Some((earlier, _, own)) if own == styles => format!("=== {name}: as {earlier}\n"),
                Some((earlier, ..)) => format!("=== {name}: the text of {earlier}\n---\n{styles}"),
            }
        };
        self.sections.iter().enumerate().map(section).collect()
    }

    /// Compares the sections with the file `name`.
    #[track_caller]
    pub(crate) fn compare(&self, name: &str) {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, self.text()));
    }
}

/// Compares each region with the file `what__REGION`, which has a section for each look.
#[track_caller]
pub(crate) fn compare(what: &str, regions: &[Region<'_>], looks: &[Look], open: impl Fn(Look) -> Pilot) {
    let draw = |look: &Look| on_rust(|| cut_all(regions, &open(*look)));
    let drawn: Vec<Vec<Buffer>> = looks.iter().map(draw).collect();
    compare_drawn(what, regions, looks, &drawn);
}

/// The same for a screen that takes long to open: it is opened once and put on each look.
#[track_caller]
pub(crate) fn compare_one(what: &str, regions: &[Region<'_>], looks: &[Look], pilot: &mut Pilot) {
    let draw = |look: &Look| {
        on_rust(|| look.put_on(pilot));
        cut_all(regions, pilot)
    };
    let drawn: Vec<Vec<Buffer>> = looks.iter().map(draw).collect();
    compare_drawn(what, regions, looks, &drawn);
}

fn cut_all(regions: &[Region<'_>], pilot: &Pilot) -> Vec<Buffer> {
    regions.iter().map(|region| region.cut(pilot)).collect()
}

#[track_caller]
fn compare_drawn(what: &str, regions: &[Region<'_>], looks: &[Look], drawn: &[Vec<Buffer>]) {
    for (number, region) in regions.iter().enumerate() {
        let mut sheet = Sheet::default();
        for (look, cuts) in looks.iter().zip(drawn) {
            sheet.add(look.to_string(), &cuts[number]);
        }
        sheet.compare(&format!("{what}__{}", region.name()));
    }
}

/// Lets Rust compute, so that no last bit of a number depends on the machine.
pub(crate) fn on_rust<T>(act: impl FnOnce() -> T) -> T {
    backend::with(BackendChoice::Rust, act)
}
