/** A program on a real network that is not a node of the user's, like the commands of ROS 2. */
import {
  ddsTopic,
  ddsType,
  endpointUserData,
  LiveParticipant,
  type LiveSample,
  type Qos,
  DEFAULT_QOS as WIRE_DEFAULT,
} from '../dds/index.js';
import { OrreryError } from '../errors/index.js';
import {
  decodeShown,
  type MessageObject,
  type ServiceType,
  TypeRegistry,
} from '../interfaces/index.js';
import { type LiveSettings, liveOptions } from '../live/index.js';
import { SystemGraph } from './system_graph.js';

/** If nothing new is heard for this many ms, all participants have been discovered. */
const QUIET_MS = 250;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class RosNetwork {
  readonly types = new TypeRegistry();
  /** The name of its node, which is hidden, as with ROS 2's own commands. */
  nodeName = `_orrery_cli_${process.pid}`;
  readonly #own: number[] = [];

  private constructor(
    readonly participant: LiveParticipant,
    readonly settings: LiveSettings,
  ) {}

  /**
   * Joins the network, and waits until all participants have been discovered.
   *
   * @param patience - how long to wait for a first participant, in ms
   * @throws OrreryError `ORR_DDS_…`
   */
  static async open(settings: LiveSettings, patience = 1000): Promise<RosNetwork> {
    const options = liveOptions(settings, process.env.ROS_DISTRO === 'humble');
    const network = new RosNetwork(await LiveParticipant.open(options), settings);
    await network.settle(patience);
    return network;
  }

  /** Waits until nothing new is heard, or until `patience` has passed without any participant. */
  async settle(patience: number): Promise<void> {
    const { graph } = this.participant;
    const end = performance.now() + patience;
    let last = performance.now();
    const leave = graph.watch(() => {
      last = performance.now();
    });
    for (;;) {
      await wait(10);
      const now = performance.now();
      if (now > end && (!this.#isHeard() || now - last > QUIET_MS)) break;
      if (this.#isHeard() && now - last > QUIET_MS) break;
    }
    leave();
  }

  /** Whether there are participants, and all ROS 2 participants have announced their nodes. */
  #isHeard(): boolean {
    const { peers, nodes } = this.participant.graph;
    const said = (prefix: string) =>
      nodes.some(({ readers, writers }) =>
        [...readers, ...writers].some((guid) => guid.startsWith(prefix)),
      );
    const all = [...peers.values()];
    return (
      all.length > 0 && all.every(({ enclave, prefix }) => enclave === undefined || said(prefix))
    );
  }

  /** Waits until a condition holds; returns false if it does not within this many ms. */
  async until(isSo: () => boolean, patience = Number.POSITIVE_INFINITY): Promise<boolean> {
    const end = performance.now() + patience;
    while (!isSo()) {
      if (performance.now() > end) return false;
      await wait(10);
    }
    return true;
  }

  /** The present state of the network. */
  get system(): SystemGraph {
    return new SystemGraph(this.participant.graph);
  }

  /**
   * Subscribes to a topic.
   *
   * @returns a function that ends the subscription
   */
  subscribe(
    topic: string,
    type: string,
    qos: Partial<Qos>,
    onSample: (sample: LiveSample) => void,
  ): () => void {
    const id = this.participant.createReader(this.#endpoint(topic, type, qos), {
      onSample: (sample) => {
        if (!sample.isDisposal) onSample(sample);
      },
    });
    this.#announce(id);
    return () => this.participant.remove(id);
  }

  /** @returns a function that publishes a message in CDR, and one that returns how many subscriptions match */
  advertise(
    topic: string,
    type: string,
    qos: Partial<Qos>,
  ): { readonly publish: (bytes: Uint8Array) => void; readonly matched: () => number } {
    let matched = 0;
    const id = this.participant.createWriter(this.#endpoint(topic, type, qos), {
      onMatched: (count) => {
        matched = count;
      },
    });
    this.#announce(id);
    return {
      publish: (bytes) => this.participant.write(id, bytes),
      matched: () => matched,
    };
  }

  /**
   * Calls a service as soon as it has a server.
   *
   * @param patience - how long to wait for a server and for its response, in ms
   * @throws OrreryError `ORR_TOOL_NO_SERVER`, `ORR_TOOL_NO_ANSWER`
   */
  async call(
    name: string,
    service: ServiceType,
    request: MessageObject,
    patience = Number.POSITIVE_INFINITY,
  ): Promise<MessageObject> {
    let isReady = false;
    const options = {
      ...{ name, type: service.name, qos: WIRE_DEFAULT },
      requestHash: service.request.hash,
      responseHash: service.response.hash,
    };
    const { participant } = this;
    const listener = {
      onReady: (now: boolean) => {
        isReady = now;
      },
    };
    const client = participant.createClient(options, listener);
    this.#announce(client);
    try {
      if (!(await this.until(() => isReady, patience))) throw noServer(name, patience);
      let answer: Uint8Array | undefined;
      participant.call(client, service.request.encode(request), (payload) => {
        answer = payload;
      });
      if (!(await this.until(() => answer !== undefined, patience))) {
        throw new OrreryError(
          'ORR_TOOL_NO_ANSWER',
          `The service ${name} did not answer within ${patience / 1000} s; allow more with --timeout.`,
        );
      }
      return decodeShown(service.response, answer!);
    } finally {
      participant.remove(client);
      this.#own.splice(this.#own.indexOf(client), 1);
    }
  }

  #endpoint(name: string, type: string, qos: Partial<Qos>) {
    const { hash } = this.types.message(type);
    return {
      topic: ddsTopic({ kind: 'topic', name }),
      type: ddsType(type),
      qos: { ...WIRE_DEFAULT, ...qos },
      userData: endpointUserData({ typeHash: hash }),
    };
  }

  #announce(id: number): void {
    this.#own.push(id);
    this.participant.setNodes([{ namespace: '/', name: this.nodeName, endpoints: this.#own }]);
  }

  async close(): Promise<void> {
    await this.participant.close();
  }
}

function noServer(name: string, patience: number): OrreryError {
  return new OrreryError(
    'ORR_TOOL_NO_SERVER',
    `No server of ${name} was found within ${patience / 1000} s; check orrery service list, the domain and the interface.`,
  );
}
