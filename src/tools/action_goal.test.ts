import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MessageObject, TypeRegistry } from '../interfaces/index.js';
import { actionGoal } from './action_goal.js';
import type { RosNetwork } from './ros_network.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const type = types.action('example_interfaces/action/Fibonacci');

/**
 * A network with a server that accepts or rejects a goal. Feedback arrives before and after the response to the goal
 * request, as it may because a different writer sends it.
 */
function network(early: number, late: number, accepts: boolean): RosNetwork {
  let id: MessageObject = {};
  let hear = (_: { payload: Uint8Array }) => {};
  const feedback = (n: number) => {
    const { feedbackMessage } = type;
    const message = { goal_id: id, feedback: { sequence: [n] } };
    hear({ payload: feedbackMessage.encode(feedbackMessage.normalize(message)) });
  };
  const server = {
    types,
    subscribe(_topic: string, _type: string, _qos: unknown, listener: typeof hear) {
      hear = listener;
      return () => {};
    },
    async call(service: string, _type: unknown, request: MessageObject) {
      if (service.endsWith('send_goal')) {
        id = request.goal_id as MessageObject;
        for (let n = 0; n < early; n++) feedback(n);
        return { accepted: accepts };
      }
      for (let n = early; n < early + late; n++) feedback(n);
      return { status: 4, result: { sequence: [] } };
    },
  };
  // A goal uses nothing else of a network, whose other members need sockets.
  return server as unknown as RosNetwork;
}

it('a goal is reported as accepted before its feedback, whatever arrives first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.nat(5), fc.boolean(), async (early, late, accepts) => {
      const heard: string[] = [];
      const outcome = await actionGoal(
        network(early, late, accepts),
        '/count',
        type,
        {},
        {
          accepted: () => heard.push('accepted'),
          feedback: ({ sequence }) => heard.push(String((sequence as Int32Array)[0])),
        },
      );
      const numbers = Array.from({ length: early + late }, (_, n) => String(n));
      expect(heard).toEqual(accepts ? ['accepted', ...numbers] : []);
      expect(outcome?.status).toBe(accepts ? 'SUCCEEDED' : undefined);
    }),
  );
});
