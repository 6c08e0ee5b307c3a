// One 10 Hz publisher and many subscriptions. Parameters: subscriptions, kind (uint64 | imu | cloud),
// seconds.
import rclnodejs from 'rclnodejs';

const CLOUD_BYTES = 1_000_000;

const MESSAGES = {
  uint64: ['std_msgs/msg/UInt64', {}],
  imu: ['sensor_msgs/msg/Imu', {}],
  cloud: ['sensor_msgs/msg/PointCloud2', { data: new Uint8Array(CLOUD_BYTES).fill(7) }],
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
