import math

import torch


def positional_encoding(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe.unsqueeze(0)


pe = positional_encoding(6, 8)
frequencies = torch.pow(torch.tensor(10_000.0), torch.arange(0, 8, 2) / 8)
repeated = torch.arange(6, dtype=torch.float32).unsqueeze(1).repeat(1, 4) / frequencies
print(pe)
