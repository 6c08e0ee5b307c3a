/** `ros_discovery_info` between participants, in both layouts. */
import { describe, expect, it } from 'vitest';
import { Guid } from './guid.js';
import { DEFAULT_QOS } from './qos.js';
import { decodeDiscoveryInfo, encodeDiscoveryInfo } from './ros_discovery_info.js';
import { RosGraph } from './ros_graph.js';
import { actionTopics, ddsTopic, ddsType, rosTopic, rosType } from './ros_names.js';
import { VirtualNetwork } from './virtual_network.test_support.js';

const guid = (n: number) =>
  new Guid(
    Uint8Array.from({ length: 12 }, (_, i) => n + i),
    0x1c1,
  );
const node = (name: string) => ({ namespace: '/', name, readers: [guid(9)], writers: [guid(7)] });

describe('nodes', () => {
  it.each([16, 24] as const)('are known to peers with gids of %d bytes', (gidBytes) => {
    const net = new VirtualNetwork({ loss: 0.1 });
    const [a, b] = [net.join(), net.join()];
    const ours = new RosGraph(a.participant, { gidBytes }, 0);
    const theirs = new RosGraph(b.participant, {}, 0);
    ours.setNodes([node('talker'), node('listener')], 0);
    net.run(5e9);
    const names = () => theirs.nodes().map(({ name }) => name);
    expect(names()).toEqual(['talker', 'listener']);
    expect(theirs.nodeOf(guid(7))?.name).toBe('talker');
    ours.setNodes([node('listener')], net.now);
    net.run(net.now + 1e9);
    expect(names()).toEqual(['listener']);
    net.leave(a, true);
    net.run(net.now + 1e9);
    expect(names()).toEqual([]);
    expect(ours.nodes().length).toBe(1);
  });

  it('are announced once their endpoints are, whichever arrives first', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const net = new VirtualNetwork({ loss: 0.3, seed });
      const [a, b] = [net.join(), net.join()];
      const ours = new RosGraph(a.participant, {}, 0);
      const theirs = new RosGraph(b.participant, {}, 0);
      const topic = { topic: 'rt/chatter', type: 'std_msgs::msg::dds_::String_', qos: DEFAULT_QOS };
      const writers = [a.participant.createWriter(topic, 0).guid];
      const readers = [a.participant.createReader(topic, 0, {}).guid];
      ours.setNodes([{ namespace: '/', name: 'talker', readers, writers }], 0);
      const isListed = () => theirs.nodes().length > 0;
      const areThere = () => {
        const peer = b.participant.findPeer(writers[0]!.prefix);
        return [peer?.writers.has(writers[0]!.entity), peer?.readers.has(readers[0]!.entity)];
      };
      net.run(60e9, () => {
        if (!isListed()) return false;
        seen.add(String(areThere()));
        expect(theirs.isAnnounced).toBe(areThere().every(Boolean));
        return theirs.isAnnounced;
      });
      expect(theirs.isAnnounced).toBe(true);
    }
    expect([...seen].toSorted()).toContain('true,true');
    expect(seen.size).toBeGreaterThan(1);
  });

  it.each([16, 24] as const)('are read as they were written, %d bytes', (gidBytes) => {
    for (let count = 0; count < 5; count++) {
      const nodes = Array.from({ length: count }, (_, i) => node(`node_${i}`));
      const bytes = encodeDiscoveryInfo({ participant: guid(1), nodes }, gidBytes);
      const read = decodeDiscoveryInfo(bytes);
      expect(read.gidBytes).toBe(gidBytes);
      expect(read.nodes.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
      expect(encodeDiscoveryInfo(read, gidBytes)).toEqual(bytes);
    }
  });
});

describe('names', () => {
  it('convert from ROS 2 to DDS and back', () => {
    for (const topic of [
      { kind: 'topic' as const, name: '/ns/chatter' },
      ...actionTopics('/fibonacci'),
    ]) {
      expect(rosTopic(ddsTopic(topic))).toEqual(topic);
    }
    expect(ddsTopic(actionTopics('/fibonacci')[0]!)).toBe('rq/fibonacci/_action/send_goalRequest');
    for (const type of ['std_msgs/msg/String', 'test_msgs/action/Fibonacci_SendGoal_Request']) {
      expect(rosType(ddsType(type))).toBe(type);
    }
    expect(rosTopic('DCPSPublication')).toBeUndefined();
    expect(rosType('Foo::Bar')).toBeUndefined();
  });
});
