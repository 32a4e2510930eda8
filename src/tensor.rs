//! Arrays that remember: values with a dtype and named axes, and beside them a [`tape`](mod@tape) of how each was made.
//!
//! A [`Tensor`] never changes and is cheap to clone. Every operation is a small struct in [`ops`] that says three things about
//! itself side by side: its value, its gradient and its explanation. Without a tape the same code runs at full speed.
//!
//! Names and meanings are PyTorch's; broadcasting is NumPy's. No I/O, no threads of its own, no screen.
//!
//! ```
//! use glassformer::tensor::{Tensor, tape};
//!
//! let (weights, tape) = tape::record(|| Tensor::from_f32(&[3], vec![-0.4, 1.21, 0.99])?.softmax(-1));
//! let weights = weights?;
//! assert_eq!(format!("{:.3}", weights.at(&[1])), "0.499");
//! let why = tape.explain(weights.origin().unwrap(), &[1]).unwrap();
//! assert_eq!(why.to_string(), "0.499 = exp(1.21) / (exp(-0.400) + exp(1.21) + exp(0.990))");
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

mod array;
mod axis;
pub mod backend;
pub mod budget;
pub mod digits;
mod dtype;
mod element;
mod error;
pub mod explain;
mod exponential;
mod iter_axis;
pub mod ops;
pub mod order;
pub mod random;
pub mod ravel;
pub mod stop;
mod strides;
mod sum;
pub mod tape;
pub mod view;

pub(crate) use array::with_values;
pub use array::{Array, Real};
pub use axis::Axis;
pub use dtype::DType;
pub use element::Element;
pub use error::{Error, Result};
pub use explain::{Explanation, Expr, Operand};
pub use ops::{gelu::Gelu, norm::NormVariant};
pub use tape::{GradientSeed, Gradients, Inner, Leaf, Node, Origin, SourceSpan, Tape, TapeId};

use std::fmt;
use std::sync::{Arc, OnceLock};

/// An array with a dtype, named axes and, when it was made under a tape, the node that made it.
#[derive(Clone)]
pub struct Tensor {
    /// Shared, so that a value of the language is small and a name is read for the price of a count.
    storage: Arc<Storage>,
    /// `None` when no axis has a name or labels, which is the usual case inside a model.
    axes: Option<Arc<[Axis]>>,
    origin: Option<Origin>,
    /// A number of the language rather than a tensor: it never promotes a tensor's dtype within its kind.
    is_number: bool,
    /// Complex numbers that PyTorch would conjugate only when they are read, which some of its views refuse.
    is_conjugated: bool,
}

/// An array, and what is known of it once for all tensors that share it.
#[derive(Clone)]
struct Storage {
    array: Array,
    /// PyTorch's [`strides`] where they are not those of row-major order.
    strides: Option<Box<[usize]>>,
    digest: OnceLock<u64>,
}

impl Tensor {
    /// A float32 tensor of the given shape, filled row by row.
    ///
    /// # Errors
    /// When `data` does not hold exactly as many values as the shape asks for.
    pub fn from_f32(shape: &[usize], data: Vec<f32>) -> Result<Self> {
        Array::from_vec(shape, data).map(Self::new)
    }

    /// A float64 tensor of the given shape, filled row by row.
    ///
    /// # Errors
    /// When `data` does not hold exactly as many values as the shape asks for.
    pub fn from_f64(shape: &[usize], data: Vec<f64>) -> Result<Self> {
        Array::from_vec(shape, data).map(Self::new)
    }

    /// An int64 tensor (ids, positions) of the given shape, filled row by row.
    ///
    /// # Errors
    /// When `data` does not hold exactly as many values as the shape asks for.
    pub fn from_i64(shape: &[usize], data: Vec<i64>) -> Result<Self> {
        Array::from_vec(shape, data).map(Self::new)
    }

    /// A uint8 tensor of the given shape, filled row by row.
    ///
    /// # Errors
    /// When `data` does not hold exactly as many values as the shape asks for.
    pub fn from_u8(shape: &[usize], data: Vec<u8>) -> Result<Self> {
        Array::from_vec(shape, data).map(Self::new)
    }

    /// A bool tensor (a mask) of the given shape, filled row by row.
    ///
    /// # Errors
    /// When `data` does not hold exactly as many values as the shape asks for.
    pub fn from_bool(shape: &[usize], data: Vec<bool>) -> Result<Self> {
        Array::from_vec(shape, data).map(Self::new)
    }

