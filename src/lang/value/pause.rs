//! A function that waits at a `yield`.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a generator's function needs to go on, which only the interpreter can read.
#[derive(Clone)]
pub struct Pause(Arc<Mutex<State>>);

enum State {
    /// At a `yield`, or before its first statement.
    Waiting(Box<dyn Any + Send>),
    /// It is running.
    Running,
    /// It has returned.
    Ended,
}

/// What is to be done when a generator is asked for its next item.
pub(in crate::lang) enum Awakened<T> {
    /// It goes on from here.
    Waiting(T),
    /// It is running: it has asked for an item of its own.
    Running,
    /// There are no more items.
    Ended,
}

impl Pause {
    /// A function that waits.
    pub(in crate::lang) fn new<T: Any + Send>(function: T) -> Self {
        Self(Arc::new(Mutex::new(State::Waiting(Box::new(function)))))
    }

    /// Takes what it needs to go on: from now on it is running.
    pub(in crate::lang) fn wake<T: Any + Send>(&self) -> Awakened<T> {
        let state = std::mem::replace(&mut *self.state(), State::Running);
        match state {
            State::Waiting(function) => match function.downcast() {
                Ok(function) => Awakened::Waiting(*function),
                Err(_) => Awakened::Ended,
            },
            State::Running => Awakened::Running,
            State::Ended => {
                self.end();
                Awakened::Ended
            }
        }
    }

    /// It waits again.
    pub(in crate::lang) fn wait<T: Any + Send>(&self, function: T) {
        *self.state() = State::Waiting(Box::new(function));
    }

    /// It has returned.
    pub(in crate::lang) fn end(&self) {
        *self.state() = State::Ended;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// It may lead back to itself.
impl fmt::Debug for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pause")
    }
}
