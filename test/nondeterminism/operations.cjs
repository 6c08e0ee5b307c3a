/**
 * Awaits real operations of every kind, one a callback, while another timer ticks every
 * microsecond; prints how much virtual time each of them took, which must be none.
 */
const childProcess = require('node:child_process');
const crypto = require('node:crypto');
const dgram = require('node:dgram');
const dns = require('node:dns');
const EventEmitter = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const readline = require('node:readline');
const stream = require('node:stream');
const { promisify } = require('node:util');
const { Worker } = require('node:worker_threads');
const zlib = require('node:zlib');
const rclnodejs = require('rclnodejs');

const CHILD = path.join(__dirname, 'answering_child.cjs');
const EMPTY_MODULE = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const temporary = path.join(os.tmpdir(), 'orrery-test-operations');

const OPERATIONS = [
  () => fs.promises.readFile(__filename).then((b) => b.length),
  () => new Promise((r) => fs.readFile(__filename, (_e, b) => r(b.length))),
  () => promisify(fs.readFile)(__filename).then((b) => b.length),
  async () => {
    const h = await fs.promises.open(__filename);
    const b = Buffer.alloc(10);
    await h.read(b, 0, 10, 0);
    const _s = await h.stat();
    const t = (await h.readFile()).length;
    await h.close();
    return b.toString() + t;
  },
  async () => {
    const h = await fs.promises.open(__filename);
    let n = 0;
    for await (const _l of h.readLines()) n++;
    return n;
  },
  async () => {
    let n = 0;
    for await (const c of fs.createReadStream(__filename, { highWaterMark: 500 })) n += c.length;
    return n;
  },
  () =>
    new Promise((r) => {
      let n = 0;
      fs.createReadStream(__filename)
        .on('data', (c) => (n += c.length))
        .on('end', () => r(n));
    }),
  async () => {
    let n = 0;
    for await (const _l of readline.createInterface({ input: fs.createReadStream(__filename) }))
      n++;
    return n;
  },
  () =>
    new Promise((r) => {
      const w = fs.createWriteStream(temporary);
      w.write('a');
      w.end('b', () => r('ok'));
    }),
  async () => {
    await stream.promises.pipeline(
      fs.createReadStream(__filename),
      zlib.createGzip(),
      fs.createWriteStream(temporary),
    );
    return fs.statSync(temporary).size > 0;
  },
  () => promisify(zlib.gzip)('a'.repeat(1e6)).then((b) => b.length),
  () => promisify(zlib.brotliCompress)('a'.repeat(1e5)).then((b) => b.length),
  () => promisify(crypto.pbkdf2)('a', 'b', 1e4, 32, 'sha256').then((b) => b.toString('hex')),
  () => promisify(crypto.scrypt)('a', 'b', 32).then((b) => b.toString('hex')),
  () =>
    promisify(crypto.hkdf)('sha256', 'a', 'b', 'c', 32).then((b) => Buffer.from(b).toString('hex')),
  () =>
    crypto.subtle.digest('SHA-256', Buffer.from('abc')).then((b) => Buffer.from(b).toString('hex')),
  async () => {
    const k = await crypto.subtle.importKey('raw', Buffer.alloc(16, 1), 'AES-CBC', false, [
      'encrypt',
    ]);
    return Buffer.from(
      await crypto.subtle.encrypt({ name: 'AES-CBC', iv: Buffer.alloc(16) }, k, Buffer.from('hi')),
    ).toString('hex');
  },
  () => WebAssembly.compile(EMPTY_MODULE).then(() => 'ok'),
  () => WebAssembly.instantiate(EMPTY_MODULE).then(() => 'ok'),
  () => import('node:path').then((m) => typeof m.join),
  () =>
    new Promise((r, j) => {
      const w = new Worker('require("worker_threads").parentPort.postMessage(5)', { eval: true });
      w.on('message', r);
      w.on('error', j);
    }),
  () => promisify(childProcess.exec)('echo hi').then((x) => x.stdout),
  () =>
    new Promise((r) => {
      const c = childProcess.spawn('cat');
      let o = '';
      c.stdout.on('data', (d) => (o += d));
      c.on('close', () => r(o));
      c.stdin.end('yo');
    }),
  () =>
    new Promise((r) => {
      const c = childProcess.fork(CHILD);
      c.on('message', r);
    }),
  () =>
    new Promise((r) => {
      const s = net
        .createServer((c) => {
          c.end('srv');
        })
        .listen(0, '127.0.0.1', () => {
          let o = '';
          const c = net.connect(s.address().port, '127.0.0.1');
          c.on('data', (d) => (o += d)).on('close', () => {
            s.close(() => r(o));
          });
        });
    }),
  () =>
    new Promise((r) => {
      const s = http
        .createServer((_q, a) => a.end('web'))
        .listen(0, '127.0.0.1', () => {
          http.get({ port: s.address().port, host: '127.0.0.1', agent: false }, (m) => {
            let o = '';
            m.on('data', (d) => (o += d)).on('end', () => {
              s.close();
              r(o);
            });
          });
        });
    }),
  async () => {
    const s = http.createServer((_q, a) => a.end('fet'));
    await new Promise((r) => s.listen(0, '127.0.0.1', r));
    const t = await (await fetch('http://127.0.0.1:' + s.address().port)).text();
    s.close();
    s.closeAllConnections();
    return t;
  },
  () =>
    new Promise((r) => {
      const s = dgram.createSocket('udp4');
      s.on('message', (m) => {
        s.close();
        r(m.toString());
      });
      s.bind(0, '127.0.0.1', () => s.send('u', s.address().port, '127.0.0.1'));
    }),
  () => promisify(dns.lookup)('localhost').then((x) => typeof x.address),
  () => dns.promises.lookup('localhost').then((x) => typeof x.address),
  () => new Blob(['abc']).arrayBuffer().then((b) => b.byteLength),
  () => new Blob(['abc']).text(),
  async () => {
    let n = 0;
    for await (const c of new Blob(['abc']).stream()) n += c.length;
    return n;
  },
  () => new Response('abc').text(),
  async () => {
    let n = 0;
    for await (const c of new Blob(['abcabc']).stream().pipeThrough(new CompressionStream('gzip')))
      n += c.length;
    return n;
  },
  async () => {
    let n = 0;
    const s = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.close();
      },
    });
    for await (const x of s) n += x;
    return n;
  },
  async () => {
    let n = 0;
    for await (const x of stream.Readable.from([1, 2, 3])) n += x;
    return n;
  },
  () => new Promise((r) => process.nextTick(r)).then(() => 'ok'),
  () => new Promise((r) => queueMicrotask(r)).then(() => 'ok'),
  () => promisify(crypto.randomBytes)(4).then((b) => b.toString('hex')),
  () => promisify(crypto.generateKeyPair)('ed25519').then(() => 'ok'),
  () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']).then(() => 'ok'),
  async () => {
    const a = [];
    for await (const d of await fs.promises.opendir(__dirname)) a.push(d.name);
    return a.join();
  },
  () => fs.promises.readdir(__dirname).then((x) => x.join()),
  () => fs.promises.access(__filename).then(() => 'ok'),
  () => fs.promises.stat(__filename).then((s) => s.size),
  () => fs.promises.appendFile(temporary, 'x').then(() => 'ok'),
  () =>
    fs.promises
      .readlink('/proc/self/exe')
      .then(() => 'ok')
      .catch((e) => e.code),
  () => {
    const e = new EventEmitter();
    process.nextTick(() => e.emit('x', 3));
    return EventEmitter.once(e, 'x').then((a) => a[0]);
  },
  () => promisify(setImmediate)('im'),
  () => promisify(childProcess.execFile)('echo', ['x']).then((x) => x.stdout),
  () =>
    new Promise((r) => {
      const g = zlib.createDeflate();
      let n = 0;
      g.on('data', (d) => (n += d.length)).on('end', () => r(n));
      g.end('abc');
    }),
  () =>
    new Promise((r) => {
      const c = crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
      let n = 0;
      c.on('data', (d) => (n += d.length)).on('end', () => r(n));
      c.end('abc');
    }),
  () =>
    new Promise((r, j) =>
      crypto.sign(
        null,
        Buffer.from('a'),
        crypto.createPrivateKey({
          key: Buffer.concat([
            Buffer.from('302e020100300506032b657004220420', 'hex'),
            Buffer.alloc(32, 1),
          ]),
          format: 'der',
          type: 'pkcs8',
        }),
        (e, b) => (e ? j(e) : r(b.toString('hex').slice(0, 8))),
      ),
    ),
  () =>
    Promise.race([fs.promises.readFile(__filename), fs.promises.readFile('/etc/hostname')]).then(
      (b) => b.length,
    ),
  () => promisify(crypto.checkPrime)(7n).then(String),
  async () => {
    const child = childProcess.spawn('cat');
    let o = '';
    child.stdout.on('data', (d) => {
      o += d;
    });
    const closed = new Promise((r) => child.on('close', r));
    child.stdin.end(await fs.promises.readFile(__filename));
    await closed;
    return o.length;
  },
  async () => {
    const worker = new Worker(
      'const {parentPort}=require("worker_threads");parentPort.on("message",(m)=>{parentPort.postMessage(m);parentPort.close()})',
      { eval: true },
    );
    const text = await fs.promises.readFile(__filename, 'utf8');
    const answer = EventEmitter.once(worker, 'message');
    worker.postMessage(text);
    return (await answer)[0].length;
  },
];

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('busy');
  let ticks = 0;
  let done = 0;
  let busy = false;
  const ticking = node.createTimer(1_000n, () => {
    ticks++;
  });
  const timer = node.createTimer(1_000_000n, async () => {
    if (busy) return;
    busy = true;
    const operation = OPERATIONS[done++];
    const before = [Date.now(), ticks];
    const result = await operation();
    const took = [Date.now() - before[0], ticks - before[1]];
    console.log(JSON.stringify({ took, result: String(result), operation: String(operation) }));
    busy = false;
    if (done < OPERATIONS.length) return;
    fs.rmSync(temporary);
    for (const each of [ticking, timer]) node.destroyTimer(each);
  });
  node.spin();
}
main();
