//! How far a value may be off, as a golden file's metadata says it.

use serde::Deserialize;

/// A file's tolerance and its exceptions. A value may differ by that number times the wanted value or 1, whichever is larger.
pub(super) struct Tolerance {
    usual: f64,
    rules: Vec<Rule>,
}

/// An exception for the tensors whose names match; the first that fits an element counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    r#match: String,
    tol: Option<f64>,
    /// Only these rows of the first axis.
    rows: Option<Vec<usize>>,
    /// The middle third of the first axis is not compared: the key part of a packed bias, whose true gradient is zero.
    #[serde(default)]
    skip_middle_third: bool,
}

impl Tolerance {
    pub(super) fn read(usual: &str, rules: &str) -> Result<Self, String> {
        let usual = usual.parse().map_err(|error| format!("`tol` is not a number: {error}"))?;
        let rules = serde_json::from_str(rules).map_err(|error| format!("`tol_rules`: {error}"))?;
        Ok(Self { usual, rules })
    }

    /// The tolerance of the element at that row-major place, none if it is not compared.
    pub(super) fn of(&self, tensor: &str, shape: &[usize], place: usize) -> Option<f64> {
        let row = shape.split_first().map(|(_, rest)| place / rest.iter().product::<usize>().max(1));
        let Some(rule) = self.rules.iter().find(|rule| rule.fits(tensor, row)) else {
            return Some(self.usual);
        };
        let third = shape.first().map_or(0, |rows| rows / 3);
        let skipped = rule.skip_middle_third && row.is_some_and(|row| (third..2 * third).contains(&row));
        (!skipped).then_some(rule.tol.unwrap_or(self.usual))
    }
}

impl Rule {
    fn fits(&self, tensor: &str, row: Option<usize>) -> bool {
        let of_rows = self.rows.as_ref().is_none_or(|rows| row.is_some_and(|row| rows.contains(&row)));
        of_rows && glob(&self.r#match, tensor)
    }
}

/// Whether a name fits a pattern in which `*` stands for anything, or nothing.
fn glob(pattern: &str, name: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(rest) = name.strip_prefix(head) else {
        return false;
    };
    (0..=rest.len()).filter(|&cut| rest.is_char_boundary(cut)).any(|cut| glob(tail, &rest[cut..]))
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn stars_stand_for_anything() {
        assert!(glob("*", "") && glob("*", "a.b") && glob("pe.seed*", "pe.seed004"));
        assert!(glob("*.step*.in_proj_bias", "post.step1.layers.0.in_proj_bias"));
        assert!(!glob("pe.seed*", "pe.big_seed004") && !glob("a", "ab") && !glob("*.step*", "grad.x"));
    }
}
