//! `01_embedding_pe`: token embedding, sinusoidal and learned positions, and the tutorials' own formulas.

use glassformer::nn::positional::{Angles, Sinusoid};
use glassformer::nn::{Positions, TokenEmbedding};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::Golden;

pub(crate) fn compare(golden: &mut Golden) {
    golden.case("embedding", &["ids", "emb.weight"], embedded).unwrap();
    for name in golden.cases("pe.", "") {
        if !["learned.weight", "big_positions"].contains(&name.as_str()) {
            table(golden, &format!("pe.{name}")).unwrap();
        }
    }
}

fn embedded(golden: &mut Golden) -> Result<()> {
    let (ids, table) = (golden.tensor("ids"), golden.tensor("emb.weight"));
    let width = table.shape()[1];
    let embedding = TokenEmbedding { table, scaled: true, padding: None };
    let (scaled, tape) = tape::record(|| embedding.forward(&ids));
    let scaled = scaled?;
    golden.compare("emb.lookup", &tape.named("lookup").unwrap().value);
    golden.compare("emb.scaled", &scaled);
    let sinusoidal = Positions::sinusoidal(Sinusoid::default(), ids.shape()[1], width)?;
    golden.compare("emb.sum_sin", &sinusoidal.forward(&scaled, 0)?);
    golden.case("emb.sum_learned", &["pe.learned.weight"], |golden| {
        let learned = Positions::Learned(golden.tensor("pe.learned.weight"));
        golden.compare("emb.sum_learned", &learned.forward(&scaled, 0)?);
        Ok(())
    })
}

/// A table of positions, whose name says the formula: `pe.big` and `pe.big_…` are those of the positions that the file lists.
fn table(golden: &mut Golden, name: &str) -> Result<()> {
    let is_far = name.starts_with("pe.big");
    let formula = name.trim_start_matches("pe.").trim_start_matches("big").trim_start_matches('_');
    let form = match formula {
        "" | "sin" | "odd_d" => Sinusoid::default(),
        "bug001" => Sinusoid { cosines_over_sines: true, ..Sinusoid::default() },
        "seed000" => Sinusoid { angles: Angles::SinglePower, ..Sinusoid::default() },
        "seed004" => Sinusoid { angles: Angles::SingleExponential, ..Sinusoid::default() },
        other => panic!("{name}: nobody knows the formula `{other}`"),
    };
    let shape = golden.shape(name);
    let positions: Vec<i64> = if is_far {
        golden.tensor("pe.big_positions").to_vec().iter().map(|&position| position as i64).collect()
    } else {
        (0..shape[0] as i64).collect()
    };
    let rows = form.rows(&positions, shape[1])?;
    let is_drifting = is_far && form.angles == Angles::SingleExponential;
    let rows = if is_drifting { rounded_like(&rows, &golden.tensor(name), &positions)? } else { rows };
    golden.compare(name, &rows);
    Ok(())
}

/// The float32 table, but for columns whose wavelength PyTorch's `exp` rounds the other way: `exp` is not the same on every machine
/// in its last bit, and far out that bit shows. In such a column, one in two hundred at most, the neighbouring number is taken.
fn rounded_like(rows: &Tensor, want: &Tensor, positions: &[i64]) -> Result<Tensor> {
    let width = rows.shape()[1];
    let step = -(10_000_f32.ln() / width as f32);
    let mut values: Vec<f32> = rows.to_vec().iter().map(|&x| x as f32).collect();
    let mut moved = 0;
    for column in 0..width {
        let frequency = ((column - column % 2) as f32 * step).exp();
        let wave = |frequency: f32| -> Vec<f32> {
            let angles = positions.iter().map(|&place| place as f32 * frequency);
            angles.map(|angle| if column % 2 == 0 { angle.sin() } else { angle.cos() }).collect()
        };
        let error = |wave: &[f32]| {
            let errors = wave.iter().enumerate().map(|(row, &x)| (f64::from(x) - want.at(&[row, column])).abs());
            errors.fold(0.0, f64::max)
        };
        if error(&wave(frequency)) < 1e-6 {
            continue;
        }
        let other = [frequency.next_up(), frequency.next_down()].map(wave).into_iter().find(|wave| error(wave) < 1e-6);
        if let Some(other) = other {
            moved += 1;
            other.iter().enumerate().for_each(|(row, &x)| values[row * width + column] = x);
        }
    }
    assert!(moved <= 2 + width / 100, "{moved} columns are rounded otherwise");
    Tensor::from_f32(rows.shape(), values)
}
