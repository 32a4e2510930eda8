//! The GPU's path without a GPU: `stand_in/cuda.c` and `stand_in/cublas.c`, compiled here, take the places of NVIDIA's libraries.
//!
//! A process searches the folders that its environment named when it started, so everything here runs in children. A log lists
//! each child's calls. It marks wrong calls as refused, for the numbers alone would not show them: the processor takes over.

#![expect(
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by stopping; a child says what its parent reads"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::{env, fs, process, thread};

use glassformer::tensor::backend::{self, BackendChoice, Product};
use ndarray::Array2;

use super::{close, matrix};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/backend/stand_in");
const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");

/// Folders in which the loader looks first.
struct Libraries {
    /// Driver and cuBLAS.
    both: PathBuf,
    /// The driver alone.
    driver: PathBuf,
}

static LIBRARIES: LazyLock<Libraries> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand_in");
    let (both, driver) = (folder.join("both"), folder.join("driver"));
    fs::create_dir_all(&both).expect("a folder in the target folder");
    fs::create_dir_all(&driver).expect("a folder in the target folder");
    let cuda = compile("cuda", &[], &both, &[]);
    compile("cublas", &[], &both, &[&cuda]);
    compile("cuda", &[], &driver, &[]);
    Libraries { both, driver }
});

/// Compiles one of the libraries. It appears in its folder at once and whole, because another run of the tests may load it.
fn compile(name: &str, options: &[&str], folder: &Path, needs: &[&Path]) -> PathBuf {
    let library = folder.join(format!("lib{name}.so"));
    let unfinished = folder.join(format!("lib{name}.so.{}", process::id()));
    // Without contraction a product is rounded before it is added, as in Rust.
    let run = Command::new("cc")
        .args(["-std=c11", "-O1", "-Wall", "-Wextra", "-ffp-contract=off", "-fPIC", "-shared", "-pthread"])
        .arg(format!("-Wl,-soname,lib{name}.so"))
        .args(options)
        .arg("-o")
        .arg(&unfinished)
        .arg(format!("{SOURCES}/{name}.c"))
        .args(needs)
        .output()
        .expect("a C compiler, with which Rust links");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && said.is_empty(), "{said}");
    fs::rename(&unfinished, &library).expect("it is there");
    library
}

/// The end of a child, its output, and its calls.
struct Run {
    success: bool,
    out: String,
    err: String,
    log: Vec<String>,
}

impl Run {
    /// The output and the last calls, for a test that fails.
    fn told(&self) -> String {
        let (mut text, count) = (format!("{}\n{}", self.out, self.err), self.log.len());
        for line in self.log.iter().skip(count.saturating_sub(40)) {
            let _ = writeln!(text, "| {line}");
        }
        text
    }

    /// The rest of each line of the log that begins with these words.
    fn lines<'a>(&'a self, words: &'a str) -> impl Iterator<Item = &'a str> {
        self.log.iter().filter_map(move |line| line.strip_prefix(words))
    }

    /// The number of products of a type that the device computed.
    fn computed(&self, dtype: &str) -> u64 {
        let counts = self.lines("computed: ").filter_map(|line| line.strip_suffix(dtype)?.strip_suffix(" of "));
        counts.map(|count| count.parse::<u64>().expect("a number")).sum()
    }

    /// Fails if a call was wrong.
    fn check_calls(&self) {
        let refused: Vec<_> = self.lines("refused: ").collect();
        assert!(refused.is_empty(), "{refused:#?}\n{}", self.told());
    }

    /// Fails if memory of the device was not freed.
    fn check_memory(&self) {
        assert!(self.lines("left: ").all(|left| left == "0 blocks, 0 events"), "{}", self.told());
    }
}

/// Runs a child that finds the stand-ins.
fn child(program: &Path, arguments: &[&str], libraries: &Path, variables: &[(&str, &str)]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log");
    let before = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let paths = env::join_paths([libraries.to_owned()].into_iter().chain(env::split_paths(&before)));
    let Output { status, stdout, stderr } = Command::new(program)
        .args(arguments)
        .env("LD_LIBRARY_PATH", paths.expect("no folder has a colon"))
        .env("STAND_IN_LOG", &log)
        .envs(variables.iter().copied())
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run {
        success: status.success(),
        out: text(stdout),
        err: text(stderr),
        log: fs::read_to_string(log).unwrap_or_default().lines().map(str::to_owned).collect(),
    }
}

/// Runs tests of this program in a child.
fn tests(arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    child(&env::current_exe().expect("this program"), arguments, &LIBRARIES.both, variables)
}

/// Runs Glassformer with a cell in a child.
fn program(cell: &str, libraries: &Path, variables: &[(&str, &str)]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("cell.py");
    fs::write(&file, cell).expect("it can be written");
    child(Path::new(PROGRAM), &["--backend", "cuda", "eval", file.to_str().expect("text")], libraries, variables)
}

