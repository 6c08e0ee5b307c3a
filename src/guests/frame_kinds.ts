/** Kinds of frames; the numbers are the protocol's (docs/guest-protocol.md). */
export const FrameKind = {
  HELLO: 1,
  WELCOME: 2,
  REJECT: 3,
  NODE: 10,
  PUBLISHER: 11,
  SUBSCRIPTION: 12,
  SERVICE: 13,
  CLIENT: 14,
  TIMER: 15,
  TIMER_SET: 16,
  REMOVE: 17,
  EVENT: 18,
  PLACE: 19,
  PUBLISH: 20,
  REQUEST: 21,
  RESPONSE: 22,
  DONE: 23,
  GIVEN: 24,
  IDLE: 30,
  RUN: 31,
  STOP: 32,
  SIGNAL: 33,
  QUERY: 40,
  ANSWER: 41,
  LOG: 50,
  LEAK: 51,
  FAULT: 52,
  BYE: 53,
  WARNING: 54,
} as const;

/** `ORRY`, the first word of HELLO. */
export const MAGIC = 0x5952524f;
/** Versions of the protocol that this Orrery speaks. */
export const PROTOCOL = { least: 1, most: 2 } as const;
/** Since this version, guests hear signals, and time goes on for them after STOP. */
export const HEARS_SIGNALS = 2;
/** Bit of a frame's flags: a receiver that does not know its kind may ignore it. */
export const MAY_IGNORE = 1;
/** Bit of the flags of RUN: the guest opens its debugger in the callback. */
export const STOP_IN_CALLBACK = 2;
/** Bit of the flags of RUN, SIGNAL and STOP: all guests that run before this one at the instant have been heard. */
export const HAS_TURN = 8;
/**
 * Bit of a frame's flags: its end lies in memory that the guest shares; in its place are two u32, where and how many
 * bytes.
 */
export const IN_MEMORY = 4;
/** Bytes before the body: length of the rest, kind, flags, two zeros, subject. */
export const HEADER_BYTES = 12;

/** The most that a guest may use. */
export interface GuestLimits {
  /** Bytes of one frame. */
  readonly frame: number;
  readonly entities: number;
  readonly waiters: number;
  /** Bytes that it may print between two waits. */
  readonly printed: number;
  /** Real seconds that it may run without waiting. */
  readonly patience: number;
}

export const DEFAULT_LIMITS: GuestLimits = {
  frame: 256 * 1024 * 1024,
  entities: 10_000,
  waiters: 256,
  printed: 16 * 1024 * 1024,
  patience: 30,
};
