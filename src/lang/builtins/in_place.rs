//! Methods that change their tensor, for all of its names and views: those whose name ends in `_`.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, Axis, FromArgument, NumberOperand, Operand};
use super::join::no_mask;
use super::rank::axis_place;
use super::shape::sizes_of;
use super::tensors_in;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::gradients::{GradientChange, WrittenPart};
use crate::lang::evaluate::tensor_writes::across;
use crate::lang::evaluate::tensor_writes::{not_in_place, shape_changes};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::namespace::Namespace;
use crate::lang::syntax::Span;
use crate::lang::value::{SharedGenerator, SharedTensor, Value};
use crate::tensor::ops::broadcast_shape;
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::ops::overflow;
use crate::tensor::ops::put::{put, put_sum};
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::random::Generator;
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::tape::gradient_mode;
use crate::tensor::{self, DType, Element, Leaf, Tensor, budget};
use ndarray::ArrayD;

builtins! { TABLE:
    /// Sets every element to 0.
    #[at(Tensor)]
    #[role(Writes)]
    fn zero_(call, this: Changed) -> Value => ZeroBackward0 {
        this.fill(call, |call, old| {
            let zeros = Tensor::zeros(old.shape(), old.dtype());
            Ok(call.interpreter.leaf(zeros, Leaf::Literal, call.span))
        })
    }

    /// Sets every element to a number.
    #[at(Tensor)]
    #[role(Writes)]
    fn fill_(call, this: Changed, value: Operand) -> Value {
        if value.0.ndim() > 0 {
            let message = "fill_ only supports 0-dimension value tensor but got tensor with";
            return Err(call.error(format!("{message} {} dimensions.", value.0.ndim())).into());
        }
        call.grad_fn_by(&value, "FillBackward2", "FillBackward3");
        this.fill(call, |_, old| Ok(value.0.to(old.dtype())?.expand(&sizes_of(old))?))
    }

    /// Takes over the elements of a tensor.
    #[at(Tensor)]
    #[role(Writes)]
    fn copy_(call, this: Changed, src: Operand) -> Value => CopyBackwards {
        let src = src.0;
        if this.is_same(call.argument(1)) {
            let gradient = check_gradient(call, &this.tensor)?;
            this.tensor.count_write();
            gradient.note(&this.tensor, || call.grad_fn_name());
            return Ok(this.value);
        }
        let tensor = this.tensor.clone();
        this.change(call, |call, old| {
            let joint = broadcast_shape("copy_", old, &src)?;
            if joint != old.shape() {
                return Err(call.error(shape_changes(old.shape(), &joint)).into());
            }
            // Axes of size 1 in front say nothing.
            let surplus = src.ndim().saturating_sub(old.ndim());
            let own: Vec<isize> = src.shape()[surplus..].iter().map(|&size| size as isize).collect();
            let src = if surplus == 0 { src } else { src.reshape(&own)? };
            Ok(in_place_of(&tensor, old, src.to(old.dtype())?.expand(&sizes_of(old))?.contiguous())?)
        })
    }

    /// Adds in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn add_(call, this: Changed, other: Operand; alpha: f64 = 1) -> Value => AddBackward0 {
        this.replace(call, |old| old.add(&times(&other.0, alpha)?))
    }

    /// Subtracts in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn sub_(call, this: Changed, other: Operand; alpha: f64 = 1) -> Value => SubBackward0 {
        this.replace(call, |old| old.sub(&times(&other.0, alpha)?))
    }

    /// Multiplies in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn mul_(call, this: Changed, other: Operand) -> Value => MulBackward0 {
        this.replace(call, |old| old.mul(&other.0))
    }

    /// Divides in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn div_(call, this: Changed, other: Operand) -> Value => DivBackward0 {
        this.replace(call, |old| old.div(&other.0))
    }

    /// Goes a part of the way to another tensor, in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn lerp_(call, this: Changed, end: Tensor, weight: Operand) -> Value {
        call.grad_fn_by(&weight, "LerpBackward0", "LerpBackward1");
        this.replace(call, |old| old.lerp(&end, &weight.0))
    }

    /// Adds value * tensor1 * tensor2 in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn addcmul_(call, this: Changed, tensor1: Tensor, tensor2: Tensor; value: NumberOperand = 1) -> Value => AddcmulBackward0 {
        this.replace(call, |old| old.addcmul(&tensor1, &tensor2, &value.0))
    }

    /// Adds value * tensor1 / tensor2 in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn addcdiv_(call, this: Changed, tensor1: Tensor, tensor2: Tensor; value: NumberOperand = 1) -> Value => AddcdivBackward0 {
        this.replace(call, |old| old.addcdiv(&tensor1, &tensor2, &value.0))
    }

    /// Keeps every element between two bounds, in place.
    #[at(Tensor)]
    #[role(Writes)]
    fn clamp_(call, this: Changed, min: Option<Operand> = None, max: Option<Operand> = None) -> Value {
        let (min, max) = bounds(call, min, max)?;
        call.grad_fn(of_clamp(min.as_ref(), max.as_ref()));
        this.replace(call, |old| old.clamp(min.as_ref(), max.as_ref()))
    }

    /// Sets the elements where the mask is True.
    #[at(Tensor)]
    #[role(Writes)]
    #[keeps(mask)]
    fn masked_fill_(call, this: Changed, mask: At<Tensor>, value: Operand) -> Value {
        if mask.value.dtype() != DType::Bool {
            return Err(no_mask(call, &mask).into());
        }
        overflow::check_item(&value.0, this.old.dtype())?;
        call.grad_fn_by(&value, "MaskedFillBackward0", "MaskedFillBackward1");
        let chosen = mask.value.expand(&sizes_of(&this.old))?;
        this.write_at(call, &[1], numbers_where(&chosen), |whole, places, count| {
            put(whole, places, vec![count], &value.0.to(whole.dtype())?)
        })
    }

    /// Sets the elements at some places of an axis.
    #[at(Tensor)]
    #[role(Writes)]
    #[keeps(index)]
    fn index_fill_(call, this: Changed, dim: Axis, index: At<Tensor>, value: Operand) -> Value {
        if value.0.ndim() > 0 {
            let message = "index_fill_ only supports a 0-dimensional value tensor, but got tensor with";
            return Err(call.error(format!("{message} {} dimension(s).", value.0.ndim())).into());
        }
        call.grad_fn_by(&value, "IndexFillBackward0", "IndexFillBackward1");
        let axis = axis_place(call, &this.old, dim)? as usize;
        let places = places_on(&this.old, axis, dim, &index)?;
        let chosen = numbers_of(&this.old, |index| index.get(axis).is_none_or(|at| places.contains(at)));
        this.write_at(call, &[2], chosen, |whole, places, count| {
            put(whole, places, vec![count], &value.0.to(whole.dtype())?)
        })
    }

    /// Puts each element of src at the place that index names along an axis.
    #[at(Tensor)]
    #[role(Writes)]
    #[keeps(index)]
    fn scatter_(call, this: Changed, dim: Axis, index: At<Tensor>, src: Operand) -> Value {
        if index.value.is_empty() {
            return Ok(this.value);
        }
        if src.0.ndim() > 0 && src.0.dtype() != this.old.dtype() {
            return Err(call.error(SCATTER_DTYPE).help("convert it first: src.to(x.dtype)").into());
        }
        this.check_scatter(call)?;
        call.grad_fn_by(&src, "ScatterBackward1", "ScatterBackward0");
        let (numbers, src) = scattered(call, &this.old, dim, &index, &src.0)?;
        let shape = index.value.shape().to_vec();
        this.write_at(call, &[2, 3], numbers, |whole, places, _| put(whole, places, shape, &src.to(whole.dtype())?))
    }

    /// Adds each element of src at the place that index names along an axis.
    #[at(Tensor)]
    #[role(Writes)]
    #[keeps(index)]
    fn scatter_add_(call, this: Changed, dim: Axis, index: At<Tensor>, src: At<Tensor>) -> Value => ScatterAddBackward0 {
        if index.value.is_empty() {
            return Ok(this.value);
        }
        if src.value.dtype() != this.old.dtype() {
            return Err(Diagnostic::new(src.span, SCATTER_DTYPE).help("convert it first: src.to(x.dtype)").into());
        }
        this.check_scatter(call)?;
        let (numbers, src) = scattered(call, &this.old, dim, &index, &src.value)?;
        let shape = index.value.shape().to_vec();
        this.write_at(call, &[2, 3], numbers, |whole, places, _| put_sum(whole, places, shape, &src))
    }

    /// Draws every element uniformly from a to b.
    #[at(Tensor)]
    #[role(Writes)]
    fn uniform_(
        call, this: Changed, a: f64 = 0.0, b: f64 = 1.0; generator: Option<SharedGenerator> = None
    ) -> Value => UniformBackward0 {
        checked_bounds(call, a, b)?;
        drawn(call, this, generator.as_ref(), |generator, shape| generator.uniform(shape, a, b))
    }

    /// Draws every element from a normal distribution.
    #[at(Tensor)]
    #[role(Writes)]
    fn normal_(
        call, this: Changed, mean: f64 = 0.0, std: f64 = 1.0; generator: Option<SharedGenerator> = None
    ) -> Value => NormalBackward0 {
        checked_deviation(call, std)?;
        drawn(call, this, generator.as_ref(), |generator, shape| generator.normal(shape, mean, std))
    }
}

