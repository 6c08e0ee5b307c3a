// The client gives up after 50 ms, and cannot stand an answer that comes later.
require('./small_system.cjs')((node) => {
  const server = node('server');
  server.serve('/map', () => 7);
  const client = node('client');
  const ask = client.client('/map');
  let waiting = false;
  client.after(100, async () => {
    waiting = true;
    client.after(50, () => (waiting = false));
    await ask();
    if (!waiting) throw new Error('an answer after the time-out');
  });
});
