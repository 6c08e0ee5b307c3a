// A goal takes the slot of the one that was cancelled; the result of another goal is left aside.
require('./small_system.cjs')((node) => {
  const arm = node('arm');
  const result = arm.topic('/result');
  let running;
  arm.on('/goal', (goal) => (running = goal));
  arm.on('/cancel', (number) => {
    if (number === running) running = undefined;
  });
  arm.every(100, () => running !== undefined && result(running));
  const client = node('client');
  const [goal, cancel] = [client.topic('/goal'), client.topic('/cancel')];
  let wanted;
  const send = (number) => {
    wanted = number;
    goal(number);
  };
  client.on('/result', (number) => {
    if (number !== wanted) return;
    wanted = undefined;
  });
  client.after(250, () => send(1));
  client.after(300, () => {
    if (wanted === undefined) return;
    cancel(1);
    send(2);
  });
  client.after(550, () => {
    if (wanted !== undefined) throw new Error(`no result of ${wanted}`);
  });
});
