//! Where what is lit stands, as far as the screen does not show it.

use super::sheet::Sheet;
use crate::tui::model::Model;

/// `lit ↑ Q K  ↓ table`: the figures with something lit that lie above and below the screen; nothing where all can be seen.
pub(super) fn words(model: &Model) -> Option<String> {
    let sheet = Sheet::of(model).filter(|sheet| sheet.lit.is_some())?;
    let (blocks, visible) = sheet.lit_in_view();
    let (mut above, mut below, mut apart) = (Vec::new(), Vec::new(), Vec::new());
    let pages = sheet.reading.blocks().len();
    for block in 0..sheet.reading.page.lesson().blocks.len() {
        let Some(exhibits) = sheet.reading.exhibits(block) else { continue };
        for (number, figure) in exhibits.figures.iter().enumerate().filter(|(_, figure)| sheet.is_lit(figure)) {
            let place = match () {
                () if visible.contains(&(block, number)) => continue,
                () if block >= pages => &mut apart,
                () if block < blocks.start => &mut above,
                () if block >= blocks.end => &mut below,
                () if block == blocks.start && sheet.is_passed(block, number) => &mut above,
                () => &mut below,
            };
            place.push(figure.name.to_string());
        }
    }
    let list = |mark: &str, names: Vec<String>| (!names.is_empty()).then(|| format!("{mark} {}", names.join(" ")));
    let parts = [list("↑", above), list("↓", below), list("in shared cells:", apart)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("lit {}", parts.join("  ")))
}
