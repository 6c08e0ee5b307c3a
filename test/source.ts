/** Reads what the project's rules check in a source file, from its syntax tree. */
import ts from 'typescript';
import { textOf } from './project.js';

/** Something in a file, and its place. */
export interface Finding {
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** The syntax tree of a TypeScript or JavaScript file, or of another text in place of its content. */
export function parse(path: string, text = textOf(path)): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

/** All nodes of a tree for which `describe` returns a text, in the order of the file. */
function find(
  file: ts.SourceFile,
  describe: (node: ts.Node) => string | undefined,
): readonly Finding[] {
  const found: Finding[] = [];
  const visit = (node: ts.Node) => {
    const text = describe(node);
    if (text !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The modules that a file imports or re-exports: statically, dynamically or as types. */
export function importsOf(file: ts.SourceFile): readonly Finding[] {
  return find(file, (node) => {
    const of = (module: ts.Node | undefined) =>
      module !== undefined && ts.isStringLiteralLike(module) ? module.text : undefined;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      return of(node.moduleSpecifier);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      return of(node.argument.literal);
    }
    if (!ts.isCallExpression(node)) return undefined;
    const loads =
      node.expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(node.expression) && node.expression.text === 'require');
    return loads ? of(node.arguments[0]) : undefined;
  });
}

const CLOCKS_AND_CHANCE = new Set([
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate'],
  ...['randomBytes', 'randomInt', 'randomUUID', 'getRandomValues'],
]);

/** Uses of the wall clock, of real timers, of randomness, and of unsorted directories. */
export function nondeterminismIn(file: ts.SourceFile): readonly Finding[] {
  return find(file, (node) => {
    if (ts.isPropertyAccessExpression(node)) {
      const text = node.getText(file);
      return /^(globalThis\.)?(Math\.random|process\.hrtime)$/.test(text) ? text : undefined;
    }
    if (!ts.isIdentifier(node)) return undefined;
    if (/^(readdir|opendir|glob)(Sync)?$/.test(node.text))
      return isSorted(node) ? undefined : node.text;
    return CLOCKS_AND_CHANCE.has(node.text) && isGlobal(node) ? node.text : undefined;
  });
}

/** Whether an identifier refers to a global, not to a property or parameter. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return /^(globalThis|global|crypto)$/.test(parent.expression.getText());
  }
  return !(
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent)) &&
    parent.name === node
  );
}

/** Whether the result of a call of this function is sorted in the same expression. */
function isSorted(node: ts.Identifier): boolean {
  if (ts.isImportSpecifier(node.parent)) return true;
  for (let at: ts.Node = node; !ts.isStatement(at); at = at.parent) {
    if (ts.isPropertyAccessExpression(at) && /^(sort|toSorted)$/.test(at.name.text)) return true;
  }
  return false;
}

/**
 * Objects of the engine that are created and not used. The bundler considers these statements useless and drops
 * them, so that the sources would do something that the package does not.
 */
export function unusedBuiltinsIn(file: ts.SourceFile): readonly Finding[] {
  return find(file, (node) => {
    if (!ts.isExpressionStatement(node) || !ts.isNewExpression(node.expression)) return undefined;
    const name = node.expression.expression.getText(file);
    return name in globalThis ? `new ${name}` : undefined;
  });
}

/** What a module awaits while it is loaded. */
export function topLevelAwaitsIn(file: ts.SourceFile): readonly Finding[] {
  return find(file, (node) => {
    const isAwait =
      ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
    if (!isAwait) return undefined;
    for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
      if (ts.isFunctionLike(at)) return undefined;
    }
    return 'await';
  });
}

/** Temporary folders that an error would leave behind: the function that makes one must remove it in a `finally`. */
export function keptFoldersIn(file: ts.SourceFile): readonly Finding[] {
  return find(file, (node) => {
    if (!ts.isCallExpression(node)) return undefined;
    const callee = node.expression.getText(file);
    if (!/\bmkdtemp(Sync)?$/.test(callee)) return undefined;
    let at: ts.Node = node;
    while (!ts.isSourceFile(at) && !ts.isFunctionLike(at)) at = at.parent;
    return /\bfinally\s*\{[^}]*\brm(Sync)?\(/.test(at.getText(file)) ? undefined : callee;
  });
}

/** How long a test may take on a busy machine; its polls may take a little less, so that they report what is missing. */
const LEAST_PATIENCE_MS = 170_000;

/** Tests, and polls in tests, that give up sooner than a busy machine may need. */
export function impatienceIn(file: ts.SourceFile): readonly Finding[] {
  const isImpatient = (node: ts.Node) =>
    ts.isNumericLiteral(node) && Number(node.text) < LEAST_PATIENCE_MS;
  return find(file, (node) => {
    if (!ts.isCallExpression(node)) return undefined;
    const callee = node.expression.getText(file);
    const isTest = /^(it|test|describe|beforeAll|afterAll|beforeEach|afterEach)\b/.test(callee);
    if (!isTest && callee !== 'expect.poll') return undefined;
    const options = node.arguments.filter(ts.isObjectLiteralExpression);
    const settings = options.flatMap(({ properties }) =>
      properties.filter(ts.isPropertyAssignment),
    );
    const timeout = settings.find(({ name }) => name.getText(file) === 'timeout')?.initializer;
    const last = node.arguments.length > 1 ? node.arguments.at(-1) : undefined;
    const found = [timeout, last].find((each) => each !== undefined && isImpatient(each));
    return found && `a timeout of ${found.getText(file)} ms`;
  });
}

/** Leftovers from trying something out. */
export function leftoversIn(file: ts.SourceFile): readonly Finding[] {
  const inTree = find(file, (node) => {
    if (ts.isDebuggerStatement(node)) return 'debugger';
    if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword) return 'as any';
    if (!ts.isPropertyAccessExpression(node)) return undefined;
    const text = node.getText(file);
    if (/^console\.(log|debug|dir|table|trace)$/.test(text)) return text;
    const marked = /^(only|skip|todo)$/.test(node.name.text);
    return marked && /^(it|test|describe|suite)\b/.test(text) ? text : undefined;
  });
  const inText = file.text.split('\n').flatMap((text, i) => {
    const mark = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)/.exec(text);
    return mark === null ? [] : [{ text: mark[0], line: i + 1 }];
  });
  return [...inTree, ...inText];
}
