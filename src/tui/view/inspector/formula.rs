//! A formula set as people write it: quotients as fractions where there is room, long lines broken before their operators.

use crate::tensor::explain::{FormulaPiece, Operator};
use crate::tensor::{Expr, Operand};
use crate::tui::widgets::clip;
use crate::words::say;

/// Lines of pieces; each piece knows which number it shows, if any.
pub(super) type Rows = Vec<Vec<FormulaPiece>>;

/// `value = formula` in at most `width` columns.
pub(super) fn typeset(value: &str, formula: &Expr, width: usize) -> Rows {
    let lead = plain(format!("{value} = "));
    let indent = width_of(std::slice::from_ref(&lead));
    let set = boxed(formula, width.saturating_sub(indent));
    if set.width <= width.saturating_sub(indent) {
        let rows = set.rows.into_iter().enumerate();
        return rows
            .map(|(at, row)| join(if at == set.baseline { lead.clone() } else { spaces(indent) }, row))
            .collect();
    }
    let mut pieces = vec![lead];
    pieces.extend(said(formula.pieces()));
    wrapped(&pieces, width, indent.min(width / 4))
}

/// Lines of equal meaning, one of which is level with the text beside them.
struct Box {
    rows: Rows,
    baseline: usize,
    width: usize,
}

impl Box {
    fn line(pieces: Vec<FormulaPiece>) -> Self {
        Self { width: width_of(&pieces), rows: vec![pieces], baseline: 0 }
    }

    fn is_tall(&self) -> bool {
        self.rows.len() > 1
    }

    /// This box with another at its right, level with it.
    fn beside(self, right: &Self) -> Self {
        let baseline = self.baseline.max(right.baseline);
        let below = (self.rows.len() - self.baseline).max(right.rows.len() - right.baseline);
        let row = |of: &Self, at: usize| {
            let pieces =
                (at + of.baseline).checked_sub(baseline).and_then(|own| of.rows.get(own)).cloned().unwrap_or_default();
            padded(pieces, of.width)
        };
        let rows = (0..baseline + below).map(|at| [row(&self, at), row(right, at)].concat()).collect();
        Self { rows, baseline, width: self.width + right.width }
    }

    /// A fraction. Lines that belong together keep their left edge.
    fn over(numerator: Rows, denominator: Rows) -> Self {
        let widest = |rows: &Rows| rows.iter().map(|row| width_of(row)).max().unwrap_or(0);
        let width = widest(&numerator).max(widest(&denominator));
        let baseline = numerator.len();
        let centred = |rows: Rows| {
            let left = (width - widest(&rows)) / 2;
            rows.into_iter().map(move |row| padded(join(spaces(left), row), width))
        };
        let bar = vec![plain("─".repeat(width))];
        let rows = centred(numerator).chain([bar]).chain(centred(denominator)).collect();
        Self { rows, baseline, width }
    }
}

/// A fraction stands upright, alone or beside plain factors and terms; anything else is one line.
fn boxed(formula: &Expr, room: usize) -> Box {
    match formula {
        Expr::Binary(Operator::Div, above, below) => {
            let (above, below) = (wrapped(&said(above.pieces()), room, 0), wrapped(&said(below.pieces()), room, 0));
            Box::over(above, below)
        }
        Expr::Binary(operator @ (Operator::Mul | Operator::Add | Operator::Sub), left, right) => {
            let part = |part: &Expr| {
                if *operator == Operator::Mul && is_sum(part) {
                    Box::line(said(part.factor_pieces()))
                } else {
                    boxed(part, room)
                }
            };
            let (left, right) = (part(left), part(right));
            if left.is_tall() || right.is_tall() {
                left.beside(&Box::line(vec![plain(format!(" {} ", operator.sign()))])).beside(&right)
            } else {
                Box::line(said(formula.pieces()))
            }
        }
        _ => Box::line(said(formula.pieces())),
    }
}

fn is_sum(formula: &Expr) -> bool {
    matches!(formula, Expr::Sum(_) | Expr::Binary(Operator::Add | Operator::Sub, ..))
}

/// Pieces on as many lines as they need, broken before an operator or after a comma; further lines are indented.
fn wrapped(pieces: &[FormulaPiece], width: usize, indent: usize) -> Rows {
    let mut rows: Rows = vec![Vec::new()];
    let mut used = 0;
    for part in parts(pieces, 0, width) {
        let size = width_of(&part);
        if used > 0 && used + size > width.max(1) {
            rows.push(if indent > 0 { vec![spaces(indent)] } else { Vec::new() });
            used = indent;
        }
        used += size;
        if let Some(row) = rows.last_mut() {
            row.extend(part);
        }
    }
    rows
}

