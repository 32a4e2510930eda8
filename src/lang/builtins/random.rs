//! Random numbers: PyTorch's own, from a seed that the cell sets itself, so that it gives the same numbers everywhere.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::tensor::random::Generator;
use crate::tensor::{self, Leaf, Tensor};
use Place::Torch;

const HERE: &[Place] = &[Torch];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("manual_seed", "seed", "Starts the random numbers of this cell.", HERE, manual_seed),
    Builtin::new("rand", "*size", "Uniform random numbers from 0 to 1.", HERE, draw),
    Builtin::new("randn", "*size", "Normal random numbers of mean 0 and deviation 1.", HERE, draw),
    Builtin::new("randint", "low, high, size", "Random whole numbers from low up to high.", HERE, randint),
    Builtin::new("randperm", "n", "The numbers 0 to n-1 in random order.", HERE, randperm),
];

impl Machine<'_> {
    /// The cell's generator: an error when it was never seeded, for then no two runs would agree.
    pub(super) fn seeded(&mut self, span: Span) -> Outcome<&mut Generator> {
        self.generator.as_mut().ok_or_else(|| {
            Diagnostic::new(span, "this cell draws random numbers and does not seed them")
                .help("write torch.manual_seed(0) before it, in this cell")
        })
    }
}

fn manual_seed(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    // PyTorch reads a negative seed as the same bits without a sign.
    machine.generator = Some(Generator::manual_seed(call.int("seed")? as u64));
    Ok(Value::None)
}

/// What was drawn, as a leaf of the record.
fn drawn(machine: &mut Machine<'_>, call: &Call<'_>, tensor: tensor::Result<Tensor>) -> Outcome {
    let tensor = tensor.map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(tensor, Leaf::Random, call.span)))
}

fn draw(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let shape = call.new_shape(machine, "size")?;
    let generator = machine.seeded(call.span)?;
    let values = if call.builtin.name == "rand" { generator.rand(&shape) } else { generator.randn(&shape) };
    drawn(machine, call, Tensor::from_f32(&shape, values.into_iter().collect()))
}

fn randint(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (low, high) = (call.int("low")?, call.int("high")?);
    let shape = call.new_shape(machine, "size")?;
    let values = machine.seeded(call.span)?.randint(&shape, low, high);
    drawn(machine, call, values.and_then(|values| Tensor::from_i64(&shape, values.into_iter().collect())))
}

fn randperm(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let n = call.size("n")?;
    call.charge(machine, n as u128)?;
    let order = machine.seeded(call.span)?.randperm(n);
    drawn(machine, call, Tensor::from_i64(&[n], order.into_iter().collect()))
}
