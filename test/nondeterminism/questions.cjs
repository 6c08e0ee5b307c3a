/**
 * Asks Node about everything that tells two machines, moments or processes apart, one question
 * every millisecond of virtual time, and prints the answers.
 */
const buffer = require('node:buffer');
const childProcess = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const rclnodejs = require('rclnodejs');

const QUESTIONS = [
  () => Date.now(),
  () => new Date().toString(),
  () => Date(),
  () => new new Date(0).constructor().getTime(),
  () => {
    class D extends Date {}
    return new D().getTime();
  },
  () => new Date(0).getTimezoneOffset(),
  () => new Date(1e12).toLocaleString(),
  () =>
    new Intl.DateTimeFormat().resolvedOptions().timeZone +
    new Intl.NumberFormat().resolvedOptions().locale,
  () => new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(),
  () => 'ä'.localeCompare('z'),
  () => 'i'.toLocaleUpperCase(),
  () => (1234567.891).toLocaleString(),
  () => performance.now(),
  () => performance.timeOrigin,
  () => JSON.stringify(performance),
  () => performance.mark('x').startTime,
  () => process.hrtime().join(),
  () => process.hrtime.bigint(),
  () => process.uptime(),
  () => JSON.stringify(process.cpuUsage()),
  () => JSON.stringify(process.resourceUsage()),
  () => JSON.stringify(process.memoryUsage()),
  () => process.memoryUsage.rss(),
  () => os.uptime(),
  () => os.loadavg().join(),
  () => JSON.stringify(os.cpus()),
  () => os.freemem(),
  () => os.totalmem(),
  () => new Event('x').timeStamp,
  () => new buffer.File([], 'a').lastModified,
  () => Math.random(),
  () => crypto.randomUUID(),
  () => crypto.randomBytes(8).toString('hex'),
  () => crypto.randomInt(1e9),
  () => crypto.getRandomValues(new Uint8Array(8)).join(),
  () => crypto.webcrypto.getRandomValues(new Uint8Array(8)).join(),
  () => globalThis.crypto.randomUUID(),
  () => crypto.randomFillSync(Buffer.alloc(8)).toString('hex'),
  () => crypto.generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
  () => {
    const d = crypto.createECDH('prime256v1');
    return d.generateKeys('hex');
  },
  () => crypto.generateKeySync('hmac', { length: 64 }).export().toString('hex'),
  () => process.pid,
  () => process.ppid,
  () => os.hostname(),
  () => JSON.stringify(os.userInfo()),
  () => os.availableParallelism(),
  () => navigator.hardwareConcurrency + navigator.userAgent,
  () => JSON.stringify(process.env),
  () => os.homedir(),
  () => os.tmpdir(),
  () => process.env.PATH,
  () => process.argv0,
  () => process.cwd(),
  () => process.title,
  () => process.execArgv.join(),
  () => process.getuid() + ',' + process.umask(),
  () => process.getgroups().join(),
  () => Buffer.allocUnsafe(64).toString('hex'),
  () => Buffer.allocUnsafeSlow(64).toString('hex'),
  () => Buffer.from('abc').byteOffset,
  () => JSON.stringify(v8.getHeapStatistics()),
  () => JSON.stringify(v8.getHeapSpaceStatistics()),
  () => {
    const r = new WeakRef({});
    return typeof r.deref();
  },
  () => vm.runInNewContext('Date.now()+Math.random()'),
  () => vm.runInThisContext('Date.now()'),
  () => new Function('return Date.now()')(),
  // biome-ignore lint/security/noGlobalEval: it must see the virtual world too
  // biome-ignore lint/complexity/noCommaOperator: called directly it would see the local names
  () => (0, eval)('Math.random()'),
  () => fs.statSync(__filename).mtimeMs,
  () => fs.readdirSync(__dirname).join(),
  () => {
    const d = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-test-'));
    fs.rmdirSync(d);
    return d;
  },
  () =>
    fs
      .readdirSync(__dirname, { withFileTypes: true })
      .map((d) => d.name)
      .join(),
  () => fs.statSync(__filename).ino,
  () => fs.readFileSync('/proc/self/stat', 'utf8'),
  () => {
    const fd = fs.openSync('/dev/urandom');
    const b = Buffer.alloc(8);
    fs.readSync(fd, b);
    return b.toString('hex');
  },
  () => JSON.stringify(performance.eventLoopUtilization()),
  () => JSON.stringify(performance.nodeTiming),
  () => childProcess.execSync('date +%N').toString(),
  () => childProcess.spawnSync('date', ['+%N']).stdout.toString(),
  () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3),
  () => process.report.getReport().header.dumpEventTime,
  () => Buffer.from(new Float64Array([0 / 0, Math.sqrt(-1)]).buffer).toString('hex'),
  () => ['b', 'a', 'ä', 'B'].sort(new Intl.Collator().compare).join(),
  () => new Intl.DisplayNames(undefined, { type: 'language' }).of('de'),
  () => new Intl.RelativeTimeFormat().format(1, 'day'),
  () => new Intl.ListFormat().format(['a', 'b']),
  () => new Date(2020, 6, 1, 12).toISOString() + new Date('2020-07-01T12:00:00').getTime(),
  () => new Date(1e12).getHours(),
  () => [1, 2, 3].sort(() => Math.random() - 0.5).join(),
  () => URL.createObjectURL(new Blob(['a'])),
  () => String(setTimeout(() => {}, 0)),
  () => typeof performance.timerify(() => 1)(),
  () => {
    const { DatabaseSync } = require('node:sqlite');
    return new DatabaseSync(':memory:').prepare('select random() as r').get().r;
  },
  () => new (require('node:wasi').WASI)({ version: 'preview1' }).wasiImport.clock_time_get.name,
  () => {
    const histogram = require('node:perf_hooks').createHistogram();
    for (let i = 0; i < 3; i += 1) histogram.recordDelta();
    return histogram.max;
  },
  () =>
    crypto
      .createPrivateKey({
        key: Buffer.concat([
          Buffer.from('302e020100300506032b657004220420', 'hex'),
          Buffer.alloc(32, 1),
        ]),
        format: 'der',
        type: 'pkcs8',
      })
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' }),
  () => crypto.pseudoRandomBytes(8).toString('hex'),
  () => fs.readlinkSync('/proc/self'),
  () => {
    const link = path.join(os.tmpdir(), 'orrery-test-link');
    fs.rmSync(link, { force: true });
    fs.symlinkSync('/proc/self/stat', link);
    try {
      return fs.readFileSync(link, 'utf8');
    } finally {
      fs.rmSync(link);
    }
  },
  () => JSON.stringify(fs.statfsSync('/')),
  () => process.execPath + process.argv[0],
  () => process.arch,
  () => Error.stackTraceLimit,
  () => require('node:stream').getDefaultHighWaterMark(false),
  () => new TextDecoder('windows-1252').decode(Uint8Array.of(0x80, 0x9f, 0xe9)),
  () => crypto.getCiphers().length,
  () => require('node:worker_threads').threadId,
  () => new (require('node:inspector').Session)() && 'session',
  () => process.debugPort,
];

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('curious');
  let asked = 0;
  const timer = node.createTimer(1_000_000n, () => {
    const question = QUESTIONS[asked++];
    let answer;
    try {
      answer = String(question());
    } catch (error) {
      answer = `throws ${error.message}`;
    }
    console.log(JSON.stringify({ question: String(question), answer }));
    if (asked === QUESTIONS.length) node.destroyTimer(timer);
  });
  node.spin();
}
main();
