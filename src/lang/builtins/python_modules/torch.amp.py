# torch.amp: mixed precision on a GPU. There is none, and then PyTorch itself does nothing in these places.


class GradScaler:
    """Would scale the loss on a GPU. Without one it passes everything on, as in PyTorch."""

    def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._is_loaded = False

    def is_enabled(self):
        return False

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        pass


class autocast:
    """Would choose dtypes on a GPU. Without one it changes nothing, as in PyTorch."""

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        if enabled and device_type == "cpu":
            raise NotImplementedError("autocast on the CPU is not supported here: leave it out, or write enabled=False")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
