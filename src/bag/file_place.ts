// Kept from load time: user code may later see guarded ones.
const { load, store } = Atomics;

/** Where the turn and the position are, in elements of 4 and 8 bytes. */
const TURN = 0;
const POSITION = 1;

/**
 * Where the next chunk of a file goes, in memory that two threads share. Whoever has written a chunk passes the place on to the
 * one after it; until then, neither writes that one.
 */
export class FilePlace {
  readonly shared: SharedArrayBuffer;
  readonly #turn: Int32Array;
  readonly #position: Float64Array;

  constructor(shared = new SharedArrayBuffer(16)) {
    this.shared = shared;
    this.#turn = new Int32Array(shared);
    this.#position = new Float64Array(shared);
  }

  /** The number of the chunk that goes there. */
  get turn(): number {
    return load(this.#turn, TURN);
  }

  /** Valid for who has read the turn, which is changed last. */
  get position(): number {
    return this.#position[POSITION]!;
  }

  pass(turn: number, position: number): void {
    this.#position[POSITION] = position;
    store(this.#turn, TURN, turn);
  }
}
