"""Writes stubs of the packages that come with Orrery: what they declare, without what they do.

A checker that is given the packages themselves would check them together with the program.
"""
from __future__ import annotations

import ast
from pathlib import Path
from typing import Dict, List, Optional, Set, Union

_FOLDER = Path(__file__).resolve().parent.parent
#: The file by which a package says that it has annotations (PEP 561).
_MARKER = 'py.typed'
#: Where the packages are; those in the second folder only if a program brings none of its own.
_ROOTS = (_FOLDER, _FOLDER / 'orrery_fallbacks')
#: Packages that no program imports.
_OWN = 'orrery_'
#: Errors of stubs concern nobody who checks a program. Attributes of an enclosing type are Any.
_HEAD = '# mypy: ignore-errors\nfrom typing import Any as _Any, Generic as _Generic, TypeVar as _TypeVar\n' \
        "_T = _TypeVar('_T')\n"
#: Values that a stub keeps, because they define types or name what is elsewhere.
_KEPT = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)
_DEFINING = {'TypeVar', 'NewType', 'NamedTuple', 'ParamSpec', 'TypedDict', 'namedtuple'}

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]


def write_package_stubs(folder: str) -> List[str]:
    """Write a stub of each module of the packages; returns the files."""
    written = []
    markers = [(root, marker) for root in _ROOTS for marker in sorted(root.glob(f'*/{_MARKER}'))]
    for root, marker in markers:
        if marker.parent.name.startswith(_OWN):
            continue
        for module in sorted(marker.parent.rglob('*.py')):
            place = Path(folder, module.relative_to(root)).with_suffix('.pyi')
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(stub_of_module(module.read_text(encoding='utf-8')), encoding='utf-8')
            written.append(str(place))
    return written


def stub_of_module(source: str) -> str:
    """The stub of a module's source."""
    body = ast.parse(source).body
    variables = {statement.targets[0].id for statement in body
                 if isinstance(statement, ast.Assign) and _is_type_variable(statement)}
    tree = ast.Module(_generic(_declarations(body), variables), type_ignores=[])
    return _HEAD + ast.unparse(ast.fix_missing_locations(tree)) + '\n'


def _declarations(body: List[ast.stmt], in_enum: bool = False) -> List[ast.stmt]:
    """What statements declare, in their order, and the docstring, which editors show."""
    kept = [statement for statement in body[:1] if _is_text(statement)]
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            kept += _imported(statement)
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            kept.append(_signature(statement))
        elif isinstance(statement, ast.ClassDef):
            kept.append(_class(statement))
        elif isinstance(statement, ast.If):
            kept += _condition(statement, in_enum)
        elif isinstance(statement, (ast.Try, ast.With)):
            kept += _declarations(statement.body, in_enum)
        elif isinstance(statement, ast.AnnAssign):
            statement.value = None if not _defines(statement.value) else statement.value
            kept.append(statement)
        elif isinstance(statement, ast.Assign):
            kept += _assignment(statement, in_enum)
    return kept


def _is_text(statement: ast.stmt) -> bool:
    return (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str))


def _imported(statement: Union[ast.Import, ast.ImportFrom]) -> List[ast.stmt]:
    """Imports of names as themselves, which in a stub means that others may import them from here."""
    if isinstance(statement, ast.Import):
        return [statement]
    names = [alias.asname or alias.name for alias in statement.names]
    if (statement.module or '').startswith(_OWN):
        return [ast.Assign([_target(name)], ast.Name('_Any', ast.Load())) for name in names]
    if statement.module != '__future__' and names != ['*']:
        for alias, name in zip(statement.names, names):
            alias.asname = name
    return [statement]


def _condition(statement: ast.If, in_enum: bool) -> List[ast.stmt]:
    """Both branches, or nothing if neither declares anything."""
    body = _declarations(statement.body, in_enum)
    otherwise = _declarations(statement.orelse, in_enum)
    if not body and not otherwise:
        return []
    return [ast.If(statement.test, body or [ast.Pass()], otherwise)]


