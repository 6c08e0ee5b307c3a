import { join } from 'node:path';
import { TypeRegistry } from '../../interfaces/index.js';
import { type BagReader, createBag, DEFAULT_QOS_PROFILE, openBag } from '../index.js';
import { temporaryDirectory } from '../testing.test_support.js';

export const directory = temporaryDirectory();
export const registry = new TypeRegistry({ amentPrefixPath: '' });
export const SECOND = 1_000_000_000n;
export const START = 1_700_000_000n * SECOND;

interface Change {
  /** Index of the `/pose` message that is changed. */
  readonly at?: number;
  readonly by?: number;
  readonly without?: number;
  readonly late?: bigint;
}

/** `/pose` at 10 Hz for 2 s, `/text` at 1 Hz, one latched `/tf_static`. */
export async function makeBag(name: string, change: Change = {}): Promise<BagReader> {
  const path = join(directory, `${name}.mcap`);
  const writer = await createBag(path, { overwrite: true });
  const add = (topic: string, typeName: string, more = {}) => {
    const type = registry.message(typeName);
    const id = writer.addTopic({
      name: topic,
      type: type.name,
      typeHash: type.hash,
      schema: type.schemaText,
      ...more,
    });
    return (time: bigint, value: object) => {
      writer.write(id, time, time - 5n, 0, type.encode(type.normalize(value)));
    };
  };
  const tf = add('/tf_static', 'tf2_msgs/msg/TFMessage', {
    offeredQosProfiles: [{ ...DEFAULT_QOS_PROFILE, depth: 1, durability: 'transient_local' }],
  });
  const pose = add('/pose', 'geometry_msgs/msg/Point');
  const text = add('/text', 'std_msgs/msg/String');
  tf(START, { transforms: [{ child_frame_id: 'base' }] });
  for (let index = 0; index <= 20; index++) {
    const time = START + BigInt(index) * 100_000_000n;
    if (index === change.without) continue;
    const offset = index === change.at ? (change.by ?? 0) : 0;
    pose(time + (index === change.at ? (change.late ?? 0n) : 0n), { x: index + offset, y: -index });
    if (index % 10 === 0) text(time, { data: `hello: ${index}` });
  }
  writer.close();
  return openBag(path);
}
