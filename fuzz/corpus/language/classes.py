class A(nn.Module):
    def __init__(self, n=2):
        super().__init__()
        self.w = nn.Linear(n, n)

    def forward(self, x, *rest, **more):
        return self.w(x).softmax(dim=-1)

a = A()
y = a(torch.ones(1, 2))
