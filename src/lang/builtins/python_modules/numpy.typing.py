# numpy.typing: names for annotations.

from typing import Any

NDArray = Any
ArrayLike = Any
DTypeLike = Any
