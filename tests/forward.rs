//! `glassformer forward`, `diff` and `cost`, run as a person runs them.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[path = "support/sentences.rs"]
mod sentences;
#[path = "support/sizes.rs"]
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use glassformer::nn::weights::{self, File};
use glassformer::nn::{Config, Edition, Transformer, mask};
use glassformer::tensor::random::Generator;
use glassformer::tensor::{DType, Tensor, tape};
use sentences::{ids, source, target};
use serde_json::Value;
use sizes::unequal;

/// A folder with the weights of a small model and inputs for it.
struct Desk {
    folder: tempfile::TempDir,
    model: Transformer,
}

/// What a run of the program said.
struct Said {
    status: i32,
    out: String,
    error: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { status: output.status.code().unwrap(), out: text(output.stdout), error: text(output.stderr) }
    }
}

fn glassformer(folder: &Path, arguments: &str) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap().into()
}

const FORWARD: &str = "forward --weights weights.safetensors --inputs inputs.safetensors --save out.safetensors";

impl Desk {
    fn new(edition: Edition) -> Self {
        Self::of(&unequal(edition))
    }

    fn of(config: &Config) -> Self {
        let model = Transformer::new(config, &mut Generator::manual_seed(4)).unwrap();
        let desk = Self { folder: tempfile::tempdir().unwrap(), model };
        fs::write(desk.path("weights"), weights::save(&desk.model).unwrap()).unwrap();
        desk.inputs(&[("src", source()), ("tgt", target())]);
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.safetensors"))
    }

