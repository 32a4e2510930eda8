//! Arguments of another kind than usual: a number as a tensor, a truth value for a flag, None where something was left out. Each line
//! is what PyTorch 2.15 gives, or refuses.

use crate::{error, show};

#[test]
fn a_number_may_be_a_tensor_without_axes() {
    for (source, expected) in [
        ("torch.arange(torch.tensor(3))", "tensor([0, 1, 2])"),
        ("torch.arange(torch.tensor(2**60 + 1), torch.tensor(2**60 + 2)).item() - 2**60", "1"),
        ("range(torch.tensor([2**60 + 1]), 2**60 + 3)[0] - 2**60", "1"),
        ("torch.tensor([torch.tensor(2**60 + 1), 5])[0].item() - 2**60", "1"),
        ("torch.linspace(torch.tensor(-1), 5, 3, dtype=torch.uint8).tolist()", "[255, 130, 5]"),
        ("F.leaky_relu(torch.tensor([-1.0]).half(), torch.tensor(0.5))", "tensor([-0.5000], dtype=torch.float16)"),
        ("torch.clip(torch.tensor(0.5), 1, torch.tensor(2.0).double()).dtype", "torch.float32"),
        ("torch.add(torch.tensor([1.0]), 1, alpha=torch.tensor(2))", "tensor([3.])"),
        ("torch.max(torch.tensor([3.0, -1.0]), torch.tensor(0))", "tensor([3., 0.])"),
        ("torch.Size((True, torch.tensor(3)))", "torch.Size([1, 3])"),
    ] {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn two_plain_numbers_are_float32_in_functions_of_tensors() {
    for (source, expected) in [
        (
            "torch.add(1, 1.5).dtype, torch.sub(1, 2).dtype, torch.divide(1, 1).dtype",
            "(torch.float32, torch.int64, torch.float32)",
        ),
        ("torch.mul(0.1, 0.1).double()", "tensor(0.0100, dtype=torch.float64)"),
        ("torch.add(True, True)", "tensor(True)"),
        ("f'{torch.mul(0.1, 0.1).item():.12f}'", "'0.010000000708'"),
    ] {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn a_target_without_axes_has_a_dtype_to_say() {
    for (source, expected) in [
        ("F.l1_loss(torch.tensor([0.5]).half(), torch.tensor(0.25)).dtype", "torch.float32"),
        ("F.mse_loss(torch.tensor(0.5).double(), torch.tensor([0.25])).dtype", "torch.float64"),
        ("F.kl_div(torch.zeros(1), torch.tensor([3.0]).half(), reduction='sum').item()", "3.296875"),
        ("torch.manual_seed(0)\nnn.Dropout(0.9)(torch.ones(200).double()).max().item()", "10.000000000000002"),
    ] {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn what_goes_over_no_axis_or_over_all_keeps_pytorchs_shape() {
    for (source, expected) in [
        ("torch.argmax(torch.ones(2, 2), keepdim=True)", "tensor([[0]])"),
        ("torch.argmin(torch.tensor([0.5]), keepdim=True)", "tensor([0])"),
        ("torch.all(torch.tensor([[2.0, 0.0]]), ())", "tensor([[ True, False]])"),
        ("torch.any(torch.tensor([2, 0], dtype=torch.uint8), ())", "tensor([1, 0], dtype=torch.uint8)"),
        ("torch.squeeze(torch.ones(1, 2), ()).shape", "torch.Size([1, 2])"),
        ("torch.linspace(-0.3, 0, steps=0, dtype=torch.uint8).shape", "torch.Size([0])"),
        ("torch.ones(2, 2).sum(dim=None, keepdim=True)", "tensor([[4.]])"),
        ("np.sum(np.ones((2, 2)), keepdims=True)", "array([[4.]])"),
        ("np.prod(np.ones((2, 2)), axis=(0, 1))", "np.float64(1.0)"),
        ("torch.tensor([60000.0, 60000.0, 0.5]).half().prod()", "tensor(inf, dtype=torch.float16)"),
        ("torch.tensor([0.1, 1.7, 2.3, 0.3, 9.1]).half().prod().item()", "1.0673828125"),
        ("torch.tensor([True, False]).clip(False, 1)", "tensor([1, 0])"),
        ("torch.linspace(1, -1, 3, dtype=torch.uint8).tolist()", "[1, 128, 255]"),
        ("np.linspace(0.5, 2, 4, dtype=int)", "array([0, 1, 1, 2])"),
    ] {
        assert_eq!(show(source), expected, "{source}");
    }
}

/// Without a mask, too: PyTorch's attention never divides nothing by nothing.
#[test]
fn scores_of_minus_infinity_read_nothing() {
    let given = "q, v = torch.tensor([[1.0]]), torch.tensor([[1.0], [2.0]])\nk = torch.tensor([[-inf], [-inf]])\n";
    assert_eq!(show(&format!("{given}F.scaled_dot_product_attention(q, k, v)")), "tensor([[0.]])");
    let heads = "x = torch.tensor([[[[0.1], [0.2]]]])\nF.scaled_dot_product_attention(x, x, torch.ones(1, 1, 2, 1), is_causal=True, scale=-2)";
    assert_eq!(show(heads).replace(['\n', ' '], ""), "tensor([[[[nan],[1.]]]])");
    assert_eq!(
        show(&format!("{given}k = torch.tensor([[-inf], [nan]])\nF.scaled_dot_product_attention(q, k, v)")),
        "tensor([[nan]])"
    );
}

#[test]
fn nearly_equal_is_counted_as_pytorch_counts() {
    let large = "x, y = torch.tensor([2**60 + 1]), torch.tensor([2**60])\n";
    for (source, expected) in [
        ("torch.equal(x, y), torch.isclose(x, y, rtol=0.0, atol=0.0).item()", "(False, False)"),
        ("torch.isclose(x, y).item(), torch.equal(torch.tensor([2**53 + 1]), torch.tensor([2.0**53]))", "(True, True)"),
        (
            "torch.isclose(torch.tensor([201], dtype=torch.uint8), torch.tensor([202], dtype=torch.uint8), atol=1)",
            "tensor([True])",
        ),
        (
            "torch.isclose(torch.tensor([nan, inf, -inf]), torch.tensor([nan, inf, inf]), equal_nan=True)",
            "tensor([ True,  True, False])",
        ),
        ("np.isclose(np.array([16777217]), np.array([16777216.0]), rtol=0.0, atol=0.5)", "array([False])"),
    ] {
        assert_eq!(show(&format!("{large}{source}")), expected, "{source}");
    }
}

#[test]
fn what_pytorch_refuses_of_another_kind_is_refused() {
    for (source, says) in [
        (
            "torch.ones(1, 1).unsqueeze(torch.tensor([1]))",
            "unsqueeze(): argument 'dim' (position 1) must be int, not Tensor",
        ),
        ("torch.zeros(size=2)", "zeros(): argument 'size' (position 1) must be tuple of ints, not int"),
        ("torch.full(2, 1.0)", "full(): argument 'size' (position 1) must be tuple of ints, not int"),
        ("torch.flip(torch.arange(3), 0)", "flip(): argument 'dims' (position 2) must be tuple of ints, not int"),
        (
            "torch.permute(torch.ones(2, 3), 1, 0)",
            "permute(): argument 'dims' (position 2) must be tuple of ints, not int",
        ),
        ("torch.arange(3).reshape()", "reshape() missing 1 required positional arguments: \"shape\""),
        ("torch.zeros()", "zeros() missing 1 required positional arguments: \"size\""),
        (
            "torch.squeeze(torch.ones(1, 2), None)",
            "squeeze(): argument 'dim' (position 2) must be int or tuple of ints, not NoneType",
        ),
        ("torch.logsumexp(torch.ones(1, 2), None)", "must be int or tuple of ints, not NoneType"),
        ("torch.logsumexp(torch.ones(1, 2), ())", "output with shape [] doesn't match the broadcast shape [1, 1]"),
        ("torch.std(torch.ones(1, 2), 1, None)", "std(): argument 'unbiased' (position 3) must be bool, not NoneType"),
        (
            "torch.std(torch.ones(1, 2), dim=False)",
            "std(): argument 'dim' (position 2) must be int or tuple of ints, not bool",
        ),
        ("torch.std(torch.ones(1, 2), False, keepdim=True)", "`keepdim` needs axes"),
        ("torch.max(torch.ones(1, 2), None)", "max(): argument 'dim' (position 2) must be int, not NoneType"),
        ("torch.prod(torch.ones(2), None)", "prod(): argument 'dim' (position 2) must be int, not NoneType"),
        ("torch.arange(0, None)", "arange"),
        (
            "torch.tensor([0.0, 0.3]).max(torch.tensor([1]), keepdim=True)",
            "max(): argument 'dim' must be int, not Tensor",
        ),
        ("torch.ones(1).expand_as(torch.tensor(0.0))", "the number of sizes provided (0)"),
        ("torch.eye(2, None)", "eye(): argument 'm' (position 2) must be int, not NoneType"),
        ("torch.add(1, 1, alpha=None)", "add(): argument 'alpha' (position 3) must be"),
        ("torch.sub(True, 0.0)", "Subtraction, the `-` operator, with a bool tensor is not supported"),
        (
            "F.pad(torch.ones(1), (1, 1), value=torch.tensor([2]))",
            "pad(): argument 'value' (position 4) must be Number, not Tensor",
        ),
        ("torch.norm(torch.ones(2), dim=torch.tensor(0))", "len() of a 0-d tensor"),
        ("torch.movedim(torch.ones(2, 3), 0, [1])", "movedim() received an invalid combination of arguments"),
        ("torch.isnan(1.0)", "isnan(): argument 'input' (position 1) must be Tensor, not float"),
        ("torch.pow(2, 3)", "pow() received an invalid combination of arguments"),
        ("torch.remainder(5, 3)", "remainder() received an invalid combination of arguments"),
        (
            "torch.add(torch.ones(1), 1, alpha=torch.tensor([2]))",
            "add(): argument 'alpha' (position 3) must be Number, not Tensor",
        ),
        (
            "torch.where(condition=torch.tensor(True), input=1.0, other=torch.tensor(2))",
            "where(): argument 'input' (position 2) must be Tensor, not float",
        ),
        ("F.one_hot(torch.tensor(1).int())", "one_hot is only applicable to index tensor of type LongTensor."),
        ("F.nll_loss(torch.tensor([[0, 1]]), torch.tensor([1]))", "\"nll_loss_out_frame\" not implemented for 'Long'"),
        (
            "torch.tensor([torch.tensor(400)], dtype=torch.uint8)",
            "value cannot be converted to type uint8 without overflow",
        ),
        (
            "torch.full((1,), 1e300)",
            "value cannot be converted to type float without overflow: 1e300 is too large for it",
        ),
        ("torch.Size((None,))", "torch.Size() takes an iterable of 'int' (item 0 is 'NoneType')"),
        (
            "F.rms_norm(torch.ones(2), (2,), torch.tensor([2.0]))",
            "Expected weight to be of same shape as normalized_shape, but got weight of shape [1] and normalized_shape = [2]",
        ),
        (
            "F.layer_norm(torch.ones(2), (2,), torch.ones(2), torch.ones(1))",
            "Expected bias to be of same shape as normalized_shape, but got bias of shape [1] and normalized_shape = [2]",
        ),
        ("nn.LayerNorm(torch.tensor(2))", "must be tuple of ints, not Tensor"),
        ("nn.Softmax(dim=torch.tensor(0))", "dim must be an int or None, got <class 'Tensor'>"),
        ("torch.manual_seed(0)\nnn.TransformerEncoderLayer(torch.tensor(4), 2)", "iteration over a 0-d tensor"),
        ("F.cosine_similarity(torch.ones(1), torch.ones(1), dim=0, eps=-1)", "eps must be non-negative, got: -1"),
        ("torch.norm(torch.tensor(3.0), p=nan)", "the order of a norm cannot be NaN"),
        (
            "torch.isclose(torch.ones(1), torch.ones(1), atol=-0.1)",
            "atol must be greater than or equal to zero, but got -0.1",
        ),
        ("torch.isclose(torch.ones(1), torch.ones(1).long())", "Float did not match Long"),
        (
            "F.scaled_dot_product_attention(torch.ones(1, 1), torch.ones(1, 1), torch.ones(1, 1), scale=inf)",
            "an infinite or NaN `scale` is not supported here",
        ),
        (
            "torch.manual_seed(0)\nnn.TransformerDecoderLayer(4, 2)(torch.ones(1, 1, 4), torch.ones(1, 4))",
            "For batched (3-D) `query`, expected `key` and `value` to be 3-D but found 2-D and 2-D tensors respectively",
        ),
    ] {
        let error = error(source);
        assert!(error.contains(says), "{source}: {error}");
    }
}

/// A single element is copied, and overflows as copies do; what fills several or what an index names must be held.
#[test]
fn what_half_precision_does_not_hold_is_put_into_single_elements_only() {
    for index in ["0", "0:1", "..., 1", "None, 0"] {
        let source = format!("x = torch.tensor([0.5, 0.25]).half()\nx[{index}] = 90071\nx.max()");
        assert_eq!(show(&source), "tensor(inf, dtype=torch.float16)", "{index}");
    }
    for index in ["...", ":", "[0]", "None", "0:0", "torch.tensor([True, False])", "torch.tensor([1])"] {
        let says = error(&format!("x = torch.tensor([0.5, 0.25]).half()\nx[{index}] = 90071"));
        assert!(says.contains("value cannot be converted to type c10::Half without overflow"), "{index}: {says}");
    }
    assert!(error("x = torch.zeros(1, 2).half()\nx[0] = 90071").contains("c10::Half"));
}

#[test]
fn whether_axes_stay_is_asked_only_where_some_are_named() {
    for name in ["sum", "mean", "prod", "median", "max", "min"] {
        for keepdim in ["True", "False"] {
            let says = error(&format!("torch.ones(2, 2).{name}(keepdim={keepdim})"));
            let expected = format!("{name}() received an invalid combination of arguments: keepdim without dim");
            assert!(says.contains(&expected), "{name}: {says}");
        }
    }
}

#[test]
fn zero_to_a_power_is_pythons() {
    assert_eq!(show("0 ** -inf"), "inf");
    assert_eq!(show("(-0.0) ** -inf"), "inf");
    assert!(error("0.0 ** -1").contains("cannot be raised to a negative power"));
}

#[test]
fn what_a_learner_would_miss_is_pytorchs_or_refused() {
    for (source, expected) in [
        ("torch.div(torch.tensor([7, -7]), 2, rounding_mode='trunc')", "tensor([ 3, -3])"),
        ("torch.div(torch.tensor([True]), torch.tensor([2]), rounding_mode='trunc')", "tensor([0])"),
        ("torch.cat([torch.tensor([]), torch.ones(2, 2).long()], dim=1).dtype", "torch.float32"),
        ("torch.cat([torch.tensor([]), torch.ones(2, 2)]).shape", "torch.Size([2, 2])"),
        ("nn.init.calculate_gain('linear')", "1"),
        ("nn.Sequential(nn.ReLU(inplace=True))", "Sequential(\n  (0): ReLU(inplace=True)\n)"),
        (
            "torch.manual_seed(0)\nnn.Linear(2, 2).load_state_dict({'weight': torch.eye(2), 'b': torch.ones(2)}, strict=False)",
            "\"_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=['b'])\"",
        ),
    ] {
        assert_eq!(show(source), expected, "{source}");
    }
    for (source, says) in [
        ("torch.div(torch.tensor([1]), 0, rounding_mode='trunc')", "ZeroDivisionError"),
        (
            "torch.div(torch.tensor([True]), True, rounding_mode='trunc')",
            "\"div_trunc_cpu\" not implemented for 'Bool'",
        ),
        (
            "torch.cat([torch.tensor([]), torch.tensor(1)])",
            "zero-dimensional tensor (at position 1) cannot be concatenated",
        ),
        (
            "torch.tensor([3], dtype=torch.int32) ** 2147483648",
            "value cannot be converted to type int without overflow",
        ),
        ("torch.tensor([3], dtype=torch.uint8) ** 300", "value cannot be converted to type uint8_t without overflow"),
        ("torch.tensor([3], dtype=torch.uint8) ** -300", "Integers to negative integer powers are not allowed"),
        (
            "x = torch.ones(1, 1)\nF.scaled_dot_product_attention(x[0], x, x)",
            "but got query.dim: 1 key.dim: 2 and value.dim: 2 instead",
        ),
        ("f'{[1, 2]:>10}'", "unsupported format string passed to list.__format__"),
        ("f'{None:5}'", "unsupported format string passed to NoneType.__format__"),
    ] {
        assert!(error(source).contains(says), "{source}: {}", error(source));
    }
    assert_eq!(show("x = torch.zeros(1, 2)\nx[0][1] = 9\nx"), "tensor([[0., 9.]])");
}

#[test]
fn a_class_says_what_is_true_and_what_is_equal() {
    let class = "class V:\n    def __init__(self, x):\n        self.x = x\n    def __eq__(self, other):\n        return self.x == other.x\n    \
                 def __bool__(self):\n        return self.x > 1\n";
    for (asked, expected) in [
        ("V(1) == V(1), V(1) != V(1), V(1) != V(2)", "(True, False, True)"),
        ("V(1) in [V(2), V(1)], [V(1)] == [V(1)], [V(2), V(1)].index(V(1))", "(True, True, 1)"),
        ("bool(V(1)), not V(2), any([V(1)]), all([V(2)]), 1 if V(0) else 2", "(False, False, False, True, 2)"),
    ] {
        assert_eq!(show(&format!("{class}{asked}")), expected, "{asked}");
    }
    assert_eq!(
        show("class E:\n    def __len__(self):\n        return 0\nbool(E()), bool(nn.ModuleList())"),
        "(False, False)"
    );
    assert!(
        error("class B:\n    def __bool__(self):\n        return 3\nbool(B())").contains("__bool__ should return bool")
    );
}
