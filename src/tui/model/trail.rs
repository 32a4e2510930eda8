//! Where the reader has been: back, and forward again.
//!
//! Every jump is remembered by the place that it left, whatever made it: a link, a search, a definition, another lesson. Walking
//! from block to block is no jump.

use std::sync::Arc;

use crate::notebook::lesson::BlockId;

/// How many places are remembered.
const LONGEST: usize = 100;

/// A place in a lesson, by names: blocks may come and go.
#[derive(Debug, Clone)]
pub struct Place {
    /// The lesson.
    pub lesson: Arc<str>,
    /// The block.
    pub block: BlockId,
    /// Which of its controls or links.
    pub control: usize,
    /// The line at the top of the screen, and its block.
    pub top: Option<(BlockId, u32)>,
}

impl Place {
    /// Whether it is the same block: going there would go nowhere.
    fn is_at(&self, other: &Self) -> bool {
        self.lesson == other.lesson && self.block == other.block
    }
}

/// The places behind the reader, and after going back those ahead.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    behind: Vec<Place>,
    ahead: Vec<Place>,
}

impl Trail {
    /// A jump leaves this place.
    pub fn leave(&mut self, place: Place) {
        self.ahead.clear();
        push(&mut self.behind, place);
    }

    /// The place before; `here` is where forward leads then.
    pub fn back(&mut self, here: Option<Place>) -> Option<Place> {
        step(&mut self.behind, &mut self.ahead, here)
    }

    /// The place that was gone back from.
    pub fn forward(&mut self, here: Option<Place>) -> Option<Place> {
        step(&mut self.ahead, &mut self.behind, here)
    }

    /// Whether there is a place behind that is not this one.
    pub fn leads_back(&self, here: Option<&Place>) -> bool {
        leads(&self.behind, here)
    }

    /// Whether there is a place ahead that is not this one.
    pub fn leads_forward(&self, here: Option<&Place>) -> bool {
        leads(&self.ahead, here)
    }
}

fn leads(places: &[Place], here: Option<&Place>) -> bool {
    places.iter().any(|place| here.is_none_or(|here| !place.is_at(here)))
}

/// Takes the next place that is not this one, and leaves this one behind on the other side.
fn step(from: &mut Vec<Place>, to: &mut Vec<Place>, here: Option<Place>) -> Option<Place> {
    if !leads(from, here.as_ref()) {
        return None;
    }
    let place = std::iter::from_fn(|| from.pop()).find(|place| here.as_ref().is_none_or(|here| !place.is_at(here)));
    if let Some(here) = here {
        push(to, here);
    }
    place
}

fn push(places: &mut Vec<Place>, place: Place) {
    places.retain(|before| !before.is_at(&place) || before.control != place.control);
    places.push(place);
    let over = places.len().saturating_sub(LONGEST);
    places.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(block: &str) -> Place {
        Place { lesson: "l".into(), block: block.into(), control: 0, top: None }
    }

    fn name(place: Option<Place>) -> Option<String> {
        place.map(|place| place.block.to_string())
    }

    #[test]
    fn back_and_forward_meet() {
        let mut trail = Trail::default();
        trail.leave(at("a"));
        trail.leave(at("b"));
        assert_eq!(name(trail.back(Some(at("c")))), Some("b".into()));
        assert_eq!(name(trail.back(Some(at("b")))), Some("a".into()));
        assert_eq!(name(trail.back(Some(at("a")))), None);
        assert_eq!(name(trail.forward(Some(at("a")))), Some("b".into()));
        assert!(trail.leads_forward(Some(&at("b"))) && trail.leads_back(Some(&at("b"))));
        trail.leave(at("b"));
        assert!(!trail.leads_forward(Some(&at("d"))), "another jump, another future");
    }

    #[test]
    fn a_place_that_one_is_at_is_nowhere_to_go() {
        let mut trail = Trail::default();
        trail.leave(at("a"));
        assert!(!trail.leads_back(Some(&at("a"))) && trail.leads_back(None));
        assert_eq!(name(trail.back(Some(at("a")))), None);
        assert_eq!(name(trail.back(None)), Some("a".into()));
        assert!(!trail.leads_forward(None), "the list of lessons is no place of the trail");
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let mut trail = Trail::default();
        for place in 0..1000 {
            trail.leave(at(&place.to_string()));
        }
        let steps = (0..2000).take_while(|_| trail.back(None).is_some()).count();
        assert_eq!(steps, LONGEST);
    }
}
