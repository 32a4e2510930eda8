"""Files with float16 and bfloat16 tensors, as PyTorch saves them, and what PyTorch makes of them in float32.

    python tests/golden/halves/make.py [FOLDER]

writes FOLDER/float16.safetensors and FOLDER/bfloat16.safetensors; without a folder, beside this file. Each holds numbers of every
size of its dtype beside the same ones as float32, and, behind `w.`, the state of a small Transformer that was cast with `to(dtype)`,
its table of positions included, beside the logits that its rounded weights give in float32. It needs PyTorch and safetensors.
"""

import json
import math
import pathlib
import sys

import torch
from safetensors.torch import save_file

SIZES = {"d_model": 8, "heads": 2, "d_ff": 12, "layers": 1, "v_src": 7, "v_tgt": 6, "max_len": 10}
# The bits of each dtype that say how large a number is, and the bits behind them.
DTYPES = {torch.float16: (5, 10), torch.bfloat16: (8, 7)}


def positions():
    """The sines and cosines of section 3.5 of the paper, rounded once."""
    places = torch.arange(SIZES["max_len"], dtype=torch.float64).unsqueeze(1)
    columns = torch.arange(0, SIZES["d_model"], 2, dtype=torch.float64)
    angles = places / 10000 ** (columns / SIZES["d_model"])
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1).float()


class Model(torch.nn.Module):
    """An `nn.Transformer` between two embeddings and a linear layer."""

    def __init__(self):
        super().__init__()
        width = SIZES["d_model"]
        self.src_emb = torch.nn.Embedding(SIZES["v_src"], width)
        self.tgt_emb = torch.nn.Embedding(SIZES["v_tgt"], width)
        stacks = dict(num_encoder_layers=SIZES["layers"], num_decoder_layers=SIZES["layers"])
        inner = dict(dim_feedforward=SIZES["d_ff"], dropout=0.0, batch_first=True)
        self.transformer = torch.nn.Transformer(width, SIZES["heads"], **stacks, **inner)
        self.generator = torch.nn.Linear(width, SIZES["v_tgt"])
        self.register_buffer("pe", positions())

    def forward(self, src, tgt):
        root = math.sqrt(SIZES["d_model"])
        source = self.src_emb(src) * root + self.pe[: src.shape[1]]
        target = self.tgt_emb(tgt) * root + self.pe[: tgt.shape[1]]
        later = torch.nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])
        return self.generator(self.transformer(source, target, tgt_mask=later))


def numbers(dtype):
    """Of both signs and every exponent, those whose fraction is 0, 1, in the middle, or as large as can be; NaN and infinities, too."""
    exponent, fraction = DTYPES[dtype]
    fractions = torch.tensor([0, 1, (1 << fraction - 1) + 1, (1 << fraction) - 1])
    bits = (torch.arange(2 << exponent).unsqueeze(1) << fraction) + fractions
    return bits.flatten().to(torch.uint16).view(dtype)


def content(dtype):
    torch.manual_seed(16)
    model = Model().eval()
    # Biases and norms that are not 0 and 1.
    for parameter in model.parameters():
        if parameter.ndim < 2:
            torch.nn.init.normal_(parameter, 0.5, 0.3)
    rounded = {name: tensor.to(dtype) for name, tensor in model.state_dict().items()}
    model.load_state_dict({name: tensor.float() for name, tensor in rounded.items()} | {"pe": positions()})
    src, tgt = torch.tensor([[3, 1, 6, 4, 2]]), torch.tensor([[1, 5, 2, 4]])
    with torch.no_grad():
        logits = model(src, tgt)
    narrow = numbers(dtype)
    beside = {"narrow": narrow, "wide": narrow.float(), "src": src, "tgt": tgt, "logits": logits}
    return {f"w.{name}": tensor for name, tensor in rounded.items()} | beside


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for dtype in DTYPES:
        path = folder / f"{str(dtype).removeprefix('torch.')}.safetensors"
        save_file(content(dtype), path, {"config": json.dumps(SIZES)})


if __name__ == "__main__":
    main()
