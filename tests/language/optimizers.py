#!/usr/bin/env python3
"""Writes optimizers.json: programs that train with `torch.optim`, and what PyTorch prints.

Numbers are rounded to four digits after the point: the last bits of a sum differ between machines.
"""

import json
import pathlib

from tensor_references import fails, prompt

HEAD = "import torch.optim as optim\nfrom torch.optim import lr_scheduler\n"
TWO = """w = nn.Parameter(torch.tensor([1.0, -2.0, 3.0]))
b = torch.tensor([0.5], requires_grad=True)
opt = %s
for i in range(12):
    opt.zero_grad(set_to_none=(i %% 2 == 0))
    loss = (w * w * w.sin()).sum() + (b * w).sum() ** 2
    loss.backward()
    opt.step()
[round(x, 4) for x in w.tolist() + b.tolist()], {place: sorted(state) for place, state in opt.state_dict()['state'].items()}"""
GROUPS = "optim.%s([{'params': [w]}, {'params': b, 'lr': 0.01}], %s)"
RATES = """w = nn.Parameter(torch.ones(2))
opt = %s
schedule = lr_scheduler.%s
rates = [schedule.get_last_lr()]
for i in range(13):
    w.grad = torch.ones_like(w)
    opt.step()
    schedule.step()
    rates.append(schedule.get_last_lr())
print(rates)
print(opt.param_groups[0].get('betas'), opt.param_groups[0].get('momentum'))
print([round(x, 4) for x in w.tolist()])
{name: value for name, value in schedule.state_dict().items()}"""
GRADS = "a = nn.Parameter(torch.tensor([3.0, 4.0]))\nb = nn.Parameter(torch.tensor([[1.0, 2.0]]))\na.grad = torch.tensor([3.0, 4.0])\nb.grad = torch.tensor([[12.0, 0.0]])\n"
CLIPPED = "\n[round(x, 4) for x in a.grad.tolist()], [round(x, 4) for x in b.grad[0].tolist()]"
FIT = """torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
opt = %s
x = torch.randn(16, 4)
y = x.sum(1, keepdim=True)
for i in range(200):
    opt.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
print([[round(v, 3) for v in p.flatten().tolist()] for p in model.parameters()])"""


def two(kind, options):
    return HEAD + TWO % (GROUPS % (kind, options))


def rates(schedule, opt="optim.SGD([w], lr=0.1, momentum=0.9)"):
    return HEAD + RATES % (opt, schedule)


