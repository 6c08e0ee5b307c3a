/** Finds the public functions that take options, from their declarations. */
import ts from 'typescript';
import { declarationProgram } from './declaration_program.js';

/** The exported functions and classes of declarations with a parameter whose type is named `…Options`. */
export function functionsWithOptions(entries: readonly string[]): string[] {
  const program = declarationProgram(entries);
  const checker = program.getTypeChecker();
  const takesOptions = (signature: ts.Signature) =>
    signature.getParameters().some(({ valueDeclaration: at }) => {
      if (at === undefined || !ts.isParameter(at)) return false;
      return /Options\b/.test(at.type?.getText() ?? '');
    });
  const found = new Set<string>();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!);
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const at = symbol.valueDeclaration;
      if (at === undefined) continue;
      const type = checker.getTypeOfSymbolAtLocation(symbol, at);
      const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
      if (signatures.some(takesOptions)) found.add(exported.name);
    }
  }
  return [...found].sort();
}
