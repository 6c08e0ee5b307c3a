import { describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { KNOWN_OPTIONS, type OptionsKind } from './known_options.js';

const TEXT = 'std_msgs/msg/String';
const EMPTY = 'std_srvs/srv/Empty';
const FIBONACCI = 'test_msgs/action/Fibonacci';
const { QoS, QoSOverridingOptions } = rclnodejs;

type Node = ReturnType<typeof rclnodejs.createNode>;
type Options = Readonly<Record<string, unknown>>;

/** How options of each kind are given; a missing kind does not compile. */
const WAYS: Readonly<Record<OptionsKind, (node: Node, options: Options) => unknown>> = {
  entity: (node, options) => node.createPublisher(TEXT, 'x', options),
  qos: (node, qos) => node.createSubscription(TEXT, 'x', { qos }, () => {}),
  action: (node, options) => new rclnodejs.ActionClient(node, FIBONACCI, 'act', options),
  actionQos: (node, qos) => new rclnodejs.ActionClient(node, FIBONACCI, 'act', { qos }),
  node: (_, options) => rclnodejs.createNode('other', '', undefined, options),
  publish: (node, options) => node.createPublisher(TEXT, 'x').publish({ data: '' }, options),
  contentFilter: (node, given) =>
    node.createSubscription(
      TEXT,
      'x',
      { contentFilter: { expression: "data = 'a'", ...given } },
      () => {},
    ),
  validation: (node, options) => node.createPublisher(TEXT, 'x').setValidation(options),
  asyncRequest: (node, options) =>
    node
      .createClient(EMPTY, 's')
      .sendRequestAsync({}, { timeout: 1, ...options })
      .catch(() => {}),
  parameterRequest: (node, options) =>
    node
      .createParameterClient('n')
      .getParameters(['a'], { timeout: 1, ...options })
      .catch(() => {}),
  listParameters: (node, options) =>
    node
      .createParameterClient('n')
      .listParameters({ timeout: 1, ...options })
      .catch(() => {}),
  wait: (node, options) =>
    rclnodejs.waitForMessage(TEXT, node, 'x', { timeout: 1, ...options }).catch(() => {}),
  qosOverriding: (_, options) => QoSOverridingOptions.withDefaultPolicies(options),
  request: (node, options) => node.createClient(EMPTY, 's').sendRequest({}, () => {}, options),
  timer: (node, options) => node.createTimer(1_000_000n, () => {}, options).cancel(),
  eventHandler: (node, options) => node.createParameterEventHandler(options),
  parameterClient: (node, options) => node.createParameterClient('n', options),
};

/** The warnings while `act` runs. */
async function said(act: (node: Node) => unknown): Promise<string[]> {
  const texts: string[] = [];
  await inSimulation(async (simulation) => {
    simulation.graph.listeners.add('note', { warned: (text) => texts.push(text) > 0 });
    const node = rclnodejs.createNode('n');
    rclnodejs.spin(node);
    await act(node);
    node.destroy();
  }, 0.1);
  return texts;
}

/** The name without its third letter, as a typing mistake. */
const misspelt = (name: string) => name.slice(0, 2) + name.slice(3);

describe('options that do not exist', () => {
  it.each(Object.entries(WAYS))('cause one warning: %s', async (kind, give) => {
    for (const name of Object.keys(KNOWN_OPTIONS[kind as OptionsKind])) {
      const texts = await said((node) => [
        give(node, { [misspelt(name)]: undefined }),
        give(node, { [misspelt(name)]: undefined }),
      ]);
      expect(texts).toHaveLength(1);
      expect(texts[0]).toContain(`"${misspelt(name)}"`);
      expect(texts[0]).toContain(`did you mean "${name}"`);
    }
  });

  it.each(Object.entries(WAYS))('cause a warning, known ones do not: %s', async (kind, give) => {
    for (const name of Object.keys(KNOWN_OPTIONS[kind as OptionsKind])) {
      expect(await said((node) => give(node, { [name]: undefined }))).toEqual([]);
    }
  });

  it('cause a warning that names the entity, also for class instances', async () => {
    const texts = await said((node) => {
      const qos = Object.assign(new QoS(), { depht: 3 });
      const service = Object.assign(rclnodejs.NodeOptions.defaultOptions, { enableRosOut: false });
      rclnodejs.createNode('m', '/a', undefined, service);
      node.createService(EMPTY, 's', { qos }, () => {});
      node.createClient(EMPTY, 's').sendRequestAsync({}, 5000 as never);
    });
    expect(texts).toEqual([
      'The node /a/m is given the option "enableRosOut", which has no effect; did you mean "enableRosout"?',
      'The service s of /n is given the option "depht" in qos, which has no effect; did you mean "depth"?',
      'A request of the client /s of /n is given options that are not an object (number), which have no effect.',
    ]);
  });
});

describe('unknown values in a QoS', () => {
  it.each([
    [
      { reliability: 'best_effort' },
      'QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT',
    ],
    [
      { durability: 'TransientLocal' },
      'DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL',
    ],
    [{ history: 'keepall' }, 'QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_ALL'],
    [{ reliability: 'bogus' }, 'give a value of QoS.ReliabilityPolicy.'],
    [{ liveliness: 9 }, 'give a value of QoS.LivelinessPolicy.'],
    [{ depth: -1 }, 'qos.depth -1'],
    [{ depth: '3' }, "qos.depth '3'"],
    [{ deadline: '10ms' }, 'nanoseconds'],
    ['qos_profile_sensors', 'did you mean "qos_profile_sensor_data"'],
    [10, 'did you mean { depth: 10 }?'],
    [new QoS('keep_last' as never, 3), 'QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST'],
  ])('says what %o counts as', async (qos, hint) => {
    const texts = await said((node) => node.createPublisher(TEXT, 'x', { qos: qos as never }));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(hint);
    expect(texts[0]).toMatch(/^The publisher x of \/n is given qos/);
  });

  it('are not found in profiles, policies and QoS objects', async () => {
    const texts = await said((node) => {
      const { HistoryPolicy, ReliabilityPolicy } = QoS;
      for (const history of Object.values(HistoryPolicy)) {
        node.createPublisher(TEXT, 'x', { qos: { history, depth: 0, deadline: 5n } });
      }
      for (const reliability of Object.values(ReliabilityPolicy)) {
        node.createPublisher(TEXT, 'x', { qos: { reliability, lifespan: 5 } });
      }
      for (const qos of [QoS.profileDefault, QoS.profileSensorData, QoS.profileServicesDefault]) {
        node.createPublisher(TEXT, 'x', { qos });
      }
      new rclnodejs.ActionClient(node, FIBONACCI, 'act');
    });
    expect(texts).toEqual([]);
  });
});
