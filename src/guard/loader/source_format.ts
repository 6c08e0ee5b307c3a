import path from 'node:path';
import vm from 'node:vm';
import { real } from '../real.js';

/** How Node runs a file. */
export type SourceFormat = 'commonjs' | 'module';

const FIXED: Readonly<Record<string, SourceFormat>> = {
  '.cjs': 'commonjs',
  '.cts': 'commonjs',
  '.mjs': 'module',
  '.mts': 'module',
};
const { readFileSync } = real.fs;
const packageTypes = new Map<string, SourceFormat | undefined>();

/** Whether `file` is TypeScript by its name. */
export function isTypeScript(file: string): boolean {
  return /\.(?:[cm]?ts|tsx)$/.test(file);
}

/** Whether `file` belongs to an installed package. */
export function isPackageFile(file: string): boolean {
  return file.includes(`${path.sep}node_modules${path.sep}`);
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];

/**
 * The files that an import of `target` in a TypeScript file may refer to, the likeliest first.
 *
 * @param main - the main file of the package if `target` is its folder
 */
export function sourceCandidates(target: string, main?: string): string[] {
  return [
    target,
    ...sourcesOf(target),
    ...EXTENSIONS.map((extension) => `${target}${extension}`),
    ...(main === undefined ? [] : sourceCandidates(path.join(target, main))),
    ...EXTENSIONS.map((extension) => `${target}/index${extension}`),
  ];
}

/** The TypeScript files that an import of this JavaScript file may mean. */
export function sourcesOf(file: string): string[] {
  const match = /^(.*)\.([cm]?)jsx?$/.exec(file);
  if (match === null) return [];
  const [, stem, kind] = match;
  return kind === '' ? [`${stem}.ts`, `${stem}.tsx`] : [`${stem}.${kind}ts`];
}

/**
 * The format of `file` by its extension, the nearest `package.json`, and, if neither decides, its
 * syntax: JavaScript that cannot compile as CommonJS but has module syntax is a module (as in
 * Node); TypeScript is CommonJS unless it awaits at top level or uses `import.meta`.
 */
export function formatOf(file: string, source: string): SourceFormat {
  const fixed = FIXED[path.extname(file)] ?? packageType(path.dirname(file));
  if (fixed !== undefined) return fixed;
  if (isTypeScript(file))
    return /\bimport\.meta\b|^(?:.*=\s*)?await\b/m.test(source) ? 'module' : 'commonjs';
  return hasModuleSyntax(source) ? 'module' : 'commonjs';
}

function packageType(folder: string): SourceFormat | undefined {
  if (packageTypes.has(folder)) return packageTypes.get(folder);
  let type: SourceFormat | undefined;
  try {
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
    const declared = (JSON.parse(text) as { type?: unknown }).type;
    type = declared === 'module' || declared === 'commonjs' ? declared : undefined;
  } catch (error) {
    const parent = path.dirname(folder);
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    type = missing && parent !== folder ? packageType(parent) : undefined;
  }
  packageTypes.set(folder, type);
  return type;
}

function hasModuleSyntax(source: string): boolean {
  if (!/\b(?:import|export|await)\b/.test(source)) return false;
  try {
    vm.compileFunction(source, ['exports', 'require', 'module', '__filename', '__dirname']);
    return false;
  } catch (error) {
    const { message } = error as Error;
    return /import statement outside|Unexpected token 'export'|import\.meta|await is only valid/.test(
      message,
    );
  }
}
