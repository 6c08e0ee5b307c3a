// What the programs of this folder share: nodes with integers on their topics.
const rclnodejs = require('rclnodejs');

const INT32 = 'std_msgs/msg/Int32';
const ADD = 'example_interfaces/srv/AddTwoInts';

class SmallNode {
  constructor(name) {
    this.ros = new rclnodejs.Node(name);
  }

  /** Returns a function that publishes a number. */
  topic(name, qos) {
    const publisher = this.ros.createPublisher(INT32, name, qos && { qos });
    return (data) => publisher.publish({ data });
  }

  on(name, callback, qos) {
    this.ros.createSubscription(INT32, name, qos ? { qos } : {}, ({ data }) => callback(data));
  }

  every(ms, callback) {
    return this.ros.createTimer(BigInt(ms) * 1_000_000n, callback);
  }

  /** Calls back once, after that many ms. */
  after(ms, callback) {
    const timer = this.every(ms, () => {
      timer.cancel();
      callback();
    });
  }

  /** A service of two numbers; returns their answer. */
  serve(name, answer) {
    this.ros.createService(ADD, name, ({ a, b }, response) => {
      const reply = response.template;
      reply.sum = BigInt(answer(Number(a), Number(b)));
      response.send(reply);
    });
  }

  /** Returns a function that asks the service and settles with its answer. */
  client(name) {
    const client = this.ros.createClient(ADD, name);
    return (a = 0, b = 0) =>
      new Promise((resolve) => {
        client.sendRequest({ a: BigInt(a), b: BigInt(b) }, ({ sum }) => resolve(Number(sum)));
      });
  }
}

/** Builds a system; `build` is given a function that makes nodes. */
module.exports = async function smallSystem(build) {
  await rclnodejs.init();
  const nodes = [];
  build((name) => {
    const node = new SmallNode(name);
    nodes.push(node);
    return node;
  });
  for (const { ros } of nodes) ros.spin();
};