def _defines(value: Optional[ast.expr]) -> bool:
    """Whether a value must stay for a checker to know the type of its name."""
    if isinstance(value, ast.Call):
        called = value.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, 'attr', '')
        return name in _DEFINING
    return isinstance(value, _KEPT)


def _assignment(statement: ast.Assign, in_enum: bool) -> List[ast.stmt]:
    if in_enum or _defines(statement.value) or _names_all(statement):
        return [statement]
    # A tuple of targets declares each of them.
    names = [name for target in statement.targets for name in ast.walk(target)
             if isinstance(name, ast.Name)]
    return [_any(name.id) for name in names]


def _names_all(statement: ast.Assign) -> bool:
    target = statement.targets[0]
    return isinstance(target, ast.Name) and target.id == '__all__'


def _any(name: str) -> ast.stmt:
    return ast.AnnAssign(_target(name), ast.Name('_Any', ast.Load()), None, 1)


def _target(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _signature(function: _Function) -> _Function:
    """A function with its docstring and `...` for its body and its defaults."""
    arguments = function.args
    arguments.defaults = [ast.Constant(...) for _ in arguments.defaults]
    arguments.kw_defaults = [default and ast.Constant(...) for default in arguments.kw_defaults]
    documented = ast.get_docstring(function) is not None
    function.body = [*function.body[:documented], ast.Expr(ast.Constant(...))]
    return function


def _class(cls: ast.ClassDef) -> ast.ClassDef:
    bases = {base.id if isinstance(base, ast.Name) else getattr(base, 'attr', '')
             for base in cls.bases}
    attributes = _attributes(cls)
    in_enum = any(base.endswith(('Enum', 'Flag')) for base in bases)
    body = _declarations(cls.body, in_enum)
    declared = {name for statement in body for name in _declared(statement)}
    body += [ast.AnnAssign(_target(name), annotation, None, 1)
             for name, annotation in attributes.items() if name not in declared]
    cls.body = body or [ast.Pass()]
    return cls


def _declared(statement: ast.stmt) -> Set[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    return {node.id for node in ast.walk(statement)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def _is_type_variable(statement: ast.Assign) -> bool:
    value, target = statement.value, statement.targets[0]
    return (isinstance(target, ast.Name) and isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name) and value.func.id == 'TypeVar')


def _generic(body: List[ast.stmt], variables: Set[str]) -> List[ast.stmt]:
    """Makes classes generic that accept any type parameters when programs run."""
    for cls in body:
        if not isinstance(cls, ast.ClassDef):
            continue
        rest = [each for each in cls.body if '__class_getitem__' not in _declared(each)]
        if len(rest) == len(cls.body):
            continue
        cls.body = rest or [ast.Pass()]
        named = [node.id for node in ast.walk(cls) if isinstance(node, ast.Name)]
        used = list(dict.fromkeys(name for name in named if name in variables)) or ['_T']
        index: ast.expr = ast.Tuple([ast.Name(name, ast.Load()) for name in used], ast.Load())
        cls.bases.append(ast.Subscript(ast.Name('_Generic', ast.Load()), index, ast.Load()))
    return body


def _attributes(cls: ast.ClassDef) -> Dict[str, ast.expr]:
    """The annotations of what methods assign to `self`, by name."""
    found: Dict[str, ast.expr] = {}
    for method in cls.body:
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        given = {argument.arg: argument.annotation
                 for argument in [*method.args.args, *method.args.kwonlyargs]}
        for node in ast.walk(method):
            if isinstance(node, ast.AnnAssign) and _of_self(node.target):
                found[_name(node.target)] = node.annotation
            elif isinstance(node, ast.Assign):
                value = node.value
                known = given.get(value.id) if isinstance(value, ast.Name) else None
                for target in filter(_of_self, node.targets):
                    found.setdefault(_name(target), known or ast.Name('_Any', ast.Load()))
    return found


def _of_self(target: ast.expr) -> bool:
    return (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)
            and target.value.id == 'self' and not target.attr.startswith('_'))


def _name(target: ast.expr) -> str:
    assert isinstance(target, ast.Attribute)
    return target.attr
