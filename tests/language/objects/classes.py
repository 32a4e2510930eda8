import copy
import torch
import torch.nn as nn


class Point:
    """A point."""

    dimension = 2
    names: list = ["x", "y"]

    def __init__(self, x, y=0, *rest, scale=1, **more):
        self.x, self.y = x * scale, y * scale
        self.rest = rest
        self.more = more

    def norm(self) -> float:
        return (self.x**2 + self.y**2) ** 0.5

    def __call__(self, factor):
        return Point(self.x * factor, self.y * factor)

    def __len__(self):
        return self.dimension

    def __getitem__(self, place):
        return [self.x, self.y][place]

    def __repr__(self):
        return f"Point({self.x}, {self.y})"

    @property
    def sum(self):
        return self.x + self.y

    @staticmethod
    def zero():
        return Point(0, 0)

    @classmethod
    def unit(cls, *rest):
        return cls(1, 0, *rest)


class Named(Point):
    def __init__(self, name, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = name

    def norm(self):
        return -super().norm()

    def __str__(self):
        return "named " + self.name


p = Point(3, 4)
q = Named("q", 1, 2, 5, scale=2, a=7)
print(p, q, [p, q], f"{p} {q!r} {q}", str(q), repr(q))
print(p.norm(), q.norm(), Point.norm(q), p.dimension, Point.dimension, q.rest, q.more)
print(p(2), len(p), p[0], p[-1], list(p), p.sum, Point.zero(), Named.unit.__name__, Point.unit(9).rest)
print(isinstance(q, Point), isinstance(p, Named), issubclass(Named, Point), type(q).__name__, q.__class__.__name__)
print(isinstance(q, (int, Named)), type(p) == Point, type(p) is type(q), isinstance(3, Point), isinstance(p, int))
r = p
r.x = 30
r.x += 1
print(p.x, r is p, p == r, p is not q, p in [q, p], hasattr(p, "x"), hasattr(p, "z"), getattr(p, "z", 5))
setattr(p, "z", 6)
print(p.z, callable(p), callable(q.norm))
s = copy.deepcopy(q)
s.name = "s"
print(q.name, s.name, s is q)
f = p.norm
p.y = 0
print(f())


class Node:
    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.children = []

    def add(self, value):
        self.children.append(Node(value, self))
        return self.children[-1]

    def total(self):
        return self.value + sum(child.total() for child in self.children)


root = Node(1)
root.add(2).add(3)
root.me = root
print(root.total(), root.children[0].parent is root, root == root.me, root.children[0].children[0].parent.parent.value)


def make(k):
    class Adder:
        def __init__(self, n):
            self.n = n

        def add(self, x):
            return x + self.n + k

    return Adder


print(make(10)(1).add(5))


class Base(nn.Module):
    def __init__(self, d):
        nn.Module.__init__(self)
        self.fc = nn.Linear(d, d)
        self.register_buffer("table", torch.arange(d).float())
        self.register_buffer("hidden", torch.zeros(1), persistent=False)
        self.register_parameter("none", None)
        self.register_parameter("gain", nn.Parameter(torch.ones(d)))
        self.add_module("act", nn.ReLU())
        self.calls = 0

    def forward(self, x, *, twice=False):
        self.calls += 1
        self.table[0] = 5.0
        y = self.act(self.fc(x)) * self.gain + self.table
        return self.forward(y) if twice else y


class Child(Base):
    def __init__(self):
        super(Child, self).__init__(2)
        self.inner = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.9))
        self.tied = self.inner[0]

    def forward(self, x):
        return self.inner(super().forward(x))


class Scaled(nn.Linear):
    def __init__(self, a, b):
        super().__init__(a, b, bias=False)
        self.scale = 0.5

    def forward(self, x):
        return super().forward(x) * self.scale


torch.manual_seed(1)
model = Child()
print(model)
print([n for n, _ in model.named_parameters()], [n for n, _ in model.named_buffers()])
print([n for n, _ in model.named_children()], len(list(model.children())), len(list(model.modules())))
print(list(model.state_dict().keys()))
print(model.training, model.inner[1].training)
model.eval()
print(model.training, model.inner[1].training, model.train() is model, model.inner[1].training, model.train(False).training)
x = torch.tensor([[1.0, -2.0]])
print(model(x), model.calls, model.table)
print(Base.forward(model, x, twice=True))


def initialise(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.5)
        module.bias.data.zero_()
        print(type(module).__name__)


model.apply(initialise)
print(model(x), model.calls)
print(model.to("cpu").cpu() is model, model.get_submodule("inner.0") is model.tied)
for p in model.parameters():
    p.requires_grad_(False)
print(any(p.requires_grad for p in model.parameters()))
torch.manual_seed(2)
linear = Scaled(2, 3)
print(linear, linear(x), isinstance(linear, nn.Linear), linear.bias)
linear.weight = nn.Parameter(torch.ones(3, 2))
print(linear(x), linear.weight is linear.weight)
embed = nn.Embedding(3, 2)
out = nn.Linear(2, 3, bias=False)
out.weight = embed.weight
embed.weight.data[0] = torch.tensor([7.0, 8.0])
print(out.weight[0], out.weight is embed.weight)
state = model.state_dict()
other = Child()
print(other.load_state_dict(state), torch.equal(other(x), other(x)) or True)
print(other.load_state_dict({"gain": torch.tensor([2.0, 3.0])}, strict=False) is not None, other.gain)
