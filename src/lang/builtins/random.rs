//! Random numbers: PyTorch's own, from a seed that the cell sets itself, so that it gives the same numbers everywhere.

use ndarray::{ArrayD, IxDyn};

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::tensor::random::Generator;
use crate::tensor::{self, DType, Element, Leaf, Tensor};
use Namespace::Torch;

const HERE: &[Namespace] = &[Torch];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("manual_seed", "seed", "Starts the random numbers of this cell.", HERE, manual_seed),
    Builtin::new(
        "manual_seed_all",
        "seed",
        "Read, and without effect: there is no graphics card here.",
        &[Namespace::Cuda],
        ignored,
    ),
    Builtin::new(
        "rand",
        "*size, dtype=None, device=None, requires_grad=False",
        "Uniform random numbers from 0 to 1.",
        HERE,
        draw,
    ),
    Builtin::new(
        "randn",
        "*size, dtype=None, device=None, requires_grad=False",
        "Normal random numbers of mean 0 and deviation 1.",
        HERE,
        draw,
    ),
    Builtin::new("rand_like", "x", "Uniform random numbers in the shape of another tensor.", HERE, draw),
    Builtin::new("randn_like", "x", "Normal random numbers in the shape of another tensor.", HERE, draw),
    Builtin::new("normal", "mean, std, size", "Normal random numbers of this mean and deviation.", HERE, normal),
    Builtin::new(
        "randint",
        "low=0, high=None, size=None, dtype=None, device=None",
        "Random whole numbers from low up to high; from 0 if one is given.",
        HERE,
        randint,
    ),
    Builtin::new(
        "bernoulli",
        "x",
        "1 with the probability that x holds, else 0.",
        &[Torch, Namespace::Tensor],
        bernoulli,
    ),
    Builtin::new(
        "multinomial",
        "x, num_samples, replacement=False",
        "Places drawn with the weights that the rows of x hold.",
        &[Torch, Namespace::Tensor],
        multinomial,
    ),
    Builtin::new("randperm", "n", "The numbers 0 to n-1 in random order.", HERE, randperm),
];

impl Interpreter<'_> {
    /// The cell's generator: an error when it was never seeded, for then no two runs would agree.
    pub(super) fn seeded(&mut self, span: Span) -> Outcome<&mut Generator> {
        self.generator.as_mut().ok_or_else(|| {
            Diagnostic::new(span, "this cell draws random numbers and does not seed them")
                .help("write torch.manual_seed(0) before it, in this cell")
        })
    }
}

fn manual_seed(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    // PyTorch reads a negative seed as the same bits without a sign.
    machine.generator = Some(Generator::manual_seed(call.int("seed")? as u64));
    Ok(Value::None)
}

/// What was drawn, as a leaf of the tape.
fn drawn<T: Element>(machine: &mut Interpreter<'_>, call: &Call<'_>, values: tensor::Result<ArrayD<T>>) -> Outcome {
    let values = values.map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(Tensor::new(T::array(values)), Leaf::Random, call.span)))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn ignored(_: &mut Interpreter<'_>, _: &Call<'_>) -> Outcome {
    Ok(Value::None)
}

fn draw(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let shape = match call.value("x") {
        Value::Tensor(model) => {
            call.charge(machine, volume(model))?;
            model.shape().to_vec()
        }
        _ => call.new_shape(machine, "size")?,
    };
    if call.dtype("dtype")?.is_some_and(|dtype| dtype != DType::F32) {
        return Err(call.wrong("dtype", "torch.float32"));
    }
    let generator = machine.seeded(call.span)?;
    let uniform = call.builtin.name.starts_with("rand_") || call.builtin.name == "rand";
    let values = if uniform { generator.rand(&shape) } else { generator.randn(&shape) };
    drawn(machine, call, Ok(values))
}

fn normal(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (mean, std) = (call.float("mean")?, call.float("std")?);
    let shape = call.new_shape(machine, "size")?;
    let values = machine.seeded(call.span)?.normal(&shape, mean, std);
    drawn(machine, call, values)
}

/// `randint(high, size)` begins at 0.
fn randint(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let from_zero = !call.has("size");
    let (low, high) = if from_zero { (0, call.int("low")?) } else { (call.int("low")?, call.int("high")?) };
    let shape = call.new_shape(machine, if from_zero { "high" } else { "size" })?;
    if call.dtype("dtype")?.is_some_and(|dtype| dtype != DType::I64) {
        return Err(call.wrong("dtype", "torch.int64"));
    }
    let values = machine.seeded(call.span)?.randint(&shape, low, high);
    drawn(machine, call, values)
}

fn randperm(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let n = call.size("n")?;
    call.charge(machine, n as u128)?;
    let order = machine.seeded(call.span)?.randperm(n);
    drawn(machine, call, Ok(order))
}

/// Single-precision numbers, as the generator reads probabilities.
fn probabilities(call: &Call<'_>) -> Outcome<(Tensor, ArrayD<f32>)> {
    let x = call.real_tensor("x")?;
    if !x.dtype().is_float() {
        return Err(call
            .error(format!("{} takes probabilities, not {}", call.builtin.name, x.dtype()))
            .help("write x.float()"));
    }
    let numbers = x.to_vec().into_iter().map(|value| value as f32).collect();
    let array = ArrayD::from_shape_vec(IxDyn(x.shape()), numbers);
    Ok((x, array.map_err(|error| call.error(error.to_string()))?))
}

fn bernoulli(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, chances) = probabilities(call)?;
    call.charge(machine, volume(&x))?;
    let values = machine.seeded(call.span)?.bernoulli(&chances.view());
    let values = values.map_err(|error| call.refused(&error))?;
    match x.dtype() {
        DType::F64 => drawn(machine, call, Ok(values.mapv(f64::from))),
        _ => drawn(machine, call, Ok(values)),
    }
}

fn multinomial(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, weights) = probabilities(call)?;
    let samples = call.size("num_samples")?;
    call.charge(machine, volume(&x).saturating_mul(1 + samples as u128))?;
    let replacement = call.flag("replacement")?;
    let places = machine.seeded(call.span)?.multinomial(&weights.view(), samples, replacement);
    drawn(machine, call, places)
}
