use super::*;
use crate::nn::config::Encoding;
use crate::tensor::random::Generator;

fn config(edition: Edition) -> Config {
    Config {
        d_model: 8,
        heads: 2,
        dec_heads: Some(4),
        d_ff: 12,
        v_src: 5,
        v_tgt: 7,
        enc_layers: 1,
        dec_layers: 2,
        max_len: 9,
        ..Config::of(edition)
    }
}

fn model(edition: Edition) -> Transformer {
    Transformer::new(&config(edition), &mut Generator::manual_seed(8)).unwrap()
}

fn file(edition: Edition) -> File {
    File::read(&save(&model(edition)).unwrap()).unwrap()
}

/// What is said about a file after a change.
fn complaint(change: impl FnOnce(&mut File)) -> String {
    let mut file = file(Edition::PyTorch);
    change(&mut file);
    load(&file.write().unwrap(), "", None).unwrap_err().to_string()
}

const GENERATOR: &str = "generator.weight";

#[test]
fn every_edition_comes_back_as_it_was_saved() {
    for edition in Edition::ALL {
        let mut saved = model(edition);
        let bytes = save(&saved).unwrap();
        assert_eq!(bytes, save(&saved).unwrap());
        let mut loaded = load(&bytes, "", None).unwrap();
        assert_eq!(loaded.config, saved.config);
        for ((name, a), (_, b)) in saved.parameters().into_iter().zip(loaded.parameters()) {
            assert!(a.same_bits(b), "{edition:?} {name}");
        }
        let names: BTreeSet<String> = saved.parameters().iter().map(|(name, _)| name_in(edition, name)).collect();
        assert_eq!(names.len(), saved.parameters().len(), "{edition:?}: two parameters have one name");
    }
}

#[test]
fn unusual_shapes_come_back_too() {
    let mut unusual = config(Edition::PyTorch);
    (unusual.heads, unusual.dec_heads, unusual.d_k, unusual.d_v) = (3, Some(5), Some(2), Some(7));
    unusual.design.positions = Encoding::Learned;
    unusual.design.tied = true;
    let saved = Transformer::new(&unusual, &mut Generator::manual_seed(8)).unwrap();
    let loaded = load(&save(&saved).unwrap(), "", None).unwrap();
    let (src, tgt) =
        (Tensor::from_i64(&[1, 3], vec![4, 2, 1]).unwrap(), Tensor::from_i64(&[1, 2], vec![1, 6]).unwrap());
    assert!(loaded.forward(&src, &tgt).unwrap().same_bits(&saved.forward(&src, &tgt).unwrap()));
}

#[test]
fn a_prefix_a_bare_transformer_and_a_configuration_beside_the_file_are_understood() {
    let (mut whole, config) = (file(Edition::PyTorch), config(Edition::PyTorch));
    whole.metadata.clear();
    let renamed = |rename: &dyn Fn(&str) -> String| {
        let tensors = whole.tensors.iter().map(|(name, tensor)| (rename(name), tensor.clone())).collect();
        File { tensors, ..File::default() }.write().unwrap()
    };
    let mut behind = File::read(&renamed(&|name| format!("w.{name}"))).unwrap();
    behind.tensors.insert("elsewhere".to_owned(), Tensor::zeros(&[1], DType::F32));
    assert!(load(&behind.write().unwrap(), "w.", Some(config.clone())).is_ok());
    let bare = renamed(&|name| name.trim_start_matches("transformer.").to_owned());
    assert!(load(&bare, "", Some(config.clone())).is_ok());
    let error = load(&bare, "", None).unwrap_err();
    assert_eq!(error.to_string(), "the file contains no configuration, and none was given");
    let double = renamed(&str::to_owned);
    let mut double = File::read(&double).unwrap();
    double.tensors.values_mut().for_each(|tensor| *tensor = tensor.to(DType::F64).unwrap());
    assert!(load(&double.write().unwrap(), "", Some(config)).is_ok());
}

#[test]
fn what_is_missing_too_much_or_misshapen_is_named() {
    assert_eq!(complaint(|file| drop(file.tensors.remove(GENERATOR))), "the file does not contain `generator.weight`");
    let much = complaint(|file| {
        for name in ["a", "b", "c", "d", "e"] {
            file.tensors.insert(name.to_owned(), Tensor::zeros(&[2], DType::F32));
        }
    });
    assert_eq!(much, "the file contains `a`, `b`, `c` and 2 more, which the model does not have");
    let wrong = |tensor: Tensor| complaint(|file| drop(file.tensors.insert(GENERATOR.to_owned(), tensor)));
    assert_eq!(
        wrong(Tensor::zeros(&[8, 7], DType::F32)),
        "`generator.weight` has the shape [8, 7] in the file, but the configuration requires [7, 8]"
    );
    assert_eq!(
        wrong(Tensor::zeros(&[7, 8], DType::I64)),
        "`generator.weight` is int64; weights must be float32, float64, float16 or bfloat16"
    );
    let all = complaint(|file| file.tensors.retain(|name, _| !name.starts_with("transformer.")));
    assert!(all.starts_with("the file does not contain") && all.ends_with("more"), "{all}");
}

