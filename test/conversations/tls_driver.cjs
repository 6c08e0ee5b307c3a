/** A driver that asks a device over TLS (a shared key, no certificates) and ends with its goodbye. */
const tls = require('node:tls');
const rclnodejs = require('rclnodejs');

const psk = Buffer.from('0123456789abcdef');
const common = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' };
const device = tls.createServer({ ...common, pskCallback: () => psk }, (socket) => {
  socket.on('data', (data) => setTimeout(() => socket.write(`${data.length}:${data}`), 4));
  socket.on('end', () => socket.end('goodbye'));
});
device.listen(0, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  const socket = tls.connect({
    ...common,
    port: device.address().port,
    pskCallback: () => ({ psk, identity: 'driver' }),
    checkServerIdentity: () => undefined,
  });
  socket.on('secureConnect', () => say(socket.getCipher().name));
  socket.on('data', say);
  socket.on('close', () => say('closed'));
  let asked = 0;
  const timer = node.createTimer(10_000_000n, () => {
    socket.write(`question ${asked++}`);
    if (asked < 20) return;
    node.destroyTimer(timer);
    socket.end();
  });
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