/// PyTorch's sentence for numbers of another dtype.
const SCATTER_DTYPE: &str = "scatter(): Expected self.dtype to be equal to src.dtype";

/// A tensor, or a parameter, that a function changes in place.
pub(in crate::lang::builtins) struct Changed {
    /// What is given back.
    value: Value,
    tensor: SharedTensor,
    /// What it held when the function was called.
    pub(super) old: Tensor,
}

impl FromArgument for Changed {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let tensor = SharedTensor::from_argument(argument, interpreter)?;
        Ok(Self { value: argument.value.clone(), old: tensor.now(), tensor })
    }
}

impl Changed {
    /// The tensor, which is not changed after all.
    pub(super) fn itself(self) -> Value {
        Value::Tensor(self.tensor)
    }

    /// Gives it other elements, and gives it back.
    pub(super) fn change(
        self,
        call: &mut Invocation<'_, '_>,
        compute: impl FnOnce(&mut Invocation<'_, '_>, &Tensor) -> BuiltinResult<Tensor>,
    ) -> BuiltinResult<Value> {
        self.write(call, false, compute)
    }

    /// The same where all elements become one number, so that it does not matter if several stand at one place in memory.
    pub(super) fn fill(
        self,
        call: &mut Invocation<'_, '_>,
        compute: impl FnOnce(&mut Invocation<'_, '_>, &Tensor) -> BuiltinResult<Tensor>,
    ) -> BuiltinResult<Value> {
        self.write(call, true, compute)
    }

