import {
  Client,
  type Entity,
  type GraphNode,
  LivelinessWatch,
  type Planner,
  Publisher,
  type SampleInfo,
  type SerializedMessage,
  Service,
  Subscription,
  Timer,
  Waitable,
} from '../graph/index.js';
import type { Simulation } from '../simulation/index.js';
import { endpointNumber } from './endpoint_number.js';
import type { Frame } from './frame.js';
import { FrameKind } from './frame_kinds.js';
import type { FrameWriter } from './frame_writer.js';
import { EVENT_KINDS, GuestEvent } from './guest_events.js';
import { messageIn } from './message_in.js';
import { noteGiven } from './note_given.js';
import { readQos } from './wire_qos.js';

/** Writes the input of a callback into the frame that runs it. */
export type WriteInput = (frame: FrameWriter) => void;

/** Makes the guest run a callback of `entity`. */
export type CallGuest = (entity: Waitable, write: WriteInput) => unknown;

interface OpenRequest {
  readonly respond: (response: unknown) => void;
  readonly service: Service;
}

const TIMER_CANCEL = 0;
const TIMER_RESET = 1;
const TIMER_PERIOD = 2;
/** Flag of a timer that is created cancelled. */
const NO_AUTOSTART = 1;

/** The nodes and entities of one guest, by the numbers that the guest gave them. */
export class GuestEntities {
  readonly nodes = new Map<number, GraphNode>();
  readonly #entities = new Map<number, Entity>();
  readonly #numbers = new Map<Entity, number>();
  readonly #requests = new Map<number, OpenRequest>();
  readonly #simulation: Simulation;
  readonly #call: CallGuest;
  readonly #planner: Planner;
  readonly #limit: number;
  #lastRequest = 0;

  constructor(simulation: Simulation, limit: number, call: CallGuest) {
    this.#simulation = simulation;
    this.#limit = limit;
    const schedule = (
      delay: number,
      callback: () => void,
      { background }: { background: boolean },
    ) => {
      const timer = simulation.schedule(delay, callback);
      timer.keepAlive(!background);
      return timer;
    };
    this.#planner = { graph: simulation.graph, schedule };
    this.#call = call;
  }

  /** Creates what a frame declares; undefined if the frame declares nothing. */
  declare(frame: Frame): Entity | GraphNode | undefined {
    switch (frame.kind) {
      case FrameKind.NODE:
        return this.#node(frame);
      case FrameKind.PUBLISHER:
        return this.#own(frame, this.#publisher(frame));
      case FrameKind.SUBSCRIPTION:
        return this.#own(frame, this.#subscription(frame));
      case FrameKind.SERVICE:
        return this.#own(frame, this.#service(frame));
      case FrameKind.CLIENT:
        return this.#own(frame, this.#client(frame));
      case FrameKind.TIMER:
        return this.#own(frame, this.#timer(frame));
      case FrameKind.EVENT:
        return this.#own(frame, this.#event(frame));
      case FrameKind.GIVEN:
        return noteGiven(frame, this.nodes.get(frame.subject));
      default:
        return undefined;
    }
  }

  /** The entity of this number, which must be of this class. */
  get<T extends Entity>(frame: Frame, number: number, kind: abstract new (...a: never[]) => T): T {
    const entity = this.#entities.get(number);
    if (!(entity instanceof kind)) {
      throw frame.fault(`names ${number}, which is not one of its ${kind.name.toLowerCase()}s`);
    }
    return entity;
  }

  find(number: number): Entity | undefined {
    return this.#entities.get(number);
  }

  numberOf(entity: Entity): number {
    return this.#numbers.get(entity) ?? 0;
  }

  waitable(frame: Frame, number: number): Waitable | undefined {
    const entity = this.#entities.get(number);
    if (entity === undefined) return undefined;
    if (!(entity instanceof Waitable))
      throw frame.fault(`waits for ${number}, which never happens`);
    return entity;
  }

  /** Notes where the callback of an entity stands in the guest's code. */
  place(frame: Frame): void {
    const entity = this.#entities.get(frame.subject);
    const file = frame.string();
    const line = frame.u32();
    const name = frame.string();
    if (entity instanceof Waitable) entity.place = { file, line, function: name };
  }

  remove({ subject }: Frame): void {
    const node = this.nodes.get(subject);
    if (node !== undefined) {
      this.nodes.delete(subject);
      node.destroy();
      return;
    }
    const entity = this.#entities.get(subject);
    if (entity === undefined) return;
    this.#entities.delete(subject);
    this.#numbers.delete(entity);
    entity.destroy();
  }

  /** Removes the nodes of a guest that is gone, in the order of their numbers. */
  removeAll(): void {
    const nodes = [...this.nodes].sort(([a], [b]) => a - b);
    this.nodes.clear();
    for (const [, node] of nodes) node.destroy();
    this.#requests.clear();
  }

  setTimer(frame: Frame): void {
    const timer = this.get(frame, frame.subject, Timer);
    const operation = frame.u8();
    const value = frame.i64();
    if (operation === TIMER_CANCEL) timer.cancel();
    else if (operation === TIMER_RESET) timer.reset();
    else if (operation === TIMER_PERIOD) timer.period = value;
    else throw frame.fault(`has no operation ${operation}`);
  }

