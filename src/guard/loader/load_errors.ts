import { fileURLToPath } from 'node:url';
import { type ErrorPlace, OrreryError } from '../../errors/index.js';
import { real } from '../real.js';
import { formatOf, isTypeScript } from './source_format.js';
import { transformSource } from './transform.js';

interface EsbuildFailure {
  readonly errors: readonly {
    readonly text: string;
    readonly location: { readonly line: number; readonly column: number } | null;
  }[];
}

/** Turns an error of loading a user file into a coded error, if it concerns the loading. */
export function loadError(file: string, error: unknown): unknown {
  if (error instanceof OrreryError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ORR_MODULE_SETTINGS') {
    // An error from the hook thread of ES modules has lost its class.
    const { place } = error as { place?: ErrorPlace };
    return new OrreryError(code, message, { place: place ?? {}, cause: error });
  }
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
    const what = String(message).split('\n')[0]?.replace(/\.+$/, '');
    return new OrreryError(
      'ORR_MODULE_NOT_FOUND',
      `${file} cannot be loaded: ${what}; install the package or correct the path.`,
      { place: { file }, cause: error },
    );
  }
  if (isEsbuildFailure(error)) return syntaxError(file, error, error);
  if (error instanceof SyntaxError) return locateSyntaxError(file, error);
  return error;
}

/** Node's syntax errors name the file and line in the stack, but no column: ask esbuild. */
function locateSyntaxError(mainFile: string, error: SyntaxError): OrreryError {
  const head = /^(file:\/\/[^\s]+|\/[^\s]+):(\d+)$/m.exec(error.stack ?? '');
  const place = head?.[1] ?? mainFile;
  const file = place.startsWith('file:') ? fileURLToPath(place.split('?')[0]!) : place;
  try {
    const source = real.fs.readFileSync(file, 'utf8');
    transformSource(file, source, formatOf(file, source) === 'module' ? 'esm' : 'cjs');
  } catch (failure) {
    if (isEsbuildFailure(failure)) return syntaxError(file, failure, error);
  }
  const line = head ? Number(head[2]) : undefined;
  const at = line === undefined || isTypeScript(file) ? file : `${file}:${line}`;
  return new OrreryError('ORR_MODULE_SYNTAX', `${at}: ${error.message}.`, {
    place: { file, line },
    cause: error,
  });
}

function syntaxError(fallback: string, failure: EsbuildFailure, cause: unknown): OrreryError {
  const first = failure.errors[0]!;
  const file = (cause as { file?: string }).file ?? fallback;
  const line = first.location?.line;
  const column = first.location ? first.location.column + 1 : undefined;
  return new OrreryError('ORR_MODULE_SYNTAX', `${file}:${line}:${column}: ${first.text}.`, {
    place: { file, line, column },
    cause,
  });
}

function isEsbuildFailure(error: unknown): error is EsbuildFailure {
  return Array.isArray((error as { errors?: unknown }).errors) && 'warnings' in (error as object);
}