    /// The same by arithmetic: the result has the shape and the dtype that the tensor had.
    pub(super) fn replace(
        self,
        call: &mut Invocation<'_, '_>,
        compute: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
    ) -> BuiltinResult<Value> {
        self.change(call, |call, old| {
            let new = compute(old)?;
            if let Some(message) = not_in_place(old, &new) {
                return Err(call.error(message).into());
            }
            Ok(new.to(old.dtype())?)
        })
    }

    /// What is computed of it: in its place, or as a new tensor.
    pub(super) fn computed(
        self,
        call: &mut Invocation<'_, '_>,
        is_in_place: bool,
        compute: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
    ) -> BuiltinResult<Value> {
        if is_in_place { self.replace(call, compute) } else { Ok(compute(&self.old)?.into()) }
    }

    /// Whether a value is this tensor.
    fn is_same(&self, value: Option<&Value>) -> bool {
        matches!(value, Some(Value::Tensor(other)) if other.is(&self.tensor))
    }

    /// Writes to some of its elements, by their numbers in row-major order, and gives it back. The function is told where they stand
    /// in what is replaced, and how many they are. What some arguments hold may not be written to.
    fn write_at(
        self,
        call: &mut Invocation<'_, '_>,
        read: &[usize],
        numbers: Vec<usize>,
        write: impl FnOnce(&Tensor, Vec<usize>, usize) -> tensor::Result<Tensor>,
    ) -> BuiltinResult<Value> {
        if let Value::Object(reference) = &self.value {
            Interpreter::changeable(reference, call.span)?;
        }
        let gradient = check_gradient(call, &self.tensor)?;
        for value in read.iter().filter_map(|place| call.argument(*place)) {
            Interpreter::check_operand(call.span, &self.tensor, value)?;
        }
        let count = numbers.len();
        let write = |whole: &Tensor, places: Vec<usize>| write(whole, places, count);
        call.interpreter.write_elements(call.span, &self.tensor, numbers, write)?;
        gradient.note(&self.tensor, || call.grad_fn_name());
        Ok(self.value)
    }

    /// Refuses to scatter into a tensor that repeats elements, or what is read from it.
    fn check_scatter(&self, call: &Invocation<'_, '_>) -> Outcome<()> {
        Interpreter::check_no_overlap(call.span, &self.tensor)?;
        match call.argument(3) {
            src @ Some(_) if self.is_same(src) => Err(across(call.span)),
            _ => Ok(()),
        }
    }

