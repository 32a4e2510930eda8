//! `id` and `hash`: numbers that tell values apart.

use std::collections::HashMap;

use super::comparisons::check_hashable;
use super::{Interpreter, Outcome};
use crate::lang::class::ContainerType;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{ArrayType, Key, Value};

/// The number of the first value that is asked for, and what lies between two numbers: they look like CPython's addresses.
const FIRST: i64 = 0x7f00_0000_0000;
const STEP: i64 = 64;

/// The bits of a hash in CPython, and the prime by which it takes the remainder of a number.
const HASH_BITS: u32 = 61;
const HASH_MODULUS: u64 = (1 << HASH_BITS) - 1;

/// What one value that was asked for takes.
const IDENTITY_BYTES: usize = 128;

/// The values of which a cell has asked `id`. Their numbers go by the order of asking, so that a page gives the same ones each time.
#[derive(Default)]
pub(super) struct Identities {
    numbers: HashMap<Mark, i64>,
    /// The values, so that no other one comes to lie where one of them is.
    held: Vec<Value>,
}

/// What tells a value apart from all others.
#[derive(PartialEq, Eq, Hash)]
enum Mark {
    /// Where it lies.
    Place(usize),
    /// What it is, of a value that is the same wherever it lies.
    Bits(&'static str, u64),
    /// The same of a text, an object, a class or a type.
    Key(Key),
    /// One of its kind: `None`.
    Only(&'static str),
}

impl Interpreter<'_> {
    /// `id(value)`.
    pub(in crate::lang) fn id_of(&mut self, value: &Value, span: Span) -> Outcome<i64> {
        let Some(mark) = mark_of(value) else {
            let message = format!("`id` of {} is not known here", value.description());
            return Err(Diagnostic::new(span, message).help("to test whether two are the same, write `is`"));
        };
        self.spend_bytes(span, IDENTITY_BYTES)?;
        let next = FIRST + STEP * i64::try_from(self.identities.held.len()).unwrap_or(0);
        let number = *self.identities.numbers.entry(mark).or_insert(next);
        if number == next {
            self.identities.held.push(value.clone());
        }
        Ok(number)
    }

    /// `hash(value)`: that of CPython, but of a text, for which CPython has another number each time it runs.
    pub(in crate::lang) fn hash_of(&mut self, value: &Value, span: Span) -> Outcome<i64> {
        check_hashable(value, span)?;
        self.step(span)?;
        self.nested(span, |machine| match value {
            Value::Int(value, _) => Ok(of_int(*value)),
            Value::Bool(value) => Ok(i64::from(*value)),
            Value::Float(value, _) => Ok(of_float(*value)),
            Value::None => Ok(0xfca8_6420),
            Value::Tensor(number) if number.array_type() == ArrayType::Scalar => {
                let number = machine.number_of(&number.now(), span)?;
                machine.hash_of(&number, span)
            }
            Value::Str(text) => {
                machine.read_through(span, text.len())?;
                Ok(of_text(text))
            }
            Value::Tuple(items) => machine.hash_of_items(items, span),
            Value::Object(object) => {
                if let Some(answer) = machine.call_method(object, "__hash__", Vec::new(), span)? {
                    return match answer {
                        Value::Int(number, _) => Ok(of_int(number)),
                        Value::Bool(number) => Ok(i64::from(number)),
                        _ => {
                            let message = "__hash__ method should return an integer";
                            Err(Diagnostic::new(span, message).raising("TypeError"))
                        }
                    };
                }
                match machine.plain_container(value) {
                    Some(Value::Tuple(items)) if object.class.container() == Some(ContainerType::Tuple) => {
                        machine.hash_of_items(&items, span)
                    }
                    _ => machine.id_of(value, span).map(|id| id >> 4),
                }
            }
            other => machine.id_of(other, span).map(|id| id >> 4),
        })
    }

    /// CPython's hash of a tuple, after xxHash.
    fn hash_of_items(&mut self, items: &[Value], span: Span) -> Outcome<i64> {
        const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];
        let mut sum = PRIMES[2];
        for item in items {
            let lane = self.hash_of(item, span)? as u64;
            sum = sum.wrapping_add(lane.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0]);
        }
        sum = sum.wrapping_add(items.len() as u64 ^ (PRIMES[2] ^ 0x0035_d373));
        Ok(if sum == u64::MAX { 1_546_275_796 } else { sum as i64 })
    }
}

fn mark_of(value: &Value) -> Option<Mark> {
    Some(match value {
        Value::Int(value, _) => Mark::Bits("int", *value as u64),
        Value::Float(value, _) => Mark::Bits("float", value.to_bits()),
        Value::Bool(value) => Mark::Bits("bool", u64::from(*value)),
        Value::None | Value::Ellipsis => Mark::Only(value.kind()),
        Value::Module(module) => Mark::Only(module.name()),
        Value::List(list) => Mark::Place(list.address()),
        Value::Dict(table) | Value::Set(table) => Mark::Place(table.address()),
        Value::Tuple(items) => Mark::Place(items.address()),
        Value::Tensor(tensor) => Mark::Place(tensor.address()),
        Value::Function(closure) => Mark::Place(std::sync::Arc::as_ptr(closure).addr()),
        Value::Object(reference) => {
            let (cell, number) = reference.key();
            Mark::Key(Key::Object(cell, number))
        }
        other => Mark::Key(Key::of(other)?),
    })
}

/// CPython's hash of an integer.
fn of_int(value: i64) -> i64 {
    let rest = (value.unsigned_abs() % HASH_MODULUS) as i64;
    not_minus_one(if value < 0 { -rest } else { rest })
}

/// -1 stands for an error in CPython, so nothing has it as its hash.
fn not_minus_one(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

/// CPython's hash of a float: that of an equal integer, where there is one.
fn of_float(value: f64) -> i64 {
    if value.is_infinite() {
        return if value > 0.0 { 314_159 } else { -314_159 };
    }
    if value.is_nan() || value == 0.0 {
        return 0;
    }
    // The value is 1.fraction * 2^exponent, or 0.fraction of the least ones: a whole number of so many powers of two.
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let (whole, power) = if exponent == 0 { (fraction, -1074) } else { (fraction | (1 << 52), exponent - 1075) };
    // Modulo 2^61 - 1, a power of two is a rotation.
    let turn = power.rem_euclid(i64::from(HASH_BITS)) as u32;
    let rest = u128::from(whole) << turn;
    let rest = (rest % u128::from(HASH_MODULUS)) as i64;
    not_minus_one(if value < 0.0 { -rest } else { rest })
}

/// A hash of a text: FNV-1a.
fn of_text(text: &str) -> i64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    not_minus_one(hash as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_hash_as_in_cpython() {
        assert_eq!([0, 1, -1, 1 << 61, i64::MIN].map(of_int), [0, 1, -2, 1, -4]);
        assert_eq!(of_float(5e-324), 16_777_216);
        assert_eq!(
            [0.5, 1.5, -2.0, 1e300, 0.1].map(of_float),
            [
                1_152_921_504_606_846_976,
                1_152_921_504_606_846_977,
                -2,
                1_224_995_262_755_759_164,
                230_584_300_921_369_408,
            ]
        );
    }
}
