# torch.nn.utils: gradients that are too long are shortened.

import torch


def _gradients_of(parameters):
    parameters = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
    return [parameter.grad for parameter in parameters if parameter.grad is not None]


@torch.no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Shortens all gradients together to the length max_norm if they are longer; gives the length that they had."""
    grads = _gradients_of(parameters)
    if len(grads) == 0:
        return torch.tensor(0.0)
    norm_type = float(norm_type)
    lengths = torch.stack([grad.norm(norm_type) for grad in grads])
    total_norm = lengths.norm(norm_type)
    if error_if_nonfinite and not bool(torch.isfinite(total_norm)):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. "
            "To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    factor = torch.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
    for grad in grads:
        grad.mul_(factor)
    return total_norm


@torch.no_grad()
def clip_grad_value_(parameters, clip_value, foreach=None):
    """Keeps every number of the gradients between -clip_value and clip_value."""
    for grad in _gradients_of(parameters):
        grad.clamp_(min=-float(clip_value), max=float(clip_value))
