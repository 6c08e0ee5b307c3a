/**
 * The synthetic benchmark of the rslcpp paper as a job. Whatever the machine does meanwhile, the
 * nodes make 19,011 callbacks in 100 s and end with the hash 7448837717382456148.
 */
import rclnodejs from 'rclnodejs';
import { NodeA, NodeB, NodeC, NodeD } from './nodes.js';
import { StateHash } from './state_hash.js';

const DEFAULT_TIMEOUT_S = 100;

let nodes = [];

export default {
  initialTime: 10_000_000_000n,

  timeoutSeconds: ({ parameters }) => Number(parameters.get('timeout_s') ?? DEFAULT_TIMEOUT_S),

  async nodes() {
    await rclnodejs.init();
    nodes = [new NodeA(), new NodeB(), new NodeC(), new NodeD()];
    return nodes;
  },

  /** Shown when the run is over. */
  results() {
    const final = new StateHash(505510631n);
    for (const node of nodes) final.combine(node.state.value);
    return {
      callbacks: nodes.reduce((sum, node) => sum + node.callbacks, 0),
      'final hash': final.value.toString(),
    };
  },
};
