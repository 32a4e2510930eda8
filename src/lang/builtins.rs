//! The names that are always there.

/// Whether `name` is always there, so that no cell may define it.
pub fn is_builtin(name: &str) -> bool {
    const NAMES: [&str; 12] =
        ["softmax", "sqrt", "exp", "torch", "F", "math", "np", "len", "range", "slider", "mask", "print"];
    NAMES.contains(&name)
}
