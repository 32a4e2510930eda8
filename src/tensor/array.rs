//! The array behind a tensor: one of five dtypes over ndarray, shared and never changed.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use ndarray::{ArcArray, ArrayD, ArrayViewD, CowArray, IxDyn, NdFloat};

use super::backend::Product;
use super::error::{Error, Result};
use super::{backend, exponential, iter_axis};

/// The type of a tensor's elements, with PyTorch's names and promotion rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DType {
    /// True or false.
    Bool,
    /// Whole numbers from 0 to 255.
    U8,
    /// Whole numbers.
    I64,
    /// Single precision: the default for real numbers.
    F32,
    /// Double precision.
    F64,
}

impl DType {
    /// Whether the elements are real numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::U8 => "uint8",
            Self::I64 => "int64",
            Self::F32 => "float32",
            Self::F64 => "float64",
        })
    }
}

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
    /// The values of an array that has this element type.
    fn values(array: &Array) -> Option<&ArcArray<Self, IxDyn>>;
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
    fn of(value: f64) -> Self {
        value as Self
    }
    fn f64(self) -> f64 {
        f64::from(self)
    }
    fn erf(self) -> Self {
        libm::erff(self)
    }
    fn quick_exp(self) -> Self {
        exponential::exp(self)
    }
    fn values(array: &Array) -> Option<&ArcArray<Self, IxDyn>> {
        match array {
            Array::F32(values) => Some(values),
            _ => None,
        }
    }
    fn products(batch: &mut [Product<'_, Self>]) -> Result<()> {
        backend::batch_f32(batch).map_err(|error| Error::Value(error.to_string()))
    }
}

impl Real for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn f64(self) -> f64 {
        self
    }
    fn erf(self) -> Self {
        libm::erf(self)
    }
    fn quick_exp(self) -> Self {
        self.exp()
    }
    fn values(array: &Array) -> Option<&ArcArray<Self, IxDyn>> {
        match array {
            Array::F64(values) => Some(values),
            _ => None,
        }
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
    /// Whole numbers.
    I64(ArcArray<i64, IxDyn>),
    /// Bytes.
    U8(ArcArray<u8, IxDyn>),
    /// Truth values.
    Bool(ArcArray<bool, IxDyn>),
}

/// The element types an array can hold.
pub trait Element: Clone {
    /// An array of this element type.
    fn array(values: ArrayD<Self>) -> Array;
}
impl Element for f32 {
    fn array(values: ArrayD<Self>) -> Array {
        Array::F32(values.into_shared())
    }
}
impl Element for f64 {
    fn array(values: ArrayD<Self>) -> Array {
        Array::F64(values.into_shared())
    }
}
impl Element for i64 {
    fn array(values: ArrayD<Self>) -> Array {
        Array::I64(values.into_shared())
    }
}
impl Element for u8 {
    fn array(values: ArrayD<Self>) -> Array {
        Array::U8(values.into_shared())
    }
}
impl Element for bool {
    fn array(values: ArrayD<Self>) -> Array {
        Array::Bool(values.into_shared())
    }
}

impl Array {
    pub(crate) fn from_vec<T: Element>(shape: &[usize], data: Vec<T>) -> Result<Self> {
        let count = data.len();
        ArrayD::from_shape_vec(IxDyn(shape), data)
            .map(T::array)
            .map_err(|_| Error::Value(format!("{count} values do not fill the shape {shape:?}")))
    }

    pub(crate) fn scalar_f64(value: f64) -> Self {
        f64::array(ArrayD::from_elem(IxDyn(&[]), value))
    }

    pub(crate) fn scalar_i64(value: i64) -> Self {
        i64::array(ArrayD::from_elem(IxDyn(&[]), value))
    }

    pub(crate) fn full(shape: &[usize], value: f64, dtype: DType) -> Self {
        let shape = IxDyn(shape);
        match dtype {
            DType::F32 => Self::F32(ArcArray::from_elem(shape, value as f32)),
            DType::F64 => Self::F64(ArcArray::from_elem(shape, value)),
            DType::I64 => Self::I64(ArcArray::from_elem(shape, value as i64)),
            DType::U8 => Self::U8(ArcArray::from_elem(shape, value as i64 as u8)),
            DType::Bool => Self::Bool(ArcArray::from_elem(shape, value != 0.0)),
        }
    }

    /// The dtype of the elements.
    pub fn dtype(&self) -> DType {
        match self {
            Self::F32(_) => DType::F32,
            Self::F64(_) => DType::F64,
            Self::I64(_) => DType::I64,
            Self::U8(_) => DType::U8,
            Self::Bool(_) => DType::Bool,
        }
    }