    /// A float of the language: zero axes, float64, and it takes on the float dtype of what it meets.
    pub fn number(value: f64) -> Self {
        Self { is_number: true, ..Self::new(Array::scalar_f64(value)) }
    }

    /// An int of the language: zero axes, int64, and it takes on the dtype of what it meets.
    pub fn integer(value: i64) -> Self {
        Self { is_number: true, ..Self::new(Array::scalar_i64(value)) }
    }

    /// A tensor in which every element is `value`, rounded or truncated to `dtype`.
    pub fn full(shape: &[usize], value: f64, dtype: DType) -> Self {
        Self::new(Array::full(shape, value, dtype))
    }

    /// A tensor of zeros.
    pub fn zeros(shape: &[usize], dtype: DType) -> Self {
        Self::full(shape, 0.0, dtype)
    }

    /// A tensor of ones.
    pub fn ones(shape: &[usize], dtype: DType) -> Self {
        Self::full(shape, 1.0, dtype)
    }

    /// A tensor around an array, with unnamed axes and no history.
    pub fn new(array: Array) -> Self {
        let storage = Storage { array, strides: None, digest: OnceLock::new() };
        Self { storage: Arc::new(storage), axes: None, origin: None, is_number: false, is_conjugated: false }
    }

    /// The array itself.
    pub fn array(&self) -> &Array {
        &self.storage.array
    }

    /// The same tensor with other values of the same shape.
    pub(in crate::tensor) fn with_array(&self, array: Array) -> Self {
        let storage = Storage { array, strides: self.storage.strides.clone(), digest: OnceLock::new() };
        Self { storage: Arc::new(storage), ..self.clone() }
    }

    /// Whether no other tensor is this one.
    pub(in crate::tensor) fn is_held_once(&self) -> bool {
        Arc::strong_count(&self.storage) == 1
    }

    /// The array itself, given away.
    pub(in crate::tensor) fn into_array(self) -> Array {
        Arc::unwrap_or_clone(self.storage).array
    }

    /// The size of each axis.
    pub fn shape(&self) -> &[usize] {
        self.array().shape()
    }

    /// How many axes there are.
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether some axis has size zero.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DType {
        self.array().dtype()
    }

    /// What promotion needs to know of it.
    pub(crate) fn operand(&self) -> dtype::PromotionOperand {
        (self.dtype(), self.ndim(), self.is_number)
    }

    /// Whether this is a number of the language rather than a tensor.
    pub fn is_number(&self) -> bool {
        self.is_number
    }

    /// The element at `index`, read as float64 (`true` is 1). Not a number when the index does not exist.
    pub fn at(&self, index: &[usize]) -> f64 {
        self.array().get(index).unwrap_or(f64::NAN)
    }

    /// The whole number at `index`, to its last digit; `None` of what holds no whole numbers, or has no such place.
    pub fn whole_at(&self, index: &[usize]) -> Option<i64> {
        match self.array() {
            Array::I64(values) => values.get(index).copied(),
            Array::I32(values) => values.get(index).map(|&value| i64::from(value)),
            Array::U8(values) => values.get(index).map(|&value| i64::from(value)),
            _ => None,
        }
    }

    /// The only element of a tensor that has just one.
    ///
    /// # Errors
    /// When there are none or several.
    pub fn item(&self) -> Result<f64> {
        match self.len() {
            1 => Ok(self.at(&vec![0; self.ndim()])),
            n => Err(Error::Value(format!(
                "a tensor of {n} elements is not a single number: its shape is {}",
                self.shape_text()
            ))
            .raising_as("RuntimeError", format!("a Tensor with {n} elements cannot be converted to Scalar"))),
        }
    }

    /// All elements, row by row, read as float64.
    pub fn to_vec(&self) -> Vec<f64> {
        self.array().to_vec()
    }

    /// All elements, row by row, rounded to float32.
    pub fn to_f32(&self) -> Vec<f32> {
        let values = self.array().reals::<f32>();
        if values.is_standard_layout() { values.into_raw_vec_and_offset().0 } else { values.into_iter().collect() }
    }

