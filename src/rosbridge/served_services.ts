import type { MessageObject } from '../interfaces/index.js';
import type { Bridge, Reply } from './bridge.js';
import type { ClientOutput } from './client_output.js';
import { rosName, text, type Words } from './client_words.js';
import { MAX_OFFERS, MAX_OPEN_CALLS } from './limits.js';
import { fromJson, toJson } from './message_json.js';
import { refused } from './refused.js';

interface Asked {
  readonly service: string;
  readonly answer: (values: unknown, isDone: boolean) => void;
}

/** The services that a client offers, and the requests that it has not answered. */
export class ServedServices {
  readonly #offers = new Map<string, () => void>();
  readonly #asked = new Map<string, Asked>();
  #count = 0;

  constructor(
    readonly bridge: Bridge,
    readonly output: ClientOutput,
  ) {}

  advertise(words: Words): void {
    const service = rosName(words, 'service');
    if (this.#offers.size >= MAX_OFFERS) throw refused(`No more than ${MAX_OFFERS} services.`);
    const { offered, types } = this.bridge;
    const type = types.service(text(words, 'type'));
    const ask = (request: MessageObject, answer: (reply: Reply) => void) => {
      const reply = (values: unknown, isDone: boolean) =>
        answer(
          isDone
            ? { type: type.response, message: fromJson(type.response, values) }
            : { failure: typeof values === 'string' ? values : `${service} has failed.` },
        );
      this.#ask(service, toJson(type.request, request), reply, answer);
    };
    this.#offers.set(service, offered.offer(service, type, ask));
  }

  #ask(service: string, args: string, answer: Asked['answer'], refuse: (reply: Reply) => void) {
    if (this.#asked.size >= MAX_OPEN_CALLS) {
      const failure = `${MAX_OPEN_CALLS} requests wait for the client that offers ${service}.`;
      this.output.tell('warning', failure, undefined);
      refuse({ failure });
      return;
    }
    const id = `service_request:${service}:${++this.#count}`;
    this.#asked.set(id, { service, answer });
    const head = JSON.stringify({ op: 'call_service', id, service }).slice(0, -1);
    this.output.answer(`${head},"args":${args}}`);
  }

  /** @throws OrreryError for an answer that nobody waits for, or that does not fit the type */
  respond(words: Words): void {
    const id = text(words, 'id');
    const asked = this.#asked.get(id);
    if (asked?.service !== rosName(words, 'service')) {
      throw refused(`Nobody waits for the response ${JSON.stringify(id.slice(0, 80))}.`);
    }
    asked.answer(words.values, words.result !== false);
    this.#asked.delete(id);
  }

  unadvertise(words: Words): void {
    const service = rosName(words, 'service');
    const withdraw = this.#offers.get(service);
    if (withdraw === undefined) {
      this.output.tell('warning', `This client does not offer ${service}.`, undefined);
      return;
    }
    this.#offers.delete(service);
    withdraw();
    this.#fail(service);
  }

  #fail(of: string): void {
    for (const [id, { service, answer }] of [...this.#asked]) {
      if (service !== of) continue;
      this.#asked.delete(id);
      answer('The server has gone.', false);
    }
  }

  close(): void {
    for (const [service, withdraw] of this.#offers) {
      withdraw();
      this.#fail(service);
    }
    this.#offers.clear();
  }
}
