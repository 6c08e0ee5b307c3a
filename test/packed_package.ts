/** The package as npm would publish it, installed once for several kinds of consumers. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesIn, ROOT, textOf } from './project.js';

/** The parts of `package.json` that a consumer sees. */
interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A program's exit code and output. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/**
 * A folder whose `node_modules` contains the packed package, its dependencies, and the types and frameworks that a
 * consumer would install with it. These are links to the project's own: nothing is downloaded.
 */
export class PackedPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-packed-'));
  /** Paths of the files in the package. */
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

  /** The modules that programs import, e.g. `orrery-sim/bag`. */
  get modules(): string[] {
    const paths = Object.keys(this.manifest.exports).filter((path) => path !== './package.json');
    return paths.map((path) => `${this.manifest.name}${path.slice(1)}`);
  }

  #link(name: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
  }

  /** Writes files of a consumer, in a folder of its own. */
  consumer(name: string, files: Readonly<Record<string, string | object>>): void {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(join(folder, file), text);
    }
  }

  /** Runs Node in a consumer's folder. */
  node(consumer: string, ...words: readonly string[]): Promise<Ended> {
    const options = { cwd: join(this.folder, consumer), encoding: 'utf8' } as const;
    return new Promise((resolve) => {
      execFile(process.execPath, words, options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      );
    });
  }

  /** The path of the command. */
  get command(): string {
    const { name, bin } = this.manifest;
    return join(this.folder, 'node_modules', name, bin.orrery!);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The names that documents import, by module. */
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

/** The path of the compiler installed under this name; undefined if there is none. */
export function compilerOf(name: string): string | undefined {
  const path = join(ROOT, 'node_modules', name, 'bin/tsc');
  return existsSync(path) ? path : undefined;
}
