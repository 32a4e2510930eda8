//! Large work, done by as many threads as a large product may take: the rows of a large array, or computations that need nothing of
//! each other.
//!
//! Between two products of a large model every element is divided, masked, taken to the power of e and summed; on one thread that
//! would be a third of the time that the products take on two. A row is worked on by one thread from its first element to its last, so
//! the bits are those of one thread.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::tensor::stop;

/// From this many elements on, waking a thread costs less than it saves: it takes some twenty microseconds.
const LARGE: usize = 1 << 17;
/// Parts for each thread, so that one whose processor is busy elsewhere is not waited for long.
const PARTS: usize = 4;

/// Runs `work` over the rows of `values`, each `size` long: it is given a stretch of them and the number of its first row.
pub(crate) fn for_each_chunk<T: Send>(values: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let threads = if values.len() >= LARGE { super::threads() } else { 1 };
    if threads == 1 || size == 0 {
        return work(0, values);
    }
    let rows = (values.len() / size).div_ceil(PARTS * threads).max(1);
    on_threads(threads, values, rows * size, |number, part| work(number * rows, part));
}

/// Runs `work` on each of some items that hold so many elements together.
pub(crate) fn for_each<T: Send>(items: &mut [T], elements: usize, work: impl Fn(&mut T) + Sync) {
    let threads = if elements >= LARGE { super::threads().min(items.len()) } else { 1 };
    on_threads(threads, items, 1, |_, item| item.iter_mut().for_each(&work));
}

/// What `work` makes of each item and its number: much work of its own, so each keeps to its thread, side by side with others.
pub(crate) fn join<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let threads = super::threads().min(items.len());
    on_threads(threads, &mut results, 1, |number, result| result.fill_with(|| Some(work(number, &items[number]))));
    results.into_iter().flatten().collect()
}

/// Runs `work` over the parts of `values`, each `size` long and given with its number, on so many threads.
fn on_threads<T: Send>(threads: usize, values: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let parts = Mutex::new(values.chunks_mut(size).enumerate());
    let take = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on = || {
        while let Some((number, part)) = take() {
            work(number, part);
        }
    };
    if threads <= 1 {
        return work_on();
    }
    let (flag, backend) = (stop::flag(), super::chosen());
    let helping = || super::with(backend, || super::on_one_thread(work_on));
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread is to be had, this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || match &flag {
                Some(flag) => stop::watched(flag, helping),
                None => helping(),
            });
        }
        super::on_one_thread(work_on);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::backend::{BackendChoice, HERE, chosen, set_threads, threads, with};

    #[test]
    fn every_row_is_worked_on_once_and_knows_its_number() {
        set_threads(3);
        for (rows, size) in [(1, LARGE), (1000, 1000), (LARGE, 1), (7, 3), (0, 4)] {
            let mut values = vec![0_usize; rows * size];
            for_each_chunk(&mut values, size, |first, part| {
                for (number, row) in part.chunks_mut(size).enumerate() {
                    for x in row {
                        *x += 1 + first + number;
                    }
                }
            });
            assert!(values.iter().enumerate().all(|(place, &x)| x == 1 + place / size), "{rows} rows of {size}");
        }
    }

    // Other tests set the number of threads of the process at the same time; so here it is said.
    #[test]
    fn large_pieces_of_work_are_done_side_by_side_each_on_one_thread() {
        let (here, apart) = (thread::current().id(), std::sync::Barrier::new(2));
        let mut seen = [None; 2];
        with(BackendChoice::Rust, || {
            on_threads(2, &mut seen, 1, |number, part| {
                apart.wait();
                part.fill(Some((number, thread::current().id() == here, threads(), chosen())));
            });
        });
        let seen = seen.map(Option::unwrap);
        assert_eq!(seen.map(|(number, ..)| number), [0, 1]);
        assert_ne!(seen[0].1, seen[1].1, "one of the two is this thread");
        assert!(seen.iter().all(|&(_, _, threads, backend)| (threads, backend) == (1, BackendChoice::Rust)));
        assert!(!HERE.get().is_one_of_several, "and afterwards all are there again");
    }

    #[test]
    fn every_item_is_changed_once_however_large_all_are() {
        set_threads(2);
        for elements in [0, LARGE] {
            let mut items = [1, 2, 3];
            for_each(&mut items, elements, |item| *item *= 10);
            assert_eq!(items, [10, 20, 30]);
        }
    }

    #[test]
    fn what_is_made_side_by_side_comes_in_order() {
        assert_eq!(join(&["a", "b", "c"], |number, item| format!("{number}{item}")), ["0a", "1b", "2c"]);
        assert!(join(&[(); 0], |number, ()| number).is_empty());
    }

    #[test]
    fn all_threads_see_the_wish_to_stop() {
        set_threads(2);
        let flag = stop::Flag::default();
        flag.raise();
        let mut values = vec![1; 2 * LARGE];
        stop::watched(&flag, || {
            for_each_chunk(&mut values, 1, |_, part| {
                part.iter_mut().take_while(|_| !stop::is_asked()).for_each(|x| *x = 0);
            });
        });
        assert!(values.iter().all(|&x| x == 1));
    }
}
