import { createRequire, isBuiltin } from 'node:module';
import { isCallerUser } from './caller_line.js';
import type { LeakKind, LeakReporter } from './leaks.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';
import { userFile } from './user_place.js';

const load = createRequire(import.meta.url);

/**
 * Functions whose answers a virtual world cannot give and a run cannot repeat: their use is
 * reported. Names as in the classification of Node's whole surface (see docs/verify.md); the test
 * compares the two.
 */
export const REPORTED_CALLS: Readonly<Partial<Record<LeakKind, string>>> = {
  channel: `BroadcastChannel MessageChannel worker_threads.locks^.query
    worker_threads.locks^.request worker_threads.postMessageToThread
    worker_threads.receiveMessageOnPort`,
  device: 'tty.ReadStream tty.WriteStream',
  'directory-order':
    'fs.glob fs.globSync fs.opendir fs.opendirSync fs/promises.glob fs/promises.opendir',
  'engine-state': `async_hooks.AsyncResource.prototype.asyncId
    async_hooks.AsyncResource.prototype.triggerAsyncId async_hooks.createHook
    async_hooks.executionAsyncId async_hooks.executionAsyncResource async_hooks.triggerAsyncId
    inspector.Session inspector.open inspector.url inspector.waitForDebugger
    inspector/promises.Session inspector/promises.open inspector/promises.url
    inspector/promises.waitForDebugger process.report.getReport
    process.report.writeReport trace_events.createTracing v8.GCProfiler v8.cachedDataVersionTag
    v8.getCppHeapStatistics v8.getHeapCodeStatistics v8.getHeapSnapshot
    v8.getHeapSpaceStatistics v8.getHeapStatistics v8.promiseHooks.createHook
    v8.promiseHooks.onAfter v8.promiseHooks.onBefore v8.promiseHooks.onInit
    v8.promiseHooks.onSettled v8.queryObjects v8.setFlagsFromString
    v8.setHeapSnapshotNearHeapLimit v8.startCpuProfile v8.stopCoverage
    v8.takeCoverage v8.writeHeapSnapshot vm.Script.prototype^.createCachedData
    vm.measureMemory`,
  entropy: `SubtleCrypto.prototype.encapsulateBits SubtleCrypto.prototype.encapsulateKey
    SubtleCrypto.prototype.generateKey URL.createObjectURL crypto.DiffieHellman.prototype.generateKeys
    crypto.DiffieHellmanGroup.prototype.generateKeys
    crypto.ECDH.prototype.generateKeys crypto.encapsulate crypto.generateKey
    crypto.generateKeyPair crypto.generateKeyPairSync crypto.generateKeySync
    crypto.generatePrime crypto.generatePrimeSync crypto.publicEncrypt fs.mkdtemp fs.mkdtempSync
    fs.mkdtempDisposableSync fs/promises.mkdtemp fs/promises.mkdtempDisposable`,
  'file-watch': 'fs.watch fs.watchFile fs/promises.watch',
  'garbage-collection': `FinalizationRegistry process.finalization.register
    process.finalization.registerBeforeExit`,
  machine: `crypto.getFips dns.getServers dns/promises.getServers fs.statfs fs.statfsSync
    fs/promises.statfs module.enableCompileCache
    module.getCompileCacheDir os.arch os.machine os.setPriority tls.getCACertificates`,
  'native-code': `crypto.setEngine process.binding process.dlopen sqlite.DatabaseSync
    sqlite.backup wasi.WASI`,
  network: `WebSocket dns.Resolver.prototype.resolve dns.Resolver.prototype.reverse dns.lookup dns.lookupService
    dns.resolve dns.resolve4 dns.resolve6 dns.resolveAny dns.resolveCaa dns.resolveCname
    dns.resolveMx dns.resolveNaptr dns.resolveNs dns.resolvePtr dns.resolveSoa dns.resolveSrv
    dns.resolveTlsa dns.resolveTxt dns.reverse dns/promises.lookup dns/promises.lookupService
    dns/promises.resolve dns/promises.resolve4 dns/promises.resolve6 dns/promises.resolveAny
    dns/promises.resolveCaa dns/promises.resolveCname dns/promises.resolveMx
    dns/promises.resolveNaptr dns/promises.resolveNs dns/promises.resolvePtr
    dns/promises.resolveSoa dns/promises.resolveSrv dns/promises.resolveTlsa
    dns/promises.resolveTxt dns/promises.reverse http2.performServerHandshake net.BoundSocket`,
  process: `child_process.ChildProcess.prototype.spawn cluster.fork process.execve`,
  'real-time': `Performance.prototype.timerify perf_hooks.monitorEventLoopDelay
    perf_hooks.timerify timers.active timers.enroll util.log`,
  realm: `module.register vm.Script.prototype.runInNewContext
    vm.Script.prototype^.runInContext vm.createContext vm.runInContext vm.runInNewContext`,
  'thread-wait': 'Atomics.wait Atomics.waitAsync',
  version: `Intl.supportedValuesOf crypto.getCiphers crypto.getCurves crypto.getHashes
    module.stripTypeScriptTypes tls.getCiphers util.getSystemErrorMap`,
};

