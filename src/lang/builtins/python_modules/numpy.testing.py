# numpy.testing: assertions about arrays. What they say when they fail is shorter than NumPy's.

import numpy as np


def _fails(message, actual, desired, err_msg):
    raise AssertionError(f"\n{message}\n{err_msg}\n ACTUAL: {np.asarray(actual)!r}\n DESIRED: {np.asarray(desired)!r}")


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg=""):
    """Fails unless all elements are near."""
    if np.ndim(actual) > 0 and np.ndim(desired) > 0 and np.shape(actual) != np.shape(desired):
        _fails(f"(shapes {np.shape(actual)}, {np.shape(desired)} mismatch)", actual, desired, err_msg)
    if not np.allclose(actual, desired, rtol, atol, equal_nan):
        _fails(f"Not equal to tolerance rtol={rtol}, atol={atol}", actual, desired, err_msg)


def assert_array_equal(actual, desired, err_msg=""):
    """Fails unless all elements are equal."""
    if not np.array_equal(actual, desired, True):
        _fails("Arrays are not equal", actual, desired, err_msg)


def assert_equal(actual, desired, err_msg=""):
    """Fails unless two values are equal."""
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg)
    if actual != desired:
        raise AssertionError(f"\nItems are not equal:{err_msg}\n ACTUAL: {actual!r}\n DESIRED: {desired!r}")


def assert_almost_equal(actual, desired, decimal=7, err_msg=""):
    """Fails unless all elements are near."""
    if np.any(np.abs(np.asarray(actual) - np.asarray(desired)) >= 1.5 * 10.0 ** (-decimal)):
        _fails(f"Arrays are not almost equal to {decimal} decimals", actual, desired, err_msg)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg=""):
    """Fails unless all elements are near."""
    assert_almost_equal(actual, desired, decimal, err_msg)
