//! Reductions: sums, means, the largest elements along axes.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, Axes, Axis, FromArgument, NamedAxes};
use super::from_python::IfGiven;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::PassedBy;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::ops::axis_places;
use crate::tensor::ops::dtype_names::{self, not_implemented};
use crate::tensor::{self, DType, Leaf, Tensor, tape};

builtins! { TABLE:
    /// The sum over an axis, several, or all.
    #[at(Torch, Tensor)]
    fn sum(
        call, input: Tensor, dim: IfGiven<Axes> = None, keepdim: IfGiven<bool> = False; dtype: Option<DType> = None
    ) -> Tensor {
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        call.grad_fn_along(dim.is_some(), "SumBackward0", "SumBackward1");
        let Axes(axes) = dim.unwrap_or_default();
        Ok(in_dtype(in_dtype(input, dtype)?.sum(&axes, keepdim)?, dtype)?)
    }

    /// The mean over an axis, several, or all.
    #[at(Torch, Tensor)]
    fn mean(
        call, input: Tensor, dim: IfGiven<Axes> = None, keepdim: IfGiven<bool> = False; dtype: Option<DType> = None
    ) -> Tensor {
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        call.grad_fn_along(dim.is_some(), "MeanBackward0", "MeanBackward1");
        let Axes(axes) = dim.unwrap_or_default();
        Ok(in_dtype(input, dtype)?.mean(&axes, keepdim)?)
    }

    /// The variance; unbiased, it divides by n-1.
    #[at(Torch, Tensor)]
    fn var(
        call, input: Tensor, dim: AxesOrUnbiased = None, unbiased: IfGiven<bool> = None, keepdim: bool = False;
        correction: Option<f64> = None
    ) -> Tensor => VarBackward0 {
        let (dims, correction) = spread(call, dim, unbiased.0, keepdim, correction)?;
        Ok(input.var_corrected(&dims, correction, keepdim)?)
    }

    /// The standard deviation; unbiased, it divides by n-1.
    #[at(Torch, Tensor)]
    fn std(
        call, input: Tensor, dim: AxesOrUnbiased = None, unbiased: IfGiven<bool> = None, keepdim: bool = False;
        correction: Option<f64> = None
    ) -> Tensor => StdBackward0 {
        let (dims, correction) = spread(call, dim, unbiased.0, keepdim, correction)?;
        Ok(input.std_corrected(&dims, correction, keepdim)?)
    }

    /// The largest element over an axis, several, or all.
    #[at(Torch, Tensor)]
    fn amax(_call, input: Tensor, dim: Axes = None, keepdim: bool = False) -> Tensor => AmaxBackward0 {
        Ok(input.max(&dim.0, keepdim)?)
    }

    /// The smallest element over an axis, several, or all.
    #[at(Torch, Tensor)]
    fn amin(_call, input: Tensor, dim: Axes = None, keepdim: bool = False) -> Tensor => AminBackward0 {
        Ok(input.min(&dim.0, keepdim)?)
    }

    /// The largest element; along an axis, the values and their places.
    #[at(Torch, Tensor)]
    #[keeps(indices)]
    fn max(call, input: Tensor, dim: IfGiven<AxisOrOther> = None, keepdim: IfGiven<bool> = False) -> Value => MaxBackward0 {
        let is_kept_of_two = keepdim.0.is_some();
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        match dim {
            None => {
                call.grad_fn("MaxBackward1");
                Ok(input.largest()?.into())
            }
            Some(AxisOrOther::Other(_)) if is_kept_of_two => Err(no_axis_but_tensor(call).into()),
            Some(AxisOrOther::Other(other)) => {
                call.grad_fn("MaximumBackward0");
                Ok(input.maximum(&other)?.into())
            }
            Some(AxisOrOther::Axis(axis)) => {
                let (values, places) = input.extreme(true, axis.0, keepdim)?;
                call.extremes("max", values, places)
            }
        }
    }

    /// The smallest element; along an axis, the values and their places.
    #[at(Torch, Tensor)]
    #[keeps(indices)]
    fn min(call, input: Tensor, dim: IfGiven<AxisOrOther> = None, keepdim: IfGiven<bool> = False) -> Value => MinBackward0 {
        let is_kept_of_two = keepdim.0.is_some();
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        match dim {
            None => {
                call.grad_fn("MinBackward1");
                Ok(input.smallest()?.into())
            }
            Some(AxisOrOther::Other(_)) if is_kept_of_two => Err(no_axis_but_tensor(call).into()),
            Some(AxisOrOther::Other(other)) => {
                call.grad_fn("MinimumBackward0");
                Ok(input.minimum(&other)?.into())
            }
            Some(AxisOrOther::Axis(axis)) => {
                let (values, places) = input.extreme(false, axis.0, keepdim)?;
                call.extremes("min", values, places)
            }
        }
    }

    /// The place of the largest element.
    #[at(Torch, Tensor)]
    fn argmax(_call, input: Tensor, dim: Option<Axis> = None, keepdim: bool = False) -> Tensor {
        match dim {
            Some(dim) => Ok(input.argmax(dim.0, keepdim)?),
            None => of_all(&input, keepdim, |row| row.argmax(0, false)),
        }
    }

    /// The place of the smallest element.
    #[at(Torch, Tensor)]
    fn argmin(_call, input: Tensor, dim: Option<Axis> = None, keepdim: bool = False) -> Tensor {
        match dim {
            Some(dim) => Ok(input.argmin(dim.0, keepdim)?),
            None => of_all(&input, keepdim, |row| row.argmin(0, false)),
        }
    }

    /// Whether all elements are true.
    #[at(Torch, Tensor)]
    fn all(_call, input: Tensor, dim: Option<NamedAxes> = None, keepdim: bool = False) -> Tensor {
        match dim {
            // Over no axis each element is all there is.
            Some(dim) if dim.axes.is_empty() => Ok(truths(&input)?),
            dim => Ok(input.all(&dim.map_or_else(Vec::new, |dim| dim.axes), keepdim)?),
        }
    }

    /// Whether any element is true.
    #[at(Torch, Tensor)]
    fn any(_call, input: Tensor, dim: Option<NamedAxes> = None, keepdim: bool = False) -> Tensor {
        match dim {
            Some(dim) if dim.axes.is_empty() => Ok(truths(&input)?),
            dim => Ok(input.any(&dim.map_or_else(Vec::new, |dim| dim.axes), keepdim)?),
        }
    }

    /// The length of a vector: the root of the sum of squares, or another of the p-norms.
    #[at(Torch, Tensor)]
    #[written(Python)]
    fn norm(
        call, input: Tensor, p: Option<NormOrder> = "fro", dim: PlainAxes = None, keepdim: bool = False
    ) -> Tensor => LinalgVectorNormBackward0 {
        let reduced = axis_places("norm", &input, &dim.0)?;
        if matches!(p, Some(NormOrder::Frobenius)) && dim.0.len() > 2 {
            let axes = dim.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let message = format!("linalg.matrix_norm: dim must be a 2-tuple. Got {axes}");
            return Err(call.error(message).help("for a norm over more than two axes, give p a number: p=2").into());
        }
        let p = p.map_or(2.0, NormOrder::exponent);
        if p.is_infinite() && reduced.iter().any(|&place| input.shape()[place] == 0) {
            let message = "linalg.vector_norm cannot compute the inf norm on an empty tensor because the operation does";
            return Err(call.error(format!("{message} not have an identity")).into());
        }
        Ok(input.norm(p, &dim.0, keepdim)?)
    }

    /// The product over an axis, or of all.
    #[at(Torch, Tensor)]
    fn prod(
        call, input: Tensor, dim: IfGiven<Axis> = None, keepdim: IfGiven<bool> = False; dtype: Option<DType> = None
    ) -> Tensor {
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        call.grad_fn_along(dim.is_some(), "ProdBackward0", "ProdBackward1");
        let axes = dim.map_or_else(Vec::new, |dim| vec![dim.0]);
        Ok(factors(input, dtype)?.prod(&axes, keepdim)?)
    }

    /// Running sums: each element is the sum of those up to it.
    #[at(Torch, Tensor)]
    fn cumsum(_call, input: Tensor, dim: Axis; dtype: Option<DType> = None) -> Tensor => CumsumBackward0 {
        if dtype == Some(DType::Bool) {
            return Err(not_implemented("cumsum_out_cpu", DType::Bool, "cumsum").into());
        }
        Ok(in_dtype(in_dtype(input, dtype)?.cumsum(dim.0)?, dtype)?)
    }

    /// The logarithm of the sum of e to the power of each element.
    #[at(Torch, Tensor)]
    #[keeps(input, result)]
    fn logsumexp(call, input: Tensor, dim: NamedAxes, keepdim: bool = False) -> Tensor => LogsumexpBackward0 {
        if dim.axes.is_empty() && input.ndim() > 0 {
            let ones = vec![1; input.ndim()];
            let message = format!("output with shape [] doesn't match the broadcast shape {ones:?}");
            return Err(call.error(message).help("name the axes: dim=-1").into());
        }
        Ok(input.logsumexp(&dim.axes, keepdim)?)
    }

    /// The middle element, the lower of two; along an axis, the values and their places.
    #[at(Torch, Tensor)]
    #[keeps(indices)]
    fn median(call, input: Tensor, dim: IfGiven<Axis> = None, keepdim: IfGiven<bool> = False) -> Value => MedianBackward1 {
        let (dim, keepdim) = kept(call, dim, keepdim)?;
        let Some(dim) = dim else {
            // Of nothing PyTorch gives the smallest whole number.
            if input.is_empty() && input.dtype() == DType::I32 {
                let smallest = Tensor::full(&[], f64::from(i32::MIN), DType::I32);
                return Ok(call.interpreter.leaf(smallest, Leaf::Literal, call.span).into());
            }
            call.grad_fn("MedianBackward0");
            return Ok(input.median()?.into());
        };
        let (values, places) = input.median_along(dim.0, keepdim)?;
        call.extremes("median", values, places)
    }

    /// Whether all elements are nearly equal.
    #[at(Torch, Tensor)]
    fn allclose(
        call, input: Tensor, other: Tensor, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False
    ) -> bool {
        let allowed = Closeness { rtol, atol, equal_nan };
        comparable(call, &input, &other, &allowed)?;
        Ok(all_true(&close(&input, &other, &allowed)?))
    }

    /// Where elements are nearly equal.
    #[at(Torch, Tensor)]
    fn isclose(
        call, input: Tensor, other: Tensor, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False
    ) -> Tensor {
        let allowed = Closeness { rtol, atol, equal_nan };
        comparable(call, &input, &other, &allowed)?;
        let close = close(&input, &other, &allowed)?;
        Ok(call.interpreter.leaf(close, Leaf::Given("isclose".into()), call.span))
    }

    /// Whether two tensors have the same shape and elements.
    #[at(Torch, Tensor)]
    fn equal(_call, input: Tensor, other: Tensor) -> bool {
        Ok(input.shape() == other.shape() && all_true(&tape::pause(|| input.eq(&other))?))
    }
}

