//! Comparing elements, and putting them in order, so that it can be stopped on the way: short runs are sorted, then merged two by two.

use std::cmp::Ordering;

use super::stop;

/// Whether two numbers are one to a reader: NaN equals NaN, and minus zero is zero.
pub fn is_same(a: f64, b: f64) -> bool {
    a.partial_cmp(&b).is_some_and(Ordering::is_eq) || (a.is_nan() && b.is_nan())
}

/// The places of `elements` in the order of `compare`; equal ones stay as they stand. Where the computation is to
/// [`stop`](mod@super::stop) some places are missing.
pub fn order<T>(elements: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..elements.len()).collect();
    let comes_first = |&a: &usize, &b: &usize| compare(&elements[a], &elements[b]);
    stop::until_asked(places.chunks_mut(stop::STRIDE))
        .take_while(|_| !stop::is_asked())
        .for_each(|run| run.sort_by(comes_first));
    let mut width = stop::STRIDE;
    while width < places.len() && !stop::is_asked() {
        let pairs = places.chunks(2 * width);
        places = stop::until_asked(pairs.flat_map(|pair| merge(pair, width, comes_first))).collect();
        width *= 2;
    }
    places
}

/// Two sorted runs, the first of them `width` long, as one.
fn merge<'a>(
    runs: &'a [usize],
    width: usize,
    compare: impl Fn(&usize, &usize) -> Ordering + 'a,
) -> impl Iterator<Item = usize> + 'a {
    let (first, second) = runs.split_at(width.min(runs.len()));
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    std::iter::from_fn(move || match (first.peek(), second.peek()) {
        (Some(a), Some(b)) if compare(a, b).is_gt() => second.next().copied(),
        (Some(_), _) => first.next().copied(),
        (None, _) => second.next().copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_comes_in_order_and_equal_elements_stay_as_they_stand() {
        let elements: Vec<u64> = (0..20_011_u64).map(|at| at * 7919 % 503).collect();
        let mut sorted: Vec<usize> = (0..elements.len()).collect();
        sorted.sort_by_key(|&place| elements[place]);
        assert_eq!(order(&elements, u64::cmp), sorted);
        for short in [0, 1, 2, 4096, 4097] {
            let places = order(&elements[..short], |a, b| b.cmp(a));
            assert!(places.is_sorted_by_key(|&place| (u64::MAX - elements[place], place)), "{short}");
            assert_eq!(places.len(), short);
        }
    }
}
