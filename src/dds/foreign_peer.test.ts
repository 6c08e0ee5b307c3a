/** Valid datagrams that neither Cyclone DDS nor Fast DDS sends: both byte orders, any order, any sizes. */
import { describe, expect, it } from 'vitest';
import { entity, ForeignPeer } from './foreign_peer.test_support.js';

const WRITER = 0x103;
const ACKNACK = 6;
const NACK_FRAG = 0x12;

describe.each([
  ['little endian', true],
  ['big endian', false],
])('a peer that writes %s', (_, little) => {
  /** A peer that has been discovered, with a writer from which nothing has come yet. */
  function join(): ForeignPeer {
    const peer = new ForeignPeer(little);
    peer.announce(9000);
    peer.announceWriter();
    peer.send(peer.to(), peer.heartbeat(WRITER, 1, 0));
    peer.answers();
    return peer;
  }
  const letter = (peer: ForeignPeer, n: number) => [0, little ? 1 : 0, 0, 0, ...peer.u32(n)];

  it('is discovered, and its samples arrive with their times', () => {
    const peer = join();
    expect(peer.reader.matchedCount).toBe(1);
    const at = [...peer.u32(5), ...peer.u32(2 ** 31)];
    peer.send(peer.submessage(9, 0, at), peer.to(), peer.data(WRITER, 1, letter(peer, 65)));
    const sample = peer.reader.take()!;
    expect([...sample.payload]).toEqual(letter(peer, 65));
    expect(sample.sourceTimestamp).toBe(5_500_000_000n);
    expect(peer.participant.rejections.entries()).toEqual([]);
  });

  it('is reached over IPv4, whatever else it announces: IPv6, shared memory, TCP', () => {
    const others = [2, 16, 4, 8, 0x01000000, -1];
    const peer = new ForeignPeer(little);
    peer.announce(8010, [...others, 1, ...others]);
    const { metatraffic, userTraffic } = peer.participant.peers[0]!;
    expect([metatraffic, userTraffic].map(({ locator }) => locator)).toEqual([
      { address: '10.0.0.2', port: 8010 },
      { address: '10.0.0.2', port: 8010 },
    ]);
  });

  it('is not found when it cannot be reached over IPv4', () => {
    const peer = new ForeignPeer(little);
    peer.announce(8010, [2, 16]);
    expect(peer.participant.peers).toEqual([]);
    expect(peer.participant.rejections.of('parameter')).toBe(1);
  });

  it('may send its submessages in any order, with padding and submessages that nobody else knows', () => {
    const peer = join();
    const other = new Array<number>(12).fill(3);
    peer.send(
      peer.submessage(1, 0, []),
      peer.submessage(0x80, 0, [1, 2, 3, 4]),
      peer.submessage(0x0f, 0, [...peer.u32(0)]),
      peer.to(other),
      peer.data(WRITER, 1, letter(peer, 1)),
      peer.submessage(1, 0, [0, 0, 0, 0, 0, 0, 0, 0]),
      peer.submessage(9, 2, []),
      peer.to(new Array<number>(12).fill(0)),
      peer.data(WRITER, 1, letter(peer, 2)),
      peer.to(),
      peer.submessage(1, 0, []),
      // The last submessage may leave its length out.
      peer.data(WRITER, 2, letter(peer, 3), [], 0),
    );
    expect(peer.take().map((payload) => [...payload])).toEqual([letter(peer, 2), letter(peer, 3)]);
    expect(peer.participant.rejections.entries()).toEqual([]);
  });

  it.each([4, 100, 1000, 1344, 12_000])('may choose fragments of %i bytes', (size) => {
    const peer = join();
    const sample = Uint8Array.from({ length: 9 * size + 3 }, (_unused, i) => i % 251);
    sample.set([0, 1, 0, 0]);
    peer.send(peer.to(), peer.fragments(1, 7, 3, size, sample));
    peer.send(peer.to(), peer.fragments(1, 10, 1, size, sample), peer.heartbeat(WRITER, 1, 1));
    const asked = peer.answers(5).filter(({ kind }) => kind === NACK_FRAG);
    expect(asked[0]?.missing).toEqual([1, 2, 3, 4, 5, 6]);
    // Overlapping fragments count once.
    peer.send(
      peer.to(),
      peer.fragments(1, 1, 2, size, sample),
      peer.fragments(1, 2, 5, size, sample),
    );
    expect(peer.take()).toEqual([sample]);
    peer.send(peer.to(), peer.heartbeat(WRITER, 1, 1));
    expect(peer.answers().at(-1)).toMatchObject({ kind: ACKNACK, base: 2, missing: [] });
    expect(peer.participant.rejections.entries()).toEqual([]);
  });

  it('is answered as the flags of its heartbeats say', () => {
    const peer = join();
    peer.send(peer.to(), peer.data(WRITER, 1, letter(peer, 1)), peer.heartbeat(WRITER, 1, 1, 2));
    expect(peer.answers(20)).toEqual([]);
    peer.send(peer.to(), peer.heartbeat(WRITER, 1, 1));
    expect(peer.answers()).toMatchObject([{ kind: ACKNACK, base: 2, missing: [], final: true }]);
    // Final and with the liveliness flag: no answer is required, but something is missing.
    peer.send(peer.to(), peer.heartbeat(WRITER, 1, 4, 6));
    expect(peer.answers(5)).toMatchObject([{ kind: ACKNACK, base: 2, missing: [2, 3, 4] }]);
    peer.send(peer.to(), peer.gap(2, 3, 2, [2 ** 30]), peer.data(WRITER, 3, letter(peer, 3)));
    expect(peer.take()).toHaveLength(2);
    peer.send(peer.to(), peer.heartbeat(WRITER, 1, 4));
    expect(peer.answers()).toMatchObject([{ base: 5, missing: [] }]);
    expect(peer.participant.rejections.entries()).toEqual([]);
  });

  it('is heard again when it restarts with its prefix, and nothing is delivered twice', () => {
    const peer = join();
    for (const n of [1, 2, 3]) peer.send(peer.to(), peer.data(WRITER, n, letter(peer, n)));
    for (let i = 0; i < 9; i++) peer.send(peer.to(), peer.heartbeat(WRITER, 1, 3));
    for (let i = 0; i < 9; i++) peer.send(peer.to(), peer.heartbeat(0x3c2, 1, 1));
    expect(peer.take()).toHaveLength(3);
    peer.restart();
    peer.announce(9000);
    // Until its counts tell, its first sample looks like one that has been delivered.
    for (let i = 0; i < 4; i++) {
      peer.announceWriter();
      peer.send(peer.to(), peer.data(WRITER, 1, letter(peer, 11)), peer.heartbeat(WRITER, 1, 1));
      peer.answers(250);
    }
    expect(peer.reader.matchedCount).toBe(1);
    expect(peer.take().map((payload) => [...payload])).toEqual([letter(peer, 11)]);
    peer.send(peer.to(), peer.data(WRITER, 2, letter(peer, 12)), peer.heartbeat(WRITER, 1, 2));
    expect(peer.take().map((payload) => [...payload])).toEqual([letter(peer, 12)]);
  });

  it('does not count as restarted because its heartbeats come late', () => {
    const peer = join();
    const late = Array.from({ length: 9 }, () => peer.heartbeat(WRITER, 1, 1));
    peer.send(peer.to(), peer.data(WRITER, 1, letter(peer, 1)));
    for (const each of late) {
      peer.send(peer.to(), peer.heartbeat(WRITER, 1, 1));
      peer.send(peer.to(), each, each);
      peer.answers(250);
    }
    for (const each of late.slice(6)) peer.send(peer.to(), each);
    peer.send(peer.to(), peer.data(WRITER, 1, letter(peer, 1)));
    expect(peer.take()).toHaveLength(1);
  });

  it('is answered at the address that it announced last', () => {
    const peer = join();
    peer.announce(9100);
    peer.send(peer.to(), peer.data(WRITER, 1, letter(peer, 1)), peer.heartbeat(WRITER, 1, 1));
    expect(peer.answers()).toMatchObject([{ port: 9100, base: 2 }]);
  });

  it('announces by inline QoS that an instance is gone', () => {
    const peer = join();
    const key = [...new Array<number>(12).fill(1), ...entity(9)];
    const status = peer.parameter(0x71, [0, 0, 0, 3]);
    const inlineQos = peer.list(
      peer.parameter(0x8007, [1, 2, 3, 4]),
      peer.parameter(0x70, key),
      status,
    );
    peer.send(peer.to(), peer.data(WRITER, 1, [], inlineQos));
    const gone = peer.reader.take();
    expect(gone).toMatchObject({ isDisposal: true });
    expect(peer.participant.rejections.entries()).toEqual([]);
  });
});