/// A tensor in the dtype that was asked for, if any.
pub(super) fn in_dtype(x: Tensor, dtype: Option<DType>) -> tensor::Result<Tensor> {
    dtype.map_or(Ok(x.clone()), |dtype| x.to(dtype))
}

/// The axis of `max`, or the other tensor of the older form `torch.max(x, other)`.
enum AxisOrOther {
    Axis(Axis),
    Other(Tensor),
}

impl FromArgument for AxisOrOther {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(other) if argument.by != PassedBy::Name => Ok(Self::Other(other.now())),
            _ => Axis::from_argument(argument, interpreter).map(Self::Axis),
        }
    }
}

/// Axes, or the word of the older form `x.std(False)`, which has no axis before it.
enum AxesOrUnbiased {
    Axes(Axes),
    Unbiased(bool),
}

impl FromArgument for AxesOrUnbiased {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Bool(unbiased) if argument.by != PassedBy::Name => Ok(Self::Unbiased(*unbiased)),
            _ => Axes::from_argument(argument, interpreter).map(Self::Axes),
        }
    }
}

/// What is said of axes, and whether they stay: PyTorch takes no word about that where none of the axes.
fn kept<T>(call: &Invocation<'_, '_>, dim: IfGiven<T>, keepdim: IfGiven<bool>) -> BuiltinResult<(Option<T>, bool)> {
    if dim.0.is_none() && keepdim.0.is_some() {
        let message = format!("{}() received an invalid combination of arguments: keepdim without dim", call.name());
        return Err(call.error(message).help("name the axis: dim=-1, keepdim=True").into());
    }
    Ok((dim.0, keepdim.0.unwrap_or(false)))
}

