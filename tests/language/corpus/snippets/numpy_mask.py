import numpy as np
import torch


def subsequent_mask(size):
    attn_shape = (1, size, size)
    mask = np.triu(np.ones(attn_shape), k=1).astype("uint8")
    return torch.from_numpy(mask) == 0


mask = subsequent_mask(4)
scale = np.sqrt(64)
logs = np.log(np.array([1.0, 10.0])).tolist()
mean = float(np.mean(np.arange(5)))
best = int(np.argmax(np.array([1, 5, 2])))
product = (np.array([[1, 2], [3, 4]]) @ np.array([1, 1])).tolist()
stacked = np.concatenate([np.zeros(2), np.ones(1)]).tolist()
print(mask)
print(float(scale), logs, mean, best)
