//! Stopping a computation that somebody no longer waits for.
//!
//! Whether one can be stopped is a matter of the thread, as the tape is: inside [`watched`] every operation asks the [`Flag`]
//! before it begins and at its end, and those that can take long ask on the way and leave the rest undone. What was cut short
//! never becomes a value: the operation fails with [`Error::Stopped`]. Outside nobody asks, and nothing costs anything.
//!
//! ```
//! use glassformer::tensor::{Error, Tensor, stop};
//!
//! let flag = stop::Flag::default();
//! flag.raise();
//! let exp = stop::watched(&flag, || Tensor::number(1.0).exp());
//! assert_eq!(exp.err(), Some(Error::Stopped));
//! ```

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Error, Result};

/// How many items of a long loop may pass between two looks at the flag: some ten microseconds to a millisecond.
pub(crate) const STRIDE: usize = 1 << 12;

/// A wish to stop, which may be raised from any thread.
#[derive(Clone, Debug, Default)]
pub struct Flag(Arc<AtomicBool>);

impl Flag {
    /// Asks whoever watches it to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the wish back, for the next computation.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

thread_local! {
    static WATCHED: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

/// Runs a computation that stops soon after the flag is raised.
pub fn watched<T>(flag: &Flag, compute: impl FnOnce() -> T) -> T {
    struct Restore(Option<Flag>);
    impl Drop for Restore {
        fn drop(&mut self) {
            let outer = self.0.take();
            WATCHED.with(|watched| *watched.borrow_mut() = outer);
        }
    }
    let _restore = Restore(WATCHED.with(|watched| watched.borrow_mut().replace(flag.clone())));
    compute()
}

/// What this thread's computation watches, for another thread that works on behalf of it.
pub(crate) fn flag() -> Option<Flag> {
    WATCHED.with(|watched| watched.borrow().clone())
}

/// Whether this thread's computation can be stopped at all.
pub(crate) fn is_watched() -> bool {
    WATCHED.with(|watched| watched.borrow().is_some())
}

/// Whether this thread's computation is to stop.
pub fn is_asked() -> bool {
    WATCHED.with(|watched| watched.borrow().as_ref().is_some_and(Flag::is_raised))
}

/// Goes on, or fails where the computation is to stop.
pub(crate) fn check() -> Result<()> {
    if is_asked() { Err(Error::Stopped) } else { Ok(()) }
}

/// The items of a long loop; they end early where the computation is to stop.
pub(crate) fn until_asked<I: Iterator>(items: I) -> impl Iterator<Item = I::Item> {
    until_asked_of(items, 1)
}

/// The same of items that are as much work as `each` of a plain loop: rows of so many elements.
pub(crate) fn until_asked_of<I: Iterator>(items: I, each: usize) -> impl Iterator<Item = I::Item> {
    let mut passed = 0_usize;
    items.take_while(move |_| {
        passed += each.max(1);
        if passed < STRIDE {
            return true;
        }
        passed = 0;
        !is_asked()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{DType, Tensor};

    #[test]
    fn a_flag_is_watched_inside_and_forgotten_outside() {
        let flag = Flag::default();
        flag.raise();
        assert!(!is_asked());
        watched(&flag, || {
            assert!(is_asked());
            watched(&Flag::default(), || assert!(!is_asked()));
            assert!(is_asked());
        });
        flag.lower();
        assert!(watched(&flag, || Tensor::number(1.0).exp()).is_ok());
        assert!(!is_watched());
    }

    #[test]
    fn a_long_loop_ends_within_a_stride() {
        let flag = Flag::default();
        let passed = watched(&flag, || {
            until_asked(0..10 * STRIDE)
                .inspect(|&at| {
                    if at == 5 {
                        flag.raise();
                    }
                })
                .count()
        });
        assert!(passed < STRIDE, "{passed}");
        assert_eq!(until_asked(0..10 * STRIDE).count(), 10 * STRIDE);
    }

    #[test]
    fn a_loop_over_long_rows_asks_as_often_as_one_over_their_elements() {
        let flag = Flag::default();
        flag.raise();
        let rows = |each| watched(&flag, || until_asked_of(0..STRIDE, each).count());
        assert_eq!((rows(STRIDE), rows(STRIDE / 4), rows(0)), (0, 3, STRIDE - 1));
    }

    #[test]
    fn what_was_cut_short_is_no_value() {
        let x = Tensor::ones(&[4, 4], DType::F32);
        let flag = Flag::default();
        flag.raise();
        let stopped = watched(&flag, || [x.matmul(&x), x.softmax(0), x.sum(&[0, 1], false), x.add(&x), x.cumsum(0)]);
        assert!(stopped.iter().all(|result| result.as_ref().err() == Some(&Error::Stopped)));
    }
}