    /// The size of each axis.
    pub fn shape(&self) -> &[usize] {
        match self {
            Self::F32(a) => a.shape(),
            Self::F64(a) => a.shape(),
            Self::I64(a) => a.shape(),
            Self::U8(a) => a.shape(),
            Self::Bool(a) => a.shape(),
        }
    }

    pub(crate) fn get(&self, index: &[usize]) -> Option<f64> {
        if index.len() != self.shape().len() {
            return None;
        }
        match self {
            Self::F32(a) => a.get(index).map(|&x| f64::from(x)),
            Self::F64(a) => a.get(index).copied(),
            Self::I64(a) => a.get(index).map(|&x| x as f64),
            Self::U8(a) => a.get(index).map(|&x| f64::from(x)),
            Self::Bool(a) => a.get(index).map(|&x| f64::from(u8::from(x))),
        }
    }

    pub(crate) fn to_vec(&self) -> Vec<f64> {
        match self {
            Self::F32(a) => a.iter().map(|&x| f64::from(x)).collect(),
            Self::F64(a) => a.iter().copied().collect(),
            Self::I64(a) => a.iter().map(|&x| x as f64).collect(),
            Self::U8(a) => a.iter().map(|&x| f64::from(x)).collect(),
            Self::Bool(a) => a.iter().map(|&x| f64::from(u8::from(x))).collect(),
        }
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
            Self::F32(a) => a.mapv(|x| T::of(f64::from(x))),
            Self::F64(a) => a.mapv(T::of),
            Self::I64(a) => a.mapv(|x| T::of(x as f64)),
            Self::U8(a) => a.mapv(|x| T::of(f64::from(x))),
            Self::Bool(a) => a.mapv(|x| T::of(f64::from(u8::from(x)))),
        }
    }

    /// The values as whole numbers, truncated towards zero.
    pub(crate) fn integers(&self) -> ArrayD<i64> {
        match self {
            Self::F32(a) => a.mapv(|x| x as i64),
            Self::F64(a) => a.mapv(|x| x as i64),
            Self::I64(a) => a.to_owned(),
            Self::U8(a) => a.mapv(i64::from),
            Self::Bool(a) => a.mapv(i64::from),
        }
    }

    /// The values as truth values: everything but zero is true, NaN too.
    pub(crate) fn truths(&self) -> ArrayD<bool> {
        match self {
            Self::F32(a) => a.mapv(|x| x != 0.0),
            Self::F64(a) => a.mapv(|x| x != 0.0),
            Self::I64(a) => a.mapv(|x| x != 0),
            Self::U8(a) => a.mapv(|x| x != 0),
            Self::Bool(a) => a.to_owned(),
        }
    }

    pub(crate) fn cast(&self, dtype: DType) -> Self {
        if self.dtype() == dtype {
            return self.clone();
        }
        match dtype {
            DType::F32 => f32::array(self.reals()),
            DType::F64 => f64::array(self.reals()),
            DType::I64 => i64::array(self.integers()),
            DType::U8 => u8::array(self.integers().mapv(|x| x as u8)),
            DType::Bool => bool::array(self.truths()),
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
            other => other.to_vec().iter().for_each(|x| x.to_bits().hash(&mut hasher)),
        }
        hasher.finish()
    }

    pub(crate) fn same_bits(&self, other: &Self) -> bool {
        if self.shape() != other.shape() {
            return false;
        }
        match (self, other) {
            (Self::F32(a), Self::F32(b)) => a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits()),
            (Self::F64(a), Self::F64(b)) => a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits()),
            (Self::I64(a), Self::I64(b)) => a == b,
            (Self::U8(a), Self::U8(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            _ => false,
        }
    }
}

/// PyTorch's promotion. Tensors with axes come first, then those without, then numbers of the language; a lower group matters
/// only when it is of a higher kind (a real number beside whole numbers). A real number of the language counts as float32, but
/// among themselves numbers stay float64.
///
/// Each operand is its dtype, its number of axes and whether it is a number of the language.
pub(crate) fn promote(operands: &[(DType, usize, bool)]) -> DType {
    let only_numbers = operands.iter().all(|(_, _, number)| *number);
    let group = |rank: usize| {
        let of_rank = operands
            .iter()
            .filter(move |(_, ndim, number)| rank == if *number { 0 } else { 1 + usize::from(*ndim > 0) });
        of_rank
            .map(|(dtype, _, number)| if *number && dtype.is_float() && !only_numbers { DType::F32 } else { *dtype })
            .max()
    };
    combine(combine(group(2), group(1)), group(0)).unwrap_or(DType::F32)
}

fn combine(first: Option<DType>, second: Option<DType>) -> Option<DType> {
    match (first, second) {
        (Some(first), Some(second)) if !first.is_float() && (first == DType::Bool || second.is_float()) => {
            Some(first.max(second))
        }
        (first, second) => first.or(second),
    }
}
