//! The draws of `_random` over which the module `numpy.random` is written in Python.

use std::sync::Arc;

use super::array_types::ArrayDType;
use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, OneOrMore, Shape};
use crate::lang::evaluate::Outcome;
use crate::lang::evaluate::randomness::Seed;
use crate::lang::value::{ArrayType, NumberSource, SharedGenerator, SharedTensor, Trace, Twister, Value};
use crate::tensor::random::numpy::{self, BitGenerator};
use crate::tensor::random::{Generator, Pcg};
use crate::tensor::{DType, Element, Leaf, Tensor, budget};

builtins! { TABLE:
    /// Numbers from a seed of NumPy's `RandomState`.
    #[at(Draws)]
    fn numpy_words as "numpy" (call, seed: At<Value>) -> Value {
        let state = call.numpy_state(&seed)?;
        Ok(Value::Generator(NumberSource::from(SharedGenerator::new(state))))
    }

    /// Starts numbers anew from a seed of NumPy's `RandomState`.
    #[at(Draws)]
    fn reseed_numpy(call, words: Twister, seed: At<Value>) -> () {
        let state = call.numpy_state(&seed)?;
        call.interpreter.randomness.reseed(&words, state);
        Ok(())
    }

    /// Numbers from a seed of NumPy's `default_rng`.
    #[at(Draws)]
    fn pcg(call, seed: At<Value>) -> Value {
        let mut entropy = Vec::new();
        for number in call.seed_numbers(&seed)? {
            let Ok(number) = u64::try_from(number) else {
                return Err(call.error("expected non-negative integer").raising("ValueError").into());
            };
            entropy.push(number as u32);
            if number >> 32 > 0 {
                entropy.push((number >> 32) as u32);
            }
        }
        Ok(Value::Generator(NumberSource::Pcg(SharedGenerator::new(Pcg::of_entropy(&entropy)))))
    }

    /// Real numbers from 0 up to, but without, 1.
    #[at(Draws)]
    fn doubles(call, words: NumberSource, size: Option<OneOrMore<Shape>>) -> Value {
        call.reals(&words, size, |bits| bits.double())
    }

    /// Normal numbers.
    #[at(Draws)]
    fn normals(call, words: NumberSource, size: Option<OneOrMore<Shape>>) -> Value {
        call.reals(&words, size, |bits| bits.standard_normal())
    }

    /// Whole numbers from low to most, both included.
    #[at(Draws)]
    fn integers(call, words: NumberSource, low: i64, most: i64, size: Option<OneOrMore<Shape>>, dtype: ArrayDType) -> Value {
        let dtype = dtype.0.unwrap_or(DType::I64);
        if !matches!(dtype, DType::I64 | DType::I32) {
            let message = format!("NumPy's random numbers of {dtype} are not supported here");
            return Err(call.error(message).help("draw int64 numbers and convert them: x.to(torch.uint8)").into());
        }
        let range = most.abs_diff(low);
        let draw = |bits: &mut dyn BitGenerator| low.wrapping_add_unsigned(bits.within(range));
        let Some(size) = size else { return Ok(Value::int(call.interpreter.randomness.draw(&words, draw))) };
        let size = size.0.0;
        budget::make(&size)?;
        let drawn = call.interpreter.randomness.draw(&words, |bits| numpy::array(&size, || draw(bits)));
        let drawn = Tensor::new(i64::array(drawn).cast(dtype));
        Ok(call.drawn(drawn))
    }

    /// The places of n items in a random order.
    #[at(Draws)]
    fn order(call, words: NumberSource, n: usize) -> Value {
        budget::make(&[n])?;
        let mut places: Vec<i64> = (0..n as i64).collect();
        call.interpreter.randomness.draw(&words, |bits| numpy::shuffle(bits, &mut places));
        call.drawn_places(places)
    }

    /// The places of k different ones of n items, as `default_rng` draws them.
    #[at(Draws)]
    fn distinct(call, words: NumberSource, n: usize, k: usize, shuffle: bool) -> Value {
        budget::make(&[n.min(k.saturating_mul(51))])?;
        let NumberSource::Pcg(pcg) = &words else { return Err(call.error("only PCG64 draws so").into()) };
        if k > n {
            return Err(call.error(format!("there are no {k} different items among {n}")).into());
        }
        let places = pcg.state().sampled(n, k, shuffle);
        call.drawn_places(places)
    }

    /// Places drawn with the given probabilities.
    #[at(Draws)]
    fn weighted(call, words: NumberSource, p: Tensor, count: usize, replace: bool) -> Value {
        let probabilities = p.to_vec();
        // What is drawn without being put back takes several rounds over all.
        budget::make(&[probabilities.len(), if replace { 1 } else { 8 }])?;
        budget::make(&[count])?;
        let possible = probabilities.iter().filter(|p| **p > 0.0).count();
        if possible == 0 || (!replace && possible < count) {
            return Err(call.error("Fewer non-zero entries in p than size").raising("ValueError").into());
        }
        let draw = if replace { numpy::weighted } else { numpy::weighted_without_replacement };
        let places = call.interpreter.randomness.draw(&words, |bits| draw(bits, &probabilities, count));
        call.drawn_places(places)
    }

    /// Refuses what NumPy has and this library has not.
    #[at(Draws)]
    fn refuse(call, message: Arc<str>, help: Arc<str>) -> () {
        Err(call.error(&*message).help(&*help).into())
    }
}

