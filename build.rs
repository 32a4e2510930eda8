//! What is done before anything is compiled: OpenBLAS is looked for, the lessons are packed, and the program's words are listed.

#[path = "build/openblas.rs"]
mod openblas;
#[path = "build/pack.rs"]
mod pack;
#[path = "build/words.rs"]
mod words;

fn main() -> std::io::Result<()> {
    openblas::main();
    pack::pack_lessons()?;
    words::list_messages()
}
