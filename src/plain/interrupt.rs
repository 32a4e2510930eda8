//! Ctrl-C: it stops what is being computed; where nothing is, it ends the program. Whatever ends it waits for the command under way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::app::channel::{AppMessage, Post};

/// How often somebody who waits for the end of a command looks.
const PULSE: Duration = Duration::from_millis(5);

/// A request to stop that somebody else may make, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<InterruptFlag>);

#[derive(Debug, Default)]
struct InterruptFlag {
    is_busy: AtomicBool,
    was_pressed: AtomicBool,
    /// Who waits for what is being computed hears of it here.
    post: OnceLock<Post>,
    /// Held while a command is done.
    command: Mutex<()>,
}

impl Interrupt {
    /// Asks to stop what is being computed. Returns whether anything is; if not, the program is to end.
    pub fn press(&self) -> bool {
        let is_busy = self.0.is_busy.load(Ordering::SeqCst);
        if is_busy {
            let was_pressed = self.0.was_pressed.swap(true, Ordering::SeqCst);
            self.0.post.get().filter(|_| !was_pressed).into_iter().for_each(|post| post.send(AppMessage::Interrupted));
        }
        is_busy
    }

    /// Stops what is being computed and waits until the command under way has handed over what it changed, for so long at most. The
    /// next command does not begin while what is returned is held.
    #[must_use]
    pub fn settle(&self, patience: Duration) -> Option<MutexGuard<'_, ()>> {
        let end = Instant::now() + patience;
        loop {
            self.press();
            match self.0.command.try_lock() {
                Ok(held) => return Some(held),
                Err(TryLockError::Poisoned(held)) => return Some(held.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(PULSE),
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }

    /// From now on, pressing it ends a wait for what is posted here.
    pub(super) fn tells(&self, post: Post) {
        let _ = self.0.post.set(post);
    }

    /// A command is under way until what is returned is dropped.
    pub(super) fn command(&self) -> MutexGuard<'_, ()> {
        self.0.command.lock().unwrap_or_else(PoisonError::into_inner)
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
        let interrupt = Interrupt::default();
        assert!(!interrupt.press());
        interrupt.begin();
        assert!(!interrupt.was_pressed());
        assert!(interrupt.press() && interrupt.was_pressed());
        interrupt.end();
        assert!(!interrupt.press());
    }

    #[test]
    fn who_ends_the_program_waits_for_the_command_under_way() {
        let interrupt = Interrupt::default();
        let command = interrupt.command();
        assert!(interrupt.settle(Duration::ZERO).is_none(), "it is under way");
        drop(command);
        assert!(interrupt.settle(Duration::ZERO).is_some());
    }
}
