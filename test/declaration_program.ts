/** The declarations of the package, as its users' compiler reads them. */
import ts from 'typescript';

/** A program of these declaration files, without the standard library. */
export function declarationProgram(entries: readonly string[]): ts.Program {
  return ts.createProgram([...entries], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noLib: true,
    types: [],
  });
}
