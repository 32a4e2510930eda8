//! Ctrl-C: it stops what is being computed; where nothing is, it ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A bell that somebody else may press, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Bell>);

#[derive(Debug, Default)]
struct Bell {
    is_busy: AtomicBool,
    was_pressed: AtomicBool,
}

impl Interrupt {
    /// Asks to stop what is being computed. Returns whether anything is; if not, the program is to end.
    pub fn press(&self) -> bool {
        let is_busy = self.0.is_busy.load(Ordering::SeqCst);
        if is_busy {
            self.0.was_pressed.store(true, Ordering::SeqCst);
        }
        is_busy
    }

    /// From here on there is something to stop.
    pub(super) fn begin(&self) {
        self.0.was_pressed.store(false, Ordering::SeqCst);
        self.0.is_busy.store(true, Ordering::SeqCst);
    }

    /// Whether it is to stop.
    pub(super) fn was_pressed(&self) -> bool {
        self.0.was_pressed.load(Ordering::SeqCst)
    }

    /// It has come to its end.
    pub(super) fn end(&self) {
        self.0.is_busy.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stops_what_goes_on_and_nothing_else() {
        let bell = Interrupt::default();
        assert!(!bell.press());
        bell.begin();
        assert!(!bell.was_pressed());
        assert!(bell.press() && bell.was_pressed());
        bell.end();
        assert!(!bell.press());
    }
}
