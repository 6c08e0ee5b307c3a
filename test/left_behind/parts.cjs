'use strict';
// What programs meet of the client library without importing it: instances, whose classes they can reach.

exports.prototypesOf = (library, node) => {
  const { require: load } = library;
  const parts = {
    node,
    clock: node.getClock(),
    time: node.now(),
    logger: node.getLogger(),
    publisher: node.createPublisher('std_msgs/msg/String', 'part'),
    subscription: node.createSubscription('std_msgs/msg/String', 'part', () => {}),
    client: node.createClient('std_srvs/srv/Trigger', 'part'),
    service: node.createService('std_srvs/srv/Trigger', 'part', () => {}),
    timer: node.createTimer(1_000_000_000n, () => {}),
    guard: node.createGuardCondition(() => {}),
    message: new (load('sensor_msgs/msg/Range'))(),
    array: new (load('nav_msgs/msg/Path'))().poses,
    state: library.createLifecycleNode('part').currentState,
  };
  const found = new Map();
  for (const [name, part] of Object.entries(parts)) {
    let at = Object.getPrototypeOf(part);
    for (let depth = 0; at !== null && at !== Object.prototype; depth++) {
      found.set(`${name} ${depth}`, at);
      at = Object.getPrototypeOf(at);
    }
  }
  return found;
};
