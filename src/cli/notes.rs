//! `glassformer notes`: what who presents a lesson reads, at a terminal that nobody else sees.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::{Failure, output};
use crate::notebook::disk::{self, Unread};
use crate::notebook::session::SpeakerNotes;
use crate::tui::widgets::wrap::wrap;

/// How often the next step is looked for.
const PULSE: Duration = Duration::from_millis(200);
/// How long after the end of a talk another one may begin to speak.
const PATIENCE: Duration = Duration::from_secs(2);
/// The columns of a line.
const WIDTH: u16 = 78;
/// The longest text of a step: the notes of a block are a few hundred bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Waits for a talk, tells each of its steps, and ends with it.
pub(super) fn run() -> Result<(), Failure> {
    let place =
        SpeakerNotes::place().ok_or_else(|| Failure::failed("HOME is not set, so presentations cannot be found"))?;
    let mut told = None;
    let mut seen = Instant::now();
    if text(&place)?.is_none() {
        writeln!(
            output::stderr(),
            "Waiting for a presentation. To start one, run `glassformer --present LESSON` in another terminal."
        )?;
    }
    loop {
        let now = text(&place)?;
        match &now {
            // Another talk may have waited for the end of this one.
            None if told.is_some() && seen.elapsed() < PATIENCE => {
                std::thread::sleep(PULSE);
                continue;
            }
            None if told.is_some() => {
                writeln!(output::stdout(), "The presentation has ended.")?;
                return Ok(());
            }
            Some(text) if now != told && !text.is_empty() => {
                for line in text.lines().flat_map(|line| wrap(&[line.into()], WIDTH)) {
                    writeln!(output::stdout(), "{line}")?;
                }
                writeln!(output::stdout(), "\n---\n")?;
            }
            _ => {}
        }
        told = now;
        seen = Instant::now();
        std::thread::sleep(PULSE);
    }
}

/// What the talk says now; nothing while there is none, or while what there is was left behind by one that was killed.
fn text(place: &Path) -> Result<Option<String>, Failure> {
    if !SpeakerNotes::is_alive(place) {
        return Ok(None);
    }
    match disk::read(place, MOST_BYTES) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(Unread::Refused(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(Unread::Refused(error)) => Err(Failure::failed(format!("{}: {error}", place.display()))),
        Err(Unread::TooLong(_)) => {
            Err(Failure::failed(format!("{}: this file does not contain speaker notes", place.display())))
        }
    }
}
