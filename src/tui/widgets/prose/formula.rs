//! Formulas of lessons that stand on lines of their own, in two dimensions where there is room.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::wrap;
use crate::notebook::math::{self, BracketSide, Part, Script, ScriptForm};
use crate::tui::widgets::formula::{self, Atom, AtomKind, FormulaPlace, MathBox, ScriptBoxes};

/// The columns by which further lines of a formula are indented.
const INDENT: u16 = 4;
/// The longest LaTeX, in bytes, that is laid out in two dimensions. Longer ones are no formula that anybody reads.
const LONGEST: usize = 2000;

/// The lines of a formula, at most `width` columns wide.
pub(super) fn lines(latex: &str, width: u16, style: Style) -> Vec<Line<'static>> {
    let parts = math::parse(latex);
    let drawn = if latex.len() <= LONGEST { upright(&parts, width, style) } else { None };
    match drawn {
        Some(drawn) => drawn.into_lines(),
        None => wrap(&[Span::styled(math::written(&parts), style)], width),
    }
}

/// A formula in two dimensions, if it can be broken into lines that are not too wide.
fn upright(parts: &[Part], width: u16, style: Style) -> Option<MathBox> {
    let setter = Setter { form: math::form(parts), style };
    let drawn = formula::set(setter.atoms(parts, FormulaPlace::Alone), width, INDENT, style);
    (drawn.width() <= width).then_some(drawn)
}

/// Makes atoms of what LaTeX says.
struct Setter {
    form: ScriptForm,
    style: Style,
}

impl Setter {
    fn atoms(&self, parts: &[Part], place: FormulaPlace) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            self.add(part, place, &mut atoms);
            if parts.get(at + 1).is_some_and(|next| part.is_apart_from(next)) {
                atoms.push(Atom::space());
            }
        }
        atoms
    }

    fn row(&self, parts: &[Part], place: FormulaPlace) -> MathBox {
        formula::row(self.atoms(parts, place), self.style)
    }

    fn text(&self, text: impl Into<String>) -> MathBox {
        MathBox::text(text, self.style)
    }

    /// Puts a part behind others.
    fn add(&self, part: &Part, place: FormulaPlace, atoms: &mut Vec<Atom>) {
        let is_first = atoms.iter().rfind(|atom| atom.kind != AtomKind::Space).is_none_or(|last| {
            matches!(
                last.kind,
                AtomKind::Relation | AtomKind::Sum | AtomKind::Product | AtomKind::Comma | AtomKind::Open(_)
            )
        });
        match part {
            Part::Group(inner) => {
                for part in inner {
                    self.add(part, place, atoms);
                }
            }
            Part::Space | Part::Symbol(" ") => {
                if atoms.last().is_some_and(|last| last.kind != AtomKind::Space) {
                    atoms.push(Atom::space());
                }
            }
            part => atoms.push(self.atom(part, place, is_first)),
        }
    }

    /// One part as an atom. A sign that nothing stands before is no operator.
    fn atom(&self, part: &Part, place: FormulaPlace, is_first: bool) -> Atom {
        let drawn = match part {
            Part::Bracket(BracketSide::Left, sign) => return Atom::bracket(AtomKind::Open(*sign), self.style),
            Part::Bracket(BracketSide::Right, sign) => return Atom::bracket(AtomKind::Close(*sign), self.style),
            Part::Fraction(above, below) if let Some(inner) = place.in_fraction() => {
                MathBox::fraction(self.row(above, inner), self.row(below, inner), self.style)
            }
            Part::Root(inner) => {
                let is_one = matches!(inner.as_slice(), [Part::Letter(_) | Part::Symbol(_) | Part::Scripts(..)]);
                MathBox::root(self.row(inner, place), is_one, self.style)
            }
            Part::Scripts(base, scripts) => return self.scripts(base, scripts, place, is_first),
            Part::Group(inner) => self.row(inner, place),
            part => self.text(math::written(std::slice::from_ref(part))),
        };
        Atom::of(if is_first { AtomKind::Plain } else { kind(part) }, drawn)
    }

    fn in_brackets(&self, atom: Atom) -> Atom {
        let (open, close) = (AtomKind::Open(Some('(')), AtomKind::Close(Some(')')));
        let atoms = vec![Atom::bracket(open, self.style), atom, Atom::bracket(close, self.style)];
        Atom::of(AtomKind::Plain, formula::row(atoms, self.style))
    }

    fn scripts(&self, base: &Part, scripts: &[(Script, Vec<Part>)], place: FormulaPlace, is_first: bool) -> Atom {
        let of = |side: Script| {
            let texts: Vec<String> =
                scripts.iter().filter(|(own, _)| *own == side).map(|(_, script)| math::written(script)).collect();
            (!texts.is_empty()).then(|| texts.concat())
        };
        let (raised, lowered) = (of(Script::Raised), of(Script::Lowered));
        if place == FormulaPlace::Alone && base.takes_limits() {
            let limit = |text: Option<String>| text.map(|text| self.text(text));
            let drawn = self.row(std::slice::from_ref(base), place).with_limits(limit(raised), limit(lowered));
            return Atom::of(AtomKind::Plain, drawn);
        }
        let are_small = self.form == ScriptForm::Small;
        let small = |text: Option<String>, small: fn(&str) -> Option<String>| {
            text.map(|text| self.text(if are_small { small(&text).unwrap_or(text) } else { text.replace('ᵀ', "T") }))
        };
        let (raised, lowered) = (small(raised, math::raised), small(lowered, math::lowered));
        let atom = self.atom(base, place, is_first);
        // The scripts of what has scripts would be read as more of the same.
        let has_scripts = matches!(base, Part::Group(inner) if matches!(inner.last(), Some(Part::Scripts(..))));
        let atom = if has_scripts && !are_small { self.in_brackets(atom) } else { atom };
        atom.with_scripts(ScriptBoxes { raised, lowered, are_small })
    }
}

