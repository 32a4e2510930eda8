//! The line of values that leads through a cell: what it is made from, step by step, and what is made from it.

use std::collections::{BTreeSet, VecDeque};

use super::Graph;
use crate::notebook::reach::reached;

/// How many steps of a line are followed to each side of the cell.
const MAX_STEPS: usize = 12;

impl Graph {
    /// The cells on the main line through `cell`, in the order in which values flow, `cell` among them.
    ///
    /// Of several inputs the line takes the one with the most steps behind it, and of equals the last on the page; of several
    /// readers, the first after the cell.
    pub fn path(&self, cell: usize) -> Vec<usize> {
        let mut path = VecDeque::from([cell]);
        let depths = self.depths();
        while let Some(before) = path.front().and_then(|first| self.main_input(*first, &depths))
            && path.len() < MAX_STEPS
            && !path.contains(&before)
        {
            path.push_front(before);
        }
        let end = path.len() + MAX_STEPS;
        while let Some(next) = path.back().and_then(|last| self.next_reader(*last))
            && path.len() < end
            && !path.contains(&next)
        {
            path.push_back(next);
        }
        path.into()
    }

    /// The input of `cell` that most steps lead to.
    fn main_input(&self, cell: usize, depths: &[usize]) -> Option<usize> {
        let from = self.inputs(cell).iter().map(|input| input.from);
        from.max_by_key(|from| (depths.get(*from).copied().unwrap_or(0), *from))
    }

    /// How many steps lead to each cell; none to those of a circle.
    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.inputs.len()];
        for &cell in &self.order {
            let before = self.inputs(cell).iter().filter_map(|input| depths.get(input.from)).max();
            depths[cell] = before.map_or(0, |before| before + 1);
        }
        depths
    }

    /// The first cell below `cell` that takes something from it.
    fn next_reader(&self, cell: usize) -> Option<usize> {
        (cell + 1..self.inputs.len()).find(|reader| self.inputs(*reader).iter().any(|input| input.from == cell))
    }

    /// The cells that `cell` depends on, in page order.
    pub fn upstream(&self, cell: usize) -> BTreeSet<usize> {
        reached(cell, |at| self.inputs(at).iter().map(|input| input.from).collect())
    }

    /// The cells that depend on `cell`, in page order.
    pub fn downstream(&self, cell: usize) -> BTreeSet<usize> {
        let reads = |reader: &usize, at: usize| self.inputs(*reader).iter().any(|input| input.from == at);
        reached(cell, |at| (0..self.inputs.len()).filter(|reader| reads(reader, at)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Graph, GraphCell};
    use crate::notebook::lesson::Program;

    fn graph(cells: &[&str]) -> Graph {
        let cell = |(place, text): (usize, &&str)| GraphCell {
            id: format!("c{place}").into(),
            names: Program::new((*text).into()).names,
        };
        Graph::new(&cells.iter().enumerate().map(cell).collect::<Vec<_>>())
    }

    #[test]
    fn path_follows_the_value_that_is_built() {
        let attention =
            graph(&["x = 1", "q = x", "k = x", "scores = q * k", "weights = scores", "out = weights * x", "y = 2"]);
        assert_eq!(attention.path(4), [0, 2, 3, 4, 5]);
        assert_eq!(attention.path(0), [0, 1, 3, 4, 5]);
        assert_eq!(attention.path(6), [6]);
    }

    #[test]
    fn a_circle_ends_the_path() {
        let circle = graph(&["a = b", "b = a"]);
        assert_eq!(circle.path(0), [1, 0]);
        assert!(circle.downstream(0).contains(&1));
    }

    #[test]
    fn what_depends_is_found_through_others() {
        let chain = graph(&["t = 1", "a = t", "b = a", "c = 3"]);
        assert_eq!(chain.downstream(0).into_iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(chain.upstream(2).into_iter().collect::<Vec<_>>(), [0, 1]);
    }
}
