//! Looks for the system's OpenBLAS before anything is linked against it.
//!
//! `openblas-src` takes the library for granted, so without this a machine that lacks it compiles everything and then fails
//! at the last link, in the linker's words. Here a program of one call is linked first, exactly as Rust will link the
//! real one; if that fails, the build stops with what to install.
//!
//! `.ci/install` compiles this file by itself to ask the same question, so that the two can never disagree: it needs nothing but Rust.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What a person reads where OpenBLAS is missing; cargo prints it line by line as the build's error.
const MISSING: &str = "\
OpenBLAS, which multiplies the matrices here, was not found. Install it (or let `make run` do that):
    Debian, Ubuntu   apt install libopenblas-dev
    Fedora           dnf install openblas-devel
    Arch             pacman -S openblas
    macOS            brew install openblas
or do without it, in pure Rust, slower and otherwise the same:
    cargo run --no-default-features";

/// A program that cannot be linked without OpenBLAS: one call of cblas and one of the library's own.
const PROGRAM: &str = r#"
unsafe extern "C" {
    fn cblas_sgemm();
    fn openblas_get_num_threads() -> i32;
}
fn main() {
    let function = cblas_sgemm as *const () as usize;
    std::process::exit((unsafe { openblas_get_num_threads() } as usize).wrapping_add(function) as i32);
}
"#;

/// Stops the build where OpenBLAS is wanted and missing.
pub(crate) fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // What decides where the linker looks; everything else that does (the linker, RUSTFLAGS) cargo watches itself.
    for variable in ["LIBRARY_PATH", "PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    // docs.rs has no OpenBLAS, and documentation is not linked.
    if env::var_os("CARGO_FEATURE_OPENBLAS").is_none() || env::var_os("DOCS_RS").is_some() || links() {
        return;
    }
    for line in MISSING.lines() {
        println!("cargo::error={line}");
    }
}

/// Whether [`PROGRAM`] can be linked with the compiler, linker, flags and search path of the real build.
fn links() -> bool {
    let folder = env::var_os("OUT_DIR").map_or_else(env::temp_dir, PathBuf::from);
    let source = folder.join("openblas_probe.rs");
    if let Err(error) = fs::write(&source, PROGRAM) {
        println!("cargo::warning=OpenBLAS was not looked for: {}: {error}", source.display());
        return true;
    }
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition=2024", "--crate-name=openblas_probe", "-o"]).arg(folder.join("openblas_probe")).arg(&source);
    if let Ok(target) = env::var("TARGET") {
        rustc.arg(format!("--target={target}"));
    }
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    rustc.args(search_path()).arg("-lopenblas");
    // A compiler that cannot be started will say so better itself.
    rustc.output().map_or(true, |output| output.status.success())
}

/// Where `openblas-src` looks besides the linker's own folders: pkg-config's answer, or Homebrew's on macOS.
fn search_path() -> Vec<String> {
    let pkg_config = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_owned());
    if let Some(flags) = answer(&pkg_config, &["--libs-only-L", "openblas"]) {
        return flags.split_whitespace().map(str::to_owned).collect();
    }
    if !cfg!(target_os = "macos") {
        return Vec::new();
    }
    let prefixes = ["openblas", "libomp"].into_iter().filter_map(|formula| answer("brew", &["--prefix", formula]));
    prefixes.map(|prefix| format!("-L{}", Path::new(&prefix).join("lib").display())).collect()
}

/// What a program prints, if it is there and succeeds.
fn answer(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