/// What a sign does between two parts.
fn kind(part: &Part) -> AtomKind {
    let sign = match part {
        Part::Letter(letter) => *letter,
        Part::Symbol(symbol) => symbol.chars().next().unwrap_or(' '),
        _ => return AtomKind::Plain,
    };
    match sign {
        '=' | '<' | '>' | '≤' | '≥' | '≠' | '≈' | '≡' | '∼' | '∝' | '∈' | '∉' | '⊂' | '→' | '↦' | '⇒' | '←' => {
            AtomKind::Relation
        }
        '+' | '-' | '±' | '⊕' => AtomKind::Sum,
        '·' | '×' | '⊙' | '⊗' | '/' => AtomKind::Product,
        ',' => AtomKind::Comma,
        _ => AtomKind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::BlockKind;
    use crate::notebook::library::LessonLibrary;
    use crate::notebook::markdown::ProseElement;

    fn drawn(latex: &str, width: u16) -> Vec<String> {
        lines(latex, width, Style::default()).iter().map(Line::to_string).collect()
    }

    #[test]
    fn the_formula_of_the_course() {
        let formula = ["        ╭ QKᵀ ╮", "softmax │ ─── │ V", "        ╰ √dₖ ╯"];
        assert_eq!(drawn(r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", 72), formula);
        assert_eq!(drawn(r"\text{softmax}(\frac{QK^\top}{\sqrt{d_k}})V", 72), formula, "a bracket grows by itself");
    }

    /// Scripts that have no small characters stand in rows of their own, and then all do.
    #[test]
    fn scripts_agree() {
        assert_eq!(drawn(r"x_1^2 + y_i", 40), ["x₁² + yᵢ"]);
        assert_eq!(
            drawn(r"lrate = d_{model}^{-0.5} \cdot \min(step^{-0.5}, step)", 60),
            ["         −0.5            −0.5", "lrate = d      · min(step    , step)", "         model",]
        );
        assert_eq!(drawn(r"XW^Q_i + b^\top", 40), ["  Q    T", "XW  + b", "  i"]);
        assert_eq!(drawn(r"W = W^Q {W^K}^\top", 40), ["     Q   K T", "W = W  (W )"]);
        assert_eq!(drawn(r"e^{s_j} + 10000^{2i/d_{model}}", 40), [" sⱼ        2i/d_model", "e   + 10000"]);
    }

    #[test]
    fn roots_have_lines_over_what_they_are_of() {
        assert_eq!(
            drawn(r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} \cdot \gamma", 40),
            [" x − μ", "─────── · γ", " ▁▁▁▁▁▁", "√σ² + ε"]
        );
        assert_eq!(drawn(r"1/\sqrt{n}", 40), ["1/√n"]);
        assert_eq!(drawn(r"\sqrt{\frac{a}{b}}", 40), ["    ▁", "   ╱a", "  ╱ ─", "╲╱  b"]);
    }

    #[test]
    fn a_fraction_in_a_fraction_stands_upright() {
        assert_eq!(
            drawn(r"x = \frac{\frac{a}{b} + 1}{c}", 40),
            ["     a", "     ─ + 1", "     b", "x = ───────", "       c"]
        );
        assert_eq!(
            drawn(r"\frac{1}{1 + \frac{a}{\frac{b}{c}}}", 40),
            ["    1", "─────────", "      a", " 1 + ───", "     b/c"]
        );
    }

    #[test]
    fn operators_have_limits_above_and_below_but_not_in_a_fraction() {
        assert_eq!(drawn(r"y = \sum_{i=1}^n x_i", 40), ["     n", "y =  ∑  xᵢ", "    i=1"]);
        assert_eq!(drawn(r"\max_i\hat{y}_i", 40), ["max y\u{302}ᵢ", " i"]);
        assert_eq!(
            drawn(r"w_i = \frac{\exp(s_i)}{\sum_j\exp(s_j)}", 40),
            ["      exp(sᵢ)", "wᵢ = ──────────", "     ∑ⱼ exp(sⱼ)"]
        );
    }

    #[test]
    fn brackets_are_as_high_as_what_they_enclose() {
        assert_eq!(drawn(r"\left[\frac{a}{b}\right]^2", 40), ["┌ a ┐²", "│ ─ │", "└ b ┘"]);
        assert_eq!(drawn(r"\left\{\frac{a}{b}\right.", 40), ["╭ a", "┤ ─", "╰ b"]);
        assert_eq!(drawn(r"\left|\frac{1}{2}\right|", 40), ["│ 1 │", "│ ─ │", "│ 2 │"]);
        assert_eq!(drawn("(a + b) [c, d)", 40), ["(a + b) [c, d)"]);
        assert_eq!(drawn(r"(\frac{a}{b}", 40), [" a", "(─", " b"], "one that is never closed stays small");
    }

    #[test]
    fn a_long_formula_is_broken_before_its_signs() {
        assert_eq!(drawn("x = aaaa + bbbb + cccc", 15), ["x = aaaa + bbbb", "    + cccc"]);
        assert_eq!(drawn(r"x = a \cdot b + c \cdot d", 14), ["x = a · b", "    + c · d"]);
        assert_eq!(drawn(r"y = -x - \frac{1}{2}", 9), ["y = −x", "      1", "    − ─", "      2"]);
    }

    #[test]
    fn what_has_no_room_is_written_on_one_line_and_wrapped() {
        assert_eq!(drawn(r"\frac{aaaaaaaa bbbb}{c}", 10), ["aaaaaaaa", "bbbb/c"]);
        let long = "x+".repeat(5_000);
        assert!(drawn(&long, 72).iter().all(|line| line.chars().count() <= 72));
        let nested = r"(\frac{1}{2}".repeat(500) + &")".repeat(500);
        assert!(!drawn(&nested, 72).is_empty());
    }

    #[test]
    fn no_line_is_wider_than_the_page() {
        for latex in
            [r"\sqrt{\frac{a+b}{c}} = \sum_{i}^{n} x_i^2", r"head_i = \text{Attention}(XW^Q_i, XW^K_i)", r"\vec{x}"]
        {
            for width in 1..60 {
                let lines = lines(latex, width, Style::default());
                assert!(lines.iter().all(|line| line.width() <= usize::from(width)), "{width}: {lines:?}");
            }
        }
    }

    /// The formulas of all lessons stand upright in the column of the prose, and on the narrowest screen.
    #[test]
    fn every_formula_of_the_course_has_room() {
        let mut seen = 0;
        for lesson in LessonLibrary::embedded().lessons() {
            for block in &lesson.blocks {
                let BlockKind::Prose(elements) = &block.kind else { continue };
                for latex in elements.iter().filter_map(ProseElement::formula) {
                    seen += 1;
                    for width in [72, 56, 34] {
                        let parts = math::parse(latex);
                        assert!(upright(&parts, width, Style::default()).is_some(), "{latex} in {width} columns");
                    }
                }
            }
        }
        assert!(seen > 15, "{seen}");
    }
}