/// What is multiplied: truth values and small whole numbers as int64, unless a dtype is named.
fn factors(input: Tensor, dtype: Option<DType>) -> tensor::Result<Tensor> {
    let dtype = dtype.or_else(|| matches!(input.dtype(), DType::Bool | DType::U8 | DType::I32).then_some(DType::I64));
    in_dtype(input, dtype)
}

/// The refusal of `keepdim` beside another tensor, which has no axis to keep.
fn no_axis_but_tensor(call: &Invocation<'_, '_>) -> Diagnostic {
    call.error(format!("{}(): argument 'dim' must be int, not Tensor", call.name()))
}

/// Axes of which none is a tensor: PyTorch's norm asks a tensor for its length.
struct PlainAxes(Vec<isize>);

impl FromArgument for PlainAxes {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(_) => Err(argument.refused("len() of a 0-d tensor")),
            _ => Axes::from_argument(argument, interpreter).map(|axes| Self(axes.0)),
        }
    }
}

/// Which norm.
enum NormOrder {
    /// The root of the sum of these powers.
    Power(f64),
    /// `"fro"`, that of vectors and matrices: the root of the sum of squares.
    Frobenius,
}

impl NormOrder {
    fn exponent(self) -> f64 {
        match self {
            Self::Power(p) => p,
            Self::Frobenius => 2.0,
        }
    }
}

