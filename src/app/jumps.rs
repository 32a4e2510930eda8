//! Where the reader has been: back, and forward again.
//!
//! Every jump is remembered by the place that it left, whatever made it: a link, a search, a definition, another lesson. Walking
//! from block to block is no jump.

use std::sync::Arc;

use crate::notebook::lesson::BlockId;

/// How many places are remembered.
const MAX_JUMPS: usize = 100;

/// Where a jump can lead back to.
#[derive(Debug, Clone)]
pub enum JumpPlace {
    /// A block of a lesson.
    Block(BlockPlace),
    /// The tree of a beam search, which lies beside all lessons.
    Beam,
}

/// A place in a lesson, by names: blocks may come and go.
#[derive(Debug, Clone)]
pub struct BlockPlace {
    /// The lesson.
    pub lesson: Arc<str>,
    /// The block.
    pub block: BlockId,
    /// Which of its controls or links, on the screen.
    pub control: Option<usize>,
    /// The line at the top of the screen, and its block.
    pub top: Option<(BlockId, u32)>,
}

impl JumpPlace {
    /// Whether it is the same block, or the same tree: going there would go nowhere.
    fn is_at(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Block(own), Self::Block(other)) => own.lesson == other.lesson && own.block == other.block,
            (Self::Beam, Self::Beam) => true,
            _ => false,
        }
    }

    fn control(&self) -> Option<usize> {
        match self {
            Self::Block(place) => place.control,
            Self::Beam => None,
        }
    }
}

/// What becomes of a place that is left for the second time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Revisits {
    /// It is remembered once, and nobody is taken to where he is.
    #[default]
    Skipped,
    /// It is remembered twice, and told again even to who is there: lines of text scroll away.
    Kept,
}

/// The places behind the reader, and after going back those ahead.
#[derive(Debug, Clone, Default)]
pub struct JumpList {
    revisits: Revisits,
    behind: Vec<JumpPlace>,
    ahead: Vec<JumpPlace>,
}

impl JumpList {
    /// No place yet.
    pub fn new(revisits: Revisits) -> Self {
        Self { revisits, ..Self::default() }
    }

    /// A jump leaves this place.
    pub fn leave(&mut self, place: JumpPlace) {
        self.ahead.clear();
        push(&mut self.behind, place, self.revisits);
    }

    /// The place before; `here` is where forward leads then.
    pub fn back(&mut self, here: Option<JumpPlace>) -> Option<JumpPlace> {
        step(&mut self.behind, &mut self.ahead, here, self.revisits)
    }

    /// The place that was gone back from.
    pub fn forward(&mut self, here: Option<JumpPlace>) -> Option<JumpPlace> {
        step(&mut self.ahead, &mut self.behind, here, self.revisits)
    }

    /// Whether there is a place behind that is not this one.
    pub fn leads_back(&self, here: Option<&JumpPlace>) -> bool {
        leads(&self.behind, here, self.revisits)
    }

    /// Whether there is a place ahead that is not this one.
    pub fn leads_forward(&self, here: Option<&JumpPlace>) -> bool {
        leads(&self.ahead, here, self.revisits)
    }
}

/// Whether a jump to a place goes anywhere.
fn goes_to(place: &JumpPlace, here: Option<&JumpPlace>, revisits: Revisits) -> bool {
    revisits == Revisits::Kept || here.is_none_or(|here| !place.is_at(here))
}

fn leads(places: &[JumpPlace], here: Option<&JumpPlace>, revisits: Revisits) -> bool {
    places.iter().any(|place| goes_to(place, here, revisits))
}

/// Takes the next place that is not this one, and leaves this one behind on the other side.
fn step(
    from: &mut Vec<JumpPlace>,
    to: &mut Vec<JumpPlace>,
    here: Option<JumpPlace>,
    revisits: Revisits,
) -> Option<JumpPlace> {
    if !leads(from, here.as_ref(), revisits) {
        return None;
    }
    let place = std::iter::from_fn(|| from.pop()).find(|place| goes_to(place, here.as_ref(), revisits));
    if let Some(here) = here {
        push(to, here, revisits);
    }
    place
}

fn push(places: &mut Vec<JumpPlace>, place: JumpPlace, revisits: Revisits) {
    if revisits == Revisits::Kept {
        return places.push(place);
    }
    places.retain(|before| !before.is_at(&place) || before.control() != place.control());
    places.push(place);
    let over = places.len().saturating_sub(MAX_JUMPS);
    places.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(block: &str) -> JumpPlace {
        JumpPlace::Block(BlockPlace { lesson: "l".into(), block: block.into(), control: None, top: None })
    }

    fn name(place: Option<JumpPlace>) -> Option<String> {
        place.map(|place| match place {
            JumpPlace::Block(place) => place.block.to_string(),
            JumpPlace::Beam => "the tree".to_owned(),
        })
    }

    #[test]
    fn back_and_forward_meet() {
        let mut jumps = JumpList::default();
        jumps.leave(at("a"));
        jumps.leave(at("b"));
        assert_eq!(name(jumps.back(Some(at("c")))), Some("b".into()));
        assert_eq!(name(jumps.back(Some(at("b")))), Some("a".into()));
        assert_eq!(name(jumps.back(Some(at("a")))), None);
        assert_eq!(name(jumps.forward(Some(at("a")))), Some("b".into()));
        assert!(jumps.leads_forward(Some(&at("b"))) && jumps.leads_back(Some(&at("b"))));
        jumps.leave(at("b"));
        assert!(!jumps.leads_forward(Some(&at("d"))), "another jump, another future");
    }

    #[test]
    fn a_place_that_one_is_at_is_nowhere_to_go() {
        let mut jumps = JumpList::default();
        jumps.leave(at("a"));
        assert!(!jumps.leads_back(Some(&at("a"))) && jumps.leads_back(None));
        assert_eq!(name(jumps.back(Some(at("a")))), None);
        assert_eq!(name(jumps.back(None)), Some("a".into()));
        assert!(!jumps.leads_forward(None), "the list of lessons is no place of the jumps");
    }

    #[test]
    fn where_revisits_are_kept_every_jump_is_gone_back() {
        let mut jumps = JumpList::new(Revisits::Kept);
        for block in ["a", "b", "a"] {
            jumps.leave(at(block));
        }
        for block in ["a", "b", "a"] {
            assert_eq!(name(jumps.back(Some(at("a")))), Some(block.into()));
        }
        assert_eq!(name(jumps.back(Some(at("a")))), None);
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let mut jumps = JumpList::default();
        for place in 0..1000 {
            jumps.leave(at(&place.to_string()));
        }
        let steps = (0..2000).take_while(|_| jumps.back(None).is_some()).count();
        assert_eq!(steps, MAX_JUMPS);
    }
}
