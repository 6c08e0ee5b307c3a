// After a gap a client asks for what it has missed, and counts it again when it was only late.
require('./small_system.cjs')((node) => {
  const store = node('store');
  const item = store.topic('/item');
  const again = store.topic('/again');
  let sent = 0;
  store.every(100, () => sent < 8 && item(++sent));
  store.on('/missed', (number) => again(number));
  const client = node('client');
  const missed = client.topic('/missed');
  let last = 0;
  let count = 0;
  client.on('/item', (number) => {
    if (number > last + 1) missed(number - 1);
    last = number;
    count++;
  });
  client.on('/again', () => count++);
  client.after(950, () => {
    if (count > 8) throw new Error('counted twice');
  });
});