#[test]
fn whole_suite_passes_on_stand_in() {
    for pools in ["1", "0"] {
        let run = tests(&["--skip", "stand_in::"], &[("STAND_IN_POOLS", pools)]);
        assert!(run.success && run.out.contains("test batches::large_batch_agrees ... ok"), "{}", run.told());
        run.check_calls();
        run.check_memory();
        // How many there are is drawn: some 1500 and 300, and one run in twenty had fewer than 200 of the second.
        let computed = (run.computed("f32"), run.computed("f64"));
        assert!(computed.0 > 500 && computed.1 > 50, "only {computed:?} on the device\n{}", run.told());
        let allocations = run.lines("cuMemAllocAsync").count();
        assert_eq!(allocations > 0, pools == "1", "{}", run.told());
    }
}

/// Computes products and batches on several threads, whether the device fails or not.
#[test]
#[ignore = "a child of failure_in_the_middle_costs_nothing"]
fn computes_whatever_fails() {
    backend::select(BackendChoice::Cuda).expect("the stand-in is there");
    let mut products = 0;
    for round in 0..4 {
        let (a, b) = (matrix(9, 12, round), matrix(12, 10, !round));
        let (wide_a, wide_b) = (a.mapv(f64::from), b.mapv(f64::from));
        let (mut rust, mut found) = (Array2::zeros((9, 10)), Array2::from_elem((9, 10), f32::NAN));
        backend::with(BackendChoice::Rust, || backend::product_f32(&a, &b, &mut rust)).expect("they fit");
        backend::product_f32(&a, &b, &mut found).expect("somebody computes");
        assert!(close(&found, &rust), "product {round}: {found} is not {rust}");
        let mut wide = Array2::from_elem((9, 10), f64::NAN);
        // A new thread has no context of the device yet.
        thread::scope(|scope| scope.spawn(|| backend::product_f64(&wide_a, &wide_b, &mut wide)).join())
            .expect("it does not panic")
            .expect("somebody computes");
        assert!(close(&wide.mapv(|x| x as f32), &rust), "product {round} in double precision: {wide}");
        let mut outs = vec![Array2::from_elem((9, 10), f32::NAN); 3];
        let mut batch: Vec<_> =
            outs.iter_mut().map(|out| Product { a: a.view(), b: b.view(), out: out.view_mut() }).collect();
        backend::batch_f32(&mut batch).expect("somebody computes");
        assert!(outs.iter().all(|out| close(out, &rust)), "batch {round}: {outs:?}");
        products += 5;
    }
    assert_eq!(backend::calls().of(BackendChoice::Auto) - 4, products, "each product and each reference counts once");
    eprintln!("trouble: {}", backend::trouble().unwrap_or("none"));
    eprintln!("cuda: {}", backend::calls().cuda);
}

/// Runs [`computes_whatever_fails`] with one failure. The words and the number of products on the device must then be these.
fn computes_with(failure: &str, words: &str, on_the_device: u64) {
    let variables: &[_] = if failure.is_empty() { &[] } else { &[("STAND_IN_FAIL", failure)] };
    let child = ["--ignored", "--exact", "--nocapture", "stand_in::computes_whatever_fails"];
    let run = tests(&child, variables);
    assert!(run.success && run.out.contains("1 passed"), "{failure}: {}", run.told());
    run.check_calls();
    assert_eq!(run.lines("fails: ").count(), variables.len(), "{failure} did not happen: {}", run.told());
    let told = |word: &str| run.err.lines().find_map(|line| line.strip_prefix(word).map(str::to_owned));
    let trouble = match words {
        "" => "none".to_owned(),
        _ => format!("CUDA failed: {words}; using {} from now on", BackendChoice::Auto.backend().name()),
    };
    assert_eq!(told("trouble: "), Some(trouble), "{failure}");
    assert_eq!(told("cuda: "), Some(on_the_device.to_string()), "{failure}");
    // A device that has failed must not be used again.
    let products = run.log.iter().rposition(|line| line.ends_with("StridedBatched"));
    let failed = run.log.iter().position(|line| line.starts_with("fails: "));
    assert!(failed.is_none_or(|failed| products.is_none_or(|product| product < failed)), "{failure}: {}", run.told());
}

