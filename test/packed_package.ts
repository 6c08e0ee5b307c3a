/** The package as npm would publish it, installed once for consumers of several kinds. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesIn, ROOT, textOf } from './project.js';

/** What of `package.json` a consumer sees. */
interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** How a program ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/**
 * A folder whose `node_modules` holds the packed package, its dependencies, and the types and
 * frameworks that a consumer would install beside it. These are links to the project's own: nothing
 * is fetched.
 */
export class PackedPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-packed-'));
  /** Paths in the package. */
  readonly files: readonly string[];
  readonly manifest = JSON.parse(textOf('package.json')) as Manifest;

  constructor(beside: readonly string[]) {
    const words = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination'];
    const told = execFileSync('npm', [...words, this.folder], { cwd: ROOT, encoding: 'utf8' });
    const [packed] = JSON.parse(told) as [{ filename: string; files: { path: string }[] }];
    this.files = packed.files.map(({ path }) => path);
    const installed = join(this.folder, 'node_modules', this.manifest.name);
    mkdirSync(installed, { recursive: true });
    const archive = join(this.folder, packed.filename);
    execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
    for (const name of [...Object.keys(this.manifest.dependencies), ...beside]) this.#link(name);
  }

  /** What programs import, e.g. `orrery-sim/bag`. */
  get modules(): string[] {
    const paths = Object.keys(this.manifest.exports).filter((path) => path !== './package.json');
    return paths.map((path) => `${this.manifest.name}${path.slice(1)}`);
  }

  #link(name: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
  }

  /** Writes files of a consumer, which is a folder. */
  consumer(name: string, files: Readonly<Record<string, string | object>>): void {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(join(folder, file), text);
    }
  }

  /** Runs Node in the folder of a consumer. */
  node(consumer: string, ...words: readonly string[]): Promise<Ended> {
    const options = { cwd: join(this.folder, consumer), encoding: 'utf8' } as const;
    return new Promise((resolve) => {
      execFile(process.execPath, words, options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      );
    });
  }

  /** The command, as it is started. */
  get command(): string {
    const { name, bin } = this.manifest;
    return join(this.folder, 'node_modules', name, bin.orrery!);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** By module, the names that documents import from it. */
export function documentedImports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const documents = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];
  const statement =
    /(?:import|const) (?:type )?\{([^}]*)\} (?:from|= require\(|= await import\()\s*'(orrery-sim[\w/]*)'/g;
  for (const path of documents) {
    for (const [, names = '', module = ''] of textOf(path).matchAll(statement)) {
      const of = found.get(module) ?? new Set();
      for (const name of names.split(',')) {
        const [plain] = name
          .trim()
          .replace(/^type /, '')
          .split(/ as |:/);
        if (plain) of.add(plain.trim());
      }
      found.set(module, of);
    }
  }
  return found;
}

/** A compiler that is installed under this name; undefined if it is not. */
export function compilerOf(name: string): string | undefined {
  const path = join(ROOT, 'node_modules', name, 'bin/tsc');
  return existsSync(path) ? path : undefined;
}
