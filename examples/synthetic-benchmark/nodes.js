/** The four nodes of the benchmark (rslcpp paper, section IV-A): ordinary rclnodejs nodes. */
import rclnodejs from 'rclnodejs';
import { StateHash } from './state_hash.js';

const UINT64 = 'std_msgs/msg/UInt64';
const TRIGGER = 'std_srvs/srv/Trigger';
const DEPTH_1 = {
  qos: new rclnodejs.QoS(
    rclnodejs.QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    rclnodejs.QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    rclnodejs.QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  ),
};
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** A node whose state hashes, in order, what was called, when, and with which data. */
class HashingNode extends rclnodejs.Node {
  /** @param {string} name @param {bigint} initialState */
  constructor(name, initialState) {
    super(name);
    this.state = new StateHash(initialState);
    this.callbacks = 0;
  }

  /** Every callback does this first. */
  enter(id, data) {
    this.callbacks++;
    this.state.combine(id);
    this.state.combine(this.now().nanoseconds);
    if (data !== undefined) this.state.combine(data);
  }

  publisher(topic) {
    return this.createPublisher(UINT64, topic, DEPTH_1);
  }

  publishState(publisher) {
    publisher.publish({ data: this.state.value });
  }

  every(milliseconds, id, publisher) {
    this.createTimer(milliseconds * NANOSECONDS_PER_MILLISECOND, () => {
      this.enter(id);
      this.publishState(publisher);
    });
  }

  /** @param {import('rclnodejs').Publisher} [output] */
  react(topic, id, output) {
    this.createSubscription(UINT64, topic, DEPTH_1, (message) => {
      this.enter(id, message.data);
      if (output !== undefined) this.publishState(output);
    });
  }
}

export class NodeA extends HashingNode {
  constructor() {
    super('node_a', 55272744n);
    const t1 = this.publisher('/t1');
    const t2 = this.publisher('/t2');
    this.every(100n, 11162456753n, t1);
    this.every(50n, 11151784617n, t2);
    this.react('/t5', 22255799981n);
  }
}

export class NodeB extends HashingNode {
  constructor() {
    super('node_b', 34983402n);
    const t3 = this.publisher('/t3');
    const t5 = this.publisher('/t5');
    this.every(40n, 11111071799n, t5);
    this.react('/t2', 22229447589n, t3);
  }
}

export class NodeC extends HashingNode {
  constructor() {
    super('node_c', 87997653n);
    const t4 = this.publisher('/t4');
    const s1 = this.createClient(TRIGGER, '/s1');
    const onResponse = (response) => this.enter(44442759714n, BigInt(response.message));
    this.createSubscription(UINT64, '/t1', DEPTH_1, (message) => {
      this.enter(22295316797n, message.data);
      s1.sendRequest({}, onResponse);
    });
    this.react('/t3', 22227118361n, t4);
  }
}

export class NodeD extends HashingNode {
  constructor() {
    super('node_d', 11380831n);
    const t5 = this.publisher('/t5');
    this.react('/t4', 2227672095n, t5);
    this.createService(TRIGGER, '/s1', (_request, response) => {
      this.enter(33396054244n);
      response.send({ success: true, message: this.state.value.toString() });
    });
  }
}
