/**
 * Compares the engine with captures of real ROS 2 processes: `npm run vectors:dds -- <files or
 * folders>`. Prints `ok` or `FAIL` for each file with the differences below it, and a summary at the
 * end; the exit code is 1 if something differs.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TypeRegistry } from '../../interfaces/index.js';
import { judgeFile, type Verdict } from './judge_file.js';

/** The vector files among these files and folders, each folder sorted by name. */
export function vectorFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(path, name));
  });
}

/** Compares everything in one file. */
export function judgeVectorFile(file: string, types: TypeRegistry): Verdict[] {
  try {
    return judgeFile(JSON.parse(readFileSync(file, 'utf8')), types);
  } catch (error) {
    const difference = error instanceof Error ? error.message : String(error);
    return [{ what: 'the file', difference }];
  }
}

function main(paths: readonly string[]): number {
  if (paths.length === 0) {
    process.stderr.write('usage: npm run vectors:dds -- <files or folders>\n');
    return 2;
  }
  const types = new TypeRegistry({ amentPrefixPath: '' });
  let right = 0;
  let all = 0;
  for (const file of vectorFiles(paths)) {
    const verdicts = judgeVectorFile(file, types);
    const wrong = verdicts.filter(({ difference }) => difference !== undefined);
    all += verdicts.length;
    right += verdicts.length - wrong.length;
    const count = `${verdicts.length - wrong.length} of ${verdicts.length}`;
    process.stdout.write(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${file} (${count})\n`);
    for (const { what, difference } of wrong) process.stdout.write(`  ${what}: ${difference}\n`);
  }
  process.stdout.write(`${right} of ${all} ok\n`);
  return right === all ? 0 : 1;
}

if (process.argv[1]?.endsWith('vectors/main.js')) process.exitCode = main(process.argv.slice(2));