    /// The same, without a copy where nobody else has them.
    pub fn into_f32(self) -> Vec<f32> {
        match self.into_array() {
            Array::F32(values) => {
                let values = iter_axis::own_rows(values);
                let count = values.len();
                let (memory, start) = values.into_raw_vec_and_offset();
                // A part of a larger array is found within all of it.
                if memory.len() == count { memory } else { memory[start.unwrap_or(0)..][..count].to_vec() }
            }
            array => Self::new(array).to_f32(),
        }
    }

    /// All elements as whole numbers, row by row, truncated towards zero.
    pub fn whole_numbers(&self) -> Vec<i64> {
        self.array().integers().into_iter().collect()
    }

    /// The axes: one for each dimension, unnamed ones included.
    pub fn axes(&self) -> &[Axis] {
        match &self.axes {
            Some(axes) => axes,
            None => axis::unnamed(self.ndim()),
        }
    }

    /// The same values under these axes; surplus axes are dropped and missing ones are unnamed. Labels whose number differs from
    /// the size of their axis are dropped too, for a wrong label is worse than none.
    #[must_use]
    pub fn with_axes(mut self, mut axes: Vec<Axis>) -> Self {
        if axes.is_empty() {
            self.axes = None;
            return self;
        }
        axes.resize(self.ndim(), Axis::default());
        for (axis, &size) in axes.iter_mut().zip(self.storage.array.shape()) {
            if axis.labels.as_ref().is_some_and(|labels| labels.len() != size) {
                axis.labels = None;
            }
        }
        self.axes = axes.iter().any(|axis| *axis != Axis::default()).then(|| axes.into());
        self
    }

    /// How far the next element of each axis is in PyTorch's memory.
    pub fn stride(&self) -> Vec<usize> {
        self.storage.strides.as_ref().map_or_else(|| strides::contiguous(self.shape()), |strides| strides.to_vec())
    }

    /// Whether PyTorch would hold the elements in row-major order, so that any [`view`](Self::view) of them is possible.
    pub fn is_contiguous(&self) -> bool {
        self.storage.strides.is_none()
    }

    /// The same elements in row-major order: `x.contiguous()`.
    #[must_use]
    pub fn contiguous(&self) -> Self {
        if self.is_contiguous() { self.clone() } else { self.clone().with_strides(None) }
    }

    /// The same values in a memory of their own.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { storage: Arc::new((*self.storage).clone()), ..self.clone() }
    }

    /// The same values as PyTorch would hold them; `None` for row-major order.
    pub(crate) fn with_strides(mut self, strides: Option<Vec<usize>>) -> Self {
        let strides =
            strides.filter(|strides| !strides::is_contiguous(self.shape(), strides)).map(Vec::into_boxed_slice);
        if strides != self.storage.strides {
            Arc::make_mut(&mut self.storage).strides = strides;
        }
        self
    }

    /// One number for the dtype, the shape and every bit, computed once for all tensors that share the array.
    pub fn digest(&self) -> u64 {
        *self.storage.digest.get_or_init(|| self.array().digest())
    }

    /// Where this tensor was made: `None` when no tape was kept.
    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }

    /// The same values without a history.
    #[must_use]
    pub fn detach(mut self) -> Self {
        self.origin = None;
        self
    }

    pub(crate) fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    pub(crate) fn with_number(mut self, is_number: bool) -> Self {
        self.is_number = is_number && self.ndim() == 0;
        self
    }

    /// Whether PyTorch would still have to conjugate these numbers.
    pub(crate) fn is_conjugated(&self) -> bool {
        self.is_conjugated
    }

    /// The same numbers, which PyTorch would still have to conjugate, or would not.
    #[must_use]
    pub fn with_conjugated(mut self, is_conjugated: bool) -> Self {
        self.is_conjugated = is_conjugated && self.dtype().is_complex();
        self
    }

    /// The same values converted to `dtype`, as a new node of the tape.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn to(&self, dtype: DType) -> Result<Self> {
        ops::cast::to(self, dtype)
    }

    /// Whether shape, dtype and every bit are equal; a NaN equals the same NaN.
    pub fn same_bits(&self, other: &Self) -> bool {
        self.is_number == other.is_number && self.array().same_bits(other.array())
    }

    /// The shape with the names that are known: `[query 4, d_k 8]`.
    pub fn shape_text(&self) -> String {
        axis::shape_text(self.shape(), self.axes())
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor({}, {:?}, {:?})", self.dtype(), self.shape_text(), self.to_vec())
    }
}
