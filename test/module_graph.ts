/** The project's modules as a graph of imports, found in their syntax trees. */
import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { filesIn } from './project.js';

/** Names that a module imports from another; `'*'` stands for everything. */
export interface ModuleImport {
  /** Path of the imported module, e.g. `src/graph/qos.ts`. */
  readonly from: string;
  readonly names: readonly string[];
  /** Whether the import does not exist at run time. */
  readonly typeOnly: boolean;
}

/** A name that a module defines and exports. */
export interface DefinedExport {
  readonly name: string;
  readonly isType: boolean;
}

/** A name that a module re-exports from another one. */
export interface HandedOn {
  readonly name: string;
  /** The name under which the module exports it. */
  readonly as: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

/** Modules with JSX, whose extension an import does not tell. */
const WITH_MARKUP = new Set(filesIn('src').filter((path) => path.endsWith('.tsx')));

/** The path of the source that a relative import refers to, also if it names the built file. */
function sourceOf(path: string, text: string): string | undefined {
  const below = text.startsWith('.')
    ? posix.join(dirname(path), text)
    : /(?:^|\/)(dist\/.+)/.exec(text)?.[1];
  const source = below?.replace(/^(.*\/)?dist\//, 'src/').replace(/\.([cm]?)js$/, '.$1ts');
  return source !== undefined && WITH_MARKUP.has(`${source}x`) ? `${source}x` : source;
}

const hasModifier = (node: ts.Statement, kind: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) && node.modifiers?.some((each) => each.kind === kind) === true;

/** The names that one import or `export … from` takes, and whether they are only types. */
function namesOf(statement: ts.ImportDeclaration | ts.ExportDeclaration) {
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause
    : statement.exportClause;
  const wholly = ts.isExportDeclaration(statement)
    ? statement.isTypeOnly
    : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (clause === undefined) {
    return { names: ts.isExportDeclaration(statement) ? ['*'] : [], typeOnly: wholly };
  }
  const bindings = ts.isImportClause(clause) ? clause.namedBindings : clause;
  const first = ts.isImportClause(clause) && clause.name !== undefined ? ['default'] : [];
  if (bindings === undefined) return { names: first, typeOnly: wholly };
  if (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings)) {
    return { names: ['*', ...first], typeOnly: wholly };
  }
  const { elements } = bindings;
  const names = elements.map((each) => (each.propertyName ?? each.name).text);
  const typeOnly = wholly || (first.length === 0 && elements.every((each) => each.isTypeOnly));
  return { names: [...first, ...names], typeOnly: typeOnly && elements.length > 0 };
}

/** The names that `await import('x')`, and `import('x')` in types, take: all of them, at an unknown time. */
function dynamicImportsOf(file: ts.SourceFile): ModuleImport[] {
  const found: ModuleImport[] = [];
  const visit = (node: ts.Node) => {
    const argument =
      ts.isCallExpression(node) || ts.isNewExpression(node) ? node.arguments?.[0] : undefined;
    const text =
      argument !== undefined && ts.isStringLiteralLike(argument)
        ? argument.text
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal.getText(file).slice(1, -1)
          : undefined;
    const from = text === undefined ? undefined : sourceOf(file.fileName, text);
    if (from !== undefined) found.push({ from, names: ['*'], typeOnly: true });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What a module imports from the project: types and values, statically or dynamically. */
export function moduleImportsOf(file: ts.SourceFile): readonly ModuleImport[] {
  const found = dynamicImportsOf(file);
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const module = statement.moduleSpecifier;
    if (module === undefined || !ts.isStringLiteral(module)) continue;
    const from = sourceOf(file.fileName, module.text);
    if (from === undefined) continue;
    found.push({ from, ...namesOf(statement) });
  }
  return found;
}

/** The names that a statement declares, and whether each is a type. */
function declaredBy(statement: ts.Statement): readonly DefinedExport[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (statement.moduleSpecifier !== undefined || clause?.kind !== ts.SyntaxKind.NamedExports) {
      return [];
    }
    return clause.elements.map((each) => ({ name: each.name.text, isType: statement.isTypeOnly }));
  }
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
  if (hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) {
    return [{ name: 'default', isType: false }];
  }
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => {
      const parts = ts.isIdentifier(name) ? [{ name }] : name.elements;
      return parts.flatMap((part) =>
        'name' in part ? [{ name: part.name.getText(), isType: false }] : [],
      );
    });
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return name === undefined ? [] : [{ name: name.text, isType }];
}

/** The names that a module defines and exports itself; something that is both a type and a value counts as a value. */
export function exportsOf(file: ts.SourceFile): readonly DefinedExport[] {
  const found = new Map<string, DefinedExport>();
  for (const each of file.statements.flatMap(declaredBy)) {
    if (found.get(each.name)?.isType !== false) found.set(each.name, each);
  }
  return [...found.values()];
}

/** The names that a module re-exports with `export … from`, under its own names. */
export function handedOnBy(file: ts.SourceFile): readonly HandedOn[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const clause = statement.exportClause;
    const from = sourceOf(file.fileName, (statement.moduleSpecifier as ts.StringLiteral).text);
    if (from === undefined || clause === undefined || !ts.isNamedExports(clause)) return [];
    return clause.elements.map((each) => ({
      name: (each.propertyName ?? each.name).text,
      as: each.name.text,
      from,
      typeOnly: statement.isTypeOnly || each.isTypeOnly,
    }));
  });
}

/**
 * The circles of a graph, each once, with members sorted by name. A module that imports itself through others cannot
 * control which of them runs first.
 */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (at: string) => {
    index.set(at, index.size);
    low.set(at, index.get(at)!);
    open.push(at);
    for (const next of graph.get(at) ?? []) {
      if (!index.has(next)) visit(next);
      if (open.includes(next)) low.set(at, Math.min(low.get(at)!, low.get(next)!));
    }
    if (low.get(at) !== index.get(at)) return;
    const circle = open.splice(open.indexOf(at));
    if (circle.length > 1 || graph.get(at)?.includes(at)) circles.push(circle.sort());
  };
  for (const at of [...graph.keys()].sort()) if (!index.has(at)) visit(at);
  return circles;
}

/** The values that modules define or re-export but no other module imports. */
export function unusedValuesIn(
  trees: ReadonlyMap<string, ts.SourceFile>,
): readonly { readonly path: string; readonly name: string }[] {
  const used = new Set(
    [...trees.values()].flatMap((tree) =>
      moduleImportsOf(tree).flatMap(({ from, names }) => names.map((name) => `${from} ${name}`)),
    ),
  );
  /** Whether a name is a type in the module that defines it. */
  const isType = (path: string, name: string): boolean => {
    const tree = trees.get(path);
    if (tree === undefined) return false;
    const handed = handedOnBy(tree).find((each) => each.as === name);
    if (handed !== undefined) return handed.typeOnly || isType(handed.from, handed.name);
    return exportsOf(tree).some((each) => each.name === name && each.isType);
  };
  return [...trees].flatMap(([path, tree]) => {
    const names = [
      ...exportsOf(tree).map(({ name }) => name),
      ...handedOnBy(tree).map(({ as }) => as),
    ];
    return names
      .filter((name) => !isType(path, name))
      .filter((name) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
      .map((name) => ({ path, name }));
  });
}