/// The parts of a line that stay together: each begins with an operator or ends with a comma outside of `depth` brackets. A
/// part that is too wide for a line of its own is divided inside its brackets.
fn parts(pieces: &[FormulaPiece], depth: usize, width: usize) -> Vec<Vec<FormulaPiece>> {
    let mut parts: Vec<Vec<FormulaPiece>> = vec![Vec::new()];
    let mut open = 0_usize;
    for word in pieces.iter().flat_map(words) {
        let text = word.text.trim();
        let after_comma = parts.last().and_then(|part| part.last()).is_some_and(|last| last.text.ends_with(", "));
        let is_operator = matches!(text, "+" | "-" | "·" | "/" | "=" | "and" | "or");
        if (is_operator && open <= depth) || (after_comma && open <= depth + 1) {
            parts.push(Vec::new());
        }
        if word.operand.is_none() {
            open = (open + text.matches('(').count()).saturating_sub(text.matches(')').count());
        }
        parts.last_mut().into_iter().for_each(|part| part.push(word.clone()));
    }
    let deepest = 8;
    let divide = |part: Vec<FormulaPiece>| {
        let is_too_wide = depth < deepest && width_of(&part) > width;
        if is_too_wide { self::parts(&part, depth + 1, width) } else { vec![part] }
    };
    parts.into_iter().flat_map(divide).collect()
}

/// A piece as words, each with the space behind it; a number from a tensor is one word.
fn words(piece: &FormulaPiece) -> Vec<FormulaPiece> {
    match (&piece.operand, piece.rest) {
        (Some(_), _) | (_, Some(_)) => vec![piece.clone()],
        (None, None) => piece.text.split_inclusive(' ').map(plain).collect(),
    }
}

fn plain(text: impl Into<String>) -> FormulaPiece {
    FormulaPiece { text: text.into(), operand: None, rest: None }
}

/// Pieces in the language of the screen.
fn said(pieces: Vec<FormulaPiece>) -> Vec<FormulaPiece> {
    let said = |piece: FormulaPiece| match piece.rest {
        Some(count) => FormulaPiece { text: say!("formula-rest", count), ..piece },
        None => piece,
    };
    pieces.into_iter().map(said).collect()
}

fn spaces(count: usize) -> FormulaPiece {
    plain(" ".repeat(count))
}

fn join(lead: FormulaPiece, mut row: Vec<FormulaPiece>) -> Vec<FormulaPiece> {
    row.insert(0, lead);
    row
}

fn padded(mut row: Vec<FormulaPiece>, width: usize) -> Vec<FormulaPiece> {
    row.push(spaces(width.saturating_sub(width_of(&row))));
    row
}

fn width_of(pieces: &[FormulaPiece]) -> usize {
    pieces.iter().map(|piece| usize::from(clip::width(&piece.text))).sum()
}

/// Whether a piece shows this operand.
pub(super) fn shows(piece: &FormulaPiece, operand: &Operand) -> bool {
    piece.operand.as_ref().is_some_and(|own| own.input == operand.input && own.index == operand.index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{NormVariant, Tensor, tape};

    fn set(compute: impl FnOnce(&Tensor) -> Tensor, index: &[usize], width: usize) -> Vec<String> {
        let x = Tensor::from_f32(&[3], vec![-0.4, 1.21, 0.99]).unwrap();
        let (value, tape) = tape::record(|| compute(&x));
        let why = tape.explain(value.origin().unwrap(), index).unwrap();
        let rows = typeset(&why.value_text(), why.textbook.as_ref().unwrap(), width);
        rows.iter()
            .map(|row| row.iter().map(|piece| piece.text.as_str()).collect::<String>().trim_end().to_owned())
            .collect()
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
                "0.499 = ────────────────────────",
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
            ["          -0.400 - 0.600", "-2.81 = ────────────────── · 2.00", "        sqrt(0.508 + 1e-5)"]
        );
    }

    #[test]
    fn nothing_is_lost_at_any_width() {
        for width in 0..50 {
            let rows = set(|x| x.softmax(0).unwrap(), &[2], width);
            assert_eq!(rows.concat().matches("exp(").count(), 4, "{width}: {rows:?}");
        }
    }
}
