//! The types of a tensor's elements, and the type in which two of them meet.

use std::fmt;

/// The type of a tensor's elements, with PyTorch's names and promotion rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DType {
    /// True or false.
    Bool,
    /// Whole numbers from 0 to 255.
    U8,
    /// Whole numbers of 32 bits.
    I32,
    /// Whole numbers of 64 bits.
    I64,
    /// Half precision: 11 binary digits, at most 65504.
    F16,
    /// Half of a float32: its range, with 8 binary digits.
    BF16,
    /// Single precision: the default for real numbers.
    F32,
    /// Double precision.
    F64,
    /// Complex numbers: two float32.
    C64,
}

impl DType {
    /// All of them.
    pub const ALL: [Self; 9] =
        [Self::Bool, Self::U8, Self::I32, Self::I64, Self::F16, Self::BF16, Self::F32, Self::F64, Self::C64];

    /// Whether the elements are real numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64)
    }

    /// Whether the elements are real numbers of 16 bits, which are computed with in float32.
    pub fn is_half(self) -> bool {
        matches!(self, Self::F16 | Self::BF16)
    }

    /// Whether the elements are complex numbers.
    pub fn is_complex(self) -> bool {
        self == Self::C64
    }

    /// Whether a gradient can be taken with respect to such elements: PyTorch's "floating point and complex dtype".
    pub fn takes_gradient(self) -> bool {
        self.is_float() || self.is_complex()
    }

    /// Whether the elements are whole numbers; truth values are not.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::U8 | Self::I32 | Self::I64)
    }

    /// How many bytes an element takes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Bool | Self::U8 => 1,
            Self::F16 | Self::BF16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 | Self::C64 => 8,
        }
    }

    /// The smallest type that holds the numbers of both: `torch.promote_types`.
    ///
    /// There is no complex type of two float64 here, so complex64 is given for it; [`missing`] knows.
    #[must_use]
    pub fn promote(self, other: Self) -> Self {
        if self != other && self.is_half() && other.is_half() { Self::F32 } else { self.max(other) }
    }

    /// PyTorch's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::U8 => "uint8",
            Self::I32 => "int32",
            Self::I64 => "int64",
            Self::F16 => "float16",
            Self::BF16 => "bfloat16",
            Self::F32 => "float32",
            Self::F64 => "float64",
            Self::C64 => "complex64",
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One side of an operation: its dtype, its number of axes and whether it is a number of the language.
pub(crate) type PromotionOperand = (DType, usize, bool);

/// PyTorch's promotion, `torch.result_type`. Tensors with axes come first, then those without, then numbers of the language; a lower
/// group matters only when it is of a higher kind (a real number beside whole numbers). A real number of the language counts as
/// float32, but among themselves numbers stay float64.
pub(crate) fn promote(operands: &[PromotionOperand]) -> DType {
    // Mostly all are alike.
    if let [(dtype, _, is_number), rest @ ..] = operands
        && rest.iter().all(|other| (other.0, other.2) == (*dtype, *is_number))
    {
        return *dtype;
    }
    let [with_axes, without, numbers] = groups(operands);
    combine(with_axes, combine(without, numbers)).unwrap_or(DType::F32)
}

/// The dtype that PyTorch would give to some operands, where there is no such dtype here.
pub(crate) fn missing(operands: &[PromotionOperand]) -> Option<&'static str> {
    let [with_axes, without, numbers] = groups(operands);
    let complex_of = |higher: Option<DType>, lower: Option<DType>| match (higher?, lower?) {
        (DType::F16, DType::C64) => Some("complex32"),
        (DType::BF16, DType::C64) => Some("bcomplex32"),
        (DType::F64, DType::C64) => Some("complex128"),
        _ => None,
    };
    let inner =
        complex_of(without, numbers).filter(|_| with_axes.is_none_or(|dtype| !dtype.is_float() && !dtype.is_complex()));
    if let Some(missing) = complex_of(with_axes, combine(without, numbers)).or(inner) {
        return Some(missing);
    }
    [1, 0].into_iter().find_map(|group| {
        let of_group = || operands.iter().filter(move |(_, ndim, number)| !number && usize::from(*ndim > 0) == group);
        let holds = |dtype: DType| of_group().any(|operand| operand.0 == dtype);
        (holds(DType::F64) && holds(DType::C64)).then_some("complex128")
    })
}

fn groups(operands: &[PromotionOperand]) -> [Option<DType>; 3] {
    let only_numbers = operands.iter().all(|(_, _, number)| *number);
    [2, 1, 0].map(|rank| {
        let of_rank = operands
            .iter()
            .filter(move |(_, ndim, number)| rank == if *number { 0 } else { 1 + usize::from(*ndim > 0) });
        of_rank
            .map(|(dtype, _, number)| if *number && dtype.is_float() && !only_numbers { DType::F32 } else { *dtype })
            .reduce(DType::promote)
    })
}

/// What a group of operands makes of one that counts less.
fn combine(higher: Option<DType>, lower: Option<DType>) -> Option<DType> {
    let (Some(first), Some(second)) = (higher, lower) else { return higher.or(lower) };
    let is_of_higher_kind = match first {
        DType::C64 => false,
        first if first.is_float() => second.is_complex(),
        first => first == DType::Bool || second.is_float() || second.is_complex(),
    };
    Some(if is_of_higher_kind { first.promote(second) } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> DType {
        DType::ALL.into_iter().find(|dtype| dtype.name() == name).unwrap()
    }

    fn operand(text: &str) -> PromotionOperand {
        match text.split_once(':').unwrap() {
            ("dim", name) => (named(name), 1, false),
            ("zero", name) => (named(name), 0, false),
            (_, "bool") => (DType::Bool, 0, true),
            (_, "int") => (DType::I64, 0, true),
            (_, "float") => (DType::F64, 0, true),
            (_, _) => (DType::C64, 0, true),
        }
    }

    /// Every pair of dtypes, of tensors with and without axes and of numbers, as PyTorch's `promote_types` and `result_type` answer.
    #[test]
    fn promotion_is_pytorchs_for_every_pair() {
        let table = include_str!("../../tests/tensor/promotion.tsv");
        let mut compared = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [kind, left, right, want] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let operands = match kind {
                "types" => [(named(left), 1, false), (named(right), 1, false)],
                _ => [operand(left), operand(right)],
            };
            let got = missing(&operands).unwrap_or_else(|| promote(&operands).name());
            assert_eq!(got, want, "{kind} of {left} and {right}");
            compared += 1;
        }
        assert_eq!(compared, 81 + 4 * 81 + 2 * 9 * 4);
    }
}
