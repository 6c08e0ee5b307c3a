import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors/index.js';
import { createLifecycleNode, createNode, default as rclnodejs } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { CallbackReturnCode, CallbackReturnValue } from './callback_return_code.js';

describe('lifecycle nodes', () => {
  it('go through their states and call back', () =>
    inSimulation(() => {
      const node = createLifecycleNode('managed');
      const log: string[] = [];
      node.registerOnConfigure((previous) => {
        log.push(`configure from ${previous.label}`);
        return CallbackReturnCode.SUCCESS;
      });
      node.registerOnActivate(() => CallbackReturnCode.FAILURE);
      expect(node.currentState.label).toBe('unconfigured');
      expect(node.configure().label).toBe('inactive');
      const value = new CallbackReturnValue();
      expect(node.activate(value).label).toBe('inactive');
      expect(value.isFailure()).toBe(true);
      node.registerOnActivate(() => {
        throw new Error('broken');
      });
      rclnodejs.logging.getLogger('managed').setLoggerLevel(50);
      expect(node.activate().label).toBe('unconfigured');
      rclnodejs.logging.getLogger('managed').setLoggerLevel(0);
      expect(() => node.activate()).toThrow(ValidationError);
      expect(node.shutdown().label).toBe('finalized');
      expect(log).toEqual(['configure from unconfigured']);
      expect(node.availableStates).toHaveLength(11);
      expect(node.transitions).toHaveLength(25);
      expect(node.availableTransitions).toEqual([]);
    }));

  it('can be seen and changed by others, and report every transition', () =>
    inSimulation(async () => {
      const node = createLifecycleNode('managed');
      const other = createNode('other');
      const events: string[] = [];
      other.createSubscription(
        'lifecycle_msgs/msg/TransitionEvent',
        '/managed/transition_event',
        (event: { transition: { label: string }; goal_state: { label: string } }) => {
          events.push(`${event.transition.label} → ${event.goal_state.label}`);
        },
      );
      node.spin();
      other.spin();
      const change = other.createClient('lifecycle_msgs/srv/ChangeState', '/managed/change_state');
      const get = other.createClient('lifecycle_msgs/srv/GetState', '/managed/get_state');
      expect(await change.sendRequestAsync({ transition: { id: 1, label: '' } })).toEqual({
        success: true,
      });
      expect(await change.sendRequestAsync({ transition: { label: 'nonsense' } })).toEqual({
        success: false,
      });
      expect(await get.sendRequestAsync({})).toEqual({
        current_state: { id: 2, label: 'inactive' },
      });
      const graph = other.createClient(
        'lifecycle_msgs/srv/GetAvailableTransitions',
        '/managed/get_available_transitions',
      );
      const { available_transitions: available } = (await graph.sendRequestAsync({})) as {
        available_transitions: { transition: { label: string } }[];
      };
      expect(available.map((d) => d.transition.label)).toEqual(['cleanup', 'activate', 'shutdown']);
      expect(events).toEqual(['configure → configuring', 'transition_success → inactive']);
    }));

  it('have publishers that are silent until they are activated', () =>
    inSimulation(async () => {
      const node = createLifecycleNode('managed');
      const publisher = node.createLifecyclePublisher('std_msgs/msg/String', 'topic');
      const received: string[] = [];
      node.createSubscription('std_msgs/msg/String', 'topic', (m: { data: string }) => {
        received.push(m.data);
      });
      rclnodejs.logging.getLogger('LifecyclePublisher').setLoggerLevel(50);
      publisher.publish('one');
      publisher.activate();
      publisher.publish('two');
      publisher.deactivate();
      publisher.publish('three');
      rclnodejs.logging.getLogger('LifecyclePublisher').setLoggerLevel(0);
      expect(publisher.isActivated()).toBe(false);
      node.createTimer(1_000_000n, () => expect(received).toEqual(['two']));
      node.spin();
    }, 1));
});
