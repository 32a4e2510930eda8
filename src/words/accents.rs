//! English in accented letters, to see which words of the screen come from a file of words, and which were forgotten.

use std::borrow::Cow;

const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// As wide as the letters that they stand for, so that the screen keeps its shape.
const ACCENTED: &str = "ÁḂĆĎÉḞĠĤÍĴḰĹḾŃÓṔɊŔŚŢÚṼẂẌÝŹáḃćďéḟġĥíĵḱĺḿńóṕʠŕśţúṽẃẍýź";

/// The text in accented letters.
pub(super) fn accented(text: &str) -> Cow<'_, str> {
    let letter =
        |c: char| PLAIN.chars().zip(ACCENTED.chars()).find(|(plain, _)| *plain == c).map_or(c, |(_, other)| other);
    Cow::Owned(text.chars().map(letter).collect())
}
