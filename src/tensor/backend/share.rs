//! The rows of a large array, worked on by as many threads as a large product may take.
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
pub(crate) fn share<T: Send>(values: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let threads = if values.len() >= LARGE { super::threads() } else { 1 };
    if threads == 1 || size == 0 {
        return work(0, values);
    }
    let rows = (values.len() / size).div_ceil(PARTS * threads).max(1);
    let parts = Mutex::new(values.chunks_mut(rows * size).enumerate());
    let take = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on = || {
        while let Some((number, part)) = take() {
            work(number * rows, part);
        }
    };
    let flag = stop::flag();
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread is to be had, this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || match &flag {
                Some(flag) => stop::watched(flag, work_on),
                None => work_on(),
            });
        }
        work_on();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::backend::set_threads;

    #[test]
    fn every_row_is_worked_on_once_and_knows_its_number() {
        set_threads(3);
        for (rows, size) in [(1, LARGE), (1000, 1000), (LARGE, 1), (7, 3), (0, 4)] {
            let mut values = vec![0_usize; rows * size];
            share(&mut values, size, |first, part| {
                for (number, row) in part.chunks_mut(size).enumerate() {
                    for x in row {
                        *x += 1 + first + number;
                    }
                }
            });
            assert!(values.iter().enumerate().all(|(place, &x)| x == 1 + place / size), "{rows} rows of {size}");
        }
    }

    #[test]
    fn all_threads_see_the_wish_to_stop() {
        set_threads(2);
        let flag = stop::Flag::default();
        flag.raise();
        let mut values = vec![1; 2 * LARGE];
        stop::watched(&flag, || {
            share(&mut values, 1, |_, part| {
                part.iter_mut().take_while(|_| !stop::is_asked()).for_each(|x| *x = 0);
            });
        });
        assert!(values.iter().all(|&x| x == 1));
    }
}
