# What is computed here is said of the call.
# numpy.linalg: norms, and what elimination by rows gives. A matrix is of two axes here; the answers are those of LAPACK but for their last
# digits.

import numpy as np
import _random


class LinAlgError(ValueError):
    """A matrix has no answer."""


def norm(x, ord=None, axis=None, keepdims=False):
    """The length of a vector, or of all elements; of each row along an axis."""
    x = np.asarray(x)
    x = x if np.issubdtype(x.dtype, np.floating) else x.astype(float)
    if axis is None and ord is not None and x.ndim == 2:
        axis = (0, 1)
    if isinstance(axis, tuple) and ord is not None:
        return _of_matrix(x, ord, axis, keepdims)
    if ord is None or ord == 2:
        return np.sqrt(np.sum(x * x, axis, keepdims=keepdims))
    if ord == np.inf:
        return np.max(np.abs(x), axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.min(np.abs(x), axis, keepdims=keepdims)
    if ord == 0:
        return np.sum((x != 0).astype(x.dtype), axis, keepdims=keepdims)
    if ord == 1:
        return np.sum(np.abs(x), axis, keepdims=keepdims)
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    return np.sum(np.abs(x) ** ord, axis, keepdims=keepdims) ** (1 / ord)


def _of_matrix(x, ord, axis, keepdims):
    if ord == "fro":
        return np.sqrt(np.sum(x * x, axis, keepdims=keepdims))
    rows, columns = axis
    if ord in (1, -1, np.inf, -np.inf):
        along, across = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = np.sum(np.abs(x), along, keepdims=True)
        made = np.max(sums, across, keepdims=True) if ord > 0 else np.min(sums, across, keepdims=True)
        return made if keepdims else np.squeeze(made, axis)[()]
    _random.refuse("this norm of a matrix needs its singular values, which are not supported here", "take 'fro', 1 or inf")


def _square(a):
    a = np.asarray(a)
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[0] != a.shape[1]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a.astype(a.dtype if np.issubdtype(a.dtype, np.floating) else float)


def _eliminated(a, b):
    """Both after elimination with the largest pivot of each column, and the sign of the order of rows."""
    a, b, sign = a.copy(), b.copy(), 1.0
    for column in range(a.shape[0]):
        pivot = column + int(np.argmax(np.abs(a[column:, column])))
        if a[pivot, column] == 0:
            return a, b, 0.0
        if pivot != column:
            order = list(range(a.shape[0]))
            order[column], order[pivot] = pivot, column
            a, b, sign = a[order], b[order], -sign
        for row in range(column + 1, a.shape[0]):
            factor = a[row, column] * (1 / a[column, column])
            a[row, column:] -= factor * a[column, column:]
            b[row] -= factor * b[column]
    return a, b, sign


def solve(a, b):
    """What times a gives b."""
    a, b = _square(a), np.asarray(b)
    flat = b.ndim == 1
    b = b.reshape(-1, 1) if flat else b
    if b.shape[0] != a.shape[0]:
        raise ValueError(
            f"solve{'1' if flat else ''}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"{'(m,m),(m)->(m)' if flat else '(m,m),(m,n)->(m,n)'} (size {b.shape[0]} is different from {a.shape[0]})"
        )
    dtype = np.promote_types(a.dtype, b.dtype if np.issubdtype(b.dtype, np.floating) else float)
    u, y, sign = _eliminated(a.astype(dtype), b.astype(dtype))
    if sign == 0.0:
        raise LinAlgError("Singular matrix")
    for row in range(a.shape[0] - 1, -1, -1):
        if row + 1 < a.shape[0]:
            y[row] -= u[row, row + 1:] @ y[row + 1:]
        y[row] *= 1 / u[row, row]
    return y.reshape(-1) if flat else y


def inv(a):
    """What times a gives the identity."""
    a = _square(a)
    return solve(a, np.eye(a.shape[0], dtype=a.dtype))


def det(a):
    """The determinant."""
    a = _square(a)
    u, _, sign = _eliminated(a, a)
    if sign == 0.0:
        return a.dtype.type(0.0)
    size = a.dtype.type(0.0)
    for one in np.diag(u):
        sign = -sign if one < 0 else sign
        size = size + np.log(np.abs(one))
    return a.dtype.type(sign) * np.exp(size)


def matrix_power(a, n):
    """A matrix times itself, so many times."""
    a = np.asarray(a)
    base = inv(a) if n < 0 else a
    made, left = np.eye(a.shape[0], dtype=base.dtype), n if n > 0 else -n
    while left > 0:
        made = made @ base if left % 2 == 1 else made
        base, left = base @ base if left > 1 else base, left // 2
    return made


def cholesky(a):
    """The lower triangle that times its transpose gives a."""
    a = _square(a)
    made = np.zeros(a.shape, a.dtype)
    for row in range(a.shape[0]):
        for column in range(row + 1):
            rest = a[row, column] - made[row, :column] @ made[column, :column]
            if row == column:
                if rest <= 0:
                    raise LinAlgError("Matrix is not positive definite")
                made[row, row] = np.sqrt(rest)
            else:
                made[row, column] = rest / made[column, column]
    return made
