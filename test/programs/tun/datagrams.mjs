// `echo`: answers three datagrams. Otherwise sends three to the given address, and prints how long each answer took.
import { createSocket } from 'node:dgram';

const [, , role] = process.argv;
const PORT = 7777;
const socket = createSocket('udp4');
let count = 0;
if (role === 'echo') {
  socket.bind(PORT);
  socket.on('message', (data, { port, address }) => {
    socket.send(data, port, address, () => {
      if (++count === 3) socket.close();
    });
  });
} else {
  const ask = () => socket.send(String(performance.now()), PORT, role);
  socket.on('message', (data) => {
    process.stdout.write(`answer after ${performance.now() - Number(data)} ms\n`);
    if (++count === 3) socket.close();
    else ask();
  });
  // The other side may not be listening yet.
  setTimeout(ask, 1000);
}
