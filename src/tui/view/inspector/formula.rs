//! The formula that explains a number, set as people write it: quotients as fractions, roots with their lines, long sums broken before
//! their signs.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use crate::app::veils::{is_same_operand, reads_hidden};
use crate::notebook::math;
use crate::notebook::veils::VEIL;
use crate::tensor::explain::{self, Operator, ScalarFunction};
use crate::tensor::{Expr, Operand, digits};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::formula::{self, Atom, AtomKind, FormulaPlace, MathBox, ScriptBoxes};
use crate::words::say;

/// `value = formula` in at most `width` columns; the operand that the cursor is on is lit, and of those that are hidden no number is drawn.
pub(super) fn lines(
    value: &str,
    formula: &Expr,
    width: u16,
    lit: Option<&Operand>,
    hidden: &[Operand],
    theme: &Theme,
) -> Vec<Line<'static>> {
    let lead = MathBox::text(format!("{value} = "), theme.style(Role::Text));
    let setter = Setter { lit, hidden, theme, room: width.saturating_sub(lead.width()) };
    let style = setter.style();
    let atoms = setter.atoms(formula, FormulaPlace::Alone);
    let indent = lead.width().min(width / 4);
    let beside = formula::set(atoms.clone(), setter.room, 0, style);
    if beside.width() <= setter.room {
        return MathBox::row([lead, beside]).into_lines();
    }
    let lead = Atom::of(AtomKind::Plain, lead);
    formula::set(std::iter::once(lead).chain(atoms).collect(), width, indent, style).into_lines()
}

/// Makes atoms of a formula with its numbers.
struct Setter<'a> {
    lit: Option<&'a Operand>,
    hidden: &'a [Operand],
    theme: &'a Theme,
    /// The columns that a fraction may take.
    room: u16,
}

