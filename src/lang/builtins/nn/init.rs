//! `torch.nn.init`: functions that draw or set a parameter anew, in place.

use ndarray::ArrayD;

use super::super::arguments::Call;
use super::super::{Builtin, Namespace};
use super::parameter::changed;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Trace, Value};
use crate::tensor::random::{Generator, init};
use crate::tensor::{self, Element, Leaf, Tensor};

const HERE: &[Namespace] = &[Namespace::Init];

pub(in crate::lang::builtins) static TABLE: &[Builtin] = &[
    Builtin::new("uniform_", "tensor, a=0.0, b=1.0", "Draws uniformly from a to b.", HERE, draw),
    Builtin::new("normal_", "tensor, mean=0.0, std=1.0", "Draws from a normal distribution.", HERE, draw),
    Builtin::new("xavier_uniform_", "tensor, gain=1.0", "Glorot's and Bengio's uniform numbers.", HERE, draw),
    Builtin::new("xavier_normal_", "tensor, gain=1.0", "Glorot's and Bengio's normal numbers.", HERE, draw),
    Builtin::new(
        "kaiming_uniform_",
        "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'",
        "He's uniform numbers.",
        HERE,
        draw,
    ),
    Builtin::new("constant_", "tensor, val", "Sets every element to a number.", HERE, constant),
    Builtin::new("zeros_", "tensor", "Sets every element to 0.", HERE, constant),
    Builtin::new("ones_", "tensor", "Sets every element to 1.", HERE, constant),
    Builtin::new("eye_", "tensor", "1 on the diagonal, 0 elsewhere.", HERE, eye),
    Builtin::new("calculate_gain", "nonlinearity, param=None", "The gain that suits an activation.", HERE, gain),
];

fn draw(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    changed(machine, call, "tensor", |machine, old| {
        let generator = machine.seeded(call.span)?;
        let values = drawn(call, generator, old.shape())?.map_err(|error| call.refused(&error))?;
        let new = Tensor::new(f32::array(values)).to(old.dtype()).map_err(|error| call.refused(&error))?;
        Ok(machine.leaf(new, Leaf::Random, call.span))
    })
}

fn drawn(call: &Call<'_>, generator: &mut Generator, shape: &[usize]) -> Outcome<tensor::Result<ArrayD<f32>>> {
    Ok(match call.builtin.name {
        "uniform_" => generator.uniform(shape, call.float("a")?, call.float("b")?),
        "normal_" => generator.normal(shape, call.float("mean")?, call.float("std")?),
        "xavier_uniform_" => init::xavier_uniform(generator, shape, call.float("gain")?),
        "xavier_normal_" => init::xavier_normal(generator, shape, call.float("gain")?),
        _ => {
            // A gain other than that of a leaky ReLU is said by its slope: sqrt(2 / (1 + a^2)) is 1 for a = 1.
            let slope = match call.text("nonlinearity")? {
                "leaky_relu" => call.float("a")?,
                "relu" => 0.0,
                "linear" | "sigmoid" => 1.0,
                _ => return Err(call.wrong("nonlinearity", "'leaky_relu', 'relu', 'linear' or 'sigmoid'")),
            };
            if call.text("mode")? != "fan_in" {
                return Err(call.wrong("mode", "'fan_in'"));
            }
            init::kaiming_uniform(generator, shape, slope)
        }
    })
}

fn constant(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = match call.builtin.name {
        "zeros_" => 0.0,
        "ones_" => 1.0,
        _ => call.float("val")?,
    };
    changed(machine, call, "tensor", |machine, old| {
        Ok(machine.leaf(Tensor::full(old.shape(), value, old.dtype()), Leaf::Literal, call.span))
    })
}

fn eye(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    changed(machine, call, "tensor", |machine, old| {
        let [rows, columns] = *old.shape() else { return Err(call.wrong("tensor", "a matrix")) };
        let ones = (0..rows * columns).map(|at| f64::from(u8::from(at / columns.max(1) == at % columns.max(1))));
        let new = Tensor::from_f64(&[rows, columns], ones.collect()).and_then(|new| new.to(old.dtype()));
        let new = new.map_err(|error| call.refused(&error))?;
        Ok(machine.leaf(new, Leaf::Literal, call.span))
    })
}

fn gain(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let gain = match call.text("nonlinearity")? {
        "linear" | "sigmoid" => 1.0,
        "tanh" => 5.0 / 3.0,
        "relu" => 2.0_f64.sqrt(),
        "leaky_relu" => {
            let slope = if call.has("param") { call.float("param")? } else { 0.01 };
            (2.0 / (1.0 + slope * slope)).sqrt()
        }
        _ => return Err(call.wrong("nonlinearity", "'linear', 'sigmoid', 'tanh', 'relu' or 'leaky_relu'")),
    };
    Ok(Value::Float(gain, Trace::None))
}
