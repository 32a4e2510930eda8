//! How tensors print of which a gradient is wanted, against what PyTorch prints: `grad_names.py` writes what it is compared with.

use std::fmt::Write as _;

use crate::answers::{self, assert_all, rows, text};
use crate::references::told;
use crate::run_with;
use glassformer::lang::Scope;

#[test]
fn tensors_print_their_grad_fn() {
    let answers = answers::read(include_str!("grad_names.json"));
    let setup = text(&answers["setup"]);
    let rows = rows(&answers, "programs");
    let mut differ = Vec::new();
    for row in rows {
        let (code, expected) = (text(&row[0]), text(&row[1]));
        let told = told(&format!("{setup}{code}"));
        if told.trim_end() != expected.trim_end() {
            let mut said = String::new();
            _ = write!(said, "{code}\n  is here: {told}\n  in PyTorch: {expected}");
            differ.push(said);
        }
    }
    assert_all(&differ, rows.len());
}

/// What a second cell makes of the names of a first one.
fn in_two_cells(first: &str, second: &str) -> Scope {
    let given = run_with(first, &Scope::new());
    assert!(given.error.is_none(), "{:?}", given.error);
    let evaluation = run_with(second, &given.defined);
    assert!(evaluation.error.is_none(), "{:?}", evaluation.error);
    evaluation.defined
}

#[test]
fn another_cell_prints_the_same() {
    let first = "w = torch.tensor([1., 2.], requires_grad=True)\ny = w * 2\npart = y[:1]\nparts = [y.sum(), w]\n\
                 p = nn.Parameter(torch.ones(1))\nz = y + 1\nz[0] = 5\nv = z[1:]\nz.mul_(2)";
    let scope = in_two_cells(first, "told = str([w, y, part, parts, p, z, v])\nmade = str(y * 2)");
    let told = "'[tensor([1., 2.], requires_grad=True), tensor([2., 4.], grad_fn=<MulBackward0>), tensor([2.], grad_fn=<SliceBackward0>), \
                [tensor(6., grad_fn=<SumBackward0>), tensor([1., 2.], requires_grad=True)], Parameter containing:\\ntensor([1.], \
                requires_grad=True), tensor([10., 10.], grad_fn=<MulBackward0>), tensor([10.], grad_fn=<AsStridedBackward0>)]'";
    assert_eq!(scope["told"].repr(), told);
    assert_eq!(scope["made"].repr(), "'tensor([4., 8.], grad_fn=<MulBackward0>)'");
}

/// A cell that prints a tensor runs again if only its step has changed.
#[test]
fn step_belongs_to_the_value() {
    let with = |made: &str| {
        let code = format!("w = torch.tensor([1., 2.], requires_grad=True)\ny = {made}");
        run_with(&code, &Scope::new()).defined["y"].clone()
    };
    assert!(with("w * 2").same_bits(&with("w * 2")));
    assert!(!with("w * 2").same_bits(&with("w + w")));
}
