/** What it takes to look for a NaN in bytes: publications of arrays, with and without a witness. */
import { setNanWitness, TypeRegistry } from '../dist/interfaces/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const type = types.message('std_msgs/msg/UInt8MultiArray');

function microseconds(data, times) {
  for (let i = 0; i < times; i++) type.normalize({ data });
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) type.normalize({ data });
  return Number(process.hrtime.bigint() - start) / times / 1000;
}

for (const length of [64, 4096, 1_000_000]) {
  const data = Uint8Array.from({ length }, (_, i) => (i * 2654435761) >>> 13);
  const times = Math.ceil(50_000_000 / (length + 1000));
  setNanWitness(undefined);
  const without = microseconds(data, times);
  setNanWitness(() => {});
  const looked = microseconds(data, times);
  console.log(`${length} bytes: ${without.toFixed(2)} µs, ${looked.toFixed(2)} µs looked through`);
}
