import type { MessageObject, MessageType } from '../interfaces/index.js';
import { toJson } from './message_json.js';

/** A message on its way to clients: read and written once for all of them, when the first needs it. */
export class Sample {
  #message: MessageObject | undefined;
  #json: string | undefined;

  constructor(
    readonly type: MessageType,
    readonly payload: Uint8Array,
  ) {}

  get isReadable(): boolean {
    try {
      return this.message !== undefined;
    } catch {
      return false;
    }
  }

  get message(): MessageObject {
    this.#message ??= this.type.decode(this.payload);
    return this.#message;
  }

  get json(): string {
    this.#json ??= toJson(this.type, this.message);
    return this.#json;
  }
}