#[test]
fn positions_that_are_stored_must_be_those_that_are_computed() {
    let mut file = file(Edition::DeepDive);
    assert_eq!(file.tensors["src_embed.1.pe"].shape(), [1, 9, 8]);
    file.tensors.remove("tgt_embed.1.pe");
    assert!(load(&file.write().unwrap(), "", None).is_ok());
    file.tensors.insert("src_embed.1.pe".to_owned(), Tensor::zeros(&[1, 9, 8], DType::F32));
    let error = load(&file.write().unwrap(), "", None).unwrap_err();
    assert!(error.to_string().starts_with("the positions in `src_embed.1.pe` differ"), "{error}");
    assert!(error.is_of_another_model());
    file.tensors.remove("src_embed.1.pe");
    let first = file.tensors.keys().next().unwrap().clone();
    file.tensors.remove(&first);
    assert!(load(&file.write().unwrap(), "", None).unwrap_err().is_of_another_model(), "a tensor is missing");
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused_and_the_tensor_named() {
    let bytes = save(&model(Edition::Blocks)).unwrap();
    let header = 8 + u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
    for cut in (0..header).step_by(37).chain((header..bytes.len()).step_by(101)) {
        let error = load(&bytes[..cut], "", None).unwrap_err();
        assert_eq!(matches!(error, Error::Cut { .. }), cut >= header, "{cut}: {error}");
        assert!(!error.to_string().contains('\n') && !error.is_of_another_model());
    }
    let longer = [&bytes[..], &[0; 3]].concat();
    assert!(load(&longer, "", None).unwrap_err().to_string().contains("there are 3 bytes after"));
    let text = load(b"{\"W\": [1, 2]}", "", None).unwrap_err().to_string();
    assert!(text.starts_with("this is not a safetensors file: its header should have "), "{text}");
    assert!(text.ends_with(" bytes, but only 5 follow"), "{text}");
}

/// A file with this header and that many bytes of numbers.
fn with_header(header: &str, numbers: usize) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; numbers]].concat()
}

#[test]
fn a_hostile_header_is_an_error_and_nothing_else() {
    let cases = [
        (r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#, 4, "`a`: bytes 0 to 4 are not the size of a F32"),
        (r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}"#, 4, "`a`"),
        (r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}"#, 12, "`a`: its data begins at byte 8"),
        (r#"{"a":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}}"#, 4, "`a`: unknown variant"),
        (r#"{"a":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]}}"#, 4, "`a` is F8_E4M3; float32"),
        (r#"{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,2]}}"#, 2, "`a`: bytes 0 to 2 are not the size of a F16"),
        (
            r#"{"a":{"dtype":"BF16","shape":[1],"data_offsets":[0,3]}}"#,
            3,
            "`a`: bytes 0 to 3 are not the size of a BF16",
        ),
        (r#"{"a":{"dtype":"F32","shape":[18446744073709551615,9],"data_offsets":[0,4]}}"#, 4, "`a`"),
        (r#"{"a":7}"#, 0, "`a`"),
        ("[]", 0, "not a safetensors file"),
        ("{", 0, "not a safetensors file"),
        ("", 0, "not a safetensors file"),
    ];
    for (header, numbers, says) in cases {
        let error = load(&with_header(header, numbers), "", None).unwrap_err().to_string();
        assert!(error.contains(says), "{header}\n{error}");
    }
    let endless = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
    assert!(load(&endless, "", None).is_err());
}

#[test]
fn a_hostile_configuration_is_an_error_and_nothing_is_built() {
    let with = |config: &str| {
        let metadata = BTreeMap::from([(OURS.to_owned(), config.to_owned())]);
        load(&File { metadata, ..file(Edition::PyTorch) }.write().unwrap(), "", None).unwrap_err().to_string()
    };
    for config in [
        r#"{"d_model": 18446744073709551615}"#,
        r#"{"d_model": 16777216, "v_src": 16777216}"#,
        r#"{"d_model": 8, "heads": 0, "v_src": 5, "v_tgt": 7, "d_ff": 4}"#,
        r#"{"d_model": 8, "heads": 3, "v_src": 5, "v_tgt": 7, "d_ff": 4}"#,
        r#"{"d_model": 8, "heads": 2, "v_src": 5, "v_tgt": 7, "d_ff": 4, "d_k": 16777216, "d_v": 16777216}"#,
        r#"{"d_model": 8, "heads": 2, "v_src": 5, "v_tgt": 7, "d_ff": 4, "layers": 99999999}"#,
        r#"{"d_model": "wide"}"#,
        r#"{"edition": "nobody"}"#,
        "[1]",
    ] {
        let error = with(config);
        assert!(error.contains("configuration") || error.contains("heads"), "{config}\n{error}");
    }
}
