/**
 * What the nearest `tsconfig.json` says about a TypeScript file of a program: how it is compiled,
 * and where its imports are found.
 */
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { OrreryError } from '../../errors/index.js';
import { outside } from '../outside.js';
import { real } from '../real.js';
import { compiler } from './compiler.js';
import { isPackageFile, isTypeScript, sourceCandidates } from './source_format.js';

type GetTsconfig = typeof import('get-tsconfig');
type Tsconfig = import('get-tsconfig').TsConfigResult;

/** The settings of one `tsconfig.json`, with everything that it extends. */
export interface ProjectSettings {
  /** The files that were read for them: absolute paths, `tsconfig.json` first. */
  readonly files: readonly [string, ...string[]];
  readonly compilerOptions: NonNullable<Tsconfig['config']['compilerOptions']>;
  /** Absolute paths, most without extension, that `paths` and `baseUrl` give for an import. */
  readonly candidates: (specifier: string) => readonly string[];
}

const require = real.createRequire(import.meta.url);
let reader: GetTsconfig | undefined;
const byFolder = new Map<string, ProjectSettings | undefined>();

/**
 * Returns the settings of `file`, or undefined if it belongs to an installed package, has no
 * settings, or is JavaScript to which they do not apply (`allowJs`, `checkJs`).
 *
 * @throws OrreryError `ORR_MODULE_SETTINGS`
 */
export function settingsOf(file: string): ProjectSettings | undefined {
  if (isPackageFile(file)) return undefined;
  if (isTypeScript(file)) return settingsIn(file);
  if (!mayConcernJavaScript(path.dirname(file))) return undefined;
  let settings: ProjectSettings | undefined;
  try {
    settings = settingsIn(file);
  } catch {
    return undefined; // Mistakes in the settings do not concern JavaScript.
  }
  const { allowJs, checkJs } = settings?.compilerOptions ?? {};
  return allowJs || checkJs ? settings : undefined;
}

const concerned = new Map<string, boolean>();

/** Whether it is worth reading the settings of a folder, which takes longer than most programs. */
function mayConcernJavaScript(folder: string): boolean {
  const known = concerned.get(folder);
  if (known !== undefined) return known;
  const file = path.join(folder, 'tsconfig.json');
  const parent = path.dirname(folder);
  let answer: boolean;
  if (isFile(file)) answer = /allowJs|checkJs|extends/.test(real.fs.readFileSync(file, 'utf8'));
  else answer = parent !== folder && mayConcernJavaScript(parent);
  concerned.set(folder, answer);
  return answer;
}

function settingsIn(file: string): ProjectSettings | undefined {
  const folder = path.dirname(file);
  if (!byFolder.has(folder))
    byFolder.set(
      folder,
      outside(() => read(folder)),
    );
  return byFolder.get(folder);
}

/** The file that the settings of the importing file `parent` give for an import, if any. */
export function mappedFile(specifier: string, parent: string): string | undefined {
  if (/^(?:[./]|[a-z]+:)/.test(specifier) || isBuiltin(specifier)) return undefined;
  const targets = settingsOf(parent)?.candidates(specifier) ?? [];
  // `paths` may name declarations, for the compiler only: the program then gets the real module.
  const found = targets
    .flatMap((target) => sourceCandidates(target, mainOf(target)))
    .find((file) => !/\.d\.[cm]?ts$/.test(file) && isFile(file));
  return found && real.fs.realpathSync(found);
}

/** The main file of a folder according to its `package.json`. */
function mainOf(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (!isFile(file)) return undefined;
  try {
    const { main } = JSON.parse(real.fs.readFileSync(file, 'utf8')) as { main?: unknown };
    return typeof main === 'string' ? main : undefined;
  } catch {
    return undefined;
  }
}

function isFile(file: string): boolean {
  return real.fs.existsSync(file) && real.fs.statSync(file).isFile();
}

function read(folder: string): ProjectSettings | undefined {
  reader ??= require('get-tsconfig') as GetTsconfig;
  const file = reader.findTsconfig(folder);
  if (file === undefined) return undefined;
  const cache = new Map<string, string>();
  let settings: Omit<ProjectSettings, 'files'> | undefined;
  let failure: unknown;
  try {
    const config = reader.parseTsconfig(file, cache);
    const candidates = reader.createPathsMatcher({ path: file, config }) ?? (() => []);
    settings = { compilerOptions: config.compilerOptions ?? {}, candidates };
  } catch (error) {
    failure = error;
  }
  const files = filesIn(cache);
  // The place of the damage says more than its consequences.
  for (const each of [file, ...files]) refuseDamage(each);
  if (settings === undefined) throw unusable(file, failure);
  return { files: [file, ...files.filter((each) => each !== file)], ...settings };
}

/** The files that the reader has read, which are the keys of its cache. */
function filesIn(cache: ReadonlyMap<string, string>): string[] {
  return [...cache.keys()].flatMap((key) => /^readFileSync:(.*):utf8$/s.exec(key)?.[1] ?? []);
}

function refuseDamage(file: string): void {
  let text: string;
  try {
    text = real.fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(file, error);
  }
  const mistake = findMistake(text);
  if (mistake === undefined) return;
  const { line, column } = mistake;
  throw new OrreryError(
    'ORR_MODULE_SETTINGS',
    `${file}:${line}:${column}: ${mistake.text}; correct the settings of the project.`,
    { place: { file, line, column } },
  );
}

interface Mistake {
  readonly text: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** The first mistake in the text: the reader ignores what is not JSON with comments, but the compiler does not. */
function findMistake(text: string): Mistake | undefined {
  try {
    compiler().transformSync('', { loader: 'ts', tsconfigRaw: text, logLevel: 'silent' });
    return undefined;
  } catch (failure) {
    const [first] = (failure as import('esbuild').TransformFailure).errors;
    if (first === undefined) throw failure;
    const { line, column } = first.location ?? {};
    return { text: first.text, line, column: column === undefined ? undefined : column + 1 };
  }
}

function unusable(file: string, cause: unknown): OrreryError {
  const reason = (cause as Error).message.replace(/\.+$/, '');
  return new OrreryError(
    'ORR_MODULE_SETTINGS',
    `${file} cannot be used: ${reason}; correct it, or install what it extends.`,
    { place: { file }, cause },
  );
}
