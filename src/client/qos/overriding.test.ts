import { describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';

const TEXT = 'std_msgs/msg/String';
const { Parameter, ParameterType, QoS, QoSOverridingOptions, QoSPolicyKind } = rclnodejs;

describe('overriding QoS by parameters', () => {
  it('declares a parameter for each policy', () =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      const qosOverridingOptions = QoSOverridingOptions.withDefaultPolicies();
      node.createPublisher(TEXT, 'topic', { qos: new QoS(1, 7, 1, 2), qosOverridingOptions });
      node.createSubscription(
        TEXT,
        'topic',
        { qos: new QoS(1, 5, 2, 2), qosOverridingOptions },
        () => {},
      );
      const value = (name: string) => node.getParameter(`qos_overrides./topic.${name}`).value;
      expect(value('publisher.history')).toBe('keep_last');
      expect(value('publisher.depth')).toBe(7n);
      expect(value('publisher.reliability')).toBe('reliable');
      expect(value('subscription.depth')).toBe(5n);
      expect(value('subscription.reliability')).toBe('best_effort');
    }));

  it('declares none where it is not asked to', () =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      node.createPublisher(TEXT, 'topic', { qos: QoS.profileDefault });
      expect(node.hasParameter('qos_overrides./topic.publisher.depth')).toBe(false);
    }));

  it('names the entity', () =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      const qosOverridingOptions = new QoSOverridingOptions([QoSPolicyKind.DEPTH], {
        entityId: 'camera',
      });
      node.createPublisher(TEXT, 'topic', { qos: QoS.profileDefault, qosOverridingOptions });
      expect(node.hasParameter('qos_overrides./topic.publisher_camera.depth')).toBe(true);
    }));

  it('uses the value that a parameter is given', () =>
    inSimulation(() => {
      const name = 'qos_overrides./topic.subscription.depth';
      const node = new rclnodejs.Node('node', '', rclnodejs.Context.defaultContext(), {
        parameterOverrides: [new Parameter(name, ParameterType.PARAMETER_INTEGER, 1)],
      });
      const qos = new QoS(1, 10, 1, 2);
      const qosOverridingOptions = QoSOverridingOptions.withDefaultPolicies();
      node.createSubscription(TEXT, 'topic', { qos, qosOverridingOptions }, () => {});
      expect(Number(node.getParameter(name).value)).toBe(1);
      expect(qos.depth).toBe(1);
    }));

  it.each([true, false])('asks the callback whether the result is acceptable: %s', (successful) =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      const qosOverridingOptions = new QoSOverridingOptions([QoSPolicyKind.DEPTH], {
        callback: () => ({ successful, reason: 'too small' }),
      });
      const create = () =>
        node.createPublisher(TEXT, 'topic', { qos: new QoS(1, 10), qosOverridingOptions });
      if (successful) expect(create()).toBeDefined();
      else expect(create).toThrow('QoS override validation failed');
    }),
  );
});
