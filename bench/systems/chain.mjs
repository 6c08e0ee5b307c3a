// A chain of nodes: the first one publishes at 50 Hz, every other one passes on what it receives. Parameters: kind
// (uint64 | image_copy | image_transfer), nodes, seconds.
import rclnodejs from 'rclnodejs';

/** A grey picture of 100 KB. Without an encoding, it would also be searched for NaN. */
const IMAGE = { width: 400, height: 250, step: 400, encoding: 'mono8' };

function chain({ kind, nodes }) {
  const type = kind === 'uint64' ? 'std_msgs/msg/UInt64' : 'sensor_msgs/msg/Image';
  const options = { transfer: kind === 'image_transfer' };
  const list = Array.from({ length: nodes }, (_, i) => new rclnodejs.Node(`node_${i}`));
  list.forEach((node, i) => {
    const last = i === nodes - 1;
    const output = last ? undefined : node.createPublisher(type, `/hop_${i}`);
    if (i === 0) {
      let count = 0n;
      const image = rclnodejs.createMessageObject(type);
      node.createTimer(20_000_000n, () => {
        if (kind === 'uint64') output.publish({ data: ++count });
        else
          output.publish(
            { ...image, ...IMAGE, data: new Uint8Array(IMAGE.step * IMAGE.height) },
            {},
          );
      });
    } else {
      node.createSubscription(type, `/hop_${i - 1}`, (message) => {
        output?.publish(message, options);
      });
    }
  });
  return list;
}

export default {
  timeoutSeconds: ({ parameters }) => Number(parameters.get('seconds')),
  async nodes({ parameters }) {
    await rclnodejs.init();
    return chain({ kind: parameters.get('kind'), nodes: Number(parameters.get('nodes')) });
  },
};
