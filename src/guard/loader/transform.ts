import { outside } from '../outside.js';
import { real } from '../real.js';
import { isTypeScript, type SourceFormat } from './source_format.js';

type Esbuild = typeof import('esbuild');

const require = real.createRequire(import.meta.url);
let esbuild: Esbuild | undefined;

/** `globalThis[Symbol.for('orrery.pow')]` is what the lowered `**` calls. */
const POW = 'globalThis[Symbol.for("orrery.pow")] ?? Math.pow';

/** Whether `source` must be rewritten before it runs. Errs on the side of yes. */
export function needsTransform(file: string, source: string): boolean {
  return isTypeScript(file) || /(?<![/*])\*\*(?![/*])/.test(source);
}

/**
 * TypeScript to JavaScript, and `**` to a call of the pinned `pow`, with an inline source map.
 * Line numbers in stacks stay those of the user's file (source maps are switched on).
 */
export function transformSource(file: string, source: string, format: SourceFormat): string {
  process.setSourceMapsEnabled(true);
  const { code } = outside(() => {
    esbuild ??= require('esbuild') as Esbuild;
    return esbuild.transformSync(source, {
      loader: isTypeScript(file) ? 'ts' : 'js',
      // JavaScript stays in its own format; CommonJS TypeScript gets `require` and `exports`.
      ...(isTypeScript(file) ? { format: format === 'module' ? 'esm' : 'cjs' } : {}),
      platform: 'node',
      target: `node${process.versions.node}`,
      supported: { 'exponent-operator': false, 'dynamic-import': true },
      sourcefile: file,
      sourcemap: 'inline',
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'silent',
    });
  });
  return code.replace('__pow = Math.pow;', `__pow = ${POW};`);
}
