/** Which types the published declarations refer to, and whether a user can refer to them, too. */
import { relative } from 'node:path';
import ts from 'typescript';
import { declarationProgram } from './declaration_program.js';
import { ROOT } from './project.js';

/** A type that a public declaration refers to, and where. */
export interface NamedType {
  readonly name: string;
  readonly by: string;
}

/** The types that declarations of these entries refer to and that none of the entries exports. */
export function unexportedTypes(entries: readonly string[]): NamedType[] {
  const program = declarationProgram(entries);
  const checker = program.getTypeChecker();
  const target = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = new Set<ts.Symbol>();
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const meant = target(symbol);
      // Only the type of a function that comes with all types of a room is exported.
      if (meant.flags & TYPES || isHandedOn(source!, symbol.name)) exported.add(meant);
    }
  }
  for (const symbol of exported) {
    if (isNamespace(symbol))
      for (const member of checker.getExportsOfModule(symbol)) exported.add(member);
  }
  const found = new Map<string, NamedType>();
  for (const symbol of exported) {
    for (const declaration of symbol.declarations ?? []) {
      for (const named of namesIn(declaration, checker)) {
        const meant = target(named);
        if (exported.has(meant) || !isOurs(meant)) continue;
        const where = relative(ROOT, meant.declarations![0]!.getSourceFile().fileName);
        const name = `${meant.name} (${where})`;
        if (!found.has(name)) found.set(name, { name, by: symbol.name });
      }
    }
  }
  return [...found.values()];
}

const TYPES = ts.SymbolFlags.Type | ts.SymbolFlags.Namespace;

/** Whether it is a `namespace`, whose members can be reached through it; modules do not count. */
function isNamespace({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => ts.isModuleDeclaration(each));
}

/** Whether a module exports by name what it re-exports. */
function isHandedOn(source: ts.SourceFile, name: string): boolean {
  return source.statements.some(
    (statement) =>
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause) &&
      statement.exportClause.elements.some((element) => element.name.text === name),
  );
}

/** The symbols of the types that a declaration refers to. */
function namesIn(declaration: ts.Declaration, checker: ts.TypeChecker): ts.Symbol[] {
  const symbols: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
    const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
    if (modifiers?.some(({ kind }) => hidden.includes(kind))) return;
    const name = nameOf(node);
    const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    if (symbol !== undefined) symbols.push(symbol);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return symbols;
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return node.qualifier;
  return undefined;
}

/** Whether a module of this package declares it at its top level; type parameters do not count. */
function isOurs(symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return false;
  return !declaration.getSourceFile().fileName.includes('/node_modules/');
}
