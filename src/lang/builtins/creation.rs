//! New tensors: from lists, and filled by rule.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, Device, FromArgument, Keywords, Shape};
use super::from_python::IfGiven;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::written::tensor_of;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{ArrayType, SharedTensor, Value, ViewCreation};
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::ops::overflow;
use crate::tensor::{self, Axis, DType, Leaf, Tensor, budget, tape};

builtins! { TABLE:
    /// A tensor of the numbers in a list of lists.
    #[at(Bare, Torch)]
    fn tensor(
        call, data: At<Value>; dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Value {
        without_effect(device, requires_grad);
        let copy = SharedTensor::new(call.tensor_from(&data, dtype)?);
        Ok(Value::Tensor(copy.without_gradient()))
    }

    /// A tensor of the numbers in a list; a tensor stays what it is, unless another dtype is wanted.
    #[at(Torch)]
    #[role(Passes)]
    fn as_tensor(
        call, data: At<Value>, dtype: Option<DType> = None, device: Option<Device> = None
    ) -> Value => ToCopyBackward0 {
        without_effect(device, false);
        match &data.value {
            Value::Tensor(given) if dtype.is_none_or(|dtype| dtype == given.dtype()) => {
                Ok(Value::Tensor(given.seen_as(ArrayType::Tensor)))
            }
            _ => Ok(call.tensor_from(&data, dtype)?.into()),
        }
    }

    /// A float32 tensor of a list; as a type, what isinstance asks for.
    #[at(Torch)]
    #[role(Type)]
    fn float_tensor as "Tensor" (call, data: At<Value>) -> Value {
        let made = call.tensor_from(&data, Some(DType::F32))?.into();
        Ok(if let Value::Tensor(given) = &data.value { given.shown_in(made, false, ViewCreation::Plain) } else { made })
    }

    /// A tensor of zeros.
    #[at(Bare, Torch)]
    fn zeros(
        call, @rest size: Shape, dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.filled(&size, 0.0, dtype.unwrap_or(DType::F32))
    }

    /// A tensor of ones.
    #[at(Bare, Torch)]
    fn ones(
        call, @rest size: Shape, dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.filled(&size, 1.0, dtype.unwrap_or(DType::F32))
    }

    /// A tensor to be filled; here it holds zeros.
    #[at(Torch)]
    fn empty(
        call, @rest size: Shape, dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.filled(&size, 0.0, dtype.unwrap_or(DType::F32))
    }

    /// Zeros in this tensor's dtype.
    #[at(Tensor)]
    fn new_zeros(
        call, input: Tensor, @rest size: Shape, dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.filled(&size, 0.0, dtype.unwrap_or(input.dtype()))
    }

    /// Ones in this tensor's dtype.
    #[at(Tensor)]
    fn new_ones(
        call, input: Tensor, @rest size: Shape, dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.filled(&size, 1.0, dtype.unwrap_or(input.dtype()))
    }

    /// A tensor in which every element is fill_value.
    #[at(Torch)]
    fn full(
        call, size: Shape, fill_value: Scalar; dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        let dtype = dtype.unwrap_or(fill_value.dtype(DType::F32));
        call.full_of(&size, &fill_value, dtype)
    }

    /// Zeros of the shape of another tensor.
    #[at(Torch)]
    fn zeros_like(
        call, input: Tensor; dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.like(&input, 0.0, dtype)
    }

    /// Ones of the shape of another tensor.
    #[at(Torch)]
    fn ones_like(
        call, input: Tensor; dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.like(&input, 1.0, dtype)
    }

    /// A tensor to be filled, in the shape of another.
    #[at(Torch)]
    fn empty_like(
        call, input: Tensor; dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.like(&input, 0.0, dtype)
    }

    /// A value in the shape of another tensor.
    #[at(Torch)]
    fn full_like(
        call, input: Tensor, fill_value: Scalar; dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        let dtype = dtype.unwrap_or(input.dtype());
        fill_value.check(dtype)?;
        budget::make(input.shape())?;
        let filled = fill_value.everywhere(input.shape(), dtype)?;
        Ok(call.made(filled.with_axes(input.axes().to_vec())))
    }

    /// A square matrix with ones on its diagonal.
    #[at(Bare, Torch)]
    fn eye(
        call, n: usize, m: IfGiven<usize> = None; dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.identity(n, m.0.unwrap_or(n), dtype.unwrap_or(DType::F32))
    }

    /// Numbers from start up to end; from 0 if one is given.
    #[at(Bare, Torch)]
    fn arange(
        call, start: IfGiven<At<Value>> = None, end: IfGiven<At<Value>> = None, step: At<Value> = 1;
        dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        let (start, end) = (start.0, end.0);
        if step.span != call.span && (start.is_none() || end.is_none()) {
            let message = "arange() received an invalid combination of arguments: a step needs a start and an end";
            return Err(call.error(message).into());
        }
        // One bound is the end.
        match (start, end) {
            (Some(bound), None) | (None, Some(bound)) => call.in_steps(&bound, None, &step, dtype, DType::F32),
            (Some(start), end) => call.in_steps(&start, end.as_ref(), &step, dtype, DType::F32),
            (None, None) => Err(call.error("arange() needs its argument `end`").into()),
        }
    }

    /// So many numbers, evenly spaced, both ends included.
    #[at(Torch)]
    fn linspace(
        call, start: Scalar, end: Scalar, steps: usize; dtype: Option<DType> = None, device: Option<Device> = None,
        requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.evenly_spaced(&start, &end, steps, dtype.unwrap_or(DType::F32))
    }

    /// The places of a lower triangle: one row of rows, one of columns.
    #[at(Torch)]
    fn tril_indices(call, row: usize, col: usize, offset: i64 = 0) -> Tensor {
        call.places_where(row, col, |row, column| column - row <= offset)
    }

    /// The places of an upper triangle: one row of rows, one of columns.
    #[at(Torch)]
    fn triu_indices(call, row: usize, col: usize, offset: i64 = 0) -> Tensor {
        call.places_where(row, col, |row, column| column - row >= offset)
    }

    /// Whether a value is a tensor.
    #[at(Torch)]
    fn is_tensor(_call, obj: Value) -> bool {
        Ok(obj.array_type() == Some(ArrayType::Tensor) || matches!(&obj, Value::Object(object) if object.class.is_parameter()))
    }

    /// The same tensor with names for its axes: each a list of labels or None.
    #[at(Bare)]
    fn named(call, x: Tensor, @keywords axes: Keywords) -> Tensor {
        with_names(call, x, &axes)
    }
}

/// Where numbers are computed changes no number here. Whether their gradient is wanted is noted when the call is done.
pub(super) fn without_effect(_: Option<Device>, _requires_grad: bool) {}

/// A number that is made one of a dtype, with the kind that it had.
struct Scalar {
    value: Value,
    number: f64,
    span: Span,
}

impl FromArgument for Scalar {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let number = match argument.value {
            Value::Bool(value) => f64::from(u8::from(*value)),
            _ => f64::from_argument(argument, interpreter)?,
        };
        Ok(Self { value: argument.value.clone(), number, span: argument.span })
    }
}

