/** Inputs in transit to a process, between participants in virtual time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_QOS, ServiceClient, ServiceServer } from '../src/dds/index.js';
import { VirtualNetwork } from '../src/dds/virtual_network.test_support.js';
import { Awaited } from '../src/orchestrator/awaited.js';
import { InputTransit } from '../src/orchestrator/input_transit.js';
import type { Mirrored } from '../src/orchestrator/mirrored.js';

const SERVICE = { name: '/p/get', type: 'example_interfaces/srv/AddTwoInts', qos: DEFAULT_QOS };
const ASKED = { ...SERVICE, name: '/asked' };
const TOPIC = { topic: 'rt/m', type: 'std_msgs::msg::dds_::String_', qos: DEFAULT_QOS };
const TEXT = Uint8Array.of(0, 1, 0, 0, 2, 0, 0, 0, 65, 0, 0, 0);
const CALL = new Uint8Array(20);
const KINDS = ['message', 'request', 'response'] as const;

const mirrored = (part: Partial<Mirrored>) => part as Mirrored;

/** A process with a subscription, servers and a client; what is sent to them, and what it has received, in order. */
function processOn(network: VirtualNetwork) {
  const ours = network.join();
  const { participant: process } = network.join();
  const heard: string[] = [];
  const hears = (what: string) => () => heard.push(what);
  process.createReader(TOPIC, 0, {
    onData: (reader) => {
      while (reader.take() !== undefined) heard.push('input');
    },
  });
  new ServiceServer(process, { ...SERVICE, name: '/add' }, 0, hears('input'));
  const answering = new ServiceServer(process, SERVICE, 0, (_, id) => {
    heard.push('question');
    answering.respond(TEXT.slice(), id, network.now);
  });
  const asking = new ServiceClient(process, ASKED, 0, hears('input'));
  const { participant } = ours;
  const writer = participant.createWriter(TOPIC, 0);
  const adds = new ServiceClient(participant, { ...SERVICE, name: '/add' }, 0, () => {});
  let answers = 0;
  const asks = new ServiceClient(participant, SERVICE, 0, () => answers++);
  const requests: Parameters<ServiceServer['respond']>[1][] = [];
  const server = new ServiceServer(participant, ASKED, 0, (_, id) => requests.push(id));
  network.run(20e9);
  for (let i = 0; i < 5; i++) asking.call(CALL.slice(), network.now);
  network.run(40e9);
  const inputs: Record<(typeof KINDS)[number], () => Mirrored> = {
    message: () => {
      writer.write(TEXT.slice(), network.now);
      return mirrored({ writer });
    },
    request: () => {
      adds.call(CALL.slice(), network.now);
      return mirrored({ client: adds });
    },
    response: () => {
      server.respond(TEXT.slice(), requests.shift()!, network.now);
      return mirrored({ server });
    },
  };
  const driver = {
    flush: () => network.flush(ours),
    get sent() {
      return network.sent;
    },
  };
  const transit = new InputTransit(driver, new Awaited(), () => false);
  const call = () => asks.call(CALL.slice(), network.now);
  const ask = () => {
    call();
    driver.flush();
  };
  const answered = () => answers;
  return { transit, inputs, heard, call, ask, answered, door: mirrored({ client: asks }) };
}

describe('an input on its way', () => {
  it.each(KINDS)('is known to have arrived without waiting for a timer: a %s', (kind) => {
    const network = new VirtualNetwork({ delay: 0 });
    const { transit, inputs, ask } = processOn(network);
    for (let i = 0; i < 3; i++) {
      transit.begin(inputs[kind]());
      expect(transit.isThere).toBe(false);
      network.run(network.now);
      expect(transit.isThere).toBe(true);
      expect(transit.wasRepeated).toBe(false);
      // Whether this was acknowledged does not matter, since readers are not asked to acknowledge.
      ask();
    }
  });

  it('has arrived when that is reported, and before later questions unless it was repeated', () => {
    const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });
    const loss = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), loss, kinds, (seed, lost, sent) => {
        // Without delays, what arrives does so in order.
        const network = new VirtualNetwork({ delay: 0, seed });
        const { transit, inputs, heard, ask, door } = processOn(network);
        for (const kind of sent) {
          heard.length = 0;
          network.loss = lost;
          transit.begin(inputs[kind]());
          const isFollowed = transit.isFollowedBy([door]);
          ask();
          network.run(network.now + 1e9, () => transit.isThere);
          if (transit.isThere) expect(heard).toContain('input');
          // A peer that is silent for long would count as gone.
          network.loss = 0;
          network.run(network.now + 10e9);
          expect(transit.isThere).toBe(true);
          expect(heard.toSorted()).toEqual(['input', 'question']);
          if (isFollowed && !transit.wasRepeated) expect(heard).toEqual(['input', 'question']);
        }
      }),
    );
  });

  it.each(KINDS)('needs no acknowledgement if questions share its datagram: a %s', (kind) => {
    const network = new VirtualNetwork({ delay: 0 });
    const { transit, inputs, heard, call, answered, door } = processOn(network);
    for (let i = 1; i <= 3; i++) {
      heard.length = 0;
      const before = network.sent;
      expect(transit.beginWith(inputs[kind](), [door], call, true)).toBe(true);
      expect(network.sent - before).toBe(1);
      expect(transit.isThere).toBe(true);
      network.run(network.now);
      expect(heard).toEqual(['input', 'question']);
      expect(answered()).toBe(i);
      expect(transit.wasRepeated).toBe(false);
    }
  });

  it('has arrived when the questions in its datagram are answered, unless something was repeated', () => {
    const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });
    const loss = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), loss, kinds, fc.boolean(), (seed, lost, sent, isProof) => {
        const network = new VirtualNetwork({ delay: 0, seed });
        const { transit, inputs, heard, call, answered, door } = processOn(network);
        for (const [i, kind] of sent.entries()) {
          heard.length = 0;
          network.loss = lost;
          const isFollowed = transit.beginWith(inputs[kind](), [door], call, isProof);
          const isOver = () => answered() > i && transit.isThere;
          network.run(network.now + 1e9, isOver);
          network.loss = 0;
          expect(network.run(network.now + 10e9, isOver)).toBe(true);
          expect(heard.toSorted()).toEqual(['input', 'question']);
          if (isFollowed && !transit.wasRepeated) expect(heard).toEqual(['input', 'question']);
          network.run(network.now + 10e9);
        }
      }),
    );
  });

  it('is not followed by questions that go to another socket, nor before all of it has left', () => {
    const network = new VirtualNetwork();
    const { transit, inputs, door } = processOn(network);
    transit.begin(inputs.message());
    expect(transit.isFollowedBy([door])).toBe(true);
    expect(transit.isFollowedBy([])).toBe(false);
    const [proxy] = door.client!.writer.proxies;
    proxy!.reader.destination = { ...proxy!.reader.destination };
    expect(transit.isFollowedBy([door])).toBe(false);
    let calls = 0;
    expect(transit.beginWith(inputs.message(), [door], () => calls++, true)).toBe(false);
    expect([calls, transit.isThere]).toEqual([0, false]);
    const unsent = processOn(new VirtualNetwork());
    const { writer } = unsent.inputs.message();
    const kept = new InputTransit({ flush: () => {}, sent: 0 }, new Awaited(), () => false);
    kept.begin(mirrored({ writer }));
    expect(kept.isFollowedBy([unsent.door])).toBe(false);
  });
});
