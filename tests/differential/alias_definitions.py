"""Classes and functions of programs about containers: each changes what it is given, what it keeps, or both."""

CLASS_A = '''class A:
    shared = []
    table = {}
    n = 0
    def __init__(self, xs, tag='a', acc=[]):
        self.xs = xs
        self.tag = tag
        self.acc = acc
    def __repr__(self):
        return 'A.' + self.tag
    def push(self, v):
        self.xs.append(v)
        self.shared.append(len(self.xs))
        return self.xs
    def swap(self, other):
        self.xs, other.xs = other.xs, self.xs
    def keep(self, v):
        self.table[len(self.table)] = v
        self.acc += [v]
        return self
    def tick(self):
        self.n += 1
        A.n += 10
        return self.n
    def both(self):
        return (self.xs, self.acc)'''
CLASS_B = '''class B(A):
    own = [0]
    def __init__(self, xs):
        super().__init__(xs, 'b')
        self.d = {'own': self.own}
    def __len__(self):
        return len(self.xs)
    def __getitem__(self, i):
        return self.xs[i]
    def __setitem__(self, i, v):
        self.xs[i] = v
    def __contains__(self, v):
        return v in self.xs'''
FUNCTIONS = ('''def F1(p, q=[]):
    q.append(1)
    if isinstance(p, list):
        p.append(q)
    return q''', '''def F1(p, q=None):
    if isinstance(p, list):
        p += [q]
    elif isinstance(p, dict):
        p['n'] = q
    return p''', '''def F1(p, q=0):
    p = [p, p]
    p[0] = q
    return p''', '''def F1(*ps, **ks):
    for p in ps:
        if isinstance(p, list):
            p.insert(0, len(p))
        elif isinstance(p, dict):
            p.update(ks)
        elif isinstance(p, set):
            p.add(7)
    return [ps, ks]''', '''def F1(p, q={}):
    q[len(q)] = p
    r = []
    for x in p if isinstance(p, (list, tuple)) else [p]:
        r.append(x)
        if isinstance(x, list):
            x.append(3)
    return (r, q)''', '''def F1(p, q=3):
    if isinstance(p, list) and len(p) > 1:
        p[0], p[-1] = p[-1], p[0]
        p.reverse()
        return p.pop()
    if q:
        return F1([p, p], q - 1)
    return p''', '''def F1(p, q=1):
    out = [p]
    out.append(out)
    n = 0
    for x in out:
        n += 1
        if x is out and len(out) < 6:
            out.append(p)
    print(out, n)
    return out[:1]''', '''def F1(p, q=([], {})):
    q[0].append(len(q[0]))
    q[1].setdefault('k', []).append(p)
    return q''', '''def F1(p, q=2):
    def inner(v, w=[]):
        w.append(v)
        if isinstance(p, list):
            p.append(len(w))
        return w
    a = inner(1)
    b = inner(q)
    return [a, a is b, inner]''')
