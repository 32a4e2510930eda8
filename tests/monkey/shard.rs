//! A part of the lessons, so that a long run can be taken in pieces.

/// The part `part` of `parts`, from 1.
#[derive(Debug, PartialEq)]
pub(crate) struct Shard {
    part: usize,
    parts: usize,
}

impl Shard {
    /// What the environment asks for; all of them where it asks for nothing.
    pub(crate) fn chosen() -> Self {
        match std::env::var("GLASSFORMER_MONKEY_SHARD") {
            Ok(text) => {
                Self::read(&text).unwrap_or_else(|| panic!("GLASSFORMER_MONKEY_SHARD={text} is no part such as 2/8"))
            }
            Err(_) => Self { part: 1, parts: 1 },
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (part, parts) = text.split_once('/')?;
        let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
        (1..=parts).contains(&part).then_some(Self { part, parts })
    }

    /// Every `parts`-th of all, so that long and short ones are dealt evenly.
    pub(crate) fn of<'a, T>(&self, all: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
        all.iter().skip(self.part - 1).step_by(self.parts)
    }
}

#[test]
fn the_parts_are_the_whole() {
    let all: Vec<usize> = (0..35).collect();
    let mut dealt: Vec<_> =
        (1..=8).flat_map(|part| Shard { part, parts: 8 }.of(&all).copied().collect::<Vec<_>>()).collect();
    dealt.sort_unstable();
    assert_eq!(dealt, all);
    assert_eq!(Shard::read("2/8"), Some(Shard { part: 2, parts: 8 }));
    for wrong in ["", "2", "0/8", "9/8", "a/b"] {
        assert_eq!(Shard::read(wrong), None, "{wrong}");
    }
}
