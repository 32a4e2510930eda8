//! The parts of a model whose gradients are told: its embeddings, each layer, the generator, and the norms between.

/// A part of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterGroup {
    /// All embeddings.
    Embeddings,
    /// The norms behind the last layers.
    LastNorms,
    /// What the model calls by its own name: `encoder 0`, `generator`.
    Own(String),
}

impl ParameterGroup {
    /// Its name in files, the same in every language.
    pub fn name(&self) -> &str {
        match self {
            Self::Embeddings => "embeddings",
            Self::LastNorms => "last norms",
            Self::Own(name) => name,
        }
    }

    /// The stage that is what it hands on, where it is a layer.
    pub fn stage(&self) -> Option<String> {
        let Self::Own(name) = self else { return None };
        let (stack, number) = name.split_once(' ')?;
        Some(format!("{stack}.layers.{number}"))
    }
}

/// Which parameter belongs to which part.
#[derive(Debug)]
pub struct ParameterGroups {
    names: Vec<ParameterGroup>,
    /// The part of each parameter, in the model's order.
    part: Vec<usize>,
}

impl ParameterGroups {
    /// Those of a model, by the names of its parameters.
    pub fn of(parameters: impl Iterator<Item = String>) -> Self {
        let (mut names, mut part) = (Vec::<ParameterGroup>::new(), Vec::new());
        for parameter in parameters {
            let name = of_parameter(&parameter);
            let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            part.push(place);
        }
        Self { names, part }
    }

    /// What they are called.
    pub fn names(&self) -> &[ParameterGroup] {
        &self.names
    }

    /// The part that a parameter belongs to, by its place in the model's order.
    pub fn of_parameter(&self, parameter: usize) -> usize {
        self.part.get(parameter).copied().unwrap_or(0)
    }

    /// The lengths of the gradients of the parts, from those of the parameters.
    pub fn lengths(&self, norms: &[f64]) -> Vec<f64> {
        let mut squares = vec![0.0; self.names.len()];
        for (part, norm) in self.part.iter().zip(norms) {
            squares[*part] += norm * norm;
        }
        squares.into_iter().map(f64::sqrt).collect()
    }
}

/// `encoder.layers.0.norm1.bias` belongs to `encoder 0`.
fn of_parameter(parameter: &str) -> ParameterGroup {
    let steps: Vec<&str> = parameter.split('.').collect();
    if let Some(at) = steps.iter().position(|step| *step == "layers") {
        let (stack, number) = (steps[at.saturating_sub(1)], steps.get(at + 1).unwrap_or(&""));
        return ParameterGroup::Own(format!("{stack} {number}"));
    }
    match steps.as_slice() {
        [first, ..] if first.contains("emb") => ParameterGroup::Embeddings,
        [.., norm, _] if norm.contains("norm") => ParameterGroup::LastNorms,
        [first, ..] => ParameterGroup::Own((*first).to_owned()),
        [] => ParameterGroup::Own(String::new()),
    }
}
