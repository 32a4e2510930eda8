//! Which name somebody meant who wrote one that is not there.

/// The name nearest to `wanted`, if one is near enough to be meant.
///
/// ```
/// use glassformer::nn::nearest;
///
/// assert_eq!(nearest("sofmax", ["softmin", "softmax"].into_iter()), Some("softmax"));
/// assert_eq!(nearest("zzz", ["softmin", "softmax"].into_iter()), None);
/// ```
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A letter more, less or other in a short name is one too, though little else of it may be alike.
    let alike = |name: &str| match strsim::osa_distance(wanted, name) {
        1 if wanted.len().min(name.len()) > 1 => strsim::jaro_winkler(wanted, name).max(0.8),
        _ => strsim::jaro_winkler(wanted, name),
    };
    let near = names.filter(|name| *name != wanted).map(|name| (alike(name), name));
    let best = near.filter(|(score, _)| *score >= 0.8).max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.map(|(_, name)| name)
}
