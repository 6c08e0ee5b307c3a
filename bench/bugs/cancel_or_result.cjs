// A goal is cancelled at the moment at which it ends: the client forgets it, then its result comes.
require('./small_system.cjs')((node) => {
  const server = node('server');
  const result = server.topic('/result');
  let running = true;
  server.on('/cancel', () => (running = false));
  server.after(200, () => {
    if (running) result(1);
  });
  const client = node('client');
  const cancel = client.topic('/cancel');
  let goal = {};
  client.on('/result', () => {
    if (goal === undefined) throw new Error('a result of no goal');
  });
  client.after(201, () => {
    goal = undefined;
    cancel(1);
  });
  client.on('/tick', () => {
    if (goal === undefined) return;
    goal = undefined;
    cancel(1);
  });
  const clock = node('clock');
  const tick = clock.topic('/tick');
  clock.after(200, () => tick(1));
});