impl Scalar {
    /// A tensor that holds it everywhere.
    fn everywhere(&self, shape: &[usize], dtype: DType) -> tensor::Result<Tensor> {
        match (&self.value, dtype) {
            // A float does not hold every whole number.
            (Value::Int(whole, _), DType::I64) => Tensor::from_i64(shape, vec![*whole; shape.iter().product()]),
            _ => Ok(Tensor::full(shape, self.number, dtype)),
        }
    }

    /// Refuses a number that the dtype does not hold; in half precision it is infinite.
    fn check(&self, dtype: DType) -> tensor::Result<()> {
        if dtype.is_half() {
            return Ok(());
        }
        overflow::check_value(self.number, self.is_whole(), dtype)
    }

    /// Where a range of this dtype begins or ends: whole numbers are cut first, and wrap around in uint8.
    fn bound(&self, dtype: DType) -> tensor::Result<f64> {
        overflow::check_value(self.number, self.is_whole(), dtype)?;
        let bound = if dtype.is_integer() { self.number.trunc() } else { self.number };
        Ok(if dtype == DType::U8 { bound.rem_euclid(256.0) } else { bound })
    }

    fn is_whole(&self) -> bool {
        match &self.value {
            Value::Tensor(tensor) => !tensor.dtype().is_float(),
            value => matches!(value, Value::Int(..) | Value::Bool(_)),
        }
    }

    /// The dtype that it gives a tensor: `usual` for a real number.
    fn dtype(&self, usual: DType) -> DType {
        match &self.value {
            Value::Int(..) => DType::I64,
            Value::Bool(_) => DType::Bool,
            Value::Tensor(fill) => fill.dtype(),
            _ => usual,
        }
    }
}

/// Whether a list begins with an array of NumPy.
fn holds_array(data: &Value) -> bool {
    data.items().is_some_and(|items| items.first().is_some_and(|first| first.array_type() == Some(ArrayType::Array)))
}

impl Invocation<'_, '_> {
    /// A new tensor as a leaf of the tape.
    fn made(&mut self, tensor: Tensor) -> Tensor {
        self.interpreter.leaf(tensor, Leaf::Literal, self.span)
    }

