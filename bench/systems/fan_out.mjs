// One 10 Hz publisher and many subscriptions. Parameters: subscriptions, kind (uint64 | imu), seconds.
import rclnodejs from 'rclnodejs';

export default {
  timeoutSeconds: ({ parameters }) => Number(parameters.get('seconds')),
  async nodes({ parameters }) {
    await rclnodejs.init();
    const type = parameters.get('kind') === 'imu' ? 'sensor_msgs/msg/Imu' : 'std_msgs/msg/UInt64';
    const source = new rclnodejs.Node('source');
    const publisher = source.createPublisher(type, '/data');
    const message = rclnodejs.createMessageObject(type);
    source.createTimer(100_000_000n, () => publisher.publish(message));
    const sink = new rclnodejs.Node('sink');
    for (let i = 0; i < Number(parameters.get('subscriptions')); i++) {
      sink.createSubscription(type, '/data', () => {});
    }
    return [source, sink];
  },
};
