// Its callback awaits real work and a service call, and sets a JavaScript timer.
import { readFile } from 'node:fs/promises';
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('waiter');
const lengths = node.createPublisher('std_msgs/msg/Int64', 'length');
node.createService('std_srvs/srv/Trigger', 'ask', (_request, response) => {
  const answer = response.template;
  answer.message = 'yes';
  response.send(answer);
});
const client = node.createClient('std_srvs/srv/Trigger', 'ask');
node.createTimer(1_000_000_000n, async () => {
  const text = await readFile(new URL(import.meta.url), 'utf8');
  setTimeout(() => lengths.publish({ data: BigInt(text.length) }), 50);
  client.sendRequest({}, ({ message }) => {
    if (message !== 'yes') throw new Error(message);
  });
});
node.spin();
