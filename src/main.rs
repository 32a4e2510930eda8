//! The program: a few lines over [`glassformer::cli`].

fn main() -> std::process::ExitCode {
    glassformer::cli::main()
}