/** Properties that are reported when a user's file (not a package) reads them. */
const REPORTED_VALUES: Readonly<Partial<Record<LeakKind, string>>> = {
  // These are set by the code that matched last: Orrery's, Node's, or that of an earlier run in the same
  // thread.
  'engine-state': `RegExp.$1 RegExp.$2 RegExp.$3 RegExp.$4 RegExp.$5 RegExp.$6 RegExp.$7 RegExp.$8 RegExp.$9
    RegExp.$& RegExp.$' RegExp.$+ RegExp.$_ RegExp.$\` RegExp.input RegExp.lastMatch RegExp.lastParen
    RegExp.leftContext RegExp.rightContext`,
  machine: 'module.globalPaths process.arch',
  version: `Navigator.prototype.userAgent module.builtinModules process.allowedNodeEnvironmentFlags
    process.config process.moduleLoadList process.release process.version process.versions
    tls.DEFAULT_CIPHERS`,
};

/** The functions and properties above that this version of Node has. */
interface Reported {
  readonly calls: readonly Found[];
  readonly values: readonly Found[];
}

let reported: Reported | undefined;

/** Finds the above. Node loads some of them when they are read, so the real functions must be in place. */
export function primeReported(): Reported {
  reported ??= findReported();
  return reported;
}

/** Reports every use of the above; names that this version of Node does not have are skipped. */
export function patchReported(patches: Patches, leaks: LeakReporter): void {
  const { calls, values } = primeReported();
  for (const { holder, key, kind, what } of calls) {
    const { get } = Object.getOwnPropertyDescriptor(holder, key)!;
    const report = () => {
      // Packages made from WebAssembly register what they free; the virtual registry never calls
      // back.
      if (kind === 'garbage-collection' && userFile()?.includes('node_modules')) return;
      if (!isOutside()) leaks.report(kind, what);
    };
    if (get === undefined) patches.before(holder, key, report);
    else {
      patches.getter(holder, key, function (this: unknown) {
        report();
        return get.call(this) as unknown;
      });
    }
  }
  for (const { holder, key, kind, what } of values) {
    const { get, value } = Object.getOwnPropertyDescriptor(holder, key)!;
    patches.getter(holder, key, function (this: unknown) {
      if (!isOutside() && isCallerUser()) leaks.report(kind, what);
      return get === undefined ? (value as unknown) : (get.call(this) as unknown);
    });
  }
}

/** Called once per thread, because their places do not change. */
function findReported(): Reported {
  // Some modules re-export functions of others when they are loaded, which must then be Node's own.
  for (const name of Object.values(REPORTED_CALLS).join(' ').split(/\s+/)) {
    const [module] = name.split('.');
    if (isBuiltin(`node:${module!}`)) builtin(module!);
  }
  const all = (names: Readonly<Partial<Record<LeakKind, string>>>): Found[] =>
    Object.entries(names).flatMap(([kind, list]) =>
      list.split(/\s+/).flatMap((name) => find(name, kind as LeakKind) ?? []),
    );
  return { calls: all(REPORTED_CALLS), values: all(REPORTED_VALUES) };
}

interface Found {
  readonly holder: object;
  readonly key: string;
  readonly kind: LeakKind;
  /** The name that users know. */
  readonly what: string;
}

/** Finds `module.Class.prototype.method` or `Global.method`; `^` leads to the prototype. */
function find(name: string, kind: LeakKind): Found | undefined {
  // Reading it makes Node 22 load all of `fetch`, which fails without WebAssembly; then nobody can use it anyway.
  if (name === 'WebSocket' && !('WebAssembly' in globalThis)) return undefined;
  const path = name.split('.');
  let found: unknown = globalThis;
  if (isBuiltin(`node:${path[0]!}`)) found = builtin(path.shift()!);
  else if (/^[a-z]/.test(path[0]!)) return undefined; // a module of another version of Node
  const key = path.pop()!;
  for (const part of path) {
    found = Reflect.get(Object(found), part.replace('^', '')) as unknown;
    if (part.endsWith('^') && found) found = Object.getPrototypeOf(found) as unknown;
  }
  if (found === undefined || found === null || !Object.hasOwn(Object(found), key)) return undefined;
  const { configurable } = Object.getOwnPropertyDescriptor(found, key)!;
  return configurable ? { holder: found as object, key, kind, what: title(name) } : undefined;
}

/** Built-in modules by name, or undefined for those that cannot be loaded here. */
const loaded = new Map<string, unknown>();

function builtin(module: string): unknown {
  if (!loaded.has(module)) loaded.set(module, loadQuietly(module));
  return loaded.get(module);
}

/** Loading an experimental module prints a warning, even for programs that do not use it. */
function loadQuietly(module: string): unknown {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load(`node:${module}`);
  } catch {
    return undefined; // not in this version, or not in threads
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The name that users know. */
function title(name: string): string {
  const plain = name.replace('.prototype', '').replace('^', '').replace('/promises', '.promises');
  return /(^|\.)[A-Z]\w+$/.test(plain) ? `new ${plain}` : plain;
}