    fn file(&self, name: &str) -> File {
        File::read(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    fn write(&self, name: &str, file: &File) {
        fs::write(self.path(name), file.write().unwrap()).unwrap();
    }

    fn inputs(&self, tensors: &[(&str, Tensor)]) {
        let tensors = tensors.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect();
        self.write("inputs", &File { tensors, ..File::default() });
    }

    fn run(&self, arguments: &str) -> Said {
        glassformer(self.folder.path(), arguments)
    }

    /// Runs a forward pass that must succeed, and reads what it saved.
    fn forward(&self, options: &str) -> File {
        let said = self.run(&format!("{FORWARD} {options}"));
        assert_eq!((said.status, said.error.as_str()), (0, ""), "{options}");
        self.file("out")
    }

    /// Runs a forward pass that must fail, and says why it did, in one line.
    fn refused(&self, options: &str, status: i32) -> String {
        let _ = fs::remove_file(self.path("out"));
        let said = self.run(&format!("{FORWARD} {options}"));
        assert_eq!(said.status, status, "{}", said.error);
        assert!(said.error.starts_with("glassformer: ") || status == 2, "{}", said.error);
        assert!(!self.path("out").exists());
        said.error
    }

    /// The logits under masks that must be the usual ones, bit for bit.
    fn changes_nothing(&self, masks: &[(&str, Tensor)], options: &str) {
        let usual = [("src", source()), ("tgt", target())];
        self.inputs(&usual);
        let want = self.forward("").tensors["logits"].clone();
        self.inputs(&[&usual[..], masks].concat());
        let names: Vec<&str> = masks.iter().map(|(name, _)| *name).collect();
        assert!(self.forward(options).tensors["logits"].same_bits(&want), "{names:?}");
    }
}

#[test]
fn a_pass_saves_what_the_library_computes_and_a_trace_changes_no_bit() {
    for edition in Edition::ALL {
        let desk = Desk::new(edition);
        let plain = desk.forward("");
        let output = desk.model.forward(&source(), &target()).unwrap();
        let name =
            ["logits", "log_probs", "probs"].into_iter().rfind(|name| plain.tensors.contains_key(*name)).unwrap();
        assert!(plain.tensors[name].same_bits(&output), "{edition:?}");
        let trace = desk.forward("--trace");
        assert!(trace.tensors["logits"].same_bits(&plain.tensors["logits"]), "{edition:?}");
        let (_, tape) = tape::record(|| desk.model.forward(&source(), &target()).unwrap());
        for (path, node) in tape.names() {
            let last = &tape.named(path).unwrap().value;
            assert!(trace.tensors[path].same_bits(&last.clone().detach()), "{edition:?} {path} {}", node.value.len());
        }
        let order: Vec<String> = serde_json::from_str(&trace.metadata["order"]).unwrap();
        assert_eq!(order.len(), trace.tensors.len());
        let turn = |path: &str| order.iter().position(|name| name == path).unwrap();
        assert!(turn("encoder.layers.0.self_attn.scores") < turn("encoder.layers.0.self_attn.weights"));
        assert!(turn("encoder") < turn("decoder.layers.0.self_attn.q"));
        let same = desk.run("diff out.safetensors out.safetensors");
        assert_eq!((same.status, same.error.as_str()), (0, ""), "{}", same.out);
    }
}

#[test]
fn a_pass_can_be_reached_into_and_the_stages_say_so() {
    let desk = Desk::new(Edition::PyTorch);
    let plain = desk.forward("--trace");
    fs::copy(desk.path("inputs"), desk.path("same")).unwrap();
    let other: Vec<i64> =
        source().to_vec().iter().map(|&id| if id > 3.0 { id as i64 - 1 } else { id as i64 }).collect();
    desk.inputs(&[("src", Tensor::from_i64(source().shape(), other).unwrap()), ("tgt", target())]);
    fs::rename(desk.path("inputs"), desk.path("other")).unwrap();
    fs::rename(desk.path("same"), desk.path("inputs")).unwrap();

    let off = desk.forward("--trace --ablate decoder.layers.0.multihead_attn.heads.1");
    let heads = off.tensors["decoder.layers.0.multihead_attn.heads"].select(-3, 1).unwrap();
    assert!(heads.to_vec().iter().all(|&x| x == 0.0));
    assert!(off.tensors["encoder"].same_bits(&plain.tensors["encoder"]));
    assert!(!off.tensors["logits"].same_bits(&plain.tensors["logits"]));

    let itself = desk.forward("--patch encoder --from inputs.safetensors");
    assert!(itself.tensors["logits"].same_bits(&plain.tensors["logits"]));
    let patched = desk.forward("--trace --patch encoder --from other.safetensors");
    let theirs = desk.model.encode(&desk.file("other").tensors["src"], None).unwrap();
    assert_eq!(patched.tensors["encoder"].shape(), theirs.shape());
    assert!(!patched.tensors["encoder"].same_bits(&plain.tensors["encoder"]));
    assert!(patched.tensors["encoder.layers.0"].same_bits(&plain.tensors["encoder.layers.0"]));

    assert!(desk.refused("--ablate encoder.layers.9", 2).contains("did you mean"));
    assert!(desk.refused("--patch encoder --from nowhere.safetensors", 2).contains("nowhere.safetensors"));
    assert!(desk.refused("--patch encoder@99 --from other.safetensors", 2).contains("there is no 99"));
}

#[test]
fn masks_of_every_convention_say_the_same() {
    let desk = Desk::new(Edition::PyTorch);
    let (src, tgt) = (source(), target());
    let past = mask::causal(5, 5).unwrap();
    let padding = |ids: &Tensor| ids.ne(&Tensor::integer(0)).unwrap();
    let hidden = |ids: &Tensor| ids.eq(&Tensor::integer(0)).unwrap();
    let whole = desk.model.target_keep(&tgt).unwrap();
    let nowhere = mask::hide(&past).unwrap();
    desk.changes_nothing(&[("src_keep", padding(&src)), ("tgt_keep", padding(&tgt))], "");
    desk.changes_nothing(&[("src_mask", padding(&src).unsqueeze(1).unwrap()), ("tgt_mask", whole.clone())], "");
    desk.changes_nothing(&[("tgt_mask", whole.to(DType::U8).unwrap()), ("memory_keep", padding(&src))], "");
    let theirs = [("src_key_padding_mask", hidden(&src)), ("tgt_key_padding_mask", hidden(&tgt))];
    desk.changes_nothing(&theirs, "");
    desk.changes_nothing(&[&theirs[..], &[("tgt_mask", mask::additive(&past).unwrap())]].concat(), "");
    desk.changes_nothing(&[&theirs[..], &[("tgt_mask", nowhere)]].concat(), "--masks hide");
}

#[test]
fn a_mask_that_hides_something_else_is_heeded() {
    let desk = Desk::new(Edition::PyTorch);
    let ones = |shape: &[usize]| Tensor::ones(shape, DType::Bool);
    let (src, tgt) = (ids(&[&[3, 7, 10]]), ids(&[&[1, 6]]));
    let keep = Tensor::from_bool(&[1, 3], vec![true, false, true]).unwrap();
    desk.inputs(&[("src", src.clone()), ("tgt", tgt.clone()), ("src_keep", keep), ("tgt_mask", ones(&[1, 1, 2, 2]))]);
    let trace = desk.forward("--trace");
    let weights = |module: &str| trace.tensors[&format!("{module}.weights")].clone();
    let of_source = weights("encoder.layers.0.self_attn").select(-1, 1).unwrap();
    let of_memory = weights("decoder.layers.1.multihead_attn").select(-1, 1).unwrap();
    assert!(of_source.to_vec().iter().chain(&of_memory.to_vec()).all(|weight| *weight == 0.0));
    let future = weights("decoder.layers.0.self_attn").to_vec()[1];
    assert!(future > 0.0, "the whole mask was given, without a causal part");
}

#[test]
fn a_mask_that_cannot_be_meant_is_refused_by_name() {
    let desk = Desk::new(Edition::PyTorch);
    let refused = |name: &str, given: Tensor| {
        desk.inputs(&[("src", source()), ("tgt", target()), (name, given)]);
        desk.refused("", 1)
    };
    let ones = |shape: &[usize]| Tensor::ones(shape, DType::U8);
    assert!(refused("src_keep", ones(&[2, 5])).contains("`src_keep` has the shape [2, 5], which cannot be broadcast"));
    assert!(refused("tgt_mask", ones(&[5])).contains("`tgt_mask` has the shape [5]"));
    let odd = Tensor::from_f32(&[2, 4], vec![0.5; 8]).unwrap();
    assert!(refused("src_mask", odd).contains("`src_mask` contains 0.5"));
}

#[test]
fn a_mask_as_wide_as_the_batch_is_long_is_read_as_its_convention_has_it() {
    let desk = Desk::new(Edition::PyTorch);
    let (src, tgt) = (ids(&[&[3, 7], &[4, 9]]), ids(&[&[1, 6], &[1, 3]]));
    let saved = |mask: Option<Tensor>, options: &str| {
        let mask = mask.map(|mask| ("tgt_mask", mask));
        desk.inputs(&[("src", src.clone()), ("tgt", tgt.clone())].into_iter().chain(mask).collect::<Vec<_>>());
        desk.forward(options).tensors["logits"].clone()
    };
    let past = mask::causal(2, 2).unwrap();
    let usual = saved(None, "");
    assert!(saved(Some(mask::additive(&past).unwrap()), "").same_bits(&usual));
    assert!(saved(Some(mask::hide(&past).unwrap()), "--masks hide").same_bits(&usual));
    // As padding the same numbers say that the first target has one token.
    let of_batch = saved(Some(past.to(DType::I64).unwrap()), "");
    assert!(of_batch.select(0, 1).unwrap().same_bits(&usual.select(0, 1).unwrap()));
    assert!(!of_batch.same_bits(&usual));
}

#[test]
fn inputs_that_cannot_be_meant_are_refused_by_name() {
    let desk = Desk::new(Edition::Thread);
    let refused = |src: Tensor, tgt: Tensor| {
        desk.inputs(&[("src", src), ("tgt", tgt)]);
        desk.refused("", 1)
    };
    assert!(
        refused(ids(&[&[11]]), ids(&[&[1]]))
            .contains("`src` contains the id 11, but the last id of its vocabulary is 10")
    );
    assert!(refused(ids(&[&[1]]), ids(&[&[-1]])).contains("`tgt` contains the id -1"));
    assert!(refused(ids(&[&[1], &[2]]), ids(&[&[1]])).contains("`src` has 2 sequences, but `tgt` has 1"));
    assert!(
        refused(Tensor::ones(&[1, 2], DType::F32), ids(&[&[1]])).contains("`src` is float32, but ids must be int64")
    );
    assert!(refused(Tensor::integer(1), ids(&[&[1]])).contains("`src` has the shape []"));
    assert!(refused(ids(&[&[]]), ids(&[&[1]])).contains("`src` has the shape [1, 0]"));
    assert!(refused(ids(&[&[1; 17]]), ids(&[&[1]])).contains("the model has learned only 16"));
    assert!(refused(ids(&[&vec![1; 100_000]]), ids(&[&[1]])).contains("too many for one pass"));
    desk.inputs(&[("src", source())]);
    assert!(desk.refused("", 1).contains("inputs.safetensors: the inputs have no tensor `tgt`"));
}

#[test]
fn weights_that_do_not_fit_are_refused_and_the_tensor_named() {
    let desk = Desk::new(Edition::PyTorch);
    let sound = desk.file("weights");
    let broken = |change: &dyn Fn(&mut File)| {
        let mut file = sound.clone();
        change(&mut file);
        desk.write("weights", &file);
        desk.refused("", 1)
    };
    assert!(broken(&|file| drop(file.tensors.remove("generator.bias"))).contains("does not contain `generator.bias`"));
    let wide = Tensor::ones(&[13, 13], DType::F32);
    assert!(
        broken(&|file| drop(file.tensors.insert("generator.weight".to_owned(), wide.clone()))).contains("[13, 13]")
    );
    assert!(broken(&|file| drop(file.tensors.insert("more".to_owned(), wide.clone()))).contains("`more`"));
    let bytes = sound.write().unwrap();
    for cut in [0, 7, 100, bytes.len() / 2, bytes.len() - 1] {
        fs::write(desk.path("weights"), &bytes[..cut]).unwrap();
        let error = desk.refused("", 1);
        assert!(error.contains("weights.safetensors: ") && error.lines().count() == 1, "{cut}: {error}");
    }
    fs::remove_file(desk.path("weights")).unwrap();
    assert!(desk.refused("", 2).contains("weights.safetensors: "));
}

#[test]
fn a_configuration_comes_from_the_file_or_from_the_command_line() {
    let desk = Desk::new(Edition::Thread);
    let want = desk.forward("").tensors["logits"].clone();
    let mut bare = desk.file("weights");
    let json = bare.metadata.remove("glassformer").unwrap();
    desk.write("weights", &bare);
    assert!(desk.refused("", 2).contains("--config"));
    fs::write(desk.folder.path().join("c.json"), &json).unwrap();
    assert!(desk.forward("--config c.json").tensors["logits"].same_bits(&want));

    let sizes = r#"{"d_model":12,"heads":3,"dec_heads":4,"d_ff":20,"v_src":11,"v_tgt":13,"enc_layers":1,"seed":7}"#;
    bare.metadata.insert("config".to_owned(), sizes.to_owned());
    desk.write("weights", &bare);
    let said = "--edition thread --set dec_layers=2 --set max_len=16";
    assert!(desk.forward(said).tensors["logits"].same_bits(&want));
    assert!(desk.forward(&format!("{said} --set fill=-1e9")).tensors["logits"].same_bits(&want), "no row is empty");
    let other = desk.forward(&format!("{said} --set norm_first=true"));
    assert!(!other.tensors["logits"].same_bits(&want));

    for wrong in
        ["--edition nobody", "--set nothing=1", "--set heads", "--set heads=5", "--config c", "--set dropout=2"]
    {
        assert!(!desk.refused(&format!("{said} {wrong}"), 2).is_empty(), "{wrong}");
    }
    let unknown = desk.refused(&format!("{said} --set normfirst=true"), 2);
    assert!(unknown.contains("`normfirst`") && unknown.contains("norm_first"), "{unknown}");
}

#[test]
fn weights_called_otherwise_and_positions_stored_beside_them_are_understood() {
    let desk = Desk::new(Edition::PyTorch);
    let want = desk.forward("").tensors["logits"].clone();
    let mut file = desk.file("weights");
    let called = |name: &str| name.replace("generator", "fc_out").replace("transformer", "net.core");
    file.tensors = file.tensors.into_iter().map(|(name, tensor)| (called(&name), tensor)).collect();
    let table = desk.model.src.positions.rows(0, 9).unwrap().unwrap();
    file.tensors.insert("pos.pe".to_owned(), table.unsqueeze(1).unwrap());
    desk.write("weights", &file);
    let renamed = "--rename fc_out=generator --rename net.core=transformer";
    assert!(desk.forward(renamed).tensors["logits"].same_bits(&want));
    let other = table.add(&Tensor::number(1.0)).unwrap();
    file.tensors.insert("pos.pe".to_owned(), other);
    desk.write("weights", &file);
    assert!(desk.refused(renamed, 1).contains("`pos.pe`"));
    assert!(desk.forward(&format!("{renamed} --leave pos")).tensors["logits"].same_bits(&want));
}

/// Weights cast by `model.half()` and `model.bfloat16()`: files that `golden/halves/make.py` wrote.
#[test]
fn numbers_of_sixteen_bits_are_widened_exactly() {
    let desk = Desk::new(Edition::PyTorch);
    for dtype in ["float16", "bfloat16"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/halves/{dtype}.safetensors"));
        fs::copy(&path, desk.path("weights")).unwrap();
        let given = desk.file("weights").tensors;
        let (narrow, wide) = (given["narrow"].to_vec(), given["wide"].to_vec());
        assert!(given["narrow"].dtype() == DType::F32 && narrow.len() >= 256);
        for (a, b) in narrow.iter().zip(&wide) {
            assert!(a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()), "{dtype}: {a} for {b}");
        }
        desk.inputs(&["src", "tgt"].map(|name| (name, given[name].clone())));
        desk.forward("--prefix w.");
        let said = desk.run("diff weights.safetensors out.safetensors --common --json");
        let report: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(said.status, 0, "{dtype}: {report}");
    }
}

/// What hooks on the modules of an `nn.Transformer` see of this trace.
fn as_hooks_see(trace: &File) -> File {
    let seen = [
        ("src_emb", "src_emb.lookup"),
        ("transformer.encoder.layers.0.self_attn", "encoder.layers.0.self_attn"),
        ("transformer.encoder.layers.0.dropout", "encoder.layers.0.activation"),
        ("transformer.encoder.layers.0.norm2", "encoder.layers.0.norm2"),
        ("transformer.encoder", "encoder"),
        ("transformer.decoder.layers.1.dropout2", "decoder.layers.1.multihead_attn"),
        ("transformer.decoder.layers.1", "decoder.layers.1"),
        ("transformer", "decoder"),
        ("generator", "generator.logits"),
    ];
    let tensors = seen.map(|(hook, ours)| (hook.to_owned(), trace.tensors[ours].clone()));
    File { tensors: tensors.into(), ..File::default() }
}

/// The tensor with one element moved.
fn moved(x: &Tensor, place: usize, by: f32) -> Tensor {
    let mut values: Vec<f32> = x.to_vec().iter().map(|&x| x as f32).collect();
    values[place] += by;
    Tensor::from_f32(x.shape(), values).unwrap()
}

#[test]
fn the_first_stage_that_hooks_saw_diverge_is_told_with_its_element() {
    let desk = Desk::new(Edition::PyTorch);
    let trace = desk.forward("--trace");
    let mut theirs = as_hooks_see(&trace);
    desk.write("theirs", &theirs);
    let agree = desk.run("diff theirs.safetensors out.safetensors --common");
    assert_eq!((agree.status, agree.out.as_str()), (0, "9 of 9 tensors are equal\n"));
    let strict = desk.run("diff theirs.safetensors out.safetensors");
    assert_eq!(strict.status, 1);
    assert!(strict.out.contains("only in out.safetensors: src_emb.scaled src_emb.positions"), "{}", strict.out);

    for name in ["generator", "transformer", "transformer.encoder.layers.0.norm2", "transformer.encoder"] {
        let changed = moved(&theirs.tensors[name], 17, 0.5);
        theirs.tensors.insert(name.to_owned(), changed);
    }
    desk.write("theirs", &theirs);
    for order in ["theirs.safetensors out.safetensors", "out.safetensors theirs.safetensors"] {
        let differ = desk.run(&format!("diff {order} --common"));
        assert_eq!(differ.status, 1);
        assert_eq!(differ.error, "glassformer: 4 of 9 tensors differ\n");
        let first = differ.out.lines().next().unwrap();
        assert!(first.starts_with("first difference: ") && first.contains("encoder.layers.0.norm2"), "{first}");
        assert!(first.contains("at [0, 1, 5]") && first.contains("5.00e-1 apart"), "{first}");
        assert!(differ.out.contains("3 tensors before it are equal"), "{}", differ.out);
    }
    let json = desk.run("diff theirs.safetensors out.safetensors --common --json");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["compared"], 9);
    assert_eq!(json["first"]["names"][0], "transformer.encoder.layers.0.norm2");
    assert_eq!(json["first"]["first"]["index"], serde_json::json!([0, 1, 5]));
    assert_eq!(desk.run("diff theirs.safetensors out.safetensors --common --tol 0.6").status, 0);
}

