//! Sums in the order in which NumPy adds.

use super::Reduce;
use crate::tensor::{Real, sum};

impl Reduce {
    /// Sums as NumPy goes through an array: the last axes, as far as they are reduced, in pairs, and these sums one after the other.
    pub(super) fn paired_sums<T: Real>(&self, values: &[T], of: &[usize], shape: &[usize]) -> Vec<T> {
        let inner = (0..of.len()).rev().take_while(|axis| self.axes.contains(axis)).count();
        let (outer, inner) = of.split_at(of.len() - inner);
        let block: usize = inner.iter().product();
        // How far the result goes on with a step along each axis that is left: not at all where that is reduced.
        let (mut steps, mut step) = (vec![0; outer.len()], 1);
        for (axis, &size) in outer.iter().enumerate().rev().filter(|(axis, _)| !self.axes.contains(axis)) {
            steps[axis] = step;
            step *= size;
        }
        let mut sums = vec![T::zero(); shape.iter().product()];
        let (mut place, mut at) = (vec![0; outer.len()], 0);
        for number in 0..outer.iter().product() {
            sums[at] += sum::in_pairs(&values[number * block..(number + 1) * block]);
            for axis in (0..outer.len()).rev() {
                place[axis] += 1;
                at += steps[axis];
                if place[axis] < outer[axis] {
                    break;
                }
                at -= steps[axis] * outer[axis];
                place[axis] = 0;
            }
        }
        sums
    }
}
