# torch.optim.lr_scheduler: how the learning rate changes from step to step. Each formula is PyTorch's, step by step, so that an
# interrupted or changed schedule goes on as it does there.

import math
from torch.optim import Optimizer


class LRScheduler:
    """What all schedulers are: `step()` sets the learning rate of every group of an optimizer."""

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{place}] when resuming scheduler with last_epoch >= 0."
                )
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def step(self, epoch=None):
        self._step_count += 1
        if epoch is None:
            self.last_epoch += 1
            rates = self.get_lr()
        else:
            self.last_epoch = epoch
            rates = self._get_closed_form_lr() if hasattr(self, "_get_closed_form_lr") else self.get_lr()
        for group, rate in zip(self.optimizer.param_groups, rates):
            group["lr"] = rate
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        state = self._options()
        state["base_lrs"] = list(self.base_lrs)
        state["last_epoch"] = self.last_epoch
        state["_step_count"] = self._step_count
        state["_is_initial"] = False
        state["_get_lr_called_within_step"] = False
        state["_last_lr"] = list(self._last_lr)
        return state

    def load_state_dict(self, state_dict):
        for name, value in state_dict.items():
            setattr(self, name, value)

    def _options(self):
        return {}

    def _current(self):
        return [group["lr"] for group in self.optimizer.param_groups]


