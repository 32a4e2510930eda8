//! Elements of a tensor with all their digits, for files and for the clipboard: what is read back has the same bits.

use half::{bf16, f16};
use num_complex::Complex32;

use crate::tensor::{Tensor, with_values};

/// All elements, row by row.
pub fn elements(tensor: &Tensor) -> Vec<String> {
    with_values!(tensor.array(), values => values.iter().map(InFull::in_full).collect())
}

/// The element at an index; nothing where there is none.
pub fn element(tensor: &Tensor, index: &[usize]) -> Option<String> {
    with_values!(tensor.array(), values => values.get(index).map(InFull::in_full))
}

/// What is written with all its digits: truth and what is no number as Python writes it.
trait InFull {
    fn in_full(&self) -> String;
}

impl InFull for bool {
    fn in_full(&self) -> String {
        if *self { "True" } else { "False" }.to_owned()
    }
}

impl InFull for i64 {
    fn in_full(&self) -> String {
        self.to_string()
    }
}

impl InFull for u8 {
    fn in_full(&self) -> String {
        self.to_string()
    }
}

impl InFull for i32 {
    fn in_full(&self) -> String {
        self.to_string()
    }
}

impl InFull for f16 {
    fn in_full(&self) -> String {
        self.to_f32().in_full()
    }
}

impl InFull for bf16 {
    fn in_full(&self) -> String {
        self.to_f32().in_full()
    }
}

impl InFull for Complex32 {
    fn in_full(&self) -> String {
        let sign = if self.im.is_sign_negative() { "" } else { "+" };
        format!("{}{sign}{}j", self.re.in_full(), self.im.in_full())
    }
}

impl InFull for f32 {
    fn in_full(&self) -> String {
        if self.is_nan() { "nan".to_owned() } else { self.to_string() }
    }
}

impl InFull for f64 {
    fn in_full(&self) -> String {
        if self.is_nan() { "nan".to_owned() } else { self.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_there() {
        let single = Tensor::from_f32(&[3], vec![0.1, f32::NEG_INFINITY, f32::NAN]).unwrap();
        assert_eq!(elements(&single), ["0.1", "-inf", "nan"]);
        let large = Tensor::from_i64(&[1], vec![i64::MAX]).unwrap();
        assert_eq!(element(&large, &[0]), Some("9223372036854775807".to_owned()));
        assert_eq!(element(&Tensor::from_bool(&[1], vec![true]).unwrap(), &[0]), Some("True".to_owned()));
        assert_eq!(element(&Tensor::number(0.1), &[]), Some("0.1".to_owned()));
        assert_eq!(element(&large, &[1]), None);
    }

    #[test]
    fn a_view_is_read_row_by_row() {
        let view = Tensor::from_i64(&[2, 3], (1..=6).collect()).unwrap().transpose(0, 1).unwrap();
        assert_eq!(elements(&view), ["1", "4", "2", "5", "3", "6"]);
        assert_eq!(element(&view, &[2, 1]), Some("6".to_owned()));
    }
}
