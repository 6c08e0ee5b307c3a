import { describe, expect, it } from 'vitest';
import { Context } from '../context.js';
import rclnodejs from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';

const TEXT = 'std_msgs/msg/String';
const ADD = 'example_interfaces/srv/AddTwoInts';
const PARAMETERS = 'rcl_interfaces/srv/GetParameters';

describe('the names of a node', () => {
  it('takes a namespace that is absolute, relative, empty or left out', () =>
    inSimulation(() => {
      const namespaces = ['/ns', 'ns', '', undefined].map((namespace) =>
        new rclnodejs.Node('node', namespace).namespace(),
      );
      expect(namespaces).toEqual(['/ns', '/ns', '/', '/']);
    }));

  it.each([
    ['name?', 'ns'],
    ['name', 'ns?'],
    ['name', '/ns?'],
  ])('refuses %s in %s', (name, namespace) =>
    inSimulation(() => {
      expect(() => new rclnodejs.Node(name, namespace)).toThrow(
        'must not contain characters other than',
      );
    }),
  );

  it.each([
    [1, '/ns'],
    [undefined, '/ns'],
    [null, '/ns'],
    [{ name: 'x' }, '/ns'],
    ['name', 2],
    ['name', true],
    ['name', ['ns', 3]],
    ['name', /abc/],
  ])('refuses %s in %s as being of the wrong type', (name, namespace) =>
    inSimulation(() => {
      const create = () => new rclnodejs.Node(name as string, namespace as string);
      expect(create).toThrow(rclnodejs.TypeValidationError);
    }),
  );

  it('cannot be created before the context is initialised', () => {
    expect(() => new rclnodejs.Node('early', '', new Context())).toThrow(Error);
  });
});

describe('what a node refuses to create', () => {
  it.each([
    ['chatter?', /topic name is invalid/],
    ['/chatter/42_is_the_answer', /topic name is invalid/],
    ['/chatter/{bad_sub}', /unknown substitution/],
  ])('anything named %s', (name, message) =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node');
      expect(() => node.createPublisher(TEXT, name)).toThrow(message);
      expect(() => node.createSubscription(TEXT, name, () => {})).toThrow(message);
      expect(() => node.createClient(PARAMETERS, name)).toThrow(message);
      expect(() => node.createService(PARAMETERS, name, () => {})).toThrow(message);
    }),
  );

  it.each([
    [1, 'name'],
    [undefined, 'name'],
    [null, 'name'],
    [{ f: 'abc' }, 'name'],
    [['a', 'b'], 'name'],
    [TEXT, 2],
    [TEXT, undefined],
    [TEXT, { n: 'x' }],
    [TEXT, [1, 2]],
  ])('a publisher of %s on %s', (type, topic) =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node');
      expect(() => node.createPublisher(type as string, topic as string)).toThrow();
    }),
  );
});

describe('the entities of a node', () => {
  it('are listed until they are destroyed', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node');
      const services = node._services.length;
      expect(node._publishers).toHaveLength(1);
      const publisher = node.createPublisher(TEXT, 'topic');
      const subscription = node.createSubscription(TEXT, 'topic', () => {});
      const client = node.createClient(ADD, 'add');
      const service = node.createService(ADD, 'add', () => {});
      const timer = node.createTimer(1_000_000n, () => {});
      const guard = node.createGuardCondition(() => {});
      const counts = () => [
        node._publishers.length,
        node._subscriptions.length,
        node._clients.length,
        node._services.length - services,
        node._timers.length,
        node._guards.length,
      ];
      expect(counts()).toEqual([2, 1, 1, 1, 1, 1]);
      node.destroyPublisher(publisher);
      node.destroySubscription(subscription);
      node.destroyClient(client);
      node.destroyService(service);
      node.destroyTimer(timer);
      node.destroyGuardCondition(guard);
      expect(counts()).toEqual([1, 0, 0, 0, 0, 0]);
      const other = 'x' as never;
      const { TypeValidationError } = rclnodejs;
      expect(() => node.destroyPublisher(other)).toThrow(TypeValidationError);
      expect(() => node.destroySubscription(other)).toThrow('Invalid type');
      expect(() => node.destroyClient(other)).toThrow(TypeValidationError);
      expect(() => node.destroyService(other)).toThrow(TypeValidationError);
      expect(() => node.destroyTimer(other)).toThrow(TypeValidationError);
    }));

  it('are all gone after the node is destroyed, which may be repeated', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node');
      node.createPublisher(TEXT, 'topic');
      node.createTimer(1n, () => {});
      node.destroy();
      node.destroy();
      expect([node._publishers, node._timers, node._services]).toEqual([[], [], []]);
    }));

  it('have full names', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node', '/here');
      expect(node.createPublisher(TEXT, 'chatter').topic).toBe('/here/chatter');
      expect(node.createSubscription(TEXT, '~/x', () => {}).topic).toBe('/here/node/x');
      expect(node.createClient(ADD, 'add').serviceName).toBe('/here/add');
      expect(node.createService(ADD, '/add', () => {}).serviceName).toBe('/add');
    }));

  it('take the names given on the command line', async () => {
    const rules = [
      'my_node:__node:=foo_node',
      'foo_node:__ns:=/foo_ns',
      'foo_node:/my_topic:=foo_topic',
      'foo_node:my_service:=foo_service',
    ];
    const argv = ['--ros-args', ...rules.flatMap((rule) => ['-r', rule])];
    await inSimulation(
      () => {
        const node = rclnodejs.createNode('my_node', '/my_ns');
        expect(node.getFullyQualifiedName()).toBe('/foo_ns/foo_node');
        expect(node.createPublisher(TEXT, '/my_topic').topic).toBe('/foo_ns/foo_topic');
        const service = node.createService(ADD, 'my_service', () => {});
        expect(service.serviceName).toBe('/foo_ns/foo_service');
      },
      undefined,
      argv,
    );
  });
});

