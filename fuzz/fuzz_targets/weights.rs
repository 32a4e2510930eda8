#![no_main]

#[path = "../../tests/fuzz/targets/weights.rs"]
mod weights;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| weights::survive(bytes));
