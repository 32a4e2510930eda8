//! A machine without OpenBLAS gets a readable answer, and `make run` and `make test` cure it.
//!
//! Such a machine is made here out of this one: a search path of a single folder that holds the few programs which the
//! scripts use, a C compiler that cannot link `-lopenblas`, and a package manager that changes that.

#![cfg(unix)]

use std::fs;
use std::io::Result;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The programs that are on every machine, and Rust.
const TOOLS: [&str; 12] =
    ["basename", "cargo", "cat", "dirname", "env", "mktemp", "rm", "rustc", "sed", "sh", "touch", "uname"];

/// A C compiler which links OpenBLAS only after the file `installed` has appeared beside it.
const COMPILER: &str = r#"
for argument; do
    if [ "$argument" = -lopenblas ] && ! [ -e "$(dirname "$0")/installed" ]; then
        echo "ld: cannot find -lopenblas: No such file or directory" >&2
        exit 1
    fi
done
PATH=REAL_PATH exec cc "$@"
"#;

/// A package manager that notes how it was called and installs OpenBLAS.
const MANAGER: &str = r#"
echo "$(basename "$0") $*" >> "$(dirname "$0")/calls"
case "$*" in *openblas*) touch "$(dirname "$0")/installed" ;; esac
"#;

/// A machine without OpenBLAS: the folder that is its whole search path.
struct Machine(TempDir);

impl Machine {
    fn new() -> Result<Machine> {
        let machine = Machine(TempDir::new()?);
        let real_path = std::env::var("PATH").unwrap_or_default();
        for tool in TOOLS {
            let found = std::env::split_paths(&real_path).map(|folder| folder.join(tool)).find(|path| path.exists());
            symlink(found.unwrap_or_else(|| tool.into()), machine.0.path().join(tool))?;
        }
        machine.program("cc", &COMPILER.replace("REAL_PATH", &format!("'{real_path}'")))?;
        Ok(machine)
    }

