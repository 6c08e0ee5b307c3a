import { OrreryError } from '../../errors/index.js';
import { outside } from '../outside.js';
import { codeWithoutComments } from './code_without_comments.js';
import { compiler } from './compiler.js';
import { mayImport, redirectImports } from './dynamic_imports.js';
import { settingsOf } from './project_settings.js';
import { isTypeScript } from './source_format.js';

/** The lowered `**` calls `globalThis[Symbol.for('orrery.pow')]`. */
const POW = 'globalThis[Symbol.for("orrery.pow")] ?? Math.pow';

/** `import.meta.url` of an ES module that runs as CommonJS; defined only where used. */
const MODULE_URL = '__orrery_url';
const FILE_URL = "require('node:url').pathToFileURL(__filename).href";
const DEFINE_URL = `;var ${MODULE_URL}=${FILE_URL};`;

const POWER = /(?<![/*])\*\*(?![/*])/;

/** Whether `source` must be rewritten before it runs: the compiler is another thread and process. Errs on the side of yes. */
export function needsTransform(file: string, source: string): boolean {
  if (isTypeScript(file) || mayImport(source)) return true;
  return POWER.test(source) && POWER.test(codeWithoutComments(source));
}

/** The module format to produce; `same-…` leaves JavaScript as it is, in that format. */
export type TargetFormat = 'cjs' | 'esm' | 'same-cjs' | 'same-esm';

/**
 * TypeScript to JavaScript, `**` to a call of the pinned `pow`, and `import()` to one that holds
 * time, with an inline source map.
 * Line numbers in stacks stay those of the user's file (source maps are switched on).
 *
 * @param mark - of the process for which a CommonJS module imports, see `inProcess`
 */
export function transformSource(
  file: string,
  source: string,
  target: TargetFormat,
  mark = '',
): string {
  process.setSourceMapsEnabled(true);
  const settings = isTypeScript(file) ? settingsOf(file) : undefined;
  const { code } = outside(() =>
    compiler().transformSync(source, {
      ...(settings && { tsconfigRaw: { compilerOptions: settings.compilerOptions } }),
      loader: loaderOf(file),
      ...(target.startsWith('same') ? {} : { format: target as 'cjs' | 'esm' }),
      ...(target === 'cjs' ? { define: { 'import.meta.url': MODULE_URL } } : {}),
      platform: 'node',
      target: `node${process.versions.node}`,
      supported: { 'exponent-operator': false, 'dynamic-import': true },
      sourcefile: file,
      sourcemap: 'inline',
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'silent',
    }),
  );
  if (settings?.compilerOptions.emitDecoratorMetadata && code.includes('__decorateClass(')) {
    throw metadataWanted(file, settings.files[0]);
  }
  const head = code.includes(MODULE_URL) ? DEFINE_URL : '';
  const pinned = head + code.replace('__pow = Math.pow;', `__pow = ${POW};`);
  if (!mayImport(source)) return pinned;
  const url = mark === '' ? FILE_URL : `${FILE_URL} + ${JSON.stringify(mark)}`;
  return redirectImports(pinned, target.endsWith('esm') ? 'import.meta.url' : url);
}

function loaderOf(file: string): 'js' | 'ts' | 'tsx' {
  if (file.endsWith('.tsx')) return 'tsx';
  return isTypeScript(file) ? 'ts' : 'js';
}

function metadataWanted(file: string, settings: string): OrreryError {
  return new OrreryError(
    'ORR_MODULE_SETTINGS',
    `${settings} sets emitDecoratorMetadata, which Orrery cannot do for the decorators of ${file}; remove it, or compile with tsc and run the JavaScript.`,
    { place: { file } },
  );
}
