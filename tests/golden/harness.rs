//! The golden harness: reads a safetensors file that PyTorch made, and holds a case to account for each tensor in it.
//!
//! A case takes tensors as [inputs](Golden::tensor) and [compares](Golden::compare) the others. Names and sizes come from the
//! file: what the file lacks is listed and not run, what the case leaves over fails the test, and so does a value further off than
//! the file allows, or a file of which nothing is compared.

mod tolerance;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use glassformer::nn::{Config, Edition, Parameters, stages};
use glassformer::tensor::{self, DType, Tape, Tensor};
use ndarray::ArrayD;
use safetensors::{Dtype, SafeTensors};

use crate::folder;
use tolerance::Tolerance;

/// How many complaints a failing case prints.
const COMPLAINTS: usize = 20;

/// The ending of the files that this harness reads.
pub(crate) const ENDING: &str = "safetensors";

/// Runs a case on every file of that kind in the golden folder, and fails unless everything in them is accounted for.
pub(crate) fn check(kind: &str, case: impl Fn(&mut Golden)) {
    let Outcome { reports, absent, complaints } = check_in(&folder::folder(), kind, case);
    for report in &reports {
        println!("{report}");
    }
    for absent in &absent {
        folder::list(absent);
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// What became of the files of a kind.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The counts of each file that has no fault.
    pub(crate) reports: Vec<String>,
    /// A line for each case that is not run, since the files lack it.
    pub(crate) absent: Vec<String>,
    /// What is wrong.
    pub(crate) complaints: Vec<String>,
}

/// Runs a case on every file of that kind in a folder, which may have none.
pub(crate) fn check_in(folder: &Path, kind: &str, case: impl Fn(&mut Golden)) -> Outcome {
    let mut outcome = Outcome::default();
    let files = folder::of_kind(folder, kind, ENDING);
    if files.is_empty() {
        outcome.absent.push(format!("{kind}: the folder has no such file"));
    }
    for path in files {
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        match verdict(&path, &bytes, &case) {
            Ok(report) => {
                outcome.reports.push(report.line);
                outcome.absent.extend(report.absent);
            }
            Err(complaint) => outcome.complaints.push(complaint),
        }
    }
    outcome
}

/// What became of a file that has no fault.
#[derive(Debug)]
pub(crate) struct Report {
    /// The counts of the file.
    pub(crate) line: String,
    /// A line for each case that the file lacks.
    pub(crate) absent: Vec<String>,
}

/// What a case makes of the bytes of a file: a report, or its complaints.
pub(crate) fn verdict(path: &Path, bytes: &[u8], case: impl FnOnce(&mut Golden)) -> Result<Report, String> {
    let mut golden = Golden::read(path, bytes)?;
    case(&mut golden);
    golden.finish()
}

/// What a tensor's numbers stand for. Masks are bytes in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Single,
    Double,
    Whole,
    Mask,
}

/// A tensor as the harness sees it: row-major, every number read as float64.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub(crate) kind: Kind,
    pub(crate) shape: Vec<usize>,
    pub(crate) numbers: Vec<f64>,
}

impl From<ArrayD<f32>> for Values {
    fn from(array: ArrayD<f32>) -> Self {
        Self {
            kind: Kind::Single,
            shape: array.shape().to_vec(),
            numbers: array.iter().map(|&x| f64::from(x)).collect(),
        }
    }
}

impl From<ArrayD<i64>> for Values {
    fn from(array: ArrayD<i64>) -> Self {
        Self { kind: Kind::Whole, shape: array.shape().to_vec(), numbers: array.iter().map(|&x| x as f64).collect() }
    }
}

impl From<&Tensor> for Values {
    fn from(tensor: &Tensor) -> Self {
        let kind = match tensor.dtype() {
            DType::F32 | DType::F16 | DType::BF16 | DType::C64 => Kind::Single,
            DType::F64 => Kind::Double,
            DType::I64 | DType::I32 => Kind::Whole,
            DType::U8 | DType::Bool => Kind::Mask,
        };
        Self { kind, shape: tensor.shape().to_vec(), numbers: tensor.to_vec() }
    }
}

