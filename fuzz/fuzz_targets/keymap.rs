#![no_main]

#[path = "../../tests/fuzz/targets/keymap.rs"]
mod keymap;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| keymap::survive(bytes));
