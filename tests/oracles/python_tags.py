"""Lists what Python's own parser defines, as `definition_spans.ts --reference` reads it.

    python3 tests/oracles/python_tags.py DIR > TAGS
"""

import ast
import os
import sys

root = sys.argv[1]


def listed(node, outer):
    """Name, node of its line, and node of its end of what a node defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name, node, node
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets[-1:] if isinstance(node.value, ast.Lambda) else targets[:1]:
            name = getattr(target, "id", None) or getattr(target, "attr", None)
            plain = isinstance(target, ast.Name)
            constant = isinstance(outer, ast.Module) and plain and name.isupper()
            field = isinstance(outer, ast.ClassDef) and plain
            if name and (isinstance(node.value, ast.Lambda) or constant or field):
                yield name, target, node


def visit(path, node, outer):
    for child in ast.iter_child_nodes(node):
        for name, at, whole in listed(child, outer):
            print(path, at.lineno, name, whole.end_lineno, sep="\t")
        scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        block = isinstance(child, (ast.If, ast.Try, ast.With, ast.For, ast.While))
        inner = child if isinstance(child, scopes) else None if block and isinstance(outer, ast.Module) else outer
        visit(path, child, inner)


for folder, folders, files in os.walk(root):
    folders.sort()
    for file in sorted(files):
        if not file.endswith((".py", ".pyi")):
            continue
        full = os.path.join(folder, file)
        try:
            with open(full, "rb") as content:
                tree = ast.parse(content.read())
        except (SyntaxError, ValueError):
            print(f"not Python: {full}", file=sys.stderr)
            continue
        visit(os.path.relpath(full, root), tree, tree)
