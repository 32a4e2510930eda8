"""Makes a program that shows a difference as small as it can be and still shows it."""

import ast
import copy

from draw import Program

ROUNDS = 60


def _is_plain(node):
    return isinstance(node, (ast.Constant, ast.UnaryOp, ast.Name))


def _depth(node):
    """The axes of a literal of lists; `None` if it is not one."""
    if _is_plain(node):
        return 0
    if not isinstance(node, (ast.List, ast.Tuple)) or not node.elts:
        return None
    depths = {_depth(item) for item in node.elts}
    return None if len(depths) != 1 or None in depths else depths.pop() + 1


def _without(node, axis, place):
    """A literal of lists without one place of an axis."""
    if axis == 0:
        node.elts = node.elts[:place] + node.elts[place + 1 :]
    else:
        for item in node.elts:
            _without(item, axis - 1, place)


def _squeezed(node, axis):
    """A literal of lists with the first place of an axis instead of the axis."""
    if axis == 0:
        return node.elts[0]
    node.elts = [_squeezed(item, axis - 1) for item in node.elts]
    return node


def _simpler(node):
    """Simpler nodes that could stand in the place of a node."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool) or value is None or isinstance(value, (str, type(...))):
            return
        for simple in (0, 1, 2) if isinstance(value, int) else (0.0, 1.0, 2.0, 0.5):
            if len(repr(simple)) < len(repr(value)) or (simple == 1 and abs(value) > 1 and len(repr(value)) <= 3):
                yield ast.Constant(simple)
        if isinstance(value, int) and value > 20:
            yield ast.Constant(value // 10)
            yield ast.Constant(value // 2)
        if isinstance(value, float):
            yield ast.Constant(float(f"{value:.1g}"))
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BinOp):
        yield node.left
        yield node.right
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
            yield node.func.value
        yield from (argument for argument in node.args if not isinstance(argument, ast.List))
        for place in range(len(node.keywords)):
            fewer = copy.deepcopy(node)
            del fewer.keywords[place]
            yield fewer
        if len(node.args) > 1:
            fewer = copy.deepcopy(node)
            del fewer.args[-1]
            yield fewer
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Name) and node.id in ("nan", "inf"):
        yield ast.Constant(1.0)
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
        for place in range(len(node.elts)):
            fewer = copy.deepcopy(node)
            del fewer.elts[place]
            yield fewer
    if isinstance(node, ast.List):
        depth = _depth(node)
        for axis in range(depth or 0):
            inner = node
            for _ in range(axis):
                inner = inner.elts[0]
            for place in range(len(inner.elts) if len(inner.elts) > 1 else 0):
                fewer = copy.deepcopy(node)
                _without(fewer, axis, place)
                yield fewer
            flat = _squeezed(copy.deepcopy(node), axis)
            yield flat
    if isinstance(node, (ast.List, ast.Tuple)) and _depth(node) is None:
        for place in range(len(node.elts)):
            fewer = copy.deepcopy(node)
            del fewer.elts[place]
            yield fewer


class _Replaced(ast.NodeTransformer):
    """Puts a node in the place of the node with this number."""

    def __init__(self, number, node):
        self.number, self.node, self.seen = number, node, -1

    def visit(self, node):
        self.seen += 1
        if self.seen == self.number:
            return self.node
        return self.generic_visit(node)


def _nodes(tree):
    """The nodes in the order in which `_Replaced` meets them."""

    class Seen(ast.NodeTransformer):
        found = []

        def visit(self, node):
            self.found.append(node)
            return self.generic_visit(node)

    seen = Seen()
    seen.found = []
    seen.visit(copy.deepcopy(tree))
    return seen.found


def _literals(tree):
    """The lists of lists of a tree that lie in no other list."""
    inner = {id(item) for node in ast.walk(tree) if isinstance(node, ast.List) for item in node.elts}
    return [node for node in ast.walk(tree) if isinstance(node, ast.List) and id(node) not in inner and _depth(node)]


def _sizes(node):
    """The sizes of a literal of lists."""
    return [len(node.elts), *_sizes(node.elts[0])] if isinstance(node, ast.List) else []


def _together(tree):
    """The program with all tensors made smaller along one axis, counted from the end, so that they still fit."""
    deepest = max((_depth(node) for node in _literals(tree)), default=0)
    for back in range(1, deepest + 1):
        for place in range(max(_sizes(node)[-back] for node in _literals(tree) if _depth(node) >= back)):
            changed = copy.deepcopy(tree)
            found = [node for node in _literals(changed) if _depth(node) >= back and place < _sizes(node)[-back] > 1]
            for node in found:
                _without(node, _depth(node) - back, place)
            if len(found) > 1:
                yield changed


def _inlined(tree):
    """The program with a name's expression in the place of the name, where it is used once."""
    for place, statement in enumerate(tree.body):
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        name = statement.targets[0].id
        uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
        if len(uses) == 2 and not name.startswith("r_"):
            changed = copy.deepcopy(tree)
            value = changed.body.pop(place).value

            class Put(ast.NodeTransformer):
                def visit_Name(self, node, name=name, value=value):
                    return value if node.id == name else node

            yield Put().visit(changed)


