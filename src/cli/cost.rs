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
        return Err(Failure::wrong(
            "these sizes are too large: the cost of such a model does not fit in 64 bits; choose smaller sizes",
        ));
    }
    let mut out = output::stdout();
    if options.json {
        return Ok(writeln!(out, "{:#}", json!(cost))?);
    }
    writeln!(out, "{:<36} {:>12} {:>12} {:>16}", "module", "parameters", "bytes", "multiply-adds")?;
    print(&mut out, &cost, 0, options.depth)?;
    if let Some(words) = tables(&config) {
        writeln!(out, "\n{words}")?;
    }
    Ok(())
}

/// How many tables of embeddings were counted, where they are more than the one of the paper (section 3.4), and how to count that.
fn tables(config: &Config) -> Option<&'static str> {
    let design = &config.design;
    match (config.edition, design.tied, design.shared) {
        (Edition::Paper, false, false) => Some(
            "This model has three tables (source embedding, target embedding, language-model head); the paper shares one: --set tied=true --set shared=true",
        ),
        (Edition::Paper, true, false) => Some(
            "This model has two tables (source embedding; target embedding and language-model head); the paper shares one: --set shared=true",
        ),
        (Edition::Paper, false, true) => Some(
            "This model has two tables (both embeddings; language-model head); the paper shares one: --set tied=true",
        ),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_the_paper_shares_are_told_and_how_to_share_them() {
        let mut config = Config::of(Edition::Paper);
        let mut said = |tied, shared| {
            (config.design.tied, config.design.shared) = (tied, shared);
            tables(&config)
        };
        assert!(said(false, false).unwrap().starts_with("This model has three tables"));
        assert!(said(true, false).unwrap().ends_with("--set shared=true"));
        assert!(said(false, true).unwrap().ends_with("--set tied=true"));
        assert_eq!(said(true, true), None);
        assert_eq!(tables(&Config::of(Edition::Blocks)), None, "another's code");
    }
}