describe('the graph as a node sees it', () => {
  it('counts and names what others created', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('talker', '/ns');
      const seen = new rclnodejs.Node('watcher');
      node.createPublisher(TEXT, '/chatter');
      node.createPublisher(TEXT, '/chatter');
      node.createSubscription(TEXT, '/chatter', () => {});
      node.createService(ADD, '/add', () => {});
      node.createClient(ADD, '/add');
      node.createClient(ADD, '/asked');
      expect(seen.countPublishers('/chatter')).toBe(2);
      expect(seen.countSubscribers('chatter')).toBe(1);
      expect(seen.countClients('/add')).toBe(1);
      expect(seen.countServices('/add')).toBe(1);
      expect(seen.getNodeNames()).toContain('talker');
      expect(seen.getNodeNamesAndNamespaces()).toContainEqual({ name: 'talker', namespace: '/ns' });
      expect(seen.getTopicNamesAndTypes()).toContainEqual({ name: '/chatter', types: [TEXT] });
      expect(seen.getServiceNamesAndTypes()).toContainEqual({ name: '/add', types: [ADD] });
      expect(seen.getServiceNamesAndTypes()).toContainEqual({ name: '/asked', types: [ADD] });
      expect(seen.getServiceNamesAndTypesByNode('talker', '/ns')).toContainEqual({
        name: '/add',
        types: [ADD],
      });
      expect(seen.getPublisherNamesAndTypesByNode('talker', '/ns')).toContainEqual({
        name: '/chatter',
        types: [TEXT],
      });
      const [publisher] = seen.getPublishersInfoByTopic('/chatter', false);
      expect(publisher).toMatchObject({
        node_name: 'talker',
        node_namespace: '/ns',
        topic_type: TEXT,
      });
      const [subscription] = seen.getSubscriptionsInfoByTopic('/chatter', false);
      expect(subscription).toMatchObject({ node_name: 'talker', topic_type: TEXT });
    }));
});

describe('guard conditions', () => {
  it('run once for each time a trigger is seen', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('node');
      let runs = 0;
      const guard = node.createGuardCondition(() => runs++);
      rclnodejs.spinOnce(node);
      expect(runs).toBe(0);
      guard.trigger();
      guard.trigger();
      rclnodejs.spinOnce(node);
      rclnodejs.spinOnce(node);
      expect(runs).toBe(1);
      node.destroyGuardCondition(guard);
    }));
});

describe('spinOnce', () => {
  it('in a loop that never lets virtual time pass is refused', () =>
    inSimulation(() => {
      const node = new rclnodejs.Node('poller');
      let runs = 0;
      node.createTimer(1_000_000n, () => runs++);
      const loop = () => {
        while (runs === 0) node.spinOnce();
      };
      expect(loop).toThrow(expect.objectContaining({ code: 'ORR_SPIN_ONCE_ENDLESS' }));
    }));
});

describe('a node that cannot be made', () => {
  it('leaves nothing behind', () =>
    inSimulation(() => {
      const context = rclnodejs.Context.defaultContext();
      const options = new rclnodejs.NodeOptions();
      options.parameterOverrides = ['text' as never];
      expect(() => new rclnodejs.Node('node', '', context, options)).toThrow(/parameterOverride/);
      expect(context.nodes).toEqual([]);
      expect(new rclnodejs.Node('node').getNodeNames()).toEqual(['node']);
    }));
});

describe('the error for a wrong argument of a node', () => {
  it('names the value given and the node', () =>
    inSimulation(async () => {
      const node = new rclnodejs.Node('here');
      const nothing = () => {};
      const refusal = (name: string, message: RegExp) =>
        expect.objectContaining({
          name,
          nodeName: 'here',
          message: expect.stringMatching(message),
        });
      const text = refusal('TypeValidationError', /'period': expected bigint, got string/);
      expect(() => node.createTimer('100' as never, nothing)).toThrow(text);
      const negative = refusal('RangeValidationError', /'-1' for 'period' is out of range/);
      expect(() => node.createTimer(-1n, nothing)).toThrow(negative);
      const rate = refusal('RangeValidationError', /'NaN' for 'hz' is out of range/);
      await expect(node.createRate(Number.NaN)).rejects.toThrow(rate);
      const mode = refusal('ValidationError', /Invalid serializationMode: xml/);
      const options = { serializationMode: 'xml' as 'json' };
      expect(() => node.createSubscription(TEXT, 'a', options, nothing)).toThrow(mode);
      const topic = refusal('TypeValidationError', /'topicName': expected string, got number/);
      for (const noDemangle of [false, true]) {
        expect(() => node.getPublishersInfoByTopic(5 as never, noDemangle)).toThrow(topic);
      }
    }));

  it('is absent for a string in place of a list: its letters are names, as in rclnodejs', () =>
    inSimulation(() => {
      const names = new rclnodejs.Node('here').getParameters('ab' as never).map(({ name }) => name);
      expect(names).toEqual(['a', 'b']);
      expect(rclnodejs.DistroUtils.getDistroName('2205')).toBe('humble');
    }));
});
