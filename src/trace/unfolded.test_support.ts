import type { FoldedCallback } from './callback_message.js';

/** All words of a trace record, as bytes. */
export function unfolded(callback: FoldedCallback): Uint8Array {
  const { length, present } = callback;
  const kept = new Int32Array(length + 2).fill(-1);
  const end = callback.writeTo(kept, 1);
  const view = new DataView(new ArrayBuffer(4 * length));
  let from = 1;
  for (let i = 0; i < length; i++) {
    if (i > 31 || (present >>> i) & 1) view.setInt32(4 * i, kept[from++]!, true);
  }
  if (from !== end || kept[0] !== -1 || kept[end] !== -1)
    throw new Error('a wrong number of words');
  return new Uint8Array(view.buffer);
}
