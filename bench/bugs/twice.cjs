// Counts an order that arrives twice as two.
require('./small_system.cjs')((node) => {
  const shop = node('shop');
  const order = shop.topic('/order');
  let sent = 0;
  shop.every(100, () => order(++sent));
  const store = node('store');
  let orders = 0;
  store.on('/order', (data) => {
    if (++orders > data) throw new Error('more orders than were sent');
  });
});
