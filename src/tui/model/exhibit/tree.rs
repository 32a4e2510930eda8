//! Paths as a tree: what a search has kept, with a number for each path.

use crate::lang::Value;
use crate::tensor::digits;

/// How many paths are drawn, how many steps of each, and how many nodes in all: every node is drawn with all that is above it.
const MAX_PATHS: usize = 2000;
const MAX_STEPS: usize = 500;
const MAX_NODES: usize = 20_000;

/// The nodes of a tree in the order in which they are drawn: each after what it grows from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
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

/// A node while the tree grows.
#[derive(Default)]
struct Branch {
    label: String,
    score: Option<f64>,
    children: Vec<Branch>,
}

impl Tree {
    /// The tree of a list of paths, each a text of words or a list of words and whole numbers, alone or in a pair with its
    /// number; `None` for any other value. Equal beginnings are one branch; a path that comes twice has its last number. What is more
    /// than anybody would look through is left out, with an ellipsis in its place.
    pub fn of(value: &Value) -> Option<Self> {
        let (Value::List(items) | Value::Tuple(items)) = value else { return None };
        let (mut root, mut count) = (Branch::default(), 0);
        for (number, item) in items.iter().enumerate() {
            if number >= MAX_PATHS || count >= MAX_NODES {
                root.children.push(Branch { label: "…".to_owned(), ..Branch::default() });
                break;
            }
            let (path, score) = scored(item)?;
            let mut here = &mut root;
            for label in path {
                let place = here.children.iter().position(|child| child.label == label);
                let place = place.unwrap_or_else(|| {
                    here.children.push(Branch { label, ..Branch::default() });
                    count += 1;
                    here.children.len() - 1
                });
                here = &mut here.children[place];
            }
            here.score = score.or(here.score);
        }
        let greatest = root.greatest();
        let mut nodes = Vec::new();
        root.list(&[], greatest, &mut nodes);
        (!nodes.is_empty()).then_some(Self { nodes })
    }
}

impl Branch {
    /// The greatest number of a path that goes no further.
    fn greatest(&self) -> f64 {
        let own = if self.children.is_empty() { self.score.unwrap_or(f64::NEG_INFINITY) } else { f64::NEG_INFINITY };
        self.children.iter().map(Self::greatest).fold(own, f64::max)
    }

    /// Adds what grows from here. Paths are as deep as a list of the language is long, so they are walked without recursion.
    fn list(&self, above: &[bool], greatest: f64, nodes: &mut Vec<Node>) {
        let mut rest: Vec<(&Self, Vec<bool>)> = self.grown(above);
        while let Some((branch, follows)) = rest.pop() {
            let is_end = branch.children.is_empty();
            nodes.push(Node {
                label: branch.label.clone(),
                score: branch.score.map(digits::real),
                best: is_end && branch.score.is_some_and(|score| score >= greatest),
                follows: follows.clone(),
            });
            rest.extend(branch.grown(&follows));
        }
    }

    /// The children with what follows them, the first at the end.
    fn grown(&self, above: &[bool]) -> Vec<(&Self, Vec<bool>)> {
        let last = self.children.len().saturating_sub(1);
        let grown = self.children.iter().enumerate();
        grown.rev().map(|(place, child)| (child, [above, &[place < last]].concat())).collect()
    }
}

/// The first steps of a path, and an ellipsis where there are more.
fn shortened<T>(steps: impl Iterator<Item = T>, label: impl Fn(T) -> Option<String>) -> Option<Vec<String>> {
    let one = |(place, step)| if place < MAX_STEPS { label(step) } else { Some("…".to_owned()) };
    steps.take(MAX_STEPS + 1).enumerate().map(one).collect()
}

/// A path and its number, in a pair in either order or alone.
fn scored(value: &Value) -> Option<(Vec<String>, Option<f64>)> {
    if let Value::Tuple(items) | Value::List(items) = value
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
        Value::Str(text) => shortened(text.split_whitespace(), |word| Some(word.to_owned())),
        Value::List(items) | Value::Tuple(items) => shortened(items.iter(), label),
        _ => None,
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
        Value::Tensor(tensor) if tensor.len() == 1 => tensor.item().ok(),
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
    fn endless_paths_are_cut_with_an_ellipsis() {
        let long = tree("x = [(0.5, 'a ' * 100000), (0.25, ['b'] * 100000)]").unwrap();
        assert_eq!(long.nodes.len(), 2 * (MAX_STEPS + 1));
        assert_eq!((&*long.nodes[MAX_STEPS].label, &*long.nodes[MAX_STEPS - 1].label), ("…", "a"));
        let many = tree("x = [[i] for i in range(50000)]").unwrap();
        assert_eq!(many.nodes.len(), MAX_PATHS + 1);
        assert_eq!(many.nodes.last().unwrap().label, "…");
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