impl Setter<'_> {
    fn style(&self) -> Style {
        self.theme.style(Role::Text)
    }

    fn text(&self, text: impl Into<String>) -> Atom {
        Atom::text(AtomKind::Plain, text, self.style())
    }

    /// A number from a tensor, lit if the cursor is on it.
    fn operand(&self, operand: &Operand) -> Atom {
        let style = self.theme.style(Role::Number);
        let is_lit = self.lit.is_some_and(|lit| is_same_operand(lit, operand));
        let style = if is_lit { style.add_modifier(Modifier::REVERSED) } else { style };
        let is_hidden = self.hidden.iter().any(|hidden| is_same_operand(hidden, operand));
        Atom::text(AtomKind::Plain, if is_hidden { VEIL.to_owned() } else { operand.text() }, style)
    }

    /// A number that is computed from these formulas.
    fn computed<'e>(&self, value: f64, from: impl IntoIterator<Item = &'e Expr>) -> String {
        if reads_hidden(self.hidden, from) { VEIL.to_owned() } else { digits::real(value) }
    }

    fn atoms(&self, formula: &Expr, place: FormulaPlace) -> Vec<Atom> {
        match formula {
            Expr::Element(operand) => vec![self.operand(operand)],
            Expr::Exact(x) => vec![self.text(digits::exact(*x))],
            Expr::Real(x) => vec![self.text(digits::real(*x))],
            Expr::Named(_) => vec![self.text(self.computed(formula.value(), [formula]))],
            Expr::Call(ScalarFunction::Not, of) => {
                let side = |of| self.side(of, Operator::Add, false, FormulaPlace::OnOneLine);
                std::iter::once(self.text("not ")).chain(of.iter().flat_map(side)).collect()
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Binary(Operator::Div, above, below) if let Some(inner) = place.in_fraction() => {
                let part = |part: &Expr, place| formula::set(self.atoms(part, place), self.room, 0, self.style());
                let drawn = |place| MathBox::fraction(part(above, place), part(below, place), self.style());
                let fitting = Some(drawn(inner)).filter(|drawn| drawn.width() <= self.room);
                vec![Atom::of(AtomKind::Plain, fitting.unwrap_or_else(|| drawn(FormulaPlace::OnOneLine)))]
            }
            Expr::Binary(Operator::Pow, base, power) if exponent(power).is_some() => self.power(base, power),
            Expr::Binary(operator, left, right) => {
                let mut atoms = self.side(left, *operator, false, place);
                atoms.extend(self.operator(*operator));
                atoms.extend(self.side(right, *operator, true, place));
                atoms
            }
            Expr::Sum(terms) => self.sum(terms, place),
        }
    }

    /// A side of an operator, in brackets where it needs them. A fraction that stands upright needs none.
    fn side(&self, part: &Expr, operator: Operator, is_right: bool, place: FormulaPlace) -> Vec<Atom> {
        let is_upright = place.in_fraction().is_some() && matches!(part, Expr::Binary(Operator::Div, ..));
        let atoms = self.atoms(part, place);
        if part.needs_brackets(operator, is_right) && !is_upright { self.in_brackets(atoms) } else { atoms }
    }

    fn in_brackets(&self, atoms: Vec<Atom>) -> Vec<Atom> {
        let bracket = |kind| std::iter::once(Atom::bracket(kind, self.style()));
        bracket(AtomKind::Open(Some('('))).chain(atoms).chain(bracket(AtomKind::Close(Some(')')))).collect()
    }

    fn operator(&self, operator: Operator) -> [Atom; 3] {
        let kind = match operator {
            Operator::Add | Operator::Sub => AtomKind::Sum,
            Operator::Mul | Operator::Div | Operator::Mod | Operator::Pow => AtomKind::Product,
            _ => AtomKind::Relation,
        };
        [Atom::space(), Atom::text(kind, operator.sign(), self.style()), Atom::space()]
    }

    /// Something to the power of an exact number, which stands raised.
    fn power(&self, base: &Expr, power: &Expr) -> Vec<Atom> {
        let mut atoms = self.side(base, Operator::Pow, false, FormulaPlace::OnOneLine);
        if let Some(last) = atoms.pop() {
            let raised = exponent(power).map(|power| MathBox::text(power, self.style()));
            atoms.push(last.with_scripts(ScriptBoxes { raised, lowered: None, are_small: true }));
        }
        atoms
    }

    fn sum(&self, terms: &[Expr], place: FormulaPlace) -> Vec<Atom> {
        let (shown, rest) = explain::split_terms(terms);
        if terms.is_empty() {
            return vec![self.text("0")];
        }
        let mut atoms = Vec::new();
        for (at, term) in shown.into_iter().enumerate() {
            if at > 0 {
                atoms.extend(self.operator(Operator::Add));
            }
            let is_alone = terms.len() == 1;
            atoms.extend(if is_alone { self.atoms(term, place) } else { self.side(term, Operator::Mul, false, place) });
        }
        if !rest.is_empty() {
            atoms.extend(self.operator(Operator::Add));
            let sum = self.computed(rest.iter().map(|term| term.value()).sum(), rest.iter().copied());
            atoms.push(self.rest(&sum, rest.len()));
        }
        atoms
    }

    /// A number that stands for all terms that are not drawn.
    fn rest(&self, value: &str, count: usize) -> Atom {
        self.text(format!("{value} {}", say!("formula-rest", count)))
    }

    fn call(&self, function: ScalarFunction, arguments: &[Expr]) -> Vec<Atom> {
        if function == ScalarFunction::Sqrt {
            let inner = arguments.iter().flat_map(|of| self.atoms(of, FormulaPlace::OnOneLine)).collect();
            let is_one = matches!(arguments, [Expr::Element(_) | Expr::Exact(_) | Expr::Real(_) | Expr::Named(_)]);
            let root = MathBox::root(formula::row(inner, self.style()), is_one, self.style());
            if root.width() <= self.room {
                return vec![Atom::of(AtomKind::Plain, root)];
            }
        }
        let (shown, rest) = explain::split_arguments(function, arguments);
        let mut list = Vec::new();
        let mut parts: Vec<Vec<Atom>> = shown.into_iter().map(|of| self.atoms(of, FormulaPlace::OnOneLine)).collect();
        if !rest.is_empty() {
            let values: Vec<f64> = rest.iter().map(|term| term.value()).collect();
            let value = self.computed(function.of(&values), rest.iter().copied());
            parts.push(vec![self.rest(&value, rest.len())]);
        }
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                list.extend([Atom::text(AtomKind::Comma, ",", self.style()), Atom::space()]);
            }
            list.extend(part);
        }
        std::iter::once(self.text(function.name())).chain(self.in_brackets(list)).collect()
    }
}

