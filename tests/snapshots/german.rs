//! The screen in German: longer words leave room for what is beside them.

use glassformer::words::{self, Language};

use crate::region::Region;
use crate::sheet::{Sheet, USUAL, on_rust};
use crate::{WHY, attention_at};

#[test]
fn regions_in_german() {
    let regions = [
        ("list of lessons", "sentence", "<esc> <esc>", Region::Page),
        ("list of lessons, title", "sentence", "<esc> <esc>", Region::Title),
        ("map", "sentence", "<esc> <esc> M", Region::Page),
        ("map, status line", "sentence", "<esc> <esc> M", Region::Status),
        ("question", "twins", "1", Region::Block("twins")),
        ("why", "softmax", WHY, Region::Pane),
        ("why, title", "softmax", WHY, Region::Title),
        ("why, status line", "softmax", WHY, Region::Status),
        ("actions", "scale", ":", Region::Overlay),
        ("help", "softmax", "<enter> ?", Region::Overlay),
    ];
    let mut sheet = Sheet::default();
    words::with(Language::German, || {
        for (name, block, keys, region) in regions {
            sheet.add(name, &on_rust(|| region.cut(&attention_at(USUAL, block, keys))));
        }
    });
    sheet.compare("german__regions");
}