    fn write(
        self,
        call: &mut Invocation<'_, '_>,
        is_fill: bool,
        compute: impl FnOnce(&mut Invocation<'_, '_>, &Tensor) -> BuiltinResult<Tensor>,
    ) -> BuiltinResult<Value> {
        Interpreter::writable(&self.tensor, call.span)?;
        let gradient = check_gradient(call, &self.tensor)?;
        if !is_fill {
            for value in call.arguments().filter(|value| !self.is_same(Some(value))) {
                Interpreter::check_operand(call.span, &self.tensor, value)?;
            }
        }
        budget::make(self.old.shape())?;
        call.place();
        self.tensor.note_written();
        let new = compute(call, &self.old)?;
        let new = if is_fill { in_place_of(&self.tensor, &self.old, new)? } else { new };
        call.interpreter.overwrite(call.span, &self.tensor, new, is_fill)?;
        gradient.note(&self.tensor, || call.grad_fn_name());
        Ok(self.value)
    }
}

/// What takes the place of all that a tensor held. If a gradient of that is wanted, it gets one of 0, and so this is a step that knows it.
fn in_place_of(tensor: &SharedTensor, old: &Tensor, new: Tensor) -> tensor::Result<Tensor> {
    if !gradient_mode::is_enabled() || !tensor.requires_grad() {
        return Ok(new);
    }
    put(old, (0..old.len()).collect(), old.shape().to_vec(), &new)
}

/// Refuses what PyTorch refuses because of gradients. The functions of `nn.init` write under `no_grad`.
fn check_gradient(call: &mut Invocation<'_, '_>, tensor: &SharedTensor) -> Outcome<GradientChange> {
    if !gradient_mode::is_asked() || call.is_at(Namespace::Init) {
        return Ok(GradientChange::None);
    }
    let given = tensors_in(call.interpreter, call.arguments(), false);
    // Where a dtype takes no gradient, only the copy of a tensor brings none.
    if call.name() == "copy_" && !tensor.dtype().takes_gradient() {
        return Ok(GradientChange::None);
    }
    Interpreter::check_gradient(call.span, tensor, || WrittenPart::Whole, &given)
}

/// Draws a tensor anew.
pub(super) fn drawn(
    call: &mut Invocation<'_, '_>,
    tensor: Changed,
    generator: Option<&SharedGenerator>,
    draw: impl FnOnce(&mut Generator, &[usize]) -> tensor::Result<ArrayD<f32>>,
) -> BuiltinResult<Value> {
    if !tensor.old.dtype().is_float() {
        return Err(not_implemented("random_kernel_cpu", tensor.old.dtype(), call.name()).into());
    }
    tensor.change(call, |call, old| {
        let values = draw(&mut call.interpreter.randomness.torch_or(generator), old.shape())?;
        let new = Tensor::new(f32::array(values)).to(old.dtype())?;
        Ok(call.interpreter.leaf(new, Leaf::Random, call.span))
    })
}

/// That uniform numbers have a range to lie in.
pub(super) fn checked_bounds(call: &Invocation<'_, '_>, from: f64, to: f64) -> Outcome<()> {
    if from <= to {
        return Ok(());
    }
    Err(call.error(format!("uniform_ expects to return a [from, to) range, but found from={from} > to={to}")))
}

/// That normal numbers have a standard deviation.
pub(super) fn checked_deviation(call: &Invocation<'_, '_>, std: f64) -> Outcome<()> {
    if std >= 0.0 {
        return Ok(());
    }
    Err(call.error(format!("normal expects std >= 0.0, but found std {std}")))
}

/// The bounds of `clamp` and `clamp_`: one at least, and of one kind.
pub(super) fn bounds(
    call: &Invocation<'_, '_>,
    min: Option<Operand>,
    max: Option<Operand>,
) -> Outcome<(Option<Tensor>, Option<Tensor>)> {
    if min.is_none() && max.is_none() {
        return Err(call.error("torch.clamp: At least one of 'min' or 'max' must not be None"));
    }
    let (mut min, mut max) = (min.map(|min| min.0), max.map(|max| max.0));
    // Beside a number, a tensor without axes is read as one.
    if let (Some(low), Some(high)) = (&min, &max)
        && low.is_number() != high.is_number()
        && low.ndim() + high.ndim() == 0
    {
        (min, max) = (Some(low.clone().with_number(true)), Some(high.clone().with_number(true)));
    }
    if let (Some(min), Some(max)) = (&min, &max)
        && ((min.is_number() && max.ndim() > 0) || (max.is_number() && min.ndim() > 0))
    {
        let kind = |bound: &Tensor| if bound.is_number() { "Number" } else { "Tensor" };
        let (name, min, max) = (call.name(), kind(min), kind(max));
        let message = format!("{name}() received an invalid combination of arguments - got (Tensor, {min}, {max})");
        return Err(call.error(message).help("both bounds are numbers, or both are tensors"));
    }
    Ok((min, max))
}

