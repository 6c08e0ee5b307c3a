/** Services between our own participants; with other vendors see test/dds_interop. */
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { DEFAULT_QOS } from './qos.js';
import { ServiceClient, ServiceServer } from './ros_service.js';
import { addHeader, takeHeader } from './ros_service_header.js';
import { VirtualNetwork } from './virtual_network.test_support.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const { request, response } = types.service('example_interfaces/srv/AddTwoInts');
const options = { name: '/add', type: 'example_interfaces/srv/AddTwoInts', qos: DEFAULT_QOS };

describe.each(['two participants', 'one participant'])('a service between %s', (where) => {
  it('answers each call once', () => {
    const net = new VirtualNetwork({ loss: where === 'two participants' ? 0.2 : 0 });
    const a = net.join();
    const b = where === 'two participants' ? net.join() : a;
    const server = new ServiceServer(a.participant, options, 0, (payload, id, now) => {
      const { a: x, b: y } = request.decode(payload) as { a: bigint; b: bigint };
      server.respond(response.encode({ sum: x + y }), id, now);
    });
    const sums: [number, unknown][] = [];
    const client = new ServiceClient(b.participant, options, 0, (payload, call) => {
      sums.push([call, response.decode(payload).sum]);
    });
    expect(net.run(60e9, () => client.isReady)).toBe(true);
    for (let i = 0; i < 10; i++) client.call(request.encode({ a: BigInt(i), b: 5n }), net.now);
    net.run(net.now + 60e9, () => sums.length === 10);
    expect(sums).toEqual(Array.from({ length: 10 }, (_, i) => [i + 1, BigInt(i + 5)]));
  });
});

describe('the header in the payload', () => {
  it('is read as it was written', () => {
    const payload = request.encode({ a: 1n, b: -2n });
    const client = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const taken = takeHeader(addHeader(payload, client, 77))!;
    expect(taken.payload).toEqual(payload);
    expect(taken.id).toEqual({ form: 'payload', client, sequence: 77 });
    expect(takeHeader(payload.subarray(0, 12))).toBeUndefined();
  });
});
