import { readFileSync } from 'node:fs';
import type { Debugger } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { SourcePlace } from './debug_stop.js';

interface Script {
  /** Absolute path; undefined: no file. */
  readonly file: string | undefined;
  readonly url: string;
  readonly mapUrl: string;
  map?: SourceMap | null;
}

const OWN_FOLDER = new URL('..', import.meta.url);
const HALT = new URL('./halt.js', import.meta.url).href;

/** Finds the script of a frame, and its place in the user's sources. */
export class SourcePlaces {
  readonly #scripts = new Map<string, Script>();
  readonly #wholeModules: boolean;

  /** @param programs - files of the run; code in packages counts if a program is in one */
  constructor(programs: readonly string[]) {
    this.#wholeModules = programs.some(isInPackage);
  }

  /** Addresses of the scripts that the debugger steps over, as regular expressions. */
  get hidden(): string[] {
    const own = `^${escaped(OWN_FOLDER.href)}(?!debug/halt\\.js)`;
    return ['^node:', own, '^orrery:', ...(this.#wholeModules ? [] : ['/node_modules/'])];
  }

  add({ scriptId, url, sourceMapURL = '' }: Debugger.ScriptParsedEventDataType): void {
    this.#scripts.set(scriptId, { url, file: fileOf(url), mapUrl: sourceMapURL });
  }

  /** Whether this is where the run halts itself. */
  isHalt(scriptId: string): boolean {
    return this.#scripts.get(scriptId)?.url === HALT;
  }

  /** Whether it is user code. */
  isUsers(scriptId: string): boolean {
    const script = this.#scripts.get(scriptId);
    if (script?.file === undefined || script.file.startsWith(fileURLToPath(OWN_FOLDER)))
      return false;
    return this.#wholeModules || !isInPackage(script.file);
  }

  /** The place in the user's source; `location` counts from 0, places from 1. */
  placeOf({ scriptId, lineNumber, columnNumber = 0 }: Debugger.Location): SourcePlace | undefined {
    const script = this.#scripts.get(scriptId);
    if (script?.file === undefined) return undefined;
    if (script.map === undefined) script.map = readMap(script.mapUrl);
    const entry = script.map?.findEntry(lineNumber, columnNumber);
    if (entry === undefined || !('originalLine' in entry)) {
      return { file: script.file, line: lineNumber + 1, column: columnNumber + 1 };
    }
    const { originalLine, originalColumn } = entry;
    return { file: script.file, line: originalLine + 1, column: originalColumn + 1 };
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

/** Scripts of the programs are known by their path (CommonJS) or its URL, perhaps with a mark. */
function fileOf(url: string): string | undefined {
  if (url.startsWith('/') || /^[A-Za-z]:[\\/]/.test(url)) return url;
  return url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : undefined;
}

function isInPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

function readMap(url: string): SourceMap | null {
  const encoded = /^data:application\/json[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (encoded === undefined) return null;
  const payload = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  return new SourceMap(payload as ConstructorParameters<typeof SourceMap>[0]);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
