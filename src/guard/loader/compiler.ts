import { real } from '../real.js';

type Esbuild = typeof import('esbuild');

const require = real.createRequire(import.meta.url);
let esbuild: Esbuild | undefined;

/** esbuild, loaded when something first needs it. Call it, and what it returns, outside. */
export function compiler(): Esbuild {
  esbuild ??= require('esbuild') as Esbuild;
  return esbuild;
}
