//! The array behind a tensor: one of nine dtypes over ndarray, shared and never changed.

use std::hash::{DefaultHasher, Hash, Hasher};

use half::{bf16, f16};
use ndarray::{ArcArray, ArrayD, ArrayViewD, CowArray, IxDyn, NdFloat};
use num_complex::Complex32;

use super::backend::Product;
use super::dtype::DType;
pub(crate) use super::element::Element;
use super::error::{Error, Result};
use super::{backend, exponential, iter_axis};

/// A real element type, so that each formula is written once for both precisions.
pub trait Real: NdFloat + Element {
    /// The nearest number of this type.
    fn of(value: f64) -> Self;
    /// This number in double precision.
    fn f64(self) -> f64;
    /// The error function, `2/sqrt(pi)` times the integral of `exp(-t^2)` from 0.
    #[must_use]
    fn erf(self) -> Self;
    /// e^x, fast where many are needed at a time.
    #[must_use]
    fn quick_exp(self) -> Self;
    /// The nearest number of this type to a whole number.
    fn of_whole(value: i64) -> Self;
    /// A view of them.
    fn view(array: &Array) -> Option<ArrayViewD<'_, Self>> {
        Self::values(array).map(|values| values.view())
    }
    /// Matrix products of the same sizes on the chosen backend.
    ///
    /// # Errors
    /// When the backend fails.
    fn products(batch: &mut [Product<'_, Self>]) -> Result<()>;
}

impl Real for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }
    #[inline(always)]
    fn f64(self) -> f64 {
        f64::from(self)
    }
    fn erf(self) -> Self {
        libm::erff(self)
    }
    #[inline(always)]
    fn quick_exp(self) -> Self {
        exponential::exp(self)
    }
    #[inline(always)]
    fn of_whole(value: i64) -> Self {
        value as Self
    }
    fn products(batch: &mut [Product<'_, Self>]) -> Result<()> {
        backend::batch_f32(batch).map_err(|error| Error::Value(error.to_string()))
    }
}

impl Real for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn f64(self) -> f64 {
        self
    }
    fn erf(self) -> Self {
        libm::erf(self)
    }
    #[inline(always)]
    fn quick_exp(self) -> Self {
        self.exp()
    }
    #[inline(always)]
    fn of_whole(value: i64) -> Self {
        value as Self
    }
    fn products(batch: &mut [Product<'_, Self>]) -> Result<()> {
        backend::batch_f64(batch).map_err(|error| Error::Value(error.to_string()))
    }
}

/// Values of one dtype in row-major order or as a view of shared storage (a transpose costs nothing).
#[derive(Clone, Debug)]
pub enum Array {
    /// Single precision.
    F32(ArcArray<f32, IxDyn>),
    /// Double precision.
    F64(ArcArray<f64, IxDyn>),
    /// Half precision.
    F16(ArcArray<f16, IxDyn>),
    /// Half of a float32.
    BF16(ArcArray<bf16, IxDyn>),
    /// Whole numbers of 64 bits.
    I64(ArcArray<i64, IxDyn>),
    /// Whole numbers of 32 bits.
    I32(ArcArray<i32, IxDyn>),
    /// Bytes.
    U8(ArcArray<u8, IxDyn>),
    /// Truth values.
    Bool(ArcArray<bool, IxDyn>),
    /// Complex numbers.
    C64(ArcArray<Complex32, IxDyn>),
}

/// What an expression gives for the values of an array, whatever their type is.
macro_rules! with_values {
    ($array:expr, $values:pat => $result:expr) => {
        match $array {
            $crate::tensor::Array::F32($values) => $result,
            $crate::tensor::Array::F64($values) => $result,
            $crate::tensor::Array::F16($values) => $result,
            $crate::tensor::Array::BF16($values) => $result,
            $crate::tensor::Array::I64($values) => $result,
            $crate::tensor::Array::I32($values) => $result,
            $crate::tensor::Array::U8($values) => $result,
            $crate::tensor::Array::Bool($values) => $result,
            $crate::tensor::Array::C64($values) => $result,
        }
    };
}
pub(crate) use with_values;

