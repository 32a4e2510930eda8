//! Dropping without recursion what may lie inside its like without limit: lists in lists, homes of cells in homes.

use std::any::Any;
use std::cell::RefCell;

/// Values that wait to be dropped, and whether one is being dropped.
#[derive(Default)]
struct DropQueue {
    waiting: Vec<Box<dyn Any>>,
    is_busy: bool,
}

thread_local! {
    static QUEUE: RefCell<DropQueue> = RefCell::default();
}

/// Drops a value now, or if that is called while another one is being dropped, after that one.
pub(in crate::lang) fn drop_in_turn(value: impl Any) {
    let outermost = QUEUE.try_with(|queue| {
        let mut queue = queue.borrow_mut();
        queue.waiting.push(Box::new(value));
        !std::mem::replace(&mut queue.is_busy, true)
    });
    if outermost != Ok(true) {
        return;
    }
    while let Ok(Some(value)) = QUEUE.try_with(|queue| queue.borrow_mut().waiting.pop()) {
        drop(value);
    }
    _ = QUEUE.try_with(|queue| queue.borrow_mut().is_busy = false);
}
