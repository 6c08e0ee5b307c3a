// Prints the numbers that arrive on a topic (`read`), or writes one every 20 ms (`write`), on the interface v0.
import { DEFAULT_QOS, LiveParticipant } from '../../dist/dds/index.js';

const participant = await LiveParticipant.open({ domain: 0, interfaces: ['v0'] });
const qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const topic = { topic: 'rt/blob', type: 'peer_msgs::msg::dds_::Blob_', qos };
const viewOf = ({ buffer, byteOffset }) => new DataView(buffer, byteOffset);

if (process.argv[2] === 'read') {
  participant.createReader(topic, {
    onSample: ({ payload }) => console.log(viewOf(payload).getUint32(4, true)),
  });
} else {
  let n = 0;
  const writer = participant.createWriter(topic, {
    onMatched: (count) => {
      if (n > 0 || count === 0) return;
      setInterval(() => {
        const payload = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        viewOf(payload).setUint32(4, n++, true);
        participant.write(writer, payload);
      }, 20);
    },
  });
}
