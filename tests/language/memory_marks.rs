//! Each function declares whether it shares memory with its tensors or writes to them, in PyTorch's own marks.
//!
//! `memory_marks.json` has PyTorch's; `memory_marks.py` writes it.

use glassformer::lang::builtins;
use glassformer::lang::namespace::Namespace;
use serde_json::Value as Json;

#[test]
fn functions_share_and_write_as_those_of_pytorch() {
    let marks: Json = serde_json::from_str(include_str!("memory_marks.json")).unwrap();
    let of_torch = [Namespace::Torch, Namespace::Tensor, Namespace::Functional];
    let compared = builtins::all().filter(|builtin| builtin.places.iter().any(|place| of_torch.contains(place)));
    let (mut marked, mut wrong) = (0, Vec::new());
    for builtin in compared {
        let wanted = ["schemas", "measured"].into_iter().find_map(|list| marks[list][builtin.name].as_str());
        let (wanted, declared) = (wanted.unwrap_or_default(), builtin.memory_mark().trim_start_matches(" -> "));
        marked += usize::from(!wanted.is_empty());
        if declared != wanted {
            wrong.push(format!("{}: declared `{declared}`, PyTorch has `{wanted}`", builtin.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(marked > 60, "only {marked} functions have a mark");
}
