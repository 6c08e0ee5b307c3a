// A job that finishes after its first timer.
import rclnodejs from 'rclnodejs';

let done = false;
export default {
  async nodes() {
    await rclnodejs.init();
    const node = new rclnodejs.Node('worker');
    node.createTimer(100_000_000n, () => {
      done = true;
    });
    return [node];
  },
  finished: () => done,
  exitCode: () => 5,
};
