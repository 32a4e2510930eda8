"""Puts one argument of another kind into a program: a tensor where a number stood, a float for an int, None for a flag."""

import ast

from draw import Draw, Program


def _is_number(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool)


def _others(draw, node):
    """What may stand in the place of an argument."""
    if isinstance(node, ast.UnaryOp) and _is_number(node.operand):
        node = node.operand
    text = ast.unparse(node)
    if _is_number(node):
        others = [f"torch.tensor({text})", f"torch.tensor([{text}])", "True", "False", "None", f"-{text}", f"{text} + 3", f"({text},)", f"[{text}]", "'a'", "nan", "inf", "x"]
        return [*others, f"{node.value}.0" if isinstance(node.value, int) else str(int(node.value))]
    if isinstance(node, ast.Constant):
        return ["True", "False", "None", "0", "1", "2", "0.5", "'a'", "torch.tensor(True)", "torch.tensor(1)", "(1,)"]
    if isinstance(node, (ast.Tuple, ast.List)) and node.elts and all(map(_is_number, node.elts)):
        inner = ", ".join(map(ast.unparse, node.elts))
        others = [f"[{inner}]", f"({inner},)", f"torch.tensor([{inner}])", f"{inner.split(',')[0]}", "()", "None", f"({inner}, 1)", f"({inner}, None)"]
        return [*others, f"(torch.tensor({inner.split(',')[0]}), {inner})", f"({inner.split(',')[0]}.0, {inner})" if "." not in inner else f"({inner}, True)", "-1", "torch.Size([2])"]
    if isinstance(node, ast.Name) and node.id in ("x", "y", "mask"):
        return ["1", "2.5", "True", "None", f"[{text}]", f"({text}, {text})", f"{text}.tolist()", f"{text}.shape", "'a'", f"{text}.double()", f"{text}.long()", f"{text}.int()", f"{text}.bool()", f"{text}.half()", f"{text}[0]", f"{text}[None]", f"{text}.flatten()"]
    return []


class _Arguments(ast.NodeVisitor):
    """The arguments of all calls but of those that make literals."""

    def __init__(self):
        self.found = []

    def visit_Call(self, node):
        if not ast.unparse(node.func) == "torch.tensor":
            self.found += [(node.args, place) for place in range(len(node.args))]
            self.found += [(node.keywords, place) for place in range(len(node.keywords))]
        self.generic_visit(node)


def strange(program, seed):
    """The same program with one argument of another kind; the program itself where no argument can be another."""
    draw = Draw(f"strange/{seed}")
    tree = ast.parse(program.source)
    arguments = _Arguments()
    arguments.visit(tree)
    draw.random.shuffle(arguments.found)
    for holder, place in arguments.found:
        argument = holder[place]
        value = argument.value if isinstance(argument, ast.keyword) else argument
        others = _others(draw, value)
        if not others:
            continue
        other = ast.parse(draw.of(others), mode="eval").body
        if isinstance(argument, ast.keyword):
            argument.value = other
        else:
            holder[place] = other
        return Program(program.family, ast.unparse(tree).split("\n"), program.wrt)
    return program