impl Invocation<'_, '_> {
    /// Real numbers of that shape; without one, a plain number.
    fn reals(
        &mut self,
        words: &NumberSource,
        size: Option<OneOrMore<Shape>>,
        draw: impl Fn(&mut dyn BitGenerator) -> f64,
    ) -> BuiltinResult {
        let Some(size) = size else {
            return Ok(Value::Float(self.interpreter.randomness.draw(words, draw), Trace::None));
        };
        let size = size.0.0;
        budget::make(&size)?;
        let drawn = self.interpreter.randomness.draw(words, |bits| numpy::array(&size, || draw(bits)));
        Ok(self.drawn(Tensor::new(f64::array(drawn))))
    }

    /// What was drawn, as an array.
    fn drawn(&mut self, drawn: Tensor) -> Value {
        let drawn = self.interpreter.leaf(drawn, Leaf::Random, self.span);
        Value::Tensor(SharedTensor::new(drawn).with_array_type(ArrayType::Array))
    }

    fn drawn_places(&mut self, places: Vec<i64>) -> BuiltinResult {
        let places = Tensor::new(i64::array(ndarray::Array1::from(places).into_dyn()));
        Ok(self.drawn(places))
    }

    /// The numbers of a seed: one, or those of a list.
    fn seed_numbers(&mut self, seed: &At<Value>) -> Outcome<Vec<i64>> {
        let number = |value: &Value| match value {
            Value::Int(number, _) => Some(*number),
            Value::Bool(value) => Some(i64::from(*value)),
            _ => None,
        };
        let found = match &seed.value {
            Value::None => {
                self.interpreter.randomness.note_default();
                Some(vec![Seed::DEFAULT as i64])
            }
            Value::List(_) | Value::Tuple(_) => {
                seed.value.items().unwrap_or_default().iter().map(number).collect::<Option<Vec<_>>>()
            }
            value => number(value).map(|number| vec![number]),
        };
        let found = found.filter(|numbers| !numbers.is_empty());
        found.ok_or_else(|| {
            let message = "a seed is a whole number, or a list of them";
            self.error(message).at(seed.span).help("write np.random.seed(0), or np.random.default_rng(0)")
        })
    }

    /// The twister as `np.random.seed(seed)` leaves it.
    fn numpy_state(&mut self, seed: &At<Value>) -> Outcome<Generator> {
        let mut key = Vec::new();
        for number in self.seed_numbers(seed)? {
            key.push(
                u32::try_from(number).map_err(|_| {
                    self.error("Seed must be between 0 and 2**32 - 1").at(seed.span).raising("ValueError")
                })?,
            );
        }
        Ok(match (&seed.value, &key[..]) {
            (Value::List(_) | Value::Tuple(_), key) => Generator::of_key(key),
            (_, [seed, ..]) => Generator::manual_seed(u64::from(*seed)),
            _ => Generator::manual_seed(Seed::DEFAULT),
        })
    }
}
