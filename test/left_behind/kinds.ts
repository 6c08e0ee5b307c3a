import { join } from 'node:path';

/** What programs can leave behind in their thread, each with a line or a few of code that does so. */
export const KINDS: Readonly<Record<string, string>> = {
  'a global variable': 'globalThis.leftBehind = 1',
  'a global under a symbol': "globalThis[Symbol('left')] = 1",
  'a global that cannot be taken away':
    "Object.defineProperty(globalThis, 'leftForGood', { value: 1 })",
  'a method of all arrays': 'Array.prototype.leftBehind = () => 1',
  'a method of all arrays that no loop sees':
    "Object.defineProperty(Array.prototype, 'last', { value: () => 1, configurable: true })",
  'another order of properties':
    'const { concat } = Array.prototype; delete Array.prototype.concat; Array.prototype.concat = concat',
  'a frozen prototype': 'Object.freeze(require("events").prototype)',
  'frozen objects that Orrery has changed': `
    const all = [Math, JSON, console, Error, Date.prototype, Object.getPrototypeOf(performance), require('fs')];
    all.forEach(Object.freeze)`,
  'another prototype of a prototype':
    "Object.setPrototypeOf(require('stream').Readable.prototype, { left: 1 })",
  'a function of fs that it has wrapped':
    "const fs = require('fs'); const { stat } = fs; fs.stat = (...all) => stat(...all)",
  'another process, performance and Buffer':
    'for (const name of ["process", "performance", "Buffer"]) globalThis[name] = { left: 1 }',
  'a mark on a function of fs': "require('fs').close.isPatched = true",
  'a function that ES modules import':
    "require('path').basename = () => 'left'; require('module').syncBuiltinESMExports()",
  'a function of a module that process gives':
    "process.getBuiltinModule('querystring').escape.left = 1",
  'a function of a module that it imports':
    "import('node:querystring').then((all) => (all.default.parse.left = 1))",
  'a function of a module that evaluated code imports':
    'new Function(\'return import("node:querystring")\')().then((all) => (all.default.parse.left = 1))',
  'a function of a module that its own class loads':
    "module.constructor._load('querystring').stringify.left = 1",
  'a function that those get who say how they are printed':
    "console.log({ [Symbol.for('nodejs.util.inspect.custom')]: (depth, how, inspect) => (inspect.colors.left = 1) })",
  'a method of what the output inherits from':
    'Object.getPrototypeOf(Object.getPrototypeOf(process.stdout)).left = 1',
  'a method of what a global computes': 'Object.getPrototypeOf(crypto.subtle).left = 1',
  'a property that throws when it is read':
    "Object.defineProperty(require('querystring'), 'parse', { get() { throw new Error('left'); }, configurable: true })",
  'a constructor that throws when it is read':
    "Object.defineProperty(require('querystring').parse.prototype, 'constructor', { get() { throw new Error('left'); }, configurable: true })",
  'a global that throws when it is read':
    "Object.defineProperty(globalThis, 'btoa', { get() { throw new Error('left'); }, configurable: true })",
  'a method of the client library': "require('rclnodejs').Node.prototype.leftBehind = () => 1",
  'another function of the client library':
    "const { QoS } = require('rclnodejs'); QoS.leftBehind = 1",
  'a method of all messages':
    "Object.getPrototypeOf(require('rclnodejs').require('std_msgs/msg/String')).prototype.leftBehind = () => 1",
  'marks on all that a node is made of': `
    const library = require('rclnodejs');
    library.init().then(() => {
      const { prototypesOf } = require(${JSON.stringify(join(import.meta.dirname, 'parts.cjs'))});
      for (const each of prototypesOf(library, new library.Node('marks')).values()) {
        each.leftBehind = 1;
        each.constructor.leftBehind = 1;
      }
    });`,
  'attributes that it has changed by a name that it puts together':
    "Object['define' + 'Property'](Array.prototype, 'concat', { writable: false })",
  'a property of a function, by a name that it puts together':
    "({}).constructor[['define', 'Property'].join('')](Array.isArray, 'left', { value: 1, configurable: true })",
  'attributes that code in a text has changed':
    "(0, eval)('Object.define' + 'Property(Math, \"max\", { enumerable: true })')",
  'attributes that a module in its URL has changed': `
    const text = "Object['define' + 'Property'](Math, 'min', { enumerable: true })";
    import('data:text/javascript;base64,' + btoa(text))`,
  'attributes that a script has changed':
    "require('vm').runInThisContext(atob('T2JqZWN0LmRlZmluZVByb3BlcnR5KE1hdGgsICdzaW4nLCB7IGVudW1lcmFibGU6IHRydWUgfSk='))",
  'what performance inherits': `
    Object.getPrototypeOf(performance).left = 1;
    Object.getPrototypeOf(performance).now = () => 5;
    Object.getPrototypeOf(Object.getPrototypeOf(performance)).behind = 1`,
  'a listener of warnings': "process.on('warning', () => {})",
  'a listener of the exit': "process.on('exit', () => {})",
  'listeners of errors':
    "process.on('uncaughtException', () => {}).on('unhandledRejection', () => {})",
  'a listener of a signal': "process.on('SIGINT', () => {})",
  'a listener of what is printed': "process.stdout.on('drain', () => {})",
  'what printing does': 'process.stdout.write = () => true; process.stderr.left = 1',
  'an end of what is printed': 'process.stdout.end()',
  'an exit code': 'process.exitCode = 3',
  'a variable of the environment': "process.env.LEFT_BEHIND = '1'",
  'another title': "process.title = 'left'",
  'what a package tells others on process': 'process.leftBehind = { version: 1 }',
  'the length of stacks': 'Error.stackTraceLimit = 2',
  'how stacks are written': "Error.prepareStackTrace = () => 'left'",
  'a cached module': "require.cache['/left/behind.js'] = { exports: {} }",
  'how files are loaded': "require.extensions['.left'] = () => {}",
  'how modules are found':
    "const m = require('module'); const f = m._resolveFilename; m._resolveFilename = (...all) => f(...all)",
  'folders of modules': "require('module').globalPaths.push('/left')",
  'servers of names': "require('dns').setServers(['192.0.2.1'])",
  'the order of addresses': "require('dns').setDefaultResultOrder('ipv4first')",
  'how sockets find an address': "require('net').setDefaultAutoSelectFamily(false)",
  'an agent for HTTP': "const http = require('http'); http.globalAgent = new http.Agent()",
  'settings of the agents':
    "require('http').globalAgent.maxSockets = 1; require('https').globalAgent.left = 1",
  'how many listeners are too many': "require('events').defaultMaxListeners = 3",
  'whether rejections of listeners are caught': "require('events').captureRejections = true",
  'how much streams hold': "require('stream').setDefaultHighWaterMark(false, 10)",
  'versions of TLS': "require('tls').DEFAULT_MAX_VERSION = 'TLSv1.2'",
  'how objects are printed': "require('util').inspect.defaultOptions.depth = 0",
  'colors of what is printed': "require('util').inspect.styles.number = 'red'",
  'how buffers are printed': "require('buffer').INSPECT_MAX_BYTES = 1",
  'marks of time': "performance.mark('left'); performance.measure('behind', 'left')",
  'an observer of marks':
    "new (require('perf_hooks').PerformanceObserver)(() => {}).observe({ entryTypes: ['mark'] })",
  'a subscriber of a channel': "require('diagnostics_channel').subscribe('left.behind', () => {})",
  'a store of a channel':
    "require('diagnostics_channel').channel('left.behind').bindStore(new (require('async_hooks').AsyncLocalStorage)())",
  'what its code runs in': "new (require('async_hooks').AsyncLocalStorage)().enterWith('left')",
  'data for threads': "require('worker_threads').setEnvironmentData('left', 'behind')",
  'a console of its own': 'console.log = () => {}; console.left = 1',
  'many lines that the main thread has not taken':
    "for (let i = 0; i < 200; i++) console.log('left')",
  'counts of the console': "console.count('left'); console.group('left')",
  'where reports are written': "process.report.directory = '/left'",
  'source maps': 'process.setSourceMapsEnabled(true)',
  'an open server':
    "require('http').createServer((request, answer) => answer.end('left')).listen(8123)",
  'an open socket for datagrams':
    "require('dgram').createSocket('udp4').on('message', () => {}).bind(8123)",
  'open connections': `
    const server = require('http').createServer((request, answer) => answer.end('left')).listen(8123);
    server.on('listening', async () => {
      await (await fetch('http://localhost:8123/')).text();
      require('http').get('http://localhost:8123/', (answer) => answer.resume());
    })`,
  'a pool for fetch of its own':
    "globalThis[Symbol.for('undici.globalDispatcher.1')] = { dispatch() { throw new Error('left') } }",
  'a read that nobody waits for':
    "require('fs').readFile(__filename, () => { globalThis.read = 1 })",
  'a pipe to a child': "require('child_process').spawn('cat')",
  'a thread':
    "new (require('worker_threads').Worker)('setInterval(() => {}, 1e6)', { eval: true })",
  'a domain': "require('domain').create()",
  tests: "require('node:test')('left', () => {})",
  'a rejection that nobody handles': "setTimeout(() => Promise.reject(new Error('left')), 5)",
  'an error that ends it': "setTimeout(() => { throw new Error('left') }, 5)",
  'the end of the process': 'setTimeout(() => process.exit(4), 5)',
  'a file that stays open': "require('fs').openSync(__filename)",
  'a stream of a file that stays open':
    "require('fs').createReadStream(__filename, { autoClose: false }).resume()",
  'a file that it has closed': "const fs = require('fs'); fs.closeSync(fs.openSync(__filename))",
  'a stream of a file that has ended': "require('fs').createReadStream(__filename).resume()",
  'a warning that Node gives once': "require('util').deprecate(() => {}, 'old', 'LEFT')()",
  'a wrapper of modules':
    "require('module').wrapper[0] = 'var left; (function (exports, require, module, __filename, __dirname) { '",
  'what a script declares for all others':
    "require('vm').runInThisContext('const left = 1; class Behind {}')",
  'what a compiled script declares':
    "new (require('vm').Script)('let leftBehind = 1').runInThisContext()",
  'what code of eval declares': "(0, eval)('let left = 1; var behind = 2; function more() {}')",
  'what code of new Function declares':
    "new Function('let left = 1; globalThis.behind = () => left')()",
  'a mark on every function of globals and modules': `
    const mark = (holder, of) => {
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(holder))) {
        if (typeof value !== 'function') continue;
        try {
          value.leftBehind = 1;
          if (value.prototype) value.prototype.leftBehind = 1;
        } catch {}
      }
    };
    const names = 'fs fs/promises http child_process worker_threads timers timers/promises crypto os zlib';
    for (const each of [globalThis, process, console, ...names.split(' ').map(require)]) mark(each);
    for (const each of [Date, process.hrtime, performance, Math, JSON, Intl, Buffer]) mark(each);`,
  'other functions of what is virtual': `
    Date.now = () => 1;
    process.hrtime.bigint = () => 2n;
    require('timers/promises').scheduler.wait = () => 3;
    WeakRef.prototype.deref = () => 4;
    require('worker_threads').Worker.prototype.postMessage = () => 5;
    delete setTimeout[require('util').promisify.custom];`,
  'numbers of timers': 'for (let i = 0; i < 5; i++) +setTimeout(() => {}, 1e6)',
  'a time that the console takes': "console.time('left')",
  'what catches all that is thrown': 'process.setUncaughtExceptionCaptureCallback(() => {})',
  'a server of HTTP/2': "require('http2').createServer().listen(8123)",
  'a variable of a script': "require('vm').runInThisContext('var leftBehind = 1')",
  'hooks that load modules': "require('module').register('data:text/javascript,')",
};

/** The kinds of which no thread can be freed: another thread must make the next run. */
export const LASTING: ReadonlySet<string> = new Set([
  'a global that cannot be taken away',
  'another order of properties',
  'a frozen prototype',
  'frozen objects that Orrery has changed',
  'an end of what is printed',
  'a file that stays open',
  'a stream of a file that stays open',
  'a pipe to a child',
  'a thread',
  'a domain',
  'tests',
  'a warning that Node gives once',
  'a wrapper of modules',
  'what a script declares for all others',
  'what a compiled script declares',
  'a variable of a script',
  'hooks that load modules',
]);
