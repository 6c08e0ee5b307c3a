/** Recognises the events caused by clock readings, hundreds per second, mostly without decoding them. */
import { readBackOf } from './parameter_service.js';

type ReadBack = NonNullable<ReturnType<typeof readBackOf>>;

/** Where the stamp is, the first field behind the encapsulation header. */
const STAMP = 4;
const BEHIND_STAMP = 12;

export class ReadBackEvents {
  /** The last decoded event of each node. Other events of the node differ only in their stamps. */
  readonly #decoded = new Map<string, Uint8Array>();

  /** Like {@link readBackOf}. */
  read(event: Uint8Array): ReadBack | undefined {
    for (const [node, known] of this.#decoded) {
      if (isAlike(event, known)) return { node, time: stampOf(event) };
    }
    const said = readBackOf(event);
    // Encodings other than plain CDR may have the stamp elsewhere.
    if (said !== undefined && stampOf(event) === said.time) {
      this.#decoded.set(said.node, event.slice());
    }
    return said;
  }
}

/** Whether two events are equal except for their stamps. */
function isAlike(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < STAMP; i++) if (a[i] !== b[i]) return false;
  for (let i = BEHIND_STAMP; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function stampOf({ buffer, byteOffset, length }: Uint8Array): bigint {
  const view = new DataView(buffer, byteOffset, length);
  const isLittle = view.getUint8(1) % 2 === 1;
  const seconds = view.getInt32(STAMP, isLittle);
  return BigInt(seconds) * 1_000_000_000n + BigInt(view.getUint32(STAMP + 4, isLittle));
}
