// After a gap a client asks for what it has missed, and counts each number once.
require('./small_system.cjs')((node) => {
  const store = node('store');
  const item = store.topic('/item');
  const again = store.topic('/again');
  let sent = 0;
  store.every(100, () => sent < 8 && item(++sent));
  store.on('/missed', (number) => again(number));
  const client = node('client');
  const missed = client.topic('/missed');
  const counted = new Set();
  let last = 0;
  client.on('/item', (number) => {
    for (let each = last + 1; each < number; each++) missed(each);
    last = Math.max(last, number);
    counted.add(number);
  });
  client.on('/again', (number) => counted.add(number));
  client.after(950, () => {
    if (counted.size > 8) throw new Error('counted twice');
  });
});
