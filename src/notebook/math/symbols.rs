//! Names of LaTeX and their characters, and the raised and lowered characters that Unicode has.

/// Raised characters.
#[rustfmt::skip]
const RAISED: [(char, char); 27] = [
    ('0', '⁰'), ('1', '¹'), ('2', '²'), ('3', '³'), ('4', '⁴'), ('5', '⁵'), ('6', '⁶'), ('7', '⁷'), ('8', '⁸'), ('9', '⁹'),
    ('+', '⁺'), ('−', '⁻'), ('=', '⁼'), ('(', '⁽'), (')', '⁾'), ('i', 'ⁱ'), ('n', 'ⁿ'), ('T', 'ᵀ'), ('j', 'ʲ'), ('t', 'ᵗ'),
    ('m', 'ᵐ'), ('x', 'ˣ'), ('h', 'ʰ'), ('k', 'ᵏ'), ('l', 'ˡ'), ('ᵀ', 'ᵀ'), ('d', 'ᵈ'),
];

/// Lowered characters.
#[rustfmt::skip]
const LOWERED: [(char, char); 22] = [
    ('0', '₀'), ('1', '₁'), ('2', '₂'), ('3', '₃'), ('4', '₄'), ('5', '₅'), ('6', '₆'), ('7', '₇'), ('8', '₈'), ('9', '₉'),
    ('+', '₊'), ('−', '₋'), ('=', '₌'), ('(', '₍'), (')', '₎'), ('i', 'ᵢ'), ('j', 'ⱼ'), ('n', 'ₙ'), ('t', 'ₜ'), ('m', 'ₘ'),
    ('k', 'ₖ'), ('l', 'ₗ'),
];

/// Lone letters that count elements. Others name something, as the k of `d_k` does, and stay what code calls them.
const INDICES: &str = "ijlmnt";

/// `script` raised, or behind a `^` where Unicode has no raised form.
pub(super) fn superscript(script: &str) -> String {
    moved(script, &RAISED).unwrap_or_else(|| behind('^', script))
}

/// `script` lowered, or behind a `_` where it is a name or Unicode has no lowered form.
pub(super) fn subscript(script: &str) -> String {
    let letters = script.chars().filter(|letter| letter.is_alphabetic()).count();
    let all_letters = letters == script.chars().count();
    let is_name = all_letters && (letters > 2 || letters == 1 && !INDICES.contains(script));
    let lowered = if is_name { None } else { moved(script, &LOWERED) };
    lowered.unwrap_or_else(|| if script.contains([' ', '=']) { format!("_({script})") } else { format!("_{script}") })
}

fn behind(mark: char, script: &str) -> String {
    if script.chars().count() <= 1 || super::is_name(script) {
        format!("{mark}{script}")
    } else {
        format!("{mark}({script})")
    }
}

fn moved(script: &str, table: &[(char, char)]) -> Option<String> {
    script.chars().map(|letter| table.iter().find(|(plain, _)| *plain == letter).map(|(_, moved)| *moved)).collect()
}

/// Whether `letter` is a raised or lowered one.
pub(super) fn is_script(letter: char) -> bool {
    RAISED.iter().chain(&LOWERED).any(|(_, moved)| *moved == letter)
}

/// The character of a command without arguments.
pub(super) fn symbol(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => "α",
        "beta" => "β",
        "gamma" => "γ",
        "delta" => "δ",
        "epsilon" | "varepsilon" => "ε",
        "eta" => "η",
        "theta" => "θ",
        "kappa" => "κ",
        "lambda" => "λ",
        "mu" => "μ",
        "nu" => "ν",
        "pi" => "π",
        "rho" => "ρ",
        "sigma" => "σ",
        "tau" => "τ",
        "phi" | "varphi" => "φ",
        "chi" => "χ",
        "psi" => "ψ",
        "omega" => "ω",
        "Gamma" => "Γ",
        "Delta" => "Δ",
        "Theta" => "Θ",
        "Lambda" => "Λ",
        "Pi" => "Π",
        "Sigma" => "Σ",
        "Phi" => "Φ",
        "Omega" => "Ω",
        "cdot" => "·",
        "times" => "×",
        "top" => "ᵀ",
        "odot" => "⊙",
        "oplus" => "⊕",
        "otimes" => "⊗",
        "pm" => "±",
        "le" | "leq" => "≤",
        "ge" | "geq" => "≥",
        "ne" | "neq" => "≠",
        "approx" => "≈",
        "equiv" => "≡",
        "sim" => "∼",
        "propto" => "∝",
        "in" => "∈",
        "notin" => "∉",
        "subset" => "⊂",
        "forall" => "∀",
        "sum" => "∑",
        "prod" => "∏",
        "int" => "∫",
        "partial" => "∂",
        "nabla" => "∇",
        "infty" => "∞",
        "to" | "rightarrow" => "→",
        "mapsto" => "↦",
        "Rightarrow" => "⇒",
        "leftarrow" => "←",
        "mid" => "|",
        "Vert" | "|" => "‖",
        "ldots" | "dots" | "cdots" => "…",
        "prime" => "′",
        "lfloor" => "⌊",
        "rfloor" => "⌋",
        "langle" => "⟨",
        "rangle" => "⟩",
        "{" | "lbrace" => "{",
        "}" | "rbrace" => "}",
        "_" => "_",
        "%" => "%",
        "quad" | "qquad" | "," | ";" | ":" | " " | "\\" => " ",
        "!" => "",
        _ => return None,
    })
}