class LambdaLR(LRScheduler):
    """The first learning rate times what a function says of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        groups = len(optimizer.param_groups)
        if isinstance(lr_lambda, (list, tuple)):
            if len(lr_lambda) != groups:
                raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * groups
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        # Functions are not saved.
        return {**super().state_dict(), "lr_lambdas": [None] * len(self.lr_lambdas)}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})

    def get_lr(self):
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]


class StepLR(LRScheduler):
    """Times gamma after every step_size steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _options(self):
        return {"step_size": self.step_size, "gamma": self.gamma}

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._current()
        return [rate * self.gamma for rate in self._current()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Times gamma at each of the milestones."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = {}
        for milestone in milestones:
            self.milestones[milestone] = self.milestones.get(milestone, 0) + 1
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _options(self):
        return {"milestones": self.milestones, "gamma": self.gamma}

    def get_lr(self):
        if self.last_epoch not in self.milestones:
            return self._current()
        return [rate * self.gamma ** self.milestones[self.last_epoch] for rate in self._current()]


class ExponentialLR(LRScheduler):
    """Times gamma at every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _options(self):
        return {"gamma": self.gamma}

    def get_lr(self):
        if self._is_initial:
            return self._current()
        return [rate * self.gamma for rate in self._current()]

    def _get_closed_form_lr(self):
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class LinearLR(LRScheduler):
    """From a part of the learning rate to another, in equal steps."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _options(self):
        return {"start_factor": self.start_factor, "end_factor": self.end_factor, "total_iters": self.total_iters}

    def get_lr(self):
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._current()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current()
        way = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * way
        return [rate * (1.0 + way / before) for rate in self._current()]


class CosineAnnealingLR(LRScheduler):
    """Half a cosine down to eta_min in T_max steps, and up again."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def _options(self):
        return {"T_max": self.T_max, "eta_min": self.eta_min}

    def get_lr(self):
        if self._is_initial:
            return self._current()
        turn = lambda epoch: 1 + math.cos(math.pi * epoch / self.T_max)
        if self._step_count == 1 and self.last_epoch > 0:
            return [self.eta_min + (base - self.eta_min) * turn(self.last_epoch) / 2 for base in self.base_lrs]
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = 1 - math.cos(math.pi / self.T_max)
            return [rate + (base - self.eta_min) * rise / 2 for base, rate in zip(self.base_lrs, self._current())]
        part = turn(self.last_epoch) / turn(self.last_epoch - 1)
        return [part * (rate - self.eta_min) + self.eta_min for rate in self._current()]

    def _get_closed_form_lr(self):
        turn = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * turn / 2 for base in self.base_lrs]


class OneCycleLR(LRScheduler):
    """Up to max_lr and down to almost nothing, while the momentum goes the other way (Smith and Topin, 2019)."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy="cos",
        cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4,
        three_phase=False, last_epoch=-1
    ):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        if total_steps is not None:
            if total_steps <= 0 or not isinstance(total_steps, int):
                raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
            self.total_steps = total_steps
        elif epochs is not None and steps_per_epoch is not None:
            if epochs <= 0 or not isinstance(epochs, int):
                raise ValueError(f"Expected positive integer epochs, but got {epochs}")
            if steps_per_epoch <= 0 or not isinstance(steps_per_epoch, int):
                raise ValueError(f"Expected positive integer steps_per_epoch, but got {steps_per_epoch}")
            self.total_steps = epochs * steps_per_epoch
        else:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        rise = float(pct_start * self.total_steps) - 1
        last = self.total_steps - 1
        if three_phase:
            back = float(2 * pct_start * self.total_steps) - 2
            self._schedule_phases = [
                _phase(rise, "initial_lr", "max_lr", "max_momentum", "base_momentum"),
                _phase(back, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                _phase(last, "initial_lr", "min_lr", "max_momentum", "max_momentum"),
            ]
        else:
            self._schedule_phases = [
                _phase(rise, "initial_lr", "max_lr", "max_momentum", "base_momentum"),
                _phase(last, "max_lr", "min_lr", "base_momentum", "max_momentum"),
            ]
        self._anneal_func_type = anneal_strategy
        self.cycle_momentum = cycle_momentum
        groups = optimizer.param_groups
        if last_epoch == -1:
            for group, largest in zip(groups, _one_each("max_lr", optimizer, max_lr)):
                group["initial_lr"] = largest / div_factor
                group["max_lr"] = largest
                group["min_lr"] = group["initial_lr"] / final_div_factor
        if cycle_momentum:
            if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
            self.use_beta1 = "betas" in optimizer.defaults
            largest = _one_each("max_momentum", optimizer, max_momentum)
            smallest = _one_each("base_momentum", optimizer, base_momentum)
            if last_epoch == -1:
                for high, low, group in zip(largest, smallest, groups):
                    self._set_momentum(group, high)
                    group["max_momentum"] = high
                    group["base_momentum"] = low
        super().__init__(optimizer, last_epoch)

    def _options(self):
        options = {
            "total_steps": self.total_steps, "_schedule_phases": self._schedule_phases,
            "_anneal_func_type": self._anneal_func_type, "cycle_momentum": self.cycle_momentum,
        }
        return {**options, "use_beta1": self.use_beta1} if self.cycle_momentum else options

    def _set_momentum(self, group, momentum):
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum

    def _between(self, start, end, part):
        if self._anneal_func_type == "cos":
            return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)
        return (end - start) * part + start

    def get_lr(self):
        number = self.last_epoch
        if number > self.total_steps:
            raise ValueError(f"Tried to step {number} times. The specified number of total steps is {self.total_steps}")
        rates = []
        for group in self.optimizer.param_groups:
            start = 0.0
            for place, phase in enumerate(self._schedule_phases):
                end = phase["end_step"]
                if number <= end or place == len(self._schedule_phases) - 1:
                    part = (number - start) / (end - start)
                    rates.append(self._between(group[phase["start_lr"]], group[phase["end_lr"]], part))
                    if self.cycle_momentum:
                        momenta = group[phase["start_momentum"]], group[phase["end_momentum"]]
                        self._set_momentum(group, self._between(*momenta, part))
                    break
                start = end
        return rates


def _phase(end_step, start_lr, end_lr, start_momentum, end_momentum):
    return {
        "end_step": end_step, "start_lr": start_lr, "end_lr": end_lr, "start_momentum": start_momentum,
        "end_momentum": end_momentum,
    }


def _one_each(name, optimizer, value):
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"expected {groups} values for {name}, got {len(value)}")
    return value