/// One golden file under examination.
pub(crate) struct Golden {
    path: PathBuf,
    name: String,
    config: serde_json::Value,
    tolerance: Tolerance,
    tensors: BTreeMap<String, Values>,
    inputs: BTreeSet<String>,
    compared: BTreeSet<String>,
    absent: BTreeSet<String>,
    elements: usize,
    worst: (f64, String),
    complaints: Vec<String>,
}

impl Golden {
    fn read(path: &Path, bytes: &[u8]) -> Result<Self, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let broken = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| broken(&error))?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let text = |key: &str| metadata.get(key).ok_or_else(|| format!("{name}: its metadata lacks `{key}`"));
        let mut tensors = BTreeMap::new();
        for (tensor, view) in SafeTensors::deserialize(bytes).map_err(|error| broken(&error))?.iter() {
            let (kind, numbers) =
                numbers(view.dtype(), view.data()).map_err(|error| format!("{name}: {tensor} {error}"))?;
            tensors.insert(tensor.to_owned(), Values { kind, shape: view.shape().to_vec(), numbers });
        }
        Ok(Self {
            path: path.to_owned(),
            name: name.to_string(),
            config: serde_json::from_str(text("config")?).map_err(|error| broken(&error))?,
            tolerance: Tolerance::read(text("tol")?, text("tol_rules")?).map_err(|error| broken(&error))?,
            tensors,
            inputs: BTreeSet::new(),
            compared: BTreeSet::new(),
            absent: BTreeSet::new(),
            elements: 0,
            worst: (0.0, String::new()),
            complaints: Vec::new(),
        })
    }

    /// A whole number of the file's configuration.
    pub(crate) fn config(&self, key: &str) -> u64 {
        self.config[key].as_u64().unwrap_or_else(|| panic!("{}: config has no whole number `{key}`", self.name))
    }

    /// Where the file lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A number of the file's configuration.
    pub(crate) fn number(&self, key: &str) -> f64 {
        self.config[key].as_f64().unwrap_or_else(|| panic!("{}: config has no number `{key}`", self.name))
    }

    /// A list of two numbers of the file's configuration.
    pub(crate) fn pair(&self, key: &str) -> (f64, f64) {
        let pair = serde_json::from_value(self.config[key].clone());
        pair.unwrap_or_else(|_| panic!("{}: config has no two numbers `{key}`", self.name))
    }

    /// The names of all tensors.
    pub(crate) fn names(&self) -> Vec<String> {
        self.tensors.keys().cloned().collect()
    }

    /// Whether the file has a tensor of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// What stands for `*` in the names of the form `before*after`: the cases that the file has. Lists the form where it has none.
    pub(crate) fn cases(&mut self, before: &str, after: &str) -> Vec<String> {
        let case = |name: &String| name.strip_prefix(before)?.strip_suffix(after).map(str::to_owned);
        let cases: Vec<String> = self.tensors.keys().filter_map(case).collect();
        if cases.is_empty() {
            self.lack(&format!("{before}*{after}"));
        }
        cases
    }

    /// Runs a case that needs these tensors, or lists it as absent where the file lacks one.
    pub(crate) fn case(
        &mut self,
        name: &str,
        needs: &[&str],
        run: impl FnOnce(&mut Self) -> tensor::Result<()>,
    ) -> tensor::Result<()> {
        let lacking: Vec<&str> = needs.iter().copied().filter(|need| !self.has(need)).collect();
        if lacking.is_empty() {
            return run(self);
        }
        self.lack(&format!("{name} (there is no {})", lacking.join(", ")));
        Ok(())
    }

    /// Lists a case that is not run, since the file lacks it.
    pub(crate) fn lack(&mut self, case: &str) {
        self.absent.insert(case.to_owned());
    }

    /// A tensor that is given, not computed. Masks become truth values.
    pub(crate) fn tensor(&mut self, name: &str) -> Tensor {
        self.inputs.insert(name.to_owned());
        let Values { kind, shape, numbers } =
            self.tensors.get(name).unwrap_or_else(|| panic!("{}: there is no tensor `{name}`", self.name));
        let tensor = match kind {
            Kind::Single => Tensor::from_f32(shape, numbers.iter().map(|&x| x as f32).collect()),
            Kind::Double => Tensor::from_f64(shape, numbers.clone()),
            Kind::Whole => Tensor::from_i64(shape, numbers.iter().map(|&x| x as i64).collect()),
            Kind::Mask => Tensor::from_bool(shape, numbers.iter().map(|&x| x > 0.0).collect()),
        };
        tensor.unwrap()
    }

    /// The shape of a tensor.
    pub(crate) fn shape(&self, name: &str) -> Vec<usize> {
        self.tensors.get(name).unwrap_or_else(|| panic!("{}: there is no tensor `{name}`", self.name)).shape.clone()
    }

    /// The file's configuration as one of ours, beginning with an edition. What it says besides the model is left out.
    pub(crate) fn model(&self, edition: Edition) -> Config {
        let mut config = self.config.clone();
        if let Some(keys) = config.as_object_mut() {
            keys.retain(|key, _| Config::has_key(key));
        }
        config["edition"] = serde_json::to_value(edition).unwrap();
        Config::from_json(&config.to_string()).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Fills a module with the file's tensors: each parameter with the one that `rename` finds for its name.
    pub(crate) fn fill(&mut self, module: &mut impl Parameters, rename: impl Fn(&str) -> String) {
        for (name, parameter) in module.parameters() {
            let name = rename(&name);
            let given = self.tensor(&name);
            assert_eq!(given.shape(), parameter.shape(), "{}: {name}", self.name);
            *parameter = given;
        }
    }

    /// Compares every tensor whose name begins with `prefix` and whose path, as `path` translates the rest, the tape knows.
    pub(crate) fn compare_stages(&mut self, prefix: &str, tape: &Tape, path: impl Fn(&str) -> String) {
        self.compare_found(prefix, path, |path| stages::find(tape, path));
    }

    /// As [`compare_stages`](Self::compare_stages), of stages that lie elsewhere.
    pub(crate) fn compare_found(
        &mut self,
        prefix: &str,
        path: impl Fn(&str) -> String,
        find: impl Fn(&str) -> Option<Tensor>,
    ) {
        let here = |name: &String| name.strip_prefix(prefix).map(|rest| (name.clone(), path(rest)));
        let pairs: Vec<(String, String)> = self.tensors.keys().filter_map(here).collect();
        if pairs.is_empty() {
            self.lack(&format!("{prefix}*"));
        }
        for (name, path) in pairs {
            if let Some(value) = find(&path) {
                self.compare(&name, &self.batched(&name, &path, value));
            }
        }
    }

    /// Positions are the same for every sequence of a batch; some files repeat them for each.
    fn batched(&self, name: &str, path: &str, value: Tensor) -> Tensor {
        let shape: Vec<isize> = self.shape(name).iter().map(|&size| size as isize).collect();
        if path.ends_with("positions") { value.expand(&shape).unwrap() } else { value }
    }

    /// Holds computed values to the file's tolerance; whole numbers and masks must be equal.
    pub(crate) fn compare(&mut self, tensor: &str, got: impl Into<Values>) {
        self.hold(tensor, &got.into(), false);
    }

    /// Holds computed values to equality, whatever the file tolerates.
    pub(crate) fn compare_exactly(&mut self, tensor: &str, got: impl Into<Values>) {
        self.hold(tensor, &got.into(), true);
    }

    fn hold(&mut self, tensor: &str, got: &Values, exactly: bool) {
        let Some(want) = self.tensors.get(tensor).cloned() else {
            self.lack(tensor);
            return;
        };
        self.compared.insert(tensor.to_owned());
        let (is, should_be) = ((got.kind, &got.shape), (want.kind, &want.shape));
        if is != should_be {
            return self.complain(&format!("{tensor} is {is:?}, and should be {should_be:?}"));
        }
        let exactly = exactly || matches!(want.kind, Kind::Whole | Kind::Mask);
        let places = 0..want.numbers.len();
        let wrong: Vec<String> = places.filter_map(|place| self.judge(tensor, got, &want, place, exactly)).collect();
        if let [first, more @ ..] = wrong.as_slice() {
            self.complain(&format!("{tensor}{first}; {} more are wrong", more.len()));
        }
    }

    /// Counts an element, and says what is wrong with it if it is further off than it may be.
    fn judge(&mut self, tensor: &str, got: &Values, want: &Values, place: usize, exactly: bool) -> Option<String> {
        let tolerance = self.tolerance.of(tensor, &want.shape, place)?;
        let at = index(&want.shape, place);
        let (got, want) = (got.numbers[place], want.numbers[place]);
        let allowed = if exactly || !want.is_finite() { 0.0 } else { tolerance * want.abs().max(1.0) };
        let error = if same(got, want) { 0.0 } else { (got - want).abs() };
        self.elements += 1;
        if error > 0.0 && error / allowed > self.worst.0 {
            self.worst = (error / allowed, format!("{tensor}{at:?}"));
        }
        // The comparison is this way round because an error that is not a number is wrong too.
        let fits = error <= allowed;
        (!fits).then(|| format!("{at:?} is {got}, and should be {want}: off by {error:e}, allowed is {allowed:e}"))
    }

    fn complain(&mut self, complaint: &str) {
        self.complaints.push(format!("{}: {complaint}", self.name));
    }

    fn finish(mut self) -> Result<Report, String> {
        if self.elements == 0 {
            self.complain("nothing of the file is compared");
        }
        let left =
            self.tensors.keys().filter(|tensor| !self.inputs.contains(*tensor) && !self.compared.contains(*tensor));
        let left: Vec<String> =
            left.map(|tensor| format!("{}: {tensor} is neither compared nor an input", self.name)).collect();
        self.complaints.extend(left);
        if self.complaints.is_empty() {
            return Ok(self.report());
        }
        let more = self.complaints.len().saturating_sub(COMPLAINTS);
        self.complaints.truncate(COMPLAINTS);
        if more > 0 {
            self.complaints.push(format!("{}: and {more} complaints more", self.name));
        }
        Err(self.complaints.join("\n"))
    }

    fn report(&self) -> Report {
        let Self { name, absent, compared, inputs, elements, worst: (worst, place), .. } = self;
        let inputs = inputs.difference(compared).count();
        let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
        let line = format!(
            "{name}: compared {}, inputs {inputs}, elements {elements}, worst error {worst:.3} of what is allowed{place}",
            compared.len()
        );
        Report { line, absent: absent.iter().map(|absent| format!("{name}: {absent}")).collect() }
    }
}