def _cost(source):
    """What is smaller is better; a literal that is easy to read is, too."""
    return len(source) + 4 * source.count("\n") + sum(character in "3456789" for character in source)


def candidates(program):
    """Programs that are smaller, the smallest first."""
    tree = ast.parse(program.source)
    found = set()

    def add(changed):
        try:
            found.add(ast.unparse(ast.fix_missing_locations(changed)))
        except Exception:  # noqa: BLE001 - a tree that cannot be written is no program
            pass

    for place in range(len(tree.body)):
        if len(tree.body) > 1:
            changed = copy.deepcopy(tree)
            del changed.body[place]
            add(changed)
    for changed in _together(tree):
        add(changed)
    if not program.wrt:
        for changed in _inlined(tree):
            add(changed)
    for number, node in enumerate(_nodes(tree)):
        if isinstance(node, ast.expr):
            for simpler in _simpler(node):
                changed = _Replaced(number, simpler).visit(copy.deepcopy(tree))
                add(changed)
    cost = _cost(ast.unparse(tree))
    found = [source for source in found if _cost(source) < cost and "r_" in source]
    if program.wrt:
        found = [source for source in found if any(line.startswith(f"{program.wrt} = ") for line in source.split("\n"))]
    return [Program(program.family, source.split("\n"), program.wrt) for source in sorted(found, key=lambda text: (_cost(text), text))]


def _blocks(tree):
    """The lists of statements of a tree, outer ones first."""
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield block


def _written(tree):
    """The text of a tree; `None` if it is no program."""
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
        ast.parse(text)
    except Exception:  # noqa: BLE001 - a tree that cannot be written is no program
        return None
    return text


def _smaller(program, found):
    """Programs of these texts, those that are smaller than a program, the smallest first."""
    cost = _cost(ast.unparse(ast.parse(program.source)))
    costs = {text: _cost(text) for text in found if text}
    return [Program(program.family, text.split("\n")) for text in sorted(costs, key=lambda text: (costs[text], text)) if costs[text] < cost]


def fewer_statements(program):
    """Programs of a transcript without some statements, or with the body of a block in its place."""
    tree = ast.parse(program.source)
    found = set()

    def add(number, start, end, statements):
        changed = copy.deepcopy(tree)
        list(_blocks(changed))[number][start:end] = copy.deepcopy(statements)
        found.add(_written(changed))

    for number, block in enumerate(_blocks(tree)):
        size = 1
        while size <= len(block):
            for start in range(0, len(block), size):
                add(number, start, start + size, [])
            size *= 2
        for place, statement in enumerate(block):
            if isinstance(statement, (ast.For, ast.While, ast.If, ast.With)):
                add(number, place, place + 1, statement.body)
    return _smaller(program, found)


def simpler_expressions(program):
    """Programs of a transcript with one expression made simpler."""
    tree = ast.parse(program.source)
    found = set()
    for number, node in enumerate(_nodes(tree)):
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            for simpler in _simpler(node):
                found.add(_written(_Replaced(number, simpler).visit(copy.deepcopy(tree))))
    return _smaller(program, found)


def shrink(program, judge, same, batch, candidates=candidates, rounds=ROUNDS):
    """The smallest program found for which `same(judge(...))` holds. `judge` takes a list of programs."""
    tried = set()
    for _ in range(rounds):
        tries = [candidate for candidate in candidates(program) if candidate.source not in tried]
        tried.update(candidate.source for candidate in tries)
        better = None
        for start in range(0, len(tries), batch):
            part = tries[start : start + batch]
            better = next((candidate for candidate, verdict in zip(part, judge(part)) if same(verdict)), None)
            if better:
                break
        if better is None:
            return program
        program = better
    return program
