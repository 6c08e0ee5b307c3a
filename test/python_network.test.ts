/** Python and JavaScript programs of a run reach each other by sockets, in virtual time. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Servers of three kinds; each answers after some virtual time. */
const SERVERS = `import asyncio, http.server, socketserver, threading, time


class Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(0.25)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'page at %.3f' % time.monotonic())

    def log_message(self, *_):
        pass


class Lines(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            time.sleep(0.05)
            self.wfile.write(b'ack ' + line)
        print('py client has gone', round(time.monotonic(), 6))


async def reverse(reader, writer):
    data = await reader.readexactly(1_000_000)
    await asyncio.sleep(0.1)
    writer.write(data[::-1])
    await writer.drain()
    writer.close()


async def main():
    async with await asyncio.start_server(reverse, 'localhost', PORT + 2) as server:
        await server.serve_forever()


for server in (http.server.ThreadingHTTPServer(('127.0.0.1', PORT), Pages),
               socketserver.ThreadingTCPServer(('', PORT + 1), Lines)):
    threading.Thread(target=server.serve_forever, daemon=True).start()
asyncio.run(main())
`;

const CLIENTS = `import http from 'node:http';
import net from 'node:net';

const say = (...what) => console.log('js', ...what, performance.now());
setTimeout(() => {
  http.get('http://127.0.0.1:' + PORT, (response) => response.on('data', (data) => say(String(data))));
  fetch('http://localhost:' + PORT).then((response) => response.text()).then(say);
}, 500);
setTimeout(() => {
  const lines = net.connect(PORT + 1);
  lines.write('one\\n');
  lines.once('data', (data) => {
    say(String(data).trim());
    lines.write('two\\n');
    lines.once('data', () => lines.destroy());
  });
}, 600);
setTimeout(() => {
  const large = net.connect(PORT + 2, 'localhost');
  const sent = Buffer.alloc(1_000_000);
  sent[0] = 7;
  large.end(sent);
  let [count, last] = [0, 0];
  large.on('data', (data) => [count, last] = [count + data.length, data.at(-1)]);
  large.on('end', () => say(count, last));
}, 900);
`;

const JAVASCRIPT_SERVER = `import http from 'node:http';

http.createServer((request, response) => {
  let count = 0;
  request.on('data', (data) => count += data.length);
  request.on('end', () => {
    response.write('x'.repeat(300_000));
    setTimeout(() => response.end(' got ' + count), 250);
  });
}).listen(PORT);
`;

/** Its timer goes on while a thread asks the server. */
const PYTHON_CLIENT = `import asyncio, threading, time, urllib.request
import rclpy

calls = 0
rclpy.init()
node = rclpy.create_node('client')


def tick():
    global calls
    calls += 1


async def ask_again():
    reader, writer = await asyncio.open_connection('localhost', PORT)
    writer.write(b'GET / HTTP/1.1\\r\\nHost: server\\r\\nConnection: close\\r\\n\\r\\n')
    page = await reader.read()
    print('py', len(page) > 300_000, round(time.monotonic(), 6))
    writer.close()
    try:
        await asyncio.open_connection('localhost', PORT + 4)
    except OSError as error:
        print('py', type(error).__name__)


def ask():
    time.sleep(0.5)
    with urllib.request.urlopen('http://127.0.0.1:%d' % PORT, data=b'y' * 500_000, timeout=2) as page:
        print('py', page.read()[-12:], round(time.monotonic(), 6), calls)
    asyncio.run(ask_again())


node.create_timer(0.1, tick)
threading.Thread(target=ask, daemon=True).start()
rclpy.spin(node)
`;

const folder = temporaryDirectory();

function run(port: number, programs: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text.replaceAll('PORT', String(port)));
  }
  const words = ['run', ...Object.keys(programs), '--until', '2s', '--no-record'];
  const { stdout } = orrery(words, { cwd: folder });
  const said = stdout.split('\n').filter((line) => /^(js|py) /.test(line));
  return { said, digest: /digest (\w+)/.exec(stdout)?.[1] };
}

describe.skipIf(PYTHON === undefined)('Python and JavaScript programs of a run', () => {
  let port = 0;
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    server.close();
    await once(server, 'close');
  });

  it('meet at servers in Python', () => {
    const programs = { 'servers.py': SERVERS, 'clients.mjs': CLIENTS };
    const first = run(port, programs);
    expect(first.said).toEqual([
      'js ack one 650',
      'py client has gone 0.7',
      'js page at 0.750 750',
      'js page at 0.750 750',
      'js 1000000 7 1000',
    ]);
    expect(run(port, programs)).toEqual(first);
  });

  it('meet at servers in JavaScript', () => {
    const programs = { 'server.mjs': JAVASCRIPT_SERVER, 'client.py': PYTHON_CLIENT };
    const first = run(port, programs);
    expect(first.said).toEqual([
      "py b'x got 500000' 0.75 7",
      'py True 1.0',
      'py ConnectionRefusedError',
    ]);
    expect(run(port, programs)).toEqual(first);
  });
});
