#!/usr/bin/env python3
"""Writes percent.json: strings with `%`, and what Python and PyTorch make of them."""

from tensor_references import CAUGHT, write_programs

# Each of these is caught; printed are the class and the words.
RAISING = [
    # Too few and too many.
    "'%s %s' % 1", "'%s %s' % (1,)", "'%s' % ()", "'%d and %d' % [1, 2]", "'%s %s' % 'ab'", "'%*d' % (5,)", "'%.*f' % 2", "'%s %s' % torch.ones(2)",
    "'abc' % 1", "'%s' % (1, 2)", "'%%' % 5", "'' % 'x'", "'abc' % (1,)", "'abc' % None", "'%s' % torch.ones(2, 3).shape", "'abc' % 2.5", "'%d' % (1, 'a')",
    # Other kinds than asked for.
    "'%d' % 'a'", "'%d' % None", "'%d' % [1]", "'%i' % '5'", "'%u' % {}", "'%d' % ((1, 2),)",
    "'%x' % 1.5", "'%X' % 'a'", "'%o' % 2.0", "'%x' % None",
    "'%f' % 'a'", "'%e' % None", "'%g' % [1.0]", "'%.2f' % '1.5'",
    "'%c' % 'ab'", "'%c' % ''", "'%c' % 1.5", "'%c' % None", "'%c' % -1", "'%c' % 1114112",
    "'%d' % float('inf')", "'%d' % float('nan')", "'%d' % float('-inf')",
    "'%*d' % ('a', 5)", "'%*d' % (2.5, 5)", "'%.*f' % ('a', 1.5)", "'%*d' % (None, 5)",
    # Names.
    "'%(a)s' % 5", "'%(a)s' % (1, 2)", "'%(a)s' % 'text'", "'%(a)s' % {}", "'%(a)s' % {'b': 1}", "'%(a)d' % {'a': 'x'}", "'%(a)s' % None", "'%(a)s' % [1, 2]", "'%(1)s' % {1: 'one'}", "'%(a)s %d' % {'a': 'x'}",
    # Formats that are none.
    "'%' % 1", "'50%' % 1", "'%5' % 1", "'%.' % 1", "'%-' % 1", "'%(a)' % {'a': 1}", "'%(a' % {'a': 1}", "'%l' % 1",
    "'%y' % 1", "'a %k b' % 1", "'%5.2z' % 1", "'%(a)q' % {'a': 1}", "'%s %!' % (1, 2)", "'%é' % 1", "'%-5' % ()", "'50% of %d' % 3", "'%,d' % 1000", "'%.2%' % 1", "'%5%' % ()", "'%(a)%' % {'a': 1}",
    "'%b' % 5", "'%n' % 5",
    # What is no string.
    "5 % 'a'", "None % 5", "[1] % 2", "'%s' - 1", "b = 'x'\n    b %= ()\n    b %= (1,)",
    # What goes on within.
    "'%s' % missing", "'%d' % (1 / 0)", "class A:\n        def __str__(self):\n            return 5\n    '%s' % A()", "class A:\n        def __repr__(self):\n            raise ValueError('no words')\n    '%r' % A()", "class A:\n        pass\n    '%d' % A()", "class A:\n        pass\n    'x' % A()",
    # Tensors.
    "'%d' % torch.ones(3)", "'%.2f' % torch.ones(2)", "'%x' % torch.tensor(1.5)", "'%d' % nn.ReLU()", "'%.3f' % (torch.ones(1), torch.ones(2))", "'%d' % torch.tensor(float('inf'))",
]
PROGRAMS = [(" ".join(code.split()), CAUGHT % code) for code in RAISING] + [
    ("one value", r"""'%s' % 'a', '%s' % 5, '%d' % 5, '%s' % 1.5, '<%s>' % None, 'is %s' % True, '%s' % ('only',), '%s' % [1, 'b'], '%s' % {'a': 1}, '%s' % {3}, '%s' % ((1, 2),), '%s' % ((),)"""),
    ("several values", r"""'%s-%s' % (1, 2), '%s%s%s' % ('a', 'b', 'c'), '%d of %d' % (3, 10), '%s is %d years and %.1f cm' % ('Ada', 36, 165.25), '%s' % (None,)"""),
    ("no values", r"""'abc' % (), '100%%' % (), '' % (), '%%s' % (), 'abc' % {}, 'abc' % [], 'abc' % [1, 2], 'abc' % {'a': 1}"""),
    ("a percent sign", r"""'%d%%' % 50, '%%%d%%' % 50, '%%' % (), '%.1f%% of %s' % (12.345, 'all'), '100%', '100% sure' % 1, '5% discount' % 3"""),
    ("s, r and a", r"""class A:
    def __str__(self):
        return 'str é'
    def __repr__(self):
        return 'repr é'
'%s' % A(), '%r' % A(), '%a' % A(), '%s' % [A()], '%r' % 'it', '%r' % "it's", '%s' % 'é\n', '%r' % 'é\n', '%a' % 'é\n', '%a' % '€😀', '%r' % None, '%r' % 1.0"""),
    ("r of a text with quotes", r"""print('%r %r %r' % ('a"b', "a'b", 'a\'"b'))
print('%r' % '\t\\', '%s' % 'tab\there')
'%r' % ('x',), '%r' % [('a', 1.5)]"""),
    ("whole numbers", r"""'%d' % 5, '%d' % -5, '%i' % 7, '%u' % 8, '%u' % -8, '%d' % 0, '%d' % True, '%d' % False, '%d' % 123456789012345678, '%d' % 3.99, '%d' % -3.99, '%i' % 2.5, '%d' % 1e15"""),
    ("a width of whole numbers", r"""'[%5d]' % 42, '[%-5d]' % 42, '[%05d]' % 42, '[%1d]' % 12345, '[%5d]' % -42, '[%05d]' % -42, '[%-5d]' % -42, '[%-05d]' % 42, '[%0d]' % 42, '[%3d%3d]' % (1, 22)"""),
    ("signs of whole numbers", r"""'%+d' % 5, '%+d' % -5, '%+d' % 0, '[% d]' % 5, '[% d]' % -5, '[%+5d]' % 5, '[%-+5d]' % 5, '[%+05d]' % 5, '[% 05d]' % 5, '[%+ d]' % 5, '[% +d]' % 5, '[%0+5d]' % 7"""),
    ("at least so many digits", r"""'%.3d' % 5, '%.3d' % -5, '[%6.3d]' % 5, '[%-6.3d]' % 5, '[%06.3d]' % 5, '%.0d' % 0, '%.1d' % 123, '%.3x' % 10, '%#.3x' % 10, '%+.2d' % 3, '%.d' % 4"""),
    ("hexadecimal and octal", r"""'%x' % 255, '%X' % 255, '%o' % 8, '%x' % 0, '%x' % -255, '%X' % -48879, '%o' % -8, '%x' % True, '%02x' % 10, '%08X' % 48879, '[%6x]' % 255, '[%-6o]' % 64, '%+x' % 10, '% x' % 10"""),
    ("hexadecimal and octal with their marks", r"""'%#x' % 255, '%#X' % 255, '%#o' % 8, '%#x' % 0, '%#o' % 0, '%#x' % -255, '[%#8x]' % 255, '[%#08x]' % 255, '[%-#8x]' % 255, '%#d' % 5, '%#06X' % 10, '%+#x' % 10, '[%#-8o]' % 8"""),
    ("real numbers", r"""'%f' % 1.5, '%f' % 2, '%f' % True, '%.3f' % 3.14159, '%.0f' % 2.7, '%.1f' % 0.05, '%.2f' % -1.005, '%f' % 1e10, '%.10f' % 0.1, '%.f' % 1.6, '%F' % 1.5, '%f' % 0, '%.1f' % 1e15"""),
    ("rounded to the even one", r"""['%.0f' % x for x in (0.5, 1.5, 2.5, -0.5, 3.5)], ['%.1f' % x for x in (0.25, 0.35, 0.75, -0.05)], '%.2f' % 2.675, '%.2f' % 0.125, '%.0f' % 1e16"""),
    ("a width of real numbers", r"""'[%8.3f]' % 3.14159, '[%-8.3f]' % 3.14159, '[%08.3f]' % 3.14159, '[%08.3f]' % -3.14159, '[%+.2f]' % 1.5, '[% .2f]' % 1.5, '[%+8.2f]' % 1.5, '[%3.1f]' % 12345.67, '[%-+8.1f]' % 2.25, '[%05.1f]' % 2.5, '[%0+8.2f]' % 1.5"""),
    ("signs of zero", r"""'%f' % -0.0, '%.1f' % -0.01, '%+.1f' % 0.0, '%d' % -0.5, '%g' % -0.0, '%e' % -0.0, '%+d' % -0.0, '% .0f' % -0.2"""),
    ("inf and nan", r"""inf, nan = float('inf'), float('nan')
'%f' % inf, '%F' % -inf, '%f' % nan, '%F' % nan, '%e' % inf, '%E' % nan, '%g' % -inf, '%G' % inf, '%.2f' % nan, '[%6.1f]' % inf, '[%-6f]' % nan, '[%06.1f]' % inf, '[%06.1f]' % -inf, '%+f' % inf, '%s' % inf, '%r' % nan"""),
    ("exponents", r"""'%e' % 12345.678, '%E' % 12345.678, '%.2e' % 0.00012345, '%.0e' % 12345, '%e' % 0, '%e' % 1, '%.3e' % -1e-10, '%e' % 1e100, '%.1E' % 9.99, '[%12.2e]' % 1234.5, '[%-12.2e]' % 1234.5, '[%012.2e]' % -1234.5, '%+e' % 1.0, '%#.0e' % 3.0"""),
    ("the shorter one", r"""'%g' % 1.5, '%g' % 100000, '%g' % 1000000, '%g' % 123456789, '%g' % 0.0001, '%g' % 0.00001, '%g' % 1e-10, '%g' % 0, '%g' % 3.0, '%G' % 1e-10, '%G' % 1e20, '%g' % 0.1, '%g' % 1234567.0, '%g' % 1e15"""),
    ("the shorter one with so many digits", r"""'%.3g' % 3.14159, '%.3g' % 1234.5, '%.0g' % 1234.5, '%.1g' % 0.05, '%.10g' % 0.1, '%.17g' % 0.1, '%.2g' % 99.5, '%.6g' % 1e5, '%#g' % 1.0, '%#.3g' % 1.0, '%#.3g' % 1e10, '[%10.4g]' % 2.71828, '[%-10.4g]' % 2.71828, '[%010.4g]' % -2.71828, '%+g' % 1.5, '%#.0f' % 3.0"""),
    ("learning rates", r"""['%g' % lr for lr in (0.1, 0.01, 0.001, 3e-4, 1e-4, 1e-5, 0.1 + 0.2, 1 / 3)], ['%.1e' % lr for lr in (3e-4, 0.001)]"""),
    ("texts with a width", r"""'[%5s]' % 'ab', '[%-5s]' % 'ab', '[%1s]' % 'abc', '[%.2s]' % 'abcdef', '[%5.2s]' % 'abcdef', '[%-5.2s]' % 'abcdef', '[%.0s]' % 'abc', '[%.10s]' % 'abc', '[%05s]' % 'ab', '[%+s]' % 'ab', '[%8r]' % 'ab', '[%.3r]' % 'abcdef', '[% s]' % 'ab', '[%.s]' % 'ab', '[%8a]' % 'é'"""),
    ("a width of what is no text", r"""'[%6s]' % None, '[%-8s]' % True, '[%6s]' % 1.5, '[%10s]' % [1, 2], '[%.3s]' % 3.14159, '[%-10s]' % (('a', 1),), '[%.4s]' % None"""),
    ("wide characters", r"""'[%4s]' % 'é', '[%-4s]' % '日本', '[%.1s]' % '日本', '[%3c]' % '€', '%s' % '😀', '[%4s]' % '😀', 'é %d ü' % 5"""),
    ("characters", r"""'%c' % 'a', '%c' % 97, '%c%c%c' % ('x', 121, 'z'), '[%3c]' % 'a', '[%-3c]' % 'a', '%c' % 233, '%c' % 8364, '%c' % True == '\x01', '[%03c]' % 'a', '[%.0c]' % 'a', ''.join('%c' % (97 + i) for i in range(5))"""),
    ("widths that are values", r"""'[%*d]' % (6, 42), '[%-*d]' % (6, 42), '[%0*d]' % (6, 42), '[%*s]' % (4, 'a'), '[%*d]' % (-6, 42), '[%*d]' % (0, 42), '[%.*f]' % (2, 3.14159), '[%*.*f]' % (8, 3, 3.14159), '[%-*.*f]' % (8, 1, 3.14159), '[%.*s]' % (2, 'abc'), '[%.*f]' % (-1, 2.5), '[%*d]' % (True, 7)"""),
    ("names of a dict", r"""'%(a)s' % {'a': 1}, '%(name)s is %(age)d' % {'name': 'Ada', 'age': 36}, '%(a)s %(a)s' % {'a': 'x', 'b': 'not used'}, '%(x)5.2f|%(x)-8.1f|%(x)+d' % {'x': 3.14159}, '%%(a)s %(a)s' % {'a': 1}, '%(a)r' % {'a': 'é'}, '%(n)05d' % {'n': 42}, '%(h)#x' % {'h': 255}"""),
    ("odd names of a dict", r"""'%()s' % {'': 'empty'}, '%(a b)s' % {'a b': 1}, '%(a(b)c)s' % {'a(b)c': 2}, '%(1)s' % {'1': 'one'}, '%(a.b)d' % {'a.b': 3}, '%(%)s' % {'%': 'p'}, '%(é)s' % {'é': 4}, '%(a[0])s' % {'a[0]': 5}"""),
    ("a dict for one value", r"""'%s' % {'a': 1}, '%r' % {'a': 'x'}, '[%10s]' % {1: 2}, '%s' % ({'a': 1},), '%s and %s' % ({'a': 1}, {})"""),
    ("other mappings", r"""from collections import defaultdict, Counter, OrderedDict, ChainMap
d = defaultdict(int, a=1)
print('%(a)d %(b)d' % d, dict(d))
print('%(a)s %(z)s' % Counter('aab'))
print('%(k)s' % OrderedDict(k='v'))
class Upper:
    def __getitem__(self, key):
        return key.upper()
'%(abc)s %(x)5s' % Upper(), 'abc' % Upper()"""),
    ("the names of a function", r"""def f(lr, steps):
    text = 'lr %(lr).3f, %(steps)d steps' % {'lr': lr, 'steps': steps}
    return text
f(0.1, 5), '%(lr)s' % dict(lr=3), '%(a)s%(b)s' % {**{'a': 1}, 'b': 2}"""),
    ("letters that change nothing", r"""'%ld' % 5, '%hd' % 5, '%Lf' % 1.5, '%lu' % 7, '%5ld|' % 3, '%ls' % 'a', '%lx' % 255"""),
    ("flags again and again", r"""'%--5d|' % 3, '%++d' % 3, '%00005d' % 3, '%- 5d|' % 3, '%-+ #05d|' % 3, '%  d' % 3, '%##x' % 3"""),
    ("what comes first", r"""'%d' % 3 * 2, '%d' % 3 + 'x', '%s' % 'a' 'b', '%d' % -3 ** 2, '%s' % (1 + 2), '%s' % 1 == '1', 'a' + '%s' % 2 + 'b', '%s' % [1, 2][0], ('%d ' * 3) % (1, 2, 3), '%s' % 5 if True else 0, not '%s' % '', '%s' % ('%s' % 1)"""),
    ("what is joined is one format", r"""name, n = 'loss', 3
a = '%s ' '%d' % (name, n)
b = ('%s is '
     '%03d'
     % (name, n))
c = '%s\n%s' % (
    name,
    n,
)
fmt = '%' + '5' + 'd'
a, b, c, fmt % 7, ('%%.%df' % 2) % 3.14159"""),
    ("a format in place", r"""s = '%s and %%s'
s %= 'a'
print(s)
s %= ('b',)
s"""),
    ("formats in loops", r"""for i, name in enumerate(['a', 'bb', 'ccc']):
    print('%2d: %-5s|%5s|' % (i, name, name))
print('\n'.join('%3d %3d %3d' % (n, n * n, n ** 3) for n in range(1, 4)))
row = (1, 2.5, 'x')
'%d %.2f %s' % row, ', '.join(['%s=%s' % pair for pair in {'a': 1, 'b': 2}.items()])"""),
    ("a table", r"""rows = [('linear', 128, 0.5), ('relu', 0, 0.125), ('head', 4096, 2.0)]
print('%-10s %8s %7s' % ('layer', 'numbers', 'norm'))
print('%s' % ('-' * 27))
for row in rows:
    print('%-10s %8d %7.3f' % row)
'%-10s %8d' % ('total', sum(n for _, n, _ in rows))"""),
    ("tuples made before", r"""t = (1, 2)
pair = (t, 'x')
'%s %s' % t, '%s' % (t,), '%s %s' % pair, '%s %s %s' % (*t, 3), '%s %s' % tuple([1, 2]), '%s' % list(t), '%d-%d' % divmod(7, 2)"""),
    ("named tuples are tuples", r"""from collections import namedtuple
P = namedtuple('P', 'x y')
p = P(1, 2)
print('%s %s' % p, '%s' % (p,), '%r' % [p])
try:
    '%s' % p
except TypeError as e:
    print(e)"""),
    ("objects that are numbers", r"""class N:
    def __int__(self):
        return 7
    def __float__(self):
        return 2.5
    def __index__(self):
        return 9
class I:
    def __index__(self):
        return 255
'%d' % N(), '%.1f' % N(), '%x' % N(), '%d' % I(), '%x' % I(), '%f' % I(), '%c' % 'i'"""),
    ("objects that are no numbers", r"""class F:
    def __float__(self):
        return 2.5
print('%g' % F())
for code in ('%d', '%x', '%c'):
    try:
        print(code % F())
    except TypeError as e:
        print(code, e)"""),
    ("% of a class", r"""class Fmt:
    def __init__(self, text):
        self.text = text
    def __mod__(self, values):
        return 'mine', self.text, values
    def __rmod__(self, left):
        return 'right', left
Fmt('%d') % 5, Fmt('a') % (1, 2), '%s' % Fmt('a') == '%s', 5 % Fmt('b'), [1] % Fmt('c')"""),
    ("errors say what and where", r"""for fmt, value in [('%d', 'a'), ('%x', 1.5), ('ab%q', 1), ('%', 1), ('%s%s', 1), ('%s', (1, 2)), ('%(a', {}), ('%f', None), ('%c', 'ab'), ('%(a)s', 1)]:
    try:
        fmt % value
    except (TypeError, ValueError) as e:
        print('%-6s %-10r %s: %s' % (fmt, value, type(e).__name__, e))"""),
    ("what is wrong comes in its order", r"""for fmt, values in [('%d %s', ('a',)), ('%s %d', (1, 'a')), ('%s %q', (1,)), ('%d %q', ('x', 2)), ('%s %', (1, 2)), ('%s %s %d', (1, 'b')), ('%z %d', ()), ('%d', ())]:
    try:
        print(fmt % values)
    except (TypeError, ValueError) as e:
        print(repr(fmt), type(e).__name__, '|', e)"""),
    ("numbers of tensors", r"""loss = torch.tensor(0.123456789)
'%.4f' % loss.item(), '%.4f' % loss, '%.2e' % loss, '%g' % loss, '%d' % torch.tensor(3), '%d' % torch.tensor(3.7), '%d' % torch.tensor(-3.7), '%5d|' % torch.tensor([4]), '%d' % torch.tensor(True), '%x' % torch.tensor(255), '%f' % torch.tensor([[2]]), '%c' % torch.tensor(97).item(), '%s' % loss.item()"""),
    ("tensors as text", r"""x = torch.tensor([1., 2.5])
print(('%s' % x).replace('tensor', 't'), ('%r' % x).replace('tensor', 't'), ('%s' % torch.tensor(3)).replace('tensor', 't'))
print('%s' % x == str(x), '%s' % [x] == str([x]), 'x' % x, 'x' % torch.ones(2, 2))
w = torch.ones(2, requires_grad=True)
print(('%s|%25s|' % (w, x[0])).replace('tensor', 't'))
print(('%s' % torch.tensor([[1, 2], [3, 4]])).replace('tensor', 't'))
'%s' % x.tolist(), '%s' % x.dtype, '%r' % torch.float64, '%s' % x.device"""),
    ("shapes", r"""x = torch.ones(2, 3)
'%s' % (x.shape,), '%d by %d' % x.shape, '%s' % torch.ones(4).shape, '%s' % list(x.shape), '%s' % str(x.shape), '%s %s' % (tuple(x.shape), x.size(0)), '%d' % torch.ones(4).size()"""),
    ("a training loop", r"""torch.manual_seed(0)
w = torch.zeros(1, requires_grad=True)
for epoch in range(3):
    loss = ((w - 3) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.25 * w.grad
        w.grad.zero_()
    print('epoch %2d/%d  loss %8.4f  w %+.3f' % (epoch + 1, 3, loss.item(), w.item()))
'%.1f%%' % (100 * w.item() / 3)"""),
    ("accuracy", r"""right = (torch.tensor([1, 2, 3, 4]) == torch.tensor([1, 2, 0, 4])).sum()
'%d of %d right (%.1f%%)' % (right, 4, 100 * right / 4), '%5.1f|%-6.2f|' % (right.item(), right / 4)"""),
    ("layers as text", r"""print('%s' % nn.Linear(2, 3))
print('%r' % nn.Sequential(nn.ReLU(), nn.Tanh()))
'%s has %d numbers' % (type(nn.ReLU()).__name__, sum(p.numel() for p in nn.Linear(2, 3).parameters()))"""),
    ("names of parameters", r"""m = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
for name, p in m.named_parameters():
    print('%-10s %-8s %3d' % (name, tuple(p.shape), p.numel()))
['layer.%d.weight' % i for i in range(2)], 'step_%04d.pt' % 12"""),
    ("numbers of NumPy", r"""a = np.array([1.5, 2.25])
'%.2f' % a[0], '%.3f' % a.mean(), '%d' % np.int64(5), '%s' % np.float64(1.5), '%s' % a, '%g' % np.float32(0.5), '%d' % a.shape, '%5.1f|' % a.sum(), '%x' % np.int64(255), '%s' % a.tolist()"""),
]

if __name__ == "__main__":
    write_programs(__file__, PROGRAMS)
