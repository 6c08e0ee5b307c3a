import { readFileSync } from 'node:fs';
import type { RunInput } from './run_inputs.js';

/** What may differ on another version of Node, and where a program first uses it. */
export interface VersionDifference {
  readonly what: string;
  readonly file: string;
  readonly line: number;
}

/**
 * Texts and limits that Node 20, 22 and 24 give differently, each by how a program names it. `test/node_versions.test.ts`
 * tries them.
 */
const TEXTS: readonly (readonly [what: string, name: RegExp])[] = [
  [
    'what assert says',
    /(?:\bfrom|\brequire\(|\bimport\(?)\s*['"](?:node:)?assert(?:\/strict)?['"]/,
  ],
  ['what util.inspect says', /\butil\.format\b|\bformatWithOptions\b|\binspect\b/],
  ['Intl, which follows the version of ICU', /\bIntl\b|\.toLocale\w+|\.localeCompare\b/],
  ['the lines of Node in error.stack', /\.stack\b/],
  ['limits of Buffer', /\bkMaxLength\b|\bMAX_(?:STRING_)?LENGTH\b/],
];

/** Globals, and functions of globals, that not all of Node 20, 22 and 24 have. */
const GLOBALS = `Array.fromAsync AsyncDisposableStack Atomics.pause CloseEvent DisposableStack Error.isError Float16Array
  Intl.DurationFormat Iterator JSON.isRawJSON JSON.rawJSON Map.groupBy Math.f16round Navigator Object.groupBy
  Promise.try Promise.withResolvers RegExp.escape SubtleCrypto.supports SuppressedError URLPattern
  WebAssembly.JSTag WebAssembly.SuspendError WebAssembly.Suspending WebAssembly.promising WebSocket navigator
  process.assert process.execve process.finalization process.ref process.report.excludeEnv process.threadCpuUsage
  process.unref`;
/** Methods of the language. */
const METHODS = `difference getFloat16 intersection isDisjointFrom isSubsetOf isSupersetOf setFloat16 symmetricDifference
  transferToFixedLength union`;
/** Members of builtin modules. */
const MEMBERS: Readonly<Record<string, string>> = {
  assert: 'Assert partialDeepStrictEqual',
  'assert/strict': 'Assert partialDeepStrictEqual',
  crypto: `Cipher Decipher argon2 argon2Sync createCipher createDecipher decapsulate encapsulate
    randomUUIDv7`,
  dns: 'resolveTlsa',
  'dns/promises': 'resolveTlsa',
  fs: 'F_OK R_OK Utf8Stream W_OK X_OK glob globSync mkdtempDisposableSync',
  'fs/promises': 'glob mkdtempDisposable',
  http: 'CloseEvent MessageEvent WebSocket setGlobalProxyFromEnv',
  inspector: 'DOMStorage NetworkResources',
  'inspector/promises': 'DOMStorage NetworkResources',
  module: `constants enableCompileCache findPackageJSON flushCompileCache getCompileCacheDir
    getSourceMapsSupport registerHooks setSourceMapsSupport stripTypeScriptTypes`,
  net: 'BoundSocket',
  perf_hooks: 'eventLoopUtilization timerify',
  process: 'assert execve finalization ref threadCpuUsage unref',
  sea: 'getAssetKeys',
  sqlite: 'DatabaseSync Session StatementSync backup constants',
  'stream/consumers': 'bytes',
  'stream/web': 'ReadableStreamTee',
  test: 'assert expectFailure getTestContext snapshot',
  timers: 'active enroll unenroll',
  tls: `createSecurePair getCACertificates getCertificateCompressionAlgorithms
    setDefaultCACertificates`,
  url: 'URLPattern fileURLToPathBuffer',
  util: `convertProcessSignalToExitCode diff getCallSite getCallSites getSystemErrorMessage isBoolean isBuffer isDate
    isError isFunction isNull isNullOrUndefined isNumber isObject isPrimitive isRegExp isString isSymbol isUndefined
    log setTraceSigInt`,
  'util/types': 'isFloat16Array',
  v8: 'getCppHeapStatistics isStringOneByteRepresentation startCpuProfile',
  worker_threads: 'isInternalThread isMarkedAsUntransferable locks markAsUncloneable threadName',
  zlib: `ZstdCompress ZstdDecompress createZstdCompress createZstdDecompress zstdCompress
    zstdCompressSync zstdDecompress zstdDecompressSync`,
};

/** Names of one kind, and how a program writes them. */
class Names {
  readonly #words: readonly string[];
  readonly #pattern: (either: string) => string;
  #compiled: RegExp | undefined;

  constructor(names: string, pattern: (either: string) => string) {
    this.#words = names.trim().split(/\s+/);
    this.#pattern = pattern;
  }

  /** Whether a text with these words may have one of the names. */
  mayBeIn(words: ReadonlySet<string>): boolean {
    return this.#words.some((word) => words.has(word.slice(word.lastIndexOf('.') + 1)));
  }

  /** Compiled when first asked: a hundred patterns take longer than most programs to read. */
  get expression(): RegExp {
    const either = `(?:${this.#words.join('|').replaceAll('.', '\\.')})`;
    this.#compiled ??= new RegExp(this.#pattern(either));
    return this.#compiled;
  }
}

const NAMES: readonly Names[] = [
  new Names(GLOBALS, (either) => `(?<![\\w$.])${either}\\b`),
  new Names(METHODS, (either) => `(?<!\\b_)\\.${either}\\(`),
  // As a member of what is called like the module, or where names are imported from it.
  ...Object.entries(MEMBERS).flatMap(([module, names]) => [
    new Names(names, (either) => `(?<![\\w$.])${module.replace(/.*\//, '')}\\.${either}\\b`),
    new Names(names, (either) => `\\b${either}\\b(?=.*['"](?:node:)?${module}['"])`),
    new Names(names, (either) => `(?<=['"](?:node:)?${module}['"]\\)\\.)${either}\\b`),
  ]),
];
/** A program, not a recording or a package of others. */
const PROGRAM = /\.[cm]?[jt]sx?$/;
const MAX_CHARACTERS = 4_000_000;

/**
 * Finds the features used by these programs that differ between versions of Node, once per file. Only the source text is
 * searched, so the result says what may differ between versions; on one version, a run repeats exactly.
 */
export function versionDifferences(inputs: readonly RunInput[]): VersionDifference[] {
  return inputs
    .filter(({ file }) => PROGRAM.test(file) && !file.includes('node_modules'))
    .flatMap(({ file }) => differencesIn(textOf(file)).map((found) => ({ ...found, file })));
}

/** Like `versionDifferences`, for one text. */
export function differencesIn(text: string): Omit<VersionDifference, 'file'>[] {
  const found = new Map<string, number>();
  const words = new Set(text.match(/\w+/g));
  const possible = NAMES.filter((names) => names.mayBeIn(words));
  for (const [at, line] of text.split('\n').entries()) {
    // Comments use nothing.
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue;
    const named = [
      ...TEXTS.filter(([, name]) => name.test(line)).map(([what]) => what),
      ...possible
        .flatMap(({ expression }) => expression.exec(line) ?? [])
        .map((name) => `${name.replace(/^\.|\($/g, '')}, which not every version has`),
    ];
    for (const what of named) if (!found.has(what)) found.set(what, at + 1);
  }
  return [...found].map(([what, line]) => ({ what, line }));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, MAX_CHARACTERS);
  } catch {
    return '';
  }
}
