// Five nodes that each get two messages at one instant. Three of them mind which comes first: it
// throws, its result is another, or what it says first is another. Two do not.
const rclnodejs = require('rclnodejs');

const judges = {
  thrower: (from) => (seen, say) => {
    if (from === 'b' && seen.length % 2 === 0) throw new Error('b came first');
    say(0);
  },
  resulter: (from) => (seen, say) => {
    if (seen.length % 2 === 1) say(from === 'a' ? 1 : 2);
  },
  first_word: (from) => (seen, say) => say(seen.length % 2 === 1 ? 7 : from === 'a' ? 1 : 2),
  adder: () => (seen, say) => {
    if (seen.length % 2 === 1) say(seen.length);
  },
  silent: () => () => {},
};

(async () => {
  await rclnodejs.init();
  for (const [i, [name, judge]] of Object.entries(judges).entries()) {
    const node = new rclnodejs.Node(name);
    const result = node.createPublisher('std_msgs/msg/Int32', `/${name}/result`);
    const say = (data) => result.publish({ data });
    const seen = [];
    for (const from of ['a', 'b']) {
      const source = new rclnodejs.Node(`${name}_${from}`);
      const publisher = source.createPublisher('std_msgs/msg/Int32', `/${name}/${from}`);
      source.createTimer(BigInt(100 + 10 * i) * 1_000_000n, () => publisher.publish({ data: 1 }));
      source.spin();
      node.createSubscription('std_msgs/msg/Int32', `/${name}/${from}`, () => {
        judge(from)(seen, say);
        seen.push(from);
      });
    }
    node.spin();
  }
})();
