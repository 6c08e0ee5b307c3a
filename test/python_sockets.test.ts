/** Sockets of Python programs: between programs of a run in virtual time, and to somebody outside in reality; all are reported. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Answers each line after 0.2 s, in a thread per client, and sends datagrams. */
const DEVICE = `import socket, threading, time

port = PORT


def serve(connection):
    with connection, connection.makefile('rwb') as stream:
        for line in stream:
            time.sleep(0.2)
            stream.write(b'echo ' + line)
            stream.flush()
    print('client has gone', round(time.monotonic(), 3))


def send_beacons():
    beacon = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for number in range(3):
        time.sleep(0.5)
        beacon.sendto(b'beacon %d' % number, ('127.0.0.1', port + 1))


server = socket.create_server(('127.0.0.1', port))
threading.Thread(target=send_beacons, daemon=True).start()
while True:
    connection, _ = server.accept()
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
`;

const DRIVER = `import socket, threading, time
import rclpy

port = PORT
rclpy.init()
node = rclpy.create_node('driver')


def say(text):
    print(f'{time.monotonic():.3f} {text}')


while True:
    try:
        device = socket.create_connection(('localhost', port), timeout=2)
        break
    except OSError as error:
        say(error.strerror)
        time.sleep(0.3)
beacons = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
beacons.bind(('', port + 1))
beacons.settimeout(1)
asked = 0


def listen():
    while True:
        try:
            say(beacons.recv(100).decode())
        except socket.timeout as error:
            say(str(error))


def ask():
    global asked
    asked += 1
    text = str(asked) * (1_000_000 if asked == 2 else 1)
    device.sendall(text.encode())
    device.sendall(b'\\n')
    answer = b''
    while not answer.endswith(b'\\n'):
        answer += device.recv(65536)
    say(f'{answer[:7]} {len(answer)}')
    if asked == 2:
        device.close()
        timer.cancel()


threading.Thread(target=listen, daemon=True).start()
timer = node.create_timer(0.7, ask)
rclpy.spin(node)
`;

/** Waits for a client and a datagram that never come, and for a pair of its own. */
const LONELY = `import socket, socketserver, threading, time

server = socket.create_server(('127.0.0.1', 0))
datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
datagrams.bind(('127.0.0.1', 0))
threading.Thread(target=server.accept, daemon=True).start()
for timeout in 0.25, 0.1, 0.03, 1.27:
    datagrams.settimeout(timeout)
    before = time.monotonic()
    try:
        datagrams.recvfrom(100)
    except TimeoutError as error:
        print(error, round(time.monotonic() - before, 9))
one, other = socket.socketpair()
threading.Timer(1, other.sendall, [b'x' * 3_000_000]).start()
count = 0
while count < 3_000_000:
    count += len(one.recv(100_000))
print(count, round(time.monotonic(), 6))
datagrams.setblocking(False)
for flags in 0, socket.MSG_DONTWAIT:
    try:
        datagrams.recvfrom(100, flags)
    except BlockingIOError:
        datagrams.setblocking(True)
        print('nothing')
`;

/** Asks a server that is not of the run. */
const CLIENT = `import socket, time
import rclpy

rclpy.init()
node = rclpy.create_node('client')
node.create_timer(0.1, lambda: None)
with socket.create_connection(('127.0.0.1', PORT), timeout=1.0) as connection:
    connection.sendall(b'question')
    print(connection.recv(100), time.monotonic())
print(socket.gethostbyname(socket.gethostname()))
rclpy.spin_once(node)
`;

const ASYNC_SERVER = `import asyncio, time


async def serve(reader, writer):
    while line := await reader.readline():
        await asyncio.sleep(0.25)
        writer.write(line.upper())
    writer.close()
    print('client has gone', time.monotonic())


async def main():
    async with await asyncio.start_server(serve, '127.0.0.1', PORT) as server:
        await server.serve_forever()


asyncio.run(main())
`;

const ASYNC_CLIENT = `import asyncio, time


async def main():
    reader, writer = await asyncio.open_connection('localhost', PORT)
    for number in range(2):
        writer.write(b'ping\\n')
        print(await reader.readline(), time.monotonic())
    try:
        await asyncio.wait_for(reader.readline(), 0.5)
    except asyncio.TimeoutError:
        print('nothing', time.monotonic())
    writer.close()
    await writer.wait_closed()


asyncio.run(main())
`;

