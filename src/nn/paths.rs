//! Paths of modules, parameters and stages: segments with a dot between, `encoder.layers.0.self_attn`.

/// The path in which whole segments are replaced; without any in their place they are dropped.
///
/// ```
/// use glassformer::nn::paths::replaced;
///
/// assert_eq!(replaced("enc.0.cross_attn.out", "cross_attn", "multihead_attn"), "enc.0.multihead_attn.out");
/// assert_eq!(replaced("model.enc.0", "model", ""), "enc.0");
/// assert_eq!(replaced("enc.0.fc", "fc.0", "linear1"), "enc.0.fc");
/// ```
pub fn replaced(path: &str, from: &str, to: &str) -> String {
    let to = if to.is_empty() { ".".to_owned() } else { format!(".{to}.") };
    format!(".{path}.").replace(&format!(".{from}."), &to).trim_matches('.').to_owned()
}

/// The path after all these replacements, one after the other.
pub fn renamed(path: &str, renames: &[(String, String)]) -> String {
    renames.iter().fold(path.to_owned(), |path, (from, to)| replaced(&path, from, to))
}

/// Whether whole segments of the path are those of `part`.
///
/// ```
/// use glassformer::nn::paths::has;
///
/// assert!(has("encoder.layers.0", "layers.0") && !has("encoder.layers.0", "layer"));
/// ```
pub fn has(path: &str, part: &str) -> bool {
    format!(".{path}.").contains(&format!(".{part}."))
}
