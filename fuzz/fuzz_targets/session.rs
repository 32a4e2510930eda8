#![no_main]

#[path = "../../tests/fuzz/targets/session.rs"]
mod session;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| session::survive(bytes));