/// NaN is as good as NaN, and an infinity as the same infinity.
fn same(got: f64, want: f64) -> bool {
    got.total_cmp(&want).is_eq() || (got.is_nan() && want.is_nan())
}

fn index(shape: &[usize], mut place: usize) -> Vec<usize> {
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|size| {
            let i = place % size;
            place /= size;
            i
        })
        .collect();
    index.reverse();
    index
}

fn numbers(dtype: Dtype, data: &[u8]) -> Result<(Kind, Vec<f64>), String> {
    match dtype {
        Dtype::F32 => {
            Ok((Kind::Single, data.as_chunks().0.iter().map(|b| f64::from(f32::from_le_bytes(*b))).collect()))
        }
        Dtype::F64 => Ok((Kind::Double, data.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect())),
        Dtype::I64 => Ok((Kind::Whole, data.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b) as f64).collect())),
        Dtype::U8 | Dtype::BOOL => Ok((Kind::Mask, data.iter().map(|&b| f64::from(b)).collect())),
        other => Err(format!("has the dtype {other:?}, which the harness does not read")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ndarray::{IxDyn, arr1};
    use safetensors::tensor::TensorView;

    use super::*;

    /// A file with one float tensor `x` of four rows and one of whole numbers, `ids`.
    fn file(x: [f32; 4], rules: &str) -> Vec<u8> {
        let x: Vec<u8> = x.iter().flat_map(|value| value.to_le_bytes()).collect();
        let ids: Vec<u8> = [5_i64, 6].iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensors = [
            ("x", TensorView::new(Dtype::F32, vec![4], &x).unwrap()),
            ("ids", TensorView::new(Dtype::I64, vec![2], &ids).unwrap()),
        ];
        let metadata = [("tol", "0.1"), ("tol_rules", rules), ("config", r#"{"seed": 7}"#)];
        let metadata: HashMap<String, String> = metadata.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        safetensors::serialize(tensors, Some(metadata)).unwrap()
    }

    fn floats(values: [f32; 4]) -> ArrayD<f32> {
        arr1(&values).into_dyn()
    }

    fn ids(values: [i64; 2]) -> ArrayD<i64> {
        arr1(&values).into_dyn()
    }

    #[test]
    fn a_case_that_accounts_for_everything_is_reported_with_its_counts() {
        let bytes = file([1.0, f32::NAN, f32::NEG_INFINITY, 20.0], "[]");
        let report = verdict(Path::new("file"), &bytes, |golden| {
            assert_eq!(golden.config("seed"), 7);
            golden.compare("x", floats([1.05, f32::NAN, f32::NEG_INFINITY, 21.9]));
            assert_eq!(golden.tensor("ids").to_vec(), [5.0, 6.0]);
        });
        assert_eq!(
            report.unwrap().line,
            "file: compared 1, inputs 1, elements 4, worst error 0.950 of what is allowed at x[3]"
        );
    }

    #[test]
    fn what_is_left_over_fails() {
        let error =
            verdict(Path::new("file"), &file([0.0; 4], "[]"), |golden| golden.compare("ids", ids([5, 6]))).unwrap_err();
        assert_eq!(error, "file: x is neither compared nor an input");
    }

    #[test]
    fn wrong_values_fail_with_their_place_and_what_was_allowed() {
        let complaint = |x: [f32; 4], exactly: bool| {
            let bytes = file([1.0, f32::NAN, f32::INFINITY, 2.0], "[]");
            let case = |golden: &mut Golden| {
                golden.tensor("ids");
                if exactly { golden.compare_exactly("x", floats(x)) } else { golden.compare("x", floats(x)) }
            };
            verdict(Path::new("file"), &bytes, case).err()
        };
        assert_eq!(complaint([1.0, f32::NAN, f32::INFINITY, 2.0], true), None);
        assert_eq!(
            complaint([1.5, f32::NAN, f32::INFINITY, 2.0], false).unwrap(),
            "file: x[0] is 1.5, and should be 1: off by 5e-1, allowed is 1e-1; 0 more are wrong"
        );
        assert!(complaint([1.0, 0.0, f32::INFINITY, 2.0], false).unwrap().contains("x[1] is 0, and should be NaN"));
        assert!(complaint([f32::NAN, f32::NAN, f32::INFINITY, 2.0], false).unwrap().contains("x[0] is NaN"));
        assert!(complaint([1.0, f32::NAN, f32::NEG_INFINITY, 2.0], false).unwrap().contains("x[2] is -inf"));
        assert!(complaint([1.0, f32::NAN, 3e38, 2.0], false).unwrap().contains("x[2]"));
        assert!(complaint([1.0, f32::NAN, f32::INFINITY, 2.01], true).unwrap().contains("allowed is 0e0"));
        assert!(complaint([9.0; 4], false).unwrap().contains("3 more are wrong"));
    }

    #[test]
    fn whole_numbers_must_be_equal_and_shapes_and_kinds_too() {
        let complaint = |got: Values| {
            let case = |golden: &mut Golden| {
                golden.tensor("x");
                golden.compare("ids", got);
            };
            verdict(Path::new("file"), &file([0.0; 4], "[]"), case).unwrap_err()
        };
        assert!(complaint(ids([5, 7]).into()).contains("ids[1] is 7, and should be 6"));
        assert!(complaint(floats([5.0; 4]).into()).contains("ids is (Single, [4]), and should be (Whole, [2])"));
        assert!(complaint(ArrayD::<i64>::zeros(IxDyn(&[2, 1])).into()).contains("[2, 1]"));
    }

    #[test]
    fn rules_loosen_rows_and_leave_the_middle_third_out() {
        let run = |rules: &str, x| {
            let case = |golden: &mut Golden| {
                golden.tensor("ids");
                golden.compare("x", floats(x));
            };
            verdict(Path::new("file"), &file([0.0; 4], rules), case)
        };
        let rows = r#"[{"match": "*", "rows": [2], "tol": 3}]"#;
        assert!(run(rows, [0.0, 0.0, 2.5, 0.0]).is_ok());
        assert!(run(rows, [0.0, 2.5, 0.0, 0.0]).is_err());
        let third = r#"[{"match": "x", "skip_middle_third": true, "tol": 1}]"#;
        assert!(run(third, [0.9, 99.0, 0.0, 0.0]).unwrap().line.contains("elements 3,"));
        assert!(run("not json", [0.0; 4]).is_err());
    }
}