PROGRAMS = [
    ("sgd", two("SGD", "lr=0.1")),
    ("sgd with momentum", two("SGD", "lr=0.05, momentum=0.9")),
    ("sgd with Nesterov's momentum", two("SGD", "lr=0.05, momentum=0.9, nesterov=True")),
    ("sgd with dampening and decay", two("SGD", "lr=0.1, momentum=0.5, dampening=0.3, weight_decay=0.01")),
    ("sgd upwards", two("SGD", "lr=0.01, maximize=True")),
    ("adam", two("Adam", "lr=0.1")),
    ("adam with decay", two("Adam", "lr=0.1, weight_decay=0.1")),
    ("adam with amsgrad", two("Adam", "lr=0.1, amsgrad=True")),
    ("adam upwards", two("Adam", "lr=0.1, maximize=True")),
    ("adamw", two("AdamW", "lr=0.1")),
    ("adamw with other numbers", two("AdamW", "lr=0.1, betas=(0.4, 0.98), eps=1e-9, weight_decay=0.3")),
    ("200 steps of adam", HEAD + FIT % "optim.Adam(model.parameters(), lr=0.01)"),
    ("200 steps of adamw", HEAD + FIT % "optim.AdamW(model.parameters(), lr=0.01, betas=(0.9, 0.95), weight_decay=0.1)"),
    ("200 steps of sgd", HEAD + FIT % "optim.SGD(model.parameters(), lr=0.05, momentum=0.9)"),
    ("how optimizers print", HEAD + "w = nn.Parameter(torch.ones(2))\nprint(optim.SGD([w], lr=0.1))\nprint(optim.AdamW([{'params': [w], 'lr': 0.5}]))\nprint(optim.Adam([w]))"),
    ("a state dict goes on", HEAD + "w = nn.Parameter(torch.ones(2))\ndef run(opt):\n    for i in range(3):\n        opt.zero_grad()\n        (w ** 3).sum().backward()\n        opt.step()\nfirst = optim.Adam([w], lr=0.1)\nrun(first)\nsecond = optim.Adam([w], lr=7.0)\nsecond.load_state_dict(first.state_dict())\nrun(second)\nprint([round(x, 4) for x in w.tolist()], second.param_groups[0]['lr'])\nsecond.state_dict()['state'][0]['step'].item(), first.state_dict()['state'][0]['step'].item(), first.state_dict()['param_groups']"),
    ("a closure", HEAD + "w = nn.Parameter(torch.ones(2))\nopt = optim.SGD([w], lr=0.1)\ndef closure():\n    opt.zero_grad()\n    loss = (w * w).sum()\n    loss.backward()\n    return loss\nopt.step(closure).item(), opt.step(closure).item(), opt.step()"),
    ("groups", HEAD + "a, b = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(1))\nopt = optim.SGD([a], lr=0.1)\nopt.add_param_group({'params': b, 'lr': 1.0})\nfor group in opt.param_groups:\n    group['lr'] *= 0.5\n[group['lr'] for group in opt.param_groups], len(opt.param_groups), [len(group['params']) for group in opt.param_groups]"),
    ("what has no gradient stays", HEAD + "a, b = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(1))\nopt = optim.Adam([a, b], lr=0.5)\n(b * 2).sum().backward()\nopt.step()\na.tolist(), b.tolist(), list(opt.state_dict()['state'])"),
    ("a parameter stays the same object", HEAD + "w = nn.Parameter(torch.ones(2))\nv = w.data\nopt = optim.SGD([w], lr=1.0)\nw.sum().backward()\nopt.step()\nw is opt.param_groups[0]['params'][0], v.tolist(), w.requires_grad, w.is_leaf"),
    ("what it is an object of", HEAD + "opt = optim.AdamW([nn.Parameter(torch.ones(2))])\nisinstance(opt, optim.Optimizer), isinstance(opt, optim.Adam), isinstance(opt, optim.SGD), type(opt).__name__, opt.defaults['betas']"),
    ("an optimizer of one's own", HEAD + "class Signs(optim.Optimizer):\n    def __init__(self, params, lr):\n        super().__init__(params, dict(lr=lr))\n    @torch.no_grad()\n    def step(self):\n        for group in self.param_groups:\n            for p in group['params']:\n                p -= group['lr'] * p.grad.sign()\nw = nn.Parameter(torch.tensor([1.0, -2.0]))\nopt = Signs([w], lr=0.5)\n(w * w).sum().backward()\nopt.step()\nopt.zero_grad()\nw.tolist(), w.grad"),
    ("LambdaLR", rates("LambdaLR(opt, lr_lambda=lambda step: 0.9 ** step)")),
    ("LambdaLR as in the paper", rates("LambdaLR(opt, lambda step: 512 ** -0.5 * min((step + 1) ** -0.5, (step + 1) * 4 ** -1.5))", "optim.Adam([w], lr=1.0, betas=(0.9, 0.98), eps=1e-9)")),
    ("StepLR", rates("StepLR(opt, step_size=3, gamma=0.5)")),
    ("MultiStepLR", rates("MultiStepLR(opt, milestones=[2, 5], gamma=0.3)").replace("{name: value for name, value in schedule.state_dict().items()}", "schedule.gamma")),
    ("ExponentialLR", rates("ExponentialLR(opt, gamma=0.9)")),
    ("LinearLR", rates("LinearLR(opt, start_factor=0.25, total_iters=4)")),
    ("CosineAnnealingLR", rates("CosineAnnealingLR(opt, T_max=5)")),
    ("CosineAnnealingLR to more than nothing", rates("CosineAnnealingLR(opt, 7, eta_min=0.01)", "optim.Adam([w], lr=0.3)")),
    ("OneCycleLR", rates("OneCycleLR(opt, max_lr=0.3, total_steps=15)")),
    ("OneCycleLR with Adam", rates("OneCycleLR(opt, max_lr=0.3, epochs=3, steps_per_epoch=5)", "optim.Adam([w])")),
    ("OneCycleLR in three phases", rates("OneCycleLR(opt, 0.3, 15, three_phase=True, anneal_strategy='linear')")),
    ("OneCycleLR without momentum", rates("OneCycleLR(opt, 0.3, 15, cycle_momentum=False, pct_start=0.5)")),
    ("a schedule goes on", HEAD + "w = nn.Parameter(torch.ones(2))\nopt = optim.SGD([w], lr=0.1)\nfirst = lr_scheduler.CosineAnnealingLR(opt, 10)\nfor i in range(3):\n    opt.step()\n    first.step()\nother = optim.SGD([w], lr=0.1)\nsecond = lr_scheduler.CosineAnnealingLR(other, 10)\nsecond.load_state_dict(first.state_dict())\nother.load_state_dict(opt.state_dict())\nother.step()\nsecond.step()\nsecond.get_last_lr(), second.last_epoch"),
    ("clip_grad_norm_", GRADS + "print(nn.utils.clip_grad_norm_([a, b], 1.0).item())" + CLIPPED),
    ("clip_grad_norm_ of what is short", GRADS + "print(torch.nn.utils.clip_grad_norm_([a, b], max_norm=20).item())" + CLIPPED),
    ("clip_grad_norm_ by sums", GRADS + "print(nn.utils.clip_grad_norm_([a, b], 1.0, norm_type=1).item())" + CLIPPED),
    ("clip_grad_norm_ by the largest", GRADS + "print(nn.utils.clip_grad_norm_([a, b], 2.0, float('inf')).item())" + CLIPPED),
    ("clip_grad_norm_ of one", GRADS + "print(nn.utils.clip_grad_norm_(a, 1.0).item())" + CLIPPED),
    ("clip_grad_norm_ of nothing", "a = nn.Parameter(torch.ones(2))\nnn.utils.clip_grad_norm_([a], 1.0).item()"),
    ("clip_grad_value_", GRADS + "print(nn.utils.clip_grad_value_([a, b], 3.5))" + CLIPPED),
    ("lerp", "a = torch.tensor([0.0, 2.0])\nb = torch.tensor([[4.0], [8.0]])\na.lerp(b, 0.25).tolist(), torch.lerp(a, a + 1, torch.tensor([1.0, 0.75])).tolist(), a.lerp_(a * 2, 0.5).tolist(), a.tolist()"),
    ("addcmul and addcdiv", "a, b = torch.tensor([1.0, 2.0]), torch.tensor([4.0, 8.0])\ntorch.addcmul(a, a, b, value=0.5).tolist(), a.addcdiv(b, a).tolist(), a.addcdiv_(b, b, value=-1).tolist(), a.addcmul_(b, b).tolist(), a.tolist()"),
]
ONE = HEAD + "w = nn.Parameter(torch.ones(2))\n"
ERRORS = [
    ("no parameters", ONE + "optim.SGD([], lr=0.1)", "optimizer got an empty parameter list"),
    ("a learning rate below 0", ONE + "optim.SGD([w], lr=-1)", "Invalid learning rate: -1"),
    ("a momentum below 0", ONE + "optim.SGD([w], lr=0.1, momentum=-1)", "Invalid momentum value: -1"),
    ("a beta of 1", ONE + "optim.Adam([w], betas=(1.0, 0.9))", "Invalid beta parameter at index 0: 1.0"),
    ("an epsilon below 0", ONE + "optim.Adam([w], eps=-1)", "Invalid epsilon value: -1"),
    ("a parameter that is not in a list", ONE + "optim.Adam(w)", "params argument given to the optimizer should be an iterable of Tensors or dicts, but got torch.FloatTensor"),
    ("a parameter that is a number", ONE + "optim.Adam([1])", "optimizer can only optimize Tensors, but one of the params is int"),
    ("a tensor that was computed", ONE + "optim.SGD([w * 2], lr=1.0)", "can't optimize a non-leaf Tensor"),
    ("a parameter in two groups", ONE + "optim.SGD([w], lr=0.1).add_param_group({'params': w})", "some parameters appear in more than one parameter group"),
    ("Nesterov's momentum without momentum", ONE + "optim.SGD([w], nesterov=True)", "Nesterov momentum requires a momentum and zero dampening"),
    ("a schedule of no optimizer", ONE + "lr_scheduler.StepLR(w, 2)", "Parameter is not an Optimizer"),
    ("a cycle of unknown length", ONE + "lr_scheduler.OneCycleLR(optim.SGD([w]), 0.1)", "You must define either total_steps OR (epochs AND steps_per_epoch)"),
    ("too many steps of a cycle", ONE + "s = lr_scheduler.OneCycleLR(optim.SGD([w], momentum=0.5), 0.1, 3)\nfor i in range(4):\n    s.step()", "Tried to step 4 times. The specified number of total steps is 3"),
    ("gradients that are not finite", "a = nn.Parameter(torch.ones(1))\na.grad = torch.tensor([float('inf')])\nnn.utils.clip_grad_norm_(a, 1.0, error_if_nonfinite=True)", "The total norm of order 2.0 for gradients from `parameters` is non-finite"),
]

if __name__ == "__main__":
    for rows in [PROGRAMS, ERRORS]:
        names = [name for name, *_ in rows]
        assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
    answers = {
        "programs": [{"name": name, "code": code, "prints": prompt(code)} for name, code in PROGRAMS],
        "errors": [[name, *fails(code, words)] for name, code, words in ERRORS],
    }
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(answers, indent=1, ensure_ascii=False) + "\n")
