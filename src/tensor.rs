//! tensor

pub mod backend;
