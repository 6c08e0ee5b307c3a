import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptPlaces } from '../guard/index.js';
import type { RecordedConfig } from '../record/index.js';
import type { SourcePlace } from './debug_stop.js';

const OWN_FOLDER = new URL('..', import.meta.url);
const HALT = new URL('./halt.js', import.meta.url).href;

/** Which script a frame is in, and where that is in the user's sources. */
export class SourcePlaces extends ScriptPlaces {
  readonly #wholeModules: boolean;

  /** @param programs - files of the run; code in packages counts if a program is in one */
  constructor(programs: readonly string[]) {
    super();
    this.#wholeModules = programs.some(isInPackage);
  }

  /** Addresses of the scripts that the debugger steps over, as regular expressions. */
  get hidden(): string[] {
    const own = `^${escaped(OWN_FOLDER.href)}(?!debug/halt\\.js)`;
    return ['^node:', own, '^orrery:', ...(this.#wholeModules ? [] : ['/node_modules/'])];
  }

  /** Whether the run halts there itself. */
  isHalt(scriptId: string): boolean {
    return this.urlOf(scriptId) === HALT;
  }

  /** Whether it is user code. */
  isUsers(scriptId: string): boolean {
    const file = this.fileOf(scriptId);
    if (file === undefined || file.startsWith(fileURLToPath(OWN_FOLDER))) return false;
    return this.#wholeModules || !isInPackage(file);
  }
}

/** Lines of a file around a place, each with its number; empty if it cannot be read. */
export function sourceAround({ file, line }: SourcePlace, around: number): [number, string][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const first = Math.max(1, line - around);
    return lines.slice(first - 1, line + around).map((text, i) => [first + i, text]);
  } catch {
    return [];
  }
}

function isInPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The folders of the programs of a run, below which reports name the places of those in Python. */
export function programFolders({ config, workingDirectory }: RecordedConfig): string[] {
  const system = JSON.stringify(config.system, (_key, value) =>
    typeof value === 'bigint' ? String(value) : (value as unknown),
  );
  const files = [...system.matchAll(/"((?:[^"\\\\]|\\\\.)+\.py)"/g)].map(([, file]) => file!);
  return [...new Set([...files.map((file) => dirname(file)), workingDirectory])];
}
