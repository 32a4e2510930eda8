xs = [3, 1, 2]
ys = xs + [9]
xs.append(7)
xs.extend([8, 8])
xs.insert(1, 100)
xs.remove(8)
xs.pop()
zs = sorted(xs, reverse=True)
xs.sort()
first, *middle, last = zs
copied = xs[:]
copied.reverse()
total = sum(xs)
place = xs.index(7)
times = [8, 1, 8].count(8)
squares = [x * x for x in xs if x % 2 == 1]
pairs = [(a, b) for a in range(3) for b in range(a)]
matrix = [[0] * 3 for _ in range(2)]
matrix[1][2] = 5
flat = [x for row in matrix for x in row]
nested = [[r * c for c in range(3)] for r in range(2)]
xs[0] = -1
xs[-1] += 5
print(xs, ys, zs)
print(pairs, matrix)
print(len(xs), 7 in xs, [] or "empty", xs[1:3], xs[::-1])