/// What PyTorch's graph calls `clamp` with these bounds.
pub(super) fn of_clamp(min: Option<&Tensor>, max: Option<&Tensor>) -> &'static str {
    let are_numbers = [min, max].into_iter().flatten().all(Tensor::is_number);
    if are_numbers { "ClampBackward1" } else { "ClampBackward0" }
}

fn times(other: &Tensor, alpha: f64) -> tensor::Result<Tensor> {
    if alpha.to_bits() == 1.0_f64.to_bits() { Ok(other.clone()) } else { other.mul(&Tensor::number(alpha)) }
}

/// The numbers, in row-major order, of the elements whose index is wanted.
fn numbers_of(x: &Tensor, is_wanted: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    (0..x.len()).filter(|&number| is_wanted(&unravel(number, x.shape()))).collect()
}

/// The numbers of the elements where a mask is true.
fn numbers_where(mask: &Tensor) -> Vec<usize> {
    let is_true = |(number, value): (usize, f64)| (value != 0.0).then_some(number);
    mask.to_vec().into_iter().enumerate().filter_map(is_true).collect()
}

/// Places of an axis, which is called `dim`, counted from its front.
fn places_on(x: &Tensor, axis: usize, dim: Axis, index: &At<Tensor>) -> Outcome<Vec<usize>> {
    if index.value.dtype() != DType::I64 {
        let message = "index_fill_(): Expected dtype int64 for index.";
        return Err(Diagnostic::new(index.span, message).help("write index.long()"));
    }
    let size = x.shape().get(axis).copied().unwrap_or(1);
    let place = |at: i64| {
        let counted = if at < 0 { at.saturating_add(size as i64) } else { at };
        usize::try_from(counted)
            .ok()
            .filter(|&place| place < size)
            .ok_or_else(|| out_of_bounds(at, dim, size, index.span))
    };
    index.value.whole_numbers().into_iter().map(place).collect()
}

fn out_of_bounds(at: i64, dim: Axis, size: usize, span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("index {at} is out of bounds for dimension {} with size {size}", dim.0))
}

/// What `scatter_` writes: the number of each element that is written to, and the part of `src` that an index names.
fn scattered(
    call: &Invocation<'_, '_>,
    x: &Tensor,
    dim: Axis,
    index: &At<Tensor>,
    src: &Tensor,
) -> BuiltinResult<(Vec<usize>, Tensor)> {
    let (axis, index, at) = (axis_place(call, x, dim)? as usize, &index.value, index.span);
    if index.dtype() != DType::I64 {
        return Err(Diagnostic::new(at, "scatter(): Expected dtype int64 for index").help("write index.long()").into());
    }
    let is_number = src.ndim() == 0;
    if index.ndim() != x.ndim() || (!is_number && index.ndim() != src.ndim()) {
        let message = "Index tensor must have the same number of dimensions as self tensor";
        return Err(Diagnostic::new(at, message)
            .help(format!("index is {}, self is {}", index.shape_text(), x.shape_text()))
            .into());
    }
    let fits = |other: &[usize], but: Option<usize>| {
        index.shape().iter().zip(other).enumerate().all(|(axis, (a, b))| a <= b || but == Some(axis))
    };
    if !fits(x.shape(), Some(axis)) || (!is_number && !fits(src.shape(), None)) {
        let message = format!(
            "Expected index {:?} to be no larger than self {:?} apart from dimension {axis} and to be no larger size than src {:?}",
            index.shape(),
            x.shape(),
            src.shape()
        );
        return Err(Diagnostic::new(at, message).into());
    }
    let size = x.shape().get(axis).copied().unwrap_or(1);
    let number = |(place, named): (usize, i64)| {
        let mut target = unravel(place, index.shape());
        let chosen = usize::try_from(named).ok().filter(|&chosen| chosen < size);
        let chosen = chosen.ok_or_else(|| out_of_bounds(named, dim, size, at))?;
        if let Some(on_axis) = target.get_mut(axis) {
            *on_axis = chosen;
        }
        Ok(ravel(&target, x.shape()))
    };
    let numbers = index.whole_numbers().into_iter().enumerate().map(number).collect::<Outcome<_>>()?;
    let parts: Vec<AxisSlice> = index.shape().iter().map(|&size| AxisSlice::all(size)).collect();
    let src = if is_number || src.shape() == index.shape() { src.clone() } else { src.slice(&parts)? };
    Ok((numbers, src))
}
