//! Random numbers: PyTorch's own, from the seed that the cell sets, or else from 0, so that it gives the same numbers everywhere.

use ndarray::{ArrayD, IxDyn};

use super::creation::without_effect;
use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, Device, FromArgument, Shape};
use super::in_place::Changed;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{NumberSource, SharedGenerator, Value};
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::random::Generator;
use crate::tensor::{self, Array, DType, Element, Leaf, Tensor, budget};

builtins! { TABLE:
    /// Starts the random numbers of this cell, and returns their generator.
    #[at(Torch)]
    fn manual_seed(call, seed: i64) -> Value {
        // PyTorch reads a negative seed as the same bits without a sign.
        let generator = call.interpreter.randomness.seed_torch(seed as u64);
        Ok(Value::Generator(NumberSource::from(generator)))
    }

    /// Read, and without effect: there is no graphics card here.
    #[at(Cuda)]
    fn manual_seed_all(_call, seed: i64) -> () {
        let _ = seed;
        Ok(())
    }

    /// Uniform random numbers from 0 to 1.
    #[at(Torch)]
    fn rand(
        call, @rest size: Shape, generator: Option<SharedGenerator> = None, dtype: Option<DType> = None,
        device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.uniform_of(&size.0, generator.as_ref(), dtype.unwrap_or(DType::F32))
    }

    /// Normal random numbers of mean 0 and deviation 1.
    #[at(Torch)]
    fn randn(
        call, @rest size: Shape, generator: Option<SharedGenerator> = None, dtype: Option<DType> = None,
        device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.normal_of(&size.0, generator.as_ref(), dtype.unwrap_or(DType::F32))
    }

    /// Uniform random numbers in the shape of another tensor.
    #[at(Torch)]
    fn rand_like(
        call, input: Tensor; generator: Option<SharedGenerator> = None, dtype: Option<DType> = None,
        device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.uniform_of(input.shape(), generator.as_ref(), dtype.unwrap_or(input.dtype()))
    }

    /// Normal random numbers in the shape of another tensor.
    #[at(Torch)]
    fn randn_like(
        call, input: Tensor; generator: Option<SharedGenerator> = None, dtype: Option<DType> = None,
        device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        call.normal_of(input.shape(), generator.as_ref(), dtype.unwrap_or(input.dtype()))
    }

    /// Normal random numbers of this mean and deviation.
    #[at(Torch)]
    fn normal(call, mean: f64, std: f64, size: Shape; generator: Option<SharedGenerator> = None) -> Tensor {
        call.draw(&size.0, generator.as_ref(), |generator, shape| generator.normal(shape, mean, std))
    }

    /// Random whole numbers from low up to high; from 0 if one is given.
    #[at(Torch)]
    fn randint(
        call, low: Option<i64> = None, high: Option<HighOrSize> = None, size: Option<Shape> = None; generator: Option<SharedGenerator> = None,
        dtype: Option<DType> = None, device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        let (low, high, size) = match (low, high, size) {
            (Some(high), Some(HighOrSize::Size(size)), None) | (Some(high), None, Some(size)) => (0, high, size),
            (low, Some(HighOrSize::High(high)), Some(size)) => (low.unwrap_or(0), high, size),
            _ => return Err(call.error("randint takes (high, size) or (low, high, size)").into()),
        };
        if high <= low {
            let message = format!("random_ expects 'from' to be less than 'to', but got from={low} >= to={high}");
            return Err(call.error(message).into());
        }
        // They are drawn as int64, whatever they become.
        let dtype = dtype.unwrap_or(DType::I64);
        call.draw_as(dtype, &size.0, generator.as_ref(), |generator, shape| generator.randint(shape, low, high))
    }

    /// 1 with the probability that input holds, else 0.
    #[at(Torch, Tensor)]
    fn bernoulli(call, input: Tensor; generator: Option<SharedGenerator> = None) -> Tensor {
        let from = generator.as_ref();
        let probabilities = call.probabilities(&input)?;
        let drawn = |generator: &mut Generator, _: &[usize]| generator.bernoulli(&probabilities.view());
        match input.dtype() {
            DType::F64 => call.draw(input.shape(), from, |generator, shape| Ok(drawn(generator, shape)?.mapv(f64::from))),
            dtype @ (DType::F16 | DType::BF16) => Ok(call.draw(input.shape(), from, drawn)?.to(dtype)?),
            _ => call.draw(input.shape(), from, drawn),
        }
    }

    /// Sets every element to 1 with the probability p, else to 0.
    #[at(Tensor)]
    #[role(Writes)]
    fn bernoulli_(call, this: Changed, p: f64 = 0.5; generator: Option<SharedGenerator> = None) -> Value => BernoulliBackward0 {
        if !(0.0..=1.0).contains(&p) {
            let message = format!("bernoulli_ expects p to be in [0, 1], but got p={p}");
            return Err(call.error(message).raising("RuntimeError").into());
        }
        redrawn(call, this, generator.as_ref(), |generator, old| {
            Ok(f32::array(generator.bernoulli_(old.shape(), p)?))
        })
    }

    /// Draws whole numbers: those of the dtype, or from start up to `to`; from 0 if one is given.
    #[at(Tensor)]
    #[role(Writes)]
    fn random_(
        call, this: Changed, start: Option<i64> = None, to: Option<i64> = None;
        generator: Option<SharedGenerator> = None
    ) -> Value => RandomBackward0 {
        let dtype = this.old.dtype();
        if dtype.is_complex() {
            return Err(not_implemented("random_kernel_cpu", dtype, call.name()).into());
        }
        let bounds = match (start, to) {
            (None, None) => None,
            (None, Some(to)) | (Some(to), None) => Some((0, to)),
            (Some(start), Some(to)) => Some((start, to)),
        };
        if let Some((from, to)) = bounds {
            check_range(call, dtype, from, to)?;
        }
        redrawn(call, this, generator.as_ref(), |generator, old| {
            let (count, is_wide) = whole_numbers_of(dtype);
            let drawn = match bounds {
                Some((from, to)) => generator.randint(old.shape(), from, to)?,
                None => generator.below(old.shape(), count, is_wide),
            };
            Ok(i64::array(drawn))
        })
    }

    /// Places drawn with the weights that the rows of input hold.
    #[at(Torch, Tensor)]
    fn multinomial(
        call, input: Tensor, num_samples: usize, replacement: bool = False;
        generator: Option<SharedGenerator> = None
    ) -> Tensor {
        let weights = call.probabilities(&input)?;
        // Each sample is looked for among all weights.
        let all = [input.shape(), &[num_samples.saturating_add(1)]].concat();
        call.draw(&all, generator.as_ref(), |generator, _| generator.multinomial(&weights.view(), num_samples, replacement))
    }

    /// The numbers 0 to n-1 in random order.
    #[at(Torch)]
    fn randperm(
        call, n: usize; generator: Option<SharedGenerator> = None, dtype: Option<DType> = None,
        device: Option<Device> = None, requires_grad: bool = False
    ) -> Tensor {
        without_effect(device, requires_grad);
        let dtype = dtype.unwrap_or(DType::I64);
        call.draw_as(dtype, &[n], generator.as_ref(), |generator, _| Ok(generator.randperm(n)))
    }
}