impl FromArgument for NormOrder {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Str(word) if &**word == "fro" => Ok(Self::Frobenius),
            _ => f64::from_argument(argument, interpreter).map(Self::Power),
        }
    }
}

/// Over which axes a variance goes, and what is taken from n before the squares are divided by it: `unbiased` is the older word, `correction` the newer one.
fn spread(
    call: &Invocation<'_, '_>,
    dim: AxesOrUnbiased,
    unbiased: Option<bool>,
    keepdim: bool,
    correction: Option<f64>,
) -> BuiltinResult<(Vec<isize>, f64)> {
    let (dims, unbiased) = match dim {
        AxesOrUnbiased::Axes(axes) => (axes.0, unbiased),
        AxesOrUnbiased::Unbiased(_) if keepdim => {
            return Err(call.error("`keepdim` needs axes: name them with dim=").into());
        }
        AxesOrUnbiased::Unbiased(word) if unbiased.is_none() => (Vec::new(), Some(word)),
        AxesOrUnbiased::Unbiased(_) => return Err(call.error("`unbiased` is given twice").into()),
    };
    let correction = match (correction, unbiased) {
        (Some(_), Some(_)) => {
            return Err(call.error("`unbiased` and `correction` set the same thing: write only one of them").into());
        }
        (Some(correction), None) => correction,
        (None, Some(false)) => 0.0,
        (None, _) => 1.0,
    };
    Ok((dims, correction))
}

/// What a function of one row gives for all elements in a row: a number, or a tensor of as many axes.
fn of_all(x: &Tensor, keepdim: bool, of_row: impl FnOnce(&Tensor) -> tensor::Result<Tensor>) -> BuiltinResult<Tensor> {
    let whole = of_row(&x.reshape(&[-1])?)?;
    if keepdim { Ok(whole.reshape(&vec![1; x.ndim()])?) } else { Ok(whole) }
}

/// Whether each element is true, in the dtype of `all`: PyTorch keeps uint8.
fn truths(x: &Tensor) -> tensor::Result<Tensor> {
    let truths = x.to(DType::Bool)?;
    if x.dtype() == DType::U8 { truths.to(DType::U8) } else { Ok(truths) }
}

/// How far apart two numbers may be to count as nearly equal: at most `atol + rtol * |other|`.
struct Closeness {
    rtol: f64,
    atol: f64,
    equal_nan: bool,
}

/// Refuses what PyTorch does not compare: two dtypes, and less than no distance.
fn comparable(call: &Invocation<'_, '_>, x: &Tensor, other: &Tensor, allowed: &Closeness) -> BuiltinResult<()> {
    if x.dtype() != other.dtype() {
        let [left, right] = [x, other].map(|x| dtype_names::scalar(x.dtype()));
        return Err(call.error(format!("{left} did not match {right}")).help("write x.to(other.dtype)").into());
    }
    for (name, tolerance) in [("rtol", allowed.rtol), ("atol", allowed.atol)] {
        if tolerance.is_nan() || tolerance < 0.0 {
            let message = format!("{name} must be greater than or equal to zero, but got {tolerance}");
            return Err(call.error(message).into());
        }
    }
    Ok(())
}

/// Where two tensors are nearly equal, step by step as `torch.isclose` counts it, in the dtype of both.
fn close(x: &Tensor, other: &Tensor, allowed: &Closeness) -> tensor::Result<Tensor> {
    tape::pause(|| {
        let mut close = x.eq(other)?;
        if allowed.equal_nan && x.dtype().is_float() {
            close = close.or(&x.isnan()?.and(&other.isnan()?)?)?;
        }
        if allowed.rtol == 0.0 && allowed.atol == 0.0 {
            return Ok(close);
        }
        let most = other.mul(&Tensor::number(allowed.rtol))?.abs()?.add(&Tensor::number(allowed.atol))?;
        // A difference of whole numbers would wrap around in uint8: it is counted in the dtype of the bound.
        let apart = x.to(most.dtype())?.sub(&other.to(most.dtype())?)?.abs()?;
        close.or(&apart.le(&most)?.and(&apart.lt(&Tensor::number(f64::INFINITY))?)?)
    })
}

/// Whether every element of a tensor is true.
fn all_true(truths: &Tensor) -> bool {
    truths.to_vec().iter().all(|&truth| truth != 0.0)
}
