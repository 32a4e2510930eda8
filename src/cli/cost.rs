//! `glassformer cost`: what a model of a configuration holds and multiplies, module by module.

use std::io::Write;

use serde_json::json;

use super::arguments::models::Cost as Options;
use super::{Failure, model, output};
use crate::nn::cost::Cost;
use crate::nn::{Config, Edition};

/// Prints one line a module.
pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let config = model::configuration(&options.model, None)?.unwrap_or_else(base);
    let cost = config.cost(options.load());
    if [cost.parameters, cost.bytes, cost.multiply_adds].contains(&u64::MAX) {
        return Err(Failure::wrong("these sizes are too large: a model of them costs more than 2^64 can count"));
    }
    let mut out = output::stdout();
    if options.json {
        return Ok(writeln!(out, "{:#}", json!(cost))?);
    }
    writeln!(out, "{:<36} {:>12} {:>12} {:>16}", "module", "parameters", "bytes", "multiply-adds")?;
    print(&mut out, &cost, 0, options.depth)
}

/// The paper's base model, with one table for both embeddings and the generator.
fn base() -> Config {
    let mut config = Config::of(Edition::Paper);
    (config.design.tied, config.design.shared) = (true, true);
    config
}

fn print(out: &mut impl Write, cost: &Cost, level: usize, depth: usize) -> Result<(), Failure> {
    let name = format!("{:indent$}{}", "", cost.name, indent = 2 * level);
    writeln!(out, "{name:<36} {:>12} {:>12} {:>16}", cost.parameters, cost.bytes, cost.multiply_adds)?;
    if level < depth {
        cost.parts.iter().try_for_each(|part| print(out, part, level + 1, depth))?;
    }
    Ok(())
}