    fn tensor_from(&mut self, data: &At<Value>, dtype: Option<DType>) -> BuiltinResult<Tensor> {
        match &data.value {
            Value::Tensor(given) => Ok(super::reduce::in_dtype(given.now(), dtype)?),
            // A list of arrays, as PyTorch takes it, too.
            value if holds_array(value) => Ok(self.interpreter.array_of(value, dtype, data.span)?),
            value => Ok(tensor_of(self.interpreter, value, dtype, data.span)?),
        }
    }

    fn filled(&mut self, shape: &Shape, value: f64, dtype: DType) -> BuiltinResult<Tensor> {
        budget::make(&shape.0)?;
        Ok(self.made(Tensor::full(&shape.0, value, dtype)))
    }

    fn full_of(&mut self, shape: &Shape, fill: &Scalar, dtype: DType) -> BuiltinResult<Tensor> {
        fill.check(dtype)?;
        if fill.value.origin().is_none() {
            budget::make(&shape.0)?;
            return Ok(self.made(fill.everywhere(&shape.0, dtype)?));
        }
        // A fill that was computed stays the reason of every element.
        let number = match &fill.value {
            Value::Tensor(tensor) => Some(tensor.now()),
            value => self.interpreter.number_operand(value, fill.span),
        };
        self.place();
        let sizes: Vec<isize> = shape.0.iter().map(|&size| size as isize).collect();
        let number = number.unwrap_or_else(|| Tensor::number(fill.number));
        Ok(number.to(dtype)?.reshape(&[])?.expand(&sizes)?)
    }

    fn like(&mut self, model: &Tensor, value: f64, dtype: Option<DType>) -> BuiltinResult<Tensor> {
        budget::make(model.shape())?;
        let filled = Tensor::full(model.shape(), value, dtype.unwrap_or(model.dtype()));
        Ok(self.made(filled.with_axes(model.axes().to_vec())))
    }

    fn identity(&mut self, rows: usize, columns: usize, dtype: DType) -> BuiltinResult<Tensor> {
        budget::make(&[rows, columns])?;
        let ones = (0..rows * columns).map(|at| if at / columns == at % columns { 1.0 } else { 0.0 }).collect();
        let tensor = Tensor::from_f32(&[rows, columns], ones)?;
        let tensor = tape::pause(|| tensor.to(dtype))?;
        Ok(self.made(tensor))
    }

    /// The places of a matrix for which something holds, row by row.
    fn places_where(
        &mut self,
        rows: usize,
        columns: usize,
        is_inside: impl Fn(i64, i64) -> bool,
    ) -> BuiltinResult<Tensor> {
        budget::make(&[rows, columns, 2])?;
        let all = (0..rows as i64).flat_map(|row| (0..columns as i64).map(move |column| (row, column)));
        let (mut places, second): (Vec<i64>, Vec<i64>) = all.filter(|&(row, column)| is_inside(row, column)).unzip();
        places.extend(second);
        let places = Tensor::from_i64(&[2, places.len() / 2], places)?;
        Ok(self.made(places))
    }

    fn in_steps(
        &mut self,
        start: &At<Value>,
        end: Option<&At<Value>>,
        step: &At<Value>,
        dtype: Option<DType>,
        usual: DType,
    ) -> BuiltinResult<Tensor> {
        // One bound is the end.
        let given = match end {
            Some(end) => [Some(start), Some(end), Some(step)],
            None => [None, Some(start), Some(step)],
        };
        let bound = |at: Option<&At<Value>>| at.map_or(Ok(Number::Int(0)), |at| self.bound(at));
        let bounds = [bound(given[0])?, bound(given[1])?, bound(given[2])?];
        let whole = bounds.map(|bound| match bound {
            Number::Int(number) => Some(number),
            Number::Float(_) => None,
        });
        let [from, to, step] = bounds.map(Number::real);
        let is_whole = whole.iter().all(Option::is_some);
        let dtype = dtype.unwrap_or(if is_whole { DType::I64 } else { usual });
        if dtype == DType::Bool || dtype.is_complex() {
            return Err(not_implemented("arange_cpu", dtype, "arange").into());
        }
        if step == 0.0 || !step.is_finite() {
            return Err(self.error("step must be nonzero").into());
        }
        if (to - from) * step < 0.0 {
            let message = "upper bound and lower bound inconsistent with step sign";
            return Err(self.error(message).help(format!("steps of {step} do not lead from {from} to {to}")).into());
        }
        if let (false, [Some(from), Some(to), Some(step)]) = (dtype.is_float(), whole) {
            return self.in_whole_steps([from, to, step].map(i128::from), dtype);
        }
        let count = ((to - from) / step).ceil().max(0.0);
        budget::make(&[count as usize])?;
        // In whole numbers the start and the step are cut first, as PyTorch does.
        let cut = |number: f64| if dtype.is_float() { number } else { number.trunc() };
        let (from, step) = (cut(from), cut(step));
        self.tensor_of_reals((0..count as usize).map(|place| from + step * place as f64).collect(), dtype)
    }

