//! What follows from one name: name by name, where [`Graph`](super::Graph) tells it cell by cell.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::is_private;
use crate::lang::Names;

/// The names of each cell that follow from `name`. The cells come in the order in which they run, each as the names of its statements.
/// Names with an underscore belong to their cell.
pub fn followers(name: &Arc<str>, cells: &[&[Names]]) -> Vec<BTreeSet<Arc<str>>> {
    let mut follow = BTreeSet::from([Arc::clone(name)]);
    let of_cell = |statements: &&[Names]| {
        let mut own: BTreeSet<Arc<str>> = BTreeSet::new();
        // A function may read what is defined below it.
        loop {
            let known = own.len();
            for statement in *statements {
                if statement.uses.iter().any(|(used, _)| own.contains(used) || follow.contains(used)) {
                    own.extend(statement.defines.iter().map(|(defined, _)| Arc::clone(defined)));
                }
            }
            if own.len() == known {
                break;
            }
        }
        follow.retain(|one| !is_private(one));
        follow.extend(own.iter().filter(|one| !is_private(one)).cloned());
        own
    };
    cells.iter().map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    fn told(name: &str, cells: &[&str]) -> Vec<String> {
        let cells: Vec<_> = cells.iter().map(|cell| lang::flow(&lang::parse(cell).program)).collect();
        let cells: Vec<_> = cells.iter().map(Vec::as_slice).collect();
        let all = followers(&name.into(), &cells);
        all.iter().map(|names| names.iter().map(|name| &**name).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn names_of_one_cell_are_told_apart() {
        let page =
            ["W_Q = 1\nW_K = 2", "Q = X @ W_Q\nK = X @ W_K\nassert Q[at] == asks", "scores = Q @ K.T", "n = len(X)"];
        assert_eq!(told("W_Q", &page), ["", "Q", "scores", ""]);
        assert_eq!(told("at", &page), ["", "", "", ""], "a check gives nothing");
    }

    #[test]
    fn names_with_an_underscore_lead_on_inside_their_cell_alone() {
        assert_eq!(told("x", &["_a = x\nb = _a", "c = _a", "d = b"]), ["_a b", "", "d"]);
    }
}
