/**
 * Runs reference vectors: `npm run vectors -- <files or folders>`. Prints one line for each, `ok` or `FAIL` with the
 * first difference; the exit code is 1 if one failed.
 */
import { TypeRegistry } from '../interfaces/index.js';
import { firstDifference } from './first_difference.js';
import { Network } from './network.js';
import { readVectorFile } from './vector_file.js';
import { vectorFiles } from './vector_files.js';

/** Runs one file; returns the first difference, or undefined if there is none. */
function runVector(file: string, types: TypeRegistry): string | undefined {
  const vector = readVectorFile(file);
  // The real program ran some networks several times, with different container orders and results.
  for (const run of [vector, ...(vector.other_runs ?? [])]) {
    const network = new Network({ ...vector, observed: run.observed }, types);
    const difference = firstDifference({ trace_head: [], ...run.expected }, network.run());
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function main(paths: readonly string[]): number {
  if (paths.length === 0) {
    process.stderr.write('usage: npm run vectors -- <files or folders>\n');
    return 2;
  }
  const types = new TypeRegistry({ amentPrefixPath: '' });
  let failed = 0;
  for (const file of vectorFiles(paths)) {
    let difference: string | undefined;
    try {
      difference = runVector(file, types);
    } catch (error) {
      difference = error instanceof Error ? error.message : String(error);
    }
    if (difference !== undefined) failed++;
    process.stdout.write(`${difference === undefined ? 'ok  ' : 'FAIL'} ${file}`);
    process.stdout.write(difference === undefined ? '\n' : `: ${difference}\n`);
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
