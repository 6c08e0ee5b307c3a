import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Larger files that are not code are data, which is linked instead of copied. */
const LARGEST_COPY = 1 << 16;
const CODE = /\.([cm]?[jt]s|tsx|py|json)$/;
/** More files than any system has. */
const MOST_FILES = 20_000;
const LEFT_OUT = new Set(['.git', 'node_modules']);
const PACKAGES = 'node_modules';

/**
 * Copies the folder `root` into `into`, where its programs find the packages that they find now.
 *
 * @param only - entries of the root to copy; default: all
 * @returns the copy of the root; undefined if it holds too many files
 */
export function copyTree(root: string, into: string, only?: readonly string[]): string | undefined {
  const above = foldersAbove(root).filter((folder) => existsSync(join(folder, PACKAGES)));
  let copy = into;
  for (const folder of above) {
    mkdirSync(copy, { recursive: true });
    link(join(folder, PACKAGES), join(copy, PACKAGES));
    copy = join(copy, 'inner');
  }
  const budget = { files: MOST_FILES };
  mkdirSync(copy, { recursive: true });
  for (const name of only ?? readdirSync(root)) {
    if (!copyEntry(join(root, name), join(copy, name), name, budget)) return undefined;
  }
  link(join(root, PACKAGES), join(copy, PACKAGES));
  return copy;
}

/** The folders above `root`, from the outermost to its parent. */
function foldersAbove(root: string): string[] {
  const parent = dirname(root);
  return parent === root ? [] : [...foldersAbove(parent), parent];
}

function copyEntry(from: string, to: string, name: string, budget: { files: number }): boolean {
  if (LEFT_OUT.has(name)) return true;
  if (--budget.files < 0) return false;
  const stat = statSync(from, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    mkdirSync(to);
    link(join(from, PACKAGES), join(to, PACKAGES));
    return readdirSync(from).every((each) =>
      copyEntry(join(from, each), join(to, each), each, budget),
    );
  }
  if (stat?.isFile() && (stat.size <= LARGEST_COPY || CODE.test(name))) copyFileSync(from, to);
  else if (stat?.isFile()) symlinkSync(from, to);
  return true;
}

function link(from: string, to: string): void {
  if (existsSync(from) && !existsSync(to)) symlinkSync(from, to, 'junction');
}