/// An exponent in small characters, if it is an exact number that has them.
fn exponent(power: &Expr) -> Option<String> {
    let Expr::Exact(power) = power else { return None };
    math::raised(&digits::exact(*power).replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{NormVariant, Tensor, tape};
    use crate::tui::theme::ThemeName;

    fn shown(value: &str, formula: &Expr, width: u16) -> Vec<String> {
        let rows = lines(value, formula, width, None, &[], &Theme::new(ThemeName::Dark));
        rows.iter().map(Line::to_string).collect()
    }

    fn set(compute: impl FnOnce(&Tensor) -> Tensor, index: &[usize], width: u16) -> Vec<String> {
        let x = Tensor::from_f32(&[3], vec![-0.4, 1.21, 0.99]).unwrap();
        let (value, tape) = tape::record(|| compute(&x));
        let why = tape.explain(value.origin().unwrap(), index).unwrap();
        shown(&why.value_text(), why.textbook.as_ref().unwrap(), width)
    }

    #[test]
    fn a_quotient_is_a_fraction() {
        let rows = set(|x| x.softmax(0).unwrap(), &[1], 60);
        assert_eq!(
            rows,
            [
                "                     exp(1.21)",
                "0.499 = ────────────────────────────────────",
                "        exp(-0.400) + exp(1.21) + exp(0.990)",
            ]
        );
    }

    #[test]
    fn a_narrow_fraction_is_broken_before_its_operators() {
        let rows = set(|x| x.softmax(0).unwrap(), &[1], 34);
        assert_eq!(
            rows,
            [
                "               exp(1.21)",
                "0.499 = ───────────────────────",
                "        exp(-0.400) + exp(1.21)",
                "        + exp(0.990)"
            ]
        );
    }

    #[test]
    fn a_fraction_stands_level_with_its_factors() {
        let gain = Tensor::from_f32(&[3], vec![2.0, 2.0, 2.0]).unwrap();
        let rows = set(|x| x.layer_norm(NormVariant::default(), Some(&gain), None).unwrap(), &[0], 60);
        // The mean is 0.6, the variance (1 + 0.3721 + 0.1521) / 3.
        assert_eq!(
            rows,
            [
                "        -0.400 - 0.600",
                "-2.81 = ────────────── · 2.00",
                "         ▁▁▁▁▁▁▁▁▁▁▁▁",
                "        √0.508 + 1e-5",
            ]
        );
    }

    #[test]
    fn a_fraction_in_a_fraction_stands_upright() {
        let quotient = |a: f64, b: f64| Expr::Real(a).join(Operator::Div, Expr::Real(b));
        let nested = quotient(1.5, 2.5).join(Operator::Div, Expr::Real(4.0));
        assert_eq!(
            shown("0.15", &nested, 40),
            ["        1.50", "        ────", "        2.50", "0.15 = ──────", "        4.00"]
        );
    }

    #[test]
    fn nothing_is_lost_at_any_width() {
        for width in 0..50 {
            let rows = set(|x| x.softmax(0).unwrap(), &[2], width);
            assert_eq!(rows.concat().matches("exp(").count(), 4, "{width}: {rows:?}");
        }
    }

    /// The sum of three products in a lens: defect 7 of the review of the screen.
    #[test]
    fn a_sum_is_broken_before_its_signs_and_not_within_its_products() {
        let product = |a: f64, b: f64| Expr::Real(a).join(Operator::Mul, Expr::Real(b));
        let sum = Expr::Sum(vec![product(0.159, 0.04), product(0.162, -0.3), product(0.2, 0.25)]);
        assert_eq!(
            shown("0.335", &sum, 36),
            ["0.335 = 0.159 · 0.0400", "        + 0.162 · (-0.300)", "        + 0.200 · 0.250"]
        );
        assert_eq!(shown("0.335", &sum, 60), ["0.335 = 0.159 · 0.0400 + 0.162 · (-0.300) + 0.200 · 0.250"]);
        // A product is broken only where it is wider than a line.
        assert_eq!(shown("0.335", &product(0.162, -0.3), 17), ["0.335 = 0.162", "    · (-0.300)"]);
    }

    #[test]
    fn brackets_grow_and_squares_stand_raised() {
        let quotient = Expr::Real(1.5).join(Operator::Div, Expr::Real(2.5));
        let sum = quotient.clone().join(Operator::Add, Expr::Exact(1.0));
        assert_eq!(
            shown("4", &sum.join(Operator::Mul, Expr::Exact(2.0)), 40),
            ["    ╭ 1.50     ╮", "4 = │ ──── + 1 │ · 2", "    ╰ 2.50     ╯"]
        );
        let square = Expr::Real(-1.5).join(Operator::Pow, Expr::Exact(2.0));
        assert_eq!(shown("2.25", &square, 40), ["2.25 = (-1.50)²"]);
        let difference = Expr::Exact(1.0).join(Operator::Sub, Expr::Sum(vec![Expr::Exact(2.0), Expr::Exact(3.0)]));
        assert_eq!(shown("-4", &difference.join(Operator::Add, quotient.clone()), 40)[1], "-4 = 1 - (2 + 3) + ────");
        let root = Expr::call(ScalarFunction::Sqrt, Expr::Exact(2.0)).join(Operator::Sub, quotient);
        assert_eq!(shown("x", &root, 40), ["         1.50", "x = √2 - ────", "         2.50"]);
    }
}
