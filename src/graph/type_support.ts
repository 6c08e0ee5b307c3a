/**
 * What the graph needs to know of a message type. `MessageType` of the room `interfaces`
 * provides it; the graph does not care how.
 */
export interface TypeSupport {
  /** e.g. `std_msgs/msg/String` */
  readonly name: string;
  /** A fresh canonical message from whatever a publisher may pass; throws `ORR_MESSAGE_FIELD`. */
  normalize(value: unknown): unknown;
  /** A deep copy of a canonical message. */
  copy(message: unknown): unknown;
  encode(message: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}