/// What an expression gives, with the name standing for the element type of a dtype.
macro_rules! with_dtype {
    ($dtype:expr, $element:ident => $result:expr) => {
        match $dtype {
            $crate::tensor::DType::F32 => {
                type $element = f32;
                $result
            }
            $crate::tensor::DType::F64 => {
                type $element = f64;
                $result
            }
            $crate::tensor::DType::F16 => {
                type $element = half::f16;
                $result
            }
            $crate::tensor::DType::BF16 => {
                type $element = half::bf16;
                $result
            }
            $crate::tensor::DType::I64 => {
                type $element = i64;
                $result
            }
            $crate::tensor::DType::I32 => {
                type $element = i32;
                $result
            }
            $crate::tensor::DType::U8 => {
                type $element = u8;
                $result
            }
            $crate::tensor::DType::Bool => {
                type $element = bool;
                $result
            }
            $crate::tensor::DType::C64 => {
                type $element = num_complex::Complex32;
                $result
            }
        }
    };
}
pub(crate) use with_dtype;

impl Array {
    pub(crate) fn from_vec<T: Element>(shape: &[usize], data: Vec<T>) -> Result<Self> {
        let count = data.len();
        ArrayD::from_shape_vec(IxDyn(shape), data)
            .map(T::array)
            .map_err(|_| Error::Value(format!("the shape {shape:?} does not have {count} elements")))
    }

    pub(crate) fn scalar_f64(value: f64) -> Self {
        f64::array(ArrayD::from_elem(IxDyn(&[]), value))
    }

    pub(crate) fn scalar_i64(value: i64) -> Self {
        i64::array(ArrayD::from_elem(IxDyn(&[]), value))
    }

    pub(crate) fn full(shape: &[usize], value: f64, dtype: DType) -> Self {
        with_dtype!(dtype, T => T::array(ArrayD::from_elem(IxDyn(shape), T::of_real(value))))
    }

    /// The dtype of the elements.
    pub fn dtype(&self) -> DType {
        match self {
            Self::F32(_) => DType::F32,
            Self::F64(_) => DType::F64,
            Self::F16(_) => DType::F16,
            Self::BF16(_) => DType::BF16,
            Self::I64(_) => DType::I64,
            Self::I32(_) => DType::I32,
            Self::U8(_) => DType::U8,
            Self::Bool(_) => DType::Bool,
            Self::C64(_) => DType::C64,
        }
    }

    /// Whether the elements lie row by row in memory, without gaps.
    pub(crate) fn is_in_rows(&self) -> bool {
        with_values!(self, values => values.is_standard_layout())
    }

    /// The size of each axis.
    pub fn shape(&self) -> &[usize] {
        with_values!(self, values => values.shape())
    }

    /// The element at a place as float64; of a complex number the real part.
    pub(crate) fn get(&self, index: &[usize]) -> Option<f64> {
        if index.len() != self.shape().len() {
            return None;
        }
        with_values!(self, values => values.get(index).map(|&x| x.real()))
    }

    pub(crate) fn to_vec(&self) -> Vec<f64> {
        with_values!(self, values => values.iter().map(|&x| x.real()).collect())
    }

