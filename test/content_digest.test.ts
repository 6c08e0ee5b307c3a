import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Graph, Publisher } from '../src/graph/index.js';
import { ALL, type Case, cases, unicode } from '../src/interfaces/generated_types.test_support.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { Digest, Kernel } from '../src/kernel/index.js';
import { entityName, RunObserver } from '../src/trace/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const image = types.message('sensor_msgs/msg/Image');
const images = fc
  .tuple(fc.nat(100_000), fc.nat(255), unicode)
  .map(([length, byte, frame_id]): Case => {
    const data = new Uint8Array(length).fill(byte);
    const value = image.normalize({ header: { frame_id }, data });
    return { schema: '', type: image, value };
  });

/** Arrays of numbers above this length are slow to compare. */
const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** A topic's digest, computed in the simplest way. */
function plainDigest(publisher: Publisher, messages: readonly Uint8Array[]): string {
  const { node, kind, name } = publisher;
  const identity = new Digest();
  identity.string(entityName(node, kind, name));
  const topic = new Digest();
  for (const bytes of messages) {
    const content = new Digest();
    content.bytes(bytes);
    topic.word(identity.lane);
    topic.integer(0);
    topic.digest(content);
  }
  return topic.hex();
}

it('digests and forwards exactly the CDR of every message, in reused memory', () => {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const recorded: Uint8Array[] = [];
  const messages = { message: (_: Publisher, bytes: Uint8Array) => recorded.push(bytes.slice()) };
  const observer = new RunObserver(graph, { messages });
  graph.observers.add('record', observer);
  const node = graph.createNode({ name: 'node' });
  let topics = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: cases(ALL, unicode) }, images), (one) => {
      const name = `/topic_${topics++}`;
      const publisher = new Publisher(node, name, one.type);
      const plain = one.type.encode(one.value);
      const empty = one.type.encode(one.type.create());
      recorded.length = 0;
      publisher.publish(one.value);
      publisher.publish({});
      publisher.publishSerialized(plain);
      expect(recorded.map(asText)).toEqual([plain, empty, plain].map(asText));
      expect(observer.digest().topics[name]).toBe(plainDigest(publisher, [plain, empty, plain]));
      publisher.destroy();
    }),
    { numRuns: 150 },
  );
});
