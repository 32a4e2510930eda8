//! What is done before anything is compiled: OpenBLAS is looked for, and the lessons are packed.

#[path = "build/openblas.rs"]
mod openblas;
#[path = "build/pack.rs"]
mod pack;

fn main() -> std::io::Result<()> {
    openblas::main();
    pack::pack_lessons()
}
