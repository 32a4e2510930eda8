//! How choices that are not plain words are written in JSON: `"relu"`, `"safe"`, `"-inf"`, `-1e9`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::nn::{Activation, Fill};
use crate::tensor::Gelu;

const ACTIVATIONS: [(&str, Activation); 3] =
    [("relu", Activation::Relu), ("gelu", Activation::Gelu(Gelu::Erf)), ("gelu_tanh", Activation::Gelu(Gelu::Tanh))];

impl Serialize for Activation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = ACTIVATIONS.iter().find(|(_, activation)| activation == self).map_or("relu", |(word, _)| word);
        serializer.serialize_str(word)
    }
}

impl<'de> Deserialize<'de> for Activation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let known = ACTIVATIONS.iter().find(|(known, _)| *known == word).map(|(_, activation)| *activation);
        known.ok_or_else(|| D::Error::custom(format!("`{word}` is not an activation: use relu, gelu or gelu_tanh")))
    }
}

impl Serialize for Fill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Safe => serializer.serialize_str("safe"),
            Self::With(f64::NEG_INFINITY) => serializer.serialize_str("-inf"),
            Self::With(value) => serializer.serialize_f64(value),
        }
    }
}

impl<'de> Deserialize<'de> for Fill {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match (value.as_str(), value.as_f64()) {
            (Some("safe"), _) => Ok(Self::Safe),
            (Some("-inf"), _) => Ok(Self::With(f64::NEG_INFINITY)),
            (_, Some(number)) => Ok(Self::With(number)),
            _ => Err(D::Error::custom(format!("{value} is not a fill: use \"safe\", \"-inf\" or a number"))),
        }
    }
}
