"""Where a program about aliases can be split into the cells of a page, and who made what each of its statements changes."""

import ast
import contextlib
import io
import types

import torch

from parts import parts
from transcripts import compiled, limited

# Seconds that a statement may take.
SECONDS = 1
SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound(statement, has_items=False):
    """The names that a statement of the top level gives; with `has_items` also those to whose items it assigns."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    found, todo = set(), [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and has_items:
            # To a page `x[0] = 1` gives the name `x`, too.
            while isinstance(node, (ast.Subscript, ast.Attribute)):
                node = node.value
            found |= {node.id} if isinstance(node, ast.Name) else set()
        if not isinstance(node, SCOPES):
            todo.extend(ast.iter_child_nodes(node))
    return found


class _Renamed(ast.NodeTransformer):
    """Gives names other names, where they are read, written, or both."""

    def __init__(self, names, contexts):
        self.names, self.contexts = names, contexts

    def visit_Name(self, node):
        if isinstance(node.ctx, self.contexts):
            node.id = self.names.get(node.id, node.id)
        return node

    def visit_FunctionDef(self, node):
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)


def renamed(source):
    """A program in which a name that is given again is another name from there on, for a page can give a name only once.

    Its meaning may change: a function that reads a global sees the name that the global had when the function was written."""
    tree = ast.parse(source)
    now, counts = {}, {}
    for statement in tree.body:
        given = bound(statement)
        fresh = dict(now)
        for name in sorted(given):
            if name in counts:
                fresh[name] = f"{name}_{counts[name]}"
            counts[name] = counts.get(name, 1) + 1
        if isinstance(statement, ast.Assign):
            _Renamed(now, ast.Load).visit(statement)
            _Renamed(fresh, ast.Store).visit(statement)
        else:
            _Renamed(fresh, (ast.Load, ast.Store)).visit(statement)
        now = fresh
    return ast.unparse(ast.fix_missing_locations(tree))


def borders(source):
    """The lines of the statements before which a cell may begin: no name is given on both sides or read before it is given, and what counts
    for the rest of a cell (a seed, grad mode) is not cut off."""
    body = ast.parse(source).body
    given = [bound(statement, has_items=True) for statement in body]
    read = [{node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} for statement in body]
    calls = [ast.unparse(statement) for statement in body]
    if any(text.startswith("torch.set_grad_enabled(") for text in calls):
        return []
    found = []
    for place in range(1, len(body)):
        is_import = isinstance(body[place], (ast.Import, ast.ImportFrom))
        before, after = set().union(*given[:place], *read[:place]), set().union(*given[place:])
        if not is_import and before.isdisjoint(after) and not calls[place - 1].startswith("torch.manual_seed("):
            # A decorator belongs to its function.
            first = body[place].decorator_list[0] if getattr(body[place], "decorator_list", []) else body[place]
            found.append(first.lineno)
    return found


def _key(value):
    """What makes two values one: for a storage its address, for all else the object."""
    return ("storage", value.data_ptr()) if isinstance(value, torch.UntypedStorage) else id(value)


def _content(value):
    """What a write to a value changes."""
    if isinstance(value, torch.UntypedStorage):
        return value.tolist()
    return [_key(part) for part in parts(value)]


class _Makers:
    """Who made what: the values that globals lead to, each with the line of the statement that made it."""

    def __init__(self):
        # Values are kept, so that no address is used twice.
        self.kept, self.makers, self.contents = [], {}, {}

    def look(self, space, line):
        """The lines of the makers of what has changed since the last look, and from now on the makers of what is new."""
        seen, changed = {}, set()
        todo = [value for name, value in space.items() if not name.startswith("__")]
        while todo:
            value = todo.pop()
            if _key(value) in seen or (parts(value) is None and not isinstance(value, torch.UntypedStorage)):
                continue
            seen[_key(value)] = value
            todo.extend(parts(value) or [])
        sharing = {}
        for value in seen.values():
            if isinstance(value, torch.Tensor):
                sharing.setdefault(_key(value.untyped_storage()), []).append(value)
        for key, value in seen.items():
            content = _content(value)
            if key not in self.makers:
                self.kept.append(value)
                self.makers[key] = line
            elif self.contents[key] != content and self.makers[key] != line and not isinstance(value, (tuple, types.FunctionType)):
                changed.add(self.makers[key])
                # A view of an earlier cell may be what is named.
                changed.update(self.makers[_key(tensor)] for tensor in sharing.get(key, []) if _key(tensor) in self.makers and self.makers[_key(tensor)] != line)
            self.contents[key] = content
        return sorted(changed)


def writes(source):
    """For each statement that changes what an earlier one made: its line, and the lines of the makers. May raise `TooSlow`."""
    makers, found, space = _Makers(), [], {"__name__": "program"}
    torch.set_grad_enabled(True)
    for statement in ast.parse(source).body:
        # Imports and printing make nothing.
        try:
            with limited(SECONDS), contextlib.redirect_stdout(io.StringIO()):
                exec(compiled(ast.unparse(statement)), space)  # noqa: S102 - these programs are ours
        except Exception:  # noqa: BLE001 - the last statement may fail, and may have changed something before
            pass
        line = statement.decorator_list[0].lineno if getattr(statement, "decorator_list", []) else statement.lineno
        changed = makers.look(space, line)
        if changed:
            found.append([line, changed])
    torch.set_grad_enabled(True)
    return found