    /// Puts a shell script on the machine.
    fn program(&self, name: &str, script: &str) -> Result<()> {
        let path = self.0.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}"))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
    }

    /// Runs a program of the repository there.
    fn run(&self, program: &Path, environment: &[(&str, &str)]) -> Result<Output> {
        let mut command = Command::new(program);
        // This test runs under cargo, which tells programs much that a shell would not.
        let cargos = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_"));
        cargos.for_each(|(name, _)| _ = command.env_remove(name));
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", self.0.path())
            .env("OUT_DIR", self.0.path())
            .envs(environment.iter().copied())
            .output()
    }

    /// What the build says there.
    fn build_script(&self, environment: &[(&str, &str)]) -> Result<String> {
        let program = self.0.path().join("build-script");
        let compiled = Command::new("rustc")
            .args(["--edition=2024", "build/openblas.rs", "-o"])
            .arg(&program)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()?;
        assert!(compiled.success(), "build/openblas.rs needs nothing but Rust");
        let output = self.run(&program, environment)?;
        assert!(output.status.success() && output.stderr.is_empty(), "it ends in words, not in a panic: {output:?}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs `.ci/install`: whether it succeeded, and what it said.
    fn install(&self) -> Result<(bool, String)> {
        let output = self.run(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/install"), &[])?;
        Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// How the package manager was called, in order.
    fn calls(&self) -> String {
        fs::read_to_string(self.0.path().join("calls")).unwrap_or_default()
    }
}

const WITH_OPENBLAS: &[(&str, &str)] = &[("CARGO_FEATURE_OPENBLAS", "1")];

#[test]
fn a_missing_library_is_named_with_the_ways_to_get_it() {
    let said = Machine::new().and_then(|machine| machine.build_script(WITH_OPENBLAS)).expect("it runs");
    let errors: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("cargo::error=")).collect();
    assert!(errors[0].contains("OpenBLAS") && errors[0].contains("was not found"), "{said}");
    for way in [
        "apt install libopenblas-dev",
        "dnf install openblas-devel",
        "pacman -S openblas",
        "brew install openblas",
        "make run",
        "cargo run --no-default-features",
    ] {
        assert!(errors.iter().any(|line| line.contains(way)), "{way} is missing in {errors:#?}");
    }
}

#[test]
fn nothing_is_looked_for_without_the_feature() {
    let said = Machine::new().and_then(|machine| machine.build_script(&[])).expect("it runs");
    assert!(!said.contains("cargo::error"), "{said}");
}

#[test]
#[cfg(feature = "openblas")]
fn a_library_that_links_is_no_error() {
    let machine = Machine::new().expect("a machine");
    machine.program("installed", "").expect("written");
    let said = machine.build_script(WITH_OPENBLAS).expect("it runs");
    assert!(!said.contains("cargo::error"), "{said}");
}

#[test]
fn ordinary_builds_do_not_look_again() {
    let said = Machine::new().and_then(|machine| machine.build_script(&[])).expect("it runs");
    assert!(said.contains("cargo::rerun-if-changed=build.rs"), "{said}");
    let watched = said.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-env-changed="));
    // PATH differs between a shell and an editor, and would build everything anew.
    assert!(watched.clone().count() > 0 && watched.clone().all(|variable| variable != "PATH"), "{said}");
}

#[test]
#[cfg(feature = "openblas")]
fn a_fresh_machine_gets_what_it_lacks_by_the_manager_that_it_has() {
    for (manager, user, expected) in [
        ("apt-get", 0, "apt-get update -qq\napt-get install -y --no-install-recommends libopenblas-dev\n"),
        ("dnf", 0, "dnf install -y openblas-devel\n"),
        ("pacman", 1000, "sudo\npacman -S --needed --noconfirm openblas\n"),
        ("brew", 1000, "brew install openblas\n"),
    ] {
        let machine = Machine::new().expect("a machine");
        machine.program("id", &format!("echo {user}")).expect("written");
        machine.program("sudo", "echo sudo >> \"$(dirname \"$0\")/calls\"; \"$@\"").expect("written");
        machine.program(manager, MANAGER).expect("written");
        let (succeeded, said) = machine.install().expect("it runs");
        assert!(succeeded, "{manager}: {said}");
        assert!(said.contains("OpenBLAS, which multiplies the matrices, is missing; installing it."), "{said}");
        assert_eq!(machine.calls(), expected, "{manager}");

        assert_eq!(machine.install().expect("it runs"), (true, String::new()), "there is nothing left to say");
        assert_eq!(machine.calls(), expected, "{manager} is not asked twice");
    }
}

#[test]
fn a_person_who_may_not_install_is_told_what_to_ask_for() {
    let machine = Machine::new().expect("a machine");
    machine.program("id", "echo 1000").expect("written");
    machine.program("dnf", MANAGER).expect("written");
    let (succeeded, said) = machine.install().expect("it runs");
    assert!(!succeeded);
    assert!(said.contains("As root, run: dnf install -y openblas-devel"), "{said}");
    assert_eq!(machine.calls(), "");
}

#[test]
fn a_manager_that_does_not_help_is_not_believed() {
    let machine = Machine::new().expect("a machine");
    machine.program("id", "echo 0").expect("written");
    machine.program("dnf", "exit 0").expect("written");
    let (succeeded, said) = machine.install().expect("it runs");
    assert!(!succeeded);
    assert!(said.contains("cargo run --no-default-features"), "{said}");
}

#[test]
fn without_rust_it_says_where_rust_comes_from() {
    let machine = Machine::new().expect("a machine");
    fs::remove_file(machine.0.path().join("cargo")).expect("it was there");
    let (succeeded, said) = machine.install().expect("it runs");
    assert!(!succeeded);
    assert!(said.contains("Rust is missing") && said.contains("https://rustup.rs"), "{said}");
}
