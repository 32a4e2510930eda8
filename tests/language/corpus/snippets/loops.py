total = 0
for i in range(10):
    if i == 3:
        continue
    if i == 7:
        break
    total += i
else:
    total = -1
n, steps = 27, 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
pairs = []
for index, (name, size) in enumerate(zip("abc", [1, 2, 3]), start=1):
    pairs.append((index, name, size))
countdown = list(range(5, 0, -2))
backwards = list(reversed([1, 2, 3]))
fibonacci = [0, 1]
while len(fibonacci) < 12:
    fibonacci.append(fibonacci[-1] + fibonacci[-2])
table = {x: {y: x * y for y in range(3)} for x in range(2)}
all_even = all(x % 2 == 0 for x in [2, 4])
any_large = any(x > 3 for x in fibonacci)
mapped = list(map(lambda a, b: a + b, [1, 2], [10, 20]))
kept = list(filter(lambda x: x > 5, fibonacci))
print(total, steps, pairs)
print(fibonacci, kept)
