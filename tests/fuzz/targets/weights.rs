//! Bytes as a file of weights: of ours, of somebody else's program, or of a training that was begun.

use glassformer::nn::training::checkpoint;
use glassformer::nn::weights::{self, File, Said};

/// Takes any bytes for a file of weights. What can be read can be written, and is the same when it is read again.
pub(crate) fn survive(bytes: &[u8]) {
    let file = match File::read(bytes) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = file.write().unwrap();
    let again = File::read(&written).unwrap();
    assert!(again.write().unwrap() == written, "what was read again is not the same");
    let _ = (weights::own(&file), checkpoint::model(bytes));
    if let Ok(said) = Said::in_file(&file) {
        let _ = weights::adopt(file, &said);
    }
}
