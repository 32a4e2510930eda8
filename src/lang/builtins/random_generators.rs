//! Generators of random numbers that a program makes itself: `torch.Generator`.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, Device, FromArgument};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::changes::owner;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{NumberSource, SharedGenerator, Stub, Twister, Value};
use crate::tensor::random::Generator;

builtins! { TABLE:
    /// A generator of random numbers with a state of its own, which functions take as `generator=`.
    #[at(Torch)]
    #[role(Type)]
    fn generator as "Generator" (_call, device: Option<Device> = None) -> Value {
        // Everything is computed here.
        let _ = device;
        Ok(Value::Generator(NumberSource::from(SharedGenerator::new(Generator::manual_seed(Generator::DEFAULT_SEED)))))
    }

    /// Starts its random numbers anew, and returns the generator.
    #[at(Generator)]
    fn manual_seed(_call, this: SharedGenerator, seed: i64) -> Value {
        *this.state() = Generator::manual_seed(seed as u64);
        Ok(Value::Generator(NumberSource::from(this)))
    }

    /// The seed that it has.
    #[at(Generator)]
    fn initial_seed(call, this: SharedGenerator) -> Value {
        let seed = this.state().initial_seed();
        seed_of(call, seed)
    }

    /// Refused: no two runs would have this seed.
    #[at(Generator)]
    fn seed(call, this: SharedGenerator) -> Value {
        let _ = this;
        Err(unseeded(call, "g.manual_seed(0)").into())
    }

    /// The seed that the random numbers of this cell have.
    #[at(Torch)]
    fn torch_initial_seed as "initial_seed" (call) -> Value {
        let seed = call.interpreter.randomness.torch().initial_seed();
        seed_of(call, seed)
    }

    /// Refused: no two runs would have this seed.
    #[at(Torch)]
    fn torch_seed as "seed" (call) -> Value {
        Err(unseeded(call, "torch.manual_seed(0)").into())
    }
}

/// A seed as a whole number; those above the largest one of 64 bits, which come from negative ones, have no value here.
fn seed_of(call: &Invocation<'_, '_>, seed: u64) -> BuiltinResult {
    match i64::try_from(seed) {
        Ok(seed) => Ok(Value::int(seed)),
        Err(_) => Err(call.error(format!("the seed {seed} is larger than whole numbers can be here")).into()),
    }
}

fn unseeded(call: &Invocation<'_, '_>, instead: &str) -> Diagnostic {
    let message = "seed() takes a seed from the operating system, so no two runs would give the same numbers";
    call.error(message).help(format!("choose one: {instead}"))
}

impl FromArgument for SharedGenerator {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Generator(NumberSource::Twister(Twister::Own(generator))) => Ok(generator.clone()),
            value => match value.as_stub() {
                Some(Stub::Generator(cell)) => Err(of_another_cell(cell.as_ref(), argument.span)),
                _ => Err(argument.wrong("torch.Generator")),
            },
        }
    }
}

/// The error for drawing from a generator of another cell.
pub(super) fn of_another_cell(cell: Option<&Arc<str>>, span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("this random generator was made in {}, and only that cell can draw from it", owner(cell)),
    )
    .help("each draw changes a generator: make one here, as in g = torch.Generator().manual_seed(0)")
}
