// `receive`: accepts one TCP connection and prints the SHA-256 of the data. Otherwise sends 200 kB to the given
// address.
import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';

const [, , role] = process.argv;
const PORT = 7778;
const content = Buffer.alloc(200_000, 'the quick brown fox');
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
if (role === 'receive') {
  const server = createServer((socket) => {
    server.close();
    const chunks = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      const got = Buffer.concat(chunks);
      process.stdout.write(
        `${got.length} bytes, ${digest(got) === digest(content) ? 'right' : 'wrong'}\n`,
      );
      socket.end();
    });
  }).listen(PORT);
} else {
  const attempt = () => {
    const socket = connect(PORT, role, () => socket.end(content));
    socket.once('error', () => setTimeout(attempt, 100));
  };
  attempt();
}