#[test]
fn failure_in_the_middle_costs_nothing() {
    const OUT_OF_MEMORY: &str = "out of memory (CUDA_ERROR_OUT_OF_MEMORY)";
    const ILLEGAL: &str = "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)";
    computes_with("", "", 20);
    for (failure, words, on_the_device) in [
        ("cublasSgemmStridedBatched:1:13", "CUBLAS_STATUS_EXECUTION_FAILED", 0),
        ("cublasSgemmStridedBatched:4:14", "CUBLAS_STATUS_INTERNAL_ERROR", 7),
        ("cublasDgemmStridedBatched:2:13", "CUBLAS_STATUS_EXECUTION_FAILED", 6),
        ("cuMemAllocAsync:1:2", OUT_OF_MEMORY, 0),
        ("cuMemAllocAsync:9:2", OUT_OF_MEMORY, 2),
        ("cuMemcpyHtoDAsync_v2:8:700", ILLEGAL, 5),
        ("cuMemsetD8Async:3:700", ILLEGAL, 2),
        ("cuMemcpyDtoHAsync_v2:5:2", OUT_OF_MEMORY, 6),
        ("cuStreamSynchronize:6:700", ILLEGAL, 7),
        ("cuEventCreate:8:2", OUT_OF_MEMORY, 1),
        ("cuCtxSetCurrent:2:2", OUT_OF_MEMORY, 1),
    ] {
        computes_with(failure, words, on_the_device);
    }
}

#[test]
fn failure_to_free_is_heard_of() {
    // The product itself was right, and the next product reports the failure.
    computes_with("cuMemFreeAsync:3:700", "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)", 1);
}

const CELL: &str = "a = torch.arange(144.0).reshape(12, 12)\nprint(a @ a, (a.double() @ a.double()).sum())";

#[test]
fn program_goes_on_without_its_device() {
    let sound = program(CELL, &LIBRARIES.both, &[]);
    assert!(sound.success && sound.err.is_empty(), "{}", sound.told());
    assert_eq!((sound.computed("f32"), sound.computed("f64")), (1, 1), "{}", sound.told());
    let failing = program(CELL, &LIBRARIES.both, &[("STAND_IN_FAIL", "cublasDgemmStridedBatched:1:13")]);
    assert!(failing.success, "{}", failing.told());
    assert_eq!(failing.out, sound.out);
    let words = "glassformer: CUDA failed: CUBLAS_STATUS_EXECUTION_FAILED;";
    assert_eq!(failing.err, format!("{words} using {} from now on\n", BackendChoice::Auto.backend().name()));
    assert_eq!((failing.computed("f32"), failing.computed("f64")), (1, 0), "{}", failing.told());
}

/// Runs the program, which must say in one line why it uses no GPU.
fn says_why(libraries: &Path, variables: &[(&str, &str)], why: &str) {
    let run = program(CELL, libraries, variables);
    assert!(run.success, "{}", run.told());
    let name = BackendChoice::Auto.backend().name();
    assert_eq!(
        run.err,
        format!("glassformer: CUDA cannot be used here: {why}; using {name} instead\n"),
        "{variables:?}"
    );
    assert!(run.out.contains("tensor("), "{}", run.told());
    assert_eq!(run.computed("f32"), 0, "{}", run.told());
    run.check_calls();
}

#[test]
fn device_that_cannot_be_opened_is_one_line() {
    for (failure, why) in [
        ("cuInit:1:100", "no GPU could be opened: no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE)"),
        ("cuDeviceGet:1:101", "no GPU could be opened: invalid device ordinal (CUDA_ERROR_INVALID_DEVICE)"),
        ("cuDevicePrimaryCtxRetain:1:2", "no GPU could be opened: out of memory (CUDA_ERROR_OUT_OF_MEMORY)"),
        ("cuDeviceGetAttribute:1:1", "no GPU could be opened: invalid argument (CUDA_ERROR_INVALID_VALUE)"),
        ("cublasCreate_v2:1:3", "cuBLAS did not start: CUBLAS_STATUS_ALLOC_FAILED"),
        ("cublasSetStream_v2:1:1", "cuBLAS did not start: CUBLAS_STATUS_NOT_INITIALIZED"),
    ] {
        says_why(&LIBRARIES.both, &[("STAND_IN_FAIL", failure)], why);
    }
}

#[test]
fn missing_function_is_one_line() {
    // Allocation with and without pools, and the way out after a failure.
    let ways = [("STAND_IN_POOLS", "1"), ("STAND_IN_POOLS", "0"), ("STAND_IN_FAIL", "cublasCreate_v2:1:3")];
    let calls = ways.into_iter().flat_map(|way| program(CELL, &LIBRARIES.both, &[way]).log);
    let functions: BTreeSet<String> = calls.filter(|call| call.starts_with("cu") && !call.contains(' ')).collect();
    assert!(functions.len() > 20, "{functions:?}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for function in functions {
        let hide = format!("-D{function}=hidden");
        let cuda = compile("cuda", &[&hide], folder.path(), &[]);
        compile("cublas", &[&hide], folder.path(), &[&cuda]);
        says_why(
            folder.path(),
            &[],
            &format!("the CUDA driver is too old: the function {function} is missing; update the driver"),
        );
    }
}

#[test]
fn driver_without_cublas_is_one_line() {
    // A real cuBLAS would be found.
    if BackendChoice::Cuda.backend().available().is_err() {
        says_why(&LIBRARIES.driver, &[], "there is a CUDA driver, but no cuBLAS (libcublas) on this machine");
    }
}
