import { describe, expect, it } from 'vitest';
import { createNode, default as rclnodejs } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { currentWorld } from '../world/world.js';
import { ActionClient } from './action_client.js';
import { ActionServer } from './action_server.js';
import { GoalStatus } from './goal_messages.js';
import { CancelResponse, GoalResponse } from './response.js';
import type { ServerGoalHandle } from './server_goal_handle.js';

const FIBONACCI = 'test_msgs/action/Fibonacci';

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    currentWorld().schedule(ms * 1e6, resolve);
  });

async function fibonacci(goal: ServerGoalHandle): Promise<unknown> {
  const { order } = goal.request as typeof goal.request & { order: number };
  const sequence = [0, 1];
  for (let i = 1; i < order; i++) {
    if (goal.isCancelRequested) {
      goal.canceled();
      return { sequence };
    }
    sequence.push((sequence[i] as number) + (sequence[i - 1] as number));
    goal.publishFeedback({ sequence });
    await sleep(1000);
  }
  goal.succeed();
  return { sequence };
}

function clientAndServer(
  options: { cancel?: number; accept?: number; resultTimeout?: number } = {},
) {
  const node = createNode('actions');
  const server = new ActionServer(
    node,
    FIBONACCI,
    'fibonacci',
    fibonacci,
    () => options.accept ?? GoalResponse.ACCEPT,
    null,
    () => options.cancel ?? CancelResponse.ACCEPT,
    options.resultTimeout === undefined ? {} : { resultTimeout: options.resultTimeout },
  );
  const client = new ActionClient(node, FIBONACCI, 'fibonacci');
  node.spin();
  return { node, server, client };
}

describe('actions', () => {
  it('carry goal, feedback and result in virtual time', () =>
    inSimulation(async () => {
      const { node, client } = clientAndServer();
      expect(await client.waitForServer(1000)).toBe(true);
      const feedback: string[] = [];
      const start = node.now().nanoseconds;
      const handle = await client.sendGoal({ order: 4 }, (f: { sequence: Int32Array }) => {
        expect(f.sequence).toBeInstanceOf(Int32Array);
        feedback.push(`${(node.now().nanoseconds - start) / 1_000_000n}: ${f.sequence}`);
      });
      expect(handle.isAccepted()).toBe(true);
      const result = (await handle.getResult()) as { sequence: Int32Array };
      expect([...result.sequence]).toEqual([0, 1, 1, 2, 3]);
      expect(feedback).toEqual(['0: 0,1,1', '1000: 0,1,1,2', '2000: 0,1,1,2,3']);
      expect(handle.isSucceeded()).toBe(true);
      expect((node.now().nanoseconds - start) / 1_000_000n).toBe(3000n);
      expect(client._goalHandles.size).toBe(0);
    }));

  it('can be rejected', () =>
    inSimulation(async () => {
      const { client } = clientAndServer({ accept: GoalResponse.REJECT });
      const handle = await client.sendGoal({ order: 1 });
      expect(handle.accepted).toBe(false);
      expect(handle.status).toBe(GoalStatus.STATUS_UNKNOWN);
      expect(await handle.getResult()).toEqual({ sequence: new Int32Array() });
    }));

  it('can be cancelled, or not', () =>
    inSimulation(async () => {
      const { client, node } = clientAndServer();
      const handle = await client.sendGoal({ order: 10 });
      await sleep(2500);
      const answer = await handle.cancelGoal();
      expect(answer.goals_canceling.map((g) => g.goal_id.uuid)).toEqual([handle.goalId.uuid]);
      await handle.getResult();
      expect(handle.isCanceled()).toBe(true);
      expect((await handle.cancelGoal()).return_code).toBe(3);
      node.destroy();
      const refusing = clientAndServer({ cancel: CancelResponse.REJECT });
      const other = await refusing.client.sendGoal({ order: 3 });
      expect((await other.cancelGoal()).goals_canceling).toEqual([]);
      await other.getResult();
      expect(other.isSucceeded()).toBe(true);
    }));

  it('abort a goal whose callback throws or sets no state', () =>
    inSimulation(async () => {
      const { server, client } = clientAndServer();
      rclnodejs.logging.getLogger('actions').setLoggerLevel(50);
      for (const callback of [() => ({}), () => Promise.reject(new Error('no'))]) {
        server.registerExecuteCallback(callback);
        const handle = await client.sendGoal({ order: 1 });
        await handle.getResult();
        expect(handle.isAborted()).toBe(true);
      }
      rclnodejs.logging.getLogger('actions').setLoggerLevel(0);
    }));

  it('can be executed later', () =>
    inSimulation(async () => {
      const { server, client } = clientAndServer();
      let deferred: ServerGoalHandle | undefined;
      server.registerHandleAcceptedCallback((goal) => {
        deferred = goal;
      });
      const handle = await client.sendGoal({ order: 1 });
      await sleep(10);
      expect(handle.status).toBe(GoalStatus.STATUS_ACCEPTED);
      deferred?.execute();
      await handle.getResult();
      expect(handle.isSucceeded()).toBe(true);
      expect(() => deferred?.succeed()).toThrow('invalid transition');
    }));

  it('forget results after the result timeout', () =>
    inSimulation(async () => {
      const { server, client } = clientAndServer({ resultTimeout: 5 });
      const handle = await client.sendGoal({ order: 1 });
      await handle.getResult();
      expect(server._goalHandles.size).toBe(1);
      await sleep(4999);
      expect(server._goalHandles.size).toBe(1);
      await sleep(2);
      expect(server._goalHandles.size).toBe(0);
    }));

  it('are seen by graph queries', () =>
    inSimulation(async () => {
      const { node, client, server } = clientAndServer();
      const expected = [{ name: '/fibonacci', types: [FIBONACCI] }];
      expect(rclnodejs.getActionNamesAndTypes(node)).toEqual(expected);
      expect(rclnodejs.getActionClientNamesAndTypesByNode(node, 'actions', '/')).toEqual(expected);
      expect(rclnodejs.getActionServerNamesAndTypesByNode(node, 'actions', '/')).toEqual(expected);
      expect(node.countActionClients('fibonacci')).toBe(1);
      const [info] = node.getActionServersInfoByAction('fibonacci');
      expect(info?.nodeName).toBe('actions');
      expect(info?.actionType).toBe(FIBONACCI);
      client.destroy();
      server.destroy();
      expect(rclnodejs.getActionNamesAndTypes(node)).toEqual([]);
      expect(node._actionServers).toEqual([]);
    }));
});
