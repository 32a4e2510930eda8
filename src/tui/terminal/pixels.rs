//! What a terminal reports of pixels.

use crate::tui::graphics::{CellSize, Graphics, Protocol};

/// The number in a DA1 report that says that sixels are drawn.
const SIXEL: &str = "4";

/// What was reported so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::tui) struct PixelReports {
    takes_kitty: bool,
    takes_iterm2: bool,
    takes_sixel: bool,
    cell: Option<CellSize>,
}

impl PixelReports {
    /// Takes in an operating system command, such as `1337;ReportCellSize=17.50;8.00;2.0`: points down and across, and pixels a point.
    pub(in crate::tui) fn hear_command(&mut self, report: &str) {
        let Some(size) = report.strip_prefix("1337;ReportCellSize=") else { return };
        self.takes_iterm2 = true;
        let mut numbers = size.split(';').map(str::parse::<f64>);
        let mut next = || numbers.next()?.ok().filter(|number| number.is_finite());
        if let (Some(height), Some(width)) = (next(), next()) {
            let scale = next().unwrap_or(1.0);
            self.set_cell((width * scale).round() as u16, (height * scale).round() as u16);
        }
    }

    /// Takes in kitty's answer, such as `i=1;OK`.
    pub(in crate::tui) fn hear_kitty(&mut self, report: &str) {
        self.takes_kitty |= report == "i=1;OK";
    }

    /// Takes in the size of a cell as xterm reports it, such as `6;20;10`: pixels down and across.
    pub(in crate::tui) fn hear_cell(&mut self, report: &str) {
        let numbers: Vec<u16> = report.split(';').filter_map(|number| number.parse().ok()).collect();
        if let [6, height, width] = numbers[..] {
            self.set_cell(width, height);
        }
    }

    /// Takes in DA1, such as `62;4;22`.
    pub(in crate::tui) fn hear_attributes(&mut self, report: &str) {
        self.takes_sixel |= report.split(';').skip(1).any(|number| number == SIXEL);
    }

    fn set_cell(&mut self, width: u16, height: u16) {
        self.cell = CellSize::new(width, height).or(self.cell);
    }

    /// What the terminal shows, once it has said all; `known` is the size of its cells, where it did not say that.
    ///
    /// Who answers iTerm2 or draws sixels and answers kitty as well (`WezTerm`, Konsole) knows no placeholders, and is better asked in the
    /// former way.
    pub(in crate::tui) fn graphics(self, known: impl FnOnce() -> Option<CellSize>) -> Option<Graphics> {
        let protocol = match self {
            Self { takes_iterm2: true, .. } => Protocol::Iterm2,
            Self { takes_sixel: true, .. } => Protocol::Sixel,
            Self { takes_kitty: true, .. } => Protocol::Kitty,
            _ => return None,
        };
        Some(Graphics { protocol, cell: self.cell.or_else(known)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graphics(tell: impl FnOnce(&mut PixelReports)) -> Option<(Protocol, u16, u16)> {
        let mut reports = PixelReports::default();
        tell(&mut reports);
        let Graphics { protocol, cell } = reports.graphics(|| CellSize::new(7, 15))?;
        Some((protocol, cell.width, cell.height))
    }

    #[test]
    fn every_terminal_is_spoken_to_as_it_answers() {
        assert_eq!(graphics(|_| {}), None);
        assert_eq!(graphics(|it| it.hear_attributes("62;22")), None);
        assert_eq!(graphics(|it| it.hear_attributes("4")), None, "the first number is the terminal's class");
        assert_eq!(graphics(|it| it.hear_kitty("i=1;ENOTSUPPORTED")), None);
        let kitty = graphics(|it| {
            it.hear_kitty("i=1;OK");
            it.hear_cell("6;20;10");
            it.hear_attributes("62");
        });
        assert_eq!(kitty, Some((Protocol::Kitty, 10, 20)));
        let foot = graphics(|it| {
            it.hear_cell("6;18;9");
            it.hear_attributes("62;4;22");
        });
        assert_eq!(foot, Some((Protocol::Sixel, 9, 18)));
        let iterm2 = graphics(|it| {
            it.hear_kitty("i=1;OK");
            it.hear_command("1337;ReportCellSize=17.50;8.00;2.0");
            it.hear_attributes("62;4");
        });
        assert_eq!(iterm2, Some((Protocol::Iterm2, 16, 35)));
    }

    #[test]
    fn size_that_no_cell_has_is_not_believed() {
        for nonsense in ["6;0;0", "6;20", "6;65535;65535", "4;20;10", "6;a;b", ""] {
            let heard = graphics(|it| {
                it.hear_attributes("62;4");
                it.hear_cell(nonsense);
            });
            assert_eq!(heard, Some((Protocol::Sixel, 7, 15)), "{nonsense}");
        }
        assert_eq!(graphics(|it| it.hear_command("1337;ReportCellSize=nan;inf;1e9")), Some((Protocol::Iterm2, 7, 15)));
        let mut reports = PixelReports::default();
        reports.hear_attributes("62;4");
        assert_eq!(reports.graphics(|| None), None);
    }
}
