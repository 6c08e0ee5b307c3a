// Two nodes add one to a number in each of four rounds, by reading and then writing it. Fails if an update is lost in
// every round, which takes one decision in each.
require('./small_system.cjs')((node) => {
  const store = node('store');
  let value = 0;
  store.serve('/get', () => value);
  store.serve('/set', (given) => (value = given));
  let done = 0;
  node('judge').on('/done', () => {
    if (++done === 8 && value === 4) throw new Error('every second update was lost');
  });
  for (const name of ['one', 'other']) {
    const worker = node(name);
    const get = worker.client('/get');
    const set = worker.client('/set');
    const finish = worker.topic('/done');
    let left = 4;
    worker.every(100, async () => {
      if (left-- <= 0) return;
      await set((await get()) + 1);
      finish(1);
    });
  }
});