    /// The values as real numbers to be read: not copied where they are of that type already.
    pub(crate) fn read<T: Real>(&self) -> CowArray<'_, T, IxDyn> {
        T::view(self).map_or_else(|| CowArray::from(self.reals()), CowArray::from)
    }

    /// The values as floats of type `T`, whatever the dtype is.
    pub(crate) fn reals<T: Real>(&self) -> ArrayD<T> {
        if let Some(view) = T::view(self) {
            return iter_axis::in_rows(&view);
        }
        match self {
            Self::I64(values) => values.mapv(T::of_whole),
            _ => with_values!(self, values => values.mapv(|x| T::of(x.real()))),
        }
    }

    /// The values as whole numbers, truncated towards zero.
    pub(crate) fn integers(&self) -> ArrayD<i64> {
        match self {
            Self::I64(values) => values.to_owned(),
            _ => with_values!(self, values => values.mapv(Element::whole)),
        }
    }

    /// The values as truth values: everything but zero is true, NaN too.
    pub(crate) fn truths(&self) -> ArrayD<bool> {
        with_values!(self, values => values.mapv(Element::truth))
    }

    /// The values as complex numbers.
    pub(crate) fn complex(&self) -> ArrayD<Complex32> {
        match self {
            Self::C64(values) => values.to_owned(),
            _ => self.reals::<f32>().mapv(Complex32::from),
        }
    }

    /// As PyTorch casts: a float64 goes through float32 on its way to half precision, whole numbers wrap around.
    pub(crate) fn cast(&self, dtype: DType) -> Self {
        if self.dtype() == dtype {
            return self.clone();
        }
        match dtype {
            DType::F32 => f32::array(self.reals()),
            DType::F64 => f64::array(self.reals()),
            DType::F16 => f16::array(self.read::<f32>().mapv(f16::from_f32)),
            DType::BF16 => bf16::array(self.read::<f32>().mapv(bf16::from_f32)),
            DType::I64 => i64::array(self.integers()),
            DType::I32 if self.dtype().is_float() => i32::array(self.reals::<f64>().mapv(i32::of_real)),
            DType::I32 => i32::array(self.integers().mapv(|x| x as i32)),
            DType::U8 => u8::array(self.integers().mapv(|x| x as u8)),
            DType::Bool => bool::array(self.truths()),
            DType::C64 => Complex32::array(self.complex()),
        }
    }

    /// A hash of the dtype, the shape and every bit.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.dtype(), self.shape()).hash(&mut hasher);
        match self {
            // Whole numbers beyond 2^53 are not all float64.
            Self::I64(values) => values.iter().for_each(|x| x.hash(&mut hasher)),
            Self::F32(values) => values.iter().for_each(|x| x.to_bits().hash(&mut hasher)),
            Self::C64(values) => values.iter().for_each(|z| (z.re.to_bits(), z.im.to_bits()).hash(&mut hasher)),
            other => other.to_vec().iter().for_each(|x| x.to_bits().hash(&mut hasher)),
        }
        hasher.finish()
    }

    pub(crate) fn same_bits(&self, other: &Self) -> bool {
        fn same<T: Element>(ours: &ArcArray<T, IxDyn>, other: &Array) -> bool {
            T::values(other).is_some_and(|other| ours.iter().zip(other).all(|(a, b)| a.same_bits(*b)))
        }
        self.shape() == other.shape() && with_values!(self, values => same(values, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers are those of torch 2.15 on x86-64.
    #[test]
    fn casts_truncate_wrap_and_round_as_pytorch() {
        let inf = f64::INFINITY;
        let given = [inf, f64::NAN, 3e9, -3e9, 300.0, -1.5, 4_294_967_808.0, 1e19];
        let x = Array::from_vec(&[8], given.map(|x| x as f32).to_vec()).unwrap();
        let least = f64::from(i32::MIN);
        assert_eq!(x.cast(DType::I32).to_vec(), [least, least, least, least, 300.0, -1.0, least, least]);
        assert_eq!(x.cast(DType::U8).to_vec(), [0.0, 0.0, 0.0, 0.0, 44.0, 255.0, 0.0, 0.0]);
        assert_eq!(x.cast(DType::I64).to_vec()[1..6], [i64::MIN as f64, 3e9, -3e9, 300.0, -1.0]);
        let whole = Array::from_vec(&[1], vec![(1_i64 << 31) + 5]).unwrap();
        assert_eq!(whole.cast(DType::I32).to_vec(), [-2_147_483_643.0]);
    }

    #[test]
    fn half_precision_rounds_to_even_and_overflows() {
        let cast = |x: f64, dtype: DType| Array::from_vec(&[1], vec![x]).unwrap().cast(dtype).to_vec()[0];
        let rows = [
            (1.0 + 1.0 / 2048.0, DType::F16, 1.0),
            (1.0 + 3.0 / 2048.0, DType::F16, 1.0 + 2.0 / 1024.0),
            (65_519.0, DType::F16, 65_504.0),
            (65_520.0, DType::F16, f64::INFINITY),
            (1.0 + 1.0 / 256.0, DType::BF16, 1.0),
            (1e39, DType::BF16, f64::INFINITY),
            // On its way from float64 it passes float32, as in PyTorch, and is rounded twice.
            (1.0 + 2.0_f64.powi(-11) + 2.0_f64.powi(-40), DType::F16, 1.0),
        ];
        for (x, dtype, want) in rows {
            assert_eq!(cast(x, dtype).to_bits(), f64::to_bits(want), "{x} as {dtype}");
        }
    }
}