#[test]
fn one_head_of_a_tutorial_is_found_in_what_all_heads_compute() {
    let desk = Desk::new(Edition::Thread);
    let trace = desk.forward("--trace");
    let head = trace.tensors["encoder.layers.0.self_attn.heads"].select(1, 2).unwrap();
    let name = "transformer.encoder.enc_layers.0.attn.attentions.2";
    let theirs = |head: &Tensor| File { tensors: [(name.to_owned(), head.clone())].into(), ..File::default() };
    desk.write("theirs", &theirs(&head));
    assert_eq!(desk.run("diff theirs.safetensors out.safetensors --common").status, 0);
    desk.write("theirs", &theirs(&moved(&head, 0, 1.0)));
    let differ = desk.run("diff out.safetensors theirs.safetensors --common");
    assert!(differ.out.contains("encoder.layers.0.self_attn.heads.2"), "{}", differ.out);
}

#[test]
fn files_of_any_names_are_compared_and_what_cannot_be_told_is_another_status() {
    let desk = Desk::new(Edition::PyTorch);
    let file = |tensors: &[(&str, Tensor)]| {
        let tensors = tensors.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect();
        File { tensors, ..File::default() }
    };
    let real = |values: &[f64]| Tensor::from_f64(&[values.len()], values.to_vec()).unwrap();
    let odd = real(&[f64::NAN, f64::INFINITY, -0.0, 1e6]);
    desk.write("a", &file(&[("x", odd.clone()), ("ids", source()), ("alone", odd.clone())]));
    desk.write("b", &file(&[("part.x", real(&[f64::NAN, f64::INFINITY, 0.0, 1e6 + 5.0])), ("part.ids", source())]));
    assert!(desk.run("diff a.safetensors b.safetensors").error.contains("no tensor in common"));
    let renamed = "diff b.safetensors a.safetensors --rename part=";
    assert_eq!(desk.run(&format!("{renamed} --common")).status, 0);
    let strict = desk.run(renamed);
    assert_eq!((strict.status, strict.out.contains("1 only in a.safetensors: alone")), (1, true));

    desk.write("b", &file(&[("x", real(&[1.0, f64::NEG_INFINITY, 0.0, 1e6])), ("ids", source())]));
    let nan = desk.run("diff a.safetensors b.safetensors --common --json");
    let json: Value = serde_json::from_str(&nan.out).unwrap();
    assert_eq!(json["first"]["first"]["values"], serde_json::json!(["NaN", 1.0]));
    assert_eq!(json["first"]["elements"], 2);
    let more = source().add(&Tensor::integer(1)).unwrap();
    desk.write("b", &file(&[("x", odd.clone()), ("ids", more)]));
    assert_eq!(desk.run("diff a.safetensors b.safetensors --common --tol 10").status, 1, "ids must be equal");
    desk.write("b", &file(&[("ids", source().transpose(0, 1).unwrap())]));
    let turned = desk.run("diff a.safetensors b.safetensors --common");
    assert!(turned.out.contains("ids is [2, 4] in a.safetensors and [4, 2]") && turned.out.contains("batch_first"));

    let bytes = fs::read(desk.path("a")).unwrap();
    fs::write(desk.path("cut"), &bytes[..bytes.len() - 1]).unwrap();
    for (call, says) in [
        ("diff a.safetensors cut.safetensors", "cut.safetensors: the file is truncated"),
        ("diff nowhere.safetensors a.safetensors", "nowhere.safetensors"),
        ("diff a.safetensors", "SECOND"),
        ("diff a.safetensors a.safetensors --tol -1", "a tolerance is a number of 0 or more"),
    ] {
        let said = desk.run(call);
        assert_eq!(said.status, 2, "{call}: {}", said.error);
        assert!(said.error.contains(says), "{call}: {}", said.error);
    }
}

#[test]
fn costs_are_printed_for_any_model() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let base = glassformer(here, "cost --depth 1");
    assert_eq!(base.status, 0);
    let first: Vec<&str> = base.out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(first[..3], ["transformer", "63082496", "252329984"]);
    assert_eq!(base.out.lines().count(), 2 + 5);
    let json = glassformer(here, "cost --edition thread --set layers=1 --json");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["parts"][2]["parts"][0]["parts"][0]["name"], "self_attn");
    assert_eq!(glassformer(here, "cost --set heads=7").status, 2);
    assert_eq!(glassformer(here, "cost --batch many").status, 2);
}
