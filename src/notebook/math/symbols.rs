//! Names of LaTeX and their characters, and the raised and lowered characters that Unicode has.

/// Raised characters. Large letters but the T of a transposed matrix are names, and few fonts have them.
#[rustfmt::skip]
const RAISED: [(char, char); 43] = [
    ('0', '⁰'), ('1', '¹'), ('2', '²'), ('3', '³'), ('4', '⁴'), ('5', '⁵'), ('6', '⁶'), ('7', '⁷'), ('8', '⁸'), ('9', '⁹'),
    ('+', '⁺'), ('−', '⁻'), ('=', '⁼'), ('(', '⁽'), (')', '⁾'), ('T', 'ᵀ'), ('ᵀ', 'ᵀ'), ('′', '′'),
    ('a', 'ᵃ'), ('b', 'ᵇ'), ('c', 'ᶜ'), ('d', 'ᵈ'), ('e', 'ᵉ'), ('f', 'ᶠ'), ('g', 'ᵍ'), ('h', 'ʰ'), ('i', 'ⁱ'), ('j', 'ʲ'),
    ('k', 'ᵏ'), ('l', 'ˡ'), ('m', 'ᵐ'), ('n', 'ⁿ'), ('o', 'ᵒ'), ('p', 'ᵖ'), ('r', 'ʳ'), ('s', 'ˢ'), ('t', 'ᵗ'), ('u', 'ᵘ'),
    ('v', 'ᵛ'), ('w', 'ʷ'), ('x', 'ˣ'), ('y', 'ʸ'), ('z', 'ᶻ'),
];

/// Lowered characters.
#[rustfmt::skip]
const LOWERED: [(char, char); 32] = [
    ('0', '₀'), ('1', '₁'), ('2', '₂'), ('3', '₃'), ('4', '₄'), ('5', '₅'), ('6', '₆'), ('7', '₇'), ('8', '₈'), ('9', '₉'),
    ('+', '₊'), ('−', '₋'), ('=', '₌'), ('(', '₍'), (')', '₎'),
    ('a', 'ₐ'), ('e', 'ₑ'), ('h', 'ₕ'), ('i', 'ᵢ'), ('j', 'ⱼ'), ('k', 'ₖ'), ('l', 'ₗ'), ('m', 'ₘ'), ('n', 'ₙ'), ('o', 'ₒ'),
    ('p', 'ₚ'), ('r', 'ᵣ'), ('s', 'ₛ'), ('t', 'ₜ'), ('u', 'ᵤ'), ('v', 'ᵥ'), ('x', 'ₓ'),
];

/// As many letters are a word, which nobody reads in small characters.
const WORD: usize = 3;

/// `script` raised, if Unicode has a raised form of all of it.
pub fn raised(script: &str) -> Option<String> {
    moved(script, &RAISED)
}

/// `script` lowered, if Unicode has a lowered form of all of it.
pub fn lowered(script: &str) -> Option<String> {
    moved(script, &LOWERED)
}

fn moved(script: &str, table: &[(char, char)]) -> Option<String> {
    let is_word = script.chars().count() >= WORD && script.chars().all(char::is_alphabetic);
    let small = |letter: char| table.iter().find(|(plain, _)| *plain == letter).map(|(_, moved)| *moved);
    if is_word { None } else { script.chars().map(small).collect() }
}

/// The character that a raised or lowered one stands for.
pub fn plain(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return None;
    }
    RAISED.iter().chain(&LOWERED).find(|(plain, moved)| *moved == letter && plain != moved).map(|(plain, _)| *plain)
}

/// Whether `letter` is a raised or lowered one.
pub(super) fn is_script(letter: char) -> bool {
    plain(letter).is_some()
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
