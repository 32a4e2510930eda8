#![no_main]

#[path = "../../tests/fuzz/targets/language.rs"]
mod language;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| language::survive(bytes));
