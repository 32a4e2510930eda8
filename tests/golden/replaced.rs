//! The harness itself, on changed copies of the golden files: what is renamed is found, what is gone is listed, and what is wrong or
//! compared by nothing fails.

use std::collections::BTreeMap;
use std::path::Path;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};

use crate::harness::{self, ENDING, Golden, Outcome};
use crate::{attention, folder, learning, positions, strangers};

type Tensors = BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)>;

/// Writes a copy of a golden file into a folder, with its tensors changed.
fn copy(from: &str, to: &Path, change: impl FnOnce(&mut Tensors)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{from}.{ENDING}"));
    let bytes = std::fs::read(path).unwrap();
    let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let whole = SafeTensors::deserialize(&bytes).unwrap();
    let tensor = |(name, view): (&str, TensorView<'_>)| {
        (name.to_owned(), (view.dtype(), view.shape().to_vec(), view.data().to_vec()))
    };
    let mut tensors: Tensors = whole.iter().map(tensor).collect();
    change(&mut tensors);
    let views = tensors
        .iter()
        .map(|(name, (dtype, shape, data))| (name.as_str(), TensorView::new(*dtype, shape.clone(), data).unwrap()));
    std::fs::write(to, safetensors::serialize(views, header.metadata().clone()).unwrap()).unwrap();
}

/// What becomes of a changed copy, under a name of its own.
fn of_changed(kind: &str, case: fn(&mut Golden), change: impl FnOnce(&mut Tensors)) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    copy(kind, &folder.path().join(format!("{kind}_other.{ENDING}")), change);
    harness::check_in(folder.path(), kind, case)
}

fn rename(tensors: &mut Tensors, from: &str, to: &str) {
    let names: Vec<String> = tensors.keys().filter(|name| name.starts_with(from)).cloned().collect();
    assert!(!names.is_empty(), "no name begins with {from}");
    for name in names {
        let tensor = tensors.remove(&name).unwrap();
        tensors.insert(name.replacen(from, to, 1), tensor);
    }
}

fn doubles(numbers: &[f64]) -> (Dtype, Vec<usize>, Vec<u8>) {
    (Dtype::F64, vec![numbers.len()], numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
}

#[test]
fn renamed_cases_are_compared() {
    let Outcome { reports, absent, complaints } = of_changed("03_attention", attention::compare, |tensors| {
        rename(tensors, "seed000.", "seed007.");
    });
    assert_eq!([absent, complaints], [const { Vec::<String>::new() }; 2]);
    assert!(reports[0].starts_with("03_attention_other: compared 34,"), "{reports:?}");
}

#[test]
fn other_sizes_in_a_name_are_compared() {
    // For d 32 and 400 steps of warmup, step 1 has this rate; the file has those of d 16 and 20 steps.
    let rate = 32_f64.powf(-0.5) * 400_f64.powf(-1.5);
    let changed = |wrong: f64| {
        of_changed("11_loss", learning::loss, |tensors| {
            rename(tensors, "noam.d16_w20", "noam.d32_w400");
            tensors.insert("noam.d32_w400.steps".into(), (Dtype::I64, vec![1], 1_i64.to_le_bytes().to_vec()));
            tensors.insert("noam.d32_w400.lr_f64".into(), doubles(&[rate + wrong]));
        })
    };
    let Outcome { reports, absent, complaints } = changed(0.0);
    assert_eq!([absent, complaints], [const { Vec::<String>::new() }; 2]);
    assert!(reports[0].starts_with("11_loss_other: compared 15, inputs 4,"), "{reports:?}");
    let Outcome { complaints, .. } = changed(1e-4);
    assert!(complaints[0].contains("noam.d32_w400.lr_f64[0]"), "{complaints:?}");
}

#[test]
fn missing_cases_are_listed() {
    let Outcome { reports, absent, complaints } = of_changed("03_attention", attention::compare, |tensors| {
        tensors.retain(|name, _| !name.starts_with("seed000.") && !name.starts_with("full."));
        tensors.remove("cross_causal.out");
    });
    assert_eq!(complaints, [""; 0]);
    let listed = ["*.future_keep*", "*.padded", "cross_causal.out", "full (there is no full.keep)"];
    assert_eq!(absent, listed.map(|case| format!("03_attention_other: {case}")));
    assert_eq!(reports.len(), 1);
}

#[test]
fn wrong_values_fail() {
    let Outcome { complaints, .. } = of_changed("01_embedding_pe", positions::compare, |tensors| {
        let (_, _, data) = tensors.get_mut("pe.odd_d").unwrap();
        data[..4].copy_from_slice(&0.5_f32.to_le_bytes());
    });
    assert!(
        complaints.len() == 1 && complaints[0].contains("pe.odd_d[0, 0] is 0, and should be 0.5"),
        "{complaints:?}"
    );
}

#[test]
fn tensors_that_nothing_compares_fail() {
    let Outcome { complaints, .. } = of_changed("11_loss", learning::loss, |tensors| {
        tensors.insert("focal".into(), doubles(&[1.0]));
    });
    assert_eq!(complaints, ["11_loss_other: focal is neither compared nor an input"]);
}

#[test]
fn files_of_which_nothing_is_compared_fail() {
    let Outcome { complaints, .. } = of_changed("11_loss", learning::loss, |tensors| {
        tensors.retain(|name, _| ["logits", "targets"].contains(&name.as_str()));
    });
    assert_eq!(complaints, ["11_loss_other: nothing of the file is compared"]);
}

#[test]
fn files_of_no_kind_are_strangers() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["11_loss", "11_losses", "99_new"] {
        copy("11_loss", &folder.path().join(format!("{name}.{ENDING}")), |_| {});
    }
    for name in ["README.md", "12_other.json", "14_new.npz", ".hidden"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let names: Vec<String> =
        strangers(folder.path()).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["11_losses.safetensors", "14_new.npz", "99_new.safetensors"]);
    let jsons = folder::strangers(folder.path(), &["12_bpe"], "json", |ending| ending == "json");
    assert_eq!(jsons, [folder.path().join("12_other.json")]);
}

#[test]
fn kinds_without_a_file_are_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let Outcome { reports, absent, complaints } = harness::check_in(folder.path(), "03_attention", attention::compare);
    assert_eq!(absent, ["03_attention: the folder has no such file"]);
    assert!(reports.is_empty() && complaints.is_empty());
}
