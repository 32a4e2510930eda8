//! The random numbers of a cell: the generators behind `torch.manual_seed` and its like.
//!
//! Two runs of a cell must give the same numbers. So a generator that the cell draws from without having seeded it has the seed 0, and
//! the [`Evaluation`](super::Evaluation) says so: whoever shows the outcome shows this with it.

use std::sync::MutexGuard;

use crate::lang::value::SharedGenerator;
use crate::tensor::random::Generator;

/// Who seeded the random numbers of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seed {
    /// The cell itself did, before it drew any; or it drew none.
    #[default]
    Own,
    /// The cell drew from a generator that it had not seeded, so that had the seed [`Seed::DEFAULT`].
    Default,
}

impl Seed {
    /// The seed of a cell that sets none.
    pub const DEFAULT: u64 = 0;
}

/// The generators of a cell that its functions draw from when they are given none.
#[derive(Debug, Default)]
pub(in crate::lang) struct Randomness {
    torch: Option<SharedGenerator>,
    seed: Seed,
}

impl Randomness {
    /// Seeds the numbers of `torch`, and gives their generator.
    pub(in crate::lang) fn seed_torch(&mut self, seed: u64) -> SharedGenerator {
        let state = Generator::manual_seed(seed);
        match &self.torch {
            Some(generator) => {
                *generator.state() = state;
                generator.clone()
            }
            None => self.torch.insert(SharedGenerator::new(state)).clone(),
        }
    }

    /// Where `torch` takes its numbers from.
    pub(in crate::lang) fn torch(&mut self) -> MutexGuard<'_, Generator> {
        let seed = &mut self.seed;
        let generator = self.torch.get_or_insert_with(|| {
            *seed = Seed::Default;
            SharedGenerator::new(Generator::manual_seed(Seed::DEFAULT))
        });
        generator.state()
    }

    /// Where a function takes its numbers from that may be given a generator.
    pub(in crate::lang) fn torch_or<'g>(&'g mut self, given: Option<&'g SharedGenerator>) -> MutexGuard<'g, Generator> {
        match given {
            Some(given) => given.state(),
            None => self.torch(),
        }
    }

    /// Who seeded what was drawn.
    pub(in crate::lang) fn seed(&self) -> Seed {
        self.seed
    }
}
