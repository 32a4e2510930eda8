#![no_main]

#[path = "../../tests/fuzz/targets/vocabulary.rs"]
mod vocabulary;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vocabulary::survive(bytes));