  respond(frame: Frame, number: number): void {
    const request = this.#requests.get(number);
    if (request === undefined) return;
    this.#requests.delete(number);
    const { name, type } = request.service;
    request.respond(type.response.decode(messageIn(frame, type.response, name)));
  }

  request(frame: Frame, sequence: number): void {
    const client = this.get(frame, frame.subject, Client);
    const bytes = messageIn(frame, client.type.request, client.name);
    client.send(client.type.request.decode(bytes), (response) => {
      const content = client.type.response.encode(response);
      return this.#call(client, (out) => out.i64(sequence).raw(content));
    });
  }

  #own(frame: Frame, entity: Entity): Entity {
    if (this.#entities.has(frame.subject)) throw frame.fault(`declares ${frame.subject} again`);
    if (this.#entities.size >= this.#limit) {
      throw frame.fault(`declares more than ${this.#limit} entities`);
    }
    this.#entities.set(frame.subject, entity);
    this.#numbers.set(entity, frame.subject);
    return entity;
  }

  #node(frame: Frame): GraphNode {
    if (this.nodes.size >= this.#limit)
      throw frame.fault(`declares more than ${this.#limit} nodes`);
    const name = frame.string();
    const namespace = frame.string();
    const domain = frame.u32();
    const node = this.#simulation.graph.createNode({ name, namespace, domain });
    node.isAwaited = false;
    this.nodes.set(frame.subject, node);
    return node;
  }

  #nodeOf(frame: Frame): GraphNode {
    const number = frame.u32();
    const node = this.nodes.get(number);
    if (node === undefined) throw frame.fault(`names ${number}, which is not one of its nodes`);
    return node;
  }

  #publisher(frame: Frame): Publisher {
    const node = this.#nodeOf(frame);
    const topic = frame.string();
    const type = this.#simulation.types.message(frame.string());
    frame.string();
    const publisher = new Publisher(node, topic, type, readQos(frame));
    const liveliness = LivelinessWatch.watch(this.#planner, publisher);
    if (liveliness !== undefined) publisher.events = { published: () => liveliness.assert() };
    return publisher;
  }

  #subscription(frame: Frame): Subscription {
    const node = this.#nodeOf(frame);
    const topic = frame.string();
    const type = this.#simulation.types.message(frame.string());
    frame.string();
    const qos = readQos(frame);
    const subscription: Subscription = new Subscription(
      node,
      topic,
      type,
      (message, info) =>
        this.#call(subscription, (out) => {
          writeInfo(out, this.#simulation.graph.epoch, info!);
          out.raw((message as SerializedMessage).serialized);
        }),
      { qos, wantsInfo: true, raw: true, readsOnly: true },
    );
    return subscription;
  }

  #service(frame: Frame): Service {
    const node = this.#nodeOf(frame);
    const name = frame.string();
    const type = this.#simulation.types.service(frame.string());
    frame.string();
    const service: Service = new Service(
      node,
      name,
      type,
      (request, respond, { client, sequence }) => {
        const number = ++this.#lastRequest;
        this.#requests.set(number, { respond, service });
        const content = type.request.encode(request);
        return this.#call(service, (out) =>
          out.u32(number).u32(endpointNumber(client)).i64(sequence).raw(content),
        );
      },
      readQos(frame),
    );
    return service;
  }

  #client(frame: Frame): Client {
    const node = this.#nodeOf(frame);
    const name = frame.string();
    const type = this.#simulation.types.service(frame.string());
    frame.string();
    return new Client(node, name, type, readQos(frame));
  }

  #timer(frame: Frame): Timer {
    const node = this.#nodeOf(frame);
    const period = frame.i64();
    const flags = frame.u8();
    const timer: Timer = new Timer(node, period, () => this.#call(timer, () => {}));
    if ((flags & NO_AUTOSTART) !== 0) timer.cancel();
    return timer;
  }

  #event(frame: Frame): GuestEvent {
    const number = frame.u32();
    const endpoint = this.find(number);
    if (!(endpoint instanceof Publisher || endpoint instanceof Subscription)) {
      throw frame.fault(`names ${number}, which is not one of its endpoints`);
    }
    const kind = EVENT_KINDS[frame.u8()];
    if (kind === undefined) throw frame.fault('names an event that does not exist');
    const event: GuestEvent = new GuestEvent(this.#planner, endpoint, kind, (status) =>
      this.#call(event, (out) => out.text(status)),
    );
    return event;
  }
}

function writeInfo(out: FrameWriter, epoch: bigint, info: SampleInfo): void {
  const start = Number(epoch);
  const { publisher } = info;
  if (Number.isSafeInteger(start + info.receivedTime)) {
    out.i64(start + info.sourceTime).i64(start + info.receivedTime);
  } else {
    out.big(epoch + BigInt(info.sourceTime)).big(epoch + BigInt(info.receivedTime));
  }
  out.u32(info.sequence >>> 0).u32(publisher === undefined ? 0 : endpointNumber(publisher));
}
