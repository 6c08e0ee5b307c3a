// A job that is never finished, whose time is limited.
import rclnodejs from 'rclnodejs';

export default {
  async nodes() {
    await rclnodejs.init();
    const node = new rclnodejs.Node('worker');
    node.createTimer(100_000_000n, () => {});
    return [node];
  },
  finished: () => false,
  timeoutSeconds: () => 2,
};
