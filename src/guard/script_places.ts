import type { Debugger } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { StackPlace } from './stack_place.js';

interface Script {
  readonly url: string;
  /** Absolute path; undefined if the script is not a file. */
  readonly file: string | undefined;
  readonly mapUrl: string;
  map?: SourceMap | null;
}

/** Translates the inspector's places in scripts to places in the user's files. */
export class ScriptPlaces {
  readonly #scripts = new Map<string, Script>();

  add({ scriptId, url, sourceMapURL = '' }: Debugger.ScriptParsedEventDataType): void {
    this.#scripts.set(scriptId, { url, file: fileOf(url), mapUrl: sourceMapURL });
  }

  urlOf(scriptId: string): string | undefined {
    return this.#scripts.get(scriptId)?.url;
  }

  /** The absolute path of a script; undefined if it is not a file. */
  fileOf(scriptId: string): string | undefined {
    return this.#scripts.get(scriptId)?.file;
  }

  /** The place in the user's source; `location` counts from 0, places from 1. */
  placeOf({ scriptId, lineNumber, columnNumber = 0 }: Debugger.Location): StackPlace | undefined {
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

/** The file of a script, known by its path (CommonJS) or its URL, perhaps with a mark. */
function fileOf(url: string): string | undefined {
  if (url.startsWith('/') || /^[A-Za-z]:[\\/]/.test(url)) return url;
  return url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : undefined;
}

function readMap(url: string): SourceMap | null {
  const encoded = /^data:application\/json[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (encoded === undefined) return null;
  const payload = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  return new SourceMap(payload as ConstructorParameters<typeof SourceMap>[0]);
}
