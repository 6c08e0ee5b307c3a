// The sign of the NaN changes when the engine optimises `negated`.
const rclnodejs = require('rclnodejs');

const negated = (x) => x * -1;
const floats = new Float32Array(4);
const bytes = new Uint8Array(floats.buffer);

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('suspect');
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', 'said');
  node.createTimer(100_000_000n, () => {
    floats[1] = negated(Number.NaN);
    publisher.publish({ data: bytes });
  });
  rclnodejs.spin(node);
});
