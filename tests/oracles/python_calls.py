"""Prints what jedi says each call of some names runs, as one JSON object per line.

Standard input: {"dir": ..., "paths": [...], "names": [...]}
"""

import ast
import json
import sys

import jedi

request = json.load(sys.stdin)
root, names = request["dir"], set(request["names"])
project = jedi.Project(root, added_sys_path=[root, root + "/src"])


def sites(tree):
    """Names that are called, and names of decorators."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.func
        for each in getattr(node, "decorator_list", []):
            if not isinstance(each, ast.Call):
                yield each


def definition(each):
    path = str(each.module_path or "")
    if not path.startswith(root + "/") or each.line is None:
        return None
    return {"path": path[len(root) + 1 :], "line": each.line, "name": each.name, "type": each.type}


for path in request["paths"]:
    try:
        with open(f"{root}/{path}", encoding="utf-8") as file:
            text = file.read()
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        continue
    lines = text.split("\n")
    script = jedi.Script(text, path=f"{root}/{path}", project=project)
    for node in sites(tree):
        if not isinstance(node, (ast.Name, ast.Attribute)):
            continue
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name not in names:
            continue
        line = node.end_lineno
        before = lines[line - 1].encode()[: node.end_col_offset].decode(errors="replace")
        column = len(before) - len(name)
        found = []
        for ask in (lambda: script.goto(line, column, follow_imports=True), lambda: script.infer(line, column)):
            try:
                found += ask()
            except Exception:
                pass
        targets = [each for each in map(definition, found) if each is not None]
        start = sum(len(each) + 1 for each in lines[: line - 1]) + column
        print(json.dumps({"path": path, "start": start, "name": name, "known": bool(found), "targets": targets}))
