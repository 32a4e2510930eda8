n = 0
while n < 10:
    n += 1
    if n % 2: continue
    try:
        assert n < 8, n
    except AssertionError as error:
        break
