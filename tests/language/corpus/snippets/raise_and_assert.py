import torch


def heads(d_model, count):
    if d_model % count != 0:
        raise ValueError(f"{d_model} is not divisible by {count}")
    assert count > 0, "there must be a head"
    return d_model // count


size = heads(8, 2)
assert torch.allclose(torch.ones(2), torch.ones(2))
assert size == 4, "wrong"
if __name__ == "__main__":
    print("size", size)
