import logging
from typing import Dict, List, Optional, Tuple

import torch

logging.basicConfig(level=logging.INFO)
LOGGER = logging.getLogger(__name__)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def double(x: torch.Tensor, names: Optional[List[str]] = None) -> Tuple[torch.Tensor, int]:
    LOGGER.debug(f"doubling {x.size()=} {names=}")
    return x * 2, 0 if names is None else len(names)


x = torch.ones(2, 3).to(device)
y, count = double(x, names=["a"])
z = y.cpu().detach().clone().numpy().sum()
same = x.device == device
needs = x.requires_grad
print(device, x.device, f"{x.device=}", device.type)
print(y, count, same, needs)
