use super::*;

#[test]
fn changed_files_are_told_once_until_they_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.md");
    std::fs::write(&path, "one").unwrap();
    let (post, messages) = Post::channel(|| {});
    let mut files = FileThread::new(post);
    files.follow([]);
    assert!(files.end.is_none(), "nothing to watch, no thread");
    files.follow([path.clone()]);
    std::fs::write(&path, "longer").unwrap();
    let message = messages.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(matches!(message, AppMessage::FilesChanged));
    std::fs::write(&path, "even longer").unwrap();
    assert!(messages.recv_timeout(3 * INTERVAL).is_err(), "nobody has looked at the first change yet");
    assert_eq!(files.take_changed(), [path]);
}
