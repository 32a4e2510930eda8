//! Where a walk through a run stops: the tokens that it writes, the parts inside of them, and the element that is spoken of.

use super::step::{into, live, whole};
use super::*;

use glassformer::tui::message::{Pointer, PointerKind};

/// Inside of a part the steps there are counted, and on the way out those outside again.
#[test]
fn steps_inside_a_part_are_counted() {
    let pilot = go(whole(80, 24), "s <down> <down> <right>");
    sees(&pilot, "step 3 of 24 · 1 of 11 inside");
    let pilot = go(pilot, "<down>");
    sees(&pilot, "step 3 of 24 · 2 of 11 inside");
    let pilot = go(pilot, "<up> <right>");
    sees(&pilot, "step 3 of 24 · 1 of 11 · 1 of 1 inside");
    let pilot = go(pilot, "<left> <left>");
    sees(&pilot, "step 3 of 24  ");
    // Where there is little room it is the outermost and the innermost step.
    sees(&go(whole(120, 40), "s <down> <down> <right> <right>"), "step 3 of 24 · 1 of 1 inside");
}

/// An attention in a learner's own words is drawn as one, with the names that it has there.
#[test]
fn a_written_attention_is_drawn() {
    let text = "---\ntitle: Own\nid: own\n---\n```python\n#| label: own\ntorch.manual_seed(0)\nask, offer, give = torch.rand(3, 4), torch.rand(5, 4), torch.rand(5, 2)\nfit = ask @ offer.T\nshare = softmax(fit / sqrt(4), dim=-1)\nheard = share @ give\n```\n";
    let pilot = go(page_of(text, 120, 40), "s");
    sees(&pilot, "╭ attention ─");
    for line in
        ["fit        ask · offerᵀ", "div        fit ÷ sqrt(4)", "share       softmax", "heard       share · give"]
    {
        sees(&pilot, line);
    }
    let mut pilot = into(pilot, "share");
    sees(&pilot, "▸     share");
    let screen = pilot.screen();
    let row = screen.lines().position(|line| line.contains("ask · offerᵀ")).unwrap();
    let line = screen.lines().nth(row).unwrap();
    let column = line[..line.find("fit").unwrap()].chars().count() as u16;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row: row as u16 }));
    assert_eq!(live(&pilot), "fit");
    // On a small screen it stands there as well, and a cell without an attention has no drawing.
    sees(&go(page_of(text, 80, 24), "s"), "╭ attention ─");
    misses(&go(page_of(&text.replace("share @ give", "share + 1"), 120, 40), "s"), "╭ attention");
}

/// In the trained translator what is read is one stop, and so is all that makes a token.
#[test]
fn each_written_token_is_one_stop() {
    let open = || Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40).open("transformer").unwrap();
    let pilot = go(to(unveiled::shown(on_rust(open)), "translate"), "s");
    let counted = |pilot: &Pilot| {
        let stepper = pilot.model.reading().and_then(|reading| reading.stepper()).unwrap();
        stepper.outline.numbers(stepper.place)
    };
    let (_, outermost) = counted(&pilot)[0];
    assert_eq!(outermost, 6, "one to read and five tokens in\n{}", pilot.screen());
    let pilot = go(pilot, "<gt> <gt>");
    sees(&pilot, "token 2: petite");
    sees(&pilot, "The decoder reads what has been");
    // Of 3460 probabilities the largest is seen, and explained.
    misses(&pilot, "columns 1–5 of 3460");
    let pilot = go(pilot, "<right>");
    assert_eq!((live(&pilot).as_str(), counted(&pilot).len()), ("turn", 2), "its positions belong to it");
    // A box of the drawing leads to the part, not to all that makes the token.
    let pilot = into(pilot, "multihead_attn");
    sees(&pilot, "token 2 of 5");
    assert_eq!(counted(&pilot).len(), 2);
    assert_eq!(counted(&go(pilot, "<left>")).len(), 1);
}

/// Without a cursor the largest number of the row is spoken of; where the cursor was, it is again at the next step.
#[test]
fn the_place_in_a_step_is_kept() {
    let spot = |pilot: &Pilot| {
        let inside = pilot.model.reading().and_then(|reading| reading.inside()).unwrap();
        (inside.spot.row, inside.spot.column)
    };
    let text = "---\ntitle: T\nid: t\n---\n```python\n#| label: c\nx = torch.tensor([[1.0, 5.0, 2.0], [4.0, 0.0, 9.0]])\ny = x * 2\nz = y.sum(dim=1)\nw = y[:, :2]\n```\n";
    let pilot = go(page_of(text, 120, 40), "s <enter>");
    assert_eq!(spot(&pilot), (0, 1), "5 is the largest of the first row");
    let pilot = go(pilot, "<down> <left> <esc> <down>");
    assert_eq!(live(&pilot), "y");
    let pilot = go(pilot, "<enter>");
    assert_eq!(spot(&pilot), (1, 0), "where the cursor was");
    let pilot = go(pilot, "<esc> <end> <enter>");
    assert_eq!((live(&pilot).as_str(), spot(&pilot)), ("w", (1, 0)), "the same row, and of it the largest");
}
