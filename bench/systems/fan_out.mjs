// One 10 Hz publisher and many subscriptions. Parameters: subscriptions, kind (uint64 | imu | cloud),
// seconds.
import rclnodejs from 'rclnodejs';

/** Number of points of 16 bytes each: x, y, z, intensity. */
const POINTS = 62_500;

/** Rings on a rough plane with sensor noise: 1 MB that compresses like real scans. */
function points() {
  const values = new Float32Array(4 * POINTS);
  let noise = 1;
  for (let i = 0; i < values.length; i += 4) {
    noise = Math.imul(noise, 1664525) + 1013904223;
    const range = 5 + (i % 64) + (noise >>> 24) * 1e-4;
    const angle = i * 2.5e-5;
    values[i] = range * (1 - angle);
    values[i + 1] = range * angle;
    values[i + 2] = (noise >>> 20) * 1e-5;
    values[i + 3] = noise & 255;
  }
  return new Uint8Array(values.buffer);
}

const MESSAGES = {
  uint64: ['std_msgs/msg/UInt64', {}],
  imu: ['sensor_msgs/msg/Imu', {}],
  cloud: ['sensor_msgs/msg/PointCloud2', { data: points() }],
};

export default {
  timeoutSeconds: ({ parameters }) => Number(parameters.get('seconds')),
  async nodes({ parameters }) {
    await rclnodejs.init();
    const [type, content] = MESSAGES[parameters.get('kind')];
    const source = new rclnodejs.Node('source');
    const publisher = source.createPublisher(type, '/data');
    const message = Object.assign(rclnodejs.createMessageObject(type), content);
    source.createTimer(100_000_000n, () => publisher.publish(message));
    const sink = new rclnodejs.Node('sink');
    for (let i = 0; i < Number(parameters.get('subscriptions')); i++) {
      sink.createSubscription(type, '/data', () => {});
    }
    return [source, sink];
  },
};
