//! Generators of random numbers: `torch.Generator()`. All names of a generator share its state, so what one of them draws the others
//! have passed.
//!
//! Another cell that drew from a generator would change what this one has made: when a generator leaves its cell, a
//! [stub](super::Stub::Generator) takes its place.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::tensor::random::Generator;

/// A generator, under all of its names.
#[derive(Clone)]
pub struct SharedGenerator(Arc<Mutex<Generator>>);

impl SharedGenerator {
    /// A generator in this state.
    pub fn new(state: Generator) -> Self {
        Self(Arc::new(Mutex::new(state)))
    }

    /// Its state, to be drawn from. Nothing else can draw while this is held.
    pub fn state(&self) -> MutexGuard<'_, Generator> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether both are one generator.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Only what it is: nobody reads 624 words.
impl fmt::Debug for SharedGenerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedGenerator")
    }
}
