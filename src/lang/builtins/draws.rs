//! The module `_random`: the few draws over which the modules `random` and `numpy.random` are written in Python.

use std::sync::Arc;

use sha2::{Digest, Sha512};

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, FromArgument};
use super::random_generators::of_another_cell;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::randomness::Seed;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{CellNumbers, NumberSource, SharedGenerator, Stub, Twister, Value};
use crate::tensor::random::Generator;

builtins! { TABLE:
    /// Where a cell takes the numbers of a module from.
    #[at(Draws)]
    fn of_cell(call, module: At<Arc<str>>) -> Value {
        let numbers = match &*module.value {
            "random" => CellNumbers::Python,
            "numpy.random" => CellNumbers::Numpy,
            other => return Err(call.error(format!("there are no numbers of {other}")).at(module.span).into()),
        };
        Ok(Value::Generator(NumberSource::Twister(Twister::OfCell(numbers))))
    }

    /// Numbers from a seed of Python's.
    #[at(Draws)]
    fn python(call, seed: At<Value>) -> Value {
        let state = call.python_state(&seed)?;
        Ok(Value::Generator(NumberSource::from(SharedGenerator::new(state))))
    }

    /// Starts numbers anew from a seed of Python's.
    #[at(Draws)]
    fn reseed_python(call, words: Twister, seed: At<Value>) -> () {
        let state = call.python_state(&seed)?;
        call.interpreter.randomness.reseed(&words, state);
        Ok(())
    }

    /// A real number from 0 up to, but without, 1.
    #[at(Draws)]
    fn unit(call, words: Twister) -> f64 {
        Ok(call.interpreter.randomness.twister(&words).state().unit())
    }

    /// A normal number.
    #[at(Draws)]
    fn gauss(call, words: Twister) -> f64 {
        Ok(call.interpreter.randomness.twister(&words).state().gauss())
    }

    /// A whole number of k bits.
    #[at(Draws)]
    fn bits(call, words: Twister, k: i64) -> Value {
        let Ok(bits) = u32::try_from(k) else {
            return Err(call.error("number of bits must be non-negative").raising("ValueError").into());
        };
        if bits > 63 {
            let error = call.error(format!("a number of {bits} bits does not fit: whole numbers have 64 bits here"));
            return Err(error.help("take at most 63 bits").into());
        }
        Ok(Value::int(call.interpreter.randomness.twister(&words).state().bits(bits)))
    }

    /// A whole number from 0 up to, but without, n.
    #[at(Draws)]
    fn below(call, words: Twister, n: usize) -> Value {
        if n == 0 {
            return Err(call.error("there is no number below 0").into());
        }
        Ok(Value::int(call.interpreter.randomness.twister(&words).state().index_below(n as u64)))
    }

    /// The places of n items in a random order.
    #[at(Draws)]
    fn shuffled(call, words: Twister, n: usize) -> Value {
        call.interpreter.room_for(call.span, n)?;
        let places = call.interpreter.randomness.twister(&words).state().shuffled(n);
        call.places(places)
    }

    /// The places of k different ones of n items.
    #[at(Draws)]
    fn sampled(call, words: Twister, n: usize, k: usize) -> Value {
        call.interpreter.room_for(call.span, k.saturating_mul(13).min(n).max(k))?;
        if k > n {
            return Err(call.error(format!("there are no {k} different items among {n}")).into());
        }
        let places = call.interpreter.randomness.twister(&words).state().sampled(n, k);
        call.places(places)
    }
}

impl Invocation<'_, '_> {
    fn places(&mut self, places: Vec<usize>) -> BuiltinResult {
        Ok(self.interpreter.new_list(self.span, places.into_iter().map(Value::int).collect())?)
    }

    /// The twister as `random.seed(seed)` leaves it.
    fn python_state(&mut self, seed: &At<Value>) -> Outcome<Generator> {
        let of_number = |number: u64| match number >> 32 {
            0 => Generator::of_key(&[number as u32]),
            high => Generator::of_key(&[number as u32, high as u32]),
        };
        match &seed.value {
            Value::None => {
                self.interpreter.randomness.note_default();
                Ok(of_number(Seed::DEFAULT))
            }
            Value::Int(number, _) => Ok(of_number(number.unsigned_abs())),
            Value::Bool(value) => Ok(of_number(u64::from(*value))),
            Value::Float(number, _) if !number.is_nan() => Ok(of_number(hash_of(*number) as u64)),
            Value::Str(text) => {
                self.interpreter.spend_text(self.span, text.len())?;
                Ok(Generator::of_key(&key_of_text(text)))
            }
            _ => Err(unsupported(seed.span)),
        }
    }
}

fn unsupported(span: Span) -> Diagnostic {
    let message = "The only supported seed types are: None, int, float, str, bytes, and bytearray.";
    let error = Diagnostic::new(span, message).help("write a whole number: random.seed(0)");
    // Python breaks the line.
    error.raising_as("TypeError", message.replace("None, ", "None,\n"))
}

/// Python's `hash` of a real number: what it is modulo the prime 2^61 - 1.
fn hash_of(number: f64) -> i64 {
    const PRIME: u128 = (1 << 61) - 1;
    if number.is_infinite() {
        return if number > 0.0 { 314_159 } else { -314_159 };
    }
    let bits = number.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    // 2^61 is 1 modulo the prime.
    let shifted = u128::from(mantissa) << exponent.rem_euclid(61);
    let hash = (shifted % PRIME) as i64;
    match if number < 0.0 { -hash } else { hash } {
        -1 => -2,
        hash => hash,
    }
}

/// The key of a text: its bytes and their SHA-512, as one large number.
fn key_of_text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend_from_slice(&Sha512::digest(text.as_bytes()));
    let words = bytes.rchunks(4).map(|word| word.iter().fold(0, |whole, byte| whole << 8 | u32::from(*byte)));
    let mut key: Vec<u32> = words.collect();
    while key.len() > 1 && key.last() == Some(&0) {
        key.pop();
    }
    key
}

impl FromArgument for NumberSource {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Generator(source) => Ok(source.clone()),
            value => match value.as_stub() {
                Some(Stub::Generator(cell)) => Err(of_another_cell(cell.as_ref(), argument.span)),
                _ => Err(argument.wrong("a source of random numbers")),
            },
        }
    }
}

impl FromArgument for Twister {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match NumberSource::from_argument(argument, interpreter)? {
            NumberSource::Twister(twister) => Ok(twister),
            NumberSource::Pcg(_) => Err(argument.wrong("a twister")),
        }
    }
}
