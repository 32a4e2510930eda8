//! Generators of random numbers: `torch.Generator()`, `random.Random()`. All names of a generator share its state, so what one of them draws the others
//! have passed.
//!
//! Another cell that drew from a generator would change what this one has made: when a generator leaves its cell, a
//! [stub](super::Stub::Generator) takes its place.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::tensor::random::{Generator, Pcg};

/// Where random numbers come from.
#[derive(Clone, Debug)]
pub enum NumberSource {
    /// A Mersenne Twister: of PyTorch, of Python, or of NumPy's `RandomState`.
    Twister(Twister),
    /// PCG64: of `np.random.default_rng`.
    Pcg(SharedGenerator<Pcg>),
}

/// Whose twister it is.
#[derive(Clone, Debug)]
pub enum Twister {
    /// One that the program has made.
    Own(SharedGenerator),
    /// That of the cell that draws: `random.random()`.
    OfCell(CellNumbers),
}

/// The modules whose functions draw from numbers of the cell that calls them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellNumbers {
    /// `random`.
    Python,
    /// `numpy.random`.
    Numpy,
}

impl NumberSource {
    /// Whether its state is no value's own: it stays in its cell, and in every cell it is that cell's.
    pub fn is_of_cell(&self) -> bool {
        matches!(self, Self::Twister(Twister::OfCell(_)))
    }

    /// Another generator in the same state.
    #[must_use]
    pub fn copied(&self) -> Self {
        match self {
            Self::Twister(Twister::Own(twister)) => Self::from(twister.copied()),
            Self::Twister(Twister::OfCell(_)) => self.clone(),
            Self::Pcg(pcg) => Self::Pcg(pcg.copied()),
        }
    }

    /// Whether both are one generator.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Twister(Twister::Own(a)), Self::Twister(Twister::Own(b))) => a.is(b),
            (Self::Twister(Twister::OfCell(a)), Self::Twister(Twister::OfCell(b))) => a == b,
            (Self::Pcg(a), Self::Pcg(b)) => a.is(b),
            _ => false,
        }
    }
}

impl From<SharedGenerator> for NumberSource {
    fn from(generator: SharedGenerator) -> Self {
        Self::Twister(Twister::Own(generator))
    }
}

/// A generator, under all of its names.
pub struct SharedGenerator<S = Generator>(Arc<Mutex<S>>);

impl<S> SharedGenerator<S> {
    /// A generator in this state.
    pub fn new(state: S) -> Self {
        Self(Arc::new(Mutex::new(state)))
    }

    /// Its state, to be drawn from. Nothing else can draw while this is held.
    pub fn state(&self) -> MutexGuard<'_, S> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether both are one generator.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<S: Clone> SharedGenerator<S> {
    /// Another one in the same state.
    fn copied(&self) -> Self {
        let state = self.state().clone();
        Self::new(state)
    }
}

impl<S> Clone for SharedGenerator<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Only what it is: nobody reads 624 words.
impl<S> fmt::Debug for SharedGenerator<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedGenerator")
    }
}
