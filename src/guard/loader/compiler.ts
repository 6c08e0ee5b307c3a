import { real } from '../real.js';

type Esbuild = typeof import('esbuild');

const require = real.createRequire(import.meta.url);
let esbuild: Esbuild | undefined;

/**
 * esbuild, loaded when first needed; programs do not see it. Call this function, and the functions
 * it returns, within {@link outside}.
 */
export function compiler(): Esbuild {
  if (esbuild !== undefined) return esbuild;
  const cached = new Set(Object.keys(require.cache));
  esbuild = require('esbuild') as Esbuild;
  for (const file of Object.keys(require.cache)) if (!cached.has(file)) delete require.cache[file];
  return esbuild;
}
