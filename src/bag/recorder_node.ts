import { DEFAULT_QOS, type GraphNode, Publisher, Service } from '../graph/index.js';
import type { MessageObject, TypeRegistry } from '../interfaces/index.js';
import type { BagRecorder } from './bag_recorder.js';
import { PlayerTick } from './player_tick.js';

interface Split {
  readonly closed: string;
  readonly opened: string;
}

/**
 * A recorder as a node: the services of rosbag2's recorder below its name (`~/pause`, `~/resume`,
 * `~/is_paused`, `~/split_bagfile`, and `~/snapshot` when it takes snapshots), and the event
 * `events/write_split`. It sees each message at the moment of publication: it needs no
 * subscriptions, loses nothing, and changes nothing for other nodes.
 */
export class RecorderNode {
  readonly node: GraphNode;
  readonly #splits: Split[] = [];

  /** @param path - the name of the bag in the events */
  constructor(node: GraphNode, types: TypeRegistry, recorder: BagRecorder, path: string) {
    this.node = node;
    const offer = (name: string, type: string, answer: () => MessageObject) => {
      const service = types.service(`rosbag2_interfaces/srv/${type}`);
      new Service(node, node.resolve(`~/${name}`), service, (_request, respond) =>
        respond(answer()),
      );
    };
    const pause = (paused: boolean) => () => {
      recorder.paused = paused;
      return {};
    };
    offer('pause', 'Pause', pause(true));
    offer('resume', 'Resume', pause(false));
    offer('is_paused', 'IsPaused', () => ({ paused: recorder.paused }));
    offer('split_bagfile', 'SplitBagfile', () => {
      recorder.split();
      return {};
    });
    if (recorder.takesSnapshots) {
      offer('snapshot', 'Snapshot', () => ({ success: recorder.snapshot() }));
    }
    this.#reportSplits(types, recorder, path);
  }

  /**
   * A split happens while another message is being published: its event is a separate, later
   * callback.
   */
  #reportSplits(types: TypeRegistry, recorder: BagRecorder, path: string): void {
    const { node } = this;
    const type = types.message('rosbag2_interfaces/msg/WriteSplitEvent');
    const qos = { ...DEFAULT_QOS, depth: 1 };
    const publisher = new Publisher(node, node.resolve('events/write_split'), type, qos);
    const tick = new PlayerTick(node, 'write_split', false, () => {
      const split = this.#splits.shift();
      if (split === undefined) return false;
      node.graph.begin(tick, 0, 0);
      const { closed, opened } = split;
      publisher.publish({ closed_file: closed, opened_file: opened, node_name: node.fullName });
      node.graph.end(tick, undefined);
      return true;
    });
    recorder.reportSplits(path, (closed, opened) => {
      this.#splits.push({ closed, opened });
      node.graph.kernel.ready.push(tick);
    });
  }
}
