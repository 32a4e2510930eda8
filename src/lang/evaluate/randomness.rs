//! The random numbers of a cell: the generators behind `torch.manual_seed` and its like.
//!
//! Two runs of a cell must give the same numbers. So a generator that the cell draws from without having seeded it has the seed 0, and
//! the [`Evaluation`](super::Evaluation) says so: whoever shows the outcome shows this with it.

use std::sync::MutexGuard;

use crate::lang::value::{CellNumbers, NumberSource, SharedGenerator, Twister};
use crate::tensor::random::Generator;
use crate::tensor::random::numpy::BitGenerator;

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
    python: Option<SharedGenerator>,
    numpy: Option<SharedGenerator>,
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

    /// The twister of a source. That of a cell which set no seed has the default one.
    pub(in crate::lang) fn twister(&mut self, from: &Twister) -> SharedGenerator {
        let (own, unseeded): (_, fn() -> Generator) = match from {
            Twister::Own(given) => return given.clone(),
            Twister::OfCell(CellNumbers::Python) => (&mut self.python, || Generator::of_key(&[Seed::DEFAULT as u32])),
            Twister::OfCell(CellNumbers::Numpy) => (&mut self.numpy, || Generator::manual_seed(Seed::DEFAULT)),
        };
        let seed = &mut self.seed;
        let generator = own.get_or_insert_with(|| {
            *seed = Seed::Default;
            SharedGenerator::new(unseeded())
        });
        generator.clone()
    }

    /// Draws from a source as NumPy does.
    pub(in crate::lang) fn draw<T>(&mut self, from: &NumberSource, draw: impl FnOnce(&mut dyn BitGenerator) -> T) -> T {
        match from {
            NumberSource::Twister(twister) => draw(&mut *self.twister(twister).state()),
            NumberSource::Pcg(pcg) => draw(&mut *pcg.state()),
        }
    }

    /// Sets the state of a twister.
    pub(in crate::lang) fn reseed(&mut self, of: &Twister, state: Generator) {
        let own = match of {
            Twister::Own(given) => {
                *given.state() = state;
                return;
            }
            Twister::OfCell(CellNumbers::Python) => &mut self.python,
            Twister::OfCell(CellNumbers::Numpy) => &mut self.numpy,
        };
        *own = Some(SharedGenerator::new(state));
    }

    /// Notes that a generator was made, or seeded, without a seed.
    pub(in crate::lang) fn note_default(&mut self) {
        self.seed = Seed::Default;
    }

    /// Who seeded what was drawn.
    pub(in crate::lang) fn seed(&self) -> Seed {
        self.seed
    }
}
