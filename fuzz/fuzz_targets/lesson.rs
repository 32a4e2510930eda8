#![no_main]

#[path = "../../tests/fuzz/targets/lesson.rs"]
mod lesson;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lesson::survive(bytes));
