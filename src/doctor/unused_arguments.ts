import type { GraphReport } from '../record/index.js';
import { type Finding, warning } from './finding.js';

/** Finds remap rules that changed no name, and parameters that no node declared. */
export function unusedArguments({ given }: GraphReport): Finding[] {
  const unused = (all: readonly { readonly text: string; readonly used: boolean }[] = []) =>
    all.filter(({ used }) => !used).map(({ text }) => text);
  return [
    ...unused(given?.remaps).map((rule) =>
      warning(
        'unused-remap',
        `${rule}: the remap rule matches no name of any node; compare it with the names in the code.`,
      ),
    ),
    ...unused(given?.parameters).map((name) =>
      warning(
        'unused-parameter',
        `${name}: a value is given, but none of its nodes declares the parameter; correct the name, or declare it.`,
      ),
    ),
  ];
}