    /// The same of whole numbers, of which doubles do not hold every one.
    fn in_whole_steps(&mut self, [from, to, step]: [i128; 3], dtype: DType) -> BuiltinResult<Tensor> {
        let count = (to - from).abs() / step.abs() + i128::from((to - from) % step != 0);
        budget::make(&[usize::try_from(count).unwrap_or(usize::MAX)])?;
        let values: Vec<i64> = (0..count).map(|place| (from + step * place) as i64).collect();
        let tensor = Tensor::from_i64(&[values.len()], values)?;
        let tensor = tape::pause(|| tensor.to(dtype))?;
        Ok(self.made(tensor))
    }

    /// A number that says where a range begins or ends.
    fn bound(&self, at: &At<Value>) -> BuiltinResult<Number> {
        let number = match &at.value {
            Value::Tensor(tensor) if tensor.ndim() == 0 => Number::held_by(&tensor.now()),
            value => Number::of(value),
        };
        let message = || format!("{}(): its arguments must be Numbers, not {}", self.name(), at.value.python_type());
        let number = number.ok_or_else(|| Diagnostic::new(at.span, message()))?;
        if number.real().is_finite() {
            return Ok(number);
        }
        Err(Diagnostic::new(at.span, format!("unsupported range: a bound of {}", number.real())).into())
    }

    fn evenly_spaced(&mut self, start: &Scalar, end: &Scalar, steps: usize, dtype: DType) -> BuiltinResult<Tensor> {
        if dtype == DType::Bool && steps > 1 {
            return Err(not_implemented("linspace_cpu", dtype, "linspace").into());
        }
        budget::make(&[steps])?;
        if steps == 1 {
            start.check(dtype)?;
            return Ok(self.made(start.everywhere(&[1], dtype)?));
        }
        // Where nothing is made, no bound has to fit, as in PyTorch.
        let (start, end) = if steps == 0 { (0.0, 0.0) } else { (start.bound(dtype)?, end.bound(dtype)?) };
        let step = if steps > 1 { (end - start) / (steps - 1) as f64 } else { 0.0 };
        // The second half is counted from the end, as PyTorch does, so that both ends are exact.
        let value = |place: usize| {
            if place < steps / 2 { start + step * place as f64 } else { end - step * (steps - 1 - place) as f64 }
        };
        self.tensor_of_reals((0..steps).map(value).collect(), dtype)
    }

    fn tensor_of_reals(&mut self, values: Vec<f64>, dtype: DType) -> BuiltinResult<Tensor> {
        let tensor = Tensor::from_f64(&[values.len()], values)?;
        let tensor = tape::pause(|| tensor.to(dtype))?;
        Ok(self.made(tensor))
    }
}

/// A tensor whose axes have these names, and labels where they are lists.
fn with_names(call: &mut Invocation<'_, '_>, tensor: Tensor, names: &Keywords) -> BuiltinResult<Tensor> {
    let entries = names.0.entries();
    if entries.len() != tensor.ndim() {
        let (axes, shape) = (tensor.ndim(), tensor.shape_text());
        let message = format!("got {} names for {axes} axes: the shape is {shape}", entries.len());
        return Err(call.error(message).help("give each axis a name, as in named(x, query=words, d_k=None)").into());
    }
    let mut axes = Vec::with_capacity(tensor.ndim());
    for (((name, labels), &size), before) in entries.iter().zip(tensor.shape()).zip(tensor.axes()) {
        // Another name does not make better numbers.
        let axis = Axis { is_said: true, made_up: before.made_up.clone(), ..Axis::named(&name.show()) };
        if matches!(labels, Value::None) {
            axes.push(axis);
            continue;
        }
        let labels = call.interpreter.iterate(labels, call.span)?;
        if labels.len() != size {
            let message = format!("got {} labels for the {size} positions of `{}`", labels.len(), name.show());
            return Err(call.error(message).into());
        }
        let texts = labels.iter().map(|label| call.interpreter.text(label, false, call.span));
        axes.push(axis.with_labels(&texts.collect::<Outcome<Vec<_>>>()?));
    }
    Ok(tensor.with_axes(axes))
}
