import math


def scale(x, factor=2, *rest, offset=0, **options):
    return x * factor + sum(rest) + offset + len(options)


def compose(*functions):
    def composed(x):
        for function in functions:
            x = function(x)
        return x

    return composed


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def stats(values):
    """Mean and spread."""
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))


a = scale(3)
b = scale(3, 4, 5, 6, offset=7, extra=1)
c = compose(lambda x: x + 1, math.sqrt, lambda x: round(x, 3))(7)
d = factorial(10)
mean, spread = stats([1.0, 2.0, 4.0])
arguments = {"factor": 5, "offset": 1}
e = scale(*[2], **arguments)
f = (lambda x, y=3: x ** y)(2)
adders = [lambda x, i=i: x + i for i in range(3)]
g = [adder(10) for adder in adders]
print(a, b, c, d, e, f, g)
print(mean, spread)
