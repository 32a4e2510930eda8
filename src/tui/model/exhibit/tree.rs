//! Paths as a tree: what a search has kept, with a number for each path.

use std::collections::HashMap;

use crate::lang::Value;
use crate::tensor::digits;

/// The most nodes that are drawn; a search can keep thousands of paths.
const MAX_NODES: usize = 60;

/// The nodes of a tree in the order in which they are drawn: each after what it grows from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// The nodes that are drawn, 60 of them at most: each knows all that is above it, so all of a path of 100,000 tokens would
    /// take gigabytes.
    pub nodes: Vec<Node>,
    /// How many nodes there are besides.
    pub more: usize,
}

/// A step of one or more paths.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What the step is: a token.
    pub label: String,
    /// The number of the path that ends here, as it is printed.
    pub score: Option<String>,
    /// Whether no path of the tree has a greater number and goes no further.
    pub best: bool,
    /// For each node above, from the root on, whether another branch follows it there; the last says it of this node.
    pub follows: Vec<bool>,
}

/// All nodes while the tree grows, by number; the root is 0. A path is as long as a list of the language, so no node owns another:
/// dropping a chain of 100,000 owners would overflow the stack.
struct Branches(Vec<Branch>);

#[derive(Default)]
struct Branch {
    label: String,
    score: Option<f64>,
    children: Vec<usize>,
}

impl Tree {
    /// The tree of a list of paths, each a text of words or a list of words and whole numbers, alone or in a pair with its
    /// number; `None` for any other value. Equal beginnings are one branch; a path that comes twice has its last number.
    pub fn of(value: &Value) -> Option<Self> {
        let items = value.items()?;
        let mut branches = Branches(vec![Branch::default()]);
        let mut places = HashMap::new();
        for item in items.iter() {
            let (path, score) = scored(item)?;
            branches.add(path, score, &mut places);
        }
        let nodes = branches.list();
        let more = branches.0.len() - 1 - nodes.len();
        (!nodes.is_empty()).then_some(Self { nodes, more })
    }
}

impl Branches {
    /// Adds a path from the root on. `places` knows the child of a branch by its label.
    fn add(&mut self, path: Vec<String>, score: Option<f64>, places: &mut HashMap<(usize, String), usize>) {
        let mut here = 0;
        for label in path {
            let next = self.0.len();
            let place = *places.entry((here, label)).or_insert_with_key(|(above, label)| {
                self.0[*above].children.push(next);
                self.0.push(Branch { label: label.clone(), ..Branch::default() });
                next
            });
            here = place;
        }
        let branch = &mut self.0[here];
        branch.score = score.or(branch.score);
    }

    /// The greatest number of a path that goes no further.
    fn greatest(&self) -> f64 {
        let ends = self.0.iter().filter(|branch| branch.children.is_empty());
        ends.filter_map(|branch| branch.score).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The first [`MAX_NODES`] nodes.
    fn list(&self) -> Vec<Node> {
        let greatest = self.greatest();
        let mut nodes = Vec::new();
        let mut rest = self.grown(0, &[]);
        while nodes.len() < MAX_NODES
            && let Some((place, follows)) = rest.pop()
        {
            let branch = &self.0[place];
            rest.extend(self.grown(place, &follows));
            nodes.push(Node {
                label: branch.label.clone(),
                score: branch.score.map(digits::real),
                best: branch.children.is_empty() && branch.score.is_some_and(|score| score >= greatest),
                follows,
            });
        }
        nodes
    }

    /// The first children of a node, as many as can be drawn, with what follows them; the first at the end.
    fn grown(&self, place: usize, above: &[bool]) -> Vec<(usize, Vec<bool>)> {
        let children = &self.0[place].children;
        let last = children.len().saturating_sub(1);
        let grown = children.iter().enumerate().take(MAX_NODES);
        let mut grown: Vec<_> = grown.map(|(nth, child)| (*child, [above, &[nth < last]].concat())).collect();
        grown.reverse();
        grown
    }
}

/// A path and its number, in a pair in either order or alone.
fn scored(value: &Value) -> Option<(Vec<String>, Option<f64>)> {
    if let Some(items) = value.items()
        && items.len() == 2
        && let (Some(first), Some(second)) = (items.first(), items.get(1))
    {
        match (number(first), number(second)) {
            (Some(score), None) => return Some((path(second)?, Some(score))),
            (None, Some(score)) if path(first).is_some() => return Some((path(first)?, Some(score))),
            _ => {}
        }
    }
    Some((path(value)?, None))
}

fn path(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Str(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
        other => other.items()?.iter().map(label).collect(),
    }
}

fn label(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.to_string()),
        Value::Int(number, _) => Some(number.to_string()),
        _ => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number, _) => Some(*number),
        Value::Int(number, _) => Some(*number as f64),
        Value::Tensor(tensor) if tensor.now().len() == 1 => tensor.now().item().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::evaluate::evaluate_file;

    fn tree(source: &str) -> Option<Tree> {
        let outcome = evaluate_file(&"program".into(), source.into(), &[]);
        Tree::of(outcome.values().get("x").unwrap())
    }

    #[test]
    fn paths_with_equal_beginnings_grow_from_one_branch() {
        let tree =
            tree("x = [(0.5, ['the', 'cat']), (0.25, ['a']), (0.2, ['the', 'dog', 'sat']), (0.75, ['the'])]").unwrap();
        let drawn: Vec<_> = tree
            .nodes
            .iter()
            .map(|node| (node.label.as_str(), node.score.as_deref(), node.best, node.follows.len()))
            .collect();
        assert_eq!(
            drawn,
            [
                ("the", Some("0.750"), false, 1),
                ("cat", Some("0.500"), true, 2),
                ("dog", None, false, 2),
                ("sat", Some("0.200"), false, 3),
                ("a", Some("0.250"), false, 1),
            ]
        );
        assert_eq!(tree.nodes[3].follows, [true, false, false]);
    }

    #[test]
    fn only_what_is_drawn_is_kept_of_a_large_tree() {
        let chain = tree("x = [list(range(100000)), list(range(1000))]").unwrap();
        assert_eq!((chain.nodes.len(), chain.more), (MAX_NODES, 100_000 - MAX_NODES));
        let wide = tree("x = [[n] for n in range(20000)]").unwrap();
        assert_eq!((wide.nodes.len(), wide.more), (MAX_NODES, 20_000 - MAX_NODES));
        assert!(wide.nodes.iter().all(|node| node.follows == [true]));
    }

    #[test]
    fn a_path_is_a_text_or_a_list_and_its_number_stands_on_either_side() {
        let texts = tree("x = [('a b', -1.5), ('a c', torch.tensor(-1.0))]").unwrap();
        assert_eq!(texts.nodes.len(), 3);
        assert_eq!(texts.nodes[2].score.as_deref(), Some("-1.00"));
        assert!(texts.nodes[2].best);
        assert_eq!(tree("x = [[0, 1], [0, 2, 3]]").unwrap().nodes.len(), 4);
        for other in ["3", "[]", "[1.5, 2.5]", "torch.ones(2)", "[(1, 2)]", "[{}]"] {
            assert_eq!(
                tree(&format!("x = {other}")).map(|tree| tree.nodes.len()).filter(|_| other != "[(1, 2)]"),
                None,
                "{other}"
            );
        }
    }
}
