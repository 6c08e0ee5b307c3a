/** A hostile peer whose submessages follow the grammar of RTPS, and no other rule. */
import { describe, expect, it } from 'vitest';
import { makeVictim } from './fuzz.test_support.js';
import { Grammar } from './hostile_grammar.test_support.js';
import { MAX_ANSWER_BYTES, MAX_PENDING_BYTES_PER_PEER } from './limits.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import { stream } from './virtual_network.test_support.js';

const COUNT = Number(process.env.ORRERY_DDS_FUZZ ?? 3000);
const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const BESIDE = { topic: 'rt/beside', type: 'T', qos: KEEP_ALL };
/** Datagrams to one victim; beside them, another peer sends samples, which all have to arrive. */
const PER_VICTIM = 300;

/** @returns the most bytes with which the victim answered one datagram */
function attack(random: () => number): number {
  const victim = makeVictim();
  const { net, place } = victim;
  const { participant } = place;
  const writer = net.join().participant.createWriter(BESIDE, net.now);
  const reader = participant.createReader(BESIDE, net.now);
  expect(net.run(net.now + 20e9, () => writer.proxies[0]?.isHeard === true)).toBe(true);
  const heard: number[] = [];
  const take = () => {
    for (let s = reader.take(); s !== undefined; s = reader.take()) heard.push(s.payload[4]!);
  };
  let answered = 0;
  let most = 0;
  net.onSend = (from, { bytes }) => {
    if (from === place) answered += bytes.length;
  };
  for (let i = 0; i < PER_VICTIM; i++) {
    const grammar = new Grammar(random, victim);
    if (random() < 0.8) grammar.bytes.push(0x0e, 1, 12, 0, ...participant.guid.prefix);
    for (let n = grammar.below(10); n >= 0; n--) grammar.submessage(i + grammar.below(3));
    answered = 0;
    participant.handle(Uint8Array.from(grammar.bytes), net.now);
    if (i % 10 === 0) writer.write(Uint8Array.from([0, 1, 0, 0, i / 10]), net.now);
    net.run(net.now + 2e6);
    take();
    most = Math.max(most, answered);
    const pending = participant.findPeer(victim.attacker)?.pendingBytes ?? 0;
    if (pending < 0 || pending > MAX_PENDING_BYTES_PER_PEER) throw new Error(`${pending} pend`);
  }
  expect(net.run(net.now + 60e9, () => writer.isAcknowledged)).toBe(true);
  take();
  expect(heard).toEqual(Array.from({ length: PER_VICTIM / 10 }, (_, n) => n));
  const peer = participant.findPeer(victim.attacker);
  if (peer !== undefined) participant.discovery.remove(peer, 'left');
  expect(peer?.pendingBytes ?? 0).toBe(0);
  return most;
}

describe('hostile datagrams that keep to the grammar', () => {
  it(`take nothing from other peers and get bounded answers: ${COUNT} of them`, {
    timeout: 3_600_000,
  }, () => {
    const random = stream(0xbead);
    let most = 0;
    for (let n = 0; n < COUNT; n += PER_VICTIM) most = Math.max(most, attack(random));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(MAX_ANSWER_BYTES);
  });
});