/** Each line leaves the virtual world. */
const ESCAPES = `import os, socket, subprocess, sys
stream, datagram = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
try: stream.connect(('127.0.0.1', 9))
except OSError: pass
stream.connect_ex(('127.0.0.1', 9))
datagram.bind(('127.0.0.1', 0))
datagram.sendto(b'', ('127.0.0.1', 9))
datagram.sendto(b'', 0, ('127.0.0.1', 9))
datagram.sendmsg([b''], [], 0, ('127.0.0.1', 9))
datagram.connect(('127.0.0.1', 9))
socket.getaddrinfo('127.0.0.1', 9)
socket.gethostbyname('127.0.0.1')
socket.gethostbyname_ex('127.0.0.1')
subprocess.Popen(['true']).wait()
os.system('true')
os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)
os.waitpid(os.fork() or os._exit(0), 0)
os.spawnv(os.P_WAIT, '/bin/true', ['true'])
`;

/** A server in a process of its own, since commands of tests run while this one waits. */
const SERVER = `const server = require('node:net').createServer((socket) => {
  socket.on('data', () => setTimeout(() => socket.end('answer'), 300)).on('error', () => {});
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

const folder = temporaryDirectory();

/** A port that nobody used a moment ago; so, most likely, is the next one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function run(port: number, programs: Readonly<Record<string, string>>, ...more: string[]) {
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text.replace('PORT', String(port)));
  }
  const words = ['run', ...Object.keys(programs), '--until', '4s', '--no-record', ...more];
  const { status, stdout, stderr } = orrery(words, { cwd: folder });
  const said = stdout.split('\n').filter((line) => !/^(Done|digest|not repro|Failed)/.test(line));
  return { status, said: said.join('\n').trim(), digest: /digest (\w+)/.exec(stdout)?.[1], stderr };
}

describe.skipIf(PYTHON === undefined)('sockets of Python programs', () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
  });

  it('carry data between programs of a run at one instant, the same in every run', () => {
    const programs = { 'device.py': DEVICE, 'driver.py': DRIVER };
    const first = run(port, programs);
    expect(first.said.split('\n')).toEqual([
      '0.500 beacon 0',
      "0.900 b'echo 1\\n' 7",
      '1.000 beacon 1',
      '1.500 beacon 2',
      "1.600 b'echo 22' 1000006",
      'client has gone 1.6',
      '2.500 timed out',
      '3.500 timed out',
    ]);
    for (let i = 0; i < 3; i++) expect(run(port, programs)).toEqual(first);
  });

  it('find a device that starts later', () => {
    const { said } = run(port, { 'driver.py': DRIVER, 'device.py': DEVICE });
    expect(said.split('\n').slice(0, 2)).toEqual(['0.000 Connection refused', '0.500 beacon 0']);
  });

  it('that wait for nobody let other threads run, until their own timeout', () => {
    expect(run(port, { 'lonely.py': LONELY })).toMatchObject({
      status: 0,
      said: 'timed out 0.25\ntimed out 0.1\ntimed out 0.03\ntimed out 1.27\n3000000 2.65\nnothing\nnothing',
    });
  });

  it('work in loops of asyncio, and a server that waits for further clients is not stuck', () => {
    expect(run(port, { 'server.py': ASYNC_SERVER, 'client.py': ASYNC_CLIENT })).toMatchObject({
      status: 0,
      said: "b'PING\\n' 0.25\nb'PING\\n' 0.5\nnothing 1.0\nclient has gone 1.0",
    });
  });

  it('are reported, with what else leaves the virtual world', () => {
    const { stderr } = run(port, { 'escapes.py': ESCAPES });
    const lines = [...stderr.matchAll(/^leak \w+: .* at \S+escapes\.py:(\d+):1 /gm)];
    const expected = ESCAPES.split('\n').flatMap((text, i) =>
      /^(import|stream, |except|$)/.test(text) ? [] : [i + 1],
    );
    expect([...new Set(lines.map(([, line]) => Number(line)))]).toEqual(expected);
    expect(run(port, { 'escapes.py': ESCAPES }, '--strict').status).toBe(1);
  });

  describe('to a server outside', () => {
    const server = spawn(process.execPath, ['-e', SERVER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    afterAll(() => void server.kill());

    it('wait in reality, and no virtual time passes', async () => {
      const [outside] = await once(server.stdout, 'data');
      expect(run(Number(outside), { 'client.py': CLIENT })).toMatchObject({
        status: 0,
        said: "b'answer' 0.0\n127.0.0.1",
      });
    });
  });
});
