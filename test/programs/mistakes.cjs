// One mistake each, chosen by the parameter `mistake`.
const { readFile } = require('node:fs');
const rclnodejs = require('rclnodejs');

const MISTAKES = {
  type: (node) => node.createPublisher('std_msgs/msg/Strin', 'chatter'),
  field: (node) => {
    const publisher = node.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel');
    node.createTimer(1_000_000_000n, () => publisher.publish({ linear: { x: 'fast' } }));
  },
  throws: (node) => {
    node.createTimer(1_500_000_000n, () => {
      throw new RangeError('out of cheese');
    });
  },
  rejects: (node) => {
    node.createTimer(1_500_000_000n, async () => {
      throw new Error('nobody waits for this');
    });
  },
  forgotten: (node) => {
    node.createTimer(1_500_000_000n, () => {
      Promise.reject(new Error('nobody waits for this either'));
    });
  },
  uncaught: (node) => {
    node.createTimer(1_500_000_000n, () => {
      readFile(__filename, () => {
        throw new Error('the file was not as it should be');
      });
    });
  },
  exits: (node) => node.createTimer(1_500_000_000n, () => process.exit(7)),
};

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('mistaken');
  const publisher = node.createPublisher('std_msgs/msg/String', 'alive');
  node.createTimer(1_000_000_000n, () => publisher.publish('still here'));
  node.declareParameter(
    new rclnodejs.Parameter('mistake', rclnodejs.ParameterType.PARAMETER_STRING, ''),
  );
  MISTAKES[node.getParameter('mistake').value](node);
  node.spin();
});
