//! Arrays of NumPy across cells, and beside tensors. What they print is in `library/numpy.*.txt`.

use crate::{error_with, run, run_with, show};

#[test]
fn an_array_stays_one_in_a_later_cell_and_belongs_to_its_own() {
    let first = run("import numpy as np\na = np.arange(3)\nhalf = a[1] / 2\nkept = {'rows': [a, a[1:]]}");
    assert!(first.error.is_none());
    for (source, expected) in [
        ("a", "array([0, 1, 2])"),
        ("half", "np.float64(0.5)"),
        ("type(kept['rows'][1])", "<class 'numpy.ndarray'>"),
        ("a[1:] * 2", "array([2, 4])"),
        ("kept['rows']", "[array([0, 1, 2]), array([1, 2])]"),
    ] {
        assert_eq!(run_with(source, &first.defined).result.unwrap().repr(), expected, "{source}");
    }
    assert!(
        error_with("a[0] = 5", &first.defined).contains("was made in"),
        "{}",
        error_with("a[0] = 5", &first.defined)
    );
}

/// What is wrong with an argument is said of the call, and names no function that a learner did not write.
#[test]
fn errors_of_functions_are_said_of_the_call() {
    let first = run("import numpy as np");
    for (source, said) in [
        (
            "np.maximum(np.ones(2), np.ones(3))",
            "1:1 ValueError: operands could not be broadcast together with shapes (2,) (3,) ",
        ),
        ("np.ones(3).reshape(2, 2)", "1:1 ValueError: cannot reshape array of size 3 into shape (2,2)"),
    ] {
        assert_eq!(error_with(source, &first.defined), said);
    }
    assert!(error_with("np.exp('a')", &first.defined).starts_with("1:1 an array holds only numbers here"));
}

/// How arrays are printed is of the cell that says so.
#[test]
fn print_options_end_with_their_cell() {
    let first = run("import numpy as np\nnp.set_printoptions(precision=2)\nprint(np.array([1 / 3]))");
    assert_eq!(first.printed, "[0.33]\n");
    assert_eq!(run_with("print(np.array([1 / 3]))", &first.defined).printed, "[0.33333333]\n");
}

#[test]
fn tensors_and_arrays_share_memory_in_both_directions() {
    let given =
        "import numpy as np\nx = torch.zeros(2)\na = x.numpy()\na[0] = 5\nx[1] = 7\nb = torch.from_numpy(a)\nb += 1\n";
    assert_eq!(
        show(&format!("{given}x, a, b")),
        "(tensor([6., 8.]), array([6., 8.], dtype=float32), tensor([6., 8.]))"
    );
}

/// A write through a slice that goes backwards would be lost, so it is refused; so is one to what stands at several places.
#[test]
fn what_shares_no_memory_here_is_not_written_to() {
    let first = run("import numpy as np");
    for source in [
        "a = np.arange(3)[::-1]\na[0] = 1",
        "a = np.flip(np.arange(3))\na += 1",
        "a = np.arange(3)[::-1][1:]\na[0] = 1",
    ] {
        let said = error_with(source, &first.defined);
        assert!(said.contains("is a copy here and a view to NumPy"), "{source}: {said}");
    }
    assert!(
        error_with("a = np.broadcast_to(1, 3)\na[0] = 2", &first.defined)
            .contains("assignment destination is read-only")
    );
}
