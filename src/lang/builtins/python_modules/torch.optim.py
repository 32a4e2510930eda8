# torch.optim, as PyTorch's own optimizers compute: one step of each parameter is a few operations, which explain themselves.

import math
import torch


class Optimizer:
    """What all optimizers are: groups of parameters, each with its options."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got torch.FloatTensor"
            )
        self.defaults = defaults
        self.state = {}
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        group = dict(param_group)
        params = group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        if len(params) > 0 and isinstance(params[0], tuple):
            group["param_names"] = [name for name, _ in params]
            params = [param for _, param in params]
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(param).__name__}")
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        group["params"] = params
        for name, default in self.defaults.items():
            group.setdefault(name, default)
        known = [param for other in self.param_groups for param in other["params"]]
        if any(param is other for param in params for other in known):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    if set_to_none:
                        param.grad = None
                    else:
                        param.grad.zero_()

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        place = 0
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    self._update(param, param.grad, group, self.state.setdefault(place, {}))
                place += 1
        return loss

    def _update(self, param, grad, group, state):
        raise NotImplementedError

    def state_dict(self):
        groups, place = [], 0
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = list(range(place, place + len(group["params"])))
            place += len(group["params"])
            groups.append(packed)
        state = {place: dict(state) for place, state in self.state.items() if state}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, saved in zip(self.param_groups, groups):
            if len(group["params"]) != len(saved["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
        for group, saved in zip(self.param_groups, groups):
            for name, value in saved.items():
                if name != "params":
                    group[name] = value
        # As in PyTorch, both optimizers hold the same tensors then.
        self.state = {place: dict(state) for place, state in state_dict["state"].items()}

    def __repr__(self):
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            for name in sorted(group.keys()):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum if asked for: each step goes against the gradient."""

    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
        maximize=False, foreach=None, differentiable=False, fused=None
    ):
        if lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        })

    def _update(self, param, grad, group, state):
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(param, alpha=group["weight_decay"])
        momentum = group["momentum"]
        if momentum != 0:
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = grad.detach().clone()
            else:
                state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            momentum_buffer = state["momentum_buffer"]
            grad = grad.add(momentum_buffer, alpha=momentum) if group["nesterov"] else momentum_buffer
        param.add_(grad, alpha=-group["lr"])


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015): each number goes its own pace, by running means of its gradient and of its square."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *,
        foreach=None, maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False
    ):
        if lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if eps < 0.0:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for place, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, "foreach": foreach, "capturable": capturable, "differentiable": differentiable,
            "fused": fused, "decoupled_weight_decay": decoupled_weight_decay,
        })

    def _update(self, param, grad, group, state):
        if len(state) == 0:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"] = torch.zeros_like(param)
            state["exp_avg_sq"] = torch.zeros_like(param)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(param)
        state["step"] += 1
        step, lr, (beta1, beta2) = state["step"].item(), group["lr"], group["betas"]
        exp_avg, exp_avg_sq = state["exp_avg"], state["exp_avg_sq"]
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(param, alpha=group["weight_decay"])
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group["amsgrad"]:
            state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], exp_avg_sq))
            exp_avg_sq = state["max_exp_avg_sq"]
        denominator = (exp_avg_sq.sqrt() / math.sqrt(1 - beta2**step)).add_(group["eps"])
        param.addcdiv_(exp_avg, denominator, value=-lr / (1 - beta1**step))


class AdamW(Adam):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2019): each number shrinks by a part of itself."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
        maximize=False, foreach=None, capturable=False, differentiable=False, fused=None
    ):
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )
