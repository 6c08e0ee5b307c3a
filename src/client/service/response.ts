import type { Respond } from '../../graph/index.js';
import { sendLeniently } from '../message/send_leniently.js';
import type { Service } from './service.js';

/** Answers one request; second argument of a service's callback. */
export class Response {
  readonly #service: Service;
  readonly #respond: Respond;
  /** Whether {@link Response.send} was called. */
  sent = false;

  constructor(service: Service, respond: Respond) {
    this.#service = service;
    this.#respond = respond;
  }

  /** A new plain response with every field at its default. */
  get template(): Record<string, unknown> {
    return new this.#service.typeClass.Response().toPlainObject() as Record<string, unknown>;
  }

  get service(): Service {
    return this.#service;
  }

  /** Sends the response; only the first one counts. */
  send(response: unknown): void {
    sendLeniently(response, this.#service.typeClass.Response, (value) => this.#respond(value));
    this.sent = true;
  }
}
