import math

a = 7 // 2, -7 // 2, 7 % -3, 2 ** 10, 2 ** -1, 10_000.0
b = 1 / 3, 0.1 + 0.2, 1e16, 1e-5, 123456789.0, -0.0
c = round(2.5), round(2.675, 2), abs(-3), divmod(17, 5), pow(2, 8)
d = int("12"), int(3.9), float("1e3"), bool([]), max(3, 7, 5), min([4, 2])
e = math.sqrt(2), math.log(10000.0), math.exp(-1), math.pi, math.floor(-2.5), math.ceil(2.1)
f = math.log2(8), math.sin(1.0), math.cos(0.0), math.pow(2, 0.5), math.isclose(0.1 + 0.2, 0.3)
g = math.prod([2, 3, 4]), math.factorial(5), math.comb(5, 2), math.gcd(12, 18), math.inf, math.isnan(math.nan)
print(a, b)
print(c, d)
print(e)
