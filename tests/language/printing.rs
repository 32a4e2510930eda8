//! How tensors are printed, against what PyTorch prints: `printing.py` writes what it is compared with.

use std::fs;

use glassformer::lang::Value;
use glassformer::tensor::{DType, Tensor};
use serde_json::Value as Json;

const PRINTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/language/printing.json");

fn dtype(name: &str) -> DType {
    [DType::Bool, DType::U8, DType::I64, DType::F32, DType::F64].into_iter().find(|it| it.to_string() == name).unwrap()
}

fn number(json: &Json) -> f64 {
    match json {
        Json::Bool(truth) => f64::from(u8::from(*truth)),
        Json::String(text) => text.parse().unwrap(),
        number => number.as_f64().unwrap(),
    }
}

/// The numbers of a case: written out, or by the formula that `printing.py` states.
fn numbers(case: &Json, count: usize) -> Vec<f64> {
    match case.get("scale") {
        None => case["data"].as_array().unwrap().iter().map(number).collect(),
        Some(scale) => (0..count).map(|i| (i * i % 97) as f64 / scale.as_f64().unwrap() - 3.0).collect(),
    }
}

#[test]
fn tensors_are_printed_as_pytorch_prints_them() {
    let cases: Vec<Json> = serde_json::from_str(&fs::read_to_string(PRINTED).unwrap()).unwrap();
    let mut differ = Vec::new();
    for case in &cases {
        let shape: Vec<usize> =
            case["shape"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap() as usize).collect();
        let numbers = numbers(case, shape.iter().product());
        let tensor = Tensor::from_f64(&shape, numbers).unwrap().to(dtype(case["dtype"].as_str().unwrap())).unwrap();
        let (ours, theirs) = (Value::from(tensor).repr(), case["text"].as_str().unwrap());
        if ours != theirs {
            differ.push(format!("{ours}\nbut PyTorch prints\n{theirs}\n"));
        }
    }
    println!("{} of {} tensors are printed as PyTorch prints them", cases.len() - differ.len(), cases.len());
    assert!(cases.len() > 200 && differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
}