/// Draws a tensor anew, whatever its dtype.
fn redrawn(
    call: &mut Invocation<'_, '_>,
    tensor: Changed,
    from: Option<&SharedGenerator>,
    draw: impl FnOnce(&mut Generator, &Tensor) -> tensor::Result<Array>,
) -> BuiltinResult<Value> {
    tensor.change(call, |call, old| {
        let drawn = draw(&mut call.interpreter.randomness.torch_or(from), old)?;
        Ok(call.interpreter.leaf(Tensor::new(drawn.cast(old.dtype())), Leaf::Random, call.span))
    })
}

/// How many whole numbers from 0 on `random_` draws of a dtype, and whether each takes two words of the generator.
fn whole_numbers_of(dtype: DType) -> (u64, bool) {
    match dtype {
        DType::I64 => (1 << 63, true),
        DType::F64 => ((1 << 53) + 1, true),
        DType::I32 => (1 << 31, false),
        DType::U8 => (1 << 8, false),
        DType::Bool => (2, false),
        DType::F16 => ((1 << 11) + 1, false),
        DType::BF16 => ((1 << 8) + 1, false),
        _ => ((1 << 24) + 1, false),
    }
}

/// That there are whole numbers between two bounds, and that a dtype has them.
fn check_range(call: &Invocation<'_, '_>, dtype: DType, from: i64, to: i64) -> Outcome<()> {
    if from >= to {
        let message = format!("random_ expects 'from' to be less than 'to', but got from={from} >= to={to}");
        return Err(call.error(message).raising("RuntimeError"));
    }
    let (name, least, most) = match dtype {
        DType::U8 => ("unsigned char", 0, 255),
        DType::Bool => ("bool", 0, 1),
        DType::I32 => ("int", i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => return Ok(()),
    };
    let outside = [("from", from), ("to - 1", to - 1)].into_iter().find(|(_, bound)| !(least..=most).contains(bound));
    outside.map_or(Ok(()), |(which, _)| {
        Err(call.error(format!("{which} is out of bounds for {name}")).raising("RuntimeError"))
    })
}

/// The second argument of `randint`: its bound, or the size where one bound is given.
enum HighOrSize {
    High(i64),
    Size(Shape),
}

impl FromArgument for HighOrSize {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tuple(_) | Value::List(_) => Shape::from_argument(argument, interpreter).map(Self::Size),
            _ => i64::from_argument(argument, interpreter).map(Self::High),
        }
    }
}

