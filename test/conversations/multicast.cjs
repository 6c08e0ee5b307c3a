/** Hears itself by multicast. */
const dgram = require('node:dgram');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  const hearer = dgram.createSocket({ type: 'udp4', reuseAddr: true });
  hearer.on('message', say);
  hearer.bind(0, () => {
    hearer.addMembership('239.9.9.9', '127.0.0.1');
    const speaker = dgram.createSocket('udp4');
    let said = 0;
    node.createTimer(10_000_000n, () =>
      speaker.send(String(said++), hearer.address().port, '239.9.9.9'),
    );
  });
  node.createTimer(3_000_000n, () => say('tick'));
  node.spin();
}
main();
