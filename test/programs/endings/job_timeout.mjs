// A job that never finishes, with a time limit.
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
