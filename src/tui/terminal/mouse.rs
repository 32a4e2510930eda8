//! The mouse: clicks, the wheel, and movements while a button is down.
//!
//! crossterm's own command asks for every movement (mode 1003). Those mean nothing here, and over SSH each would be a packet.

use std::fmt;

use ratatui::crossterm::Command;
#[cfg(windows)]
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};

/// Takes the mouse: mode 1002, for terminals that lack it 1000 (clicks only), and places as numbers (1006).
#[derive(Debug, Clone, Copy)]
pub(super) struct TakeMouse;

/// Leaves the mouse to the terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReturnMouse;

impl Command for TakeMouse {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1000h\x1b[?1002h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

impl Command for ReturnMouse {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1006l\x1b[?1002l\x1b[?1000l")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        DisableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}