impl Invocation<'_, '_> {
    /// Numbers of this shape, drawn when they are paid for, as a leaf of the tape.
    fn draw<T: Element>(
        &mut self,
        shape: &[usize],
        from: Option<&SharedGenerator>,
        draw: impl FnOnce(&mut Generator, &[usize]) -> tensor::Result<ArrayD<T>>,
    ) -> BuiltinResult<Tensor> {
        budget::make(shape)?;
        let values = draw(&mut self.interpreter.randomness.torch_or(from), shape)?;
        Ok(self.interpreter.leaf(Tensor::new(T::array(values)), Leaf::Random, self.span))
    }

    /// The same in another dtype. The conversion is a part of drawing, not a step of its own.
    fn draw_as<T: Element>(
        &mut self,
        dtype: DType,
        shape: &[usize],
        from: Option<&SharedGenerator>,
        draw: impl FnOnce(&mut Generator, &[usize]) -> tensor::Result<ArrayD<T>>,
    ) -> BuiltinResult<Tensor> {
        budget::make(shape)?;
        let values = draw(&mut self.interpreter.randomness.torch_or(from), shape)?;
        Ok(self.interpreter.leaf(Tensor::new(T::array(values).cast(dtype)), Leaf::Random, self.span))
    }

    /// Uniform numbers: float64 as such, and half precision as float32 and rounded, as PyTorch draws them.
    fn uniform_of(&mut self, shape: &[usize], from: Option<&SharedGenerator>, dtype: DType) -> BuiltinResult<Tensor> {
        match dtype {
            DType::F64 => self.draw(shape, from, |generator, shape| Ok(generator.rand_double(shape))),
            dtype if dtype.is_float() => self.draw_as(dtype, shape, from, |generator, shape| Ok(generator.rand(shape))),
            dtype => Err(not_implemented("check_uniform_bounds", dtype, self.name()).into()),
        }
    }

    /// Normal numbers, drawn in the same way.
    fn normal_of(&mut self, shape: &[usize], from: Option<&SharedGenerator>, dtype: DType) -> BuiltinResult<Tensor> {
        match dtype {
            DType::F64 => self.draw(shape, from, |generator, shape| Ok(generator.randn_double(shape))),
            // Where there is nothing to draw, PyTorch does not ask for a kernel of the dtype.
            dtype if dtype.is_float() || shape.contains(&0) => {
                self.draw_as(dtype, shape, from, |generator, shape| Ok(generator.randn(shape)))
            }
            dtype => Err(not_implemented("normal_kernel_cpu", dtype, self.name()).into()),
        }
    }

    /// Single-precision numbers, as the generator reads probabilities.
    fn probabilities(&self, x: &Tensor) -> BuiltinResult<ArrayD<f32>> {
        if !x.dtype().is_float() {
            let message = format!("{} expects a tensor of probabilities, not {}", self.name(), x.dtype());
            return Err(self.error(message).help("write x.float()").into());
        }
        let numbers = x.to_vec().into_iter().map(|value| value as f32).collect();
        let array = ArrayD::from_shape_vec(IxDyn(x.shape()), numbers);
        Ok(array.map_err(|error| self.error(error.to_string()))?)
    }
}
