import { DEFAULT_QOS, ddsTopic, ddsType, endpointUserData, type Qos } from '../dds/index.js';
import type { BridgeSide } from './bridge.js';
import type { EndpointInfo } from './system_graph.js';

interface Names {
  readonly name: string;
  readonly as: string;
  readonly type: string;
}

/** One topic in one direction: a reader here, a writer there. Messages of any type pass unchanged. */
export class BridgedTopic {
  passed = 0;
  #ends: { readonly reader: number; readonly writer: number; readonly qos: string } | undefined;

  constructor(
    readonly source: BridgeSide,
    readonly target: BridgeSide,
    readonly names: Names,
    readonly isOfBridge: (guid: string) => boolean,
  ) {}

  /** Sets the publishers on the source side; the writer on the target side then offers what they all offer. */
  follow(offers: readonly EndpointInfo[]): void {
    const qos = commonQos(offers);
    const key = JSON.stringify([
      qos.reliability,
      qos.durability,
      qos.history,
      String(qos.lifespan),
    ]);
    if (this.#ends?.qos === key) return;
    this.close();
    const { name, as, type } = this.names;
    const hash = offers.find(({ typeHash }) => typeHash !== undefined)?.typeHash;
    const userData = endpointUserData(hash === undefined ? {} : { typeHash: hash });
    const end = (topic: string) => ({
      ...{ topic: ddsTopic({ kind: 'topic', name: topic }), type: ddsType(type), qos, userData },
    });
    const writer = this.target.participant.createWriter(end(as));
    const reader = this.source.participant.createReader(end(name), {
      onSample: ({ writer: from, payload, isDisposal }) => {
        if (isDisposal || this.isOfBridge(from)) return;
        this.passed++;
        this.target.participant.write(writer, payload);
      },
    });
    this.#ends = { reader, writer, qos: key };
  }

  close(): void {
    if (this.#ends === undefined) return;
    this.source.participant.remove(this.#ends.reader);
    this.target.participant.remove(this.#ends.writer);
    this.#ends = undefined;
  }
}

/** The QoS that all of these publishers offer. */
function commonQos(offers: readonly EndpointInfo[]): Qos {
  const all = (holds: (qos: Qos) => boolean) => offers.every(({ qos }) => holds(qos));
  const depth = offers.reduce((most, { qos }) => Math.max(most, qos.history.depth), 10);
  const lifespan = offers.reduce((least, { qos }) => Math.min(least, qos.lifespan), Infinity);
  return {
    ...DEFAULT_QOS,
    reliability: all(({ reliability }) => reliability === 'reliable') ? 'reliable' : 'best_effort',
    durability: all(({ durability }) => durability !== 'volatile') ? 'transient_local' : 'volatile',
    history: { kind: 'keep_last', depth },
    lifespan,
  };
}
