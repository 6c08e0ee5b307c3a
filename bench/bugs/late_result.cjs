// A goal takes the slot of the one that was cancelled: the result of the first, still under way, counts for the second.
require('./small_system.cjs')((node) => {
  const arm = node('arm');
  const result = arm.topic('/result');
  let running;
  arm.on('/goal', (goal) => (running = goal));
  arm.on('/cancel', () => (running = undefined));
  arm.every(100, () => running !== undefined && result(running));
  const client = node('client');
  const [goal, cancel] = [client.topic('/goal'), client.topic('/cancel')];
  let wanted;
  const send = (number) => {
    wanted = number;
    goal(number);
  };
  client.on('/result', (number) => {
    if (wanted !== undefined && number !== wanted)
      throw new Error(`result ${number} for ${wanted}`);
    wanted = undefined;
  });
  client.after(250, () => send(1));
  client.after(300, () => {
    if (wanted === undefined) return;
    cancel(0);
    send(2);
  });
});
